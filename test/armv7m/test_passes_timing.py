# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The universal hashes that bind passes, on the code of the Cortex-M3: long multiplications there end early for small
operands, so no factor may ever be small, whatever the sender sends and wherever the secret point lies. And the values
are those of big integers."""
from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from unicorn import UC_HOOK_CODE  # noqa: E402
from unicorn.arm_const import (UC_ARM_REG_LR, UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3,  # noqa: E402
                               UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7, UC_ARM_REG_R8,
                               UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_R12)

from armv7m_twins import TARGETS, image as c_image  # noqa: E402
from cortex import STACK_TOP, Machine  # noqa: E402
from faults.images import bench_image  # noqa: E402
from faults.stream import Stream  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from kilosig.library.hashes import MODE_PURE, shake256  # noqa: E402
from support import random_bytes  # noqa: E402
from test_read_once_cortex import signed  # noqa: E402

pytestmark = pytest.mark.board

REGISTERS = (UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6,
             UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_R12, 0,
             UC_ARM_REG_LR)
LONG = {0: "smull", 2: "umull", 4: "smlal", 6: "umlal"}
DIVISIONS = (1, 3)
LEAST = 2**27
# The others are libraries of their own, built for these tests alone.
OPTS = ["O2", *(pytest.param(opt, marks=pytest.mark.full) for opt in ("Os", "O3"))]


@dataclass
class Factors:
    """Watches the functions that begin with `prefix`: the factors of every long multiplication, with its address."""

    machine: Machine
    functions: tuple[str, ...]
    seen: list[tuple[int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        ranges = self.machine.functions(*self.functions)
        assert len(ranges) == len(self.functions), f"the image has no {self.functions}"
        self.machine.unicorn.ctl_flush_tb()
        for begin, end in ranges:
            self.machine.unicorn.hook_add(UC_HOOK_CODE, self._step, begin=begin, end=end - 1)

    def _step(self, unicorn: object, address: int, size: int, _data: object) -> None:
        if size != 4:
            return
        first, second = struct.unpack("<HH", self.machine.read(address, 4))
        if first & 0xff80 == 0xfb80:
            kind = first >> 4 & 7
            assert kind not in DIVISIONS, self.machine.place(address)
            if kind in LONG:
                factors = (self.machine.unicorn.reg_read(REGISTERS[first & 15]),
                           self.machine.unicorn.reg_read(REGISTERS[second & 15]))
                self.seen.append((address, *factors))

    def small(self, allowed: tuple[int, ...] = ()) -> list[str]:
        """The multiplications so far with a factor below 2^27, but for the allowed ones, and forgets all."""
        assert self.seen
        found = [f"{self.machine.place(address)}: {a:#x} {b:#x}" for address, a, b in self.seen
                 if (a < LEAST and a not in allowed) or (b < LEAST and b not in allowed)]
        self.seen.clear()
        return found[:5]


def points(bits: int) -> Iterator[int]:
    """Zero limbs of every kind, one bit, all ones, random."""
    yield from (0, 1, 2**bits - 1, 2**(bits - 1), 2**(bits // 2), 2**52 - 1, 2**104, 2**26 - 1, 2**29)
    for seed in range(6):
        yield int.from_bytes(random_bytes(bits // 8, 500 + seed), "little") % 2**bits


# ---- ML-DSA's variant small: src/stream/polyhash.h ----------------------------------------------------------------

P130 = 2**130 - 5
E130 = sum(2**27 << 26 * i for i in range(5))


def limbs_value(words: tuple[int, ...], width: int) -> int:
    return sum(word << width * i for i, word in enumerate(words))


def towards_small(value: int, x: int, chooser: random.Random) -> int:
    """A block that makes the value after it, without the constant, a small number, if there is one."""
    inverse = pow(x, -1, P130)
    for _ in range(64):
        wanted = chooser.choice((0, 1, chooser.randrange(2**16), chooser.randrange(2**16) << 26 * chooser.randrange(5)))
        block = (wanted * inverse - value) % P130
        if block < 2**128:
            return block
    return 0


@pytest.mark.parametrize("opt", OPTS)
def test_polyhash(opt: str) -> None:
    """Blocks of zeros and ones, random ones, and those of a sender who knows the point and makes values small."""
    machine = bench_image(f"ml-dsa-44-verify-small-{opt}")
    watched = Factors(machine, ("ksig_polyhash_update",))
    state, place, at_data = machine.allocate(bytes(60)), machine.allocate(bytes(16)), machine.allocate(bytes(16))
    chooser = random.Random(130)
    for point in points(128):
        machine.write(place, point.to_bytes(16, "little"))
        machine.call("ksig_polyhash_init", state, place)
        value, x = E130, (point + E130) % P130
        for number in range(12):
            block = (0, 2**128 - 1, chooser.randrange(2**128), towards_small(value, x, chooser))[number % 4]
            machine.write(at_data, block.to_bytes(16, "little"))
            machine.call("ksig_polyhash_update", state, at_data, 16)
            assert len(watched.seen) == 25
            assert not watched.small()
            value = ((value + block) * x + E130) % P130
            words = struct.unpack("<5I", machine.read(state + 20, 20))
            assert limbs_value(words, 26) % P130 == value


@pytest.mark.parametrize("opt", OPTS)
def test_nothing_of_the_point_stays(opt: str) -> None:
    """While passes are hashed words of the point may lie on the stack; after close none do, nor does the secret."""
    machine, name, secret = bench_image(f"ml-dsa-44-verify-small-{opt}"), "ml-dsa-44", b"fault test point"  # of Stream
    anchor, key, message, signature = signed(name)
    mu = shake256(anchor + bytes(2) + message, 64)
    point = int.from_bytes(shake256(secret + mu, 16), "little")
    limbs = [(point >> 26 * i & 2**26 - 1) + LEAST for i in range(5)]
    words = {*limbs, *(5 * limb for limb in limbs), *(limb - LEAST for limb in limbs),
             *struct.unpack("<4I", secret), *struct.unpack("<4I", point.to_bytes(16, "little"))}

    def stays() -> bool:
        stack = struct.unpack("<1024I", machine.read(STACK_TOP - 4096, 4096))
        return not words.isdisjoint(stack)

    stream, seen = Stream(machine, name, key, message, signature, anchor, MODE_PURE), 0
    while True:
        part, offset, length = stream.want()
        if length == 0:
            break
        machine.call("ksig_verify_feed", stream.state, stream.parts[part] + offset, min(length, 64))
        seen += stays()
    assert seen  # so the test looks at the right place
    assert machine.call("ksig_verify_close", stream.state) == verdicts.ACCEPT
    assert not stays()


# ---- GeMSS: src/stream/brwhash.h ----------------------------------------------------------------------------------

P116 = 2**116 - 3
E116 = sum(2**27 << 29 * i for i in range(4))
GROUP = 42


def block_value(block: bytes) -> int:
    """28 bits to each limb of 29."""
    number = int.from_bytes(block, "little")
    return sum((number >> 28 * i & 2**28 - 1) << 29 * i for i in range(4))


def towards_small_group(before: int, group: bytes) -> bytes:
    """Changes block c of a group so that the value after it, `before` without c and the constant, is small where it
    can be: limb by limb, for a block has no more than 28 bits of each."""
    limbs = [before >> 29 * i & 2**29 - 1 for i in range(4)]
    block = sum((-limb % 2**29 & 2**28 - 1) << 28 * i for i, limb in enumerate(limbs))
    return group[:28] + block.to_bytes(14, "little")


@pytest.mark.parametrize("opt", ["O2", pytest.param("Os", marks=pytest.mark.full), "c"])
def test_brwhash(opt: str, tmp_path: Path) -> None:
    """The assembly, and the C at -O2. The value before the first group is 0 and no secret."""
    # For the C, a library without assembly would be built for one file.
    machine = (Machine(c_image(TARGETS[0], tmp_path, False, (), ("brwhash",))) if opt == "c"
               else bench_image(f"gemss-128-verify-default-{opt}"))
    watched = Factors(machine, ("ksig_brwhash_groups",))
    state, place, at_data = machine.allocate(bytes(112)), machine.allocate(bytes(16)), machine.allocate(bytes(GROUP))
    for point in points(116):
        spread = b"".join(struct.pack("<I", point >> 29 * i & 2**29 - 1) for i in range(4))
        machine.write(place, spread)
        machine.call("ksig_brwhash_init", state, place)
        assert not watched.small(allowed=(0,))  # s, while it is not known
        r = (point + E116) % P116
        s = (r * r + E116) % P116
        f, value = (s * s + E116) % P116, 0
        for number in range(8):
            group = (bytes(GROUP), b"\xff" * GROUP, random_bytes(GROUP, number), bytes(GROUP))[number % 4]
            a, b = block_value(group[:14]), block_value(group[14:28])
            before = (value * f + (a + r) * (b + s)) % P116
            if number % 4 == 3:
                group = towards_small_group(before, group)
            machine.write(at_data, group)
            machine.call("ksig_brwhash_groups", state, at_data, GROUP)
            assert len(watched.seen) == 32
            assert not watched.small(allowed=(0,) if number == 0 else ())
            value = (before + block_value(group[28:]) + E116) % P116
            words = struct.unpack("<4I", machine.read(state + 48, 16))
            assert limbs_value(words, 29) % P116 == value
