// SPDX-License-Identifier: Apache-2.0 OR MIT
//! kilosig: post-quantum signatures in a few kB of RAM, verified and made by streaming. A thin safe layer over the C
//! library, without allocation and without `std`.
//!
//! ```
//! use kilosig::{verify, Args, Scheme, Verdict};
//!
//! # let (key, message, signature) = ([0u8; 1312], b"message", [0u8; 2420]);
//! # fn fill_from_the_random_number_generator(secret: &mut [u8]) {
//! #     use std::io::Read;
//! #     std::fs::File::open("/dev/urandom").unwrap().read_exact(secret).unwrap();
//! # }
//! let mut anchor = [0u8; 64]; // provisioned: the digest of the key that is trusted
//! assert_eq!(Scheme::MlDsa44.key_anchor(&key, &mut anchor), Verdict::DONE);
//!
//! let mut secret = [0u8; 16]; // for the feature `small`: nobody else may know or guess it
//! fill_from_the_random_number_generator(&mut secret);
//!
//! let mut state = [0u64; Scheme::MlDsa44.state_words()];
//! let args = Args { secret: &secret, ..Args::new(&anchor, &key, message, &signature) };
//! let verdict = verify(Scheme::MlDsa44, &mut state, &args, &key, message, &signature, 64);
//! assert_ne!(verdict, Verdict::ACCEPT); // zeros are no signature
//! ```
//!
//! Key generation and signing make the output in a buffer, or hand it out as it is made:
//!
//! ```
//! use kilosig::{keygen, Error, KeygenScheme, Progress, Randomness, SignArgs, SignScheme, Signer};
//!
//! # fn fill_from_the_random_number_generator(secret: &mut [u8]) {
//! #     use std::io::Read;
//! #     std::fs::File::open("/dev/urandom").unwrap().read_exact(secret).unwrap();
//! # }
//! # fn send(_: &[u8]) {}
//! const SCHEME: SignScheme = SignScheme::MlDsa44;
//! let (mut seed, mut rnd) = ([0u8; 32], [0u8; 32]);
//! fill_from_the_random_number_generator(&mut seed); // the secret key
//! fill_from_the_random_number_generator(&mut rnd);
//!
//! let mut state = [0u64; KeygenScheme::MlDsa44.state_words()];
//! let mut key = [0u8; KeygenScheme::MlDsa44.key_bytes()];
//! keygen(KeygenScheme::MlDsa44, &mut state, &seed, &mut key)?;
//!
//! let mut state = [0u64; SCHEME.state_words()];
//! let args = SignArgs { public_key: Some(&key), ..SignArgs::new(&seed, Randomness::Hedged(&rnd)) };
//! let mut signer = Signer::open(SCHEME, &mut state, &args)?;
//! signer.feed(b"message")?; // in pieces of any size
//! let (mut piece, mut sent) = ([0u8; 64], 0);
//! loop {
//!     let progress = signer.step()?;
//!     loop {
//!         let length = signer.take(&mut piece);
//!         if length == 0 {
//!             break;
//!         }
//!         send(&piece[..length]);
//!         sent += length;
//!     }
//!     if progress == Progress::Done {
//!         break;
//!     }
//! }
//! signer.close()?; // only now the signature is good
//! assert_eq!(sent, SCHEME.signature_bytes());
//! # Ok::<(), Error>(())
//! ```
//!
//! The schemes are constants: of [`Scheme`] for verification; of [`KeygenScheme`] and [`SignScheme`] those of ML-DSA,
//! SLH-DSA and HAETAE. A program links what it mentions: one that verifies ML-DSA-44 has no code of the others.
//!
//! Features: `fast` and `small` choose the variant of the schemes that have some (`include/kilosig/config.h`). `broken`
//! adds Rainbow and GeMSS, which are BROKEN: research only. `slh-dsa-24` adds the sets of a draft, NIST SP
//! 800-230. `embedded-io` makes streams of that crate of [`Verifier`]
//! and [`Signer`]: what a sender pushes is written to one, a signature is read from the other, and
//! `Verifier::read_from` and `Verifier::fetch_from` read what they want. The variable `KSIG_CONFIG_FILE` of the environment names a
//! configuration header; a scheme that it leaves out is an undefined symbol of the program that mentions it. The C
//! compiler of the target needs no libc.

#![no_std]

use core::ffi::CStr;
use core::fmt;

pub mod ffi;
#[cfg(feature = "embedded-io")]
mod io;
mod keygen;
mod scheme;
mod sign;
mod verify;
mod work;

#[cfg(feature = "embedded-io")]
pub use io::Parts;
pub use keygen::{keygen, KeyGenerator, KeygenScheme};
pub use scheme::Scheme;
pub use sign::{sign, Check, Randomness, SignArgs, SignScheme, Signer};
pub use verify::{verify, Args, Part, Verifier, Want};
pub use work::{Argument, Error, Progress};

/// Enough words for verifying any ML-DSA parameter set in any variant, on machines with pointers of up to 64 bits.
/// [`Scheme::state_words`] and [`Scheme::max_state_words`] are exact.
pub const ML_DSA_MAX_STATE_WORDS: usize = 1024;

/// What the library answers. Of a verification: [`Verdict::ACCEPT`], [`Verdict::PENDING`] or a reject reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct Verdict(pub u32);

impl Verdict {
    pub const ACCEPT: Self = Self(0xA5C3_963C);
    pub const PENDING: Self = Self(0);
    /// The success of what is not a verdict: [`Scheme::key_anchor`].
    pub const DONE: Self = Self(0x00D0_E000);
    pub const REJECT_ARGUMENT: Self = Self(1);
    pub const REJECT_STATE_SIZE: Self = Self(2);
    pub const REJECT_KEY_LENGTH: Self = Self(3);
    pub const REJECT_SIG_LENGTH: Self = Self(4);
    pub const REJECT_MSG_LENGTH: Self = Self(5);
    pub const REJECT_CONTEXT: Self = Self(6);
    pub const REJECT_OVERFEED: Self = Self(7);
    pub const REJECT_INCOMPLETE: Self = Self(8);
    pub const REJECT_Z_RANGE: Self = Self(9);
    pub const REJECT_HINT: Self = Self(10);
    pub const REJECT_KEY: Self = Self(11);
    pub const REJECT_SIGNATURE: Self = Self(12);
    pub const REJECT_RESTREAM: Self = Self(13);
    pub const REJECT_FAULT: Self = Self(14);
    pub const REJECT_ENCODING: Self = Self(15);
    pub const REJECT_NORM: Self = Self(16);
    pub const REJECT_SET: Self = Self(17);
    pub const REJECT_SET_OFF: Self = Self(18);
    pub const REJECT_SET_MIX: Self = Self(19);
    pub const REJECT_TYPE: Self = Self(20);
    pub const REJECT_INDEX: Self = Self(21);
    pub const REJECT_LEVELS: Self = Self(22);

    /// One sentence in English; empty if the library was built without them.
    pub fn text(self) -> &'static str {
        // SAFETY: the library answers every value with a constant string.
        unsafe { CStr::from_ptr(ffi::ksig_reason_text(self.0)) }.to_str().unwrap_or("")
    }
}

impl fmt::Debug for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x} ({})", self.0, self.text())
    }
}

/// KSIG_HASH_* of kilosig.h, for [`Args::hash`], [`SignArgs::hash`] and [`Scheme::anchor_hash`].
pub mod hash {
    pub const SHA256: u8 = 1;
    pub const SHA384: u8 = 2;
    pub const SHA512: u8 = 3;
    pub const SHA224: u8 = 4;
    pub const SHA512_224: u8 = 5;
    pub const SHA512_256: u8 = 6;
    pub const SHA3_224: u8 = 7;
    pub const SHA3_256: u8 = 8;
    pub const SHA3_384: u8 = 9;
    pub const SHA3_512: u8 = 10;
    /// 32 bytes as the hash of a message.
    pub const SHAKE128: u8 = 11;
    /// 64 bytes as the hash of a message.
    pub const SHAKE256: u8 = 12;
}

/// What the message stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    Pure = 0,
    /// The library hashes the message with `hash`.
    Prehash = 1,
    /// The message is a digest under `hash`, which the application made.
    Digest = 2,
    /// The message is the 64 bytes of mu, which the application made.
    ExternalMu = 3,
}
