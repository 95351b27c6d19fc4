# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a worker does: sign the rows of a file, and put the file in its place exactly once."""
from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kilosig.files.data import Data
from kilosig.files.pkcs8 import PrivateKey
from kilosig.fleet.parts import Signatures, encode, footer, part_name, read_marks
from kilosig.fleet.store import Store, read_text
from kilosig.fleet.tokens import ISSUED, TOKEN, Rows
from kilosig.library.batch import sign_batch
from kilosig.library.binding import load
from kilosig.library.making import SignatureMaking
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of
from kilosig.schemes.signer import CommandSigner

By = PrivateKey | CommandSigner  # who signs
BATCH = 256  # signatures of one call: a fraction of a second
LEDGER, HELD = "_ledger", "_held"
THERE, WRITTEN, REPLACED, FINISHED = DONE = "there", "written", "replaced", "finished"


def ledger_name(number: int) -> str:
    """Of the ledger's entry for a file."""
    return f"{LEDGER}/{number:06d}"


class KeyTokens:
    """Signs tokens with a private key, by the library where it has the scheme."""

    def __init__(self, key: PrivateKey, randomized: bool) -> None:
        self._key, self._randomized = key, randomized
        self._run: SignatureMaking | None = signer_of(key.scheme).making(key.scheme, key.secret, key.compact)

    def sign(self, tokens: Any) -> Signatures:
        """The signatures of an array of tokens. Raises ValueError if one cannot be made."""
        if self._run is None:
            family = signer_of(self._key.scheme)
            return Signatures.of([family.sign(self._key.scheme, self._key.secret, Signature(
                Data(token.tobytes()), deterministic=not self._randomized, compact=self._key.compact))
                for token in tokens])
        made = bytearray()
        for begin in range(0, len(tokens), BATCH):
            some = np.ascontiguousarray(tokens[begin:begin + BATCH])
            made += sign_batch(load(), self._run, some.tobytes(), TOKEN.itemsize, self._randomized)
        return Signatures(made, np.full(len(tokens), self._run.output_bytes))


class CommandTokens:
    """Signs tokens by a command, one after another; each answer is verified."""

    def __init__(self, by: CommandSigner) -> None:
        self._by = by

    def sign(self, tokens: Any) -> Signatures:
        """The signatures of an array of tokens. Raises UserError; BadSignature."""
        return Signatures.of([self._by.sign(Signature(Data(token.tobytes()))) for token in tokens])


@dataclass
class Job:
    """What the signing of all files has in common. It may hold the private key: its text says nothing of it."""

    store: Store
    plan_digest: str
    rows_per_file: int
    randomized: bool
    key: By = field(repr=False)
    _signer: KeyTokens | CommandTokens | None = field(default=None, repr=False)
    answer = ({"file": int, "done": str, "rows": int, "issued": int, "bytes": int, "signing": float, "seconds": float,
               "at": float},)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_signer": None}

    def do(self, number: int, tokens: bytes, reasons: bytes) -> dict[str, Any]:
        """Makes the file of a block of rows, if it is not there. Returns what was done; says nothing of the key."""
        began = time.time()
        rows = Rows(np.frombuffer(tokens, TOKEN), np.frombuffer(reasons, np.uint8))
        marks, seconds, size = footer(self.plan_digest, number, rows), 0.0, 0
        if self.randomized:
            done, seconds, size = self._do_by_ledger(number, rows, marks)
        else:
            there = self.store.exists(part_name(number))
            if there and read_marks(self.store, number) == marks:
                done = THERE
            else:
                data, seconds = self._made(number, rows, marks)
                self.store.write(part_name(number), data)
                done, size = (REPLACED if there else WRITTEN), len(data)
        return {"file": number, "done": done, "rows": len(rows), "issued": int((rows.reasons == ISSUED).sum()),
                "bytes": size, "signing": seconds, "seconds": time.time() - began, "at": time.time()}

    def _made(self, number: int, rows: Rows, marks: dict[str, Any]) -> Any:
        if self._signer is None:
            self._signer = (CommandTokens(self.key) if isinstance(self.key, CommandSigner) else
                            KeyTokens(self.key, self.randomized))
        began = time.time()
        signatures = self._signer.sign(rows.tokens[rows.reasons == ISSUED])
        seconds = time.time() - began
        return encode(rows, number * self.rows_per_file, signatures, marks), seconds

    def _do_by_ledger(self, number: int, rows: Rows, marks: dict[str, Any]) -> Any:
        """Randomized signatures differ each time. The whole file is held back until the ledger names its digest, which
        it does once and for all; only that file is then put into its place, by whoever comes first."""
        entry, part = ledger_name(number), part_name(number)
        named, seconds, size = read_text(self.store, entry), 0.0, 0
        if named is None:
            data, seconds = self._made(number, rows, marks)
            named = hashlib.sha256(data).hexdigest()
            self.store.write(f"{HELD}/{number:06d}-{named}", data)
            done, size, first = WRITTEN, len(data), False
            try:
                first = self.store.claim(entry, named.encode())
            finally:
                if not first:  # another worker was, or the ledger cannot be written
                    self.store.remove(f"{HELD}/{number:06d}-{named}")
            if not first:
                named, done, size = read_text(self.store, entry) or "", FINISHED, 0
        elif self.store.exists(part):
            if hashlib.sha256(self.store.read(part)).hexdigest() != named or read_marks(self.store, number) != marks:
                raise ValueError(f"{part} is not the file that {entry} names: bring it back from a copy")
            return THERE, 0.0, 0
        else:
            done = FINISHED
        held = f"{HELD}/{number:06d}-{named}"
        if self.store.exists(held):
            data = self.store.read(held)
            if hashlib.sha256(data).hexdigest() != named:
                raise ValueError(f"{held} is damaged: bring {part} back from a copy")
            self.store.write(part, data)
            self.store.remove(held)
        elif not self.store.exists(part):
            raise ValueError(f"{part} was issued, as {entry} says, and is gone: bring it back from a copy")
        return done, seconds, size
