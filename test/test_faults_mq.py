# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One skipped instruction does not turn a rejection of Rainbow or GeMSS into an acceptance: as test_faults.py, on the
calls that compare the key's digest, the passes and the value."""
import hashlib
import struct
from typing import Dict

import pytest

from kilosig import verdicts
from kilosig.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE
from support import broken_example, flipped

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import Machine  # noqa: E402
from faults import Stream, attack_close, attack_feed, bench_image, last_byte, passed  # noqa: E402
from test_mq import values  # noqa: E402

pytestmark = pytest.mark.board
STATE_BYTES = 4096
CHUNK = 16384  # a call of the emulator is bounded
GEMSS_KEY = 352188


class LargeStream(Stream):
    """A verification whose key is large: several may share the memory that it is in, and pass `at` may read another."""

    def __init__(self, machine: Machine, scheme: str, signature: bytes, anchor: bytes, keys: Dict[int, int]) -> None:
        vector = broken_example(scheme)
        self.machine = machine
        self.keys, self.number, self.end = keys, 1, 0
        self.parts = {PART_KEY: keys[1], PART_MESSAGE: machine.allocate(vector.message),
                      PART_SIGNATURE: machine.allocate(signature)}
        self.state = machine.allocate(bytes(STATE_BYTES))
        self._want = machine.allocate(bytes(12))
        secret = machine.allocate(b"fault test point")
        arguments = machine.allocate(struct.pack("<IIIIIIIBBxx", machine.allocate(anchor), 0, secret, 0,
                                                 len(vector.message), len(signature), len(vector.key or b""), 0, 0))
        descriptor = machine.symbols["ksig_" + scheme.replace("-", "_")]
        assert machine.call("ksig_verify_open", self.state, STATE_BYTES, descriptor, arguments) == verdicts.PENDING

    def feed_until(self, stop) -> None:
        """As in Stream, in chunks, and with the key of the pass."""
        while True:
            part, offset, length = self.want()
            if length == 0:
                return
            if part == PART_KEY:
                self.number += offset < self.end
                self.end = offset
                self.parts[part] = self.keys.get(self.number, self.keys[1])
            length = min(length, CHUNK)
            count = next((n for n in range(length) if stop(part, offset + n, length - n)), length)
            if count == 0:
                return
            if part == PART_KEY:
                self.end = offset + count
            self.machine.call("ksig_verify_feed", self.state, self.parts[part] + offset, count)

    def finish(self) -> int:
        """As in Stream, with the key of the pass. Then it stands where it stood, as the machine when it is restored."""
        number, end = self.number, self.end
        self.feed_until(lambda *_: False)
        self.number, self.end = number, end
        return self.machine.call("ksig_verify_close", self.state)


def test_rainbow() -> None:
    """The digest of the key, and the value."""
    scheme = "rainbow-1-classic"
    machine, vector = bench_image(f"{scheme}-verify-default-O2"), broken_example(scheme)
    assert vector.key is not None
    keys, anchor = {1: machine.allocate_flash(vector.key)}, hashlib.sha256(vector.key).digest()
    assert LargeStream(machine, scheme, vector.signature, anchor, keys).finish() == verdicts.ACCEPT
    forged = LargeStream(machine, scheme, vector.signature, flipped(anchor, 100), keys)
    assert attack_close(forged, verdicts.KEY) > 200
    # Salts that change the wanted value everywhere.
    forged = LargeStream(machine, scheme, flipped(vector.signature, 8 * 60), anchor, keys)
    assert attack_close(forged, verdicts.SIGNATURE) > 200


@pytest.mark.parametrize("variant", ["default", "fast"])
def test_gemss(variant: str) -> None:
    """Unused bits, the digest of the key, a later pass, and the value."""
    scheme = "gemss-128"
    machine, vector = bench_image(f"{scheme}-verify-{variant}-O2"), broken_example(scheme)
    assert vector.key is not None
    key, anchor = machine.allocate_flash(vector.key), hashlib.sha256(vector.key).digest()
    # The last byte has the coefficients of x_185 x_c, c = 178 .. 185: one that pass 3 multiplies by 0.
    v = values(vector.key, vector.message, vector.signature)[0][2]
    free = next(c for c in range(178, 186) if not (v >> 185 & v >> c & 1))
    other = machine.allocate_flash(flipped(vector.key, 8 * (GEMSS_KEY - 1) + free - 178))

    def stream(signature: bytes = vector.signature, trusted: bytes = anchor, **changed: int) -> LargeStream:
        return LargeStream(machine, scheme, signature, trusted, {1: key, **{int(k[1:]): v for k, v in changed.items()}})

    assert stream().finish() == verdicts.ACCEPT
    unused = vector.signature[:-1] + bytes([vector.signature[-1] | 4])
    stop = last_byte(PART_SIGNATURE, 33)
    assert attack_feed(passed(stream(), stop), stream(unused), stop, verdicts.ENCODING) > 200
    stop = last_byte(PART_KEY, GEMSS_KEY)
    assert attack_feed(passed(stream(), stop), stream(trusted=flipped(anchor, 100)), stop, verdicts.KEY) > 200

    def end_of(run: LargeStream, number: int):
        return lambda part, offset, _length: (part == PART_KEY and offset == GEMSS_KEY - 1 and run.number == number)

    genuine, forged = stream(), stream(p3=other)
    for run in (genuine, forged):
        run.feed_until(end_of(run, 3))
    assert attack_feed(passed(genuine, lambda *_: True), forged, lambda *_: True, verdicts.RESTREAM) > 200
    # X_1 enters the last pass only.
    assert attack_close(stream(flipped(vector.signature, 240)), verdicts.SIGNATURE) > 100
