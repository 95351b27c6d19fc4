# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The schemes of the library that is loaded: lengths, anchors and what they can, as its descriptors say."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kilosig.errors import UserError, did_you_mean
from kilosig.library.binding import LibraryScheme, load
from kilosig.library.hashes import HASHES

# Who broke what is broken. Whether a scheme is, the library says.
ATTACKS = {"rainbow-1-classic": "Beullens, ePrint 2022/214", "gemss-128": "Tao, Petzoldt and Ding, CRYPTO 2021"}


@dataclass(frozen=True)
class Scheme:
    """A parameter set. Lengths in bytes."""

    name: str
    key_bytes: int
    signature_bytes: int
    anchor_bytes: int
    has_context: bool
    sha256_anchor: bool
    signature_least: int  # 0 where the length does not vary; else it may be up to signature_bytes
    key_anchor: bool  # the anchor is the key itself
    key_varies: bool  # its length follows from its type codes, and is up to key_bytes
    draft: bool
    superseded: bool
    broken: str  # how, if it is; such a scheme is for research only

    def anchor(self, key: bytes) -> bytes:
        """The anchor of a trusted key by the library (ksig_key_anchor); all zero for a key of a wrong length, which no
        verifier accepts anyway."""
        return _library_schemes()[self.name].anchor(key)


@cache
def _library_schemes() -> dict[str, LibraryScheme]:
    return {scheme.name: scheme for scheme in load().schemes()}


@cache
def _schemes() -> dict[str, Scheme]:
    def of(scheme: LibraryScheme) -> Scheme:
        varies = scheme.signature_least < scheme.signature_bytes
        return Scheme(scheme.name, scheme.key_bytes, scheme.signature_bytes, scheme.anchor_bytes, scheme.has_context,
                      scheme.anchor_hash == HASHES["sha256"][0], scheme.signature_least if varies else 0,
                      scheme.anchor_hash == 0, scheme.is_stateful, scheme.is_draft, scheme.is_superseded,
                      ATTACKS.get(scheme.name, "broken") if scheme.is_broken else "")
    return {name: of(scheme) for name, scheme in _library_schemes().items()}


class _Schemes(Mapping):  # type: ignore[type-arg]
    """Schemes by name, in the library's order. Loads it when it is first asked."""

    def __getitem__(self, name: str) -> Scheme:
        return _schemes()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_schemes())

    def __len__(self) -> int:
        return len(_schemes())


SCHEMES: Mapping[str, Scheme] = _Schemes()


def scheme_by_name(name: str) -> Scheme:
    """The scheme of that name, in letters of any case. Raises UserError for an unknown one."""
    known = name.lower().replace("_", "-")
    if known not in SCHEMES:
        raise UserError(f"There is no scheme '{name}'{did_you_mean(known, SCHEMES)}: choose one that "
                        "'kilosig schemes' lists.")
    return SCHEMES[known]


def is_broken(name: str) -> bool:
    """Whether a scheme is for research only; False for an unknown one."""
    return name in SCHEMES and bool(SCHEMES[name].broken)
