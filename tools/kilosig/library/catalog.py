# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The schemes of the library that is loaded: lengths, anchors and what they can, as its descriptors say."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kilosig.errors import UserError, did_you_mean
from kilosig.library import composite
from kilosig.library.binding import LibraryScheme, load
from kilosig.library.hashes import HASHES

# Families below research/, which a library and an image of their own have.
RESEARCH = ("rainbow", "gemss", "uov", "mayo")
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
        return library_scheme(self.name).anchor(key)


@cache
def _library_schemes() -> dict[str, LibraryScheme]:
    return {scheme.name: scheme for scheme in load().schemes()}


def _described(scheme: LibraryScheme) -> Scheme:
    varies = scheme.signature_least < scheme.signature_bytes
    return Scheme(scheme.name, scheme.key_bytes, scheme.signature_bytes, scheme.anchor_bytes, scheme.has_context,
                  scheme.anchor_hash == HASHES["sha256"][0], scheme.signature_least if varies else 0,
                  scheme.anchor_hash == 0, scheme.is_stateful, scheme.is_draft, scheme.is_superseded,
                  ATTACKS.get(scheme.name, "broken") if scheme.is_broken else "")


@cache
def _schemes() -> dict[str, Scheme]:
    return {name: _described(scheme) for name, scheme in _library_schemes().items()}


@cache
def composites() -> dict[str, Scheme]:
    """The pairs of Composite ML-DSA, which are no schemes of the library's list: half of each is somebody else's."""
    return {name: _described(pair) for name, pair in composite.pairs(load()).items()}


def library_scheme(name: str, variant: str = "default") -> LibraryScheme:
    """A scheme or a pair of the library of a variant. Raises UserError if it lacks it."""
    library = load(variant)
    scheme = composite.pairs(library).get(name) or library.scheme(name)
    if scheme is None:
        raise UserError(f"The library has no scheme '{name}': choose one that 'kilosig schemes' lists.")
    return scheme


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
    """The scheme or pair of that name, in letters of any case. Raises UserError for an unknown one."""
    known = name.lower().replace("_", "-")
    found = composites().get(known) or SCHEMES.get(known)
    if found is None:
        raise UserError(f"Unknown scheme '{name}'{did_you_mean(known, [*SCHEMES, *composites()])}: choose one that "
                        "'kilosig schemes' lists.")
    return found


def refuse_composite(name: str, what: str) -> None:
    """Raises UserError for a pair, where there is no use for one yet."""
    if name in composites():
        raise UserError(f"{what} with {name}: there is no such thing here. Composite ML-DSA has keys, raw signatures, "
                        "certificates and images.")


def refuse_unnumbered(name: str) -> None:
    """Raises UserError for a set of NIST SP 800-230, of whose draft nobody has registered identifiers."""
    if name.startswith("slh-dsa-") and name.endswith("-24"):
        raise UserError(f"X.509, CMS and COSE have no identifier of {name} while NIST SP 800-230 is a draft: use raw "
                        "signatures and firmware images.")


def is_research(name: str) -> bool:
    """Whether a scheme is below research/, broken or a candidate, so that only a build of its own has it; False for an
    unknown one."""
    return name in SCHEMES and name.split("-")[0] in RESEARCH


def is_broken(name: str) -> bool:
    """Whether a scheme is for research only; False for an unknown one."""
    return name in SCHEMES and bool(SCHEMES[name].broken)
