// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Verification: open, want, feed, close.

use core::marker::PhantomData;
use core::{mem, ptr};

use crate::{ffi, Mode, Scheme, Verdict};

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
