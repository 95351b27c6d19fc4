#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes ntt23_rv32.S: the transforms modulo 8380417 for RV32IM.

usage: ntt23_rv32.py > ntt23_rv32.S

Passes of two, three and three layers; the inverse the other way round. The values of a pass and its constants are in
registers. Products as in C: the table has quotients, from which the constants follow. Nothing is reduced on the way.
"""

VALUES = [f"s{n}" for n in range(2)] + [f"a{n}" for n in range(2, 8)]  # where compressed instructions reach them
OTHERS = [*(f"s{n}" for n in range(2, 12)), *(f"t{n}" for n in range(7)), "ra"]
P, T, Q = "a0", "a1", "t6"  # the values' address, a temporary, 8380417
# In the passes with blocks of 64: four times the number of the block in the tree, and where the loop ends.
NODE, END = "t5", "ra"
CONSTANTS = [register for register in OTHERS if register not in (Q, NODE, END)][:14]  # each with its quotient
SAVED = ["ra", *(f"s{n}" for n in range(12))]
BLOCKS_END, FIRST, ROOM = 52, 56, 64  # offsets from SP, and what is reserved there


def show(*lines):
    for line in lines:
        print(line if line.endswith(":") else "    " + line)


def butterfly(a, b, w, quotient, inverse):
    if inverse:
        show(f"sub {T}, {b}, {a}", f"add {a}, {a}, {b}")
        times(b, T, w, quotient)
    else:
        show(f"mulh {T}, {b}, {quotient}", f"mul {b}, {b}, {w}", f"mul {T}, {T}, {Q}", f"sub {T}, {b}, {T}",
             f"sub {b}, {a}, {T}", f"add {a}, {a}, {T}")


def times(to, value, w, quotient):
    """`value`, which is lost, times a constant."""
    show(f"mulh {to}, {value}, {quotient}", f"mul {value}, {value}, {w}", f"mul {to}, {to}, {Q}",
         f"sub {to}, {value}, {to}")


def layers(count, stride, inverse, constants):
    """Of 2^count values. constants(layer, block): the registers of one, made when they are asked for."""
    size = 1 << count
    for i in range(size):
        show(f"lw {VALUES[i]}, {4 * stride * i}({P})")
    for layer in reversed(range(count)) if inverse else range(count):
        h = size >> (layer + 1)
        for block in range(1 << layer):
            w, quotient = constants(layer, block)
            for i in range(2 * h * block, 2 * h * block + h):
                butterfly(VALUES[i], VALUES[i + h], w, quotient, inverse)


def store(count, stride):
    for i in range(1 << count):
        show(f"sw {VALUES[i]}, {4 * stride * i}({P})")


def kept(layer, block):
    """Of the node `layer` levels below, as keep() leaves them."""
    number = (1 << layer) - 1 + block
    return CONSTANTS[2 * number], CONSTANTS[2 * number + 1]


def keep(count, inverse):
    """The constants of three layers below the node NODE / 4."""
    show(f"lla {T}, ksig_zetas23")
    for layer in range(count):
        show(*[f"add {T}, {T}, {NODE}"] * max(1, 1 << (layer - 1) if layer else 1))
        for block in range(1 << layer):
            at = (1 << layer) - 1 - block if inverse else block
            show(f"lw {kept(layer, block)[1]}, {4 * at}({T})")
    for layer in range(count):
        for block in range(1 << layer):
            w, quotient = kept(layer, block)
            show(f"mulh {w}, {quotient}, {Q}")


def pass_of_64(label, inverse):
    """Three layers of blocks of 64 values up to BLOCKS_END(sp), from node NODE / 4."""
    show(f"{label}:")
    keep(3, inverse)
    show(f"addi {END}, {P}, 32", f"{label}_values:")
    layers(3, 8, inverse, kept)
    store(3, 8)
    show(f"addi {P}, {P}, 4", f"bne {P}, {END}, {label}_values", f"lw {T}, {BLOCKS_END}(sp)",
         f"addi {NODE}, {NODE}, {-4 if inverse else 4}", f"addi {P}, {P}, 224", f"bne {P}, {T}, {label}")


def pass_of_8(label, inverse):
    """The same of blocks of eight: END is the end, and the node of the first one is given."""
    pointers, w, quotient = ("s2", "s3", "s4"), "s5", "s6"
    show(f"lla {T}, ksig_zetas23")
    for before, pointer in zip((T, *pointers), pointers):
        show(f"add {pointer}, {before}, {NODE}")
    show(f"add {pointers[2]}, {pointers[2]}, {NODE}", f"{label}:")

    def constant(layer, block):
        at = (1 << layer) - 1 - block if inverse else block
        show(f"lw {quotient}, {4 * at}({pointers[layer]})", f"mulh {w}, {quotient}, {Q}")
        return w, quotient
    layers(3, 1, inverse, constant)
    store(3, 1)
    for layer, pointer in enumerate(pointers):
        show(f"addi {pointer}, {pointer}, {(-4 if inverse else 4) << layer}")
    show(f"addi {P}, {P}, 32", f"bne {P}, {END}, {label}")


def enter():
    show(f"addi sp, sp, -{ROOM}", *(f"sw {register}, {4 * n}(sp)" for n, register in enumerate(SAVED)),
         f"li {Q}, 8380417")


def restore():
    show(*(f"lw {register}, {4 * n}(sp)" for n, register in enumerate(SAVED)), f"addi sp, sp, {ROOM}")


HEADER = f"""/* NTT and NTT^-1 (FIPS 204 Algorithms 41 and 42). Written by their generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_NTT23
#include "arch/rv32/function.inc"

// void ksig_ntt23(int32_t a[256])
// stack: ksig_ntt23 {ROOM}
function ksig_ntt23"""

LAST = f"""end_function ksig_ntt23

// void ksig_ntt23_last(int32_t *a, unsigned count, unsigned root)
// stack: ksig_ntt23_last {ROOM}
function ksig_ntt23_last"""

INVERSE = f"""end_function ksig_ntt23_last

// void ksig_inverse_ntt23_times(int32_t a[256], const int32_t last[4])
// stack: ksig_inverse_ntt23_times {ROOM}
function ksig_inverse_ntt23_times"""


def main():
    print(HEADER)
    enter()
    show(f"li {NODE}, 4")
    keep(2, False)
    show(f"addi {END}, {P}, 256", ".Lfirst:")
    layers(2, 64, False, kept)
    store(2, 64)
    show(f"addi {P}, {P}, 4", f"bne {P}, {END}, .Lfirst", f"addi {P}, {P}, -256", "li a1, 256", "li a2, 4")
    restore()
    show("tail ksig_ntt23_last")
    print(LAST)
    enter()
    show(f"slli {NODE}, a2, 2", "slli a1, a1, 2", f"add {T}, {P}, a1", f"sw {P}, {FIRST}(sp)",
         f"sw {T}, {BLOCKS_END}(sp)", f"sw {NODE}, {FIRST + 4}(sp)")
    pass_of_64(".Lsix_blocks", False)
    show(f"mv {END}, {P}", f"lw {P}, {FIRST}(sp)", f"lw {NODE}, {FIRST + 4}(sp)", f"slli {NODE}, {NODE}, 3")
    pass_of_8(".Llast", False)
    restore()
    show("ret")
    print(INVERSE)
    enter()
    show(f"sw a1, {FIRST}(sp)", f"addi {END}, {P}, 1024", f"sw {END}, {BLOCKS_END}(sp)", f"li {NODE}, {4 * 63}")
    pass_of_8(".Linverse_first", True)
    show(f"addi {P}, {P}, -1024", f"li {NODE}, {4 * 7}")
    pass_of_64(".Linverse_blocks", True)
    w, quotient = CONSTANTS[6:8]
    show(f"addi {P}, {P}, -1024", f"li {NODE}, 4")
    keep(2, True)
    show(f"lw {T}, {FIRST}(sp)", f"lw {kept(0, 0)[0]}, 0({T})", f"lw {kept(0, 0)[1]}, 4({T})", f"lw {w}, 8({T})",
         f"lw {quotient}, 12({T})", f"addi {END}, {P}, 256", ".Linverse_last:")
    layers(2, 64, True, kept)
    for value in VALUES[:2]:
        show(f"mv {T}, {value}")
        times(value, T, w, quotient)
    store(2, 64)
    show(f"addi {P}, {P}, 4", f"bne {P}, {END}, .Linverse_last")
    restore()
    show("ret")
    print("end_function ksig_inverse_ntt23_times\n\n#endif")


if __name__ == "__main__":
    main()
