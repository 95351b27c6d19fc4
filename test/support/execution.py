# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The instructions that an emulator executes, noted block by block: one call of Python for each of them takes five
times as long."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from unicorn import UC_HOOK_BLOCK, UC_HOOK_CODE, Uc

IT = 0xBF  # the second byte of Thumb's IT, of which the lower half of the first one is not zero
MOST_CONDITIONAL = 16  # bytes: four instructions


def conditional(code: bytes) -> list[tuple[int, int]]:
    """Ranges [begin, end) of Thumb code in which all instructions lie that an IT may keep from being executed. Data
    that look like an IT do no harm."""
    ranges: list[tuple[int, int]] = []
    at = code.find(IT)
    while at >= 0:
        if at % 2 and code[at - 1] & 15:
            begin = at + 1
            if ranges and begin <= ranges[-1][1]:
                begin = ranges.pop()[0]
            ranges.append((begin, at + 1 + MOST_CONDITIONAL))
        at = code.find(IT, at + 1)
    return ranges


class Instructions:
    """Notes what `uc` executes. code: from address 0 on. width: of the instruction that begins with these bytes."""

    def __init__(self, uc: Uc, code: bytes, width: Callable[[bytes], int], thumb: bool) -> None:
        self._uc, self._code, self._width = uc, code, width
        self._ranges = conditional(code) if thumb else []
        self._conditional = {at for begin, end in self._ranges for at in range(begin, end, 2)}
        self._blocks: dict[tuple[int, int], tuple[list[int], bool]] = {}

    @contextmanager
    def noted(self) -> Iterator[list[int]]:
        """The addresses of the instructions that are executed meanwhile, in their order: complete at the end."""
        events: list[tuple[int, int] | int] = []
        addresses: list[int] = []
        self._uc.ctl_flush_tb()  # code that was translated before has no hook
        hooks = [self._uc.hook_add(UC_HOOK_BLOCK, lambda _uc, at, size, _data: events.append((at, size)))]
        hooks += [self._uc.hook_add(UC_HOOK_CODE, lambda _uc, at, _size, _data: events.append(at), None, begin, end - 1)
                  for begin, end in self._ranges]
        try:
            yield addresses
        finally:
            for hook in hooks:
                self._uc.hook_del(hook)
            self._uc.ctl_flush_tb()
        self._expand(events, addresses)

    def _expand(self, events: list[tuple[int, int] | int], found: list[int]) -> None:
        """Blocks, and after each those of its instructions that were executed of those that need not be."""
        number, count = 0, len(events)
        while number < count:
            block = events[number]
            assert isinstance(block, tuple)
            number += 1
            addresses, whole = self._blocks.get(block) or self._decoded(block)
            if whole:
                found.extend(addresses)
                continue
            for at in addresses:
                if at not in self._conditional:
                    found.append(at)
                elif number < count and events[number] == at:
                    found.append(at)
                    number += 1

    def _decoded(self, block: tuple[int, int]) -> tuple[list[int], bool]:
        """Addresses of its instructions, and whether all of them are always executed."""
        at, end = block[0], sum(block)
        addresses = []
        while at < end:
            addresses.append(at)
            at += self._width(self._code[at:at + 2])
        assert at == end, f"{block[0]:#x}: no instruction ends with the block"
        known = self._blocks[block] = addresses, self._conditional.isdisjoint(addresses)
        return known
