// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Verifies a genuine and a forged signature on a Cortex-M3 with 8 kB of RAM, and says so by semihosting. The inputs
//! lie in the folder that INPUTS of the environment names.
#![no_std]
#![no_main]

use core::arch::asm;

use embedded_io::Write;
use kilosig::{verify, Args, Part, Scheme, Verdict, Verifier};

static ANCHOR: &[u8] = include_bytes!(concat!(env!("INPUTS"), "/anchor"));
static KEY: &[u8] = include_bytes!(concat!(env!("INPUTS"), "/key"));
static MESSAGE: &[u8] = include_bytes!(concat!(env!("INPUTS"), "/message"));
static FORGED: &[u8] = include_bytes!(concat!(env!("INPUTS"), "/forged"));
static SIGNATURE: &[u8] = include_bytes!(concat!(env!("INPUTS"), "/signature"));
const SCHEME: Scheme = Scheme::MlDsa44;

fn semihosting(operation: u32, argument: u32) {
    // SAFETY: the debugger, here QEMU, reads what the argument points to and changes r0.
    unsafe { asm!("bkpt 0xab", inout("r0") operation => _, in("r1") argument) }
}

/// `text` ends with a zero.
fn say(text: &str) {
    const SYS_WRITE0: u32 = 4;
    semihosting(SYS_WRITE0, text.as_ptr() as u32);
}

fn exit() -> ! {
    const SYS_EXIT: u32 = 0x18;
    const STOPPED: u32 = 0x20026;
    loop {
        semihosting(SYS_EXIT, STOPPED);
    }
}

/// All at once, from flash.
fn at_once(message: &[u8]) -> Verdict {
    let mut state = [0u64; SCHEME.state_words()];
    verify(SCHEME, &mut state, &Args::new(ANCHOR, KEY, message, SIGNATURE), KEY, message, SIGNATURE, 64)
}

/// As a sender would push it, by `embedded-io`.
fn pushed(message: &[u8]) -> Verdict {
    let mut state = [0u64; SCHEME.state_words()];
    let mut verifier = match Verifier::open(SCHEME, &mut state, &Args::new(ANCHOR, KEY, message, SIGNATURE)) {
        Ok(verifier) => verifier,
        Err(verdict) => return verdict,
    };
    while let Some(want) = verifier.want() {
        let part = match want.part {
            Part::Key => KEY,
            Part::Message => message,
            Part::Signature => SIGNATURE,
        };
        let rest = &part[want.offset as usize..];
        if verifier.write_all(&rest[..rest.len().min(want.length as usize).min(60)]).is_err() {
            break;
        }
    }
    verifier.close()
}

#[no_mangle]
extern "C" fn reset() -> ! {
    for (name, way) in [("at once\0", at_once as fn(&[u8]) -> Verdict), ("pushed\0", pushed)] {
        say(name);
        say(if way(MESSAGE) == Verdict::ACCEPT { ": genuine accepted\0" } else { ": genuine REJECTED\0" });
        say(if way(FORGED) == Verdict::REJECT_SIGNATURE { ", forged rejected\n\0" } else { ", forged WRONG\n\0" });
    }
    exit()
}

#[no_mangle]
extern "C" fn fault() -> ! {
    say("fault\n\0");
    exit()
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    say("panic\n\0");
    exit()
}
