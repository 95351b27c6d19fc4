#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes sha256_rv32.S: the compression of SHA-256 for 32-bit RISC-V, with Zbb or Zknh and without.

usage: sha256_rv32.py > sha256_rv32.S

Everything is in registers: the 16 words, the eight variables, b ^ c of the last round, two temporaries and the
constants. Sixteen rounds are written out, with registers renamed instead of values moved, and the schedule of the next
sixteen words.
"""

CONSTANTS, T, U, X = "a0", "a1", "a2", "a3"
REGISTERS = ("s0", "s1", "a4", "a5", "a6", "a7", *(f"s{n}" for n in range(2, 12)), *(f"t{n}" for n in range(7)), "ra")
VARIABLES, WORDS = REGISTERS[:8], REGISTERS[8:]
SAVED = ["ra", *(f"s{n}" for n in range(12))]
CHAIN, ROOM = 52, 64  # offset from SP, and what is reserved there


def rounds():
    """h gets K, W, the sums and the two functions; Maj = b ^ ((a ^ b) & (b ^ c))."""
    lines = []
    (a, b, c, d, e, f, g, h), t, x = VARIABLES, T, X
    for n in range(16):
        lines += [f"lw {t}, {4 * n}({CONSTANTS})", f"add {h}, {h}, {WORDS[n]}", f"add {h}, {h}, {t}",
                  f"sum1 {t}, {e}", f"add {h}, {h}, {t}",
                  f"xor {t}, {f}, {g}", f"and {t}, {t}, {e}", f"xor {t}, {t}, {g}", f"add {h}, {h}, {t}",
                  f"add {d}, {d}, {h}",
                  f"sum0 {t}, {a}", f"add {h}, {h}, {t}",
                  f"xor {t}, {a}, {b}", f"and {x}, {x}, {t}", f"xor {x}, {x}, {b}", f"add {h}, {h}, {x}"]
        a, b, c, d, e, f, g, h, t, x = h, a, b, c, d, e, f, g, x, t
    assert (a, b, c, d, e, f, g, h) == VARIABLES and t == T
    return lines


def schedule():
    lines = []
    for n in range(16):
        word = WORDS[n]
        lines += [f"sigma0 {T}, {WORDS[(n + 1) % 16]}", f"add {word}, {word}, {T}",
                  f"add {word}, {word}, {WORDS[(n + 9) % 16]}",
                  f"sigma1 {T}, {WORDS[(n + 14) % 16]}", f"add {word}, {word}, {T}"]
    return lines


def macro(name, native, amounts, shift=0):
    """\\to: what rotations of \\from by `amounts`, and a shift, add up to."""
    print(f"""
.macro {name} to, from
#if defined(__riscv_zknh)
    {native} \\to, \\from
#else
    rotate \\to, \\from, {amounts[0]}""")
    for amount in amounts[1:]:
        print(f"    add_rotated \\to, \\from, {amount}")
    if shift:
        print(f"    srli {U}, \\from, {shift}\n    xor \\to, \\to, {U}")
    print("#endif\n.endm")


def round_constants():
    """First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 section 4.2.2)."""
    primes = [n for n in range(2, 312) if all(n % divisor for divisor in range(2, n))]
    found = []
    for prime in primes:
        root = 0
        for bit in range(34, -1, -1):
            root |= (1 << bit) * ((root | 1 << bit)**3 <= prime << 96)
        found.append(root & 0xFFFFFFFF)
    return found


HEADER = f"""/* The compression of SHA-256 (FIPS 180-4). Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_SHA256
#include "arch/rv32/function.inc"

.macro rotate to, from, amount
#ifdef __riscv_zbb
    rori \\to, \\from, \\amount
#else
    srli \\to, \\from, \\amount
    slli {U}, \\from, 32 - \\amount
    xor \\to, \\to, {U}
#endif
.endm

.macro add_rotated to, from, amount
#ifdef __riscv_zbb
    rori {U}, \\from, \\amount
    xor \\to, \\to, {U}
#else
    srli {U}, \\from, \\amount
    xor \\to, \\to, {U}
    slli {U}, \\from, 32 - \\amount
    xor \\to, \\to, {U}
#endif
.endm"""

SWAP = f"""
// The word with its bytes in the other order; {T} is 0xff00ff.
.macro swap word
#ifdef __riscv_zbb
    rev8 \\word, \\word
#else
    and {U}, \\word, {T}
    slli {U}, {U}, 8
    srli \\word, \\word, 8
    and \\word, \\word, {T}
    or \\word, \\word, {U}
    slli {U}, \\word, 16
    srli \\word, \\word, 16
    or \\word, \\word, {U}
#endif
.endm

// void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16])
// stack: ksig_sha256_compress {ROOM}
function ksig_sha256_compress"""


def show(*lines):
    for line in lines:
        print(f"    {line}")


def main():
    print(HEADER)
    macro("sum0", "sha256sum0", (2, 13, 22))
    macro("sum1", "sha256sum1", (6, 11, 25))
    macro("sigma0", "sha256sig0", (7, 18), 3)
    macro("sigma1", "sha256sig1", (17, 19), 10)
    print(SWAP)
    show(f"addi sp, sp, -{ROOM}", *(f"sw {register}, {4 * n}(sp)" for n, register in enumerate(SAVED)),
         f"sw a0, {CHAIN}(sp)", *(f"lw {word}, {4 * n}(a1)" for n, word in enumerate(WORDS)))
    print("#ifndef __riscv_zbb")
    show(f"li {T}, 0xff00ff")
    print("#endif")
    show(*(f"swap {word}" for word in WORDS), *(f"lw {variable}, {4 * n}(a0)" for n, variable in enumerate(VARIABLES)),
         f"xor {X}, {VARIABLES[1]}, {VARIABLES[2]}", f"lla {CONSTANTS}, .Lround_constants")
    print(".Lrounds:")
    show(*rounds(), f"addi {CONSTANTS}, {CONSTANTS}, 64", f"lw {T}, 0({CONSTANTS})", f"beqz {T}, .Lend", *schedule(),
         "j .Lrounds")
    print(".Lend:")
    show(f"lw {T}, 0({CONSTANTS}) # again: after 16 rounds, words could be solved for any result",
         f"beqz {T}, .Lwhole", "j .Lrounds")
    print(".Lwhole:")
    show(f"lw a0, {CHAIN}(sp)")
    for n, variable in enumerate(VARIABLES):
        show(f"lw {T}, {4 * n}(a0)", f"add {variable}, {variable}, {T}", f"sw {variable}, {4 * n}(a0)")
    show(*(f"lw {register}, {4 * n}(sp)" for n, register in enumerate(SAVED)), f"addi sp, sp, {ROOM}", "ret")
    print("end_function ksig_sha256_compress\n\n    .section .rodata.ksig_sha256_compress, \"a\", %progbits")
    print("    .balign 4\n.Lround_constants:")
    for constant in round_constants():
        print(f"    .word 0x{constant:08x}")
    print("    .word 0 // the end\n\n#endif")


if __name__ == "__main__":
    main()
