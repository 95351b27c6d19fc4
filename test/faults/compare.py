# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The comparison of bytes alone, with all fault models: on values of its own, which a verification would rarely have.

Whether a fault hides a byte may depend on the bytes before. So all models are tried at every instruction."""
from __future__ import annotations

import hashlib
from collections.abc import Iterator

from faults.core import STACK_USED, Core, Lost, Memory
from faults.models import MODELS

FUNCTION, MARK = "ksig_compare_packed", 0x5A00
APART = 32  # bytes from the one to the other
Values = tuple[bytes, bytes]


def different(length: int) -> Iterator[Values]:
    """Values that differ everywhere, or in the second half; random ones, and such in which every other byte is 0 or all
    ones. Nothing that might lie elsewhere, as many zeros do: a pointer that a fault changes would find it."""
    for number in range(6):
        value = bytearray(hashlib.sha256(bytes([number])).digest()[:length])
        if number >= 2:
            value[number % 2::2] = bytes([0xFF * (number // 4)]) * len(value[number % 2::2])
        equal = number % 2 * length // 2
        yield bytes(value), bytes(value[:equal]) + bytes(byte ^ 0x5A for byte in value[equal:])


def attack(core: Core, values: Values) -> tuple[int, list[str]]:
    """How many faults were tried, and where those were that made different values equal."""
    length, found, tried = len(values[0]), [], 0
    memory = Memory(b"".join(value.ljust(APART, b"\x77") for value in values).ljust(core.state_bytes, b"\0"),
                    bytes(STACK_USED))
    arguments = core.state, core.state + APART, length

    def undisturbed() -> None:
        core.restore(memory)
        assert core.call(FUNCTION, *arguments) != MARK + length
    core.restore(memory)
    addresses = core.trace(FUNCTION, *arguments)
    core.limit(undisturbed)
    core.restore(memory)
    for number in core.walk(addresses, range(len(addresses)), FUNCTION, *arguments):
        for name, model in MODELS.items():
            core.back()
            for fault in model(core):
                core.back()
                tried += 1
                try:
                    fault()
                    if core.go_on() == MARK + length:
                        found.append(f"{name}: {core.place(addresses[number])}, {number}: {values[0].hex()}")
                except Lost:
                    continue
    return tried, found
