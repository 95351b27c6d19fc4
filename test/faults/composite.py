# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Forgeries against Composite ML-DSA: one half genuine and the other not, halves of other messages, what an earlier
verification left. The classical half is a function of the test that nobody would take for a signature: it wants that
the first word of the signature is that of the key ^ the last word of what it is asked to verify."""
from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from faults import signers
from faults.callers import Application, Attack, Script, Step
from faults.core import Core, Lost
from faults.verification import SECRET
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE

MESSAGE = b"activate 33 units of the machine."
OTHER = b"EVIL: never signed by anybody...."
SPLIT, KEY = 2420, 1312
PREFIX = b"CompositeAlgorithmSignatures2025"
# Where it lies: always there, since an emulator keeps what it has translated.
CODE_AT = 0x1F0000
# ldr r1, [r0, #0]; ldr r1, [r1]; ldr r2, [r0, #4]; ldrh r3, [r0, #16]; adds r2, r3; subs r2, #4; ldr r2, [r2];
# eors r1, r2; ldr r2, [r0, #8]; ldr r2, [r2]; cmp r1, r2; bne 1f; ldr r0, 2f; bx lr; 1: movs r0, #12; bx lr;
# 2: .word KSIG_ACCEPT
CODE = struct.pack("<16H", 0x6801, 0x6809, 0x6842, 0x8A03, 0x18D2, 0x3A04, 0x6812, 0x4051, 0x6882, 0x6812, 0x4291,
                   0xD101, 0x4801, 0x4770, 0x200C, 0x4770) + struct.pack("<I", verdicts.ACCEPT)
# lw a1, 0(a0); lw a1, 0(a1); lw a2, 4(a0); lhu a3, 16(a0); add a2, a2, a3; lw a2, -4(a2); xor a1, a1, a2;
# lw a2, 8(a0); lw a2, 0(a2); bne a1, a2, 1f; li a0, KSIG_ACCEPT; ret; 1: li a0, 12; ret
RISCV_CODE = bytes.fromhex("0c418c4150418356050136960326c6ffb18d104510426397c5003795c3a51305c563828031458280")


def stand_in(core: Core, at: int, thumb: bytes, riscv: bytes) -> int:
    """Writes what verifies the classical half, as this core runs it. Returns its address for a call."""
    core.write(at, thumb if core.processor.bit else riscv)
    return at | core.processor.bit


@dataclass(frozen=True)
class Kind:
    """A pair with ML-DSA-44."""

    name: str
    label: bytes
    hash: str  # PH
    key: bytes  # the classical one


ED25519 = Kind("ml_dsa_44_ed25519", b"COMPSIG-MLDSA44-Ed25519-SHA512", "sha512", bytes(range(100, 132)))
P256 = Kind("ml_dsa_44_ecdsa_p256", b"COMPSIG-MLDSA44-ECDSA-P256-SHA256", "sha256", b"\4" + bytes(range(50, 114)))


@dataclass(frozen=True)
class Offer:
    """What is offered to a device."""

    kind: Kind
    message: bytes
    signature: bytes
    context: bytes = b""


def prime(kind: Kind, message: bytes, context: bytes = b"") -> bytes:
    digest = hashlib.new(kind.hash, message).digest()
    return PREFIX + kind.label + bytes([len(context)]) + context + digest


def _word(data: bytes) -> int:
    return int.from_bytes(data, "little")


def classical(kind: Kind, message: bytes, context: bytes = b"", wrong: int = 0) -> bytes:
    """What the function above takes; wrong: what is added to its first byte."""
    asked = prime(kind, message, context)
    return half(kind, hashlib.sha256(asked).digest() if kind is not ED25519 else asked, wrong)


def half(kind: Kind, asked: bytes, wrong: int = 0) -> bytes:
    """The same of what it is asked."""
    word = _word(kind.key[:4]) ^ _word(asked[-4:])
    first = ((word & ~0xFF) | ((word + wrong) & 0xFF)).to_bytes(4, "little")
    if kind is ED25519:
        return first + bytes(range(60))
    r, s = first + bytes(range(1, 29)), b"\x41" + bytes(31)
    digits = [number.lstrip(b"\0") for number in (r, s)]
    body = b"".join(b"\2" + bytes([len(n) + (n[0] >> 7)]) + b"\0" * (n[0] >> 7) + n for n in digits)
    return b"\x30" + bytes([len(body)]) + body


@cache
def ml_dsa(kind: Kind, message: bytes, context: bytes = b"") -> bytes:
    return signers.ml_dsa_inputs("ml-dsa-44", signers.SEED, prime(kind, message, context), kind.label).signature


@cache
def offer(kind: Kind, message: bytes = MESSAGE, context: bytes = b"") -> Offer:
    """A genuine one."""
    return Offer(kind, message, ml_dsa(kind, message, context) + classical(kind, message, context), context)


class Reading(Application):
    """A device that verifies: asked for bytes, the sender gives them."""

    def __init__(self, core: Core, offered: Offer) -> None:
        flash = core.flash
        inputs = signers.ml_dsa_inputs("ml-dsa-44", signers.SEED, b"")
        kind, key = offered.kind, inputs.key + offered.kind.key
        self.core, self.stage = core, 0
        self.parts = {PART_KEY: (flash(key), len(key)), PART_MESSAGE: (flash(offered.message), len(offered.message)),
                      PART_SIGNATURE: (flash(offered.signature), len(offered.signature))}
        self.scheme = core.machine.symbols["ksig_composite_" + kind.name]
        self.arguments = flash(struct.pack(
            "<8I", flash(inputs.anchor + kind.key), flash(offered.context) if offered.context else 0, flash(SECRET),
            stand_in(core, CODE_AT, CODE, RISCV_CODE), len(offered.context), len(offered.message),
            len(offered.signature), len(key)))
        self.want = core.machine.allocate(bytes(12))

    def copy(self) -> Application:
        other = object.__new__(Reading)
        other.__dict__.update(self.__dict__)
        return other

    @property
    def opening(self) -> tuple[int, ...]:
        return self.core.state, self.core.state_bytes, self.scheme, self.arguments

    def next(self, result: int | None) -> Step | None:
        core = self.core
        if self.stage == 0:
            self.stage = 1
            return Step("ksig_composite_open", self.opening)
        if self.stage == 2:
            return None
        core.call("ksig_composite_want", self.want, core.state)
        offset, length, part = struct.unpack("<IIBxxx", core.machine.read(self.want, 12))
        if length == 0:
            self.stage = 2
            return Step("ksig_composite_close", (core.state,))
        at, there = self.parts.get(part, (0, 0))
        if offset + length > there:
            raise Lost
        return Step("ksig_composite_feed", (core.state, at + offset, length))


def reading(name: str, genuine: Offer, forged: Offer) -> Attack:
    """Both read piece by piece."""
    def made(core: Core) -> tuple[Application, Application, tuple[int, ...]]:
        first, second = Reading(core, genuine), Reading(core, forged)
        return first, second, (0, first.arguments, first.parts[PART_MESSAGE][0], verdicts.ACCEPT)
    return Attack(f"composite: {name}", made)


def _once(core: Core, offered: Offer) -> Script:
    device = Reading(core, offered)
    places = tuple(device.parts[part][0] for part in (PART_KEY, PART_MESSAGE, PART_SIGNATURE))
    return Script([Step("ksig_composite_verify", (*device.opening, *places))])


def _pushed(core: Core, offered: Offer, *messages: bytes) -> Script:
    device = Reading(core, offered)
    signature = core.flash(offered.signature[SPLIT:] + offered.signature[:SPLIT])  # as it is wanted, and the key
    end = len(offered.signature) - SPLIT
    key, _ = device.parts[PART_KEY]
    steps = [Step("ksig_composite_push", (core.state, core.flash(message), len(message))) for message in messages]
    steps.append(Step("ksig_composite_push", (core.state, signature, end)))
    order = ((signature + end, SPLIT), (key, KEY))
    return Script([Step("ksig_composite_open", device.opening), *steps,
                   *(Step("ksig_composite_push", (core.state, at, length)) for at, length in order),
                   Step("ksig_composite_close", (core.state,))])


def readings() -> Iterator[Attack]:
    """Asked for, piece by piece."""
    for kind in (ED25519, P256):
        genuine = offer(kind)
        half, other = genuine.signature[:SPLIT], ml_dsa(kind, OTHER)
        name = kind.name.rpartition("_")[2]
        yield reading(f"{name}: the classical half wrong", genuine,
                      replace(genuine, signature=half + classical(kind, MESSAGE, wrong=1)))
        yield reading(f"{name}: the classical half of another message", genuine,
                      replace(genuine, signature=half + classical(kind, OTHER)))
        yield reading(f"{name}: the ML-DSA half of another message", genuine,
                      replace(genuine, signature=other + classical(kind, MESSAGE)))
        yield reading(f"{name}: another message", genuine, replace(genuine, message=OTHER))
        yield reading(f"{name}: another context", offer(kind, context=b"device 1"),
                      replace(offer(kind, context=b"device 1"), context=b"device 2"))
        yield reading(f"{name}: without its context", offer(kind, context=b"device 1"),
                      replace(offer(kind, context=b"device 1"), context=b""))
    # Its numbers are the right ones, but not in DER: a zero too many before s.
    genuine = offer(P256)
    der = genuine.signature[SPLIT:]
    at = len(der) - 32
    loose = b"\x30" + bytes([der[1] + 1]) + der[2:at - 1] + b"\x21\0" + der[at:]
    yield reading("p256: numbers that are not in DER", genuine, replace(genuine, signature=genuine.signature[:SPLIT]
                                                                       + loose))


def calls() -> Iterator[Attack]:
    """Over memory, and pushed."""
    genuine = offer(P256)
    yield Attack("ksig_composite_verify: another message", lambda core: (
        _once(core, genuine), _once(core, replace(genuine, message=OTHER)), (0,)))
    yield Attack("ksig_composite_push: a chunk that is lost", lambda core: (
        _pushed(core, genuine, MESSAGE), _pushed(core, genuine, OTHER, MESSAGE), (0,)))


def attacks() -> Iterator[Attack]:
    """All of them."""
    yield from readings()
    yield from calls()
