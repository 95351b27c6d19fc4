#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes sha256_armv6m.S: the compression of SHA-256 for ARMv6-M.

usage: sha256_armv6m.py > sha256_armv6m.S

In low registers: a, e, h, b ^ c of the last round, and two temporaries; b, c, d, f, g in high ones. The three rotations
of a sigma are nested. Ch has no bit in both of its terms, so they are added to h one by one. Sixteen rounds are written
out, with registers renamed instead of values moved; the schedule of the next sixteen words is made at once.
"""

LOW, HIGH = ("r0", "r1", "r2", "r3", "r4", "r5"), ("r8", "r9", "r10", "r11", "r12")


def rounds():
    """r6 the block; r7 the constants, which go on."""
    lines = []
    (a, e, h, x, t, u), (b, c, d, f, g) = LOW, HIGH

    def add(*instructions):
        lines.extend("    " + instruction for instruction in instructions)

    def sigma(source, amounts):
        add(f"movs {t}, {source}")
        for number, amount in enumerate(amounts):
            add(f"movs {u}, #{amount}", f"rors {t}, {u}")
            if number < 2:
                add(f"eors {t}, {source}")
        add(f"adds {h}, {h}, {t}")

    for word in range(16):
        add(f"ldr {t}, [r6, #{4 * word}]", f"adds {h}, {h}, {t}", f"ldm r7!, {{{t}}}", f"adds {h}, {h}, {t}")
        sigma(e, (14, 5, 6))
        add(f"mov {t}, {f}", f"ands {t}, {e}", f"adds {h}, {h}, {t}")
        add(f"mov {t}, {g}", f"bics {t}, {e}", f"adds {h}, {h}, {t}")
        add(f"mov {t}, {d}", f"mov {d}, {e}", f"adds {e}, {t}, {h}")
        sigma(a, (9, 11, 2))
        add(f"mov {t}, {b}", f"movs {u}, {t}", f"eors {u}, {a}", f"ands {x}, {u}", f"eors {x}, {t}",
            f"adds {h}, {h}, {x}")  # Maj = b ^ ((a ^ b) & (b ^ c)); a ^ b is the next one's b ^ c
        add(f"mov {t}, {g}", f"mov {g}, {a}")
        a, h, t, x, u = h, t, a, u, x
        b, c, d, f, g = g, b, c, d, f
    moves = {to: now for now, to in zip((a, h, x, b, c, d, f, g), ("r0", "r2", "r3", *HIGH)) if now != to}
    while moves:
        free = [to for to in moves if to not in moves.values()]
        if free:
            add(f"mov {free[0]}, {moves.pop(free[0])}")
        else:
            to = next(iter(moves))
            add(f"mov lr, {to}")
            moves = {other: "lr" if now == to else now for other, now in moves.items()}
    assert e == "r1"
    return lines


def schedule():
    """r6 the block; r4, r5, r7: 11, 2 and 17."""
    lines = []
    for word in range(16):
        now, following = ("r0", "r1") if word % 2 == 0 else ("r1", "r0")
        if word == 0:
            lines.append(f"ldr {now}, [r6]")
        lines += [f"ldr {following}, [r6, #{4 * ((word + 1) % 16)}]", f"movs r2, {following}", "rors r2, r4",
                  f"eors r2, {following}", "movs r3, #7", "rors r2, r3", f"lsrs r3, {following}, #3", "eors r2, r3",
                  f"adds {now}, {now}, r2", f"ldr r2, [r6, #{4 * ((word + 9) % 16)}]", f"adds {now}, {now}, r2",
                  f"ldr r3, [r6, #{4 * ((word + 14) % 16)}]", "movs r2, r3", "rors r2, r5", "eors r2, r3",
                  "rors r2, r7", "lsrs r3, r3, #10", "eors r2, r3", f"adds {now}, {now}, r2",
                  f"str {now}, [r6, #{4 * word}]"]
    return ["    " + line for line in lines]


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


HEADER = """/* The compression of SHA-256 (FIPS 180-4). Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_SHA256
#include "arch/armv6m/function.inc"

@ void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16])
@ stack: ksig_sha256_compress 60
function ksig_sha256_compress
    push {r0, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    movs r6, r1
    movs r7, #4
.Lswap:
    ldm r1!, {r2, r3, r4, r5}
    rev r2, r2
    rev r3, r3
    rev r4, r4
    rev r5, r5
    subs r1, #16
    stm r1!, {r2, r3, r4, r5}
    subs r7, #1
    bne .Lswap
    ldm r0!, {r1, r2, r3, r4}
    mov r8, r2
    mov r9, r3
    mov r10, r4
    movs r7, r1
    eors r3, r2
    ldm r0!, {r1, r2, r4, r5}
    mov r11, r2
    mov r12, r4
    movs r0, r7
    movs r2, r5
    ldr r7, .Lconstants
    b .Lrounds
    .balign 4
.Lconstants: .word .Lround_constants

.Lschedule:
    push {r0, r1, r2, r3, r7}
    movs r4, #11
    movs r5, #2
    movs r7, #17"""

TAIL = """    ldr r4, .Lend
    cmp r7, r4
    beq .Ladd
    b .Lschedule
.Ladd:
    ldr r4, .Lend @ again: after 16 rounds, words could be solved for any result
    cmp r7, r4
    beq .Lwhole
    b .Lschedule
.Lwhole:
    ldr r6, [sp, #16]
    ldm r6!, {r3, r4, r5}
    adds r3, r3, r0
    add r4, r8
    add r5, r9
    subs r6, #12
    stm r6!, {r3, r4, r5}
    ldm r6!, {r3, r4, r5}
    add r3, r10
    adds r4, r4, r1
    add r5, r11
    subs r6, #12
    stm r6!, {r3, r4, r5}
    ldm r6!, {r3, r4}
    add r3, r12
    adds r4, r4, r2
    subs r6, #8
    stm r6!, {r3, r4}
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r0, r4-r7, pc}
    .balign 4
.Lend: .word .Lround_constants + 256
end_function ksig_sha256_compress

    .section .rodata.ksig_sha256_compress, "a", %progbits
    .balign 4
.Lround_constants:"""


def main():
    print(HEADER)
    print("\n".join(schedule()))
    print("    pop {r0, r1, r2, r3, r7}\n.Lrounds:")
    print("\n".join(rounds()))
    print(TAIL)
    for constant in round_constants():
        print(f"    .word 0x{constant:08x}")
    print("\n#endif")


if __name__ == "__main__":
    main()
