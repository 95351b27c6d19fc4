# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fault models: what may happen to one instruction. Each yields the ways in which it can go wrong here; after each of
them the core runs on."""
from __future__ import annotations

from collections.abc import Callable, Iterator

from faults.core import Core

Fault = Callable[[], None]  # to the core where it stands; may raise Lost
Model = Callable[[Core], Iterator[Fault]]


def skipped(core: Core) -> Iterator[Fault]:
    """The instruction is left out."""
    yield core.skip


def inverted(core: Core) -> Iterator[Fault]:
    """A conditional branch, or the first condition of an IT block, decides the other way."""
    code = _inverse(core.code(core.at))
    if code is not None:
        yield lambda: core.step(code)


def _inverse(code: bytes) -> bytes | None:
    low, high = code[0], code[1]
    if 0xD0 <= high <= 0xDD:  # B<cond>
        return bytes([low, high ^ 1])
    if high in (0xB1, 0xB3, 0xB9, 0xBB):  # CBZ, CBNZ
        return bytes([low, high ^ 8])
    if high == 0xBF and low & 15:  # IT
        return bytes([low ^ 0x10, high])
    if high >> 3 == 0b11110 and code[3] & 0xD0 == 0x80 and high & 3 != 3:  # B<cond>.W
        return bytes([low ^ 0x40, high, code[2], code[3]])
    return None


def register(core: Core) -> Iterator[Fault]:
    """What the instruction writes to a register becomes all zeros or all ones."""
    before = core.registers()
    core.step()
    after = core.registers()
    core.back()
    for number, value in enumerate(before):
        if after[number] == value:
            continue
        for forced in (0, 0xFFFFFFFF):
            def fault(number: int = number, forced: int = forced) -> None:
                core.step()
                core.force(number, forced)
            yield fault


def fetched_pair(core: Core) -> Iterator[Fault]:
    """Two 16-bit instructions in one word of the bus are left out."""
    at = core.at
    if at % 4 == 0 and core.width(at) == 2 and core.width(at + 2) == 2:
        def fault() -> None:
            core.skip()
            core.skip()
        yield fault


def flipped_bit(core: Core) -> Iterator[Fault]:
    """One bit of the instruction is fetched wrong."""
    code = core.code(core.at)
    for bit in range(8 * len(code)):
        changed = bytearray(code)
        changed[bit // 8] ^= 1 << bit % 8
        yield lambda changed=bytes(changed): core.step(changed)


MODELS: dict[str, Model] = {"skip": skipped, "branch": inverted, "register": register, "pair": fetched_pair,
                            "bit": flipped_bit}
