# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A simulated ATmega2560 that verifies: what test/avr/test_avr.py and bench/avr.py stream to it."""
from __future__ import annotations

import subprocess
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/avr"
CHUNK = 64  # as in test/avr/verify.c


class Work(NamedTuple):
    """What a verification took: cycles, those of its longest call, bytes of stack and of the state."""

    cycles: int
    longest: int
    stack: int
    state: int


def built_simulator() -> Path:
    """The program, built."""
    path = BUILD / "simulator"
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-std=c99", str(ROOT / "test/avr/simulator.c"),
                    str(ROOT / "test/avr/secrets.c"), "-o", str(path), "-lsimavr"], check=True)
    return path


class SimulatedAvr:
    """An image in the simulator. counts: whether it counts what the library does, which makes it slower."""

    def __init__(self, program: Path, variant: str, counts: bool = False) -> None:
        image = BUILD / "test/avr" / ("verify.elf" if variant == "default" else f"verify-{variant}.elf")
        self._counts = counts
        self.process = subprocess.Popen([str(program), str(image), *(["cycles"] if counts else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE if counts else None)

    def close(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.communicate()

    def _read(self, length: int) -> bytes:
        out = self.process.stdout
        assert out is not None
        data = out.read(length)
        assert len(data) == length, f"the simulator ended with {self.process.wait()}"
        return data

    def _number(self, length: int = 4) -> int:
        return int.from_bytes(self._read(length), "little")

    def _write(self, data: bytes) -> None:
        to: IO[bytes] = self.process.stdin  # type: ignore[assignment]
        to.write(data)
        to.flush()

    def verify(self, scheme: str, anchor: bytes, key: bytes, message: bytes, signature: bytes, context: bytes = b"",
               mode: int = 0, hash_arc: int = 0, secret: bytes = b"") -> int:
        """Streams one verification. Returns the verdict as it is."""
        lengths = [len(data).to_bytes(4, "little") for data in (message, signature, key)]
        short = anchor, context, secret
        self._write(scheme.encode() + b"\0" + b"".join(lengths) + bytes([mode, hash_arc]) + bytes(map(len, short)) +
                    b"".join(short))
        parts = b"", key, message, signature
        while True:
            answer = self._read(1)
            if answer != b"W":
                assert answer == b"V", answer
                verdict, self._state = self._number(), self._number(2)
                return verdict
            part = self._read(1)[0]
            offset, length = self._number(), self._number()
            self._write(parts[part][offset:offset + min(length, CHUNK)])

    def work(self) -> Work:
        """Of the verification before, of one that counts."""
        said = self.process.stderr
        assert self._counts and said is not None
        cycles, longest, stack = map(int, said.readline().split())
        return Work(cycles, longest, stack, self._state)
