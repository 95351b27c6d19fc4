// SPDX-License-Identifier: Apache-2.0 OR MIT
//! What key generation and signing have in common.

use core::fmt;

use crate::Verdict;

/// Why there is no key or signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// This argument is shorter or longer than the scheme says.
    Length(Argument),
    /// All bytes of [`Randomness::Hedged`](crate::Randomness::Hedged) are zero: nobody has filled them.
    ZeroRandomness,
    /// The reason of the library.
    Rejected(Verdict),
}

/// An argument whose length a scheme fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Argument {
    Seed,
    SecretKey,
    PublicKey,
    Randomness,
    Output,
}

impl Error {
    /// As the library would say it.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Length(_) | Self::ZeroRandomness => Verdict::REJECT_ARGUMENT,
            Self::Rejected(verdict) => verdict,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length(Argument::Seed) => "the seed has not the scheme's length",
            Self::Length(Argument::SecretKey) => "the secret key has not the scheme's length",
            Self::Length(Argument::PublicKey) => "the public key has not the scheme's length",
            Self::Length(Argument::Randomness) => "the randomness has not the scheme's length",
            Self::Length(Argument::Output) => "the buffer has not the length of the output",
            Self::ZeroRandomness => "the randomness is all zeros",
            Self::Rejected(verdict) => return fmt::Debug::fmt(verdict, f),
        })
    }
}

/// How far a key or signature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Progress {
    /// There is more to do: take what there is, feed what is wanted, and step again.
    Pending,
    /// The output is complete, and taken if it is streamed: close.
    Done,
}

pub(crate) fn expect_length(bytes: &[u8], length: usize, argument: Argument) -> Result<(), Error> {
    if bytes.len() == length {
        Ok(())
    } else {
        Err(Error::Length(argument))
    }
}

/// `verdict`, where `expected` is good.
pub(crate) fn expect(verdict: u32, expected: Verdict) -> Result<(), Error> {
    if Verdict(verdict) == expected {
        Ok(())
    } else {
        Err(Error::Rejected(Verdict(verdict)))
    }
}

pub(crate) fn progress(verdict: u32) -> Result<Progress, Error> {
    if Verdict(verdict) == Verdict::DONE {
        return Ok(Progress::Done);
    }
    expect(verdict, Verdict::PENDING).map(|()| Progress::Pending)
}

/// The life cycle after open, for a type that is `{ state: &'a mut [u64], borrowed: PhantomData<..> }`.
macro_rules! life_cycle {
    ($type:ident, $step:ident, $take:ident, $close:ident) => {
        impl<'a> $type<'a> {
            /// After an open that answered `verdict`.
            fn opened(state: &'a mut [u64], verdict: u32) -> Result<Self, Error> {
                let reason = Verdict(verdict);
                if reason == Verdict::REJECT_STATE_SIZE {
                    return Err(Error::Rejected(reason)); // nothing is there to close
                }
                let it = Self { state, borrowed: PhantomData };
                if reason == Verdict::PENDING {
                    Ok(it)
                } else {
                    Err(Error::Rejected(reason)) // dropped, which wipes
                }
            }

            /// Does a bounded piece of work, or none while there are bytes to take.
            pub fn step(&mut self) -> Result<Progress, Error> {
                // SAFETY: the state was opened, and what it points to is borrowed.
                work::progress(unsafe { ffi::$step(self.state.as_mut_ptr().cast()) })
            }

            /// Writes the next bytes of the output that are ready to the beginning of `piece`, if it is streamed.
            /// Returns how many; 0: step again.
            pub fn take(&mut self, piece: &mut [u8]) -> usize {
                // SAFETY: the same; no more is written than the length.
                unsafe { ffi::$take(self.state.as_mut_ptr().cast(), piece.as_mut_ptr(), piece.len()) }
            }

            /// Ends and wipes the state. Only after `Ok` the output is good; without, a buffer is zeroed.
            pub fn close(mut self) -> Result<(), Error> {
                let verdict = self.end();
                mem::forget(self); // the drop would close a second time
                work::expect(verdict, Verdict::DONE)
            }

            fn end(&mut self) -> u32 {
                // SAFETY: the same.
                unsafe { ffi::$close(self.state.as_mut_ptr().cast()) }
            }
        }

        impl Drop for $type<'_> {
            fn drop(&mut self) {
                let _ = self.end();
            }
        }
    };
}
pub(crate) use life_cycle;
