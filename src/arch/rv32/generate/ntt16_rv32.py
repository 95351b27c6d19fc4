#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes ntt16_rv32.S: the transforms modulo 64513 for RV32IM.

usage: ntt16_rv32.py > ntt16_rv32.S

Passes of two, three and three layers; the inverse the other way round. Within a pass values are not reduced, and may be
negative. A prepared entry of the table (src/ring/ntt16.c) is the quotient of the constant by q, times 2^32 and rounded
down, as a number with sign: so the constant is one more than its product with q by 2^32, and a product is within
(-0.01 q, 1.01 q). So within a pass all are above -3.1 q and below 8.1 q. The quotient by q, times 2^32 and rounded
down, then leaves 0 to q + 1 of each. In the last pass that has to be below q: a multiple of q is added, which makes
them positive, and the quotient has 46 bits and is rounded up.
"""

VALUES = [f"s{n}" for n in range(2)] + [f"a{n}" for n in range(2, 8)]  # where compressed instructions reach them
P, T, Q, QUOTIENT = "a0", "a1", "t6", "t5"  # the values' address, a temporary, 64513, and 1 / 64513
# Twice the number of the block in the tree, and where the loop of a pass with blocks of 64 ends.
NODE, END = "t4", "ra"
MINUS = VALUES[1]  # -1 / 64513 modulo 2^32, before there are values
CONSTANTS = [*(f"s{n}" for n in range(2, 12)), *(f"t{n}" for n in range(4))]  # each with its quotient
BLOCKS_END, ROOM = 52, 64  # offset from SP, and what is reserved there


def show(*lines):
    for line in lines:
        print(line if line.endswith(":") else "    " + line)


def times(to, value, w, quotient):
    """`value`, which is lost, times a constant."""
    show(f"mulh {to}, {value}, {quotient}", f"mul {value}, {value}, {w}", f"mul {to}, {to}, {Q}",
         f"sub {to}, {value}, {to}")


def butterfly(a, b, w, quotient, inverse):
    if inverse:
        show(f"sub {T}, {b}, {a}", f"add {a}, {a}, {b}")
        times(b, T, w, quotient)
    else:
        show(f"mulh {T}, {b}, {quotient}", f"mul {b}, {b}, {w}", f"mul {T}, {T}, {Q}", f"sub {T}, {b}, {T}",
             f"sub {b}, {a}, {T}", f"add {a}, {a}, {T}")


def layers(count, stride, inverse, constants, multiple=None):
    """Of 2^count values. constants(layer, block): the registers of one, made when they are asked for. multiple: of q,
    a register."""
    size = 1 << count
    for i in range(size):
        show(f"lhu {VALUES[i]}, {2 * stride * i}({P})")
    if multiple:
        show(f"add {VALUES[0]}, {VALUES[0]}, {multiple}")
    for layer in reversed(range(count)) if inverse else range(count):
        h = size >> (layer + 1)
        for block in range(1 << layer):
            w, quotient = constants(layer, block)
            for i in range(2 * h * block, 2 * h * block + h):
                butterfly(VALUES[i], VALUES[i + h], w, quotient, inverse)


def store(count, stride, exactly=False):
    """Reduced to [0, q + 1], or to [0, q): what is not negative then."""
    for i in range(1 << count):
        show(f"mulh {T}, {VALUES[i]}, {QUOTIENT}", *([f"srai {T}, {T}, 14"] if exactly else []),
             f"mul {T}, {T}, {Q}", f"sub {VALUES[i]}, {VALUES[i]}, {T}", f"sh {VALUES[i]}, {2 * stride * i}({P})")


def kept(layer, block):
    """Of the node `layer` levels below, as keep() leaves them."""
    number = (1 << layer) - 1 + block
    return CONSTANTS[2 * number], CONSTANTS[2 * number + 1]


def prepare(w, quotient):
    """From an entry of the table in `quotient`; MINUS is there."""
    show(f"mul {quotient}, {quotient}, {MINUS}")
    constant(w, quotient)


def constant(w, quotient):
    show(f"mulh {w}, {quotient}, {Q}", f"addi {w}, {w}, 1")


def keep(count, inverse):
    """The constants of `count` layers below the node NODE / 2."""
    at = VALUES[0]
    show(f"li {MINUS}, 0xc7f0fbff", f"lla {at}, ksig_zetas16")
    for layer in range(count):
        show(*[f"add {at}, {at}, {NODE}"] * (2 if layer == 2 else 1))
        for block in range(1 << layer):
            place = (1 << layer) - 1 - block if inverse else block
            w, quotient = kept(layer, block)
            show(f"lhu {quotient}, {2 * place}({at})")
            prepare(w, quotient)


def pass_of_64(label, inverse):
    """Three layers of blocks of 64 values up to BLOCKS_END(sp), from node NODE / 2."""
    show(f"{label}:")
    keep(3, inverse)
    show(f"addi {END}, {P}, 16", f"{label}_values:")
    layers(3, 8, inverse, kept)
    store(3, 8)
    show(f"addi {P}, {P}, 2", f"bne {P}, {END}, {label}_values", f"lw {T}, {BLOCKS_END}(sp)",
         f"addi {NODE}, {NODE}, {-2 if inverse else 2}", f"addi {P}, {P}, 112", f"bne {P}, {T}, {label}")


def pass_of_8(label, inverse):
    """The same of blocks of eight: END is the end, and the node of the first one is given."""
    pointers, w, quotient, multiple, minus = ("s2", "s3", "s4"), "s5", "s6", "s7", "s8"
    show(f"lla {T}, ksig_zetas16", f"li {minus}, 0xc7f0fbff")
    for before, pointer in zip((T, *pointers), pointers):
        show(f"add {pointer}, {before}, {NODE}")
    show(f"add {pointers[2]}, {pointers[2]}, {NODE}")
    if not inverse:
        show(f"slli {multiple}, {Q}, 2", f"li {QUOTIENT}, {2**46 // 64513 + 1}")
    show(f"{label}:")

    def load(layer, block):
        at = (1 << layer) - 1 - block if inverse else block
        show(f"lhu {quotient}, {2 * at}({pointers[layer]})", f"mul {quotient}, {quotient}, {minus}")
        constant(w, quotient)
        return w, quotient
    layers(3, 1, inverse, load, None if inverse else multiple)
    store(3, 1, exactly=not inverse)
    for layer, pointer in enumerate(pointers):
        show(f"addi {pointer}, {pointer}, {(-2 if inverse else 2) << layer}")
    show(f"addi {P}, {P}, 16", f"bne {P}, {END}, {label}")


def enter():
    show("save_all", f"li {Q}, 64513", f"li {QUOTIENT}, {2**32 // 64513}")


HEADER = f"""/* The transforms modulo 64513 (src/ring/ntt16.c). Written by their generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_NTT16
#include "arch/rv32/function.inc"

// void ksig_ntt16(uint16_t a[256])
// stack: ksig_ntt16 {ROOM}
function ksig_ntt16"""

INVERSE = f"""end_function ksig_ntt16

// void ksig_inverse_ntt16(uint16_t a[256])
// stack: ksig_inverse_ntt16 {ROOM}
function ksig_inverse_ntt16"""


def main():
    print(HEADER)
    enter()
    show(f"li {NODE}, 2")
    keep(2, False)
    show(f"addi {END}, {P}, 128", ".Lfirst:")
    layers(2, 64, False, kept)
    store(2, 64)
    show(f"addi {P}, {P}, 2", f"bne {P}, {END}, .Lfirst", f"addi {T}, {P}, 384", f"sw {T}, {BLOCKS_END}(sp)",
         f"addi {P}, {P}, -128", f"li {NODE}, 8")
    pass_of_64(".Lblocks", False)
    show(f"mv {END}, {P}", f"addi {P}, {P}, -512", f"li {NODE}, 64")
    pass_of_8(".Llast", False)
    show("restore_all", "ret")
    print(INVERSE)
    enter()
    show(f"addi {END}, {P}, 512", f"sw {END}, {BLOCKS_END}(sp)", f"li {NODE}, {2 * 63}")
    pass_of_8(".Linverse_first", True)
    show(f"addi {P}, {P}, -512", f"li {NODE}, {2 * 7}")
    pass_of_64(".Linverse_blocks", True)
    factor = CONSTANTS[6:8]
    show(f"addi {P}, {P}, -512", f"li {NODE}, 2")
    keep(2, True)
    # LAST_ZETA and LAST of src/ring/ntt16.c
    for (w, quotient), value in ((kept(0, 0), 0x6E46AC6A), (factor, 0x01040F38)):
        show(f"li {quotient}, 0x{value:08x}")
        constant(w, quotient)
    show(f"li {QUOTIENT}, {2**46 // 64513 + 1}", f"addi {END}, {P}, 128", ".Linverse_last:")
    layers(2, 64, True, kept)
    for value in VALUES[:2]:
        show(f"mv {T}, {value}")
        times(value, T, *factor)
    show(*(f"add {value}, {value}, {Q}" for value in VALUES[:4]))
    store(2, 64, exactly=True)
    show(f"addi {P}, {P}, 2", f"bne {P}, {END}, .Linverse_last", "restore_all", "ret")
    print("end_function ksig_inverse_ntt16\n\n#endif")


if __name__ == "__main__":
    main()
