# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key generation and signing by the C library (sign.h), for any scheme that it makes."""
from __future__ import annotations

from typing import Any

from kilosig.library.binding import Library, copy_in, ffi
from kilosig.library.hashes import MODE_PURE
from kilosig.library.verdicts import PENDING

DETERMINISTIC, CHECKED, UNCHECKED = 1, 2, 4  # ksig_sign_args.flags


class Work:
    """A key generation or a signature in the making: what both have. `output` is a buffer, or null if it is taken."""

    def __init__(self, library: Library, kind: str, scheme: Any, size: int, streamed: bool) -> None:
        self._open, self._step, self._take, self._close = (
            getattr(library.c, f"ksig_{kind}_{call}") for call in ("open", "step", "take", "close"))
        self.scheme, self.output_bytes = scheme, size
        self.size: int = scheme.state_bytes
        self.output = ffi.NULL if streamed else copy_in(b"\xa7" * size)
        self.state = copy_in(b"\xd5" * self.size)

    def step(self) -> int:
        """ksig_..._step."""
        return int(self._step(self.state))

    def take(self, length: int) -> bytes:
        """ksig_..._take."""
        piece = copy_in(b"\xa7" * length)
        count = self._take(self.state, piece, length)
        return bytes(ffi.buffer(piece, count)) if count else b""

    def move(self) -> None:
        """Continues in fresh memory; the old memory is overwritten, so that a pointer into it would show."""
        old, self.state = self.state, copy_in(b"\xd5" * self.size)
        ffi.memmove(self.state, old, self.size)
        ffi.memmove(old, b"\xd5" * self.size, self.size)

    def output_now(self) -> bytes:
        """The memory of the output."""
        return bytes(ffi.buffer(self.output, self.output_bytes))

    def close(self) -> int:
        """ksig_..._close."""
        return int(self._close(self.state))

    def finish(self, piece: int = 0, move: bool = False) -> tuple[int, bytes]:
        """Steps to the end; takes `piece` bytes at a time if the output is streamed."""
        taken, verdict = b"", PENDING
        while verdict == PENDING:
            verdict = self.step()
            if move:
                self.move()
            while piece and (data := self.take(piece)):
                taken += data
                if move:
                    self.move()
        closed = self.close()
        return closed, taken if piece else self.output_now()


class KeyMaking(Work):
    """A key generation by a ksig_keygen_scheme."""

    def __init__(self, library: Library, scheme: Any, seed: bytes, streamed: bool = False) -> None:
        super().__init__(library, "keygen", scheme, scheme.output_bytes, streamed)
        self.opened = int(self._open(self.state, self.size, scheme, copy_in(seed), self.output))


def keygen_at_once(library: Library, scheme: Any, seed: bytes) -> tuple[int, bytes]:
    """The one-shot ksig_keygen."""
    state, output = copy_in(b"\xd5" * scheme.state_bytes), copy_in(b"\xa7" * scheme.output_bytes)
    verdict = library.c.ksig_keygen(state, scheme.state_bytes, scheme, copy_in(seed), output)
    return int(verdict), bytes(ffi.buffer(output, scheme.output_bytes))


class SignatureMaking(Work):
    """A signature by a ksig_sign_scheme. What is empty becomes null; no rnd means KSIG_SIGN_DETERMINISTIC."""

    def __init__(self, library: Library, scheme: Any, secret_key: bytes, context: bytes = b"", rnd: bytes = b"",
                 mode: int = MODE_PURE, hash_: int = 0, public_key: bytes = b"", flags: int = 0,
                 streamed: bool = False) -> None:
        super().__init__(library, "sign", scheme, scheme.signature_bytes, streamed)
        self._c = library.c
        # In C's memory, where they may change.
        self.buffers = [copy_in(data) if data else ffi.NULL for data in (public_key, secret_key, context, rnd)]
        self.args = ffi.new("ksig_sign_args *")
        self.args.public_key, self.args.secret_key, self.args.context, self.args.rnd = self.buffers
        self.args.context_length = len(context)
        self.args.flags = flags | (0 if rnd else DETERMINISTIC)
        self.args.mode, self.args.hash = mode, hash_

    def open(self) -> int:
        """ksig_sign_open."""
        return int(self._open(self.state, self.size, self.scheme, self.args, self.output))

    def wants(self) -> int:
        """ksig_sign_want."""
        return int(self._c.ksig_sign_want(self.state))

    def feed(self, message: bytes) -> int:
        """ksig_sign_feed."""
        return int(self._c.ksig_sign_feed(self.state, copy_in(message), len(message)))

    def at_once(self, message: bytes) -> tuple[int, bytes]:
        """The one-shot ksig_sign."""
        verdict = self._c.ksig_sign(self.state, self.size, self.scheme, self.args, copy_in(message), len(message),
                                    self.output)
        return int(verdict), self.output_now()
