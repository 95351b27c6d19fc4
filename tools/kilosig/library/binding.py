# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The C library through cffi, without a compiler: dlopen of libkilosig-research. The declarations mirror
kilosig.h."""
from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from functools import cache
from itertools import count, repeat
from pathlib import Path
from typing import Any

import cffi

from kilosig.errors import UserError, remedy
from kilosig.library.hashes import MODE_PURE
from kilosig.library.verdicts import DONE, KEY_LENGTH, PENDING, Verdict

PART_KEY, PART_MESSAGE, PART_SIGNATURE = 1, 2, 3
PART_NAMES = ("none", "key", "message", "signature")
VARIANTS = ("default", "fast", "small")
SUFFIXES = {"darwin": (".dylib", ".so"), "win32": (".dll",)}.get(sys.platform, (".so",))

ffi = cffi.FFI()
ffi.cdef(
    """
    typedef uint32_t ksig_verdict;
    typedef struct ksig_scheme {
        const char *name;
        uint16_t anchor_bytes;
        uint16_t state_bytes;
        const void *verify;
        const void *params;
        uint32_t key_bytes;
        uint32_t signature_bytes;
        uint32_t signature_least;
        uint16_t secret_bytes;
        uint8_t flags;
        uint8_t anchor_hash;
    } ksig_scheme;
    typedef struct ksig_verify_args {
        const uint8_t *anchor;
        const uint8_t *context;
        const uint8_t *secret;
        size_t context_length;
        uint32_t message_length;
        uint32_t signature_length;
        uint32_t key_length;
        uint8_t mode;
        uint8_t hash;
    } ksig_verify_args;
    typedef struct ksig_want { uint32_t offset; uint32_t length; uint8_t part; } ksig_want;
    extern const ksig_scheme *const ksig_schemes[];
    const ksig_scheme *ksig_scheme_by_name(const char *name);
    const char *ksig_reason_text(ksig_verdict verdict);
    ksig_verdict ksig_verify_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                  const ksig_verify_args *args);
    ksig_want ksig_verify_want(const void *state);
    ksig_verdict ksig_verify_feed(void *state, const uint8_t *data, size_t length);
    ksig_verdict ksig_verify_close(void *state);
    ksig_verdict ksig_verify(void *state, size_t state_bytes, const ksig_scheme *scheme, const ksig_verify_args *args,
                             const uint8_t *key, const uint8_t *message, const uint8_t *signature);
    ksig_verdict ksig_key_anchor(const ksig_scheme *scheme, const uint8_t *key, size_t key_length, uint8_t *anchor);

    typedef struct ksig_keygen_scheme {
        const char *name;
        uint16_t state_bytes;
        uint16_t seed_bytes;
        uint32_t key_bytes;
        uint32_t secret_key_bytes;
        uint32_t output_bytes;
        uint8_t streams;
        const void *operations;
        const void *params;
    } ksig_keygen_scheme;
    extern const ksig_keygen_scheme *const ksig_keygen_schemes[];
    ksig_verdict ksig_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                  const uint8_t *seed, uint8_t *output);
    ksig_verdict ksig_keygen_step(void *state);
    size_t ksig_keygen_take(void *state, uint8_t *out, size_t length);
    ksig_verdict ksig_keygen_close(void *state);
    ksig_verdict ksig_keygen(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme, const uint8_t *seed,
                             uint8_t *output);
    typedef struct ksig_sign_scheme {
        const char *name;
        uint16_t state_bytes;
        uint16_t rnd_bytes;
        uint32_t secret_key_bytes;
        uint32_t signature_bytes;
        uint8_t streams;
        const void *operations;
        const void *params;
    } ksig_sign_scheme;
    extern const ksig_sign_scheme *const ksig_sign_schemes[];
    typedef struct ksig_sign_args {
        const uint8_t *secret_key;
        const uint8_t *context;
        const uint8_t *rnd;
        size_t context_length;
        const uint8_t *public_key;
        uint8_t flags;
        uint8_t mode;
        uint8_t hash;
    } ksig_sign_args;
    ksig_verdict ksig_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                const ksig_sign_args *args, uint8_t *signature);
    unsigned ksig_sign_want(const void *state);
    ksig_verdict ksig_sign_feed(void *state, const uint8_t *message, size_t length);
    ksig_verdict ksig_sign_step(void *state);
    size_t ksig_sign_take(void *state, uint8_t *out, size_t length);
    ksig_verdict ksig_sign_close(void *state);
    ksig_verdict ksig_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                           const ksig_sign_args *args, const uint8_t *message, size_t message_length,
                           uint8_t *signature);
    """
)

Chunk = None | int | Iterable[int]
Source = Callable[[int, int, int], bytes]


def copy_in(data: bytes) -> Any:
    """A C array of exactly len(data) bytes, so that an address sanitizer sees an access beyond it."""
    array = ffi.new("uint8_t[]", len(data))
    ffi.memmove(array, data, len(data))
    return array


@dataclass(frozen=True)
class Want:
    """What the verifier wants next: `length` bytes of `part` from `offset`; length 0 = nothing more."""

    part: int
    offset: int
    length: int


@dataclass(frozen=True)
class Arguments:
    """ksig_verify_args. A length of None is that of the input; a secret of None is fresh random bytes."""

    anchor: bytes | None = None
    context: bytes = b""
    mode: int = MODE_PURE
    hash: int = 0
    secret: bytes | None = None
    message_length: int | None = None
    signature_length: int | None = None
    key_length: int | None = None


def library_directory() -> Path:
    """Where the shared libraries are: $KSIG_LIBRARY_DIR, else beside this module, where a wheel has them, else
    build/host/lib of the checkout this package is in."""
    named, inside = os.environ.get("KSIG_LIBRARY_DIR"), Path(__file__).parent / "native"
    if named:
        return Path(named)
    return inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "build" / "host" / "lib"


def library_path(variant: str) -> Path:
    """The file of a variant, whatever this system's suffix is. Raises UserError if there is none."""
    stem, folder = "libkilosig-research" + ("" if variant == "default" else f"-{variant}"), library_directory()
    for name in (stem + suffix for suffix in SUFFIXES):
        if (folder / name).is_file():
            return folder / name
    raise UserError(f"{folder / (stem + SUFFIXES[0])} does not exist: "
                    f"{remedy('make tool', 'install kilosig again')}, or "
                    "name the directory in KSIG_LIBRARY_DIR.")


@cache
def _open_library(path: str) -> Library:
    return Library(path)


@cache
def _found(_named: str | None, variant: str) -> Library:
    """To look for the file takes longer than most calls of the library."""
    return _open_library(str(library_path(variant)))


def load(variant: str = "default") -> Library:
    """The library of a variant (default, fast, small) with the research schemes, opened once. Raises UserError if it
    is not built."""
    if variant not in VARIANTS:
        raise UserError(f"Unknown variant '{variant}': choose one of {', '.join(VARIANTS)}.")
    return _found(os.environ.get("KSIG_LIBRARY_DIR"), variant)


# ksig_scheme.flags
HAS_CONTEXT, HAS_PREHASH, HAS_EXTERNAL_MU, IS_DRAFT, IS_SUPERSEDED, IS_BROKEN, IS_STATEFUL = (1 << n for n in range(7))


class LibraryScheme:
    """A ksig_scheme of one opened library. Sizes in bytes."""

    def __init__(self, library: Library, pointer: Any) -> None:
        self.library = library
        self.pointer = pointer
        self.name: str = ffi.string(pointer.name).decode()
        self.anchor_bytes: int = pointer.anchor_bytes
        self.state_bytes: int = pointer.state_bytes
        self.key_bytes: int = pointer.key_bytes
        self.signature_bytes: int = pointer.signature_bytes
        self.secret_bytes: int = pointer.secret_bytes
        self.signature_least: int = pointer.signature_least
        self.anchor_hash: int = pointer.anchor_hash  # KSIG_HASH_*, 0 = the anchor is the key
        flags: int = pointer.flags
        self.has_context = bool(flags & HAS_CONTEXT)
        self.has_prehash = bool(flags & HAS_PREHASH)
        self.has_external_mu = bool(flags & HAS_EXTERNAL_MU)
        self.is_draft = bool(flags & IS_DRAFT)
        self.is_superseded = bool(flags & IS_SUPERSEDED)
        self.is_broken = bool(flags & IS_BROKEN)
        self.is_stateful = bool(flags & IS_STATEFUL)

    def anchor(self, key: bytes) -> bytes:
        """ksig_key_anchor; all zero for a key of a wrong length."""
        out = copy_in(b"\xff" * self.anchor_bytes)
        verdict = self.library.c.ksig_key_anchor(self.pointer, copy_in(key), len(key), out)
        assert verdict in (DONE, KEY_LENGTH)
        return bytes(ffi.buffer(out, self.anchor_bytes))

    @property
    def streamed_bytes(self) -> int:
        """How many bytes of a key a verification asks for."""
        return self.key_bytes

    def verification(self, arguments: Arguments) -> Verification:
        """A streamed verification, begun. arguments: complete, see prepare()."""
        return Verification(self, arguments)


class Library:
    """An opened libkilosig."""

    def __init__(self, path: str) -> None:
        try:
            self.c: Any = ffi.dlopen(path)
        except OSError as error:
            raise UserError(f"{path} cannot be loaded ({error}): build it again for this machine.") from error
        for symbol in ("ksig_scheme_by_name", "ksig_verify_open", "ksig_key_anchor"):
            if not hasattr(self.c, symbol):
                raise UserError(f"{path} lacks {symbol}: {remedy('make tool', 'install kilosig again')}.")
        known = self.scheme("ml-dsa-44")  # lengths that never change tell whether the declarations above are its own
        if known is not None and (known.key_bytes, known.signature_bytes, known.signature_least) != (1312, 2420, 2420):
            raise UserError(f"{path} is of another version of kilosig: {remedy('make tool', 'install kilosig again')}.")

    def schemes(self) -> list[LibraryScheme]:
        """The schemes that this library was built with."""
        return [LibraryScheme(self, entry) for entry in _entries(self.c.ksig_schemes)]

    def keygen_schemes(self, name: str) -> list[Any]:
        """The ksig_keygen_schemes of that name, those with the shorter secret key first: a compact one or a seed, then
        the whole or expanded key. Empty if the library makes no such keys."""
        return _of_name(self.c.ksig_keygen_schemes, name)

    def sign_schemes(self, name: str) -> list[Any]:
        """The ksig_sign_schemes of that name, in the same order."""
        return _of_name(self.c.ksig_sign_schemes, name)

    def scheme(self, name: str) -> LibraryScheme | None:
        """The scheme of that name, or None."""
        pointer = self.c.ksig_scheme_by_name(name.encode())
        return None if pointer == ffi.NULL else LibraryScheme(self, pointer)

    def reason_text(self, code: int) -> str:
        """ksig_reason_text."""
        return str(ffi.string(self.c.ksig_reason_text(code)).decode())

    def verify(self, scheme: LibraryScheme, key: bytes, message: Sized, signature: bytes,
               arguments: Arguments = Arguments(), chunk: Chunk = None, move: bool = False,
               source: Source | None = None) -> Verdict:
        """Streams one verification. chunk: bytes per feed, None = as wanted, or an iterator of sizes. move: between any
        two feeds the state is copied to fresh memory and the old memory overwritten. source: brings the bytes of
        (part, offset, length) instead of key, message and signature; may return fewer."""
        parts: Any = (b"", key, message, signature)
        bring = source or (lambda part, offset, length: parts[part][offset:offset + length])
        run = scheme.verification(prepare(scheme, arguments, key, message, signature))
        if run.opened.code != PENDING:
            return run.close()
        sizes = chunk_sizes(chunk)
        while True:
            want = run.want()
            if want.length == 0:
                return run.close()
            data = bring(want.part, want.offset, min(next(sizes), want.length))
            if not data:
                return run.close()
            run.feed(data)
            if move:
                run.move()

    def verify_at_once(self, scheme: LibraryScheme, key: bytes, message: bytes, signature: bytes,
                       arguments: Arguments = Arguments()) -> Verdict:
        """The one-shot ksig_verify."""
        state = _new_state(scheme.state_bytes)
        packed = PackedArguments(prepare(scheme, arguments, key, message, signature))
        return Verdict(self.c.ksig_verify(state, scheme.state_bytes, scheme.pointer, packed.pointer,
                                          copy_in(key), copy_in(message), copy_in(signature)))


def _entries(table: Any) -> Iterator[Any]:
    """The entries of a list that ends with null."""
    for number in count():
        if table[number] == ffi.NULL:
            return
        yield table[number]


def _of_name(table: Any, name: str) -> list[Any]:
    found = [entry for entry in _entries(table) if ffi.string(entry.name).decode() == name]
    return sorted(found, key=lambda entry: int(entry.secret_key_bytes))


def prepare(scheme: LibraryScheme, arguments: Arguments, key: bytes, message: Sized, signature: bytes) -> Arguments:
    """Fills what is None in `arguments` from the inputs: anchor of the given key, true lengths, a random secret."""
    def length(given: int | None, data: Sized) -> int:
        return len(data) if given is None else given

    return Arguments(
        anchor=scheme.anchor(key) if arguments.anchor is None else arguments.anchor,
        context=arguments.context, mode=arguments.mode, hash=arguments.hash,
        secret=secrets.token_bytes(scheme.secret_bytes) if arguments.secret is None else arguments.secret,
        message_length=length(arguments.message_length, message),
        signature_length=length(arguments.signature_length, signature),
        key_length=length(arguments.key_length, key))


class PackedArguments:
    """A C ksig_verify_args with the buffers it points to. Empty anchor, context and secret become null."""

    def __init__(self, arguments: Arguments) -> None:
        self._buffers: dict[str, Any] = {}
        self.pointer = ffi.new("ksig_verify_args *")
        for name in ("anchor", "context", "secret"):
            data = getattr(arguments, name)
            if data:
                self._buffers[name] = copy_in(data)
                setattr(self.pointer, name, self._buffers[name])
        self.pointer.context_length = len(arguments.context)
        for name in ("message_length", "signature_length", "key_length", "mode", "hash"):
            setattr(self.pointer, name, getattr(arguments, name) or 0)


def _new_state(size: int) -> Any:
    # Exactly `size` bytes, as in copy_in; cffi aligns to a pointer at least. Not zeros: the library must not rely on
    # them.
    return copy_in(b"\xd5" * size)


class Streaming:
    """A state of exactly the stated size that wants bytes. calls: what the functions begin with, ksig_verify say."""

    def __init__(self, library: Library, calls: str, size: int) -> None:
        self.c: Any = library.c
        self._want, self._feed = getattr(self.c, f"{calls}_want"), getattr(self.c, f"{calls}_feed")
        self._close = getattr(self.c, f"{calls}_close")
        self._size = size
        self.state = _new_state(size)

    def want(self) -> Want:
        """What comes next."""
        want = self._want(self.state)
        return Want(want.part, want.offset, want.length)

    def feed_code(self, data: bytes) -> int:
        """Feeds bytes; returns the code."""
        return int(self._feed(self.state, copy_in(data), len(data)))

    def close_code(self) -> int:
        """Ends it; returns the code."""
        return int(self._close(self.state))

    def move(self) -> None:
        """Continues in fresh memory; the old memory is overwritten, so that a pointer into it would show."""
        old, self.state = self.state, _new_state(self._size)
        ffi.memmove(self.state, old, self._size)
        ffi.memmove(old, b"\xd5" * self._size, self._size)

    def state_copy(self) -> bytes:
        """The state's bytes: a checkpoint."""
        return bytes(ffi.buffer(self.state, self._size))

    def restore(self, checkpoint: bytes) -> None:
        """Goes back to a checkpoint of the same."""
        ffi.memmove(self.state, checkpoint, self._size)


class Verification(Streaming):
    """One streamed verification. arguments: complete, see prepare()."""

    def __init__(self, scheme: LibraryScheme, arguments: Arguments) -> None:
        super().__init__(scheme.library, "ksig_verify", scheme.state_bytes)
        self._packed = PackedArguments(arguments)
        self.opened = Verdict(self.c.ksig_verify_open(self.state, self._size, scheme.pointer, self._packed.pointer))

    def feed(self, data: bytes) -> Verdict:
        """ksig_verify_feed."""
        return Verdict(self.feed_code(data))

    def close(self) -> Verdict:
        """ksig_verify_close."""
        return Verdict(self.close_code())


def chunk_sizes(chunk: Chunk) -> Iterator[int]:
    """An endless iterator of feed sizes; None = as much as wanted."""
    if chunk is None:
        return repeat(1 << 32)
    if isinstance(chunk, int):
        return repeat(chunk)
    return iter(chunk)


def want_order(scheme: LibraryScheme, key: bytes, message: bytes, signature: bytes,
               arguments: Arguments = Arguments()) -> tuple[list[Want], Verdict]:
    """The wants of a whole verification in order, and its verdict. The inputs must be well formed, or it ends early."""
    parts = (b"", key, message, signature)
    run = scheme.verification(prepare(scheme, arguments, key, message, signature))
    order: list[Want] = []
    while run.opened.code == PENDING:
        want = run.want()
        if want.length == 0:
            break
        order.append(want)
        run.feed(parts[want.part][want.offset:want.offset + want.length])
    return order, run.close()
