# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library's own reader of COSE_Sign1 and CWT: what a device does with an object. Mirrors kilosig/cose.h."""
from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from kilosig.library.binding import Chunk, LibraryScheme, Streaming, chunk_sizes, copy_in, ffi
from kilosig.library.verdicts import ACCEPT, PENDING

PART_COSE = 4

ffi.cdef(
    """
    typedef struct ksig_cose_args {
        const uint8_t *anchor;
        const uint8_t *secret;
        const uint8_t *external_aad;
        uint32_t external_aad_length;
        uint32_t object_length;
        uint32_t key_length;
        uint32_t payload_length;
        int16_t algorithm;
        uint8_t detached;
    } ksig_cose_args;
    typedef struct ksig_cwt_args {
        const ksig_scheme *scheme;
        uint64_t now;
        uint64_t oldest;
        int16_t algorithm;
        uint8_t key_type;
    } ksig_cwt_args;
    typedef struct ksig_cwt_claims {
        uint64_t issued;
        uint64_t expires;
        uint32_t key_length;
        uint8_t anchor[64];
    } ksig_cwt_claims;
    typedef struct ksig_cose {
        const ksig_scheme *scheme;
        const void *payload;
        ksig_cose_args args;
        uint32_t numbers[9];
        uint16_t verification;
        uint8_t bytes[4];
        uint8_t hold[64];
    } ksig_cose;
    typedef struct ksig_cwt {
        ksig_cose cose;
        uint64_t found[4];
        ksig_cwt_args args;
        uint32_t numbers[53];
    } ksig_cwt;
    const char *ksig_cose_reason_text(ksig_verdict verdict);
    ksig_verdict ksig_cose_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                const ksig_cose_args *args);
    ksig_want ksig_cose_want(const void *state);
    ksig_verdict ksig_cose_feed(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_cose_push(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_cose_close(void *state);
    ksig_verdict ksig_cose_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                  const ksig_cose_args *args, const uint8_t *object, const uint8_t *key,
                                  const uint8_t *payload);
    ksig_verdict ksig_cwt_open(void *state, size_t state_bytes, const ksig_scheme *root, const ksig_cose_args *cose,
                               const ksig_cwt_args *args);
    ksig_verdict ksig_cwt_close(void *state, ksig_cwt_claims *claims);
    """
)


@dataclass(frozen=True)
class Device:
    """What a device knows before an object comes. A length of None is that of the input."""

    scheme: LibraryScheme
    anchor: bytes
    algorithm: int
    external_aad: bytes = b""
    detached: bool = False
    object_length: int | None = None
    payload_length: int | None = None


@dataclass(frozen=True)
class Delegated:
    """What a device demands of a CWT: the scheme of the key that it names, its COSE numbers, and times."""

    scheme: LibraryScheme
    algorithm: int
    key_type: int
    now: int = 0
    oldest: int = 0


@dataclass(frozen=True)
class Claims:
    """What a CWT says; all zeros unless it was accepted."""

    issued: int
    expires: int
    key_length: int
    anchor: bytes


class Reading(Streaming):
    """One object being read. delegated: it is a CWT."""

    def __init__(self, device: Device, lengths: tuple[int, int, int], delegated: Delegated | None = None) -> None:
        front = ffi.sizeof("ksig_cwt" if delegated else "ksig_cose")
        self.size = (front + 7) // 8 * 8 + device.scheme.state_bytes
        super().__init__(device.scheme.library, "ksig_cose", self.size)
        self._kept = [copy_in(data) for data in (device.anchor, secrets.token_bytes(16), device.external_aad)]
        self.args = args = ffi.new("ksig_cose_args *")
        args.anchor, args.secret, args.external_aad = self._kept
        args.external_aad_length = len(device.external_aad)
        args.object_length = lengths[0] if device.object_length is None else device.object_length
        args.key_length = lengths[1]
        args.payload_length = lengths[2] if device.payload_length is None else device.payload_length
        args.algorithm, args.detached = device.algorithm, device.detached
        if delegated is None:
            self.opened: int = self.c.ksig_cose_open(self.state, self.size, device.scheme.pointer, args)
            return
        self.cwt = cwt = ffi.new("ksig_cwt_args *")
        cwt.scheme, cwt.algorithm, cwt.key_type = delegated.scheme.pointer, delegated.algorithm, delegated.key_type
        cwt.now, cwt.oldest = delegated.now, delegated.oldest
        self.opened = self.c.ksig_cwt_open(self.state, self.size, device.scheme.pointer, args, cwt)

    def feed(self, data: bytes) -> int:
        """ksig_cose_feed."""
        return self.feed_code(data)

    def close(self) -> int:
        """ksig_cose_close."""
        return self.close_code()

    def close_cwt(self) -> tuple[int, Claims]:
        """ksig_cwt_close."""
        out = ffi.new("ksig_cwt_claims *")
        verdict = int(self.c.ksig_cwt_close(self.state, out))
        return verdict, Claims(out.issued, out.expires, out.key_length, bytes(out.anchor))

    def stream(self, data: bytes, key: bytes, payload: bytes = b"", chunk: Chunk = None, move: bool = False) -> None:
        """Feeds what is wanted until nothing is, or an input ends."""
        parts = {PART_COSE: data, 1: key, 2: payload}
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


def verify(device: Device, data: bytes, key: bytes, payload: bytes = b"", chunk: Chunk = None,
           move: bool = False) -> int:
    """A device's verdict on a COSE_Sign1."""
    reading = Reading(device, (len(data), len(key), len(payload)))
    reading.stream(data, key, payload, chunk, move)
    return reading.close()


def verify_cwt(device: Device, delegated: Delegated, data: bytes, key: bytes, chunk: Chunk = None,
               move: bool = False) -> tuple[int, Claims]:
    """A device's verdict on a CWT, and what it says."""
    reading = Reading(device, (len(data), len(key), 0), delegated)
    reading.stream(data, key, b"", chunk, move)
    verdict, claims = reading.close_cwt()
    assert verdict == ACCEPT or claims == Claims(0, 0, 0, bytes(64))
    return verdict, claims


def reason(scheme: LibraryScheme, verdict: int) -> str:
    """ksig_cose_reason_text."""
    c: Any = scheme.library.c
    return str(ffi.string(c.ksig_cose_reason_text(verdict)).decode())
