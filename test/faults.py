# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verifications on a Machine in which single instructions are left out."""
from __future__ import annotations

import os
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Tuple

from cortex import Machine
from kilosig import verdicts
from kilosig.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE

ROOT = Path(__file__).resolve().parents[1]
STATE_BYTES = 8192
# ksig_verify_head on a 32-bit machine
HEAD_TRAIL, HEAD_REASON = 20, 24
WORKERS = ("ksig_keccak_f1600", "ksig_ntt23", "ksig_ntt23_last", "ksig_inverse_ntt23", "ksig_ntt16", "ksig_inverse_ntt16",
           "ksig_ntt14", "ksig_inverse_ntt14", "ksig_multiply_ntt14", "multiply_two", "add_block", "ksig_sha256_blocks",
           "ksig_sha256_compress", "ksig_sha256_compress_from", "memcpy", "memset", "__aeabi_memcpy")


# Of the attacks that only the end of the verification decides, which take long, one in this many, in turn; `make
# faults` makes them all.
STRIDE = int(os.environ.get("KSIG_FAULT_STRIDE", "8"))


def bench_image(name: str) -> Machine:
    """An image of bench/, built if need be."""
    done = subprocess.run(["cmake", "--build", "--preset", "cortex-m3", "--target", name], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    assert done.returncode == 0, done.stdout
    return Machine(ROOT / "build/cortex-m3/bench" / f"{name}.elf")


class Stream:
    """A verification on the machine that can go back to where it was."""

    def __init__(self, machine: Machine, scheme: str, key: bytes, message: bytes, signature: bytes, anchor: bytes,
                 mode: int, hash_id: int = 0) -> None:
        self.machine = machine
        self.parts = {PART_KEY: machine.allocate(key), PART_MESSAGE: machine.allocate(message),
                      PART_SIGNATURE: machine.allocate(signature)}
        self.state = machine.allocate(bytes(STATE_BYTES))
        self._want = machine.allocate(bytes(12))
        arguments = machine.allocate(struct.pack(
            "<IIIIIIIBBxx", machine.allocate(anchor), 0, machine.allocate(b"fault test point"), 0, len(message),
            len(signature), len(key), mode, hash_id))
        descriptor = machine.symbols["ksig_" + scheme.replace("-", "_")]
        assert machine.call("ksig_verify_open", self.state, STATE_BYTES, descriptor, arguments) == verdicts.PENDING

    def want(self) -> Tuple[int, int, int]:
        """Part, offset, length."""
        self.machine.call("ksig_verify_want", self._want, self.state)
        offset, length, part = struct.unpack("<IIBxxx", self.machine.read(self._want, 12))
        return part, offset, length

    def feed_until(self, stop: Callable[[int, int, int], bool]) -> None:
        """Feeds single bytes' worth of work: as wanted, but stops before the byte that `stop` names."""
        while True:
            part, offset, length = self.want()
            if length == 0:
                return
            count = next((n for n in range(length) if stop(part, offset + n, length - n)), length)
            if count == 0:
                return
            self.machine.call("ksig_verify_feed", self.state, self.parts[part] + offset, count)

    def feed_arguments(self) -> Tuple[int, int, int]:
        """Of a feed of the next byte."""
        part, offset, length = self.want()
        assert length > 0
        return self.state, self.parts[part] + offset, 1

    def finish(self) -> int:
        """The verdict after all that is wanted."""
        while True:
            part, offset, length = self.want()
            if length == 0:
                break
            self.machine.call("ksig_verify_feed", self.state, self.parts[part] + offset, length)
        return self.machine.call("ksig_verify_close", self.state)


def steps(machine: Machine, function: str, *arguments: int, item: int = 0,
          workers: Tuple[str, ...] = WORKERS) -> Tuple[List[int], List[int]]:
    """The numbers of the instructions of a call to leave out, and the addresses of all: of each address the first three
    and last three executions, and those of round `item` of its loop with their neighbours. Not those of permutations,
    transforms and memory copies."""
    _, addresses = machine.trace(function, *arguments)
    executions: Dict[int, List[int]] = {}
    for number, address in enumerate(addresses):
        if not any(begin <= address < end for begin, end in machine.functions(*workers)):
            executions.setdefault(address, []).append(number)
    return sorted({number for numbers in executions.values()
                   for number in numbers[:3] + numbers[-3:] + numbers[max(0, item - 2):item + 3]}), addresses


def last_byte(part: int, end: int) -> Callable[[int, int, int], bool]:
    """Stops before the last byte of a piece that ends at `end`."""
    return lambda p, offset, _length: p == part and offset == end - 1


@dataclass(frozen=True)
class Passed:
    """How a genuine verification stands behind the check."""

    trail: int
    want: Tuple[int, int, int]


def passed(genuine: Stream, stop: Callable[[int, int, int], bool]) -> Passed:
    """Behind the byte that `stop` names."""
    genuine.feed_until(stop)
    genuine.machine.call("ksig_verify_feed", *genuine.feed_arguments())
    return Passed(genuine.machine.word(genuine.state + HEAD_TRAIL), genuine.want())


def attack_feed(check: Passed, forged: Stream, stop: Callable[[int, int, int], bool], reason: int, item: int = 0) -> int:
    """Leaves out every instruction of the feed in which a check fails. Returns their number."""
    machine = forged.machine
    forged.feed_until(stop)
    arguments, saved = forged.feed_arguments(), machine.save()
    numbers, addresses = steps(machine, "ksig_verify_feed", *arguments, item=item)
    assert machine.word(forged.state + HEAD_REASON) == reason
    accepted = []
    for number in numbers:
        machine.restore(saved)
        try:
            machine.call("ksig_verify_feed", *arguments, skip=number)
            rejected = machine.word(forged.state + HEAD_REASON) != 0
            # Neither a reason nor a wrong trail ever goes away; the trail is wrong if the check is over.
            over = not rejected and forged.want()[:2] == check.want[:2]
            if rejected or (over and machine.word(forged.state + HEAD_TRAIL) != check.trail):
                continue
            if forged.finish() == verdicts.ACCEPT:
                accepted.append(addresses[number])
        except Exception:  # crashed or lost: no verdict at all
            continue
    assert not accepted, [machine.place(address) for address in accepted]
    return len(numbers)


def attack_close(forged: Stream, reason: int) -> int:
    """Leaves out every instruction of the close that rejects. Returns their number."""
    machine = forged.machine
    forged.feed_until(lambda *_: False)
    saved = machine.save()
    numbers, addresses = steps(machine, "ksig_verify_close", forged.state)
    machine.restore(saved)
    assert machine.call("ksig_verify_close", forged.state) == reason
    for number in numbers:
        machine.restore(saved)
        try:
            verdict = machine.call("ksig_verify_close", forged.state, skip=number)
        except Exception:
            continue
        assert verdict != verdicts.ACCEPT, machine.place(addresses[number])
    return len(numbers)
