# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE key generation by the C library."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kilosig.binding import Library, copy_in, ffi
from kilosig.errors import UserError
from kilosig.verdicts import DONE, PENDING

LEVELS = (2, 3, 5)
COMPACT_BYTES = 34  # of the secret part of a compact key


@dataclass(frozen=True)
class KeyPair:
    """The secret key begins with the public key; of a compact one the last COMPACT_BYTES are all that is secret."""

    public: bytes
    secret: bytes


class KeyGenerator:
    """A ksig_keygen_scheme of one opened library, of compact secret keys or of whole ones. Sizes in bytes."""

    def __init__(self, library: Library, level: int, compact: bool = False) -> None:
        if level not in LEVELS:
            raise UserError(f"There is no HAETAE-{level}: choose 2, 3 or 5.")
        self._c: Any = library.c
        self._scheme = ffi.addressof(library.c, f"ksig_haetae_{level}{'_compact' * compact}_keygen")
        self.name: str = ffi.string(self._scheme.name).decode()
        self.state_bytes: int = self._scheme.state_bytes
        self.seed_bytes: int = self._scheme.seed_bytes
        self.key_bytes: int = self._scheme.key_bytes
        self.secret_key_bytes: int = self._scheme.secret_key_bytes

    def generate(self, seed: bytes, stepped: bool = False) -> KeyPair:
        """The keys of a seed: in one call, or in steps with the state in fresh memory for each of them."""
        if len(seed) != self.seed_bytes:
            raise UserError(f"The seed of {self.name} has {self.seed_bytes} bytes, not {len(seed)}.")
        state, size = ffi.new("uint8_t[]", self.state_bytes), self.state_bytes
        secret_key = copy_in(b"\xd5" * self.secret_key_bytes)
        if stepped:
            answer = self._c.ksig_keygen_open(state, size, self._scheme, copy_in(seed), secret_key)
            while answer == PENDING:
                old, state = state, ffi.new("uint8_t[]", size)
                ffi.memmove(state, old, size)
                ffi.memmove(old, b"\xd5" * size, size)
                answer = self._c.ksig_keygen_step(state)
            answer = self._c.ksig_keygen_close(state)
        else:
            answer = self._c.ksig_keygen(state, size, self._scheme, copy_in(seed), secret_key)
        assert answer == DONE
        secret = bytes(ffi.buffer(secret_key, self.secret_key_bytes))
        return KeyPair(secret[:self.key_bytes], secret)
