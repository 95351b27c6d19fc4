// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Every scheme of the library: its descriptor, genuine signatures, and the same with one bit wrong.

use kilosig::{ffi, hash, verify, Args, Scheme, Verdict, Verifier};
use std::ffi::CStr;
use std::fs;
use std::path::{Path, PathBuf};

const CHUNKS: [usize; 3] = [1, 61, usize::MAX];
const SECRET: [u8; 16] = *b"not for a sender";
const MAX_STATE_WORDS: usize = Scheme::max_state_words(Scheme::ALL);

struct Record {
    anchor: Vec<u8>,
    key: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
}

fn read(path: PathBuf) -> Vec<u8> {
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Of the schemes whose keys name their set: file of bench/inputs, bytes of the key.
const BY_SET: [(&str, &str, usize); 4] = [
    ("lms", "lms-sha256-h10-w8", 56),
    ("hss", "hss-sha256-h10-w4-x2", 60),
    ("xmss", "xmss-sha2-10-256", 68),
    ("xmssmt", "xmssmt-sha2-20-2-256", 68),
];

/// The signatures of bench/inputs, as bench/inputs/make.py describes them, and those of HAETAE that are here.
fn records(scheme: Scheme) -> Vec<Record> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let name = scheme.name();
    if let Some((_, file, key_bytes)) = BY_SET.iter().find(|(scheme, _, _)| *scheme == name) {
        let record = read(root.join("bench/inputs").join(format!("{file}.bin")));
        let (key, rest) = record.split_at(*key_bytes);
        let (message, signature) = rest.split_at(33);
        let mut anchor = key.to_vec();
        anchor.resize(scheme.anchor_bytes(), 0);
        return vec![Record { anchor, key: key.to_vec(), message: message.to_vec(), signature: signature.to_vec() }];
    }
    let key_file = match name {
        "rainbow-1-classic" => Some("rainbowI-classic.pk0.bin"),
        "gemss-128" => Some("gemss-128.pk0.bin"),
        _ => None,
    };
    let outside = key_file.map(|file| read(root.join("test/vectors").join(file)));
    let kpqc = name.ends_with("-kpqc");
    let message_bytes = if kpqc { 16 } else { 33 };
    let folder = if kpqc { "ports/rust/tests/inputs" } else { "bench/inputs" };
    let file = read(root.join(folder).join(format!("{}.bin", name.replace("-padded", ""))));

    // Falcon's padded form is the compressed one with fewer zeros, where that fits.
    let form = if name.contains("512") { Scheme::Falcon512R3 } else { Scheme::Falcon1024R3 };
    let compressed = name.starts_with("falcon-").then(|| form.signature_bytes());
    let mut sizes = vec![scheme.anchor_bytes()];
    sizes.push(if outside.is_some() { 0 } else { scheme.key_bytes() });
    sizes.extend([message_bytes, compressed.unwrap_or_else(|| scheme.signature_bytes())]);
    sizes.push(if compressed.is_some() { 2 } else { 0 });
    let record_bytes = sizes.iter().sum::<usize>();
    assert_eq!(file.len() % record_bytes, 0, "{name}: {} bytes", file.len());

    let mut found = Vec::new();
    for record in file.chunks(record_bytes) {
        let mut rest = record;
        let mut parts = sizes.iter().map(|&size| {
            let (part, behind) = rest.split_at(size);
            rest = behind;
            part.to_vec()
        });
        let mut next = || parts.next().expect("five parts");
        let (anchor, key, message, mut signature, length) = (next(), next(), next(), next(), next());
        if compressed.is_some() {
            let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
            let padded = name.contains("-padded");
            if padded && length > scheme.signature_bytes() {
                continue;
            }
            signature.truncate(if padded { scheme.signature_bytes() } else { length });
        }
        let key = outside.clone().unwrap_or(key);
        found.push(Record { anchor, key, message, signature });
    }
    found
}

impl Record {
    fn args<'a>(&'a self) -> Args<'a> {
        Args { secret: &SECRET, ..Args::new(&self.anchor, &self.key, &self.message, &self.signature) }
    }

    fn verdict(&self, scheme: Scheme, args: &Args<'_>, chunk: usize) -> Verdict {
        let mut state = vec![0u64; scheme.state_words()]; // not one word more
        verify(scheme, &mut state, args, &self.key, &self.message, &self.signature, chunk)
    }
}

#[test]
fn all_of_the_library() {
    extern "C" {
        static ksig_schemes: [*const ffi::ksig_scheme; 0];
    }
    let mut first = unsafe { ksig_schemes.as_ptr() };
    for scheme in Scheme::ALL {
        let raw = unsafe { (*first).as_ref() }.expect("the library has as many schemes");
        assert_eq!(unsafe { CStr::from_ptr(raw.name) }.to_str(), Ok(scheme.name()));
        assert_eq!(usize::from(raw.state_bytes), scheme.state_bytes(), "{}", scheme.name());
        assert_eq!(raw.key_bytes as usize, scheme.key_bytes(), "{}", scheme.name());
        assert_eq!(raw.signature_bytes as usize, scheme.signature_bytes(), "{}", scheme.name());
        assert!(scheme.state_words() <= MAX_STATE_WORDS);
        assert_eq!(Scheme::ALL.iter().filter(|other| *other == scheme).count(), 1, "{scheme:?}");
        first = unsafe { first.add(1) };
    }
    assert!(unsafe { *first }.is_null(), "a scheme is not in the crate");
    assert!(Scheme::ALL.len() > 30);
    assert_eq!(Scheme::ALL.iter().any(|scheme| scheme.name() == "gemss-128"), cfg!(feature = "broken"));
}

#[test]
fn constants_are_what_they_say() {
    let names = [
        (Scheme::Dilithium2R3, "dilithium2-r3"),
        (Scheme::Haetae3, "haetae-3"),
        (Scheme::Haetae3Kpqc, "haetae-3-kpqc"),
        (Scheme::Falcon1024R3, "falcon-1024-r3"),
        (Scheme::Falcon512PaddedR3, "falcon-512-padded-r3"),
        (Scheme::FnDsa512, "fn-dsa-512"),
        (Scheme::SlhDsaSha2_192f, "slh-dsa-sha2-192f"),
        (Scheme::SlhDsaShake256s, "slh-dsa-shake-256s"),
        (Scheme::SphincsSha256_128fSimpleR3, "sphincs-sha256-128f-simple-r3"),
    ];
    for (scheme, name) in names {
        assert_eq!(scheme.name(), name);
    }
    assert_eq!(format!("{:?}", Scheme::MlDsa65), "Scheme(ml-dsa-65)");
    for (scheme, expected) in [
        (Scheme::MlDsa44, hash::SHAKE256),
        (Scheme::Haetae2, hash::SHA256),
        (Scheme::Falcon512R3, hash::SHA256),
        (Scheme::FnDsa1024, hash::SHAKE256),
        (Scheme::SlhDsaSha2_128s, 0),
    ] {
        assert_eq!(scheme.anchor_hash(), expected, "{scheme:?}");
    }
}

#[test]
fn genuine_signatures() {
    for &scheme in Scheme::ALL {
        let records = records(scheme);
        assert!(!records.is_empty(), "{scheme:?}");
        for record in records {
            let mut anchor = vec![0; scheme.anchor_bytes()];
            assert_eq!(scheme.key_anchor(&record.key, &mut anchor), Verdict::DONE);
            assert_eq!(anchor, record.anchor, "{scheme:?}");
            for chunk in CHUNKS {
                assert_eq!(record.verdict(scheme, &record.args(), chunk), Verdict::ACCEPT, "{scheme:?} chunk {chunk}");
            }
        }
    }
}

#[test]
fn one_wrong_bit() {
    for &scheme in Scheme::ALL {
        let key_is_anchor = scheme.anchor_hash() == 0;
        for part in 0..4 {
            let mut record = records(scheme).remove(0);
            let bytes = match part {
                0 => &mut record.anchor,
                1 => &mut record.key,
                2 => &mut record.message,
                _ => &mut record.signature,
            };
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            let verdict = record.verdict(scheme, &record.args(), 61);
            let case = format!("{scheme:?} part {part}: {verdict:?}");
            match part {
                1 if key_is_anchor => assert_eq!(verdict, Verdict::ACCEPT, "{case}: the key is not wanted"),
                0 if key_is_anchor => assert_eq!(verdict, Verdict::REJECT_SIGNATURE, "{case}"),
                // A wrong key may be refused for what comes of it, before its digest is complete.
                0 | 1 => assert!(verdict != Verdict::ACCEPT && verdict != Verdict::PENDING, "{case}"),
                2 => assert!([Verdict::REJECT_SIGNATURE, Verdict::REJECT_NORM].contains(&verdict), "{case}"),
                _ => assert!(verdict != Verdict::ACCEPT && verdict != Verdict::PENDING, "{case}"),
            }
        }
    }
}

#[test]
fn another_profile() {
    let pairs = [
        (Scheme::Haetae2, Scheme::Haetae2Kpqc),
        (Scheme::Haetae2Kpqc, Scheme::Haetae2),
        (Scheme::SlhDsaSha2_128s, Scheme::SphincsSha256_128sSimpleR3),
    ];
    for (of, scheme) in pairs {
        let record = records(of).remove(0);
        assert_eq!(record.verdict(scheme, &record.args(), 61), Verdict::REJECT_SIGNATURE, "{of:?} as {scheme:?}");
    }
    let record = records(Scheme::Falcon512R3).remove(0);
    assert_eq!(record.verdict(Scheme::Falcon512PaddedR3, &record.args(), 61), Verdict::REJECT_SIG_LENGTH);
    let record = records(Scheme::Haetae2Kpqc).remove(0);
    let args = Args { context: b"none here", ..record.args() };
    assert_eq!(record.verdict(Scheme::Haetae2Kpqc, &args, 61), Verdict::REJECT_CONTEXT);
}

#[test]
fn secrets() {
    for &scheme in Scheme::ALL {
        let record = records(scheme).remove(0);
        let without = Args { secret: &[], ..record.args() };
        let needed = scheme.secret_bytes() != 0 && scheme.name() != "gemss-128";
        let expected = if needed { Verdict::REJECT_ARGUMENT } else { Verdict::ACCEPT };
        assert_eq!(record.verdict(scheme, &without, usize::MAX), expected, "{scheme:?}");
        if scheme.secret_bytes() != 0 {
            let short = Args { secret: &SECRET[1..], ..record.args() };
            assert_eq!(record.verdict(scheme, &short, usize::MAX), Verdict::REJECT_ARGUMENT, "{scheme:?}");
        }
    }
}

#[test]
fn one_word_less() {
    for &scheme in Scheme::ALL {
        let record = records(scheme).remove(0);
        let mut state = vec![0u64; scheme.state_words() - 1];
        let opened = Verifier::open(scheme, &mut state, &record.args()).map(|_| ());
        assert_eq!(opened, Err(Verdict::REJECT_STATE_SIZE), "{scheme:?}");
    }
}

#[test]
fn feeding_nothing_tells_how_it_stands() {
    let scheme = Scheme::Haetae2;
    let record = &records(scheme)[0];
    let mut state = vec![0u64; scheme.state_words()];
    let mut verifier = Verifier::open(scheme, &mut state, &record.args()).expect("opens");
    assert_eq!(verifier.feed(&[]), Verdict::PENDING);
    let want = verifier.want().expect("bytes are missing");
    assert_eq!(verifier.feed(&vec![0; want.length as usize + 1]), Verdict::REJECT_OVERFEED);
    assert_eq!(verifier.feed(&[]), Verdict::REJECT_OVERFEED);
    assert!(verifier.want().is_none());
    assert_eq!(verifier.close(), Verdict::REJECT_OVERFEED);
}
