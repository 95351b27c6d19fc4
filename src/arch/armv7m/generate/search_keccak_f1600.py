#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Searches what keccak_f1600.py has as constants: the order of rows, what it spills, and the frames.

usage: search_keccak_f1600.py              the cost of the four rounds with the generator's constants
       search_keccak_f1600.py order SEED   a ROW_ORDER with its SPILLED and PARITIES, from a random one; a minute
       search_keccak_f1600.py frames SEED  FRAMES for the generator's order, from random ones; some minutes

Cost: modelled cycles of Cortex-M3, with the weights of bench/plugin/README.md that such code meets. The frames change
no access to memory, only how many words are left to rotate at the end, so the two searches are independent.

Both go downhill from a random start: exchange two rows, or change a few choices of frames, and keep what costs less
(for frames, or as much). For another core, change `cycles`.

What they found: of five orders (SEED 0 to 4) four ended at the 1,504 cycles of the order in use, one at 1,512. Frames
went from 48 rotations to 5 with SEED 0. Those in use leave 1: a longer search found them.
"""
import itertools
import random
import sys

import keccak_f1600 as generator

LOAD, LOAD_AFTER_STORE = 1, 3  # beside one cycle for each instruction; a load after a load has nothing to add
CHOICES = ["0" * 115] * 4  # while orders are compared; a round makes 115, the first 5 of 5 words, the others of 2


def cycles(lines):
    """What the lines cost without the rotations that are left."""
    total, before = 0, None
    for operation in (line.split()[0] for line in lines):
        total += operation != "ror.w"
        if operation == "ldr" and before != "ldr":
            total += LOAD + (LOAD_AFTER_STORE if before == "str" else 0)
        before = operation
    return total


def rotations(lines):
    return sum(line.split()[0] == "ror.w" for line in lines)


def plan(order):
    """(cycles, deltas to spill, registers of the parities), or None if four rounds do not end where they began.
    A delta is spilled when the generator runs out of registers; parities begin where four rounds left them."""
    spilled, parities = [], generator.POOL[:5]
    for _ in range(20):
        try:
            rounds = generator.Rounds(order, spilled, parities, CHOICES)
        except KeyError as missing:
            spilled.append(missing.args[0])
            continue
        except IndexError:  # no register is free
            return None
        left = [register for register, _ in rounds.parities]
        if left == parities:
            rounds.check()
            return cycles(rounds.lines), spilled, parities
        parities = left
    return None


def search_order(seed):
    """(order, plan)"""
    chance = random.Random(seed)
    best, order = None, [(y, half) for y in range(5) for half in (0, 1)]
    while best is None:
        chance.shuffle(order)
        best = plan(order) if order[8][1] == order[9][1] else None
    pairs = list(itertools.combinations(range(10), 2))
    improved = True
    while improved:
        improved = False
        chance.shuffle(pairs)
        for i, j in pairs:
            other = list(order)
            other[i], other[j] = other[j], other[i]
            found = plan(other) if other[8][1] == other[9][1] else None
            if found and found[0] < best[0]:
                best, order, improved = found, other, True
    return order, best


def search_frames(seed, steps=40000):
    """(frames, rotations that are left)"""
    chance = random.Random(seed)

    def choose(index):
        return chance.choice("01234" if index < 5 else "01")

    frames = [[choose(index) for index in range(115)] for _ in range(4)]
    best = rotations(generator.Rounds(frames=frames).lines)
    for _ in range(steps):
        other = [list(choices) for choices in frames]
        for _ in range(chance.choice((1, 1, 2, 3))):
            index = chance.randrange(115)
            other[chance.randrange(4)][index] = choose(index)
        left = rotations(generator.Rounds(frames=other).lines)
        if left <= best:
            frames, best = other, left
        if best == 0:
            break
    return ["".join(choices) for choices in frames], best


def main():
    if sys.argv[1:2] == ["order"]:
        order, (cost, spilled, parities) = search_order(int(sys.argv[2]))
        print(f"{cost} cycles and the rotations\nROW_ORDER = {order}\nSPILLED = {spilled}\nPARITIES = {parities}")
    elif sys.argv[1:2] == ["frames"]:
        frames, left = search_frames(int(sys.argv[2]))
        print(f"{left} rotations\nFRAMES = {frames}")
    else:
        lines = generator.Rounds().lines
        print(f"{cycles(lines)} cycles and {rotations(lines)} rotations")


if __name__ == "__main__":
    main()
