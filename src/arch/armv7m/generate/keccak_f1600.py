#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes keccak_f1600_armv7m.S: Keccak-f[1600] for ARMv7-M.

usage: keccak_f1600.py > keccak_f1600_armv7m.S

A lane is two words, its even and its odd bits, so that rotating a lane rotates words (and swaps the two if the distance
is odd). A round is ten rows: five words of one half that chi combines.

In place: row y of the output takes the place of the five words that it was made of, the word of column x that of column
x. Four rounds later everything is back where it was; so four rounds are written out.

Lazy rotations: a register or word of memory holds a value in some *frame* p: the value is the content rotated left by
p. Every operation of Keccak has an operand that the barrel shifter can rotate into the frame of the other, so rotations
cost nothing, except that after four rounds all frames must be 0 again. Which operand gives its frame is free: FRAMES
was searched for a choice after which no word is left to rotate, or few: search_keccak_f1600.py.

Few accesses to memory: the ten deltas of theta do not fit into registers beside a row, but with the rows in ROW_ORDER
six or seven stay and SPILLED wait on the stack. The parities of the last two rows are formed as these are made. Loads
come in groups, since only the first of a group waits; a store stands never before a load.
"""
import functools

RHO = ((0, 36, 3, 41, 18), (1, 44, 10, 45, 2), (62, 6, 43, 15, 61), (28, 55, 25, 21, 56), (27, 20, 39, 8, 14))  # [x][y]
STATE = "r0"
POOL = [f"r{number}" for number in range(1, 13)] + ["lr"]

# (y, half) of the rows; the last two of one half. These and the three that follow: search_keccak_f1600.py.
ROW_ORDER = [(1, 0), (2, 1), (4, 0), (0, 1), (1, 1), (3, 0), (0, 0), (2, 0), (4, 1), (3, 1)]
SPILLED = [(0, 0), (0, 1), (1, 1), (4, 0)]  # (x, half) of the deltas that go to the stack
# Between rounds: the registers of the parities of the last two rows, column by column.
PARITIES = ["r2", "r8", "r4", "lr", "r7"]
# For each round, in the order in which they are asked for: which word begins a parity, which operand gives the frame.
FRAMES = [
    "2032311010010111010011111100010000000000001001001001010000101111011010000111011010010011101001000011111111111110101",
    "4000111010110001010010011101001101001111101000000101010100001101100101001101010001000011111001010001111110000000101",
    "2244301100111111110000010001011101011101010000100100111011010110110101101001010101010001101010010000101110000000010",
    "4012011100111010001100110101010110001010000110011100011110001100000001000111010001100010001100111010001101000100110",
]

PUSHED = 40  # bytes: r1 (rate), r4-r11, lr
ROOM = 4 * (1 + len(SPILLED)) + 4  # the pointer to the constants, deltas, and what keeps SP aligned to 8


@functools.cache
def row_sources(y, half):
    """(x, y, half, rotation) of the words that rho and pi bring to row y, in the order of their new x."""
    sources = []
    for k in range(5):
        x = (k + 3 * y) % 5
        distance = RHO[x][k]
        rotation = distance // 2 if distance % 2 == 0 or half == 1 else (distance + 1) // 2
        sources.append((x, k, half ^ (distance & 1), rotation))
    return sources


def round_constants():
    """[(even bits, odd bits)]: FIPS 202 Algorithm 5."""
    bits, register = [], 1
    for _ in range(7 * 24):
        bits.append(register & 1)
        register <<= 1
        register ^= 0x171 if register & 0x100 else 0
    constants = []
    for number in range(24):
        value = sum(bits[7 * number + j] << (2**j - 1) for j in range(7))
        constants.append(tuple(sum((value >> (2 * k + half) & 1) << k for k in range(32)) for half in (0, 1)))
    return constants


class Rounds:
    """The four rounds, as they are written. A delta that must go to the stack and is not in spilled: KeyError."""

    def __init__(self, order=ROW_ORDER, spilled=SPILLED, parities=PARITIES, frames=FRAMES):
        self.order, self.spilled, self.homes = order, spilled, parities
        self.lines = []
        self.place = {(x, y, half): 2 * (x + 5 * y) + half for x in range(5) for y in range(5) for half in (0, 1)}
        self.frame = dict.fromkeys(range(50), 0)  # by word of memory
        self.free = []
        self.waiting = None  # (register, word, whether that frees it): a store that goes after the next loads
        self.parities = [(register, 0) for register in parities]
        for number in range(4):
            self.choices = iter(frames[number])
            self.round(number)

    def check(self):
        """Everything is back where it was, so that the four rounds can begin again."""
        assert [(register, 0) for register in self.homes] == self.parities
        assert all(self.place[x, y, half] == 2 * (x + 5 * y) + half for x, y, half in self.place)
        assert not any(self.frame.values())

    def choose(self):
        return int(next(self.choices))

    def take(self):
        return self.free.pop(0)

    def give(self, register):
        self.free = sorted([*self.free, register], key=POOL.index)

    def emit(self, text):
        self.lines.append("    " + text)

    def memory(self, operation, register, base, offset):
        self.emit(f"{operation} {register}, [{base}, #{offset}]")

    def slot(self, delta):
        return 4 * (1 + self.spilled.index(delta))

    def combine(self, operation, result, first, second):
        """result = first `operation` second, in the frame of first, which is returned. Operands: (register, frame)."""
        rotation = (first[1] - second[1]) % 32
        self.emit(f"{operation}.w {result}, {first[0]}, {second[0]}" + (f", ror #{rotation}" if rotation else ""))
        return first[1] % 32

    def either(self, result, choice, first, second):
        """result = first ^ second, in the frame of one of them."""
        return self.combine("eor", result, *((second, first) if choice else (first, second)))

    def column_parities(self):
        """{(x, half): (register, frame)}: what is not yet in self.parities, as many loads at a time as fit."""
        half = self.order[-1][1]
        formed = [y for y, _ in self.order[-2:]]
        self.free = [register for register in POOL if register not in [name for name, _ in self.parities]]
        parities = {(x, half): self.parities[x] for x in range(5)}
        queue = [(x, y, half) for x in range(5) for y in range(5) if y not in formed]
        for x in range(5):
            begin = self.choose()
            queue += [(x, (begin + k) % 5, 1 - half) for k in range(5)]
        while queue:
            group, queue = queue[:len(self.free)], queue[len(self.free):]
            loaded = [self.take() for _ in group]
            for register, word in zip(loaded, group):
                self.memory("ldr", register, STATE, 4 * self.place[word])
            for register, (x, y, h) in zip(loaded, group):
                value = (register, self.frame[self.place[x, y, h]])
                if (x, h) in parities:
                    self.combine("eor", parities[x, h][0], parities[x, h], value)
                    self.give(register)
                else:
                    parities[x, h] = value
        return parities

    def deltas(self, parities):
        """{(x, half): (register, frame)}: D[x] = C[x - 1] ^ (C[x + 1] rotated by 1), in the registers of the parities.

        Each parity is used twice, which links all deltas to a ring: with one register more, each can take the place of
        a parity that has been used up. The ring is cut where the spilled ones come earliest."""
        def ring(x, half):
            return [((x + 2 * k) % 5, half ^ (k & 1)) for k in range(10)]

        def last_spilled(nodes):
            return max((k for k, (x, half) in enumerate(nodes) if ((x + 1) % 5, half) in self.spilled), default=-1)

        nodes = min((ring(x, half) for x in range(5) for half in (0, 1)), key=last_spilled)
        deltas = {}
        for k, (x, half) in enumerate(nodes):
            left, (register, frame) = parities[x, half], parities[nodes[(k + 1) % 10]]
            # The odd word rotated by 1 becomes the even one; the even word becomes the odd one as it is.
            right = (register, frame + (1 if half == 0 else 0))
            delta = ((x + 1) % 5, half)
            result = left[0] if k else self.take()
            deltas[delta] = (result, self.either(result, self.choose(), left, right))
            if delta in self.spilled:
                self.memory("str", result, "sp", self.slot(delta))
        self.give(parities[nodes[0]][0])
        return deltas

    def round(self, number):
        deltas = self.deltas(self.column_parities())
        frames = {delta: frame for delta, (_, frame) in deltas.items()}
        held = {delta: register for delta, (register, _) in deltas.items()}
        places, word_frames = {}, {}
        for row in range(10):
            values, constant = self.load_row(number, row, held, frames)
            self.chi(number, row, values, constant, places, word_frames)
        self.place, self.frame = places, word_frames

    def load_row(self, number, row, held, frames):
        """Loads what theta, rho and pi bring to a row: ([(register, frame)], register of the round constant or None).
        held: {delta: register}, which changes."""
        y, half = self.order[row]
        sources = row_sources(y, half)
        needed = [(x, h) for x, _, h, _ in sources]

        def next_use(delta):
            later = (r for r in range(row + 1, 10) if delta in [(x, h) for x, _, h, _ in row_sources(*self.order[r])])
            return next(later, None)

        for delta in [delta for delta in held if delta not in needed and next_use(delta) is None]:
            self.give(held.pop(delta))
        missing = [delta for delta in needed if delta not in held]
        # The row, one temporary (three where the results stay), the constant, the parities being formed.
        limit = len(POOL) - 5 - (3 if row == 8 else 1) - (y == 0) - (5 if row == 9 else 0)
        kept = [delta for delta in [*held, *missing] if next_use(delta) is not None]
        while len(kept) > limit:
            evicted = max(kept, key=lambda delta: (next_use(delta), delta not in needed))
            if evicted not in self.spilled:
                raise KeyError(evicted)
            kept.remove(evicted)
            if evicted in held and evicted not in needed:
                self.give(held.pop(evicted))

        constant, values, loaded, waiting = None, {}, {}, list(range(5))
        if y == 0:
            constant = self.take()
            self.memory("ldr", constant, "sp", 0)
        while len(values) < 5:
            while missing and self.free:
                held[missing[0]] = self.take()
                self.memory("ldr", held[missing[0]], "sp", self.slot(missing.pop(0)))
            # Those whose delta is not needed any more give a register back.
            waiting.sort(key=lambda k: (needed[k] in kept, k))
            while waiting and self.free:
                loaded[waiting[0]] = self.take()
                self.memory("ldr", loaded[waiting[0]], STATE, 4 * self.place[sources[waiting.pop(0)][:3]])
            if y == 0 and not values:
                self.memory("ldr", constant, constant, 8 * number + 4 * half)
            self.store_waiting()
            for k in [k for k in sorted(loaded) if needed[k] in held]:
                register, delta = loaded.pop(k), needed[k]
                word = (register, self.frame[self.place[sources[k][:3]]])
                frame = self.either(register, self.choose(), word, (held[delta], frames[delta]))
                values[k] = (register, (frame + sources[k][3]) % 32)
                if delta not in kept:
                    self.give(held.pop(delta))
        return [values[k] for k in range(5)], constant

    def store_waiting(self):
        if self.waiting:
            self.memory("str", self.waiting[0], STATE, 4 * self.waiting[1])
            if self.waiting[2]:
                self.give(self.waiting[0])
            self.waiting = None

    def chi(self, number, row, values, constant, places, word_frames):
        """b[x] ^ (~b[x + 1] & b[x + 2]) for a row, iota in row 0; to memory, and to the parities in the last two
        rows."""
        y, half = self.order[row]
        sources = row_sources(y, half)
        for x in range(5):
            own, behind, second = values[x], values[(x + 1) % 5], values[(x + 2) % 5]
            result = self.take()
            masked = (result, self.combine("bic", result, second, behind))
            choice = self.choose()
            frame = self.either(result, choice, own, masked)
            if x == 0 and constant:
                self.combine("eor", result, (result, frame), (constant, 0))
                self.give(constant)
            if number == 3 and frame:
                self.emit(f"ror.w {result}, {result}, #{32 - frame}")
                frame = 0
            word = next(self.place[source[:3]] for source in sources if source[0] == x)
            places[x, y, half], word_frames[word] = word, frame
            if row < 9 and x == 4:
                self.waiting = (result, word, row < 8)
            else:
                self.memory("str", result, STATE, 4 * word)
            if row < 8:
                if x < 4:
                    self.give(result)
                continue
            # Values that no later x needs.
            for k in [x] if 2 <= x < 4 else [4, 0, 1] if x == 4 else []:
                self.give(values[k][0])
            if row == 8:
                self.parities[x] = (result, frame)
            else:
                register, old_frame = self.parities[x]
                target = register
                if number == 3 and self.homes[x] in self.free:
                    target = self.homes[x]
                    self.free.remove(target)
                    self.give(register)
                self.combine("eor", target, (register, old_frame), (result, frame))
                self.parities[x] = (target, old_frame)
                self.give(result)
        if row < 8:
            for register, _ in values:
                self.give(register)


def narrowed(lines):
    """Wide and narrow encodings: narrow ones only in pairs, so that wide instructions stay aligned to words."""
    def can(line):
        operation, operands = line.split(None, 1)
        register, base, offset = operands.replace("[", "").replace("]", "").replace("#", "").split(", ")[:3]
        low = register in POOL[:7] and (base in POOL[:7] or base in ("r0", "sp"))
        return operation in ("ldr", "str") and low and int(offset) <= 124

    encoded = []
    for line in lines:
        is_memory = line.split()[0] in ("ldr", "str")
        if is_memory and encoded and encoded[-1][1] == "open" and can(line):
            encoded[-1] = (encoded[-1][0].replace("r ", "r.n ", 1), "done")
            encoded.append((line.replace("r ", "r.n ", 1), "done"))
        else:
            encoded.append((line, "open" if is_memory and can(line) else "done" if not is_memory else "wide"))
    return [line if state == "done" else line.replace("r ", "r.w ", 1) for line, state in encoded]


HEADER = """/* Keccak-f[1600] (FIPS 202 section 3) in place. Written by keccak_f1600.py, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_KECCAK
#include "arch/armv7m/function.inc"
#include "arch/armv7m/interleave.inc"

@ Bits 0, 2, .. and bits 1, 3, .. of the round constants. The first are 0 or 1: CONSTANTS_END is neither.
    .equ CONSTANTS_END, 2
    .section .text.ksig_keccak_f1600, "ax", %progbits
    .balign 4
.Lround_constants:"""

SEPARATE = """
@ void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count)
@ stack: ksig_keccak_separate 4
function ksig_keccak_separate
    push {r4}
    .balign 4
1:  ldrd r3, r4, [r1], #8
    separate r3, r4
    subs r2, r2, #1
    strd r3, r4, [r0], #8
    bne 1b
    pop {r4}
    bx lr
end_function ksig_keccak_separate

#endif"""


def main():
    print(HEADER)
    for even, odd in round_constants():
        print(f"    .word {even}, 0x{odd:08x}")
    print("    .word CONSTANTS_END")
    print("\n@ void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)")
    print(f"@ stack: ksig_keccak_f1600 {PUSHED + ROOM}")
    print("function ksig_keccak_f1600")
    print(f"    push {{r1, r4-r11, lr}}\n    sub sp, sp, #{ROOM}")
    print("    lsls r2, r1, #23\n    bmi 1f\n    uxtb r1, r1\n    convert interleave")
    print("1:  adr.w r1, .Lround_constants\n    str r1, [sp]")
    others = [register for register in POOL if register not in PARITIES][:5]
    half = ROW_ORDER[-1][1]
    for registers, y in ((PARITIES, ROW_ORDER[-2][0]), (others, ROW_ORDER[-1][0])):
        for x in range(5):
            print(f"    ldr {registers[x]}, [{STATE}, #{4 * (2 * (x + 5 * y) + half)}]")
    for x in range(5):
        print(f"    eor {PARITIES[x]}, {PARITIES[x]}, {others[x]}")
    print("    .balign 4\n.Lfour_rounds:")
    rounds = Rounds()
    rounds.check()
    print("\n".join(narrowed(rounds.lines)))
    pointer, constant = others[:2]
    print(f"    ldr {pointer}, [sp]\n    ldr {constant}, [{pointer}, #32]!\n    str {pointer}, [sp]")
    print(f"    cmp {constant}, #CONSTANTS_END\n    bne.w .Lfour_rounds")
    print(f"    ldr r1, [sp, #{ROOM}]\n    lsls r2, r1, #22\n    bmi 2f\n    uxtb r1, r1\n    convert separate")
    print(f"2:  add sp, sp, #{ROOM}\n    pop {{r1, r4-r11, pc}}\nend_function ksig_keccak_f1600")
    print(SEPARATE)


if __name__ == "__main__":
    main()
