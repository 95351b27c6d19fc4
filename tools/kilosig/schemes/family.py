# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a family of schemes can: keys, signatures, and an example for plans. Each family is one subclass."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from kilosig.errors import UserError
from kilosig.files.data import Data
from kilosig.library.binding import LibraryScheme
from kilosig.library.hashes import HASHES, MODE_PREHASH, MODE_PURE, hash_oid
from kilosig.library.making import SignatureMaking

SEED_BYTES = 32


@dataclass(frozen=True)
class KeyPair:
    """Encoded keys. secret: what a key file holds; in compact form, if the family has one and it was asked for."""

    public: bytes
    secret: bytes


@dataclass(frozen=True)
class Made:
    """A key, and the files that belong beside it: path, content and mode of each."""

    pair: KeyPair
    files: list[tuple[Path, bytes, int]]


@dataclass(frozen=True)
class Watch:
    """What is told during long work. counting: of a title, gives a hook that is called with how many more are done, and
    of how many; note: gets a sentence; left: how many signatures a key has left."""

    counting: Callable[[str], AbstractContextManager[Callable[[int, int], None]]]
    note: Callable[[str], None]
    left: Callable[[int], None]


@dataclass(frozen=True)
class Features:
    """What signing with a scheme can be asked for. rnd_bytes: of --rnd, 0 if the scheme takes none; whole: the message
    must fit in memory; slow: a signature takes seconds; counted: the family is Counted."""

    context: bool = False
    prehash: bool = False
    external_mu: bool = False
    rnd_bytes: int = 0
    compact: bool = False
    whole: bool = True
    slow: bool = False
    counted: bool = False


@dataclass(frozen=True)
class Signature:
    """What is to be signed and how. message: the message, or by the mode its digest or mu. hash: a name of HASHES, or
    empty. rnd: empty for fresh randomness, or for none if deterministic."""

    message: Data
    context: bytes = b""
    mode: int = MODE_PURE
    hash: str = ""
    rnd: bytes = b""
    deterministic: bool = False
    compact: bool = False


@dataclass(frozen=True)
class Example:
    """Material whose verification wants everything. accepted: whether the library must accept it."""

    key: bytes
    signature: bytes
    accepted: bool = False


class Family:
    """One family. `names`: the schemes that it signs; `planned`: those that it has an example for."""

    names: tuple[str, ...] = ()
    planned: tuple[str, ...] = ()

    def key_scheme(self, scheme: str) -> str:
        """The first of the schemes that have their keys in common with this one."""
        return scheme

    def features(self, scheme: str) -> Features:
        """What signing can be asked for."""
        raise NotImplementedError

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        """The keys of a seed of SEED_BYTES. Raises UserError."""
        raise NotImplementedError

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        """The public key of a secret one. Raises UserError for a secret key of a wrong length."""
        raise NotImplementedError

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        """A signature. Raises UserError for a secret key of a wrong length."""
        raise NotImplementedError

    def making(self, scheme: str, secret: bytes, compact: bool = False) -> SignatureMaking | None:
        """The library's signer with this key, not opened, for many messages; None if the library does not sign.
        Raises UserError for a secret key of a wrong length."""
        return None

    def example(self, scheme: LibraryScheme, message: bytes, context: bytes, sets: Sequence[str]) -> Example:
        """A genuine signature by the key of a fixed seed. Raises UserError."""
        no_sets(scheme, sets)
        pair = self.generate(scheme.name, bytes(SEED_BYTES))
        signed = self.sign(scheme.name, pair.secret, Signature(Data(message), context, deterministic=True))
        return Example(pair.public, signed, accepted=True)


class Counted(Family):
    """A family whose keys sign `most` times at most, over all their copies: files beside the key say how many there
    were, so a key is made and signs by its path."""

    most = 0

    def secret_bytes(self, scheme: str) -> int:
        """Length of a secret key."""
        raise NotImplementedError

    def making_key(self, scheme: str, private: Path, passphrase: bytes, watch: Watch) -> AbstractContextManager[Made]:
        """A key that is to be at `private`, with the files beside it; goes on with one that was begun there. What is
        left of the making is removed after the `with` statement, which has written the files. Raises UserError."""
        raise NotImplementedError

    def beside(self, private: Path) -> list[Path]:
        """The files beside a key: its count first."""
        raise NotImplementedError

    def sign_counted(self, scheme: str, secret: bytes, private: Path, wanted: Signature, watch: Watch) -> bytes:
        """A signature, which is counted before it is made. Raises UserError."""
        raise NotImplementedError


def framed(wanted: Signature) -> Iterator[bytes]:
    """M' of FIPS 204 section 5.4 and FIPS 205 section 10.2, in pieces."""
    yield bytes([int(wanted.mode != MODE_PURE), len(wanted.context)]) + wanted.context
    if wanted.mode == MODE_PURE:
        yield from wanted.message.pieces()
        return
    yield hash_oid(wanted.hash)
    content = wanted.message.whole()
    yield HASHES[wanted.hash][2](content) if wanted.mode == MODE_PREHASH else content


def check_length(scheme: str, secret: bytes, expected: int) -> None:
    """Raises UserError for a secret key of another length."""
    if len(secret) != expected:
        raise UserError(f"The secret key of {scheme} has {expected} bytes, not {len(secret)}: give the key file as it "
                        "was written.")


def no_sets(scheme: LibraryScheme, sets: Sequence[str]) -> None:
    """Raises UserError for parameter sets that were asked for."""
    if sets:
        raise UserError(f"The scheme {scheme.name} has no parameter sets to choose: omit --set.")


def zeros(scheme: LibraryScheme, sets: Sequence[str]) -> Example:
    """An example for schemes that take any bytes to the end. Raises UserError."""
    no_sets(scheme, sets)
    return Example(bytes(scheme.key_bytes), bytes(scheme.signature_bytes))
