// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Compiles the C library. KSIG_CONFIG_FILE in the environment names a configuration header (an absolute path).

use std::path::{Path, PathBuf};
use std::{env, fs};

fn sources(folder: &Path, assembly: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the C sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, assembly, found);
        } else if path.extension().is_some_and(|extension| extension == "c" || assembly && extension == "S") {
            found.push(path);
        }
    }
}

/// A descriptor that schemes.def or research.def announces.
struct Descriptor {
    /// `ml_dsa_44`, `ml_dsa_44_expanded`.
    id: String,
    /// `ksig_ml_dsa_44`, `ksig_ml_dsa_44_expanded_sign`.
    symbol: String,
    doc: String,
    /// What a user has to ask for.
    feature: Option<&'static str>,
    /// Of key generation and signing: the symbol of the scheme.
    scheme: Option<String>,
}

/// The arguments of each `KSIG_<name>..(..)` that begins a line; it may be broken after a comma.
fn calls<'a>(definitions: &'a str, name: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    definitions.split("\nKSIG_").skip(1).filter(move |call| call.starts_with(name)).map(|call| {
        let arguments = &call[call.find('(').expect("a macro call") + 1..];
        let end = arguments.find(")\n").unwrap_or(arguments.len() - 1);
        arguments[..end].split(',').map(str::trim).collect()
    })
}

/// `KSIG_SCHEME_<FAMILY>(ID, id, "name", .., flags)`. research: of research.def.
fn schemes(definitions: &str, research: bool) -> Vec<Descriptor> {
    let descriptor = |fields: Vec<&str>| {
        let has = |flag: &str| fields[fields.len() - 1].contains(flag);
        let mut doc = format!("`{}`.", fields[2].trim_matches('"'));
        for (flag, note) in [
            ("IS_BROKEN", "BROKEN, research only: whoever holds the public key may sign."),
            ("IS_DRAFT", "A draft, which may still change."),
            ("IS_SUPERSEDED", "An earlier submission of what has become a standard."),
            ("IS_STATEFUL", "Verification only; the key names the parameter set."),
            ("HAS_CONTEXT", "Contexts."),
            ("HAS_PREHASH", "Pre-hashed messages."),
            ("HAS_EXTERNAL_MU", "External mu."),
        ] {
            if has(flag) {
                doc += " ";
                doc += note;
            }
        }
        let (id, symbol) = (fields[1].to_string(), format!("ksig_{}", fields[1]));
        let feature = match () {
            () if has("IS_BROKEN") => Some("broken"),
            () if research => Some("candidates"),
            () if id.starts_with("slh_dsa_") && id.ends_with("_24") => Some("slh-dsa-24"),
            () => None,
        };
        Descriptor { id, symbol, doc, feature, scheme: None }
    };
    calls(definitions, "SCHEME_").map(descriptor).collect()
}

/// `KSIG_KEYGEN_SCHEME(id)` and `KSIG_SIGN_SCHEME(id)`: a scheme, with one form of its secret keys.
fn makers(definitions: &str, schemes: &[Descriptor], which: &str) -> Vec<Descriptor> {
    let descriptor = |fields: Vec<&str>| {
        let id = fields[0].to_string();
        let forms = [("_expanded", " Expanded secret keys."), ("_compact", " Compact secret keys."), ("", "")];
        let (suffix, note) = forms.into_iter().find(|(suffix, _)| id.ends_with(suffix)).expect("the last one");
        let plain = &id[..id.len() - suffix.len()];
        let scheme = schemes.iter().find(|scheme| scheme.id == plain).expect("a scheme of schemes.def");
        Descriptor {
            symbol: format!("ksig_{id}_{which}"),
            id,
            doc: scheme.doc.clone() + note,
            feature: scheme.feature,
            scheme: Some(scheme.symbol.clone()),
        }
    };
    calls(definitions, &format!("{}_SCHEME", which.to_uppercase())).map(descriptor).collect()
}

/// The switches of research.def whose sets are broken, or are not.
fn research_switches(definitions: &str, broken: bool) -> Vec<&str> {
    let blocks = definitions.split("\n#if ").skip(1);
    let blocks = blocks.filter(|block| block.starts_with("KSIG_ENABLE_") && block.contains("IS_BROKEN") == broken);
    blocks.map(|block| block.split('\n').next().expect("at least one part")).collect()
}

/// `slh_dsa_sha2_128s` as `SlhDsaSha2_128s`: an underscore stays between two digits.
fn rust_name(id: &str) -> String {
    let mut name = String::new();
    for part in id.split('_') {
        if name.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit()) {
            name.push('_');
        }
        name += &part[..1].to_uppercase();
        name += &part[1..];
    }
    name
}

/// Writes `descriptors! { types; .. }`, of which src/ makes constants and ffi.rs declarations.
fn write_descriptors(descriptors: &[Descriptor], types: &str, path: &Path) {
    let mut text = format!("descriptors! {{\n    {types};\n");
    for descriptor in descriptors {
        text += &format!("    /// {}\n", descriptor.doc);
        if let Some(feature) = descriptor.feature {
            text += &format!("    #[cfg(feature = \"{feature}\")]\n");
        }
        text += &format!("    {} = {};\n", rust_name(&descriptor.id), descriptor.symbol);
    }
    fs::write(path, text + "}\n").expect("OUT_DIR is writable");
}

/// Writes the lengths of each descriptor as a constant, which Rust cannot read from C's data while it compiles; 0 for
/// those that the configuration leaves out. They depend on the configuration and on the target, whose programs do not
/// run here: so names and lengths are read from an object file, after a mark.
fn write_sizes(build: &cc::Build, descriptors: &[&Descriptor], folder: &Path) {
    const MARK: &str = "kilosig: bytes of descriptors follow.";
    const NAME_BYTES: usize = 64;
    const ENTRY_BYTES: usize = NAME_BYTES + 3 * 4;
    let mut source = format!(
        "#include \"kilosig/kilosig.h\"\n\
         #define BYTE(n, i) (unsigned char)((uint32_t)(n) >> (8 * (i)) & 255)\n\
         #define WORD(n) {{BYTE(n, 0), BYTE(n, 1), BYTE(n, 2), BYTE(n, 3)}}\n\
         struct entry {{ char name[{NAME_BYTES}]; unsigned char lengths[3][4]; }};\n\
         const struct {{ char mark[{}]; struct entry entries[{}]; }} ksig_sizes = {{\"{MARK}\", {{\n\
         #define KSIG_SCHEME(ID, id, name, anchor, hash, key, least, signature, ...) \\\n\
         {{\"ksig_\" #id, {{WORD(KSIG_##ID##_STATE_BYTES), WORD(key), WORD(signature)}}}},\n\
         #include \"kilosig/schemes.def\"\n",
        MARK.len() + 1,
        descriptors.len(),
    );
    for maker in descriptors.iter().filter(|descriptor| descriptor.scheme.is_some()) {
        let symbol = &maker.symbol;
        source += &format!("{{\"{symbol}\", {{WORD({}_STATE_BYTES)}}}},\n", symbol.to_uppercase());
    }
    let probe = folder.join("sizes.c");
    fs::write(&probe, source + "}};\n").expect("OUT_DIR is writable");

    let objects = build.clone().flag_if_supported("-fno-lto").file(&probe).compile_intermediates();
    let object = fs::read(&objects[0]).expect("compiled just now");
    let mark = object.windows(MARK.len()).position(|window| window == MARK.as_bytes());
    let entries = &object[mark.expect("the object file has the constant as it is") + MARK.len() + 1..];
    let mut constants = String::new();
    for Descriptor { symbol, scheme, .. } in descriptors {
        let entry = entries.chunks(ENTRY_BYTES).take(descriptors.len()).find(|entry| {
            let name = entry[..NAME_BYTES].split(|byte| *byte == 0).next().expect("at least one part");
            name == symbol.as_bytes()
        });
        let length = |i: usize| {
            let at = NAME_BYTES + 4 * i;
            entry.map_or(0, |entry| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four bytes")))
        };
        let others = match scheme {
            Some(scheme) => format!("..{scheme}"),
            None => format!("key: {}, signature: {}", length(1), length(2)),
        };
        constants += &format!("pub const {symbol}: Sizes = Sizes {{ state: {}, {others} }};\n", length(0));
    }
    fs::write(folder.join("sizes.rs"), constants).expect("OUT_DIR is writable");
}

fn main() {
    let fast = env::var_os("CARGO_FEATURE_FAST").is_some();
    let small = env::var_os("CARGO_FEATURE_SMALL").is_some();
    assert!(!(fast && small), "choose one of the features fast and small");

    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    // Links, which a package has as folders. Where git made no links, as on Windows, what they point to.
    let root = if here.join("library/src").is_dir() { here.join("library") } else { here.join("../..") };
    let mut files = Vec::new();
    // The cores for which KSIG_ENABLE_ASSEMBLY is 1.
    let target = env::var("TARGET").expect("set by cargo");
    let cores = ["thumbv6m", "thumbv7m", "thumbv7em", "thumbv8m", "riscv32i", "riscv32gc"];
    let assembly = cores.iter().any(|core| target.starts_with(core));
    sources(&root.join("src"), assembly, &mut files);
    let broken = env::var_os("CARGO_FEATURE_BROKEN").is_some();
    let candidates = env::var_os("CARGO_FEATURE_CANDIDATES").is_some();
    if broken || candidates {
        sources(&root.join("research"), assembly, &mut files);
    }
    files.sort();

    let mut build = cc::Build::new();
    build.include(root.join("include")).include(root.join("src"));
    build.std("c99").opt_level(2).flag("-ffreestanding");
    if fast {
        build.define("KSIG_ML_DSA_VARIANT", "KSIG_VARIANT_FAST");
        build.define("KSIG_ML_DSA_SIGN_VARIANT", "KSIG_VARIANT_FAST");
        build.define("KSIG_HAETAE_SIGN_VARIANT", "KSIG_VARIANT_FAST");
    }
    if small {
        build.define("KSIG_ML_DSA_VARIANT", "KSIG_VARIANT_SMALL");
        build.define("KSIG_HAETAE_SIGN_VARIANT", "KSIG_VARIANT_SMALL");
    }
    let read = |name| fs::read_to_string(root.join(name)).expect("a list of schemes");
    let library = read("include/kilosig/schemes.def");
    let research = read("research/include/kilosig/research.def");
    if broken || candidates {
        build.include(root.join("research/include")).include(root.join("research")).define("KSIG_RESEARCH", "1");
        for (wanted, of_broken) in [(broken, true), (candidates, false)] {
            for switch in research_switches(&research, of_broken).into_iter().filter(|_| wanted) {
                build.define(switch, "1");
            }
        }
        if broken && fast {
            build.define("KSIG_GEMSS_128_VARIANT", "KSIG_VARIANT_FAST");
        }
    }
    if env::var_os("CARGO_FEATURE_SLH_DSA_24").is_some() {
        build.define("KSIG_ENABLE_SLH_DSA_24", "1");
    }
    println!("cargo:rerun-if-env-changed=KSIG_CONFIG_FILE");
    if let Ok(config) = env::var("KSIG_CONFIG_FILE") {
        println!("cargo:rerun-if-changed={config}");
        build.define("KSIG_CONFIG_FILE", format!("\"{config}\"").as_str());
    }
    println!("cargo:rerun-if-changed={}", root.join("src").display());
    println!("cargo:rerun-if-changed={}", root.join("include").display());
    println!("cargo:rerun-if-changed={}", root.join("research").display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let mut schemes = schemes(&library, false);
    schemes.extend(self::schemes(&research, true));
    let definitions = library + &research;
    let keygens = makers(&definitions, &schemes, "keygen");
    let signers = makers(&definitions, &schemes, "sign");
    write_descriptors(&schemes, "Scheme, ksig_scheme", &out.join("schemes.rs"));
    write_descriptors(&keygens, "KeygenScheme, ksig_keygen_scheme", &out.join("keygen_schemes.rs"));
    write_descriptors(&signers, "SignScheme, ksig_sign_scheme", &out.join("sign_schemes.rs"));
    let all: Vec<&Descriptor> = schemes.iter().chain(&keygens).chain(&signers).collect();
    write_sizes(&build, &all, &out);
    build.files(&files).compile("kilosig");
}
