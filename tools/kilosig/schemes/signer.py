# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Who signs: the private key of a file, or a command with an HSM or a KMS behind it, whose answer is verified before
anybody uses it."""
from __future__ import annotations

import hashlib
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kilosig.errors import UserError
from kilosig.files.children import environment
from kilosig.files.pkcs8 import PrivateKey
from kilosig.library.binding import Arguments
from kilosig.library.catalog import library_scheme
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PURE, MU_BYTES, shake256
from kilosig.library.verdicts import Verdict
from kilosig.schemes.family import Signature, Watch, framed
from kilosig.schemes.ml_dsa import NAMES as ML_DSA
from kilosig.schemes.registry import counted, signer_of


class BadSignature(Exception):
    """The answer of a signer is no signature of what it was asked to sign. The text is a sentence."""


class Signer:
    """Something that signs. scheme: its name; public: its public key."""

    scheme: str

    @property
    def public(self) -> bytes:
        """The public key."""
        raise NotImplementedError

    def sign(self, wanted: Signature) -> bytes:
        """A signature. Raises UserError; BadSignature."""
        raise NotImplementedError


@dataclass(frozen=True)
class KeySigner(Signer):
    """A private key. scheme: that it signs with, one of those that have its key."""

    key: PrivateKey
    scheme: str

    @property
    def public(self) -> bytes:
        return signer_of(self.scheme).public(self.key.scheme, self.key.secret, self.key.compact)

    def sign(self, wanted: Signature) -> bytes:
        return signer_of(self.scheme).sign(self.scheme, self.key.secret, wanted)


@dataclass(frozen=True)
class CountedSigner(KeySigner):
    """A private key that counts its signatures beside its file. path: of that file."""

    path: Path
    watch: Watch

    def sign(self, wanted: Signature) -> bytes:
        family = counted(self.scheme)
        assert family is not None
        signature = family.sign_counted(self.scheme, self.key.secret, self.path, wanted, self.watch)
        if not verdict_of(self.scheme, self.public, signature, wanted).accepted:
            raise UserError("The library rejects this signature, which was made here: nothing was written; test the "
                            "memory and the cores of this machine.")
        return signature


def mu_of(public: bytes, wanted: Signature) -> bytes:
    """mu of FIPS 204 section 6.2."""
    if wanted.mode == MODE_EXTERNAL_MU:
        return wanted.message.whole()
    state = hashlib.shake_256(shake256(public, 64))
    for piece in framed(wanted):
        state.update(piece)
    return state.digest(MU_BYTES)


@dataclass(frozen=True)
class CommandSigner(Signer):
    """A command without a shell. On stdin it gets mu for ML-DSA, else the message, and writes the signature, raw, to
    stdout. KILOSIG_SCHEME and KILOSIG_INPUT (mu or message) tell it which."""

    command: str
    scheme: str
    key: bytes

    @property
    def public(self) -> bytes:
        return self.key

    def sign(self, wanted: Signature) -> bytes:
        by_mu = self.scheme in ML_DSA
        if not by_mu and (wanted.mode != MODE_PURE or wanted.context):
            raise UserError(f"A signer of {self.scheme} gets the message alone: omit context, --prehash and "
                            "--external-mu.")
        answer = self._run(mu_of(self.key, wanted) if by_mu else wanted.message.whole(), "mu" if by_mu else "message")
        self._check(answer, wanted)
        return answer

    def _run(self, data: bytes, kind: str) -> bytes:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise UserError(f"The command of --signer cannot be split ({error}): close its quotes.") from error
        if not words:
            raise UserError("The command of --signer is empty: name a program.")
        try:
            done = subprocess.run(words, input=data, stdout=subprocess.PIPE, check=False,
                                  env=environment(KILOSIG_SCHEME=self.scheme, KILOSIG_INPUT=kind))
        except OSError as error:
            raise UserError(f"The signer {words[0]} cannot be run ({error.strerror}): give --signer a program.") \
                from error
        if done.returncode != 0:
            raise UserError(f"The signer {words[0]} failed with status {done.returncode}: see what it says above.")
        return done.stdout

    def _check(self, answer: bytes, wanted: Signature) -> None:
        verdict = verdict_of(self.scheme, self.key, answer, wanted)
        if not verdict.accepted:
            raise BadSignature(f"The signer answered {len(answer):,} bytes that are no signature by this key "
                               f"({verdict.name}): nothing was written.")


def verdict_of(scheme: str, public: bytes, signature: bytes, wanted: Signature) -> Verdict:
    """The library's, on a signature of what was to be signed."""
    target = library_scheme(scheme)
    hash_ = HASHES[wanted.hash][0] if wanted.hash else 0
    arguments = Arguments(anchor=target.anchor(public), context=wanted.context, mode=wanted.mode, hash=hash_)
    message = wanted.message

    def bring(part: int, offset: int, length: int) -> bytes:
        if part == 2:
            return message.read(offset, length)
        return (public if part == 1 else signature)[offset:offset + length]

    return target.library.verify(target, public, message, signature, arguments, source=bring)
