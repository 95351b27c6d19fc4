# SPDX-License-Identifier: Apache-2.0 OR MIT
"""LMS and HSS keys and signatures through the package `pyhsslms` (RFC 8554): test material, on a host.

A leaf that signs twice gives the key away. So the state of a key is a file of its own that only grows: a signature
appends the state after it, which is on the disk before the signature is returned. It is locked meanwhile
(files/held.py). Who copies or restores the file has lost the key: no program can tell."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyhsslms

from kilosig.errors import UserError, did_you_mean
from kilosig.files import armour
from kilosig.files.data import read_file
from kilosig.files.held import check_file, content as content_of, held, refused
from kilosig.files.whole import write_all
from kilosig.schemes.stateful import LMS_SETS, USUAL, LmsSet, lms_set

NAMES = ("lms", "hss")
MOST_LEVELS = 8
MOST_HEIGHT = 10  # the package forms all leaves whenever a state is read: 1,024 take seconds, 32,768 minutes
SETS = tuple(one.name for one in LMS_SETS.values() if one.height <= MOST_HEIGHT)
LEVEL_BYTES = 4  # what HSS has before an LMS key, and before a signature; a count or length in a state
LEAF_BYTES = 4
WHAT = "the state of a key"


def set_by_name(name: str) -> LmsSet:
    """The set that is asked for; the usual one for an empty name. Raises UserError."""
    name = name or USUAL["hss"]
    if name not in LMS_SETS:
        raise UserError(f"Unknown set '{name}'{did_you_mean(name, SETS)}: choose one of {', '.join(SETS)}.")
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


def generate(scheme: str, one: LmsSet, levels: int) -> tuple[bytes, bytes]:
    """Public key and state of a fresh key, whose levels have the same set. Raises UserError."""
    _check_scheme(scheme, levels)
    key = pyhsslms.HssPrivateKey(levels=levels, lms_type=one.lms.to_bytes(4, "big"),
                                 lmots_type=one.ots.to_bytes(4, "big"))
    return _files_key(scheme, key), armour.wrap(armour.SECRET, scheme, key.serialize())


@dataclass(frozen=True)
class _State:
    """What a file holds. raw: the last whole record; torn: an end that is none, of an append that was broken off."""

    scheme: str
    raw: bytes
    torn: bool


def _parse(data: bytes, path: Path) -> _State:
    """The last whole record of a state. Raises UserError for records that do not follow one another."""
    blocks, rest = armour.split(data)
    records = [armour.unwrap(one, str(path)) for one in blocks or (data,)]
    if records[0].label != armour.SECRET or records[0].compact or records[0].encrypted:
        raise refused(path, "is not a state of a key", "give the file as keygen wrote it")
    if len({one.scheme for one in records}) > 1 or not _rising([one.raw for one in records]):
        raise refused(path, "holds states that do not follow one another, so that leaves may have signed twice",
                      "make another key")
    return _State(records[-1].scheme, records[-1].raw, bool(rest.strip()))


def _place_of(raw: bytes) -> tuple[bytes, tuple[int, ...]]:
    """What stays of a key in all its states, and its next leaves from the top level down. Each level is its length,
    type codes, seed, identifier and leaf, between two levels there is a signature with its length (pyhsslms)."""
    leaves: list[int] = []
    top, at = b"", 2 * LEVEL_BYTES
    while at < len(raw):
        for part in ("signature", "key")[not leaves:]:
            length = int.from_bytes(raw[at:at + LEVEL_BYTES], "big")
            content, at = raw[at + LEVEL_BYTES:at + LEVEL_BYTES + length], at + LEVEL_BYTES + length
            if part == "key":
                top = top or content[:-LEAF_BYTES]
                leaves.append(int.from_bytes(content[-LEAF_BYTES:], "big"))
    return raw[:2 * LEVEL_BYTES] + top, tuple(leaves)


def _rising(states: Sequence[bytes]) -> bool:
    """Whether each is a later state of the same key than the one before."""
    places = [_place_of(raw) for raw in states]
    return all(one[0] == other[0] and one[1] < other[1] for one, other in zip(places, places[1:]))


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
    with held(state, WHAT) as handle:
        now = _parse(content_of(handle), state)
        _check_scheme(now.scheme, 1)
        try:
            key = pyhsslms.HssPrivateKey.deserialize(now.raw)
        except (ValueError, IndexError) as error:
            raise refused(state, f"is not a state of {now.scheme}", "give the file as keygen wrote it") from error
        if now.torn and key.remaining() > 0:
            key.sign(b"")  # dropped: who was broken off may have used that leaf
        if key.remaining() <= 0:
            raise refused(state, "is used up", "make another key")
        message, public = content(now.scheme), _files_key(now.scheme, key)
        signature = bytes(key.sign(message))
        try:
            write_all(handle, (b"\n" * now.torn + armour.wrap(armour.SECRET, now.scheme, key.serialize()),))
        except OSError as error:
            raise refused(state, f"cannot be written ({error.strerror})",
                          "make room; nothing was signed") from error
        check_file(state, handle, WHAT)  # else the next signature would not go on from here
    return Signed(now.scheme, public, signature[LEVEL_BYTES:] if now.scheme == "lms" else signature,
                  int(key.remaining()))


def described(data: bytes, path: Path) -> dict[str, Any]:
    """What a state's file says, without the lock: scheme, set, levels, the next leaf of the lowest level, and how many
    signatures are left. Raises UserError for what is no state."""
    held = _parse(data, path)
    raw, (fixed, leaves) = held.raw, _place_of(held.raw)
    levels, codes = int.from_bytes(raw[:LEVEL_BYTES], "big"), fixed[2 * LEVEL_BYTES:]
    one = lms_set(int.from_bytes(codes[:4], "big"), int.from_bytes(codes[4:8], "big"))
    if held.scheme not in NAMES or one is None or len(leaves) != levels:
        raise refused(path, "is not a state of a key", "give the file as keygen wrote it")
    left = sum(((1 << one.height) - leaf) << one.height * (levels - 1 - level) for level, leaf in enumerate(leaves))
    return {"scheme": held.scheme, "set": one.name, "levels": levels, "height": one.height, "next_leaf": leaves[-1],
            "signatures_left": left}


def signature_bytes(state: Path) -> tuple[str, int]:
    """The scheme of a state's key, and how long its next signature will be. Raises UserError."""
    said = described(read_file(state, WHAT), state)
    one, levels = LMS_SETS[said["set"]], said["levels"]
    length = levels * one.signature_bytes + (levels - 1) * one.key_bytes
    return said["scheme"], length if said["scheme"] == "lms" else LEVEL_BYTES + length


def sign(state: Path, message: bytes) -> tuple[str, bytes, int]:
    """The same for a message: scheme, signature, and how many more the key has."""
    made = signed(state, lambda scheme: message)
    return made.scheme, made.signature, made.left
