# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verdicts of kilosig.h by number and name, for the library and for boards alike."""
from __future__ import annotations

from dataclasses import dataclass

ACCEPT = 0xA5C3963C
DONE = 0x00D0E000  # of key generation and signing: no verdict

REASONS = (
    ("pending", "no verdict yet"),
    ("argument", "an argument is missing or unknown"),
    ("state-size", "the state is too small or not aligned"),
    ("key-length", "the public key has a wrong length"),
    ("sig-length", "the signature has a wrong length"),
    ("msg-length", "the digest or mu has a wrong length"),
    ("context", "the context is too long, or the scheme or mode has none"),
    ("overfeed", "more bytes were sent than wanted"),
    ("incomplete", "the stream ended too early"),
    ("z-range", "a coefficient of z is out of range"),
    ("hint", "the hint is not canonical"),
    ("key", "the public key is not that of the anchor or the compact secret key, or the secret key is malformed"),
    ("signature", "the signature does not fit message and key"),
    ("restream", "bytes that were asked for again were not those sent first"),
    ("fault", "the state was damaged, or not every check ran"),
    ("encoding", "a part of the signature or key does not decode, or its padding is not zero"),
    ("norm", "the signature is too long a vector"),
    ("set", "the key names a parameter set that does not exist"),
    ("set-off", "the key names a parameter set that the library was built without"),
    ("set-mix", "the parameter sets of the key or of its levels have different hash functions"),
    ("type", "a type code in the signature is not the one in the key"),
    ("index", "the leaf that the signature names is beyond the tree"),
    ("levels", "there are not 1 to 8 levels, or not as many as the key has"),
)

# Positions in REASONS, as KSIG_* of kilosig.h
(PENDING, ARGUMENT, STATE_SIZE, KEY_LENGTH, SIG_LENGTH, MSG_LENGTH, CONTEXT, OVERFEED, INCOMPLETE, Z_RANGE, HINT, KEY,
 SIGNATURE, RESTREAM, FAULT, ENCODING, NORM, SET, SET_OFF, SET_MIX, TYPE, INDEX, LEVELS) = range(len(REASONS))


@dataclass(frozen=True)
class Verdict:
    """A ksig_verdict. Only the exact value ACCEPT accepts; anything unknown is a rejection."""

    code: int

    @property
    def accepted(self) -> bool:
        """True for ACCEPT alone."""
        return self.code == ACCEPT

    @property
    def name(self) -> str:
        """Short name: accept, z-range, hint, ..., or unknown-N."""
        if self.accepted:
            return "accept"
        return REASONS[self.code][0] if self.code < len(REASONS) else f"unknown-{self.code:#x}"

    @property
    def text(self) -> str:
        """What happened, as part of a sentence."""
        if self.accepted:
            return "the signature is genuine"
        return REASONS[self.code][1] if self.code < len(REASONS) else "not a verdict of kilosig"

    def __str__(self) -> str:
        return "accepted" if self.accepted else f"rejected: {self.name} ({self.text})"
