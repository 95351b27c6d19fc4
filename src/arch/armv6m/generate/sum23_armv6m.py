#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes sum23_armv6m.S: sums of products of factors and sampled numbers modulo q = 8380417, for ARMv6-M.

usage: sum23_armv6m.py > sum23_armv6m.S

Four at a time, as src/ring/sum23.c says with KSIG_SHORT_RING: the quotient of factor number comes from factor >> 7 and
15 bits of the number, so that the sum and the product fit 32 bits and are reduced at once.

Registers: r8 the sum, r9 factors, r10 stream, r11 groups left, r12 q, lr groups. The stack holds four numbers.

Of lanes, three are converted at a time to two groups: the first goes on in registers, the second is a stream on the
stack. lr is where the lanes are.
"""
from keccak_f1600_armv6m import slot

PUSHED = 36
NUMBERS = 16  # bytes of four, from SP on
SECOND, TABLE, END, BEGIN, ROOM = 16, 28, 32, 36, 40  # offsets from SP with lanes, and what is reserved there
FACTORS = ("r1", "r2", "r3", "r4")
LANES = (("r1", "r2"), ("r3", "r4"), ("r0", "r5"))  # halves; the groups are r1, r2, r3 and r4, r0, r5
MASKS = ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF))


def reduce_with(register, zero):
    """r7 is q; r5 is lost. The last bit shifted out, which is the carry, rounds."""
    return [f"asrs r5, {register}, #23", f"adcs r5, {zero}", "muls r5, r7", f"subs {register}, {register}, r5"]


def pack():
    """r1-r4, to the words at r0, which goes on."""
    lines = []
    for number, register in enumerate(FACTORS[:3]):
        lines += [f"lsls {register}, {register}, #8", f"lsrs {register}, {register}, #8"]
        lines += [f"lsrs r5, r4, #{8 * number}", "lsls r5, r5, #24"] if number else ["lsls r5, r4, #24"]
        lines.append(f"orrs {register}, r5")
    return [*lines, "stm r0!, {r1, r2, r3}", "mov r8, r0"]


def multiply_values():
    """As ring/short23.c: r8 words, r9 values, r10 factors, r11 where the values end."""
    name = "ksig_short_multiply_values"
    print(f"@ void {name}(uint32_t *words, const int32_t *values, const int32_t *factors, unsigned groups)")
    print(f"@ stack: {name} {PUSHED}\nfunction {name}\n    save_all")
    lines = ["mov r8, r0", "mov r10, r2", "lsls r3, r3, #4", "adds r3, r3, r1", "mov r11, r3", "ldr r7, .Lvalues_q",
             ".Lvalues_group:", "ldm r1!, {r2, r3, r4, r5}", "mov r9, r1", "movs r1, r2", "movs r2, r3", "movs r3, r4",
             "movs r4, r5"]
    for register in FACTORS:
        lines += ["mov r0, r10", "ldm r0!, {r5}", "mov r10, r0",
                  "asrs r6, r5, #22", "adds r6, #1", "asrs r6, r6, #1", "muls r6, r7", "subs r5, r5, r6",
                  "asrs r6, r5, #10", "adds r6, r6, r5", "adds r6, #64", "asrs r6, r6, #7",
                  f"movs r0, {register}", "adds r0, #128", "asrs r0, r0, #8", "muls r6, r0", "asrs r6, r6, #8",
                  "muls r6, r7", f"muls {register}, r5", f"subs {register}, {register}, r6",
                  f"asrs r5, {register}, #22", "adds r5, #1", "asrs r5, r5, #1", "muls r5, r7",
                  f"subs {register}, r5, {register}"]
    lines += ["mov r0, r8", *pack(), "mov r1, r9", "cmp r1, r11", "beq .Lvalues_done", "b .Lvalues_group",
              ".Lvalues_done:"]
    for line in lines:
        print(line if line.endswith(":") else "    " + line)
    print(f"    restore_all\n    .balign 4\n.Lvalues_q: .word 8380417\nend_function {name}\n")


def load_stream(name):
    """Twelve bytes at any address to r1, r2, r3; r10 goes on."""
    lines = ["mov r0, r10", "lsls r4, r0, #30", f"bne .L{name}_bytes", "ldm r0!, {r1, r2, r3}",
             f".L{name}_loaded:", "mov r10, r0"]
    apart = [f".L{name}_bytes:"]
    for word, register in enumerate(("r1", "r2", "r3")):
        apart.append(f"ldrb {register}, [r0, #{4 * word}]")
        for byte in (1, 2, 3):
            apart += [f"ldrb r4, [r0, #{4 * word + byte}]", f"lsls r4, r4, #{8 * byte}", f"orrs {register}, r4"]
    return lines, [*apart, "adds r0, #12", f"b .L{name}_loaded"]


def factors(packed):
    """To r1-r4, within 0.51 q; r9 goes on."""
    if not packed:
        lines = ["mov r0, r9", "ldm r0!, {r1, r2, r3, r4}", "mov r9, r0", "mov r7, r12", "movs r6, #0"]
        return lines + [line for register in FACTORS for line in reduce_with(register, "r6")]
    lines = ["mov r0, r9", "ldm r0!, {r1, r2, r3}", "mov r9, r0", "asrs r4, r3, #24", "lsls r4, r4, #16",
             "lsrs r5, r2, #24", "lsls r5, r5, #8", "orrs r4, r5", "lsrs r5, r1, #24", "orrs r4, r5"]
    for register in FACTORS[:3]:
        lines += [f"lsls {register}, {register}, #8", f"asrs {register}, {register}, #8"]
    return [*lines, "mov r7, r12"]


def separate():
    """The three lanes, from even and odd bits to halves. r6 and r7 are lost."""
    lines = []
    for distance, _ in MASKS:
        lines.append(f"ldr r7, .Lmask_{distance}")
        for even, odd in LANES:
            lines += [f"lsrs r6, {even}, #{distance}", f"eors r6, {odd}", "ands r6, r7", f"eors {odd}, r6",
                      f"lsls r6, r6, #{distance}", f"eors {even}, r6"]
    for even, odd in LANES:
        lines += [f"lsrs r6, {even}, #16", f"eors r6, {odd}", "uxth r6, r6", f"eors {odd}, r6", "lsls r6, r6, #16",
                  f"eors {even}, r6"]
    return lines


def begin_lanes():
    """r2 the lanes, r3 flags over how many groups."""
    return [".Lplain_lanes:", "mov lr, r2", "uxtb r3, r3", "lsrs r5, r3, #1", "adds r3, r3, r5", "lsrs r5, r4, #1",
            "adds r4, r4, r5", "ldr r5, .Lplain_table", "adds r4, r4, r5", "adds r3, r3, r4", f"str r3, [sp, #{END}]",
            "movs r7, r4", "b .Lplain_three"]


def next_lanes():
    """When no group is left."""
    lines = [".Lplain_more:", f"ldr r7, [sp, #{TABLE}]", f"ldr r1, [sp, #{END}]", "cmp r7, r1", "bne .Lplain_three",
             "b .Lplain_done", ".Lplain_three:"]
    for number, halves in enumerate(LANES):
        lines += [f"ldrb r6, [r7, #{number}]", "add r6, lr"]
        if number == 2:
            lines += ["adds r7, #3", f"str r7, [sp, #{TABLE}]"]
        lines.append(f"ldm r6!, {{{', '.join(sorted(halves))}}}")
    lines += [*separate(), f"str r4, [sp, #{SECOND}]", f"str r0, [sp, #{SECOND + 4}]", f"str r5, [sp, #{SECOND + 8}]",
              "movs r0, #2", "mov r11, r0", "mov r0, sp", f"adds r0, #{SECOND}", "mov r7, r12", "b .Lplain_loaded"]
    return lines


def begin(packed):
    if packed:
        return ["mov r8, r0", "mov r9, r1", "mov r10, r2", "mov r11, r3", "mov lr, r3", "ldr r7, .Lpacked_q",
                "mov r12, r7", f"sub sp, #{NUMBERS}", "b .Lpacked_first"]
    return ["mov r8, r0", "mov r9, r1", "ldr r7, .Lplain_q", "mov r12, r7", f"sub sp, #{ROOM}",
            f"str r0, [sp, #{BEGIN}]", "lsrs r4, r3, #9", "bcs .Lplain_lanes", "mov r10, r2", "mov r11, r3",
            f"str r4, [sp, #{TABLE}]", f"str r4, [sp, #{END}]", "b .Lplain_first", *begin_lanes()]


def end(packed):
    """Returns how many groups were done: of 12 bytes, at most 64."""
    if packed:
        return [".Lpacked_done:", "mov r0, lr", "mov r1, r11", "subs r0, r0, r1", f"add sp, #{NUMBERS}"]
    return [*next_lanes(), ".Lplain_done:", "mov r0, r8", f"ldr r1, [sp, #{BEGIN}]", "subs r0, r0, r1", "movs r1, #171",
            "muls r0, r1", "lsrs r0, r0, #11", f"add sp, #{ROOM}"]


def function(name, packed):
    kind = "uint32_t" if packed else "int32_t"
    print(f"@ unsigned {name}(uint32_t *words, const {kind} *factors, const uint8_t *stream,")
    print("@                 unsigned groups)")
    print(f"@ stack: {name} {PUSHED + (NUMBERS if packed else ROOM)}\nfunction {name}\n    save_all")
    label = "packed" if packed else "plain"
    load, apart = load_stream(label)
    lines = [*begin(packed), f".L{label}_stop:", f"b .L{label}_done", *apart, f".L{label}_group:", "mov r7, r12",
             f".L{label}_first:", *load]
    lines += ["lsls r4, r1, #9", "lsrs r4, r4, #9", "lsrs r1, r1, #24", "lsls r5, r2, #17", "lsrs r5, r5, #9",
              "orrs r5, r1", "lsrs r2, r2, #16", "lsls r6, r3, #25", "lsrs r6, r6, #9", "orrs r6, r2",
              "lsls r3, r3, #1", "lsrs r3, r3, #9"]
    for register in ("r4", "r5", "r6", "r3"):
        lines += [f"cmp {register}, r7", f"bhs .L{label}_stop"]
    lines += ["mov r1, sp", "movs r7, r3", "stm r1!, {r4, r5, r6, r7}", *factors(packed)]
    for number, register in enumerate(FACTORS):
        lines += [f"ldr r5, [sp, #{4 * number}]", "lsrs r6, r5, #10", "adds r6, r6, r5", "adds r6, #128",
                  "lsrs r6, r6, #8", f"asrs r0, {register}, #7", "muls r6, r0", "asrs r6, r6, #8", "muls r6, r7",
                  f"muls {register}, r5", f"subs {register}, {register}, r6"]
    lines.append("mov r0, r8")
    for number, register in enumerate(FACTORS[:3]):
        shift = "asrs" if number == 2 else "lsrs"
        lines += [f"ldr r5, [r0, #{4 * number}]", "lsls r6, r5, #8", "asrs r6, r6, #8",
                  f"adds {register}, {register}, r6", f"{shift} r5, r5, #24",
                  *([f"lsls r5, r5, #{8 * number}"] if number else []), "adds r4, r4, r5"]
    lines.append("movs r6, #0")
    for register in FACTORS:
        lines += reduce_with(register, "r6")
    lines += [*pack(), "mov r0, r11", "subs r0, #1", "mov r11, r0",
              f"beq .L{label}_{'done' if packed else 'more'}", f"b .L{label}_group", *end(packed)]
    for line in lines:
        print(line if line.endswith(":") else "    " + line)
    print(f"    restore_all\n    .balign 4\n.L{label}_q: .word 8380417")
    if not packed:
        for distance, mask in MASKS:
            print(f".Lmask_{distance}: .word 0x{mask:08x}")
        print(".Lplain_table: .word .Llanes_of_rate")
    print(f"end_function {name}\n")


HEADER = """/* Sums of products modulo 8380417. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHORT23
#include "arch/armv6m/function.inc"
"""


def main():
    print(HEADER)
    function("ksig_sum23_add_products", packed=False)
    function("ksig_sum23_add_packed_products", packed=True)
    multiply_values()
    print("@ Where the permutation leaves the lanes of the rate.")
    print("    .section .rodata.ksig_sum23_add_products, \"a\", %progbits\n.Llanes_of_rate:")
    for y in range(5):
        print(f"    .byte {', '.join(str(8 * slot(x, y)) for x in range(5 if y < 4 else 1))}")
    print()
    print("#endif")


if __name__ == "__main__":
    main()
