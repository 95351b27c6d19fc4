// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The C interface, as in `include/kilosig/kilosig.h`, which says what each item means.

#![allow(non_camel_case_types, non_upper_case_globals)]

use core::ffi::{c_char, c_uint, c_void};

#[repr(C)]
pub struct ksig_scheme {
    pub name: *const c_char,
    pub anchor_bytes: u16,
    pub state_bytes: u16,
    verify: *const c_void,
    params: *const c_void,
    pub key_bytes: u32,
    pub signature_bytes: u32,
    pub signature_least: u32,
    pub secret_bytes: u16,
    pub flags: u8,
    pub anchor_hash: u8,
}

pub const KSIG_IS_DRAFT: u8 = 8;
pub const KSIG_IS_SUPERSEDED: u8 = 16;
pub const KSIG_IS_BROKEN: u8 = 32;

#[repr(C)]
pub struct ksig_keygen_scheme {
    pub name: *const c_char,
    pub state_bytes: u16,
    pub seed_bytes: u16,
    pub key_bytes: u32,
    pub secret_key_bytes: u32,
    pub output_bytes: u32,
    pub streams: u8,
    operations: *const c_void,
    params: *const c_void,
}

#[repr(C)]
pub struct ksig_sign_scheme {
    pub name: *const c_char,
    pub state_bytes: u16,
    pub rnd_bytes: u16,
    pub secret_key_bytes: u32,
    pub signature_bytes: u32,
    pub streams: u8,
    operations: *const c_void,
    params: *const c_void,
}

// Constant data without interior mutability.
unsafe impl Sync for ksig_scheme {}
unsafe impl Sync for ksig_keygen_scheme {}
unsafe impl Sync for ksig_sign_scheme {}

#[repr(C)]
pub struct ksig_verify_args {
    pub anchor: *const u8,
    pub context: *const u8,
    pub secret: *const u8,
    pub context_length: usize,
    pub message_length: u32,
    pub signature_length: u32,
    pub key_length: u32,
    pub mode: u8,
    pub hash: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ksig_want {
    pub offset: u32,
    pub length: u32,
    pub part: u8,
}

pub const KSIG_SIGN_DETERMINISTIC: u8 = 1;

#[repr(C)]
pub struct ksig_sign_args {
    pub secret_key: *const u8,
    pub context: *const u8,
    pub rnd: *const u8,
    pub context_length: usize,
    pub public_key: *const u8,
    pub flags: u8,
    pub mode: u8,
    pub hash: u8,
}

macro_rules! descriptors {
    ($type:ident, $raw:ident; $($(#[$attribute:meta])* $name:ident = $symbol:ident;)*) => {
        extern "C" {
            $($(#[$attribute])* pub static $symbol: $raw;)*
        }
    };
}
include!(concat!(env!("OUT_DIR"), "/schemes.rs"));
include!(concat!(env!("OUT_DIR"), "/keygen_schemes.rs"));
include!(concat!(env!("OUT_DIR"), "/sign_schemes.rs"));

extern "C" {
    pub fn ksig_reason_text(verdict: u32) -> *const c_char;
    pub fn ksig_verify_open(
        state: *mut c_void,
        state_bytes: usize,
        scheme: *const ksig_scheme,
        args: *const ksig_verify_args,
    ) -> u32;
    pub fn ksig_verify_want(state: *const c_void) -> ksig_want;
    pub fn ksig_verify_feed(state: *mut c_void, data: *const u8, length: usize) -> u32;
    pub fn ksig_verify_close(state: *mut c_void) -> u32;
    pub fn ksig_key_anchor(scheme: *const ksig_scheme, key: *const u8, key_length: usize, anchor: *mut u8) -> u32;

    pub fn ksig_keygen_open(
        state: *mut c_void,
        state_bytes: usize,
        scheme: *const ksig_keygen_scheme,
        seed: *const u8,
        output: *mut u8,
    ) -> u32;
    pub fn ksig_keygen_step(state: *mut c_void) -> u32;
    pub fn ksig_keygen_take(state: *mut c_void, out: *mut u8, length: usize) -> usize;
    pub fn ksig_keygen_close(state: *mut c_void) -> u32;

    pub fn ksig_sign_open(
        state: *mut c_void,
        state_bytes: usize,
        scheme: *const ksig_sign_scheme,
        args: *const ksig_sign_args,
        signature: *mut u8,
    ) -> u32;
    pub fn ksig_sign_want(state: *const c_void) -> c_uint;
    pub fn ksig_sign_feed(state: *mut c_void, message: *const u8, length: usize) -> u32;
    pub fn ksig_sign_step(state: *mut c_void) -> u32;
    pub fn ksig_sign_take(state: *mut c_void, out: *mut u8, length: usize) -> usize;
    pub fn ksig_sign_close(state: *mut c_void) -> u32;
}
