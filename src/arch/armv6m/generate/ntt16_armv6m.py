#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes ntt16_armv6m.S: the transform modulo q = 64513 for ARMv6-M, two layers in a pass.

usage: ntt16_armv6m.py > ntt16_armv6m.S

A constant w, within q / 2, is kept as its quotient Q = ceil(w 2^16 / q): w = floor(Q q / 2^16). A product x w less
floor(x Q / 2^16) q takes low words only. For 0 <= x < 65536 it is between -q and q, for |x| < 65536 between -q and 2 q.
What is longer, |x| < 4 q, is shifted by 2 for its quotient, which drops at most 3 / 2: between -6 q and 7 q.

Between passes values are in [0, q + 222), for 65 x / 2^22 is a little below x / q: the quotient of what is below 15 q.
8 q are added to what may be negative. What the last pass leaves is reduced fully, as the C twin's is.

Registers: four values in r0-r3, temporaries r4, r5, q in r6, r7 the values by turns. The constants of a block and their
quotients are in r8-r12, lr; where a block is four values, pointers to the quotients in r8, r9 and steps in r10, r11.
"""

Q = 64513
ZETA = 426
T, U, MODULUS, P = "r4", "r5", "r6", "r7"
A0, A1, A2, A3 = "r0", "r1", "r2", "r3"
PAIRS = (("r8", "r9"), ("r10", "r11"), ("r12", "lr"))  # (constant, quotient)
BEGIN, END, INNER, UPPER, LOWER, TABLE, ROOM = 0, 4, 8, 12, 16, 20, 24  # offsets from SP, and what is reserved there
PUSHED = 36  # r4-r11, lr


def quotient(w):
    """Of w as a number within q / 2."""
    w = (w + Q // 2) % Q - Q // 2
    found = -(-w * 65536 // Q)
    assert found * Q >> 16 == w and -2**15 <= found < 2**15
    return found


def finish_product(x, w, bits):
    return [f"asrs {T}, {T}, #{bits}", f"muls {T}, {MODULUS}", f"muls {x}, {w}", f"subs {x}, {x}, {T}"]


def times(x, pair, spare, long):
    """x times a constant in high registers."""
    w, factor = pair
    return [f"asrs {T}, {x}, #2" if long else f"movs {T}, {x}", f"mov {spare}, {factor}", f"muls {T}, {spare}",
            f"mov {spare}, {w}", *finish_product(x, spare, 14 if long else 16)]


def times_low(x, w, factor):
    return [f"movs {T}, {x}", f"muls {T}, {factor}", *finish_product(x, w, 16)]


def constant(w, factor):
    return [f"movs {w}, {factor}", f"muls {w}, {MODULUS}", f"asrs {w}, {w}, #16"]


def times_loaded(x, pointer, offset, spare, long):
    """x times a constant whose quotient is loaded."""
    return [f"mov {spare}, {pointer}", f"ldrh {spare}, [{spare}, #{offset}]", f"sxth {spare}, {spare}",
            f"asrs {T}, {x}, #2" if long else f"movs {T}, {x}", f"muls {T}, {spare}", f"muls {spare}, {MODULUS}",
            f"asrs {spare}, {spare}, #16", *finish_product(x, spare, 14 if long else 16)]


def reduce(x, fully):
    lines = [f"lsls {T}, {x}, #6", f"adds {T}, {T}, {x}", f"lsrs {T}, {T}, #22", f"muls {T}, {MODULUS}",
             f"subs {x}, {x}, {T}"]
    return lines + ([f"subs {T}, {x}, {MODULUS}", f"asrs {x}, {T}, #31", f"ands {x}, {MODULUS}",
                     f"adds {x}, {x}, {T}"] if fully else [])


def near(operation, first, second, spare, h):
    """Values 0 and h from r7."""
    if h < 32:
        return [f"{operation} {first}, [{P}]", f"{operation} {second}, [{P}, #{2 * h}]"]
    return [f"{operation} {first}, [{P}]", f"movs {spare}, #{2 * h}", f"{operation} {second}, [{P}, {spare}]"]


def far(operation, third, fourth, spare, h):
    """Values 2 h and 3 h from r7."""
    if 6 * h <= 62:
        return [f"{operation} {third}, [{P}, #{4 * h}]", f"{operation} {fourth}, [{P}, #{6 * h}]"]
    first = [f"movs {spare}, #{4 * h}"] if 4 * h < 256 else [f"movs {spare}, #{2 * h}", f"lsls {spare}, {spare}, #1"]
    return [*first, f"{operation} {third}, [{P}, {spare}]", f"adds {spare}, #{2 * h}",
            f"{operation} {fourth}, [{P}, {spare}]"]


def two_layers(h):
    lines = far("ldrh", A2, A3, U, h)
    if h == 1:
        lines += [f"mov {A0}, r8", f"ldrh {A1}, [{A0}]", f"sxth {A1}, {A1}", *constant(A0, A1)]
    else:
        lines += [f"mov {A0}, {PAIRS[0][0]}", f"mov {A1}, {PAIRS[0][1]}"]
    lines += [*times_low(A2, A0, A1), *times_low(A3, A0, A1), *near("ldrh", A0, A1, U, h),
              f"lsls {U}, {MODULUS}, #3", f"adds {A0}, {A0}, {U}", f"subs {U}, {A1}, {A3}", f"adds {A1}, {A1}, {A3}"]
    for n, x in enumerate((A1, U)):
        lines += times_loaded(x, "r9", 2 * n, A3, True) if h == 1 else times(x, PAIRS[1 + n], A3, True)
    lines += [f"subs {T}, {A0}, {A2}", f"adds {A0}, {A0}, {A2}", f"subs {A3}, {A0}, {A1}", f"adds {A0}, {A0}, {A1}",
              f"adds {A2}, {T}, {U}", f"subs {U}, {T}, {U}"]
    for x in (A0, A3, A2, U):
        lines += reduce(x, h == 1)
    return lines + near("strh", A0, A3, T, h) + far("strh", A2, U, T, h)


def two_inverse_layers(h):
    lines = [*near("ldrh", A0, A1, U, h), f"subs {U}, {A1}, {A0}", f"adds {A0}, {A0}, {A1}"]
    lines += times_loaded(U, "r9", 2, A1, False) if h == 1 else times(U, PAIRS[2], A1, False)
    lines += [*far("ldrh", A2, A3, A1, h), f"subs {A1}, {A3}, {A2}", f"adds {A2}, {A2}, {A3}"]
    lines += times_loaded(A1, "r9", 0, A3, False) if h == 1 else times(A1, PAIRS[1], A3, False)
    lines += [f"subs {A3}, {A2}, {A0}", f"adds {A0}, {A0}, {A2}", f"subs {A2}, {A1}, {U}", f"adds {U}, {U}, {A1}"]
    for x in (A3, A2):
        lines += times_loaded(x, "r8", 0, A1, True) if h == 1 else times(x, PAIRS[0], A1, True)
    if h == 64:
        for x in (A0, U):  # by 2^16 / 256; check: -(-256 * 2**20 // 64513) == 4161
            lines += [f"ldr {A1}, .Lscale", f"movs {T}, {x}", f"muls {T}, {A1}", f"asrs {T}, {T}, #20",
                      f"muls {T}, {MODULUS}", f"lsls {x}, {x}, #8", f"subs {x}, {x}, {T}"]
    lines.append(f"lsls {A1}, {MODULUS}, #3")
    lines += [f"adds {x}, {x}, {A1}" for x in (A0, U, A3, A2)]
    for x in (A0, U, A3, A2):
        lines += reduce(x, h == 64)
    return lines + near("strh", A0, U, T, h) + far("strh", A3, A2, T, h)


def block_constants(inverse):
    """Of a block, to high registers; the pointers go on, or back."""
    lines = []
    step = -1 if inverse else 1
    for place, pairs in ((UPPER, PAIRS[:1]), (LOWER, PAIRS[1:])):
        lines.append(f"ldr r4, [sp, #{place}]")
        for n, (w, factor) in enumerate(pairs):
            lines += [f"ldrh r0, [r4, #{2 * n}]", "sxth r0, r0", f"mov {factor}, r0", f"muls r0, {MODULUS}",
                      "asrs r0, r0, #16", f"mov {w}, r0"]
        lines += [f"{'adds' if step > 0 else 'subs'} r4, #{2 * len(pairs)}", f"str r4, [sp, #{place}]"]
    return lines


def one_pass(name, h, inverse):
    """All blocks of 4 h values."""
    body = two_inverse_layers(h) if inverse else two_layers(h)
    if h == 1:
        lines = [f"ldr r0, [sp, #{UPPER}]", "mov r8, r0", f"ldr r0, [sp, #{LOWER}]", "mov r9, r0",
                 "movs r0, #2", *(["rsbs r0, r0, #0"] if inverse else []), "mov r10, r0", "lsls r0, r0, #1",
                 "mov r11, r0", f"ldr r0, [sp, #{END}]", "mov r12, r0"]
        return lines + [f".L{name}_four1:", *body, "add r8, r10", "add r9, r11", "adds r7, #8", "cmp r7, r12",
                        f"beq .L{name}_end1", f"b .L{name}_four1", f".L{name}_end1:"]
    lines = [f".L{name}_block{h}:", *block_constants(inverse), "movs r0, r7", f"adds r0, #{2 * h}",
             f"str r0, [sp, #{INNER}]", f".L{name}_four{h}:", *body, "adds r7, #2", f"ldr r0, [sp, #{INNER}]",
             "cmp r7, r0", f"beq .L{name}_done{h}", f"b .L{name}_four{h}", f".L{name}_done{h}:"]
    if h < 64:
        lines += [f"adds r7, #{6 * h}", f"ldr r0, [sp, #{END}]", "cmp r7, r0", f"beq .L{name}_end{h}",
                  f"b .L{name}_block{h}", f".L{name}_end{h}:"]
    return lines


def show(*lines):
    for line in lines:
        print(line if line.endswith(":") else "    " + line)


def start(upper, lower):
    """The pointers to a pass's first quotients: numbers of the table."""
    lines = [f"ldr r7, [sp, #{BEGIN}]"]
    for place, number in ((UPPER, upper), (LOWER, lower)):
        lines.append(f"ldr r0, [sp, #{TABLE}]")
        while number > 0:
            lines.append(f"adds r0, #{2 * min(number, 127)}")
            number -= 127
        lines.append(f"str r0, [sp, #{place}]")
    return lines


def function(name, label, inverse):
    print(f"@ void {name}(uint16_t a[256])\n@ stack: {name} {PUSHED + ROOM}\nfunction {name}\n    save_all")
    show(f"sub sp, #{ROOM}", f"str r0, [sp, #{BEGIN}]", "movs r1, #128", "lsls r1, r1, #2", "adds r1, r1, r0",
         f"str r1, [sp, #{END}]", f"ldr r6, .L{label}_modulus", f"ldr r0, .L{label}_table", f"str r0, [sp, #{TABLE}]")
    for h in (1, 4, 16, 64) if inverse else (64, 16, 4, 1):
        if h == 4:
            show(f"b .L{label}_begin4", ".balign 4", f".L{label}_modulus: .word {Q}",
                 f".L{label}_table: .word .Lquotients", f".L{label}_begin4:")
        if inverse:
            show(*start(128 // h - 1 if h < 64 else 256, 256 // h - 2))
        else:
            show(*start(64 // h, 128 // h))
        show(*one_pass(label, h, inverse))
    print(f"    add sp, #{ROOM}\n    restore_all\n    .balign 4")
    if inverse:
        print(".Lscale: .word 4161")
    print(f"end_function {name}\n")


def main():
    print(HEADER)
    function("ksig_ntt16", "forward", False)
    function("ksig_inverse_ntt16", "inverse", True)
    print("@ Quotients of zeta^brv8(k), and of zeta^128 2^16 / 256, which ends the inverse.")
    print("    .section .rodata.ksig_ntt16_quotients, \"a\", %progbits\n    .balign 4\n.Lquotients:")
    table = [quotient(pow(ZETA, int(f"{k:08b}"[::-1], 2), Q) if k else 0) for k in range(256)]
    table.append(quotient(256 * pow(ZETA, 128, Q)))
    for n in range(0, 257, 12):
        print(f"    .short {', '.join(map(str, table[n:n + 12]))}")
    print("\n#endif")


HEADER = """/* The transform modulo 64513. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_NTT16
#include "arch/armv6m/function.inc"
"""


if __name__ == "__main__":
    main()
