# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware images in the format of MCUboot, with the TLVs that firmware/boot verifies (docs/boot.md)."""
from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from kilosig.errors import UserError

MAGIC = 0x96F3B83D
TLV_MAGIC, PROTECTED_MAGIC = 0x6907, 0x6908
HEADER = struct.Struct("<IIHHIIBBHII")  # magic, load, header, protected, code, flags, version of four, padding
INFO = struct.Struct("<HH")
ROM_FIXED = 0x100
LONGEST_AREA = 0xFFFF

KEYHASH, SHA256, COUNTER, DIGEST_SIGNATURE = 0x01, 0x10, 0x50, 0x26
OWN, OWN_LAST = 0x4BA0, 0x4BEF
PRODUCT, ADDRESS = 0x4BF0, 0x4BF1  # protected: for which product, where the code is linked; u32
DIGEST_SCHEME = "lms"  # the one whose signatures of digests have a number
ID_BYTES = 8
# The types of signatures over the image itself. Their values: 8 bytes that name the anchor, the key where the anchor is
# a digest of it, the signature.
OWN_TYPES: dict[str, int] = {
    "ml-dsa-44": 0x4BA0, "ml-dsa-65": 0x4BA1, "ml-dsa-87": 0x4BA2,
    "slh-dsa-sha2-128s": 0x4BA8, "slh-dsa-sha2-128f": 0x4BA9, "slh-dsa-sha2-192s": 0x4BAA, "slh-dsa-sha2-192f": 0x4BAB,
    "slh-dsa-sha2-256s": 0x4BAC, "slh-dsa-sha2-256f": 0x4BAD, "slh-dsa-shake-128s": 0x4BAE,
    "slh-dsa-shake-128f": 0x4BAF, "slh-dsa-shake-192s": 0x4BB0, "slh-dsa-shake-192f": 0x4BB1,
    "slh-dsa-shake-256s": 0x4BB2, "slh-dsa-shake-256f": 0x4BB3,
    "haetae-2": 0x4BB8, "haetae-3": 0x4BB9, "haetae-5": 0x4BBA,
    "fn-dsa-512": 0x4BC0, "fn-dsa-1024": 0x4BC1,
    "lms": 0x4BC8, "hss": 0x4BC9, "xmss": 0x4BCA, "xmssmt": 0x4BCB,
    "slh-dsa-sha2-128-24": 0x4BD8, "slh-dsa-sha2-192-24": 0x4BD9, "slh-dsa-sha2-256-24": 0x4BDA,
    "slh-dsa-shake-128-24": 0x4BDB, "slh-dsa-shake-192-24": 0x4BDC, "slh-dsa-shake-256-24": 0x4BDD,
}
COMPOSITE_TYPES: dict[str, int] = {"COMPSIG-MLDSA44-ECDSA-P256-SHA256": 0x4BD0}
COMPOSITE_PREFIX = b"CompositeAlgorithmSignatures2025"
# The pair whose PH is the SHA-256 of an image. Value: as above, by ML-DSA's anchor and key alone; both signatures.
COMPOSITES: dict[str, int] = {"ml-dsa-44-ecdsa-p256": 0x4BD0}
TR_BYTES = 64
TYPE_NAMES: dict[int, str] = {
    KEYHASH: "key hash", 0x02: "public key", SHA256: "SHA-256", 0x11: "SHA-384", 0x12: "SHA-512",
    0x20: "RSA-2048 signature", 0x22: "ECDSA signature", 0x23: "RSA-3072 signature", 0x24: "Ed25519 signature",
    0x25: "pure signature", DIGEST_SIGNATURE: "lms signature of the digest", 0x40: "dependency",
    COUNTER: "security counter", PRODUCT: "product", ADDRESS: "address of the code", 0x60: "boot record",
    **{number: f"{name} signature" for name, number in {**OWN_TYPES, **COMPOSITE_TYPES}.items()}}


@dataclass(frozen=True)
class Version:
    """As imgtool writes them: 1.2.3+4."""

    major: int
    minor: int = 0
    revision: int = 0
    build: int = 0

    @staticmethod
    def parse(text: str) -> Version:
        """Raises UserError."""
        numbers, _, build = text.partition("+")
        parts = [*numbers.split("."), "0", "0"][:3] if numbers.count(".") <= 2 else []
        if not parts or not all(part.isdecimal() for part in (*parts, build or "0")):
            raise UserError(f"'{text}' is not a version: give it like 1.2.3+4.")
        version = Version(int(parts[0]), int(parts[1]), int(parts[2]), int(build or 0))
        limits = (0xFF, 0xFF, 0xFFFF, 0xFFFFFFFF)
        if any(value > most for value, most in zip(version.fields, limits)):
            raise UserError(f"The version {text} does not fit: its numbers are at most {'.'.join(map(str, limits[:3]))}"
                            f"+{limits[3]}.")
        return version

    @property
    def fields(self) -> tuple[int, int, int, int]:
        return self.major, self.minor, self.revision, self.build

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.revision}" + (f"+{self.build}" if self.build else "")


@dataclass(frozen=True)
class Tlv:
    """Type and value."""

    type: int
    value: bytes

    @property
    def name(self) -> str:
        """What the type is for."""
        return TYPE_NAMES.get(self.type, "unknown")

    def encode(self) -> bytes:
        """Raises UserError for a value that is too long."""
        if len(self.value) > LONGEST_AREA:
            raise UserError(f"A {self.name} of {len(self.value):,} bytes does not fit into a TLV: choose a scheme with "
                            "shorter signatures.")
        return INFO.pack(self.type, len(self.value)) + self.value


def _area(magic: int, tlvs: list[Tlv]) -> bytes:
    body = b"".join(tlv.encode() for tlv in tlvs)
    if INFO.size + len(body) > LONGEST_AREA:
        raise UserError(f"The signatures have {len(body):,} bytes, and an image has room for "
                        f"{LONGEST_AREA - INFO.size:,}: use fewer or shorter ones.")
    return INFO.pack(magic, INFO.size + len(body)) + body if tlvs else b""


@dataclass
class Image:
    """An image: what is signed, and the TLVs after it."""

    version: Version
    code: bytes
    header_bytes: int
    flags: int = 0
    load_address: int = 0
    protected: list[Tlv] = field(default_factory=list)
    tlvs: list[Tlv] = field(default_factory=list)
    header: bytes = b""  # of an image that was read: all of it

    @property
    def counter(self) -> int | None:
        """The security counter, if there is one."""
        return self.number(COUNTER)

    def number(self, kind: int) -> int | None:
        """The value of a protected TLV of that type, if there is one."""
        return next((int.from_bytes(tlv.value, "little") for tlv in self.protected if tlv.type == kind), None)

    def to_sign(self) -> bytes:
        """Header, code and protected TLVs."""
        area = _area(PROTECTED_MAGIC, self.protected)
        header = self.header or HEADER.pack(MAGIC, self.load_address, self.header_bytes, len(area), len(self.code),
                                            self.flags, *self.version.fields, 0).ljust(self.header_bytes, b"\0")
        return header + self.code + area

    def digest(self) -> bytes:
        """Their SHA-256."""
        return hashlib.sha256(self.to_sign()).digest()

    def encode(self) -> bytes:
        """The whole image. Raises UserError if the TLVs do not fit."""
        return self.to_sign() + _area(TLV_MAGIC, self.tlvs)

    def composite_message(self, label: str) -> bytes:
        """What both halves of a composite signature sign (draft-ietf-lamps-pq-composite-sigs-19, section 3.2)."""
        return COMPOSITE_PREFIX + label.encode() + b"\0" + self.digest()


def build(code: bytes, version: Version, counter: int, header_bytes: int = HEADER.size,
          load_address: int | None = None, product: int = 0, address: int | None = None) -> Image:
    """An image with its digest and without signatures. load_address: of the slot, if images run in either. product: 0
    for none. address: for which the code is linked, if that is known."""
    image = Image(version, code, header_bytes, 0 if load_address is None else ROM_FIXED, load_address or 0,
                  [Tlv(COUNTER, counter.to_bytes(4, "little"))])
    if product:
        image.protected.append(Tlv(PRODUCT, product.to_bytes(4, "little")))
    if address is not None:
        image.protected.append(Tlv(ADDRESS, address.to_bytes(4, "little")))
    image.tlvs.append(Tlv(SHA256, image.digest()))
    return image


def parse(data: bytes, name: str = "The image") -> Image:
    """An image that was read. Bytes after it are left out. Raises UserError."""
    def bad(what: str) -> UserError:
        return UserError(f"{name} is not an image ({what}): give one that 'kilosig image sign' or imgtool made.")

    if len(data) < HEADER.size:
        raise bad("it is too short")
    magic, load, header_bytes, protected_bytes, code_bytes, flags, *rest = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise bad("it does not begin with the magic number")
    if header_bytes < HEADER.size:
        raise bad("its header is too short")
    end = header_bytes + code_bytes
    protected: list[Tlv] = []
    if protected_bytes:
        protected, end = _parse_area(data, end, PROTECTED_MAGIC, bad)
        if end != header_bytes + code_bytes + protected_bytes:
            raise bad("the header and the protected TLVs say different lengths")
    tlvs, _ = _parse_area(data, end, TLV_MAGIC, bad)
    return Image(Version(*rest[:4]), data[header_bytes:header_bytes + code_bytes], header_bytes, flags, load, protected,
                 tlvs, data[:header_bytes])


def _parse_area(data: bytes, offset: int, magic: int, bad: Callable[[str], UserError]) -> tuple[list[Tlv], int]:
    if len(data) < offset + INFO.size:
        raise bad("it is cut short")
    found, length = INFO.unpack_from(data, offset)
    end = offset + length
    if found != magic or length < INFO.size:
        raise bad("no TLVs where they should be")
    if len(data) < end:
        raise bad("it is cut short")
    tlvs, at = [], offset + INFO.size
    while at < end:
        if end - at < INFO.size:
            raise bad("a TLV is cut short")
        kind, size = INFO.unpack_from(data, at)
        at += INFO.size
        if size > end - at:
            raise bad("a TLV is cut short")
        tlvs.append(Tlv(kind, data[at:at + size]))
        at += size
    return tlvs, end


def own_tlv(scheme: str, anchor: bytes, streamed_key: bytes, signature: bytes) -> Tlv:
    """A signature over the image itself. Raises UserError for a scheme without a number."""
    number = {**OWN_TYPES, **COMPOSITES}.get(scheme)
    if number is None:
        raise UserError(f"Images cannot be signed with {scheme}: choose one of {', '.join((*OWN_TYPES, *COMPOSITES))}.")
    return Tlv(number, id_of(scheme, anchor) + streamed_key + signature)


def id_of(scheme: str, anchor: bytes) -> bytes:
    """The bytes that name an anchor."""
    return (anchor[:TR_BYTES] if scheme in COMPOSITES else anchor)[-ID_BYTES:]


def digest_tlvs(key: bytes, signature: bytes) -> list[Tlv]:
    """A signature over the digest, as proposed for MCUboot, and the hash of the key before it."""
    return [Tlv(KEYHASH, hashlib.sha256(key).digest()), Tlv(DIGEST_SIGNATURE, signature)]


def composite_tlv(label: str, anchor: bytes, key: bytes, signature: bytes, classical: bytes) -> Tlv:
    """A composite signature: both halves, one after the other."""
    return Tlv(COMPOSITE_TYPES[label], anchor[-ID_BYTES:] + key + signature + classical)
