// SPDX-License-Identifier: Apache-2.0 OR MIT
//! A program that makes keys and signatures of ML-DSA-44 alone has no other family in it. This file is that program:
//! keep it alone.

use kilosig::{keygen, sign, KeygenScheme, Randomness, SignArgs, SignScheme};

#[test]
fn only_ml_dsa() {
    let mut key = [0; KeygenScheme::MlDsa44.key_bytes()];
    let mut signature = [0; SignScheme::MlDsa44.signature_bytes()];
    // A length links nothing.
    let mut state = [0; SignScheme::max_state_words(&[SignScheme::MlDsa44, SignScheme::Haetae5])];
    keygen(KeygenScheme::MlDsa44, &mut state, &[5; 32], &mut key).expect("a key");
    let args = SignArgs::new(&[5; 32], Randomness::Deterministic);
    sign(SignScheme::MlDsa44, &mut state, &args, b"message", &mut signature).expect("a signature");

    let program = std::fs::read(std::env::current_exe().expect("known")).expect("readable");
    // In capitals here, for the program not to find what it looks for in itself.
    let has = |name: &str| {
        let name = name.to_lowercase();
        program.windows(name.len()).any(|window| window == name.as_bytes())
    };
    assert!(has("ML-DSA-44"), "names of descriptors are found");
    // Names of other levels may be there: some linkers keep a file's texts together.
    for name in "DILITHIUM2- HAETAE- FALCON- FN-DSA- SLH-DSA- SPHINCS- RAINBOW- GEMSS-".split(' ') {
        assert!(!has(name), "{name} is linked");
    }
}
