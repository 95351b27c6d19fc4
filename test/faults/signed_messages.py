# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a signer signs if an instruction is skipped while it takes the message: the digest in its state is that of what
it was asked to sign, or there is none."""
from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

from faults import images, signers
from faults.campaign import ends
from faults.core import Lost, Memory
from faults.layout import WORKERS
from faults.signing import FEED, OPEN, STEP, Call
from kilosig.library import verdicts
from kilosig.library.binding import load
from kilosig.library.hashes import HASHES, MODE_PREHASH, MODE_PURE, hash_oid
from kilosig.schemes import slh_dsa_sign

CONTEXT, FIRST, SECOND = b"cell 7", b"unlock door 1", b" and door 2"


class Asked(NamedTuple):
    """What is hashed, in the parts that the signer takes: up to the message, and the message."""

    before: tuple[bytes, ...]
    message: tuple[bytes, ...]
    prehash: str = ""
    words: bool = True  # False: a word may be lost on its way into the hash (SECURITY.md)

    def hashed(self) -> bytes:
        message = b"".join(self.message)
        return b"".join(self.before) + (HASHES[self.prehash][2](message) if self.prehash else message)

    def others(self) -> Iterator[Asked]:
        """Without a part, with one twice, with the beginning or the end of one, with another length or mode."""
        for name in ("before", "message"):
            parts = getattr(self, name)
            for number, part in enumerate(parts):
                others = {part[:end] for end in range(len(part))} | {part[begin:] for begin in range(1, len(part))}
                if len(part) == 1 and self.words:
                    others |= {bytes([byte]) for byte in range(256)} - {part}
                for other in (*sorted(others), part + part):
                    yield self._replace(**{name: (*parts[:number], other, *parts[number + 1:])})
        yield self._replace(before=())
        yield self._replace(message=())
        yield self._replace(before=self.before[:1], message=())


class Case(NamedTuple):
    """A signer, and what it is asked. digest: of what is hashed, as it is found in the state."""

    symbol: str
    secret: bytes
    asked: Asked
    digest: Callable[[bytes, bytes], bytes]  # of what is hashed, and of what was asked
    twice: bool = False

    def means(self, hashed: bytes) -> bool:
        """Whether a signature of that would be one of some message and context, which may be long."""
        if self.symbol.startswith("ksig_haetae"):
            return True
        if hashed[:1] != b"\1":
            return hashed[:1] == b"\0"
        oid, digest = hashed[2 + hashed[1]:][:11], hashed[2 + hashed[1]:][11:]
        return any(oid == hash_oid(name) and len(digest) == entry[1] for name, entry in HASHES.items())


def _frame(prehash: str) -> tuple[bytes, ...]:
    frame = bytes([1 if prehash else 0]), bytes([len(CONTEXT)]), CONTEXT
    return (*frame, hash_oid(prehash)) if prehash else frame


def ml_dsa(prehash: str = "") -> Case:
    public, secret = signers.ML_DSA["ml-dsa-44"].key_derive(signers.SEED)
    tr = hashlib.shake_256(public).digest(64)
    return Case("ksig_ml_dsa_44_expanded_sign", secret, Asked(_frame(prehash), (FIRST, SECOND), prehash),
                lambda hashed, _asked: hashlib.shake_256(tr + hashed).digest(64))


def haetae() -> Case:
    pair = signers.haetae_pair(2)
    return Case("ksig_haetae_2_sign", pair.secret, Asked((bytes([len(CONTEXT)]), CONTEXT), (FIRST, SECOND)),
                lambda hashed, _asked: hashlib.shake_256(pair.public + hashed).digest(32))


def slh_dsa(name: str, prehash: str = "") -> Case:
    """R is that of what was asked, as long as one pass is disturbed."""
    secret = slh_dsa_sign.generate(load(), name, bytes(32)).secret
    n = len(secret) // 4
    key, public = secret[n:2 * n], secret[2 * n:]

    def digest(hashed: bytes, asked: bytes) -> bytes:
        if "shake" in name:
            r = hashlib.shake_256(key + public[:n] + asked).digest(n)
            return hashlib.shake_256(r + public + hashed).digest(8)
        of = "sha256" if n == 16 else "sha512"
        r = hmac.digest(key, public[:n] + asked, of)[:n]
        inner = r + public[:n] + hashlib.new(of, r + public + hashed).digest()
        return hashlib.new(of, inner + bytes(4)).digest()[:8]
    asked = Asked(_frame(prehash), (FIRST, SECOND), prehash, "shake" in name)
    return Case(f"ksig_{name.replace('-', '_')}_sign", secret, asked, digest, not prehash)


class Message:
    """A signer on a core, up to the digest. fill: what memory holds before."""

    def __init__(self, case: Case, on: str, fill: int) -> None:
        self.core = core = images.signer_core(case.symbol, on=on)
        core.fresh()
        scheme = core.machine.symbols[case.symbol]
        mode = MODE_PREHASH if case.asked.prehash else MODE_PURE
        context = core.flash(CONTEXT)
        arguments = core.flash(struct.pack("<5IBBBx", core.flash(case.secret), context, 0, len(CONTEXT), 0, 1, mode,
                                           HASHES[case.asked.prehash][0] if case.asked.prehash else 0))
        state_bytes, = struct.unpack("<H", core.machine.read(scheme + 4, 2))
        self.out = core.state + (state_bytes + 7) // 8 * 8
        feeds = [Call(FEED, (core.state, core.flash(piece), len(piece))) for piece in (FIRST, SECOND)]
        step = Call(STEP, (core.state,))
        pass_ = [*feeds, step]
        opens = Call(OPEN, (core.state, state_bytes, scheme, arguments, self.out))
        self.calls = [opens, *pass_, *(pass_ if case.twice else ())]
        self.begun = Memory.filled(core.state_bytes, fill)
        asked = case.asked.hashed()
        self.genuine = case.digest(asked, asked)
        self.wrong = {case.digest(hashed, asked): hashed
                      for hashed in {other.hashed() for other in case.asked.others()} - {asked} if case.means(hashed)}
        self.core.restore(self.begun)
        self.memories = []
        while True:
            self.memories.append(core.memory())
            if len(self.memories) > len(self.calls):
                if (place := core.memory().state.find(self.genuine)) >= 0:
                    break
                assert len(self.calls) < 12, "no digest"
                self.calls.append(step)
            assert self._make(self.calls[len(self.memories) - 1]) == verdicts.PENDING
        self.place = core.state + place

    def _make(self, call: Call) -> int:
        return self.core.call(call.function, *call.arguments)

    def attack(self) -> tuple[int, dict[str, bytes]]:
        """How many skips, of the first and the last execution of each instruction of a call; by place, what is signed
        other than what was asked."""
        core, tried, found = self.core, 0, {}
        for number, call in enumerate(self.calls):
            core.restore(self.memories[number])
            addresses = core.trace(call.function, *call.arguments)
            first, last = ends(addresses)
            numbers = [at for at in sorted({*first.values(), *last.values()})
                       if not core.inside(addresses[at], WORKERS)]
            core.restore(self.memories[number])
            core.limit(lambda number=number, call=call: (core.restore(self.memories[number]), self._make(call)))
            core.restore(self.memories[number])
            for at in core.walk(addresses, numbers, call.function, *call.arguments):
                tried += 1
                try:
                    core.skip()
                    verdict = core.go_on()
                    with core.longer(0.5):
                        for later in self.calls[number + 1:]:
                            if verdict != verdicts.PENDING:
                                break
                            verdict = self._make(later)
                except Lost:
                    continue
                if verdict == verdicts.PENDING:
                    signed = self.wrong.get(core.machine.read(self.place, len(self.genuine)))
                    if signed is not None:
                        found[f"{core.place(addresses[at])} in call {number}"] = signed
        return tried, found
