// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Compiles the C library. KSIG_CONFIG_FILE in the environment names a configuration header (an absolute path).

use std::path::{Path, PathBuf};
use std::{env, fs};

fn sources(folder: &Path, assembly: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the C sources are at ../../src") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, assembly, found);
        } else if path.extension().is_some_and(|extension| extension == "c" || assembly && extension == "S") {
            found.push(path);
        }
    }
}

/// A line of include/kilosig/schemes.def.
struct Scheme {
    id: String,
    name: String,
    flags: String,
}

/// The lines of `KSIG_SCHEME_<FAMILY>(ID, id, "name", .., flags)`, which may be broken after a comma.
fn schemes(definitions: &str) -> Vec<Scheme> {
    let mut found = Vec::new();
    for entry in definitions.split("\nKSIG_SCHEME_").skip(1) {
        let arguments = &entry[entry.find('(').expect("a macro call") + 1..];
        let end = arguments.find(")\n").unwrap_or(arguments.len());
        let fields: Vec<&str> = arguments[..end].split(',').map(str::trim).collect();
        found.push(Scheme {
            id: fields[1].to_string(),
            name: fields[2].trim_matches('"').to_string(),
            flags: fields.last().expect("not empty").trim_end_matches(')').to_string(),
        });
    }
    found
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

/// Writes `schemes! { .. }`, of which lib.rs makes constants of `Scheme` and ffi.rs declarations.
fn write_schemes(schemes: &[Scheme], folder: &Path) {
    let mut text = String::from("schemes! {\n");
    for scheme in schemes {
        let has = |flag: &str| scheme.flags.contains(flag);
        let mut doc = format!("`{}`.", scheme.name);
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
        text += &format!("    /// {doc}\n");
        if has("IS_BROKEN") {
            text += "    #[cfg(feature = \"broken\")]\n";
        }
        text += &format!("    {} = ksig_{};\n", rust_name(&scheme.id), scheme.id);
    }
    fs::write(folder.join("schemes.rs"), text + "}\n").expect("OUT_DIR is writable");
}

/// Writes a constant for each scheme with the size of its state, which depends on the configuration and on the target;
/// 0 for one that the configuration leaves out. The target's programs do not run here, so names and sizes are read from
/// an object file, after a mark.
fn write_state_bytes(build: &cc::Build, schemes: &[Scheme], folder: &Path) {
    const MARK: &str = "kilosig: bytes of states follow.";
    const NAME_BYTES: usize = 64;
    let source = format!(
        "#include \"kilosig/kilosig.h\"\n\
         struct entry {{ char name[{NAME_BYTES}]; unsigned char low, high; }};\n\
         const struct {{ char mark[{}]; struct entry entries[{}]; }} ksig_state_bytes = {{\"{MARK}\", {{\n\
         #define KSIG_SCHEME(ID, id, ...) {{\"ksig_\" #id, KSIG_##ID##_STATE_BYTES & 255, KSIG_##ID##_STATE_BYTES >> 8}},\n\
         #include \"kilosig/schemes.def\"\n}}}};\n",
        MARK.len() + 1,
        schemes.len(),
    );
    let probe = folder.join("state_bytes.c");
    fs::write(&probe, source).expect("OUT_DIR is writable");

    let objects = build.clone().flag_if_supported("-fno-lto").file(&probe).compile_intermediates();
    let object = fs::read(&objects[0]).expect("compiled just now");
    let mark = object.windows(MARK.len()).position(|window| window == MARK.as_bytes());
    let entries = &object[mark.expect("the object file has the constant as it is") + MARK.len() + 1..];
    let mut constants = String::new();
    for scheme in schemes {
        let symbol = format!("ksig_{}", scheme.id);
        let size = entries.chunks(NAME_BYTES + 2).take(schemes.len()).find_map(|entry| {
            let name = entry[..NAME_BYTES].split(|byte| *byte == 0).next().expect("at least one part");
            (name == symbol.as_bytes()).then(|| u16::from_le_bytes([entry[NAME_BYTES], entry[NAME_BYTES + 1]]))
        });
        constants += &format!("pub const {symbol}: u16 = {};\n", size.unwrap_or(0));
    }
    fs::write(folder.join("state_bytes.rs"), constants).expect("OUT_DIR is writable");
}

fn main() {
    let fast = env::var_os("CARGO_FEATURE_FAST").is_some();
    let small = env::var_os("CARGO_FEATURE_SMALL").is_some();
    assert!(!(fast && small), "choose one of the features fast and small");

    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../..");
    let mut files = Vec::new();
    // The cores for which KSIG_ENABLE_ASSEMBLY is 1.
    let target = env::var("TARGET").expect("set by cargo");
    let assembly = ["thumbv7m", "thumbv7em", "thumbv8m.main"].iter().any(|core| target.starts_with(core));
    sources(&root.join("src"), assembly, &mut files);
    files.sort();

    let mut build = cc::Build::new();
    build.include(root.join("include")).include(root.join("src"));
    build.std("c99").opt_level(2).flag("-ffreestanding");
    if fast {
        build.define("KSIG_ML_DSA_VARIANT", "KSIG_VARIANT_FAST");
        build.define("KSIG_GEMSS_128_VARIANT", "KSIG_VARIANT_FAST");
    }
    if small {
        build.define("KSIG_ML_DSA_VARIANT", "KSIG_VARIANT_SMALL");
    }
    if env::var_os("CARGO_FEATURE_BROKEN").is_some() {
        build.define("KSIG_ENABLE_RAINBOW_1_CLASSIC", "1").define("KSIG_ENABLE_GEMSS_128", "1");
    }
    println!("cargo:rerun-if-env-changed=KSIG_CONFIG_FILE");
    if let Ok(config) = env::var("KSIG_CONFIG_FILE") {
        println!("cargo:rerun-if-changed={config}");
        build.define("KSIG_CONFIG_FILE", format!("\"{config}\"").as_str());
    }
    println!("cargo:rerun-if-changed={}", root.join("src").display());
    println!("cargo:rerun-if-changed={}", root.join("include").display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let definitions = root.join("include/kilosig/schemes.def");
    let schemes = schemes(&fs::read_to_string(definitions).expect("the list of schemes"));
    write_schemes(&schemes, &out);
    write_state_bytes(&build, &schemes, &out);
    build.files(&files).compile("kilosig");
}
