// SPDX-License-Identifier: Apache-2.0 OR MIT
//! A program that mentions ML-DSA-44 alone has no other scheme in it. This file is that program: keep it alone.

use kilosig::{keygen, sign, verify, Args, KeygenScheme, Randomness, Scheme, SignArgs, SignScheme, Verdict};

#[test]
fn only_ml_dsa_44() {
    let (mut key, mut signature) = ([0; Scheme::MlDsa44.key_bytes()], [0; Scheme::MlDsa44.signature_bytes()]);
    let mut state = [0; SignScheme::max_state_words(&[SignScheme::MlDsa44, SignScheme::Haetae5])];
    keygen(KeygenScheme::MlDsa44, &mut state, &[5; 32], &mut key).expect("a key");
    let args = SignArgs::new(&[5; 32], Randomness::Deterministic);
    sign(SignScheme::MlDsa44, &mut state, &args, b"message", &mut signature).expect("a signature");

    let mut anchor = [0; 64];
    assert_eq!(Scheme::MlDsa44.key_anchor(&key, &mut anchor), Verdict::DONE);
    let mut state = [0; Scheme::max_state_words(&[Scheme::MlDsa44, Scheme::Falcon512R3])]; // a length links nothing
    let args = Args { secret: &[7; 16], ..Args::new(&anchor, &key, b"message", &signature) };
    let verdict = verify(Scheme::MlDsa44, &mut state, &args, &key, b"message", &signature, 64);
    assert_eq!(verdict, Verdict::ACCEPT);

    let program = std::fs::read(std::env::current_exe().expect("known")).expect("readable");
    // In capitals here, for the program not to find what it looks for in itself.
    let has = |name: &str| {
        let name = name.to_lowercase();
        program.windows(name.len()).any(|window| window == name.as_bytes())
    };
    assert!(has("ML-DSA-44"), "names of descriptors are found");
    const OTHERS: &str = "ML-DSA-65 ML-DSA-87 DILITHIUM2- HAETAE- FALCON- FN-DSA- SLH-DSA- SPHINCS- RAINBOW- GEMSS-";
    for name in OTHERS.split(' ') {
        assert!(!has(name), "{name} is linked");
    }
}
