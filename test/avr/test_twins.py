# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of AVR against its C twins, bit by bit, on a simulated ATmega2560: what it computes, the registers and
the stack pointer of its caller, and what lies around its arguments."""
from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterator

import pytest

from simulated_avr import BUILD, built_simulator
from support import random_bytes

LANES, CHAIN, BLOCK = 200, 32, 64


class Twin:
    """An image of twins.c."""

    def __init__(self, name: str) -> None:
        image = BUILD / "test/avr" / f"twins-{name}.elf"
        self.process = subprocess.Popen([str(built_simulator()), str(image)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def call(self, kind: bytes, data: bytes, times: int = 1) -> bytes:
        """What is left of the lanes or of the chaining value."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(kind + data + times.to_bytes(2, "little"))
        self.process.stdin.flush()
        *result, wrong = self.process.stdout.read((CHAIN if kind == b"S" else LANES) + 1)
        assert wrong == 0, "it changed what is its caller's"
        return bytes(result)


@pytest.fixture(scope="module")
def twins() -> Iterator[tuple[Twin, Twin]]:
    """Assembly and C."""
    both = Twin("assembly"), Twin("c")
    yield both
    for twin in both:
        twin.process.kill()
        twin.process.communicate()


def inputs(length: int) -> list[bytes]:
    """Extremes, single bits at each place of a byte, and random ones."""
    bits = [bytes(at) + bytes([1 << at % 8]) + bytes(length - at - 1) for at in range(0, length, 7)]
    return [bytes(length), b"\xff" * length, *bits, *(random_bytes(length, 100 + seed) for seed in range(40))]


def test_keccak(twins: tuple[Twin, Twin]) -> None:
    """And one digest against hashlib."""
    assembly, c = twins
    for lanes in inputs(LANES):
        assert assembly.call(b"K", lanes) == c.call(b"K", lanes)
    block = b"kilosig" + b"\x06" + bytes(127) + b"\x80" + bytes(64)
    assert assembly.call(b"K", block)[:32] == hashlib.sha3_256(b"kilosig").digest()


def test_sha256(twins: tuple[Twin, Twin]) -> None:
    """And one digest against hashlib."""
    assembly, c = twins
    for data in inputs(CHAIN + BLOCK):
        assert assembly.call(b"S", data) == c.call(b"S", data)
    start = (0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)
    block = b"kilosig\x80" + bytes(48) + (8 * 7).to_bytes(8, "big")
    found = assembly.call(b"S", b"".join(word.to_bytes(4, "little") for word in start) + block)
    assert b"".join(found[at:at + 4][::-1] for at in range(0, CHAIN, 4)) == hashlib.sha256(b"kilosig").digest()


@pytest.mark.parametrize(("kind", "length"), ((b"K", LANES), (b"S", CHAIN + BLOCK)))
def test_long_runs(twins: tuple[Twin, Twin], kind: bytes, length: int) -> None:
    """Hundreds of calls on their own results."""
    assembly, c = twins
    data = random_bytes(length, 77)
    assert assembly.call(kind, data, 200) == c.call(kind, data, 200)
