# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE key generation by the C library."""
from __future__ import annotations

from typing import Any

from kilosig.errors import UserError
from kilosig.library.binding import Library, ffi
from kilosig.library.making import KeyMaking, keygen_at_once
from kilosig.library.verdicts import DONE
from kilosig.schemes.family import KeyPair as KeyPair

LEVELS = (2, 3, 5)
COMPACT_BYTES = 34  # of the secret part of a compact key


class KeyGenerator:
    """A ksig_keygen_scheme of one opened library, of compact secret keys or of whole ones. Sizes in bytes. The secret
    key begins with the public key; of a compact one the last COMPACT_BYTES are all that is secret."""

    def __init__(self, library: Library, level: int, compact: bool = False) -> None:
        if level not in LEVELS:
            raise UserError(f"There is no HAETAE-{level}: choose 2, 3 or 5.")
        self._library = library
        self._scheme: Any = library.keygen_schemes(f"haetae-{level}")[int(not compact)]
        self.name: str = ffi.string(self._scheme.name).decode()
        self.state_bytes: int = self._scheme.state_bytes
        self.seed_bytes: int = self._scheme.seed_bytes
        self.key_bytes: int = self._scheme.key_bytes
        self.secret_key_bytes: int = self._scheme.secret_key_bytes

    def generate(self, seed: bytes, stepped: bool = False) -> KeyPair:
        """The keys of a seed: in one call, or in steps with the state in fresh memory for each of them."""
        if len(seed) != self.seed_bytes:
            raise UserError(f"The seed of {self.name} has {self.seed_bytes} bytes, not {len(seed)}.")
        if stepped:
            answer, secret = KeyMaking(self._library, self._scheme, seed).finish(move=True)
        else:
            answer, secret = keygen_at_once(self._library, self._scheme, seed)
        assert answer == DONE
        return KeyPair(secret[:self.key_bytes], secret)
