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
    code = core.processor.inverse(core.code(core.at))
    if code is not None:
        yield lambda: core.step(code)


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
