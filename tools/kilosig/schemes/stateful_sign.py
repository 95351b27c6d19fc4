# SPDX-License-Identifier: Apache-2.0 OR MIT
"""LMS and HSS keys and signatures through the package `pyhsslms` (RFC 8554): test material, on a host.

A leaf that signs twice gives the key away. So the state of a key is a file of its own, which is locked while it signs,
and is written to the disk before the signature is returned. Who copies the file back has lost the key."""
from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator, Tuple

import pyhsslms

from kilosig.errors import UserError, did_you_mean
from kilosig.files import armour
from kilosig.files.data import read_file, write_files
from kilosig.schemes.stateful import LMS_SETS, USUAL, LmsSet

NAMES = ("lms", "hss")
MOST_LEVELS = 8
MOST_HEIGHT = 10  # the package forms all leaves whenever a state is read: 1,024 take seconds, 32,768 minutes
LEVEL_BYTES = 4  # what HSS has before an LMS key, and before a signature


def set_by_name(name: str) -> LmsSet:
    """The set that is asked for; the usual one for an empty name. Raises UserError."""
    name = name or USUAL["hss"]
    if name not in LMS_SETS:
        raise UserError(f"There is no set '{name}'{did_you_mean(name, LMS_SETS)}: see 'kilosig schemes'.")
    one = LMS_SETS[name]
    if one.height > MOST_HEIGHT:
        raise UserError(f"Signing here is for test material, up to a height of {MOST_HEIGHT}, not {one.height}: take a "
                        "hardware module for more.")
    return one


def _check_scheme(scheme: str, levels: int) -> None:
    if scheme not in NAMES:
        raise UserError(f"Signing with state is for {' and '.join(NAMES)}, not '{scheme}': choose one of these.")
    if not 1 <= levels <= (1 if scheme == "lms" else MOST_LEVELS):
        raise UserError(f"The scheme {scheme} has no {levels} levels: give 1" +
                        ("." if scheme == "lms" else f" to {MOST_LEVELS}."))


def _files_key(scheme: str, key: Any) -> bytes:
    encoded = bytes(key.publicKey().serialize())
    return encoded[LEVEL_BYTES:] if scheme == "lms" else encoded


def generate(scheme: str, one: LmsSet, levels: int) -> Tuple[bytes, bytes]:
    """Public key and state of a fresh key, whose levels have the same set. Raises UserError."""
    _check_scheme(scheme, levels)
    key = pyhsslms.HssPrivateKey(levels=levels, lms_type=one.lms.to_bytes(4, "big"),
                                 lmots_type=one.ots.to_bytes(4, "big"))
    return _files_key(scheme, key), armour.wrap(armour.SECRET, scheme, key.serialize())


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Nobody else signs with this state meanwhile. The lock is beside it, as the state is replaced."""
    lock = path.with_name(f".{path.name}.lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UserError(f"{lock} cannot be made ({error.strerror}): keep the state where it can be written.") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise UserError(f"{path} is signing elsewhere: wait for it to end.") from error
        yield
    finally:
        os.close(handle)


def _flush_directory(path: Path) -> None:
    handle = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass(frozen=True)
class Signed:
    """By the key of a state: its scheme and public key, and how many signatures it has left."""

    scheme: str
    key: bytes
    signature: bytes
    left: int


def signed(state: Path, content: Callable[[str], bytes]) -> Signed:
    """Signs what `content` makes for the key's scheme. The state on the disk is past the leaf by then. Raises UserError
    for a state that is damaged or used up: nothing is signed then."""
    with _locked(state):
        held = armour.unwrap(read_file(state, "the state"), str(state))
        _check_scheme(held.scheme, 1)
        try:
            key = pyhsslms.HssPrivateKey.deserialize(held.raw)
        except (ValueError, IndexError) as error:
            raise UserError(f"{state} is no state of {held.scheme}: give the file as keygen wrote it.") from error
        if key.remaining() <= 0:
            raise UserError(f"{state} is used up: make another key.")
        message, public = content(held.scheme), _files_key(held.scheme, key)
        signature = bytes(key.sign(message))
        write_files(((state, armour.wrap(armour.SECRET, held.scheme, key.serialize()), 0o600),), force=True)
        _flush_directory(state)
    return Signed(held.scheme, public, signature[LEVEL_BYTES:] if held.scheme == "lms" else signature,
                  int(key.remaining()))


def sign(state: Path, message: bytes) -> Tuple[str, bytes, int]:
    """The same for a message: scheme, signature, and how many more the key has."""
    made = signed(state, lambda scheme: message)
    return made.scheme, made.signature, made.left
