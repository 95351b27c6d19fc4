// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Known keys and signatures, and signing in pieces.
#![allow(dead_code)] // each test program uses a part

use kilosig::{
    keygen, verify, Args, Error, KeyGenerator, KeygenScheme, Progress, Scheme, SignArgs, SignScheme, Signer, Verdict,
};
use std::fs;
use std::path::Path;

/// What is known of a key: what other implementations make of it.
pub struct Known {
    pub name: &'static str,
    pub seed: Vec<u8>,
    pub key: Vec<u8>,
    pub context: Vec<u8>,
    /// Empty: deterministic.
    pub rnd: Vec<u8>,
    pub message: Vec<u8>,
    pub signature: Vec<u8>,
}

pub fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn lines(name: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(read(&format!("ports/rust/tests/inputs/{name}"))).expect("text");
    text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect()
}

/// Of bench/inputs: dilithium-py's keys and deterministic signatures.
pub fn ml_dsa(name: &'static str) -> Vec<Known> {
    let seeds = read(&format!("bench/inputs/{name}-keys.bin"));
    let (key_bytes, signature_bytes) = match name {
        "ml-dsa-44" => (1312, 2420),
        "ml-dsa-65" => (1952, 3309),
        _ => (2592, 4627),
    };
    let file = read(&format!("bench/inputs/{name}.bin"));
    let records = file.chunks(64 + key_bytes + 33 + signature_bytes);
    let known = seeds.chunks(32).zip(records).map(|(seed, record)| {
        let (key, rest) = record[64..].split_at(key_bytes);
        let (message, signature) = rest.split_at(33);
        Known {
            name,
            seed: seed.to_vec(),
            key: key.to_vec(),
            context: vec![],
            rnd: vec![],
            message: message.to_vec(),
            signature: signature.to_vec(),
        }
    });
    known.collect()
}

/// Of bench/inputs: the key and deterministic signature of the Python package `slh-dsa`.
pub fn slh_dsa(name: &'static str) -> Known {
    let line = lines("slh-dsa-seeds.txt").into_iter().find(|line| line[0] == name).expect("a line");
    let seed = hex(&line[1]);
    let key_bytes = seed.len() / 3 * 2;
    let record = read(&format!("bench/inputs/{name}.bin"));
    let (key, rest) = record[key_bytes..].split_at(key_bytes);
    let (message, signature) = rest.split_at(33);
    Known {
        name,
        seed,
        key: key.to_vec(),
        context: vec![],
        rnd: vec![],
        message: message.to_vec(),
        signature: signature.to_vec(),
    }
}

/// Of test/vectors: the reference implementations' signature.
pub fn haetae(name: &'static str) -> Known {
    let line = lines("haetae-signing.txt").into_iter().find(|line| line[0] == name).expect("a line");
    let field = |i: usize| hex(&line[i]);
    let level = &name[..8];
    let key = read(&format!("ports/rust/tests/inputs/{level}-kpqc.bin"));
    let key_bytes = Scheme::ALL.iter().find(|scheme| scheme.name() == level).expect("a level").key_bytes();
    Known {
        name,
        seed: field(1),
        key: key[32..32 + key_bytes].to_vec(),
        context: field(2),
        rnd: field(3),
        message: field(4),
        signature: field(5),
    }
}

/// The output of a key generation, in a state that has not one word more than it needs.
pub fn generate(scheme: KeygenScheme, seed: &[u8]) -> Vec<u8> {
    let (mut state, mut output) = (vec![!0; scheme.state_words()], vec![0xa7; scheme.output_bytes()]);
    keygen(scheme, &mut state, seed, &mut output).expect("a key");
    output
}

/// The same in pieces.
pub fn generate_streamed(scheme: KeygenScheme, seed: &[u8], piece: usize) -> Vec<u8> {
    let mut state = vec![!0; scheme.state_words()];
    let mut generator = KeyGenerator::open(scheme, &mut state, seed).expect("opens");
    let mut output = vec![];
    let mut buffer = vec![0xa7; piece];
    loop {
        let progress = generator.step().expect("goes on");
        loop {
            let length = generator.take(&mut buffer);
            output.extend(&buffer[..length]);
            if length == 0 {
                break;
            }
        }
        if progress == Progress::Done {
            break;
        }
    }
    generator.close().expect("a key");
    output
}

pub fn sign_into(scheme: SignScheme, args: &SignArgs<'_, '_>, message: &[u8]) -> Result<Vec<u8>, Error> {
    let (mut state, mut signature) = (vec![!0; scheme.state_words()], vec![0xa7; scheme.signature_bytes()]);
    let result = kilosig::sign(scheme, &mut state, args, message, &mut signature);
    assert!(result.is_ok() || signature.iter().all(|byte| *byte == 0), "no output but a good one");
    result.map(|()| signature)
}

/// The message in pieces of `chunk` bytes, the signature in pieces of `piece`.
pub fn sign_streamed(
    scheme: SignScheme,
    args: &SignArgs<'_, '_>,
    message: &[u8],
    chunk: usize,
    piece: usize,
) -> Result<Vec<u8>, Error> {
    let mut state = vec![!0; scheme.state_words()];
    let mut signer = Signer::open(scheme, &mut state, args)?;
    let mut signature = vec![];
    let mut buffer = vec![0xa7; piece];
    loop {
        if signer.wants_message() {
            signer.feed(&[])?; // all of the empty message
            for part in message.chunks(chunk) {
                signer.feed(part)?;
            }
        }
        let progress = signer.step()?;
        loop {
            let length = signer.take(&mut buffer);
            signature.extend(&buffer[..length]);
            if length == 0 {
                break;
            }
        }
        if progress == Progress::Done {
            break;
        }
    }
    signer.close().map(|()| signature)
}

/// The verdict of the crate's verifier, on a signature with these context, mode and hash.
pub fn verdict(name: &str, key: &[u8], like: &SignArgs<'_, '_>, message: &[u8], signature: &[u8]) -> Verdict {
    let scheme = *Scheme::ALL.iter().find(|scheme| scheme.name() == name).expect("a scheme of that name");
    let mut anchor = vec![0; scheme.anchor_bytes()];
    assert_eq!(scheme.key_anchor(key, &mut anchor), Verdict::DONE);
    let (context, mode, hash) = (like.context, like.mode, like.hash);
    let args = Args { context, mode, hash, secret: &[7; 16], ..Args::new(&anchor, key, message, signature) };
    let mut state = vec![0; scheme.state_words()];
    verify(scheme, &mut state, &args, key, message, signature, 61)
}
