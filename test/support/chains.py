# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Certificates of which every part can be another: written in DER by hand, signed by the tool's own signers."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from streaming import read_chain
from support import public_key

from kilosig.files.data import Data
from kilosig.library import classical, composite
from kilosig.library import x509 as device
from kilosig.library.binding import LibraryScheme, load
from kilosig.library.verdicts import ACCEPT
from kilosig.schemes import ml_dsa, slh_dsa_sign
from kilosig.schemes.composite import CompositeMlDsa
from kilosig.schemes.family import Signature
from kilosig.schemes.stateful import LMS_SETS, SETS, USUAL
from kilosig.schemes.stateful_material import pair_of

NOW = 1_780_000_000  # in May of 2026
# KSIG_X509_REJECT_ALGORITHM and _CLASSICAL of kilosig/x509.h.
NOT_LISTED, CLASSICAL_NOT_LISTED = 100, 101
BEGIN, END = b"250101000000Z", b"350101000000Z"
ARCS = {name: number for name, number in device.NUMBERS.items() if number >= device.ML_DSA_44}
OIDS = {"hss": bytes.fromhex("2a864886f70d0109100311"), "xmss": bytes.fromhex("2b06010505070622"),
        "xmssmt": bytes.fromhex("2b06010505070623"),
        **{name: bytes.fromhex("6086480165030403") + bytes([arc]) for name, arc in ARCS.items()},
        **{name: bytes.fromhex("2b060105050706") + bytes([number - 64]) for name, number in device.COMPOSITES.items()},
        **{name: bytes.fromhex("2a8648ce3d0403") + bytes([number - 126]) for name, number in device.ECDSA.items()},
        "ed25519": bytes.fromhex("2b6570")}
CURVES = {"ecdsa-p256": bytes.fromhex("2a8648ce3d030107"), "ecdsa-p384": bytes.fromhex("2b81040022")}
EC_KEY = bytes.fromhex("2a8648ce3d0201")
COMMON_NAME, BASIC, USAGE, PURPOSES = (bytes.fromhex(text) for text in ("550403", "551d13", "551d0f", "551d25"))
CERT_SIGN, SIGN = b"\x02\x01\x06", b"\x02\x07\x80"[1:]
TRUE = b"\1\1\xff"


def tlv(tag: int, *parts: bytes) -> bytes:
    """An element."""
    body = b"".join(parts)
    octets = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([len(body)]) if len(body) < 128 else bytes([0x80 | len(octets)]) + octets) + body


def algorithm(name: str, parameters: bytes = b"") -> bytes:
    """An AlgorithmIdentifier."""
    return tlv(0x30, tlv(6, OIDS[name]), parameters)


def key_algorithm(name: str) -> bytes:
    """That of a key: of ECDSA it names the curve."""
    return tlv(0x30, tlv(6, EC_KEY), tlv(6, CURVES[name])) if name in CURVES else algorithm(name)


def distinguished(text: str, tag: int = 12) -> bytes:
    """A Name with one attribute."""
    return tlv(0x30, tlv(0x31, tlv(0x30, tlv(6, COMMON_NAME), tlv(tag, text.encode()))))


def extension(oid: bytes, value: bytes, critical: bytes = TRUE) -> bytes:
    """An Extension; value: the content of extnValue."""
    return tlv(0x30, tlv(6, oid), critical, tlv(4, value))


def basic(*, ca: bool, path: bytes | None = None) -> bytes:
    """basicConstraints; path: the content of pathLenConstraint."""
    return extension(BASIC, tlv(0x30, TRUE if ca else b"", b"" if path is None else tlv(2, path)))


def usage(bits: bytes) -> bytes:
    """keyUsage; bits: the content of the BIT STRING."""
    return extension(USAGE, tlv(3, bits))


CA_EXTENSIONS = (basic(ca=True), usage(b"\x01\x06"))
END_EXTENSIONS = (basic(ca=False), usage(b"\x07\x80"))


@dataclass(frozen=True)
class Key:
    """A key that signs."""

    scheme: str
    raw: bytes
    sign: Callable[[bytes], bytes]

    @property
    def anchor(self) -> bytes:
        return scheme(self.scheme).anchor(self.raw)


# Asked twice of each signature, and of the same ones in each test: Ed25519 of a digest takes milliseconds in Python.
ANSWERS = composite.callback(cache(classical.verify))


def scheme(name: str) -> LibraryScheme:
    """Of the library."""
    if name in device.ALONE:
        return device.Alone(load(), name)
    found = composite.pairs(load())[name] if name in device.COMPOSITES else load().scheme(name)
    assert found is not None
    return found


@cache
def _ml_dsa(name: str, seed: bytes, message: bytes) -> bytes:
    return ml_dsa.sign(load(), name, seed, message)


@cache
def _ecdsa(curve: int, private: bytes, message: bytes) -> bytes:
    return classical.sign(curve, private, message, deterministic=True)


@cache
def _composite(name: str, secret: bytes, message: bytes) -> bytes:
    return CompositeMlDsa().sign(name, secret, Signature(Data(message), deterministic=True))


@cache
def key(name: str, number: int = 0) -> Key:
    """A key that is the same in every run."""
    if name in device.ECDSA:
        curve = classical.ECDSA_P256 if name.endswith("256") else classical.ECDSA_P384
        private = classical.from_random(curve, bytes([number + 1]) * classical.KEYGEN_BYTES)
        return Key(name, classical.public_of(curve, private), lambda message: _ecdsa(curve, private, message))
    if name == "ed25519":
        seed = bytes([number]) * 32
        return Key(name, classical.public_of(classical.ED25519, seed),
                   lambda message: classical.sign(classical.ED25519, seed, message))
    if name in device.COMPOSITES:
        made = CompositeMlDsa().generate(name, bytes([number]) * 32)
        return Key(name, made.public, lambda message: _composite(name, made.secret, message))
    if name.startswith("ml-dsa"):
        seed = bytes([number]) * 32
        return Key(name, public_key(name, number), lambda message: _ml_dsa(name, seed, message))
    if name.startswith("slh-dsa"):
        pair = slh_dsa_sign.generate(load(), name, bytes([number]) * 32)
        return Key(name, pair.public, lambda message: slh_dsa_sign.sign(load(), name, pair.secret, message))
    if name == "hss":
        sets: list[object] = [LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"]] * 2
    else:
        sets = [SETS[name][USUAL[name]]]
    raw, sign = pair_of(name, sets, bytes([number]))
    return Key(name, raw, sign)


@dataclass(frozen=True)
class Certificate:
    """What a certificate says. Each of them is bytes in DER, so each may be wrong."""

    issuer: Key
    subject: Key
    issuer_name: bytes
    subject_name: bytes
    extensions: Sequence[bytes] = END_EXTENSIONS
    version: bytes = tlv(0xa0, tlv(2, b"\2"))
    serial: bytes = tlv(2, b"\x12\x34\x56")
    inner: bytes = b""
    outer: bytes = b""
    validity: bytes = tlv(0x30, tlv(0x17, BEGIN), tlv(0x17, END))
    key_info: bytes = b""
    tail: bytes = b""  # after the extensions
    after: bytes = b""  # after the signature
    bits: bytes = b"\0"  # before the signature
    block: bytes | None = None  # in place of the extensions
    edit: Callable[[bytes], bytes] = field(default=lambda data: data)  # of tbsCertificate, before it is signed

    def signed(self) -> bytes:
        """tbsCertificate."""
        info = self.key_info or tlv(0x30, key_algorithm(self.subject.scheme), tlv(3, b"\0", self.subject.raw))
        block = self.block if self.block is not None else \
            tlv(0xa3, tlv(0x30, *self.extensions)) if self.extensions else b""
        return self.edit(tlv(0x30, self.version, self.serial, self.inner or algorithm(self.issuer.scheme),
                             self.issuer_name, self.validity, self.subject_name, info, block, self.tail))

    def encoded(self) -> bytes:
        """The certificate."""
        return around(self.signed(), self.outer or algorithm(self.issuer.scheme), self.issuer.sign(self.signed()),
                      self.bits, self.after)


def around(signed: bytes, outer: bytes, signature: bytes, bits: bytes = b"\0", after: bytes = b"") -> bytes:
    """A certificate of its parts."""
    return tlv(0x30, signed, outer, tlv(3, bits, signature), after)


def usual(*keys: Key) -> list[Certificate]:
    """A chain: each key but the last one signs the certificate of the next."""
    made = []
    for number, (issuer, subject) in enumerate(zip(keys, keys[1:])):
        end = number == len(keys) - 2
        made.append(Certificate(issuer, subject, distinguished(f"level {number}"), distinguished(f"level {number + 1}"),
                                END_EXTENSIONS if end else CA_EXTENSIONS))
    return made


def with_signature(chain: Sequence[Certificate], at: int, signature: bytes) -> bytes:
    """The chain, one certificate of which has another signature."""
    parts = [each.encoded() for each in chain]
    parts[at] = around(chain[at].signed(), chain[at].outer or algorithm(chain[at].issuer.scheme), signature)
    return b"".join(parts)


def joined(chain: Sequence[Certificate]) -> bytes:
    """As a device takes it."""
    return b"".join(each.encoded() for each in chain)


def trusting(root: Key, *schemes: str, **other: object) -> device.Device:
    """A device that trusts a key, and accepts its scheme and others."""
    names = [root.scheme, *(name for name in dict.fromkeys(schemes) if name != root.scheme)]
    base = device.Device([scheme(name) for name in names], root.anchor, len(root.raw), distinguished("level 0"), NOW,
                         classical=ANSWERS)
    return replace(base, **other)  # type: ignore[arg-type]


def check_over_each_other(names: Sequence[str]) -> None:
    """A key of each name signs the next one, the last with a classical half or in a chain with one: accepted, with the
    end key's whole anchor; refused with its reason where one of the algorithms is not listed."""
    keys = [key(name, number) for number, name in enumerate(names)]
    state, data = trusting(keys[0], *names), joined(usual(*keys))
    for size in (None, 50):
        found, end = read_chain(state, data, keys[0].raw, size, move=True)
        assert found == ACCEPT and end.scheme == names[-1]
    assert end.anchor == (keys[-1].anchor + bytes(device.ANCHOR_BYTES))[:device.ANCHOR_BYTES]
    for name in set(names[1:]) - {names[0]}:
        reason = NOT_LISTED if name in device.NUMBERS else CLASSICAL_NOT_LISTED
        others = trusting(keys[0], *(each for each in names if each != name))
        assert device.verify(others, data, keys[0].raw)[0] == reason
