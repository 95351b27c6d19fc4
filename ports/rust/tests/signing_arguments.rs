// SPDX-License-Identifier: Apache-2.0 OR MIT
//! What key generation and signing refuse, and what they leave behind.

mod common;

use common::{generate, sign_into, sign_streamed, slh_dsa};
use kilosig::{
    keygen, Argument, Check, Error, KeyGenerator, KeygenScheme, Mode, Progress, Randomness, SignArgs, SignScheme,
    Signer, Verdict,
};

/// Of each family a key generation, a signer, a secret key and a public key.
fn families() -> [(KeygenScheme, SignScheme, Vec<u8>, Vec<u8>); 3] {
    let slh = generate(KeygenScheme::SlhDsaSha2_128f, &slh_dsa("slh-dsa-sha2-128f").seed);
    let haetae = generate(KeygenScheme::Haetae2, &[5; 32]);
    let haetae_key = haetae[..KeygenScheme::Haetae2.key_bytes()].to_vec();
    [
        (KeygenScheme::MlDsa44, SignScheme::MlDsa44, vec![5; 32], generate(KeygenScheme::MlDsa44, &[5; 32])),
        (KeygenScheme::SlhDsaSha2_128f, SignScheme::SlhDsaSha2_128f, slh.clone(), slh[32..].to_vec()),
        (KeygenScheme::Haetae2, SignScheme::Haetae2, haetae, haetae_key),
    ]
}

fn rejected<T>(reason: Verdict) -> Result<T, Error> {
    Err(Error::Rejected(reason))
}

fn length<T>(argument: Argument) -> Result<T, Error> {
    Err(Error::Length(argument))
}

/// A closed state is zeros, except for the reason that it is closed.
fn is_wiped(state: &[u64]) -> bool {
    let bytes: u32 = state.iter().flat_map(|word| word.to_le_bytes()).map(u32::from).sum();
    bytes == Verdict::REJECT_ARGUMENT.0
}

#[test]
fn lengths_of_keygen() {
    for &scheme in KeygenScheme::ALL {
        let mut state = vec![0; scheme.state_words()];
        let seed = vec![5; scheme.seed_bytes() + 1];
        let mut output = vec![0xa7; scheme.output_bytes() + 1];
        let (seed_bytes, output_bytes) = (scheme.seed_bytes(), scheme.output_bytes());
        for wrong in [0, seed_bytes - 1, seed_bytes + 1] {
            let made = keygen(scheme, &mut state, &seed[..wrong], &mut output[..output_bytes]);
            assert_eq!(made, length(Argument::Seed), "{scheme:?}");
            assert!(output[..output_bytes].iter().all(|byte| *byte == 0));
            output.fill(0xa7);
        }
        for wrong in [0, output_bytes - 1, output_bytes + 1] {
            let made = keygen(scheme, &mut state, &seed[..seed_bytes], &mut output[..wrong]);
            assert_eq!(made, length(Argument::Output), "{scheme:?}");
        }
        let words = state.len() - 1;
        let made = keygen(scheme, &mut state[..words], &seed[..seed_bytes], &mut output[..output_bytes]);
        assert_eq!(made, rejected(Verdict::REJECT_STATE_SIZE), "{scheme:?}");
        let opened = KeyGenerator::open(scheme, &mut state, &seed[..seed_bytes]).map(|_| ());
        assert_eq!(opened, if scheme.streams() { Ok(()) } else { rejected(Verdict::REJECT_ARGUMENT) }, "{scheme:?}");
    }
}

#[test]
fn lengths_of_signing() {
    for &scheme in SignScheme::ALL {
        let (bytes, rnd_bytes) = (scheme.secret_key_bytes(), scheme.rnd_bytes());
        let (secret, public, rnd) = (vec![5; bytes + 1], vec![5; scheme.key_bytes() + 1], vec![5; rnd_bytes + 1]);
        let args = SignArgs::new(&secret[..bytes], Randomness::Deterministic);
        for wrong in [0, bytes - 1, bytes + 1] {
            let args = SignArgs { secret_key: &secret[..wrong], ..args };
            assert_eq!(sign_into(scheme, &args, b""), length(Argument::SecretKey), "{scheme:?}");
        }
        for wrong in [0, scheme.key_bytes() - 1, scheme.key_bytes() + 1] {
            let args = SignArgs { public_key: Some(&public[..wrong]), ..args };
            assert_eq!(sign_into(scheme, &args, b""), length(Argument::PublicKey), "{scheme:?}");
        }
        for wrong in [rnd_bytes.wrapping_sub(1), rnd_bytes + 1].into_iter().filter(|wrong| *wrong < rnd.len() + 1) {
            let args = SignArgs { randomness: Randomness::Hedged(&rnd[..wrong]), ..args };
            assert_eq!(sign_into(scheme, &args, b""), length(Argument::Randomness), "{scheme:?}");
        }
        let mut state = vec![0; scheme.state_words()];
        let mut signature = vec![0xa7; scheme.signature_bytes() + 1];
        for wrong in [0, scheme.signature_bytes() - 1, scheme.signature_bytes() + 1] {
            let made = kilosig::sign(scheme, &mut state, &args, b"", &mut signature[..wrong]);
            assert_eq!(made, length(Argument::Output), "{scheme:?}");
            assert!(signature[..wrong].iter().all(|byte| *byte == 0));
        }
        let words = state.len() - 1;
        signature.truncate(scheme.signature_bytes());
        let made = kilosig::sign(scheme, &mut state[..words], &args, b"", &mut signature);
        assert_eq!(made, rejected(Verdict::REJECT_STATE_SIZE), "{scheme:?}");
        if !scheme.streams() {
            let opened = Signer::open(scheme, &mut state, &args).map(|_| ());
            assert_eq!(opened, rejected(Verdict::REJECT_ARGUMENT), "{scheme:?}");
        }
    }
}

#[test]
fn nothing_is_not_randomness() {
    for &scheme in SignScheme::ALL {
        let secret = vec![5; scheme.secret_key_bytes()];
        let zeros = vec![0; scheme.rnd_bytes()];
        let args = SignArgs::new(&secret, Randomness::Hedged(&zeros));
        assert_eq!(sign_into(scheme, &args, b""), Err(Error::ZeroRandomness), "{scheme:?}");
        if scheme.rnd_bytes() != 0 {
            let args = SignArgs::new(&secret, Randomness::Hedged(&[]));
            assert_eq!(sign_into(scheme, &args, b""), length(Argument::Randomness), "{scheme:?}");
        }
    }
    assert_eq!(Error::ZeroRandomness.verdict(), Verdict::REJECT_ARGUMENT);
    assert_eq!(Error::ZeroRandomness.to_string(), "the randomness is all zeros");
}

#[test]
fn context_and_modes() {
    let context = [9; 256];
    for (_, scheme, secret, _) in families() {
        let args = SignArgs::new(&secret, Randomness::Deterministic);
        let long = SignArgs { context: &context, ..args };
        assert_eq!(sign_into(scheme, &long, b""), rejected(Verdict::REJECT_CONTEXT), "{scheme:?}");
        let longest = SignArgs { context: &context[..255], ..args };
        assert!(sign_into(scheme, &longest, b"").is_ok(), "{scheme:?}");
        let no_hash = SignArgs { mode: Mode::Prehash, ..args };
        assert_eq!(sign_into(scheme, &no_hash, b""), rejected(Verdict::REJECT_ARGUMENT), "{scheme:?}");
        let unchecked = SignArgs { check: Check::Never, ..args };
        assert_eq!(sign_into(scheme, &unchecked, b""), rejected(Verdict::REJECT_ARGUMENT), "{scheme:?}");
        let checked = SignArgs { check: Check::Always, ..args };
        assert!(sign_into(scheme, &checked, b"") == sign_into(scheme, &args, b""), "{scheme:?}");
    }
    let args = SignArgs { mode: Mode::ExternalMu, ..SignArgs::new(&[5; 32], Randomness::Deterministic) };
    for wrong in [63, 65] {
        let signature = sign_into(SignScheme::MlDsa44, &args, &vec![1; wrong]);
        assert_eq!(signature, rejected(Verdict::REJECT_MSG_LENGTH));
    }
    let rnd = [1; 32];
    let hedged = SignArgs { check: Check::Never, ..SignArgs::new(&[5; 32], Randomness::Hedged(&rnd)) };
    let checked = SignArgs { check: Check::Default, ..hedged };
    assert!(sign_into(SignScheme::MlDsa44, &hedged, b"") == sign_into(SignScheme::MlDsa44, &checked, b""));
    assert!(sign_into(SignScheme::MlDsa44, &hedged, b"").is_ok());
}

#[test]
fn compact_keys_need_the_public_one() {
    let output = generate(KeygenScheme::Haetae2Compact, &[5; 32]);
    let (key, secret) = output.split_at(KeygenScheme::Haetae2.key_bytes());
    let args = SignArgs::new(secret, Randomness::Deterministic);
    assert_eq!(sign_into(SignScheme::Haetae2Compact, &args, b""), rejected(Verdict::REJECT_ARGUMENT));
    let mut other = key.to_vec();
    other[40] ^= 1;
    let with_other = SignArgs { public_key: Some(&other), ..args };
    assert_eq!(sign_into(SignScheme::Haetae2Compact, &with_other, b""), rejected(Verdict::REJECT_KEY));
    assert!(sign_into(SignScheme::Haetae2Compact, &SignArgs { public_key: Some(key), ..args }, b"").is_ok());
}

#[test]
fn a_second_pass_of_another_message() {
    let known = slh_dsa("slh-dsa-sha2-128f");
    let secret = generate(KeygenScheme::SlhDsaSha2_128f, &known.seed);
    let mut state = vec![0; SignScheme::SlhDsaSha2_128f.state_words()];
    let args = SignArgs::new(&secret, Randomness::Deterministic);
    let mut signer = Signer::open(SignScheme::SlhDsaSha2_128f, &mut state, &args).expect("opens");
    let (mut passes, mut piece) = (0u8, [0; 64]);
    let end = loop {
        if signer.wants_message() {
            signer.feed(&[b'a' + passes]).expect("is wanted");
            passes += 1;
        }
        let progress = signer.step();
        assert_eq!(signer.take(&mut piece), 0, "nothing leaves");
        if progress != Ok(Progress::Pending) {
            break progress;
        }
    };
    assert_eq!((passes, end), (2, rejected(Verdict::REJECT_RESTREAM)));
    assert_eq!(signer.close(), rejected(Verdict::REJECT_RESTREAM));
    assert!(is_wiped(&state));
}

#[test]
fn out_of_order() {
    for (_, scheme, secret, _) in families() {
        let mut state = vec![!0; scheme.state_words()];
        let mut signature = vec![0xa7; scheme.signature_bytes()];
        let args = SignArgs { mode: Mode::Pure, ..SignArgs::new(&secret, Randomness::Deterministic) };
        let mut signer = Signer::open_into(scheme, &mut state, &args, &mut signature).expect("opens");
        loop {
            if signer.wants_message() {
                signer.feed(&[]).expect("is wanted");
            }
            if signer.step() != Ok(Progress::Pending) || !signer.wants_message() {
                break;
            }
        }
        assert!(!signer.wants_message());
        assert_eq!(signer.feed(b"late"), rejected(Verdict::REJECT_OVERFEED), "{scheme:?}");
        assert_eq!(signer.step(), rejected(Verdict::REJECT_OVERFEED), "{scheme:?}");
        assert_eq!(signer.close(), rejected(Verdict::REJECT_OVERFEED), "{scheme:?}");
        assert!(is_wiped(&state) && signature.iter().all(|byte| *byte == 0), "{scheme:?}");
    }
}

#[test]
fn a_drop_wipes() {
    for (generation, scheme, secret, _) in families() {
        // After each of the first steps, by close and by a drop.
        for steps in 0..12 {
            let mut state = vec![!0; generation.state_words()];
            let mut output = vec![0xa7; generation.output_bytes()];
            let seed = vec![5; generation.seed_bytes()];
            let mut generator = KeyGenerator::open_into(generation, &mut state, &seed, &mut output).expect("opens");
            for _ in 0..steps {
                assert_eq!(generator.step(), Ok(Progress::Pending));
            }
            match steps % 2 {
                0 => drop(generator),
                _ => assert_eq!(generator.close(), rejected(Verdict::REJECT_INCOMPLETE)),
            }
            assert!(is_wiped(&state) && output.iter().all(|byte| *byte == 0), "{generation:?} {steps}");

            let mut state = vec![!0; scheme.state_words()];
            let mut signature = vec![0xa7; scheme.signature_bytes()];
            let args = SignArgs::new(&secret, Randomness::Deterministic);
            let mut signer = Signer::open_into(scheme, &mut state, &args, &mut signature).expect("opens");
            for _ in 0..steps {
                if signer.wants_message() {
                    signer.feed(&[]).expect("is wanted");
                }
                assert_eq!(signer.step(), Ok(Progress::Pending));
            }
            match steps % 2 {
                0 => drop(signer),
                _ => assert_eq!(signer.close(), rejected(Verdict::REJECT_INCOMPLETE)),
            }
            assert!(is_wiped(&state) && signature.iter().all(|byte| *byte == 0), "{scheme:?} {steps}");
        }
        // And at the end.
        let mut state = vec![!0; scheme.state_words()];
        let mut signature = vec![0xa7; scheme.signature_bytes()];
        let args = SignArgs::new(&secret, Randomness::Deterministic);
        kilosig::sign(scheme, &mut state, &args, b"message", &mut signature).expect("a signature");
        assert!(is_wiped(&state), "{scheme:?}");
        // An open that is refused, too.
        let args = SignArgs { context: &[9; 256], ..args };
        state.fill(!0);
        let opened = Signer::open_into(scheme, &mut state, &args, &mut signature).map(|_| ());
        assert_eq!(opened, rejected(Verdict::REJECT_CONTEXT));
        assert!(is_wiped(&state) && signature.iter().all(|byte| *byte == 0), "{scheme:?}");
    }
}

#[test]
fn a_changed_public_key_is_a_fault() {
    let key = generate(KeygenScheme::MlDsa44, &[5; 32]);
    for at in [0, 31, 32, 700, 1311] {
        let mut other = key.clone();
        other[at] ^= 0x10;
        let args = SignArgs { public_key: Some(&other), ..SignArgs::new(&[5; 32], Randomness::Deterministic) };
        let signature = sign_streamed(SignScheme::MlDsa44, &args, b"message", 7, 61);
        assert_eq!(signature, rejected(Verdict::REJECT_FAULT), "byte {at}");
    }
}
