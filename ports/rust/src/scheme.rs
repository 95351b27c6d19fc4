// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The descriptors of the library, as constants of three types.


use crate::{ffi, Verdict};

/// What the C compiler says of each descriptor; of those that a feature leaves out, too.
#[allow(dead_code, non_upper_case_globals)]
pub(crate) mod sizes {
    #[derive(Clone, Copy)]
    pub struct Sizes {
        pub state: u32,
        pub key: u32,
        pub signature: u32,
    }
    include!(concat!(env!("OUT_DIR"), "/sizes.rs"));
}

/// The constants of a type that is `{ raw: fn() -> &'static ffi::.., sizes: sizes::Sizes }`, and what all types have.
macro_rules! descriptors {
    ($type:ident, $raw:ident; $($(#[$attribute:meta])* $name:ident = $symbol:ident;)*) => {
        #[allow(non_upper_case_globals)]
        impl $type {
            $($(#[$attribute])*
            pub const $name: Self = Self {
                raw: {
                    // inline: compiled where it is used, so that this crate itself needs no scheme.
                    #[inline]
                    fn raw() -> &'static ffi::$raw {
                        // SAFETY: constant data of the library.
                        unsafe { &ffi::$symbol }
                    }
                    raw
                },
                sizes: $crate::scheme::sizes::$symbol,
            };)*

            /// Every one. To mention it links them all.
            #[allow(unused_doc_comments)]
            pub const ALL: &'static [Self] = &[$($(#[$attribute])* Self::$name),*];
        }

        impl $type {
            pub(crate) fn raw(self) -> &'static ffi::$raw {
                (self.raw)()
            }

            /// As the host tool spells it: "ml-dsa-44".
            pub fn name(self) -> &'static str {
                // SAFETY: a constant string.
                unsafe { core::ffi::CStr::from_ptr(self.raw().name) }.to_str().unwrap_or("")
            }

            /// Exact, for the target and the variant that this crate is built for.
            pub const fn state_bytes(self) -> usize {
                self.sizes.state as usize
            }

            #[doc = concat!("Words of a state: `[0u64; ", stringify!($type), "::MlDsa44.state_words()]`.")]
            pub const fn state_words(self) -> usize {
                (self.sizes.state as usize + 7) / 8
            }

            /// Words of a state that is enough for each of these: `[0u64; Scheme::max_state_words(&[Scheme::MlDsa44,
            /// ...])]`. The length of an array links none of them.
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

            /// Bytes of a public key: exact, or the largest where lengths vary.
            pub const fn key_bytes(self) -> usize {
                self.sizes.key as usize
            }
        }

        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                core::ptr::eq(self.raw(), other.raw())
            }
        }

        impl Eq for $type {}

        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self.name())
            }
        }
    };
}
pub(crate) use descriptors;

/// A parameter set, for verification: one of the constants below. Only those that a program mentions are linked, with
/// their code; hence a constant cannot be a pattern of a `match`: compare with `==`.
#[derive(Clone, Copy)]
pub struct Scheme {
    // A function, since a constant cannot refer to the data of another library.
    raw: fn() -> &'static ffi::ksig_scheme,
    sizes: sizes::Sizes,
}
include!(concat!(env!("OUT_DIR"), "/schemes.rs"));

impl Scheme {
    pub fn anchor_bytes(self) -> usize {
        usize::from(self.raw().anchor_bytes)
    }

    /// The anchor is this digest of the key: [`hash::SHA256`](crate::hash::SHA256), or
    /// [`hash::SHAKE256`](crate::hash::SHAKE256) of [`Scheme::anchor_bytes`]. 0: the anchor is the key itself.
    pub fn anchor_hash(self) -> u8 {
        self.raw().anchor_hash
    }

    /// Exact, or the largest where lengths vary.
    pub const fn signature_bytes(self) -> usize {
        self.sizes.signature as usize
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

    /// Bytes of [`Args::secret`](crate::Args::secret): 0, except for ML-DSA and Dilithium with the feature `small` and
    /// GeMSS.
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
