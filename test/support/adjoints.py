# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ksig_haetae_add_adjoint in assembly, the same cases on every architecture."""
from __future__ import annotations

import random
import struct
from collections.abc import Iterator

from unicorn import UC_HOOK_CODE, UC_HOOK_MEM_READ, UC_HOOK_MEM_WRITE

from armv7m_twins import Twins
from support import random_bytes


def packed_fields(fields: list[int], bits: int) -> bytes:
    """From the lowest bit on."""
    return sum(field << bits * n for n, field in enumerate(fields)).to_bytes(bits * len(fields) // 8, "little")


def secrets(bits: int, chooser: random.Random) -> Iterator[list[int]]:
    """Fields: all extremes, which make the largest differences, and random ones."""
    largest = 2 * bits - 2
    for distance in (1, 2, 4, 8):
        yield [largest * (n // distance % 2) for n in range(256)]
    yield [0] * 256
    yield [largest] * 256
    for _ in range(3):
        yield [chooser.choice((0, largest, chooser.randint(0, largest))) for _ in range(256)]


def check_adjoint(twins: Twins, function: str) -> None:
    """Against the twin, from every block on, the packed values at each alignment; values of s alone in each place
    against what they mean."""
    chooser = random.Random(27)
    for number, i in enumerate(range(0, 256, 16)):
        for bits in (2, 3):
            for fields in secrets(bits, chooser) if i % 80 == 0 else [[chooser.randint(0, 2) for _ in range(256)]]:
                packed = bytes(number % 4) + packed_fields(fields, bits)
                twins.check(function, random_bytes(1024, 500 + number), (packed, number % 4),
                            random_bytes(64, 600 + number), i + bits)
    y = list(range(1, 17))
    for place in range(0, 256, 5):
        bits, i = 2 + place % 2, place * 16 % 256
        fields = [bits - 1] * 256
        fields[place] = 0  # bits - 1
        found = twins.check(function, bytes(1024), packed_fields(fields, bits), struct.pack("<16i", *y), i + bits)[0]
        expected = [0] * 256
        for b, value in enumerate(y):
            n = i + b - place
            expected[n % 256] += (bits - 1) * (value if n >= 0 else -value)
        assert list(struct.unpack("<256i", found)) == expected


def check_constant(twins: Twins, function: str) -> None:
    """Whatever s and y are, the same instructions in the same order, and the same addresses."""
    machine, places = twins.assembly, []
    hooks = [machine.unicorn.hook_add(UC_HOOK_CODE, lambda _uc, address, _size, _data: places.append(address)),
             machine.unicorn.hook_add(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
                                      lambda _uc, _kind, address, _size, _value, _data: places.append(address))]
    try:
        for bits, i in ((2, 0), (3, 240)):
            t, s, y = machine.allocate(bytes(1024)), machine.allocate(bytes(96)), machine.allocate(bytes(64))
            traces = []
            for number in range(4):
                machine.write(s, random_bytes(96, number))
                machine.write(y, random_bytes(64, 10 + number))
                places.clear()
                machine.call(function, t, s, y, i + bits)
                traces.append(list(places))
            assert traces[0] and all(trace == traces[0] for trace in traces)
    finally:
        for hook in hooks:
            machine.unicorn.hook_del(hook)
