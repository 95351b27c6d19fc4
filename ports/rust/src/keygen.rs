// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Key generation: open, step, take, close.

use core::marker::PhantomData;
use core::{mem, ptr};

use crate::scheme::{descriptors, sizes};
use crate::work::{self, expect_length, life_cycle, Argument, Error, Progress};
use crate::{ffi, Verdict};

/// A key generation: one of the constants below, which link as those of [`Scheme`](crate::Scheme) do.
///
/// | | seed | output |
/// |---|---|---|
/// | `MlDsa44` | 32 bytes, which are the secret key: keep them | the public key |
/// | `MlDsa44Expanded` | the same | the expanded secret key of FIPS 204 |
/// | `SlhDsaSha2_128f` | SK.seed, SK.prf, PK.seed | the secret key; its second half is the public key |
/// | `Haetae2` | 32 bytes | the secret key; it begins with the public key |
/// | `Haetae2Compact` | 32 bytes | the public key, then the compact secret key |
///
/// Keys of HAETAE are common to a level's profiles.
#[derive(Clone, Copy)]
pub struct KeygenScheme {
    raw: fn() -> &'static ffi::ksig_keygen_scheme,
    sizes: sizes::Sizes,
}
include!(concat!(env!("OUT_DIR"), "/keygen_schemes.rs"));

impl KeygenScheme {
    pub fn seed_bytes(self) -> usize {
        usize::from(self.raw().seed_bytes)
    }

    pub fn secret_key_bytes(self) -> usize {
        self.raw().secret_key_bytes as usize
    }

    pub fn output_bytes(self) -> usize {
        self.raw().output_bytes as usize
    }

    /// Whether the output may be taken: [`KeyGenerator::open`]. Not that of HAETAE.
    pub fn streams(self) -> bool {
        self.raw().streams != 0
    }
}

/// A key generation under way, in a state that the caller owns. The state is as secret as the key; it is wiped by
/// [`KeyGenerator::close`] or by a drop.
pub struct KeyGenerator<'a> {
    state: &'a mut [u64],
    borrowed: PhantomData<&'a mut [u8]>,
}

impl<'a> KeyGenerator<'a> {
    /// The output is for [`KeyGenerator::take`]. `state`: at least [`KeygenScheme::state_bytes`] bytes. `seed`:
    /// [`KeygenScheme::seed_bytes`] bytes of fresh randomness, read by this call only.
    pub fn open(scheme: KeygenScheme, state: &'a mut [u64], seed: &[u8]) -> Result<Self, Error> {
        Self::begin(scheme, state, seed, ptr::null_mut())
    }

    /// The output is written to `output`, of [`KeygenScheme::output_bytes`] bytes.
    pub fn open_into(
        scheme: KeygenScheme,
        state: &'a mut [u64],
        seed: &[u8],
        output: &'a mut [u8],
    ) -> Result<Self, Error> {
        let opened = expect_length(output, scheme.output_bytes(), Argument::Output)
            .and_then(|()| Self::begin(scheme, state, seed, output.as_mut_ptr()));
        if opened.is_err() {
            output.fill(0);
        }
        opened
    }

    fn begin(scheme: KeygenScheme, state: &'a mut [u64], seed: &[u8], output: *mut u8) -> Result<Self, Error> {
        expect_length(seed, scheme.seed_bytes(), Argument::Seed)?;
        let bytes = mem::size_of_val(state);
        // SAFETY: all are valid and as long as the library says, and the lifetime keeps the output until close.
        let verdict =
            unsafe { ffi::ksig_keygen_open(state.as_mut_ptr().cast(), bytes, scheme.raw(), seed.as_ptr(), output) };
        Self::opened(state, verdict)
    }
}
life_cycle!(KeyGenerator, ksig_keygen_step, ksig_keygen_take, ksig_keygen_close);

/// All of it, into a buffer of [`KeygenScheme::output_bytes`] bytes, which is zeroed if there is an error.
pub fn keygen(scheme: KeygenScheme, state: &mut [u64], seed: &[u8], output: &mut [u8]) -> Result<(), Error> {
    let mut generator = KeyGenerator::open_into(scheme, state, seed, output)?;
    while generator.step()? == Progress::Pending {}
    generator.close()
}
