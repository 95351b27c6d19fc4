// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Signing: open, feed, step, take, close.

use core::ffi::c_uint;
use core::marker::PhantomData;
use core::{mem, ptr};

use crate::scheme::{descriptors, sizes};
use crate::work::{self, expect, expect_length, life_cycle, Argument, Error, Progress};
use crate::{ffi, Mode, Verdict};

/// A scheme of signing, with one form of its secret keys: one of the constants below, which link as those of
/// [`Scheme`](crate::Scheme) do.
///
/// | | secret key |
/// |---|---|
/// | `MlDsa44` | the seed of 32 bytes |
/// | `MlDsa44Expanded` | the expanded key of FIPS 204 |
/// | `SlhDsaSha2_128f` | the key of FIPS 205 |
/// | `Haetae2`, `Haetae2Kpqc` | what [`KeygenScheme::Haetae2`](crate::KeygenScheme::Haetae2) makes |
/// | `Haetae2Compact`, `Haetae2KpqcCompact` | the compact key alone; [`SignArgs::public_key`] is needed |
#[derive(Clone, Copy)]
pub struct SignScheme {
    raw: fn() -> &'static ffi::ksig_sign_scheme,
    sizes: sizes::Sizes,
}
include!(concat!(env!("OUT_DIR"), "/sign_schemes.rs"));

impl SignScheme {
    pub fn secret_key_bytes(self) -> usize {
        self.raw().secret_key_bytes as usize
    }

    pub const fn signature_bytes(self) -> usize {
        self.sizes.signature as usize
    }

    /// Bytes of [`Randomness::Hedged`]; 0: [`Randomness::Deterministic`] only.
    pub fn rnd_bytes(self) -> usize {
        usize::from(self.raw().rnd_bytes)
    }

    /// Whether the signature may be taken: [`Signer::open`]. Not that of HAETAE.
    pub fn streams(self) -> bool {
        self.raw().streams != 0
    }
}

/// What makes two signatures of one message differ.
#[derive(Clone, Copy)]
pub enum Randomness<'a> {
    /// [`SignScheme::rnd_bytes`] fresh random bytes: the defence against faults. Zeros are refused, since ML-DSA signs
    /// with them as if there were none.
    Hedged(&'a [u8]),
    /// None: one message, context and key give one signature.
    Deterministic,
}

/// Whether a signature is verified before it is given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Check {
    /// It is; SLH-DSA forms each root twice instead. Where the library is built without `KSIG_ENABLE_SIGN_CHECK`, it is
    /// not.
    Default = 0,
    /// As the default, but refused by a library without the check.
    Always = 2,
    /// Only with randomness; refused otherwise. One wrong computation can then give the key away: `include/kilosig/sign.h`.
    Never = 4,
}

/// The arguments of a signature. Keys must be trusted memory: they are read more than once.
#[derive(Clone, Copy)]
pub struct SignArgs<'key, 'a> {
    /// [`SignScheme::secret_key_bytes`] bytes, borrowed until close.
    pub secret_key: &'key [u8],
    /// Borrowed until close. HAETAE's compact keys need it; a seed of ML-DSA saves the time of making it; others do not
    /// look at it.
    pub public_key: Option<&'key [u8]>,
    pub context: &'a [u8],
    pub randomness: Randomness<'a>,
    pub check: Check,
    pub mode: Mode,
    /// One of [`mod@crate::hash`], for [`Mode::Prehash`] and [`Mode::Digest`].
    pub hash: u8,
}

impl<'key, 'a> SignArgs<'key, 'a> {
    /// Pure mode without a context.
    pub fn new(secret_key: &'key [u8], randomness: Randomness<'a>) -> Self {
        Self {
            secret_key,
            public_key: None,
            context: &[],
            randomness,
            check: Check::Default,
            mode: Mode::Pure,
            hash: 0,
        }
    }
}

/// A signature under way, in a state that the caller owns. The state is as secret as the key; it is wiped by
/// [`Signer::close`] or by a drop.
pub struct Signer<'a> {
    state: &'a mut [u64],
    borrowed: PhantomData<(&'a [u8], &'a mut [u8])>,
}

impl<'a> Signer<'a> {
    /// The signature is for [`Signer::take`]. `state`: at least [`SignScheme::state_bytes`] bytes.
    pub fn open(scheme: SignScheme, state: &'a mut [u64], args: &SignArgs<'a, '_>) -> Result<Self, Error> {
        Self::begin(scheme, state, args, ptr::null_mut())
    }

    /// The signature is written to `signature`, of [`SignScheme::signature_bytes`] bytes. That is work space, and as
    /// secret as the key until the end.
    pub fn open_into(
        scheme: SignScheme,
        state: &'a mut [u64],
        args: &SignArgs<'a, '_>,
        signature: &'a mut [u8],
    ) -> Result<Self, Error> {
        let opened = expect_length(signature, scheme.signature_bytes(), Argument::Output)
            .and_then(|()| Self::begin(scheme, state, args, signature.as_mut_ptr()));
        if opened.is_err() {
            signature.fill(0);
        }
        opened
    }

    fn begin(
        scheme: SignScheme,
        state: &'a mut [u64],
        args: &SignArgs<'a, '_>,
        signature: *mut u8,
    ) -> Result<Self, Error> {
        expect_length(args.secret_key, scheme.secret_key_bytes(), Argument::SecretKey)?;
        if let Some(key) = args.public_key {
            expect_length(key, scheme.key_bytes(), Argument::PublicKey)?;
        }
        let (rnd, deterministic) = match args.randomness {
            Randomness::Deterministic => (ptr::null(), ffi::KSIG_SIGN_DETERMINISTIC),
            Randomness::Hedged(rnd) => {
                expect_length(rnd, scheme.rnd_bytes(), Argument::Randomness)?;
                if rnd.iter().fold(0, |all, byte| all | byte) == 0 {
                    return Err(Error::ZeroRandomness); // of no bytes, too
                }
                (rnd.as_ptr(), 0)
            }
        };
        let raw = ffi::ksig_sign_args {
            secret_key: args.secret_key.as_ptr(),
            context: args.context.as_ptr(),
            rnd,
            context_length: args.context.len(),
            public_key: args.public_key.map_or(ptr::null(), <[u8]>::as_ptr),
            flags: args.check as u8 | deterministic,
            mode: args.mode as u8,
            hash: args.hash,
        };
        let bytes = mem::size_of_val(state);
        // SAFETY: all are valid and as long as the library says, and the lifetime keeps keys and signature until close.
        let verdict =
            unsafe { ffi::ksig_sign_open(state.as_mut_ptr().cast(), bytes, scheme.raw(), &raw, signature) };
        Self::opened(state, verdict)
    }

    /// Whether bytes of the message may be fed. SLH-DSA in [`Mode::Pure`] wants the message a second time, from its
    /// first byte on, after the step that ends the first pass. ML-DSA of a seed without [`SignArgs::public_key`] makes
    /// the public key first.
    pub fn wants_message(&self) -> bool {
        const KSIG_PART_MESSAGE: c_uint = 2;
        // SAFETY: the state was opened.
        unsafe { ffi::ksig_sign_want(self.state.as_ptr().cast()) == KSIG_PART_MESSAGE }
    }

    /// Takes the next bytes of the message, in pieces of any size, until the next step. The empty message is fed as one
    /// piece of no bytes: a step after no feed at all is [`Verdict::REJECT_INCOMPLETE`].
    pub fn feed(&mut self, message: &[u8]) -> Result<(), Error> {
        // SAFETY: the state was opened; of no bytes none is read.
        let verdict =
            unsafe { ffi::ksig_sign_feed(self.state.as_mut_ptr().cast(), message.as_ptr(), message.len()) };
        expect(verdict, Verdict::PENDING)
    }
}
life_cycle!(Signer, ksig_sign_step, ksig_sign_take, ksig_sign_close);

/// All of it, into a buffer of [`SignScheme::signature_bytes`] bytes, which is zeroed if there is an error.
pub fn sign(
    scheme: SignScheme,
    state: &mut [u64],
    args: &SignArgs<'_, '_>,
    message: &[u8],
    signature: &mut [u8],
) -> Result<(), Error> {
    let mut signer = Signer::open_into(scheme, state, args, signature)?;
    loop {
        if signer.wants_message() {
            signer.feed(message)?;
        }
        if signer.step()? == Progress::Done {
            return signer.close();
        }
    }
}
