# SPDX-License-Identifier: Apache-2.0 OR MIT
"""As test_read_once.py, on the released code of the Cortex-M3 with its assembly, in the emulator: each byte that a feed
is given is loaded once, and no other byte of key, message and signature."""
from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from unicorn import UC_HOOK_MEM_READ  # noqa: E402
from unicorn.arm_const import UC_ARM_REG_PC  # noqa: E402

from cortex import Machine  # noqa: E402
from faults.images import bench_image  # noqa: E402
from faults.stream import Stream  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from kilosig.library.catalog import SCHEMES  # noqa: E402
from kilosig.library.hashes import MODE_PURE  # noqa: E402
from test_read_once import ROOT, example  # noqa: E402

pytestmark = pytest.mark.board

# Of GeMSS 350 kB are loaded four times, which takes as long as ten others: in `make full`.
IMAGES = [
    "ml-dsa-44-verify-default", "ml-dsa-65-verify-default", "ml-dsa-44-verify-fast", "ml-dsa-44-verify-small",
    "dilithium2-r3-verify-small", "haetae-2-verify-default", "haetae-5-verify-default", "falcon-512-r3-verify-default",
    "fn-dsa-512-verify-default", "slh-dsa-sha2-128s-verify-default", "slh-dsa-sha2-192s-verify-default",
    "slh-dsa-shake-128s-verify-default", "rainbow-1-classic-verify-default",
    *(pytest.param(f"gemss-128-verify-{variant}", marks=pytest.mark.full) for variant in ("default", "fast")),
    "lms-sha256-h10-w4-verify-default", "lms-shake-h10-w4-verify-default",
    "hss-sha256-h10-w4-x2-verify-default", "xmss-sha2-10-256-verify-default", "xmss-sha2-10-192-verify-default",
    "xmssmt-sha2-20-2-256-verify-default",
]
# Of rows by set: bytes of the key.
KEY_BYTES = {"lms-sha256-h10-w4": 56, "lms-shake-h10-w4": 56, "hss-sha256-h10-w4-x2": 60, "xmss-sha2-10-256": 68,
             "xmss-sha2-10-192": 52, "xmssmt-sha2-20-2-256": 68}


def scheme_of(name: str) -> str:
    """Of a row's name."""
    return name.split("-")[0] if name in KEY_BYTES else name


def signed(name: str) -> tuple[bytes, bytes, bytes, bytes]:
    """Anchor, key, message and signature without a context: what the bench verifies."""
    if name in KEY_BYTES:
        data = (ROOT / "bench/inputs" / f"{name}.bin").read_bytes()
        end = KEY_BYTES[name]
        return data[:end], data[:end], data[end:end + 33], data[end + 33:]
    sizes = SCHEMES[name]
    if sizes.broken:
        inputs = example(name)
        return inputs.anchor, inputs.key, inputs.message, inputs.signature
    data = (ROOT / "bench/inputs" / f"{name}.bin").read_bytes()
    parts: list[bytes] = []
    for length in (sizes.anchor_bytes, sizes.key_bytes, 33, sizes.signature_bytes):
        parts.append(data[:length])
        data = data[length:]
    if sizes.signature_least:
        parts[3] = parts[3][:int.from_bytes(data[:2], "little")]
    return parts[0], parts[1], parts[2], parts[3]


NEW, LOADED, BESIDE = 0, 1, 2  # of a byte: not loaded yet, once; of none of the inputs
REACH = 7  # a load that begins so many bytes before a range may reach into it


class Loads:
    """Loads of single bytes from the buffers of a Stream, and the places that made them. There are millions: the usual
    load, of bytes that are all new, is one comparison and one assignment."""

    def __init__(self, machine: Machine, stream: Stream, lengths: list[int]) -> None:
        self.machine = machine
        ranges = [(begin, begin + length) for begin, length in zip(stream.parts.values(), lengths)]
        self.base, end = min(begin for begin, _ in ranges) - REACH, max(end for _, end in ranges)
        self.bytes = bytearray([BESIDE]) * (end + REACH - self.base)
        for first, behind in ranges:
            self.bytes[first - self.base:behind - self.base] = bytes(behind - first)
        self.new = [bytes(size) for size in range(REACH + 2)]
        self.loaded = [bytes([LOADED]) * size for size in range(REACH + 2)]
        self.places: Counter = Counter()
        machine.unicorn.ctl_flush_tb()
        machine.unicorn.hook_add(UC_HOOK_MEM_READ, self._load, begin=self.base, end=end - 1)

    def _load(self, unicorn: object, _kind: int, address: int, size: int, _value: int, _data: object) -> None:
        at = address - self.base
        if self.bytes[at:at + size] == self.new[size]:
            self.bytes[at:at + size] = self.loaded[size]
            return
        for place in range(at, at + size):
            if self.bytes[place] == LOADED:
                self.places[self.machine.unicorn.reg_read(UC_ARM_REG_PC)] += 1
            elif self.bytes[place] == NEW:
                self.bytes[place] = LOADED

    def check(self, begin: int, length: int, all_of_it: bool) -> None:
        """That these bytes were loaded once (if not all_of_it, at most once) and no others; begins to count anew."""
        places = [self.machine.place(place) for place in self.places]
        assert not places, places
        at = begin - self.base if length else 0
        found = self.bytes[at:at + length].count(LOADED)
        assert self.bytes.count(LOADED) == found
        assert not all_of_it or found == length
        self.bytes[at:at + length] = bytes(length)


@pytest.mark.campaign
@pytest.mark.parametrize("image", IMAGES)
def test_once(image: str) -> None:
    """In pieces as wanted and in small ones, from odd addresses."""
    name = image.split("-verify-")[0]
    anchor, key, message, signature = signed(name)
    chunks = (512,) if SCHEMES[scheme_of(name)].broken else (1 << 20, 61)
    for chunk in chunks:
        machine = bench_image(f"{image}-O2")
        machine.allocate(b"odd.....")
        stream = Stream(machine, scheme_of(name), key, message, signature, anchor, MODE_PURE)
        loads = Loads(machine, stream, [len(key), len(message), len(signature)])
        while True:
            part, offset, length = stream.want()
            if length == 0:
                break
            length = min(length, chunk)
            machine.call("ksig_verify_feed", stream.state, stream.parts[part] + offset, length, limit=1 << 62)
            # Of HAETAE's windows only a part is used.
            loads.check(stream.parts[part] + offset, length, not name.startswith("haetae"))
        assert machine.call("ksig_verify_close", stream.state) == verdicts.ACCEPT
        loads.check(0, 0, True)
