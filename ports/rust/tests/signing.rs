// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Key generation and signing: every descriptor, and keys and signatures that other implementations made.

mod common;

use common::{generate, generate_streamed, haetae, ml_dsa, sign_into, sign_streamed, slh_dsa, verdict, Known};
use kilosig::{ffi, hash, KeygenScheme, Mode, Randomness, SignArgs, SignScheme, Verdict};
use std::ffi::CStr;

const PIECES: [usize; 3] = [1, 61, 100_000];
/// Name; key generation and signing with the short form of the secret key, and with the long one.
type Forms = (&'static str, [KeygenScheme; 2], [SignScheme; 2]);

macro_rules! forms {
    ($name:literal, $keys:ident, $other_keys:ident, $signs:ident, $other_signs:ident) => {
        ($name, [KeygenScheme::$keys, KeygenScheme::$other_keys], [SignScheme::$signs, SignScheme::$other_signs])
    };
}

const ML_DSA: [Forms; 3] = [
    forms!("ml-dsa-44", MlDsa44, MlDsa44Expanded, MlDsa44, MlDsa44Expanded),
    forms!("ml-dsa-65", MlDsa65, MlDsa65Expanded, MlDsa65, MlDsa65Expanded),
    forms!("ml-dsa-87", MlDsa87, MlDsa87Expanded, MlDsa87, MlDsa87Expanded),
];
const HAETAE: [Forms; 6] = [
    forms!("haetae-2", Haetae2Compact, Haetae2, Haetae2Compact, Haetae2),
    forms!("haetae-2-kpqc", Haetae2Compact, Haetae2, Haetae2KpqcCompact, Haetae2Kpqc),
    forms!("haetae-3", Haetae3Compact, Haetae3, Haetae3Compact, Haetae3),
    forms!("haetae-3-kpqc", Haetae3Compact, Haetae3, Haetae3KpqcCompact, Haetae3Kpqc),
    forms!("haetae-5", Haetae5Compact, Haetae5, Haetae5Compact, Haetae5),
    forms!("haetae-5-kpqc", Haetae5Compact, Haetae5, Haetae5KpqcCompact, Haetae5Kpqc),
];
/// The sets that are tested always; the others take minutes: KSIG_SLOW_SETS=1 in the environment.
const FAST: [(&str, KeygenScheme, SignScheme); 6] = [
    ("slh-dsa-sha2-128f", KeygenScheme::SlhDsaSha2_128f, SignScheme::SlhDsaSha2_128f),
    ("slh-dsa-sha2-192f", KeygenScheme::SlhDsaSha2_192f, SignScheme::SlhDsaSha2_192f),
    ("slh-dsa-sha2-256f", KeygenScheme::SlhDsaSha2_256f, SignScheme::SlhDsaSha2_256f),
    ("slh-dsa-shake-128f", KeygenScheme::SlhDsaShake128f, SignScheme::SlhDsaShake128f),
    ("slh-dsa-shake-192f", KeygenScheme::SlhDsaShake192f, SignScheme::SlhDsaShake192f),
    ("slh-dsa-shake-256f", KeygenScheme::SlhDsaShake256f, SignScheme::SlhDsaShake256f),
];
const SLOW: [(&str, KeygenScheme, SignScheme); 6] = [
    ("slh-dsa-sha2-128s", KeygenScheme::SlhDsaSha2_128s, SignScheme::SlhDsaSha2_128s),
    ("slh-dsa-sha2-192s", KeygenScheme::SlhDsaSha2_192s, SignScheme::SlhDsaSha2_192s),
    ("slh-dsa-sha2-256s", KeygenScheme::SlhDsaSha2_256s, SignScheme::SlhDsaSha2_256s),
    ("slh-dsa-shake-128s", KeygenScheme::SlhDsaShake128s, SignScheme::SlhDsaShake128s),
    ("slh-dsa-shake-192s", KeygenScheme::SlhDsaShake192s, SignScheme::SlhDsaShake192s),
    ("slh-dsa-shake-256s", KeygenScheme::SlhDsaShake256s, SignScheme::SlhDsaShake256s),
];

#[test]
fn all_of_the_library() {
    extern "C" {
        static ksig_keygen_schemes: [*const ffi::ksig_keygen_scheme; 0];
        static ksig_sign_schemes: [*const ffi::ksig_sign_scheme; 0];
    }
    let mut next = unsafe { ksig_keygen_schemes.as_ptr() };
    for scheme in KeygenScheme::ALL {
        let raw = unsafe { (*next).as_ref() }.expect("the library has as many");
        assert_eq!(unsafe { CStr::from_ptr(raw.name) }.to_str(), Ok(scheme.name()));
        assert_eq!(usize::from(raw.state_bytes), scheme.state_bytes(), "{scheme:?}");
        assert_eq!(raw.key_bytes as usize, scheme.key_bytes(), "{scheme:?}");
        assert_eq!(raw.output_bytes as usize, scheme.output_bytes(), "{scheme:?}");
        assert_eq!(KeygenScheme::ALL.iter().filter(|other| *other == scheme).count(), 1, "{scheme:?}");
        next = unsafe { next.add(1) };
    }
    assert!(unsafe { *next }.is_null(), "one is not in the crate");
    assert_eq!(KeygenScheme::ALL.len(), 24);

    let mut next = unsafe { ksig_sign_schemes.as_ptr() };
    for scheme in SignScheme::ALL {
        let raw = unsafe { (*next).as_ref() }.expect("the library has as many");
        assert_eq!(unsafe { CStr::from_ptr(raw.name) }.to_str(), Ok(scheme.name()));
        assert_eq!(usize::from(raw.state_bytes), scheme.state_bytes(), "{scheme:?}");
        assert_eq!(raw.signature_bytes as usize, scheme.signature_bytes(), "{scheme:?}");
        assert_eq!(raw.secret_key_bytes as usize, scheme.secret_key_bytes(), "{scheme:?}");
        assert_eq!(SignScheme::ALL.iter().filter(|other| *other == scheme).count(), 1, "{scheme:?}");
        next = unsafe { next.add(1) };
    }
    assert!(unsafe { *next }.is_null(), "one is not in the crate");
    assert_eq!(SignScheme::ALL.len(), 30);
    let most = SignScheme::ALL.iter().map(|scheme| scheme.state_words()).max();
    assert_eq!(Some(SignScheme::max_state_words(SignScheme::ALL)), most);
}

/// The arguments of a known signature.
fn known_args<'key, 'a>(known: &'a Known, secret_key: &'key [u8]) -> SignArgs<'key, 'a> {
    let randomness = if known.rnd.is_empty() { Randomness::Deterministic } else { Randomness::Hedged(&known.rnd) };
    SignArgs { context: &known.context, ..SignArgs::new(secret_key, randomness) }
}

#[test]
fn ml_dsa_known_answers() {
    for (name, [keygen, expand], [with_seed, with_expanded]) in ML_DSA {
        for (number, known) in ml_dsa(name).into_iter().enumerate() {
            let case = format!("{name} {number}");
            assert_eq!(generate(keygen, &known.seed), known.key, "{case}");
            let piece = PIECES[number % 3];
            assert_eq!(generate_streamed(keygen, &known.seed, piece), known.key, "{case}");
            let expanded = generate(expand, &known.seed);
            assert_eq!(generate_streamed(expand, &known.seed, piece), expanded, "{case}");
            assert_eq!(expanded[..32], known.key[..32], "{case}: rho");
            for (scheme, secret) in [(with_seed, &known.seed), (with_expanded, &expanded)] {
                let args = known_args(&known, secret);
                assert_eq!(sign_into(scheme, &args, &known.message), Ok(known.signature.clone()), "{case}");
                let with_key = SignArgs { public_key: Some(&known.key), ..args };
                let chunk = [7, 1, 100][number % 3];
                let streamed = sign_streamed(scheme, &with_key, &known.message, chunk, piece);
                assert_eq!(streamed, Ok(known.signature.clone()), "{case}");
            }
        }
    }
}

#[test]
fn slh_dsa_known_answers() {
    let slow: &[_] = if std::env::var_os("KSIG_SLOW_SETS").is_some() { &SLOW } else { &[] };
    for (number, (name, keygen, signer)) in FAST.iter().chain(slow).enumerate() {
        let known = slh_dsa(name);
        let secret = generate_streamed(*keygen, &known.seed, PIECES[number % 3]);
        assert_eq!(secret, [&known.seed[..], &known.key[known.key.len() / 2..]].concat(), "{name}");
        assert_eq!(generate(*keygen, &known.seed), secret, "{name}");
        let args = known_args(&known, &secret);
        // In the buffer or in pieces: each set once.
        let signature = match number % 2 {
            0 => sign_streamed(*signer, &args, &known.message, 7, [61, 1, 100_000][number / 2]),
            _ => sign_into(*signer, &args, &known.message),
        };
        assert!(signature == Ok(known.signature), "{name}");
    }
}

#[test]
fn haetae_known_answers() {
    for (name, [keygen_compact, keygen], [compact, whole]) in HAETAE {
        let known = haetae(name);
        let secret = generate(keygen, &known.seed);
        let compact_output = generate(keygen_compact, &known.seed);
        let (key, compact_secret) = compact_output.split_at(known.key.len());
        assert_eq!((key, &secret[..key.len()]), (&known.key[..], key), "{name}");
        let args = known_args(&known, &secret);
        assert_eq!(sign_into(whole, &args, &known.message), Ok(known.signature.clone()), "{name}");
        let args = SignArgs { public_key: Some(key), ..known_args(&known, compact_secret) };
        assert_eq!(sign_into(compact, &args, &known.message), Ok(known.signature.clone()), "{name} compact");
        assert_eq!(verdict(name, key, &args, &known.message, &known.signature), Verdict::ACCEPT, "{name}");
    }
}

/// A secret key of each family, and its public key.
fn keys() -> [(SignScheme, Vec<u8>, Vec<u8>); 3] {
    let slh = generate(KeygenScheme::SlhDsaSha2_128f, &slh_dsa("slh-dsa-sha2-128f").seed);
    let haetae_key = generate(KeygenScheme::Haetae2, &[5; 32]);
    [
        (SignScheme::MlDsa44, vec![5; 32], generate(KeygenScheme::MlDsa44, &[5; 32])),
        (SignScheme::SlhDsaSha2_128f, slh.clone(), slh[32..].to_vec()),
        (SignScheme::Haetae2, haetae_key.clone(), haetae_key[..SignScheme::Haetae2.key_bytes()].to_vec()),
    ]
}

#[test]
fn hedged() {
    for (scheme, secret, key) in keys() {
        let (one, other) = (vec![1; scheme.rnd_bytes()], vec![2; scheme.rnd_bytes()]);
        let made = [Randomness::Deterministic, Randomness::Hedged(&one), Randomness::Hedged(&other)].map(|randomness| {
            let args = SignArgs { context: b"context", ..SignArgs::new(&secret, randomness) };
            let signature = sign_into(scheme, &args, b"message").expect("a signature");
            assert_eq!(verdict(scheme.name(), &key, &args, b"message", &signature), Verdict::ACCEPT, "{scheme:?}");
            let without = SignArgs { context: &[], ..args };
            assert_ne!(verdict(scheme.name(), &key, &without, b"message", &signature), Verdict::ACCEPT, "{scheme:?}");
            signature
        });
        assert!(made[0] != made[1] && made[1] != made[2] && made[2] != made[0], "{scheme:?}");
        let args = SignArgs { context: b"context", ..SignArgs::new(&secret, Randomness::Hedged(&one)) };
        let again = sign_into(scheme, &args, b"message");
        assert!(again == Ok(made[1].clone()), "{scheme:?}: the same randomness gives the same signature");
    }
}

#[test]
fn prehash() {
    // SHA-256 of "abc", FIPS 180-4.
    let digest = common::hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (scheme, secret, key) in keys().into_iter().take(2) {
        let pure = SignArgs::new(&secret, Randomness::Deterministic);
        let hashed = SignArgs { mode: Mode::Prehash, hash: hash::SHA256, ..pure };
        let args = SignArgs { mode: Mode::Digest, ..hashed };
        let signature = sign_streamed(scheme, &hashed, b"abc", 1, 61).expect("a signature");
        assert!(sign_into(scheme, &args, &digest) == Ok(signature.clone()), "{scheme:?}");
        assert_eq!(verdict(scheme.name(), &key, &hashed, b"abc", &signature), Verdict::ACCEPT, "{scheme:?}");
        assert_eq!(verdict(scheme.name(), &key, &args, &digest, &signature), Verdict::ACCEPT, "{scheme:?}");
        assert_ne!(verdict(scheme.name(), &key, &pure, b"abc", &signature), Verdict::ACCEPT, "{scheme:?}");
    }
}
