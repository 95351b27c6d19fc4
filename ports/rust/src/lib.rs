// SPDX-License-Identifier: Apache-2.0 OR MIT
//! kilosig: verifies post-quantum signatures by streaming, in a few kB of RAM. A thin safe layer over the C library,
//! without allocation and without `std`.
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
//! The schemes are constants of [`Scheme`]: ML-DSA, HAETAE, Falcon, FN-DSA (a draft), SLH-DSA and SPHINCS+. A program
//! links what it mentions: one that verifies ML-DSA-44 has no code of the others. Key generation and signing are in the
//! C library only.
//!
//! Features: `fast` and `small` choose the variant of the schemes that have some (`include/kilosig/config.h`). `broken`
//! adds Rainbow and GeMSS, which are BROKEN: research only. The variable `KSIG_CONFIG_FILE` of the environment names a
//! configuration header; a scheme that it leaves out is an undefined symbol of the program that mentions it. The C
//! compiler of the target needs no libc.

#![no_std]

use core::ffi::CStr;
use core::marker::PhantomData;
use core::{fmt, mem, ptr};

pub mod ffi;

/// Enough words for the state of any ML-DSA parameter set in any variant, on machines with pointers of up to 64 bits.
/// [`Scheme::state_words`] and [`Scheme::max_state_words`] are exact.
pub const ML_DSA_MAX_STATE_WORDS: usize = 1024;

/// What a verification answers: [`Verdict::ACCEPT`], [`Verdict::PENDING`] or a reject reason.
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

/// Bytes of each state, as the C compiler says; also of schemes that a feature leaves out.
#[allow(dead_code, non_upper_case_globals)]
mod state_bytes {
    include!(concat!(env!("OUT_DIR"), "/state_bytes.rs"));
}

/// A parameter set: one of the constants below. Only those that a program mentions are linked, with their code; hence a
/// constant cannot be a pattern of a `match`: compare with `==`.
#[derive(Clone, Copy)]
pub struct Scheme {
    // A function, since a constant cannot refer to the data of another library.
    raw: fn() -> &'static ffi::ksig_scheme,
    state_bytes: u16,
}

macro_rules! schemes {
    ($($(#[$attribute:meta])* $name:ident = $symbol:ident;)*) => {
        #[allow(non_upper_case_globals)]
        impl Scheme {
            $($(#[$attribute])*
            pub const $name: Self = Self {
                raw: {
                    // inline: compiled where it is used, so that this crate itself needs no scheme.
                    #[inline]
                    fn raw() -> &'static ffi::ksig_scheme {
                        // SAFETY: constant data of the library.
                        unsafe { &ffi::$symbol }
                    }
                    raw
                },
                state_bytes: state_bytes::$symbol,
            };)*

            /// Every scheme. To mention it links them all.
            #[allow(unused_doc_comments)]
            pub const ALL: &'static [Self] = &[$($(#[$attribute])* Self::$name),*];
        }
    };
}
include!(concat!(env!("OUT_DIR"), "/schemes.rs"));

impl PartialEq for Scheme {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.raw(), other.raw())
    }
}

impl Eq for Scheme {}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scheme({})", self.name())
    }
}

impl Scheme {
    fn raw(self) -> &'static ffi::ksig_scheme {
        (self.raw)()
    }

    /// As the host tool spells it: "ml-dsa-44".
    pub fn name(self) -> &'static str {
        // SAFETY: a constant string.
        unsafe { CStr::from_ptr(self.raw().name) }.to_str().unwrap_or("")
    }

    pub fn anchor_bytes(self) -> usize {
        usize::from(self.raw().anchor_bytes)
    }

    /// The anchor is this digest of the key: [`hash::SHA256`], or [`hash::SHAKE256`] of [`Scheme::anchor_bytes`].
    /// 0: the anchor is the key itself.
    pub fn anchor_hash(self) -> u8 {
        self.raw().anchor_hash
    }

    /// Exact, for the target and the variant that this crate is built for.
    pub const fn state_bytes(self) -> usize {
        self.state_bytes as usize
    }

    /// Words of a state: `[0u64; Scheme::MlDsa44.state_words()]`.
    pub const fn state_words(self) -> usize {
        (self.state_bytes as usize + 7) / 8
    }

    /// Words of a state that is enough for each of these: `[0u64; Scheme::max_state_words(&[Scheme::MlDsa44, ...])]`.
    /// The length of an array links none of them.
    pub const fn max_state_words(schemes: &[Self]) -> usize {
        let (mut words, mut i) = (0, 0);
        while i < schemes.len() {
            if schemes[i].state_words() > words {
                words = schemes[i].state_words();
            }
            i += 1;
        }
        words
    }

    pub fn key_bytes(self) -> usize {
        self.raw().key_bytes as usize
    }

    /// Exact, or the largest where lengths vary.
    pub fn signature_bytes(self) -> usize {
        self.raw().signature_bytes as usize
    }

    /// The smallest signature; [`Scheme::signature_bytes`] where lengths do not vary.
    pub fn signature_least(self) -> usize {
        self.raw().signature_least as usize
    }

    /// For research only: whoever holds the public key may sign.
    pub fn is_broken(self) -> bool {
        self.raw().flags & ffi::KSIG_IS_BROKEN != 0
    }

    /// Its standard is not published and may change.
    pub fn is_draft(self) -> bool {
        self.raw().flags & ffi::KSIG_IS_DRAFT != 0
    }

    /// An earlier submission of what has become a standard.
    pub fn is_superseded(self) -> bool {
        self.raw().flags & ffi::KSIG_IS_SUPERSEDED != 0
    }

    /// Bytes of [`Args::secret`]: 0 but for ML-DSA and Dilithium with the feature `small`, and for GeMSS.
    pub fn secret_bytes(self) -> usize {
        self.raw().secret_bytes as usize
    }

    /// Writes the anchor of a trusted key to the first [`Scheme::anchor_bytes`] of `anchor`.
    /// [`Verdict::DONE`], or why there is none.
    pub fn key_anchor(self, key: &[u8], anchor: &mut [u8]) -> Verdict {
        if anchor.len() < self.anchor_bytes() {
            return Verdict::REJECT_ARGUMENT;
        }
        // SAFETY: both slices are as long as the library will use.
        Verdict(unsafe { ffi::ksig_key_anchor(self.raw(), key.as_ptr(), key.len(), anchor.as_mut_ptr()) })
    }
}

/// KSIG_HASH_* of kilosig.h, for [`Args::hash`] and [`Scheme::anchor_hash`].
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    Pure = 0,
    /// The library hashes the message with [`Args::hash`].
    Prehash = 1,
    /// The message is a digest under [`Args::hash`].
    Digest = 2,
    ExternalMu = 3,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Key,
    Message,
    Signature,
}

/// What [`Verifier::want`] asks for: at most `length` bytes of `part` from `offset` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    pub part: Part,
    pub offset: u32,
    pub length: u32,
}

/// The arguments of a verification. Lengths are as announced by the sender.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    /// Trusted: [`Scheme::anchor_bytes`] bytes, as [`Scheme::key_anchor`] writes them.
    pub anchor: &'a [u8],
    pub context: &'a [u8],
    /// [`Scheme::secret_bytes`] random bytes that the sender cannot know, unused if that is 0; a constant protects
    /// nothing. GeMSS also does without (empty).
    pub secret: &'a [u8],
    pub message_length: u32,
    pub signature_length: u32,
    pub key_length: u32,
    pub mode: Mode,
    /// One of [`mod@hash`], for [`Mode::Prehash`] and [`Mode::Digest`].
    pub hash: u8,
}

impl<'a> Args<'a> {
    /// Pure mode without a context, with the lengths of these inputs. A length over 4 GB is said as `u32::MAX`, which
    /// [`verify`] then rejects as incomplete.
    pub fn new(anchor: &'a [u8], key: &[u8], message: &[u8], signature: &[u8]) -> Self {
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        Self {
            anchor,
            context: &[],
            secret: &[],
            message_length: length(message),
            signature_length: length(signature),
            key_length: length(key),
            mode: Mode::Pure,
            hash: 0,
        }
    }
}

/// A verification under way, in a state that the caller owns. The state is wiped by [`Verifier::close`] or by a drop.
pub struct Verifier<'a> {
    state: &'a mut [u64],
    anchor: PhantomData<&'a [u8]>,
}

impl<'a> Verifier<'a> {
    /// `state`: at least [`Scheme::state_bytes`] bytes.
    pub fn open(scheme: Scheme, state: &'a mut [u64], args: &Args<'a>) -> Result<Self, Verdict> {
        let secret_short = !args.secret.is_empty() && args.secret.len() < scheme.secret_bytes();
        if args.anchor.len() != scheme.anchor_bytes() || secret_short {
            return Err(Verdict::REJECT_ARGUMENT);
        }
        let raw = ffi::ksig_verify_args {
            anchor: args.anchor.as_ptr(),
            context: args.context.as_ptr(),
            // None is for the library to refuse, where it is needed.
            secret: if args.secret.is_empty() { ptr::null() } else { args.secret.as_ptr() },
            context_length: args.context.len(),
            message_length: args.message_length,
            signature_length: args.signature_length,
            key_length: args.key_length,
            mode: args.mode as u8,
            hash: args.hash,
        };
        let bytes = mem::size_of_val(state);
        // SAFETY: state and arguments are valid, and the lifetime keeps the anchor until close.
        let verdict = Verdict(unsafe { ffi::ksig_verify_open(state.as_mut_ptr().cast(), bytes, scheme.raw(), &raw) });
        if verdict == Verdict::PENDING {
            Ok(Self { state, anchor: PhantomData })
        } else {
            Err(verdict)
        }
    }

    /// What to feed next; `None`: nothing more, close.
    pub fn want(&self) -> Option<Want> {
        // SAFETY: the state was opened.
        let raw = unsafe { ffi::ksig_verify_want(self.state.as_ptr().cast()) };
        let part = match raw.part {
            1 => Part::Key,
            2 => Part::Message,
            3 => Part::Signature,
            _ => return None,
        };
        (raw.length != 0).then_some(Want { part, offset: raw.offset, length: raw.length })
    }

    /// Takes the next bytes of the wanted part, at most as many as wanted. [`Verdict::PENDING`], or why the inputs are
    /// rejected; with no bytes, as it stands.
    pub fn feed(&mut self, data: &[u8]) -> Verdict {
        // SAFETY: the state was opened; of no bytes none is read.
        Verdict(unsafe { ffi::ksig_verify_feed(self.state.as_mut_ptr().cast(), data.as_ptr(), data.len()) })
    }

    pub fn close(mut self) -> Verdict {
        let verdict = self.end();
        mem::forget(self); // the drop would close a second time
        verdict
    }

    fn end(&mut self) -> Verdict {
        // SAFETY: the state was opened.
        Verdict(unsafe { ffi::ksig_verify_close(self.state.as_mut_ptr().cast()) })
    }
}

impl Drop for Verifier<'_> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Verifies inputs that are all in memory, fed in pieces of at most `chunk` bytes. Inputs shorter than `args` says are
/// rejected as incomplete.
pub fn verify<'a>(
    scheme: Scheme,
    state: &'a mut [u64],
    args: &Args<'a>,
    key: &[u8],
    message: &[u8],
    signature: &[u8],
    chunk: usize,
) -> Verdict {
    let mut verifier = match Verifier::open(scheme, state, args) {
        Ok(verifier) => verifier,
        Err(verdict) => return verdict,
    };
    while let Some(want) = verifier.want() {
        let input = match want.part {
            Part::Key => key,
            Part::Message => message,
            Part::Signature => signature,
        };
        let rest = input.get(want.offset as usize..).unwrap_or(&[]);
        let length = rest.len().min(want.length as usize).min(chunk.max(1));
        if length == 0 || verifier.feed(&rest[..length]) != Verdict::PENDING {
            break; // close says why
        }
    }
    verifier.close()
}
