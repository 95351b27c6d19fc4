# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library's own verification of Composite ML-DSA: what a device does. Mirrors kilosig/classical.h and
kilosig/composite.h."""
from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from kilosig.errors import UserError
from kilosig.library import classical as host
from kilosig.library.binding import (PART_KEY, PART_MESSAGE, PART_SIGNATURE, Arguments, Chunk, Library, LibraryScheme,
                                     Streaming, Verification, chunk_sizes, copy_in, ffi, prepare)
from kilosig.library.classical import SIZES, Question
from kilosig.library.hashes import MODE_PURE
from kilosig.library.making import keygen_at_once
from kilosig.library.verdicts import ACCEPT, DONE, PENDING, SIGNATURE, Verdict

OID_ARC = "1.3.6.1.5.5.7.6"

ffi.cdef(
    """
    typedef struct ksig_classical_input {
        const uint8_t *key;
        const uint8_t *message;
        const uint8_t *signature;
        const uint8_t *challenge;
        uint16_t message_length;
        uint8_t algorithm;
    } ksig_classical_input;
    typedef struct ksig_composite_scheme {
        const char *name;
        const ksig_scheme *ml_dsa;
        const char *label;
        const void *prehash;
        const void *digest;
        uint32_t key_bytes;
        uint32_t signature_bytes;
        uint32_t signature_least;
        uint16_t anchor_bytes;
        uint16_t state_bytes;
        uint8_t oid_arc;
        uint8_t algorithm;
        uint8_t integer_bytes;
    } ksig_composite_scheme;
    typedef struct ksig_composite_args {
        const uint8_t *anchor;
        const uint8_t *context;
        const uint8_t *secret;
        ksig_verdict (*classical)(const ksig_classical_input *);
        size_t context_length;
        uint32_t message_length;
        uint32_t signature_length;
        uint32_t key_length;
    } ksig_composite_args;
    extern const ksig_composite_scheme *const ksig_composite_schemes[];
    ksig_verdict ksig_composite_open(void *state, size_t state_bytes, const ksig_composite_scheme *scheme,
                                     const ksig_composite_args *args);
    ksig_want ksig_composite_want(const void *state);
    ksig_verdict ksig_composite_feed(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_composite_push(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_composite_close(void *state);
    ksig_verdict ksig_composite_verify(void *state, size_t state_bytes, const ksig_composite_scheme *scheme,
                                       const ksig_composite_args *args, const uint8_t *key, const uint8_t *message,
                                       const uint8_t *signature);
    ksig_verdict ksig_composite_anchor(const ksig_composite_scheme *scheme, const uint8_t *key, size_t key_length,
                                       uint8_t *anchor);
    """
)


Answer = Callable[[Question], bool]


class Pair(LibraryScheme):
    """A ksig_composite_scheme of one opened library, which verifies like its other schemes. Sizes in bytes."""

    def __init__(self, library: Library, pointer: Any) -> None:
        self.library, self.pointer = library, pointer
        self.name = ffi.string(pointer.name).decode()
        self.ml_dsa = LibraryScheme(library, pointer.ml_dsa)
        self.label: bytes = ffi.string(pointer.label)
        self.oid = f"{OID_ARC}.{pointer.oid_arc}"
        self.algorithm: int = pointer.algorithm
        self.anchor_bytes = pointer.anchor_bytes
        self.state_bytes = pointer.state_bytes
        self.key_bytes = pointer.key_bytes
        self.signature_bytes = pointer.signature_bytes
        self.signature_least = pointer.signature_least
        self.secret_bytes = self.ml_dsa.secret_bytes
        self.anchor_hash = self.ml_dsa.anchor_hash
        self.has_context = self.is_draft = True
        self.has_prehash = self.has_external_mu = self.is_superseded = self.is_broken = self.is_stateful = False

    def anchor(self, key: bytes) -> bytes:
        """ksig_composite_anchor; all zero for a key of a wrong length."""
        out = copy_in(b"\xff" * self.anchor_bytes)
        verdict = self.library.c.ksig_composite_anchor(self.pointer, copy_in(key), len(key), out)
        assert (verdict == DONE) == (len(key) == self.key_bytes)
        return bytes(ffi.buffer(out, self.anchor_bytes))

    @property
    def streamed_bytes(self) -> int:
        """The classical key is in the anchor."""
        return self.ml_dsa.key_bytes

    def verification(self, arguments: Arguments) -> Verification:
        """The same, with `cryptography` for the classical half."""
        return Composite(self, HOST, arguments)


@cache
def pairs(library: Library) -> dict[str, Pair]:
    """{name: pair} of those that this library was built with."""
    found: list[Pair] = []
    table = library.c.ksig_composite_schemes
    while table[len(found)] != ffi.NULL:
        found.append(Pair(library, table[len(found)]))
    return {pair.name: pair for pair in found}


def question_of(pointer: Any) -> Question:
    """A ksig_classical_input."""
    key, signature = SIZES[pointer.algorithm]
    challenge = b"" if pointer.challenge == ffi.NULL else bytes(ffi.buffer(pointer.challenge, 64))
    return Question(pointer.algorithm, bytes(ffi.buffer(pointer.key, key)),
                    bytes(ffi.buffer(pointer.message, pointer.message_length)),
                    bytes(ffi.buffer(pointer.signature, signature)), challenge)


def callback(answer: Answer) -> Any:
    """A ksig_classical_verify that asks a function of Python: no if that raises."""
    return ffi.callback("ksig_verdict(const ksig_classical_input *)",
                        lambda pointer: ACCEPT if answer(question_of(pointer)) else SIGNATURE, error=SIGNATURE)


HOST = callback(host.verify)


class Composite(Verification):
    """One streamed verification. classical: a ksig_classical_verify."""

    def __init__(self, pair: Pair, classical: Any, arguments: Arguments) -> None:
        Streaming.__init__(self, pair.library, "ksig_composite", pair.state_bytes)
        if arguments.mode != MODE_PURE:
            raise UserError(f"The scheme {pair.name} hashes the message by itself: omit --prehash and "
                            "--external-mu.")
        self.args = args = ffi.new("ksig_composite_args *")
        self._kept = [copy_in(data or b"") for data in (arguments.anchor, arguments.context, arguments.secret)]
        args.anchor, args.context, args.secret = self._kept
        args.classical, self._classical = classical, classical
        args.context_length, args.key_length = len(arguments.context), arguments.key_length or 0
        args.message_length, args.signature_length = arguments.message_length or 0, arguments.signature_length or 0
        self.opened = Verdict(self.c.ksig_composite_open(self.state, pair.state_bytes, pair.pointer, args))

    def push(self, data: bytes) -> int:
        """ksig_composite_push."""
        return int(self.c.ksig_composite_push(self.state, copy_in(data), len(data)))


def begun(pair: Pair, classical: Any, key: bytes, message: bytes, signature: bytes, context: bytes = b"",
          anchor: bytes | None = None) -> Composite:
    """A verification of these inputs, to be fed. anchor: None is that of the key."""
    return Composite(pair, classical, prepare(pair, Arguments(anchor, context), key, message, signature))


def verify(pair: Pair, classical: Any, key: bytes, message: bytes, signature: bytes, context: bytes = b"",
           anchor: bytes | None = None, chunk: Chunk = None, move: bool = False, push: bool = False) -> int:
    """A device's verdict. chunk, move: as Library.verify."""
    run = begun(pair, classical, key, message, signature, context, anchor)
    parts = {PART_KEY: key, PART_MESSAGE: message, PART_SIGNATURE: signature}
    sizes, verdict = chunk_sizes(chunk), run.opened.code
    while verdict == PENDING:
        want = run.want()
        data = parts.get(want.part, b"")[want.offset:want.offset + min(next(sizes), want.length)]
        if not data:
            break
        verdict = run.push(data) if push else run.feed_code(data)
        if move:
            run.move()
    return run.close_code()


def verify_at_once(pair: Pair, classical: Any, key: bytes, message: bytes, signature: bytes,
                   context: bytes = b"") -> int:
    """ksig_composite_verify."""
    run = begun(pair, classical, key, message, signature, context)
    return int(run.c.ksig_composite_verify(run.state, pair.state_bytes, pair.pointer, run.args, copy_in(key),
                                           copy_in(message), copy_in(signature)))


SEED_BYTES = 32  # of ML-DSA, which begins a private key


def split_secret(pair: Pair, secret: bytes) -> tuple[bytes, bytes]:
    """The seed of ML-DSA and the classical private key. Raises UserError unless both are well formed."""
    seed, private = secret[:SEED_BYTES], secret[SEED_BYTES:]
    host.public_of(pair.algorithm, private)
    return seed, private


def public_of(pair: Pair, secret: bytes) -> bytes:
    """The public key of a private one. Raises UserError."""
    seed, private = split_secret(pair, secret)
    verdict, made = keygen_at_once(pair.library, pair.library.keygen_schemes(pair.ml_dsa.name)[0], seed)
    assert verdict == DONE
    return made + host.public_of(pair.algorithm, private)
