// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Compiles the C library. KSIG_CONFIG_FILE in the environment names a configuration header (an absolute path).

use std::path::{Path, PathBuf};
use std::{env, fs};

fn sources(folder: &Path, assembly: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the C sources are at ../../src") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, assembly, found);
        } else if path.extension().map_or(false, |extension| extension == "c" || assembly && extension == "S") {
            found.push(path);
        }
    }
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
    build.files(&files).include(root.join("include")).include(root.join("src"));
    build.std("c99").opt_level(2).flag("-ffreestanding");
    if fast {
        build.define("KSIG_ML_DSA_VARIANT", "KSIG_VARIANT_FAST");
    }
    if small {
        build.define("KSIG_ML_DSA_VARIANT", "KSIG_VARIANT_SMALL");
    }
    println!("cargo:rerun-if-env-changed=KSIG_CONFIG_FILE");
    if let Ok(config) = env::var("KSIG_CONFIG_FILE") {
        println!("cargo:rerun-if-changed={config}");
        build.define("KSIG_CONFIG_FILE", format!("\"{config}\"").as_str());
    }
    println!("cargo:rerun-if-changed={}", root.join("src").display());
    println!("cargo:rerun-if-changed={}", root.join("include").display());
    build.compile("kilosig");
}
