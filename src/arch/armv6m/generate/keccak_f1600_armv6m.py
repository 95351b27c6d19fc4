#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes keccak_f1600_armv6m.S: Keccak-f[1600] for ARMv6-M.

usage: keccak_f1600_armv6m.py > keccak_f1600_armv6m.S

A lane is two words, its even and its odd bits, so that rotating a lane rotates words (and swaps the two if the distance
is odd). A round is ten rows: five words of one half that chi combines.

In place: row y of the output takes the place of the five words that it was made of, the word of column x that of column
x. Four rounds later everything is back where it was; so four rounds are written out.

A column of lanes (one x) is contiguous, so that LDM forms theta's parities; the columns follow one another by x + 2, so
that each parity completes a delta with the one before. Within a column the lanes stand so that what brings lanes from
the standard's order to this one exchanges pairs, or leaves them: it is its own inverse.

Registers: a row in r0-r4, a temporary in r5; r6 and r7 point to two windows on the 50 words, as an offset has 5 bits;
six deltas in high registers, four on the stack.

Lanes that stay in this form also stay in this order: ksig_sum23_add_lanes has the table of it.
"""

ORDER = (0, 2, 4, 1, 3)  # of the columns in memory
RHO = ((0, 36, 3, 41, 18), (1, 44, 10, 45, 2), (62, 6, 43, 15, 61), (28, 55, 25, 21, 56), (27, 20, 39, 8, 14))  # [x][y]
SECOND = 19  # the word that r7 points to
WINDOW = 32  # words that an offset reaches
DELTAS = {(1, 0): "r8", (1, 1): "r9", (3, 0): "r10", (3, 1): "r11", (4, 0): "r12", (4, 1): "lr",
          (0, 0): 0, (0, 1): 4, (2, 0): 8, (2, 1): 12}  # (x, half): a register, or an offset from SP
CONSTANTS, RATE, ROOM = 16, 20, 24  # offsets from SP, and what is reserved there
PUSHED = 36  # r4-r11, lr
MASKS = (("r8", 0x00FF00FF, 8), ("r9", 0x0F0F0F0F, 4), ("r10", 0x33333333, 2), ("r11", 0x55555555, 1))


def slot(x, y):
    """The place of a lane among 25."""
    return 5 * ORDER.index(x) + 2 * y % 5


class Writer:
    """Collects instructions."""

    def __init__(self):
        self.lines = []
        self.places = {(x, y, half): 2 * slot(x, y) + half for x in range(5) for y in range(5) for half in (0, 1)}

    def add(self, *instructions):
        self.lines += ["    " + instruction for instruction in instructions]

    def label(self, name):
        self.lines.append(name + ":")


def address(word):
    return f"[r6, #{4 * word}]" if word < WINDOW else f"[r7, #{4 * (word - SECOND)}]"


def keep(w, key, register):
    place = DELTAS[key]
    w.add(f"mov {place}, {register}" if isinstance(place, str) else f"str {register}, [sp, #{place}]")


def fetch(w, key, register):
    place = DELTAS[key]
    w.add(f"mov {register}, {place}" if isinstance(place, str) else f"ldr {register}, [sp, #{place}]")


def delta(w, x, before, after):
    """D[x] from the parities of x - 1, which are lost, and x + 1. A rotation by 1 swaps the halves."""
    spare = next(f"r{n}" for n in range(7) if f"r{n}" not in (*before, *after))
    w.add(f"lsls {spare}, {after[1]}, #1", f"eors {before[0]}, {spare}", f"lsrs {spare}, {after[1]}, #31",
          f"eors {before[0]}, {spare}", f"eors {before[1]}, {after[0]}")
    keep(w, (x, 0), before[0])
    keep(w, (x, 1), before[1])


def theta(w):
    """r6 the state before and after; r7 its second window after."""
    half_of = {word: half for (_, _, half), word in w.places.items()}
    w.add("movs r7, r6")
    last = ()
    for i, x in enumerate(ORDER):
        free = [f"r{n}" for n in range(7) if f"r{n}" not in last][:5]
        parity, done = {}, 0
        while done < 10:
            registers = [register for register in free if register not in parity.values()][:10 - done]
            w.add(f"ldm r7!, {{{', '.join(registers)}}}")
            for n, register in enumerate(registers):
                half = half_of[10 * i + done + n]
                if half in parity:
                    w.add(f"eors {parity[half]}, {register}")
                else:
                    parity[half] = register
            done += len(registers)
        now = (parity[0], parity[1])
        if last:
            delta(w, (x - 1) % 5, last, now)
        else:  # the places of the delta that comes last
            w.add(f"mov r12, {now[0]}", f"mov lr, {now[1]}")
        last = now
    first = tuple([f"r{n}" for n in range(6) if f"r{n}" not in last][:2])
    w.add(f"mov {first[0]}, r12", f"mov {first[1]}, lr")
    delta(w, 4, last, first)
    w.add(f"subs r7, #{4 * (50 - SECOND)}", "movs r6, r7", f"subs r6, #{4 * SECOND}")


def row(w, y, half, number, after):
    """Row y of one half in round `number` of four. Notes in `after` where its words are put."""
    words, by_rotation = [], {}
    for k in range(5):
        x = (k + 3 * y) % 5
        distance = RHO[x][k]
        source = half ^ distance & 1
        rotation = (distance + 1 - half) // 2 if distance & 1 else distance // 2
        words.append(w.places[x, k, source])
        by_rotation.setdefault(rotation, []).append((k, x, source))
        after[x, y, half] = words[k]
    for rotation, group in by_rotation.items():
        for k, x, source in group:
            w.add(f"ldr r{k}, {address(words[k])}")
            fetch(w, (x, source), "r5")
            w.add(f"eors r{k}, r5")
        if rotation:
            w.add(f"movs r5, #{32 - rotation}", *(f"rors r{k}, r5" for k, _, _ in group))
    order = [(k + 3) % 5 for k in range(5)]  # column 0, which has a constant in row 0, is among those done in place
    a, place = [f"r{k}" for k in order], {k: after[k, y, half] for k in range(5)}

    def store(register, k):
        w.add(f"str {register}, {address(place[k])}")

    for k in (0, 1):
        w.add(f"movs r5, {a[k + 2]}", f"bics r5, {a[k + 1]}", f"eors r5, {a[k]}")
        store("r5", order[k])
    w.add(f"movs r5, {a[4]}", f"bics r5, {a[3]}", f"eors {a[2]}, r5", f"bics {a[1]}, {a[0]}", f"bics {a[0]}, {a[4]}",
          f"eors {a[4]}, {a[1]}", f"eors {a[3]}, {a[0]}")
    if y == 0:
        w.add(f"ldr r5, [sp, #{CONSTANTS}]", f"ldr r5, [r5, #{8 * number + 4 * half}]", f"eors {a[2]}, r5")
    for k in (2, 3, 4):
        store(a[k], order[k])


def rounds(w):
    home = dict(w.places)
    for number in range(4):
        theta(w)
        after = {}
        for y in range(5):
            for half in (0, 1):
                row(w, y, half, number, after)
        w.places = after
    assert w.places == home


def exchange(w, low, high, distance, mask):
    """Exchanges bits with the number of `distance` in `low` and without it in `high`."""
    w.add(f"lsrs r4, {low}, #{distance}", f"eors r4, {high}", f"mov r5, {mask}" if mask else "uxth r4, r4")
    if mask:
        w.add("ands r4, r5")
    w.add(f"eors {high}, r4", f"lsls r4, r4, #{distance}", f"eors {low}, r4")


def convert(w, inward, label):
    """Lanes of the rate from halves to even and odd bits, or back, and all lanes from the standard's order to that of
    the columns, or back. r7 the state; r12 the rate; lr the end of the table; masks in r8-r11."""
    w.add("ldr r6, " + (".Lmasks" if inward else ".Lmasks_again"), "ldm r6!, {r0, r1, r2, r3}",
          *(f"mov {mask[0]}, r{n}" for n, mask in enumerate(MASKS)),
          f"movs r4, #{len(pairs()) * 4}", "adds r4, r6", "mov lr, r4")
    w.label(f"{label}")
    steps = [(None, 16), *((mask, distance) for mask, _, distance in MASKS)]
    for n, (low, high) in enumerate((("r0", "r1"), ("r2", "r3"))):
        w.add(f"ldrb r4, [r6, #{n}]", "adds r5, r4, r7", f"ldm r5!, {{{low}, {high}}}")
        if not inward:
            w.add(f"ldrb r4, [r6, #{n + 2}]")
        w.add("cmp r4, r12", f"bhs {label}_{n}")
        for mask, distance in steps if inward else reversed(steps):
            exchange(w, low, high, distance, mask)
        w.label(f"{label}_{n}")
    for n, registers in ((2, "r0, r1"), (3, "r2, r3")):
        w.add(f"ldrb r4, [r6, #{n}]", "adds r4, r4, r7", f"stm r4!, {{{registers}}}")
    w.add("adds r6, #4", "cmp r6, lr", f"bne {label}")


def pairs():
    """Bytes for `convert`: offsets of two lanes where they are, and where they go."""
    goes = {5 * y + x: slot(x, y) for x in range(5) for y in range(5)}
    assert all(goes[goes[lane]] == lane for lane in goes)
    stay = [lane for lane in goes if goes[lane] == lane]
    found = [(lane, to, to, lane) for lane, to in goes.items() if lane < to]
    stay.append(stay[-1])
    found += [(one, other, one, other) for one, other in zip(stay[::2], stay[1::2])]
    return [tuple(8 * lane for lane in four) for four in found]


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


HEADER = """/* Keccak-f[1600] (FIPS 202 section 3) in place. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_KECCAK
#include "arch/armv6m/function.inc"

@ void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)
@ stack: ksig_keccak_f1600 %d"""

# In the section of the permutation, which ends with it.
SEPARATE = """@ void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count)
@ out is lanes, all of which go to the standard's order.
@ stack: ksig_keccak_separate %d
    .global ksig_keccak_separate
    .type ksig_keccak_separate, %%function
    .thumb_func
ksig_keccak_separate:
    save_all"""


def main():
    print(HEADER % (PUSHED + ROOM))
    print("function ksig_keccak_f1600\n    save_all")
    print(f"    sub sp, #{ROOM}\n    str r1, [sp, #{RATE}]\n    movs r7, r0\n    lsls r2, r1, #23\n    bpl .Lin_begin")
    print("    b .Lis_own\n.Lin_begin:\n    uxtb r1, r1\n    mov r12, r1")
    w = Writer()
    convert(w, True, ".Lin")
    w.label(".Lis_own")
    w.add("movs r6, r7", "ldr r0, .Lconstants", f"str r0, [sp, #{CONSTANTS}]", "b .Lfour_rounds")
    w.add(".balign 4")
    w.lines.append(".Lmasks: .word .Lmasks_begin\n.Lconstants: .word .Lround_constants\n\n.Lfour_rounds:")
    rounds(w)
    w.add(f"ldr r0, [sp, #{CONSTANTS}]", "adds r0, #32", f"str r0, [sp, #{CONSTANTS}]",
          "ldr r1, .Lconstants_end", "cmp r0, r1", "beq 1f", "bl .Lfour_rounds", ".balign 4",
          ".Lconstants_end: .word .Lround_constants + 192")
    w.label("1")
    w.add(f"ldr r2, [sp, #{RATE}]", "movs r0, r6", f"add sp, #{ROOM}", "lsls r1, r2, #22", "bpl .Lseparate")
    print("\n".join(w.lines))
    print("    restore_all\n.Lseparate:\n    uxtb r2, r2\n    lsrs r2, r2, #3\n    restore_registers")
    print("    pop {r3}\n    mov lr, r3\n    b ksig_keccak_separate\nend_function ksig_keccak_f1600\n")
    print(SEPARATE % PUSHED)
    w = Writer()
    w.add("movs r7, r0", "lsls r2, r2, #3", "mov r12, r2")
    convert(w, False, ".Lout")
    print("\n".join(w.lines))
    print("    restore_all\n    .balign 4\n.Lmasks_again: .word .Lmasks_begin")
    print("end_function ksig_keccak_separate\n")
    print("    .section .rodata.ksig_keccak_f1600, \"a\", %progbits\n    .balign 4\n.Lround_constants:")
    for even, odd in round_constants():
        print(f"    .word {even}, 0x{odd:08x}")
    print("@ Masks, and offsets of two lanes where they are and where they go.\n.Lmasks_begin:")
    for _, mask, _ in MASKS:
        print(f"    .word 0x{mask:08x}")
    for four in pairs():
        print(f"    .byte {', '.join(map(str, four))}")
    print("\n#endif")


if __name__ == "__main__":
    main()
