# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Forgeries against the readers of COSE and CWT: genuine signatures of a Sig_structure that the device must not take
for what it is offered."""
from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cbor2

from faults import signers
from faults.callers import Application, Attack, Script, Step
from faults.core import Core, Lost
from faults.verification import SECRET
from kilosig.files import cose
from kilosig.files.cose import CoseKey
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE
from kilosig.library.cose import PART_COSE
from support import public_key

SCHEME = "ml-dsa-44"
ALGORITHM, CONTENT_CWT, KEY_TYPE = cose.ALGORITHMS[SCHEME], cose.CONTENT_CWT, cose.KEY_TYPES[SCHEME]
DAY = 1_700_000_000
PROTECTED = cose.protected_header(SCHEME)
MESSAGE = b"activate 33 units of the machine."
OTHER = b"EVIL: never signed by anybody...."
CLAIMS_BYTES = 88


@dataclass(frozen=True)
class Object:
    """What is offered, and what the device demands of it. delegated: its arguments for a CWT: now, oldest, algorithm,
    key type. prefix: what the sender gives if he is asked for what lies before the payload."""

    data: bytes
    aad: bytes = b""
    payload: bytes | None = None  # detached
    delegated: tuple[int, int, int, int] | None = None
    named: str = SCHEME
    algorithm: int = ALGORITHM
    payload_at: int = 0
    prefix: bytes = b""


def _signature(structure: bytes) -> bytes:
    return signers.signer(SCHEME).sign(structure, b"", "").signature


def signed(payload: bytes, protected: bytes = PROTECTED, aad: bytes = b"", detached: bool = False) -> bytes:
    """A genuine object."""
    signature = _signature(cose.sig_structure(protected, payload, aad))
    return cose.sign1(protected, None if detached else payload, signature)


class Reading(Application):
    """A device that reads an object: asked for bytes, the sender gives them."""

    def __init__(self, core: Core, offered: Object) -> None:
        flash, inputs = core.flash, signers.signer(SCHEME).sign(b"", b"", "")
        self.core, self.offered = core, offered
        self.parts = {PART_COSE: (flash(offered.data), len(offered.data)),
                      PART_KEY: (flash(inputs.key), len(inputs.key)),
                      PART_MESSAGE: (flash(offered.payload or b""), len(offered.payload or b""))}
        self.prefix = flash(offered.prefix)
        self.arguments = flash(struct.pack(
            "<IIIIIIIhBx", flash(inputs.anchor), flash(SECRET), flash(offered.aad) if offered.aad else 0,
            len(offered.aad), len(offered.data), len(inputs.key), len(offered.payload or b""), offered.algorithm,
            offered.payload is not None))
        self.root = core.machine.symbols["ksig_" + SCHEME.replace("-", "_")]
        self.want = core.machine.allocate(bytes(12))
        self.claims = core.machine.allocate(bytes(CLAIMS_BYTES))
        self.cwt = 0
        if offered.delegated is not None:
            now, oldest, algorithm, kind = offered.delegated
            named = core.machine.symbols["ksig_" + offered.named.replace("-", "_")]
            self.cwt = flash(struct.pack("<IxxxxQQhBxxxxx", named, now, oldest, algorithm, kind))
        self.stage = 0

    def copy(self) -> Application:
        other = object.__new__(Reading)
        other.__dict__.update(self.__dict__)
        return other

    def next(self, result: int | None) -> Step | None:
        core = self.core
        if self.stage == 0:
            self.stage = 1
            first = (core.state, core.state_bytes, self.root, self.arguments)
            return Step("ksig_cwt_open", (*first, self.cwt)) if self.cwt else Step("ksig_cose_open", first)
        if self.stage == 2:
            return None
        step = self._feed()
        if step is not None:
            return step
        self.stage = 2
        return Step("ksig_cwt_close", (core.state, self.claims)) if self.cwt else Step("ksig_cose_close", (core.state,))

    def _feed(self) -> Step | None:
        core = self.core
        core.call("ksig_cose_want", self.want, core.state)
        offset, length, part = struct.unpack("<IIBxxx", core.machine.read(self.want, 12))
        if length == 0:
            return None
        at, there = self.parts.get(part, (0, 0))
        if offset + length <= there:
            return Step("ksig_cose_feed", (core.state, at + offset, length))
        early = (offset - self.offered.payload_at + len(self.offered.prefix)) & 0xFFFFFFFF
        if early < len(self.offered.prefix):
            return Step("ksig_cose_feed", (core.state, self.prefix + early,
                                           min(length, len(self.offered.prefix) - early)))
        raise Lost


def reading(name: str, genuine: Object, forged: Object) -> Attack:
    """Both read piece by piece."""
    def made(core: Core) -> tuple[Application, Application, tuple[int, ...]]:
        first, second = Reading(core, genuine), Reading(core, forged)
        return first, second, (0, first.arguments, first.parts[PART_COSE][0], verdicts.ACCEPT)
    return Attack(name, made)


def _once(core: Core, offered: Object) -> Script:
    device = Reading(core, offered)
    return Script([Step("ksig_cose_verify", (core.state, core.state_bytes, device.root, device.arguments,
                                            *(device.parts[part][0] for part in (PART_COSE, PART_KEY,
                                                                                 PART_MESSAGE))))])


def _pushed(core: Core, offered: Object, *chunks: bytes) -> Script:
    device = Reading(core, offered)
    first = device.next(None)
    assert first is not None
    return Script([first, *(Step("ksig_cose_push", (core.state, core.flash(chunk), len(chunk))) for chunk in chunks),
                   Step("ksig_cose_close", (core.state,))])


def streamed_head() -> Attack:
    """Signed without external_aad; the device demands one, which the payload begins with. Were the head of the
    structure asked of the sender, it would be that without."""
    aad = b"device 00042!!"
    whole = b"DEMO ONLY: do not reset the fuses, but do log: reset the fuses; transfer 1000 to account 7"
    payload = whole[len(aad):]
    structure = cose.sig_structure(PROTECTED, whole)
    data = cose.sign1(PROTECTED, payload, _signature(structure))
    prefix = structure[:len(cose.sig_structure(PROTECTED, payload, aad)) - len(payload)]
    forged = Object(data, aad, payload_at=data.index(payload), prefix=prefix)
    return reading("the head of Sig_structure streamed", Object(signed(whole)), forged)


def at_once() -> Attack:
    """Another payload in the object that was verified before."""
    genuine = Object(signed(MESSAGE))
    return Attack("ksig_cose_verify: another payload", lambda core: (
        _once(core, genuine), _once(core, replace(genuine, data=genuine.data.replace(MESSAGE, OTHER))), (0,)))


def lost_chunk() -> Attack:
    """A detached payload is pushed, another one before it."""
    genuine = Object(signed(MESSAGE, detached=True), payload=MESSAGE)
    head = genuine.data[:-len(_signature(cose.sig_structure(PROTECTED, MESSAGE))) - 3]
    rest = genuine.data[len(head):] + signers.signer(SCHEME).sign(b"", b"", "").key
    return Attack("ksig_cose_push: a chunk that is lost", lambda core: (
        _pushed(core, genuine, head, MESSAGE, rest), _pushed(core, genuine, head, OTHER, MESSAGE, rest), (0,)))


def delegation(issued: int = DAY, expires: int | None = None, not_before: int | None = None) -> bytes:
    """Claims that name key 2."""
    claims = {cose.IAT: issued, cose.CNF: {cose.COSE_KEY: cose.key_map(CoseKey(SCHEME, public_key(SCHEME, 2)))}}
    claims.update({label: value for label, value in ((cose.EXP, expires), (cose.NBF, not_before)) if value is not None})
    return cbor2.dumps(claims, canonical=True)


def delegations() -> Iterator[Attack]:
    """CWTs that the root signed and the device must refuse; before them it took one."""
    header = cose.protected_header(SCHEME, CONTENT_CWT)
    genuine = Object(signed(delegation(), header), delegated=(0, DAY, ALGORITHM, KEY_TYPE))

    def refused(name: str, claims: bytes, *delegated: int, named: str = SCHEME) -> Attack:
        now, oldest, algorithm, kind = delegated
        forged = Object(signed(claims, header), delegated=(now, oldest, algorithm, kind), named=named)
        return reading(f"CWT: {name}", genuine, forged)
    yield refused("withdrawn", delegation(DAY - 1), 0, DAY, ALGORITHM, KEY_TYPE)
    yield refused("expired", delegation(DAY, DAY + 9), DAY + 10, DAY, ALGORITHM, KEY_TYPE)
    yield refused("not yet valid", delegation(DAY, None, DAY + 20), DAY + 10, DAY, ALGORITHM, KEY_TYPE)
    yield refused("expires, and no clock", delegation(DAY, DAY + 9), 0, DAY, ALGORITHM, KEY_TYPE)
    yield refused("another algorithm", delegation(), 0, DAY, ALGORITHM - 1, KEY_TYPE)
    yield refused("another key type", delegation(), 0, DAY, ALGORITHM, KEY_TYPE - 2)
    yield refused("another length of the key", delegation(), 0, DAY, ALGORITHM, KEY_TYPE, named="ml-dsa-65")
    plain = Object(signed(delegation()), delegated=genuine.delegated)
    yield reading("CWT: an object without its content type", genuine, plain)
    yield reading("object: a CWT", Object(signed(MESSAGE)), replace(genuine, delegated=None))


def objects() -> Iterator[Attack]:
    """The same of COSE_Sign1."""
    yield streamed_head()
    yield reading("another external_aad", Object(signed(MESSAGE, aad=b"device 1"), b"device 1"),
                  Object(signed(MESSAGE, aad=b"device 1"), b"device 2"))
    yield reading("another algorithm", Object(signed(MESSAGE)),
                  Object(signed(MESSAGE, cose.protected_header("ml-dsa-65"))))
    yield at_once()
    yield lost_chunk()


def attacks() -> Iterator[Attack]:
    """All of them."""
    yield from objects()
    yield from delegations()

