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

macro_rules! schemes {
    ($($(#[$attribute:meta])* $name:ident = $symbol:ident;)*) => {
        const SCHEMES: &[&str] = &[$(stringify!($symbol)),*];
    };
}
include!("src/schemes.rs");

/// Writes a constant for each scheme with the size of its state, which depends on the configuration and on the target.
/// Its programs do not run here, so the sizes are read from an object file, behind a mark.
fn write_state_bytes(build: &cc::Build, folder: &Path) {
    const MARK: &str = "kilosig: bytes of states follow.";
    let byte = |value: String| format!("(unsigned char)(({value}) & 255),");
    let mut source = String::from("#include \"kilosig/kilosig.h\"\nconst unsigned char ksig_state_bytes[] = {");
    source.extend(MARK.bytes().map(|value| byte(value.to_string())));
    for scheme in SCHEMES {
        let size = format!("{}_STATE_BYTES", scheme.to_uppercase());
        source += &format!("\n{} {}", byte(size.clone()), byte(format!("({size}) >> 8")));
    }
    let probe = folder.join("state_bytes.c");
    fs::write(&probe, source + "};\n").expect("OUT_DIR is writable");

    let objects = build.clone().flag_if_supported("-fno-lto").file(&probe).compile_intermediates();
    let object = fs::read(&objects[0]).expect("compiled just now");
    let mark = object.windows(MARK.len()).position(|window| window == MARK.as_bytes());
    let sizes = &object[mark.expect("the object file has the constant as it is") + MARK.len()..];
    let mut constants = String::new();
    for (scheme, size) in SCHEMES.iter().zip(sizes.chunks(2)) {
        constants += &format!("pub const {scheme}: u16 = {};\n", u16::from_le_bytes([size[0], size[1]]));
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
    sources(&root.join("src"), target.starts_with("thumbv7m") || target.starts_with("thumbv7em"), &mut files);
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
    write_state_bytes(&build, Path::new(&env::var_os("OUT_DIR").expect("set by cargo")));
    build.files(&files).compile("kilosig");
}
