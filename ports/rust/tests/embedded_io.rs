// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Streams of embedded-io: a signature is read from the signer, and reaches the verifier in each way that there is.

use std::io::Seek as _;

use embedded_io::{ErrorType, Read, Seek, SeekFrom, Write};
use kilosig::{keygen, KeygenScheme, Part, Parts, Randomness, Scheme, SignArgs, SignScheme, Signer, Verdict};
use kilosig::{Args, Verifier};

const SCHEME: Scheme = Scheme::MlDsa44;
const MESSAGE: &[u8] = b"a message that is written in pieces";

struct Made {
    anchor: [u8; 64],
    key: [u8; 1312],
    signature: Vec<u8>,
}

fn made() -> Made {
    let (seed, mut key, mut anchor) = ([3u8; 32], [0u8; 1312], [0u8; 64]);
    let mut state = [0u64; KeygenScheme::MlDsa44.state_words()];
    keygen(KeygenScheme::MlDsa44, &mut state, &seed, &mut key).unwrap();
    assert_eq!(SCHEME.key_anchor(&key, &mut anchor), Verdict::DONE);
    let mut state = [0u64; SignScheme::MlDsa44.state_words()];
    let args = SignArgs::new(&seed, Randomness::Hedged(&[9; 32]));
    let mut signer = Signer::open(SignScheme::MlDsa44, &mut state, &args).unwrap();
    for piece in MESSAGE.chunks(7) {
        signer.write_all(piece).unwrap();
    }
    let (mut signature, mut piece) = (Vec::new(), [0u8; 100]);
    loop {
        match Read::read(&mut signer, &mut piece).unwrap() {
            0 => break,
            length => signature.extend_from_slice(&piece[..length]),
        }
    }
    assert_eq!(Read::read(&mut signer, &mut piece).unwrap(), 0); // the end stays the end
    signer.close().unwrap();
    assert_eq!(signature.len(), SignScheme::MlDsa44.signature_bytes());
    Made { anchor, key, signature }
}

fn state() -> [u64; SCHEME.state_words()] {
    [0; SCHEME.state_words()]
}

/// What a sender sends that knows the order of the wants.
fn in_order(made: &Made, message: &[u8]) -> Vec<u8> {
    let mut state = state();
    let args = Args::new(&made.anchor, &made.key, message, &made.signature);
    let mut verifier = Verifier::open(SCHEME, &mut state, &args).unwrap();
    let mut sent = Vec::new();
    while let Some(want) = verifier.want() {
        let part: &[u8] = match want.part {
            Part::Key => &made.key,
            Part::Message => message,
            Part::Signature => &made.signature,
        };
        let piece = &part[want.offset as usize..(want.offset + want.length) as usize];
        sent.extend_from_slice(piece);
        if verifier.feed(piece) != Verdict::PENDING {
            break;
        }
    }
    sent
}

/// A file of std as one of embedded-io. At most 50 bytes at a time.
struct File(std::io::Cursor<Vec<u8>>);

impl ErrorType for File {
    type Error = std::convert::Infallible;
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Self::Error> {
        let length = buffer.len().min(50);
        Ok(std::io::Read::read(&mut self.0, &mut buffer[..length]).unwrap())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> Result<u64, Self::Error> {
        let SeekFrom::Start(place) = to else { panic!("offsets are from the start") };
        Ok(self.0.seek(std::io::SeekFrom::Start(place)).unwrap())
    }
}

#[test]
fn read_from_a_sender() {
    let made = made();
    let sent = in_order(&made, MESSAGE);
    for (at, expected) in [(None, Verdict::ACCEPT), (Some(sent.len() - 1), Verdict::REJECT_HINT)] {
        let (mut sent, mut state) = (sent.clone(), state());
        sent.push(77); // of whatever follows
        if let Some(at) = at {
            sent[at] ^= 0x80;
        }
        let args = Args::new(&made.anchor, &made.key, MESSAGE, &made.signature);
        let mut verifier = Verifier::open(SCHEME, &mut state, &args).unwrap();
        let mut reader = sent.as_slice();
        verifier.read_from(&mut reader, &mut [0; 64]).unwrap();
        let verdict = verifier.close();
        assert_eq!(verdict == Verdict::ACCEPT, expected == Verdict::ACCEPT, "{verdict:?}");
        assert_eq!(reader, [77], "no byte after the last that is wanted is read");
    }
}

#[test]
fn a_stream_that_ends() {
    let made = made();
    let sent = in_order(&made, MESSAGE);
    let mut state = state();
    let args = Args::new(&made.anchor, &made.key, MESSAGE, &made.signature);
    let mut verifier = Verifier::open(SCHEME, &mut state, &args).unwrap();
    verifier.read_from(&mut &sent[..sent.len() - 1], &mut [0; 64]).unwrap();
    assert_eq!(verifier.close(), Verdict::REJECT_INCOMPLETE);
}

#[test]
fn fetched_from_files() {
    let made = made();
    let file = |bytes: &[u8]| File(std::io::Cursor::new(bytes.to_vec()));
    let mut other = MESSAGE.to_vec();
    other[5] ^= 1;
    for (message, accepted) in [(MESSAGE, true), (&other, false)] {
        let mut state = state();
        let args = Args::new(&made.anchor, &made.key, message, &made.signature);
        let mut verifier = Verifier::open(SCHEME, &mut state, &args).unwrap();
        let mut parts = Parts { key: file(&made.key), message: file(message), signature: file(&made.signature) };
        verifier.fetch_from(&mut parts, &mut [0; 64]).unwrap();
        assert_eq!(verifier.close() == Verdict::ACCEPT, accepted);
    }
}

#[test]
fn pushed() {
    let made = made();
    let mut sent = in_order(&made, MESSAGE);
    let args = Args::new(&made.anchor, &made.key, MESSAGE, &made.signature);
    {
        let mut state = state();
        let mut verifier = Verifier::open(SCHEME, &mut state, &args).unwrap();
        for piece in sent.chunks(60) {
            verifier.write_all(piece).unwrap();
        }
        assert_eq!(verifier.write(&[1]), Err(Verdict::REJECT_OVERFEED));
        assert_eq!(verifier.close(), Verdict::ACCEPT);
    }
    // A key that is not the anchor's is refused at the latest by close, however it is written.
    sent[3] ^= 1;
    let mut state = state();
    let mut verifier = Verifier::open(SCHEME, &mut state, &args).unwrap();
    let written = sent.chunks(60).try_for_each(|piece| verifier.write_all(piece).map_err(|_| ()));
    let verdict = verifier.close();
    assert_ne!(verdict, Verdict::ACCEPT);
    assert!(written.is_err() || verdict != Verdict::PENDING);
}
