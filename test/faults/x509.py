# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Forgeries against the reader of certificate chains: chains that are signed, but that a device must refuse for one
thing."""
from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from faults import composite, signers
from faults.callers import Application, Attack, Step
from faults.core import Core, Lost
from faults.verification import SECRET
from kilosig.library import verdicts
from kilosig.library.x509 import ALONE, ANCHOR_BYTES, COMPOSITES, END_MAY_BE_CA, NUMBERS, PART_KEY, PART_X509
from support import chains
from support.chains import Certificate, algorithm, basic, distinguished, extension, key, tlv, usage, usual

SCHEME, PAIR, ECDSA, EDDSA = "ml-dsa-44", "ml-dsa-44-ecdsa-p256", "ecdsa-p256", "ed25519"
END_BYTES = 84
# That of faults/composite.py, but of the signature it looks at the word after R: ldr r2, [r2, #32].
CODE_AT, CODE = composite.CODE_AT + 64, composite.CODE[:18] + b"\x12\x6a" + composite.CODE[20:]
RISCV_CODE = composite.RISCV_CODE[:20] + b"\x10\x52" + composite.RISCV_CODE[22:]
UNKNOWN = bytes.fromhex("2b06010401828a1b01")


@dataclass(frozen=True)
class Chain:
    """What is offered, and what the device demands of it."""

    data: bytes
    issuers: int = 3
    now: int = chains.NOW
    usage: int = 0
    purpose: bytes = b""
    flags: int = 0
    name: bytes = distinguished("level 0")
    scheme: str = SCHEME
    first: bytes = b""  # what is said to be R of the last signature while no more of that is wanted


class Reading(Application):
    """A device that reads a chain: asked for bytes, the sender gives them."""

    def __init__(self, core: Core, offered: Chain) -> None:
        flash, symbols = core.flash, core.machine.symbols
        self.core, self.is_classical = core, offered.scheme != SCHEME
        root = {PAIR: composite_key, ECDSA: ecdsa_key, EDDSA: eddsa_key, SCHEME: lambda: key(SCHEME)}[offered.scheme]()
        anchor = {PAIR: lambda: signers.ml_dsa_inputs(SCHEME, signers.SEED, b"").anchor + KIND.key,
                  ECDSA: lambda: root.raw, EDDSA: lambda: root.raw, SCHEME: lambda: root.anchor}[offered.scheme]()
        verify = composite.stand_in(core, composite.CODE_AT, composite.CODE, composite.RISCV_CODE)
        of_r = composite.stand_in(core, CODE_AT, CODE, RISCV_CODE)
        self.parts = {PART_X509: (flash(offered.data), len(offered.data)), PART_KEY: (flash(root.raw), len(root.raw))}
        name = ("ksig_x509_" if self.is_classical else "ksig_") + offered.scheme.replace("-", "_")
        algorithms = flash(struct.pack("<IBxxxI", symbols[name], {**NUMBERS, **COMPOSITES, **ALONE}[offered.scheme],
                                       (of_r if offered.scheme == EDDSA else verify) if self.is_classical else 0))
        self.arguments = flash(struct.pack(
            "<6IQIIHBBBBBB", algorithms, flash(anchor), flash(offered.name), flash(SECRET),
            flash(offered.purpose) if offered.purpose else 0, 0, offered.now, len(offered.data), len(root.raw),
            len(offered.name), 1, 0, len(offered.purpose), offered.issuers, offered.usage, offered.flags))
        self.first = (len(offered.data) - 64, len(offered.first)), flash(offered.first) if offered.first else 0
        self.want = core.machine.allocate(bytes(12))
        self.end = core.machine.allocate(bytes(END_BYTES))
        self.anchor = core.machine.allocate(bytes(ANCHOR_BYTES + 3))
        self.stage = 0

    def copy(self) -> Application:
        other = object.__new__(Reading)
        other.__dict__.update(self.__dict__)
        return other

    def next(self, result: int | None) -> Step | None:
        core = self.core
        if self.stage == 0:
            self.stage = 1
            return Step("ksig_x509_open", (core.state, core.state_bytes, self.arguments))
        if self.stage == 2:
            return None
        core.call("ksig_x509_want", self.want, core.state)
        offset, length, part = struct.unpack("<IIBxxx", core.machine.read(self.want, 12))
        if length != 0:
            at, there = self.parts.get(part, (0, 0))
            if offset + length > there:
                raise Lost
            place = self.first[1] if (offset, length) == self.first[0] else at + offset
            return Step("ksig_x509_feed", (core.state, place, length))
        self.stage = 2
        if self.is_classical:
            return Step("ksig_x509_close_classical", (core.state, self.end, self.anchor))
        return Step("ksig_x509_close", (core.state, self.end))


def reading(name: str, genuine: Chain, forged: Chain) -> Attack:
    """Both read piece by piece."""
    def made(core: Core) -> tuple[Application, Application, tuple[int, ...]]:
        first, second = Reading(core, genuine), Reading(core, forged)
        return first, second, (0, first.arguments, first.parts[PART_X509][0], verdicts.ACCEPT)
    return Attack(f"X.509: {name}", made)


# ---- Composite chains, ECDSA and Ed25519. The classical half is that of faults/composite.py ------------------------

KIND, ED25519 = composite.P256, composite.ED25519
R = bytes(range(1, 33))


def composite_key() -> chains.Key:
    """One key for all levels."""
    raw = signers.ml_dsa_inputs(SCHEME, signers.SEED, b"").key + KIND.key
    return chains.Key(PAIR, raw, lambda message: composite.ml_dsa(KIND, message) + composite.classical(KIND, message))


def with_signature(chain: list[Certificate], half: bytes, classical: bytes) -> Chain:
    """The end certificate has this signature."""
    end = chains.around(chain[1].signed(), algorithm(PAIR), half + classical)
    return Chain(chain[0].encoded() + end, scheme=PAIR)


def composite_attacks() -> Iterator[Attack]:
    """One half genuine."""
    chain = usual(*(composite_key() for _ in range(3)))
    signed, other = chain[1].signed(), chain[0].signed()
    genuine = Chain(chains.joined(chain), scheme=PAIR)
    half, classical = composite.ml_dsa(KIND, signed), composite.classical(KIND, signed)
    another = replace(KIND, key=KIND.key[:1] + bytes(range(1, 65)))
    for name, first, second in (
            ("the classical half wrong", half, composite.classical(KIND, signed, wrong=1)),
            ("the classical half of another certificate", half, composite.classical(KIND, other)),
            ("the classical half by another key", half, composite.classical(another, signed)),
            ("the ML-DSA half of another certificate", composite.ml_dsa(KIND, other), classical)):
        yield reading(f"composite: {name}", genuine, with_signature(chain, first, second))
    yield reading("composite: another issuer", genuine, Chain(chains.joined(
        [chain[0], replace(chain[1], issuer_name=distinguished("level 9"))]), scheme=PAIR))


def ecdsa_key() -> chains.Key:
    """The same function's."""
    return chains.Key(ECDSA, KIND.key, lambda message: composite.half(KIND, hashlib.sha256(message).digest()))


def ecdsa_attacks() -> Iterator[Attack]:
    """Wrong signatures, and a right one that is not in DER."""
    chain = usual(*(ecdsa_key() for _ in range(3)))
    digest, other = (hashlib.sha256(one.signed()).digest() for one in (chain[1], chain[0]))
    genuine = Chain(chains.joined(chain), scheme=ECDSA)
    for name, signature in (("a wrong signature", composite.half(KIND, digest, 1)),
                            ("of another certificate", composite.half(KIND, other))):
        end = chains.around(chain[1].signed(), algorithm(ECDSA), signature)
        yield reading(f"ecdsa: {name}", genuine, Chain(chain[0].encoded() + end, scheme=ECDSA))


def eddsa_sign(message: bytes, said: bytes = R, wrong: int = 0) -> bytes:
    """By a function that takes S for what the digest and the key tell, and does not look at R, which is in the digest.
    said: R in it."""
    digest = hashlib.sha512(said + ED25519.key + message).digest()
    number = int.from_bytes(digest[-4:], "little") ^ int.from_bytes(ED25519.key[:4], "little") ^ wrong
    return R + number.to_bytes(4, "little") + bytes(28)


def eddsa_key() -> chains.Key:
    """That function's."""
    return chains.Key(EDDSA, ED25519.key, eddsa_sign)


def eddsa_attacks() -> Iterator[Attack]:
    """Wrong signatures, and one that is right for the R that was said before."""
    chain = usual(*(eddsa_key() for _ in range(3)))
    signed, other = chain[1].signed(), chain[0].signed()
    genuine = Chain(chains.joined(chain), scheme=EDDSA)
    said = bytes(range(60, 92))
    for name, signature, first in (("a wrong signature", eddsa_sign(signed, wrong=1), b""),
                                   ("of another certificate", eddsa_sign(other), b""),
                                   ("another R behind the message", eddsa_sign(signed, said), said)):
        end = chains.around(signed, algorithm(EDDSA), signature)
        yield reading(f"ed25519: {name}", genuine, Chain(chain[0].encoded() + end, scheme=EDDSA, first=first))


# ---- The others ----------------------------------------------------------------------------------------------------


def pair() -> list[Certificate]:
    """An issuer and an end certificate."""
    return usual(*(key(SCHEME, number) for number in range(3)))


def changed(position: int, **other: object) -> Chain:
    """That chain with one certificate that says something else."""
    chain = pair()
    chain[position] = replace(chain[position], **other)  # type: ignore[arg-type]
    return Chain(chains.joined(chain))


def attacks() -> Iterator[Attack]:
    """All of them."""
    genuine = Chain(chains.joined(pair()))
    issuer, end = list(chains.CA_EXTENSIONS), list(chains.END_EXTENSIONS)

    def refused(name: str, forged: Chain) -> Attack:
        return reading(name, genuine, forged)
    yield refused("no CA", changed(0, extensions=[basic(ca=False), issuer[1]]))
    yield refused("another issuer", changed(1, issuer_name=distinguished("level 9")))
    yield refused("path length", replace(genuine, issuers=0))
    yield refused("expired", replace(genuine, now=chains.NOW + 10 * 31_536_000))
    yield refused("an extension twice", changed(1, extensions=[*end, end[1]]))
    yield refused("an unknown critical extension", changed(1, extensions=[*end, extension(UNKNOWN, b"\5\0")]))
    yield refused("another algorithm outside", changed(1, outer=algorithm("ml-dsa-65")))
    yield refused("another algorithm inside", changed(1, inner=algorithm("ml-dsa-65")))
    yield refused("keyCertSign missing", changed(0, extensions=[issuer[0], usage(b"\7\x80")]))
    yield refused("an end that is a CA", changed(1, extensions=[basic(ca=True), end[1]]))
    yield refused("another purpose", replace(genuine, purpose=b"\x2a"))
    yield refused("another use", replace(genuine, usage=0x40))
    yield refused("another trusted name", replace(genuine, name=distinguished("level 9")))
    yield refused("a length that is not minimal", changed(1, serial=b"\2\x81\1\5"))
    yield refused("a date that is none", changed(1, validity=tlv(0x30, tlv(0x17, b"250230000000Z"), tlv(
        0x17, chains.END))))
    yield refused("bytes behind the extensions", changed(1, tail=b"\5\0"))
    yield refused("a key of another level", changed(1, issuer=key(SCHEME, 0)))
    chain = pair()
    yield refused("the signature of another level", Chain(chain[0].encoded() + chains.around(
        chain[1].signed(), algorithm(SCHEME), key(SCHEME, 1).sign(chain[0].signed()))))
    yield refused("the end left out", Chain(chain[0].encoded()))
    yield reading("a CA's chain where a device's is wanted", Chain(chain[0].encoded(), flags=END_MAY_BE_CA, usage=4),
                  Chain(chain[0].encoded()))
    yield refused("keyCertSign of an end that is no CA", changed(1, extensions=[end[0], usage(b"\2\x84")]))
    yield from composite_attacks()
    yield from ecdsa_attacks()
    yield from eddsa_attacks()
