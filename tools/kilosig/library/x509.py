# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library's own reader of certificate chains: what a device does with one. Mirrors kilosig/x509.h."""
from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kilosig.library import composite
from kilosig.library.binding import Chunk, Library, LibraryScheme, Streaming, chunk_sizes, copy_in, ffi
from kilosig.library.composite import Pair
from kilosig.library.verdicts import ACCEPT, PENDING

PART_KEY, PART_X509 = 1, 5
HSS, XMSS, XMSSMT, ML_DSA_44, SLH_DSA_SHA2_128S = 1, 2, 3, 17, 20
NO_CLOCK, ANY_ISSUER, END_MAY_BE_CA = 1, 2, 4
SERIAL, NOT_BEFORE, NOT_AFTER, SUBJECT, EXTENSION = 1, 2, 3, 4, 5
CERT_SIGN = 4  # of keyUsage
NUMBERS = {"hss": HSS, "xmss": XMSS, "xmssmt": XMSSMT,
           **{f"ml-dsa-{size}": ML_DSA_44 + n for n, size in enumerate((44, 65, 87))},
           **{f"slh-dsa-{name}": SLH_DSA_SHA2_128S + n for n, name in enumerate(
               f"{family}-{size}{kind}" for family in ("sha2", "shake") for size in (128, 192, 256) for kind in "sf")}}
# Of kilosig/x509_classical.h: 64 + the last number of the object identifier.
COMPOSITES = {"ml-dsa-44-ed25519": 103, "ml-dsa-44-ecdsa-p256": 104, "ml-dsa-65-ecdsa-p256": 109,
              "ml-dsa-65-ecdsa-p384": 110, "ml-dsa-65-ed25519": 112, "ml-dsa-87-ecdsa-p384": 113}
ECDSA: Mapping[str, int] = {"ecdsa-p256": 128, "ecdsa-p384": 129}
ALONE: Mapping[str, int] = {**ECDSA, "ed25519": 130}  # no half of another key
CLASSICAL_BYTES, ANCHOR_BYTES = 104, 161

ffi.cdef(
    """
    typedef struct ksig_x509_algorithm {
        const ksig_scheme *scheme;
        uint8_t number;
        ksig_verdict (*classical)(const ksig_classical_input *);
    } ksig_x509_algorithm;
    typedef struct ksig_x509_field {
        const uint8_t *oid;
        uint8_t *out;
        uint16_t room;
        uint8_t oid_length;
        uint8_t kind;
        uint32_t length;
    } ksig_x509_field;
    typedef struct ksig_x509_args {
        const ksig_x509_algorithm *algorithms;
        const uint8_t *anchor;
        const uint8_t *name;
        const uint8_t *secret;
        const uint8_t *purpose;
        ksig_x509_field *fields;
        uint64_t now;
        uint32_t chain_length;
        uint32_t key_length;
        uint16_t name_length;
        uint8_t algorithm_count;
        uint8_t field_count;
        uint8_t purpose_length;
        uint8_t issuers;
        uint8_t usage;
        uint8_t flags;
    } ksig_x509_args;
    typedef struct ksig_x509_end {
        const ksig_scheme *scheme;
        uint32_t key_at;
        uint32_t key_length;
        uint8_t number;
        uint8_t anchor[68];
    } ksig_x509_end;
    typedef struct ksig_x509 {
        const ksig_x509_args *args;
        uint32_t numbers[8];
        uint32_t layout[4];
        uint32_t reading[15];
        uint16_t verification, room;
        uint8_t bytes[8];
        uint8_t anchor[68];
        uint8_t name[32];
        uint8_t hold[32];
        uint8_t subject[68];
    } ksig_x509;
    const char *ksig_x509_reason_text(ksig_verdict verdict);
    ksig_verdict ksig_x509_open(void *state, size_t state_bytes, const ksig_x509_args *args);
    ksig_want ksig_x509_want(const void *state);
    ksig_verdict ksig_x509_feed(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_x509_push(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_x509_close(void *state, ksig_x509_end *end);
    ksig_verdict ksig_x509_close_classical(void *state, ksig_x509_end *end, uint8_t anchor[161]);
    extern ksig_scheme ksig_x509_ml_dsa_44_ed25519, ksig_x509_ml_dsa_44_ecdsa_p256,
        ksig_x509_ml_dsa_65_ecdsa_p256, ksig_x509_ml_dsa_65_ecdsa_p384, ksig_x509_ml_dsa_65_ed25519,
        ksig_x509_ml_dsa_87_ecdsa_p384, ksig_x509_ecdsa_p256, ksig_x509_ecdsa_p384, ksig_x509_ed25519;
    """
)


@dataclass(frozen=True)
class Field:
    """What a device wants copied from the end certificate. oid: the content of its encoding."""

    kind: int
    oid: bytes = b""
    room: int = 64


@dataclass(frozen=True)
class Device:
    """What a device knows before a chain comes. schemes: those that it accepts, the trusted key's first. now: seconds
    since 1970, None without a clock. name: None if any issuer will do. chain_length: None is that of the chain.
    classical: a ksig_classical_verify for the pairs, ECDSA and Ed25519 among the schemes."""

    schemes: Sequence[LibraryScheme]
    anchor: bytes
    key_length: int
    name: bytes | None = None
    now: int | None = None
    issuers: int = 9
    usage: int = 0
    purpose: bytes = b""
    flags: int = 0
    fields: Sequence[Field] = ()
    chain_length: int | None = None
    numbers: Sequence[int] | None = None
    classical: Any = composite.HOST


@dataclass(frozen=True)
class End:
    """The end key; all empty unless the chain was accepted. anchor: with zeros after it. fields: the bytes copied and
    the length of each."""

    scheme: str
    key_at: int
    key_length: int
    number: int
    anchor: bytes
    fields: tuple[tuple[bytes, int], ...] = ()


def _room(name: str) -> int:
    """Bytes after the state of a verification, which has room for a hash itself if it is ML-DSA or SLH-DSA."""
    return 0 if name.startswith(("ml-dsa", "slh-dsa", *ALONE)) else 104 if name in ("hss", "xmss", "xmssmt") else 208


def _pointer(library: Library, name: str) -> Any:
    return ffi.addressof(library.c, "ksig_x509_" + name.replace("-", "_"))


class Alone(LibraryScheme):
    """ECDSA or Ed25519 alone, which are only there for chains."""

    def __init__(self, library: Library, name: str) -> None:
        super().__init__(library, _pointer(library, name))

    def anchor(self, key: bytes) -> bytes:
        """The key itself."""
        return key


def _has_classical(scheme: LibraryScheme) -> bool:
    return isinstance(scheme, Pair | Alone)


def _scheme(scheme: LibraryScheme) -> Any:
    """The ksig_scheme by which the reader verifies."""
    return _pointer(scheme.library, scheme.name) if isinstance(scheme, Pair) else scheme.pointer


class Reading(Streaming):
    """One chain being read."""

    def __init__(self, device: Device, length: int) -> None:
        self.device = device
        schemes = [_scheme(scheme) for scheme in device.schemes]
        self.has_classical = any(map(_has_classical, device.schemes))
        self.size = (ffi.sizeof("ksig_x509") + 7) // 8 * 8 + (CLASSICAL_BYTES if self.has_classical else 0) + max(
            (pointer.state_bytes + 7) // 8 * 8 + _room(scheme.name)
            for pointer, scheme in zip(schemes, device.schemes, strict=True))
        super().__init__(device.schemes[0].library, "ksig_x509", self.size)
        self._kept: list[Any] = []
        self.args = args = ffi.new("ksig_x509_args *")
        args.algorithms = algorithms = self._keep(ffi.new("ksig_x509_algorithm[]", len(device.schemes)))
        numbers = device.numbers or [{**NUMBERS, **COMPOSITES, **ALONE}[scheme.name] for scheme in device.schemes]
        for entry, pointer, scheme, number in zip(algorithms, schemes, device.schemes, numbers, strict=True):
            entry.scheme, entry.number = pointer, number
            entry.classical = device.classical if _has_classical(scheme) else ffi.NULL
        args.algorithm_count = len(device.schemes)
        args.anchor, args.key_length = self._keep(copy_in(device.anchor)), device.key_length
        args.secret = self._keep(copy_in(secrets.token_bytes(16)))
        args.flags, args.issuers, args.usage = device.flags, device.issuers, device.usage
        if device.name is None:
            args.flags |= ANY_ISSUER
        else:
            args.name, args.name_length = self._keep(copy_in(device.name)), len(device.name)
        if device.now is None:
            args.flags |= NO_CLOCK
        else:
            args.now = device.now
        if device.purpose:
            args.purpose, args.purpose_length = self._keep(copy_in(device.purpose)), len(device.purpose)
        self.fields = self._keep(ffi.new("ksig_x509_field[]", max(1, len(device.fields))))
        for entry, field in zip(self.fields, device.fields, strict=False):
            entry.kind, entry.room, entry.oid_length = field.kind, field.room, len(field.oid)
            entry.out = self._keep(copy_in(b"\xd5" * field.room))
            if field.oid:
                entry.oid = self._keep(copy_in(field.oid))
        args.fields, args.field_count = self.fields, len(device.fields)
        args.chain_length = length if device.chain_length is None else device.chain_length
        self.opened: int = self.c.ksig_x509_open(self.state, self.size, args)

    def _keep(self, made: Any) -> Any:
        self._kept.append(made)
        return made

    def feed(self, data: bytes) -> int:
        """ksig_x509_feed."""
        return self.feed_code(data)

    def push(self, data: bytes) -> int:
        """ksig_x509_push."""
        return int(self.c.ksig_x509_push(self.state, copy_in(data), len(data)))

    def close(self) -> tuple[int, End]:
        """ksig_x509_close; ksig_x509_close_classical if a key with a classical half is accepted."""
        out = ffi.new("ksig_x509_end *")
        anchor = copy_in(b"\xd5" * ANCHOR_BYTES)
        if self.has_classical:
            verdict = int(self.c.ksig_x509_close_classical(self.state, out, anchor))
        else:
            verdict = int(self.c.ksig_x509_close(self.state, out))
        name = "" if out.scheme == ffi.NULL else ffi.string(out.scheme.name).decode()
        copied = tuple((bytes(ffi.buffer(entry.out, min(entry.length, entry.room))), int(entry.length))
                       for entry, _ in zip(self.fields, self.device.fields, strict=False))
        if verdict != ACCEPT:
            assert not any(bytes(ffi.buffer(out))) and not any(length for _, length in copied)
            assert not self.has_classical or not any(bytes(ffi.buffer(anchor, ANCHOR_BYTES)))
        whole = bytes(ffi.buffer(anchor, ANCHOR_BYTES)) if self.has_classical else bytes(out.anchor)
        return verdict, End(name, out.key_at, out.key_length, out.number, whole, copied)

    def stream(self, chain: bytes, key: bytes, chunk: Chunk = None, move: bool = False) -> None:
        """Feeds what is wanted until nothing is, or an input ends."""
        parts = {PART_X509: chain, PART_KEY: key}
        sizes = chunk_sizes(chunk)
        verdict = self.opened
        while verdict == PENDING:
            want = self.want()
            piece = parts.get(want.part, b"")[want.offset:want.offset + min(next(sizes), want.length)]
            if not piece:
                return
            verdict = self.feed(piece)
            if move:
                self.move()


def verify(device: Device, chain: bytes, key: bytes, chunk: Chunk = None, move: bool = False) -> tuple[int, End]:
    """A device's verdict on a chain in DER, that which the trusted key signed first; and the end key."""
    reading = Reading(device, len(chain))
    reading.stream(chain, key, chunk, move)
    return reading.close()


def order(device: Device, chain: bytes, key: bytes) -> list[tuple[int, int, int]]:
    """The wants (part, offset, length) of a chain that is accepted, joined."""
    reading, found = Reading(device, len(chain)), []
    parts = {PART_X509: chain, PART_KEY: key}
    while (want := reading.want()).length:
        found.append((want.part, want.offset, want.length))
        reading.feed(parts[want.part][want.offset:want.offset + want.length])
    return found if reading.close()[0] == ACCEPT else []


def reason(scheme: LibraryScheme, verdict: int) -> str:
    """ksig_x509_reason_text."""
    c: Any = scheme.library.c
    return str(ffi.string(c.ksig_x509_reason_text(verdict)).decode())
