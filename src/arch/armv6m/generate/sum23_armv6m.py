#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes sum23_armv6m.S: sums of products of factors and sampled numbers modulo q = 8380417, for ARMv6-M.

usage: sum23_armv6m.py > sum23_armv6m.S

Four at a time, as src/ring/sum23.c says with KSIG_SHORT_RING: the quotient of factor number comes from factor >> 7 and
15 bits of the number, so that the sum and the product fit 32 bits and are reduced at once.

Registers: r8 the sum, r9 factors, r10 stream, r11 groups left, r12 q, lr groups. The stack holds four numbers.
"""

ROOM, PUSHED = 16, 36
FACTORS = ("r1", "r2", "r3", "r4")


def reduce(register):
    """r7 is q."""
    return [f"asrs r5, {register}, #22", "adds r5, #1", "asrs r5, r5, #1", "muls r5, r7",
            f"subs {register}, {register}, r5"]


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
        lines = ["mov r0, r9", "ldm r0!, {r1, r2, r3, r4}", "mov r9, r0", "mov r7, r12"]
        return lines + [line for register in FACTORS for line in reduce(register)]
    lines = ["mov r0, r9", "ldm r0!, {r1, r2, r3}", "mov r9, r0", "asrs r4, r3, #24", "lsls r4, r4, #16",
             "lsrs r5, r2, #24", "lsls r5, r5, #8", "orrs r4, r5", "lsrs r5, r1, #24", "orrs r4, r5"]
    for register in FACTORS[:3]:
        lines += [f"lsls {register}, {register}, #8", f"asrs {register}, {register}, #8"]
    return [*lines, "mov r7, r12"]


def function(name, packed):
    kind = "uint32_t" if packed else "int32_t"
    print(f"@ unsigned {name}(uint32_t *words, const {kind} *factors, const uint8_t *stream,")
    print(f"@                 unsigned groups)\n@ stack: {name} {PUSHED + ROOM}\nfunction {name}\n    save_all")
    label = "packed" if packed else "plain"
    load, apart = load_stream(label)
    lines = ["mov r8, r0", "mov r9, r1", "mov r10, r2", "mov r11, r3", "mov lr, r3", f"ldr r7, .L{label}_q",
             "mov r12, r7", f"sub sp, #{ROOM}", f"b .L{label}_first", f".L{label}_stop:", f"b .L{label}_done", *apart,
             f".L{label}_group:", "mov r7, r12", f".L{label}_first:", *load]
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
    for register in FACTORS:
        lines += reduce(register)
    for number, register in enumerate(FACTORS[:3]):
        lines += [f"lsls {register}, {register}, #8", f"lsrs {register}, {register}, #8"]
        lines += [f"lsrs r5, r4, #{8 * number}", "lsls r5, r5, #24"] if number else ["lsls r5, r4, #24"]
        lines.append(f"orrs {register}, r5")
    lines += ["stm r0!, {r1, r2, r3}", "mov r8, r0", "mov r0, r11", "subs r0, #1", "mov r11, r0",
              f"beq .L{label}_done", f"b .L{label}_group", f".L{label}_done:", "mov r0, lr", "mov r1, r11",
              "subs r0, r0, r1", f"add sp, #{ROOM}"]
    for line in lines:
        print(line if line.endswith(":") else "    " + line)
    print("    restore_all")
    print(f"    .balign 4\n.L{label}_q: .word 8380417\nend_function {name}\n")


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
    print("#endif")


if __name__ == "__main__":
    main()
