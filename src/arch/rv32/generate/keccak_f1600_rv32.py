#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes keccak_f1600_rv32.S: Keccak-f[1600] for 32-bit RISC-V, with Zbb and without.

usage: keccak_f1600_rv32.py > keccak_f1600_rv32.S

A lane is two words, its even and its odd bits, so that rotating a lane rotates words (and swaps the two if the distance
is odd). A round is ten rows: five words of one half that chi combines. In place: a row of the output takes the place of
the five words that it was made of, the word of column x that of column x. Four rounds later everything is back where it
was; so four rounds are written out.

28 registers, none on the stack: ten parities, which are summed as rows leave, ten deltas, a row and a temporary, the
state and the constants. What moves most is where compressed instructions reach it.

Without Zbb, that is without ANDN, six lanes are kept complemented, so that most rows need no more than one NOT. Not
between calls, even where the lanes stay as even and odd bits: who reads them would have to know which.
"""

RHO = ((0, 36, 3, 41, 18), (1, 44, 10, 45, 2), (62, 6, 43, 15, 61), (28, 55, 25, 21, 56), (27, 20, 39, 8, 14))  # [x][y]
STATE, TEMPORARY, CONSTANTS = "a0", "s0", "s11"
WORDS = ("a1", "a2", "a3", "a4", "a5")
OTHERS = ["s1", "a6", "a7", *(f"t{n}" for n in range(7)), *(f"s{n}" for n in range(2, 11)), "ra"]
PARITIES = {(x, half): OTHERS[2 * x + half] for x in range(5) for half in (0, 1)}
DELTAS = {(x, half): OTHERS[10 + 2 * x + half] for x in range(5) for half in (0, 1)}
SAVED = ["ra", *(f"s{n}" for n in range(12))]
END, RATE, ROOM = 52, 56, 64  # offsets from SP, and what is reserved there
IS_OWN, STAYS_OWN = 256, 512  # flags beside the rate (src/hash/keccak.h)
COMPLEMENTED = {(1, 0), (2, 0), (3, 1), (2, 2), (2, 3), (0, 4)}  # (x, y)
MASKS = ((16, "t4", 0xFFFF), (8, "t3", 0xFF00FF), (4, "t2", 0xF0F0F0F), (2, "t1", 0x33333333), (1, "t0", 0x55555555))


class Rounds:
    """Four rounds, as lines."""

    def __init__(self, zbb):
        self.zbb, self.lines = zbb, []
        self.complemented = set() if zbb else COMPLEMENTED
        columns = [sum((x, y) in self.complemented for y in range(5)) & 1 for x in range(5)]
        self.complemented_deltas = [columns[x - 1] ^ columns[(x + 1) % 5] for x in range(5)]
        self.places = {(x, y, half): 2 * (5 * y + x) + half for x in range(5) for y in range(5) for half in (0, 1)}
        home = dict(self.places)
        for number in range(4):
            self.deltas()
            after = {}
            for y in range(5):
                for half in (0, 1):
                    self.row(y, half, number, after)
            self.places = after
        assert self.places == home

    def add(self, *instructions):
        self.lines += instructions

    def rotate(self, to, source, distance, spare):
        """Left. spare: may be `to` only if that is not `source`."""
        if self.zbb:
            self.add(f"rori {to}, {source}, {32 - distance}")
        else:
            self.add(f"slli {spare}, {source}, {distance}", f"srli {to}, {source}, {32 - distance}",
                     f"or {to}, {to}, {spare}")

    def deltas(self):
        for x in range(5):
            before, after = (x - 1) % 5, (x + 1) % 5
            self.rotate(TEMPORARY, PARITIES[after, 1], 1, WORDS[0])
            self.add(f"xor {DELTAS[x, 0]}, {PARITIES[before, 0]}, {TEMPORARY}",
                     f"xor {DELTAS[x, 1]}, {PARITIES[before, 1]}, {PARITIES[after, 0]}")

    def row(self, y, half, number, after):
        place, flags = [], []
        for k in range(5):
            x = (k + 3 * y) % 5
            distance = RHO[x][k]
            source = half ^ distance & 1
            rotation = (distance + 1 - half) // 2 if distance & 1 else distance // 2
            place.append(self.places[x, k, source])
            flags.append(((x, k) in self.complemented) ^ self.complemented_deltas[x])
            self.add(f"lw {WORDS[k]}, {4 * place[k]}({STATE})", f"xor {WORDS[k]}, {WORDS[k]}, {DELTAS[x, source]}")
            if rotation:
                self.rotate(WORDS[k], WORDS[k], rotation, TEMPORARY)
            after[x, y, half] = place[k]
        for k in range(5):
            self.term(k, flags[(k + 1) % 5], flags[(k + 2) % 5], flags[k] ^ ((k, y) in self.complemented))
            # The first two words are wanted once more.
            to = PARITIES[k, half] if y == 0 else WORDS[k] if k > 1 else TEMPORARY
            self.add(f"xor {to}, {WORDS[k]}, {TEMPORARY}")
            if k == 0 and y == 0:
                self.add(f"lw {TEMPORARY}, {8 * number + 4 * half}({CONSTANTS})", f"xor {to}, {to}, {TEMPORARY}")
            self.add(f"sw {to}, {4 * after[k, y, half]}({STATE})")
            if y:
                self.add(f"xor {PARITIES[k, half]}, {PARITIES[k, half]}, {to}")

    def term(self, k, first, second, wanted):
        """~b & c to the temporary, complemented if `wanted`, from b and c that are complemented or not."""
        b, c, t = WORDS[(k + 1) % 5], WORDS[(k + 2) % 5], TEMPORARY
        if self.zbb:
            self.add(f"andn {t}, {c}, {b}")
        elif first and not second:
            self.add(f"and {t}, {b}, {c}", *([f"not {t}, {t}"] if wanted else []))
        elif second and not first:
            self.add(f"or {t}, {b}, {c}", *([] if wanted else [f"not {t}, {t}"]))
        else:  # one of the two is negated
            inverted, other = (b, c) if first == wanted else (c, b)
            self.add(f"not {t}, {inverted}", f"{'or' if wanted else 'and'} {t}, {t}, {other}")


def round_constants():
    """[(even bits, odd bits)]: FIPS 202 Algorithm 5."""
    found, register = [], 1
    for _ in range(24):
        halves = [0, 0]
        for power in range(7):
            bit = 2**power - 1
            halves[bit & 1] |= (register & 1) << bit // 2
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        found.append(tuple(halves))
    return found


def show(*lines):
    for line in lines:
        print(line if line.endswith(":") or line.startswith("#") else "    " + line)


def convert(label, inward):
    """The lanes of the rate, from halves to even and odd bits, or back: to a6, a6 being the state on the way in. a1 is
    where they are, on the way in where they end; a7 where they end on the way back."""
    low, high, e, o = "a2", "a3", "a4", "a5"
    print("#ifndef __riscv_zbkb")
    show(*(f"li {register}, 0x{mask:x}" for _, register, mask in MASKS))
    print("#endif")
    source = "a6" if inward else "a1"
    show(f"{label}:", f"lw {low}, 0({source})", f"lw {high}, 4({source})", "#ifdef __riscv_zbkb")
    if inward:
        show(f"unzip {low}, {low}", f"unzip {high}, {high}", f"pack {e}, {low}, {high}", f"srli {low}, {low}, 16",
             f"srli {high}, {high}, 16", f"pack {high}, {low}, {high}", f"mv {low}, {e}")
    else:
        show(f"pack {e}, {low}, {high}", f"srli {low}, {low}, 16", f"srli {high}, {high}, 16",
             f"pack {o}, {low}, {high}", f"zip {low}, {e}", f"zip {high}, {o}")
    print("#else")
    for distance, mask, _ in MASKS if inward else reversed(MASKS):
        show(f"srli {e}, {low}, {distance}", f"xor {e}, {e}, {high}", f"and {e}, {e}, {mask}",
             f"xor {high}, {high}, {e}", f"slli {e}, {e}, {distance}", f"xor {low}, {low}, {e}")
    print("#endif")
    show(f"sw {low}, 0(a6)", f"sw {high}, 4(a6)", "addi a6, a6, 8")
    show(f"bltu a6, a1, {label}") if inward else show("addi a1, a1, 8", f"bne a1, a7, {label}")


def complement():
    print("#ifndef __riscv_zbb")
    for x, y in sorted(COMPLEMENTED):
        for half in (0, 1):
            at = f"{4 * (2 * (5 * y + x) + half)}({STATE})"
            show(f"lw {TEMPORARY}, {at}", f"not {TEMPORARY}, {TEMPORARY}", f"sw {TEMPORARY}, {at}")
    print("#endif")


HEADER = f"""/* Keccak-f[1600] (FIPS 202 section 3) in place. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_KECCAK
#include "arch/rv32/function.inc"

// void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)
// stack: ksig_keccak_f1600 {ROOM}
function ksig_keccak_f1600"""


SEPARATE = """// void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count)
// stack: ksig_keccak_separate 0
function ksig_keccak_separate"""


def main():
    print(HEADER)
    show(f"addi sp, sp, -{ROOM}", *(f"sw {register}, {4 * n}(sp)" for n, register in enumerate(SAVED)),
         f"sw a1, {RATE}(sp)", f"andi a2, a1, {IS_OWN}", "bnez a2, .Lis_own", "andi a1, a1, 255",
         f"add a1, a1, {STATE}", f"mv a6, {STATE}")
    convert(".Lin", True)
    show(".Lis_own:")
    complement()
    show(f"lla {CONSTANTS}, .Lround_constants", f"addi {TEMPORARY}, {CONSTANTS}, 192", f"sw {TEMPORARY}, {END}(sp)")
    for (x, half), register in PARITIES.items():
        show(f"lw {register}, {4 * (2 * x + half)}({STATE})")
        for y in range(1, 5):
            show(f"lw {WORDS[y]}, {4 * (2 * (5 * y + x) + half)}({STATE})", f"xor {register}, {register}, {WORDS[y]}")
    print(".Lfour_rounds:\n#ifdef __riscv_zbb")
    show(*Rounds(zbb=True).lines)
    print("#else")
    show(*Rounds(zbb=False).lines)
    print("#endif")
    show(f"addi {CONSTANTS}, {CONSTANTS}, 32", f"lw {TEMPORARY}, {END}(sp)", f"beq {CONSTANTS}, {TEMPORARY}, .Lend",
         "j .Lfour_rounds", ".Lend:")
    complement()
    show(f"lw a2, {RATE}(sp)", *(f"lw {register}, {4 * n}(sp)" for n, register in enumerate(SAVED)),
         f"addi sp, sp, {ROOM}", f"andi a1, a2, {STAYS_OWN}", "bnez a1, .Lstays", "andi a2, a2, 255", "srli a2, a2, 3",
         f"mv a1, {STATE}", "j ksig_keccak_separate", ".Lstays:", "ret")
    print("end_function ksig_keccak_f1600\n")
    print(SEPARATE)
    show("slli a7, a2, 3", "add a7, a7, a1", "mv a6, a0")
    convert(".Lout", False)
    show("ret")
    print("end_function ksig_keccak_separate\n\n    .section .rodata.ksig_keccak_f1600, \"a\", %progbits")
    print("    .balign 4\n.Lround_constants:")
    for even, odd in round_constants():
        print(f"    .word {even}, 0x{odd:08x}")
    print("\n#endif")


if __name__ == "__main__":
    main()
