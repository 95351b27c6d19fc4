#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes short23_armv6m.S: the transform modulo q = 8380417 for ARMv6-M, two layers in a pass.

usage: short23_armv6m.py > short23_armv6m.S

Products are those of src/ring/short23.c: with a constant w and its estimate e, round(w 2^16 / q), a w mod q takes four
multiplications of the low word, (a >> 8) e, by q, a w, and one by q to reduce. The constants of a pass, (w, e) three
times, are in high registers. Where a zero is at hand, the last bit shifted out, which is the carry, rounds.
"""

Q = 8380417
ZETA = 1753
T, U, MODULUS, P = "r4", "r5", "r6", "r7"
PAIRS = (("r8", "r9"), ("r10", "r11"), ("r12", "lr"))
TABLE, INNER, OUTER, BEGIN, FIRST, ROOM = 0, 4, 8, 12, 16, 20  # offsets from SP, and what is reserved there
LAST = FIRST  # of the inverse: the constants of its last layer; the last two of them are then in SCALE
SCALE = (OUTER, BEGIN)
PUSHED = 36  # r4-r11, lr


def reduce(x):
    return [f"asrs {T}, {x}, #22", f"adds {T}, #1", f"asrs {T}, {T}, #1", f"muls {T}, {MODULUS}",
            f"subs {x}, {x}, {T}"]


def reduce_with(x, zero):
    return [f"asrs {T}, {x}, #23", f"adcs {T}, {zero}", f"muls {T}, {MODULUS}", f"subs {x}, {x}, {T}"]


def times(x, pair, spare):
    w, estimate = pair
    return [f"asrs {T}, {x}, #8", f"mov {spare}, {estimate}", f"muls {T}, {spare}", f"asrs {T}, {T}, #8",
            f"muls {T}, {MODULUS}", f"mov {spare}, {w}", f"muls {x}, {spare}", f"subs {x}, {x}, {T}", *reduce(x)]


def times_with(x, w, estimate, zero):
    return [f"asrs {T}, {x}, #8", f"muls {T}, {estimate}", f"asrs {T}, {T}, #8", f"muls {T}, {MODULUS}",
            f"muls {x}, {w}", f"subs {x}, {x}, {T}", *reduce_with(x, zero)]


def near(operation, first, second, spare, stride):
    """Words 0 and `stride` bytes from r7."""
    if stride <= 124:
        return [f"{operation} {first}, [{P}]", f"{operation} {second}, [{P}, #{stride}]"]
    return [f"{operation} {first}, [{P}]", f"movs {spare}, #{stride // 2}", f"lsls {spare}, {spare}, #1",
            f"{operation} {second}, [{P}, {spare}]"]


def far(operation, third, fourth, spare, stride):
    """Words 2 `stride` and 3 `stride` bytes from r7."""
    if 3 * stride <= 124:
        return [f"{operation} {third}, [{P}, #{2 * stride}]", f"{operation} {fourth}, [{P}, #{3 * stride}]"]
    if stride == 64:
        return [f"movs {spare}, #128", f"{operation} {third}, [{P}, {spare}]", f"adds {spare}, #64",
                f"{operation} {fourth}, [{P}, {spare}]"]
    return [f"movs {spare}, #128", f"lsls {spare}, {spare}, #2", f"{operation} {third}, [{P}, {spare}]",
            f"adds {spare}, #255", f"adds {spare}, #1", f"{operation} {fourth}, [{P}, {spare}]"]


def two_layers(stride):
    """Of the four words `stride` bytes apart from r7 on. Of blocks of four, the first constant is in r0 and r1."""
    a0, a1, a2, a3 = "r0", "r1", "r2", "r3"
    lines = [*far("ldr", a2, a3, U, stride), *([f"mov {a0}, r8", f"mov {a1}, r9"] if stride > 4 else []),
             f"movs {U}, #0", *times_with(a2, a0, a1, U), *times_with(a3, a0, a1, U)]
    if stride <= 124:
        lines += [*near("ldr", a0, a1, None, stride), *reduce_with(a0, U), *reduce_with(a1, U)]
    else:
        lines += [*near("ldr", a0, a1, T, stride), *reduce_with(a0, U), *reduce_with(a1, U)]
    lines += [f"subs {U}, {a1}, {a3}", f"adds {a1}, {a1}, {a3}", *times(a1, PAIRS[1], a3), *times(U, PAIRS[2], a3)]
    lines += [f"subs {T}, {a0}, {a2}", f"adds {a0}, {a0}, {a2}", f"subs {a3}, {a0}, {a1}", f"adds {a0}, {a0}, {a1}",
              f"adds {a2}, {T}, {U}", f"subs {U}, {T}, {U}"]
    return lines + near("str", a0, a3, T, stride) + far("str", a2, U, T, stride)


def two_inverse_layers(stride, last):
    """Likewise. last: the sums, too, are multiplied by what divides them by 256."""
    a0, a1, a2, a3 = "r0", "r1", "r2", "r3"
    lines = [*near("ldr", a0, a1, U, stride), f"subs {U}, {a1}, {a0}", f"adds {a0}, {a0}, {a1}",
             *times(U, PAIRS[2], a1)]
    lines += [*far("ldr", a2, a3, a1, stride), f"subs {a1}, {a3}, {a2}", f"adds {a2}, {a2}, {a3}",
              *times(a1, PAIRS[1], a3)]
    lines += [f"movs {a3}, #0", *reduce_with(a0, a3), *reduce_with(a2, a3)]
    lines += [f"subs {a3}, {a2}, {a0}", f"adds {a0}, {a0}, {a2}", f"subs {a2}, {a1}, {U}", f"adds {U}, {U}, {a1}"]
    lines += times(a3, PAIRS[0], a1) + times(a2, PAIRS[0], a1)
    for x in (a0, U):
        lines += scale(x, a1) if last else reduce(x)
    return lines + near("str", a0, U, T, stride) + far("str", a3, a2, T, stride)


def scale(x, spare):
    """By what the sums are multiplied by."""
    return [f"asrs {T}, {x}, #8", f"ldr {spare}, [sp, #{SCALE[1]}]", f"muls {T}, {spare}", f"asrs {T}, {T}, #8",
            f"muls {T}, {MODULUS}", f"ldr {spare}, [sp, #{SCALE[0]}]", f"muls {x}, {spare}", f"subs {x}, {x}, {T}",
            *reduce(x)]


def add_large(register, amount):
    lines = []
    while amount > 0:
        lines.append(f"adds {register}, #{min(amount, 255)}")
        amount -= min(amount, 255)
    return lines


def constants(inverse):
    """Those of a block, and the table's pointer to the next one's, or to that before."""
    return [f"ldr r4, [sp, #{TABLE}]", "ldm r4!, {r0, r1, r2, r3, r5}", "mov r8, r0", "mov r9, r1", "mov r10, r2",
            "mov r11, r3", "mov r12, r5", "ldm r4!, {r0}", "mov lr, r0", *(["subs r4, #48"] if inverse else []),
            f"str r4, [sp, #{TABLE}]"]


def few_constants():
    """The same for two_layers(4): r8 is the table's pointer."""
    return ["mov r4, r8", "ldm r4!, {r0, r1, r2, r3, r5}", "mov r10, r2", "mov r11, r3", "mov r12, r5",
            "ldm r4!, {r2}", "mov lr, r2", "mov r8, r4"]


def last_constants():
    """Of the inverse's last two layers: zeta^128 / 256 and 1 / 256, or times a factor, are given."""
    return [f"ldr r4, [sp, #{LAST}]", "ldm r4!, {r0, r1, r2, r3}", "mov r8, r0", "mov r9, r1",
            f"str r2, [sp, #{SCALE[0]}]", f"str r3, [sp, #{SCALE[1]}]", "ldr r4, .Llast_inverse",
            "ldm r4!, {r0, r1, r2, r3}", "mov r10, r0", "mov r11, r1", "mov r12, r2", "mov lr, r3"]


def branch_back(lines, label, end):
    """Unless equal, to the label, which a conditional branch reaches if it is not far."""
    between = lines[lines.index(label + ":"):]
    size = 2 * sum(not line.endswith(":") for line in between)
    return [f"bne {label}"] if size <= 248 else [f"beq {end}", f"b {label}", f"{end}:"]


def one_pass(name, h, inverse):
    """All blocks of 4 h values from r7 to what OUTER has. With h = 64, r7 ends after the first quarter."""
    body = two_inverse_layers(4 * h, h == 64) if inverse else two_layers(4 * h)
    own = last_constants() if inverse and h == 64 else few_constants() if h == 1 and not inverse else constants(inverse)
    lines = [f".L{name}_block{h}:", *own]
    if h == 64:
        lines += ["movs r0, #64", "lsls r0, r0, #2", "adds r0, r0, r7", f"str r0, [sp, #{INNER}]"]
    elif h > 1:
        lines += ["movs r0, r7", f"adds r0, #{4 * h}", f"str r0, [sp, #{INNER}]"]
    lines += [f".L{name}_four{h}:", *body]
    if h == 1:
        lines.append("adds r7, #16")
    else:
        lines += ["adds r7, #4", f"ldr r0, [sp, #{INNER}]", "cmp r7, r0"]
        lines += branch_back(lines, f".L{name}_four{h}", f".L{name}_done{h}")
    if h < 64:
        lines += [f"adds r7, #{12 * h}"] if h > 1 else []
        lines += [f"ldr r0, [sp, #{OUTER}]", "cmp r7, r0"]
        lines += branch_back(lines, f".L{name}_block{h}", f".L{name}_end{h}")
    return lines


def show(*lines):
    for line in lines:
        print(line if line.endswith(":") else "    " + line)


def zeta(k):
    """zeta^brv8(k) and its estimate."""
    w = (pow(ZETA, int(f"{k:08b}"[::-1], 2), Q) + Q // 2) % Q - Q // 2
    return w, (2 * 65536 * w + Q) // (2 * Q)


def begin(name, arguments, stack):
    print(f"@ void {name}({arguments})\n@ stack: {name} {stack}\nfunction {name}\n    save_all\n    sub sp, #{ROOM}")


def first_layers():
    begin("ksig_short_ntt", "int32_t a[256]", PUSHED + ROOM)
    show("movs r7, r0", "ldr r6, .Lmodulus", "ldr r0, .Lfirst", f"str r0, [sp, #{TABLE}]",
         *one_pass("first", 64, False), "movs r0, #64", "lsls r0, r0, #2", "movs r1, r0", "subs r0, r7, r0",
         "movs r2, #4", f"add sp, #{ROOM}", "pop {r4-r7}", "mov r8, r4", "mov r9, r5", "mov r10, r6", "mov r11, r7",
         "pop {r4-r7}", "bl ksig_short_ntt_last", "pop {pc}", ".balign 4", ".Lmodulus: .word 8380417",
         ".Lfirst: .word .Lzetas_first")
    print("end_function ksig_short_ntt\n")


def last_layers():
    begin("ksig_short_ntt_last", "int32_t *a, unsigned count, unsigned root", PUSHED + ROOM)
    show("movs r7, r0", f"str r0, [sp, #{BEGIN}]", "lsls r1, r1, #2", "adds r1, r1, r0", f"str r1, [sp, #{OUTER}]",
         "subs r2, #4", "movs r0, #24", "muls r2, r0", f"str r2, [sp, #{FIRST}]", "ldr r6, .Lmodulus_last")
    for shift, h in ((0, 16), (2, 4), (4, 1)):
        show(f"ldr r0, [sp, #{FIRST}]", *([f"lsls r0, r0, #{shift}"] if shift else []), f"ldr r1, .Llast{h}",
             "adds r0, r0, r1", "mov r8, r0" if h == 1 else f"str r0, [sp, #{TABLE}]", f"ldr r7, [sp, #{BEGIN}]",
             *one_pass("last", h, False))
        if h == 4:
            show("b .Lpass1", ".balign 4", ".Lmodulus_last: .word 8380417",
                 *(f".Llast{other}: .word .Lzetas{other}" for other in (16, 4)), ".Lpass1:")
    print(f"    add sp, #{ROOM}\n    restore_all\n    .balign 4\n.Llast1: .word .Lzetas1")
    print("end_function ksig_short_ntt_last\n")


def inverse():
    begin("ksig_short_inverse_ntt_times", "int32_t a[256], const int32_t last[4]", PUSHED + ROOM)
    show("movs r7, r0", f"str r0, [sp, #{BEGIN}]", f"str r1, [sp, #{LAST}]", "movs r1, #1", "lsls r1, r1, #10",
         "adds r1, r1, r0", f"str r1, [sp, #{OUTER}]", "ldr r6, .Lmodulus_inverse", "ldr r0, .Lbackwards",
         f"str r0, [sp, #{TABLE}]")
    for h in (1, 4, 16):
        show(*one_pass("inverse", h, True), f"ldr r7, [sp, #{BEGIN}]")
        if h == 1:
            show("b .Linverse_block4", ".balign 4", ".Lmodulus_inverse: .word 8380417",
                 ".Lbackwards: .word .Lzetas_end - 24")
    show(*one_pass("inverse", 64, True))
    print(f"    add sp, #{ROOM}\n    restore_all")
    print("    .balign 4\n.Llast_inverse: .word .Lzetas_inverse")
    print("end_function ksig_short_inverse_ntt_times\n")


def table(label, triples):
    print(f"{label}:")
    for pair in (pair for three in triples for pair in three):
        print(f"    .word {pair[0]}, {pair[1]}")


def main():
    print(HEADER)
    first_layers()
    last_layers()
    inverse()
    print("@ Constants and their estimates, three pairs a block: of the first layer and of the second. The inverse")
    print("@ goes backwards through them.\n    .section .rodata.ksig_short23_zetas, \"a\", %progbits\n    .balign 4")
    for label, root in ((".Lzetas_first", 1), (".Lzetas16", 4), (".Lzetas4", 16), (".Lzetas1", 64)):
        blocks = root
        table(label, [(zeta(root + b), zeta(2 * (root + b)), zeta(2 * (root + b) + 1)) for b in range(blocks)])
    table(".Lzetas_end:\n.Lzetas_inverse", [(zeta(2), zeta(3))])
    print("\n#endif")


HEADER = """/* Transforms modulo 8380417. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHORT23
#include "arch/armv6m/function.inc"
"""


if __name__ == "__main__":
    main()
