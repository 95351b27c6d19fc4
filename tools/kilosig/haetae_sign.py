# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE signing with the C library: ksig_sign and, step by step, ksig_sign_open to ksig_sign_close."""
from __future__ import annotations

from typing import Any, Tuple

from kilosig.binding import Library, copy_in, ffi
from kilosig.haetae import COMPACT_BYTES
from kilosig.verdicts import DONE, PENDING


def sign_scheme(library: Library, name: str, compact: bool = False) -> Any:
    """The ksig_sign_scheme of a scheme name: haetae-2 .. haetae-5-kpqc."""
    return ffi.addressof(library.c, f"ksig_{name.replace('-', '_')}{'_compact' * compact}_sign")


class Signing:
    """One signature in the making. A context or rnd of b"" becomes null. A compact secret key begins with the public
    key as a whole one does, here."""

    def __init__(self, library: Library, name: str, secret_key: bytes, context: bytes = b"", rnd: bytes = b"",
                 compact: bool = False) -> None:
        self._c = library.c
        self.scheme = sign_scheme(library, name, compact)
        self.size: int = self.scheme.state_bytes
        public_key = secret_key[:-COMPACT_BYTES] if compact else b""
        inputs = (public_key, secret_key[len(public_key):], context, rnd)
        self._buffers = [copy_in(data) if data else ffi.NULL for data in inputs]
        self.args = ffi.new("ksig_sign_args *")
        self.args.public_key, self.args.secret_key, self.args.context, self.args.rnd = self._buffers
        self.args.context_length = len(context)
        self.signature = copy_in(b"\xa7" * self.scheme.signature_bytes)
        self.state = ffi.new("uint8_t[]", self.size)

    def open(self) -> int:
        """ksig_sign_open."""
        return self._c.ksig_sign_open(self.state, self.size, self.scheme, self.args, self.signature)

    def feed(self, message: bytes) -> int:
        """ksig_sign_feed."""
        return self._c.ksig_sign_feed(self.state, copy_in(message), len(message))

    def step(self) -> int:
        """ksig_sign_step."""
        return self._c.ksig_sign_step(self.state)

    def close(self) -> Tuple[int, bytes]:
        """ksig_sign_close, and what is then in the signature's memory."""
        verdict = self._c.ksig_sign_close(self.state)
        return verdict, self.signature_bytes()

    def at_once(self, message: bytes) -> Tuple[int, bytes]:
        """The one-shot ksig_sign."""
        verdict = self._c.ksig_sign(self.state, self.size, self.scheme, self.args, copy_in(message), len(message),
                                    self.signature)
        return verdict, self.signature_bytes()

    def signature_bytes(self) -> bytes:
        """The signature's memory."""
        return bytes(ffi.buffer(self.signature, self.scheme.signature_bytes))

    def move(self) -> None:
        """Continues in fresh memory; the old memory is overwritten, so that a pointer into it would show."""
        old, self.state = self.state, ffi.new("uint8_t[]", self.size)
        ffi.memmove(self.state, old, self.size)
        ffi.memmove(old, b"\xd5" * self.size, self.size)


def sign(library: Library, name: str, secret_key: bytes, message: bytes, context: bytes = b"", rnd: bytes = b"",
         compact: bool = False) -> bytes:
    """A signature. Raises ValueError with the library's sentence if it cannot be made."""
    verdict, signature = Signing(library, name, secret_key, context, rnd, compact).at_once(message)
    if verdict != DONE:
        raise ValueError(library.reason_text(verdict) or str(verdict))
    return signature


def sign_stepped(library: Library, name: str, secret_key: bytes, message: bytes, context: bytes = b"",
                 rnd: bytes = b"", chunk: int = 7, compact: bool = False) -> Tuple[bytes, int]:
    """A signature made step by step in a state that moves after every call, the message fed in chunks; and the
    steps."""
    run = Signing(library, name, secret_key, context, rnd, compact)
    verdict, steps = run.open(), 0
    for i in range(0, len(message), chunk):
        verdict = run.feed(message[i:i + chunk])
        run.move()
    while verdict == PENDING:
        verdict, steps = run.step(), steps + 1
        run.move()
    verdict, signature = run.close()
    if verdict != DONE:
        raise ValueError(library.reason_text(verdict) or str(verdict))
    return signature, steps
