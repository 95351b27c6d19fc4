# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which family a scheme belongs to."""
from __future__ import annotations

from collections.abc import Sequence

from kilosig.errors import UserError, did_you_mean
from kilosig.library.binding import LibraryScheme
from kilosig.library.catalog import scheme_by_name
from kilosig.schemes import stateful_sign
from kilosig.schemes.composite import CompositeMlDsa
from kilosig.schemes.family import Counted, Example, Family, zeros
from kilosig.schemes.fn_dsa import FnDsa
from kilosig.schemes.haetae_sign import Haetae
from kilosig.schemes.ml_dsa import MlDsa
from kilosig.schemes.rainbow import Rainbow
from kilosig.schemes.slh24_sign import SlhDsaLimited
from kilosig.schemes.slh_dsa_sign import SlhDsa
from kilosig.schemes.stateful import SETS
from kilosig.schemes.stateful_material import Stateful
from kilosig.schemes.uov import Uov

FAMILIES: tuple[Family, ...] = (MlDsa(), Haetae(), FnDsa(), SlhDsa(), SlhDsaLimited(), Rainbow(), Uov(),
                                 CompositeMlDsa(), Stateful())
# One of each kind that a car may carry, for tables of transfers.
COMPARED = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "fn-dsa-512", "haetae-2", "slh-dsa-sha2-128s", "slh-dsa-sha2-128f",
            "lms", "xmss")
SIGNED = tuple(name for family in FAMILIES for name in family.names)


def set_names() -> tuple[str, ...]:
    """Parameter sets that keys name themselves: those of LMS, HSS, XMSS and XMSS^MT."""
    return tuple(dict.fromkeys(name for sets in SETS.values() for name in sets))


def signer(scheme: str) -> Family | None:
    """The family that signs with a scheme, or None."""
    return next((family for family in FAMILIES if scheme in family.names), None)


def signer_of(scheme: str) -> Family:
    """The family that signs with a scheme. Raises UserError, for an unknown one too."""
    name = scheme_by_name(scheme).name
    family = signer(name)
    if name in stateful_sign.NAMES:
        raise UserError(f"Keys of {name} count their signatures: make one with 'kilosig stateful-keygen --scheme "
                        f"{name}', sign with 'kilosig stateful-sign'.")
    if family is None:
        raise UserError(f"kilosig cannot sign with '{name}'{did_you_mean(name, SIGNED)}: choose one of "
                        f"{', '.join(SIGNED)}.")
    return family


def counted(scheme: str) -> Counted | None:
    """The family of a scheme whose keys count their signatures beside them, else None."""
    family = signer(scheme)
    return family if isinstance(family, Counted) else None


def same_keys(scheme: str, other: str) -> bool:
    """Whether the two schemes have their keys in common."""
    family = signer(scheme)
    return scheme == other or (family is not None and other in family.names
                               and family.key_scheme(scheme) == family.key_scheme(other))


def example(scheme: LibraryScheme, message: bytes, context: bytes, sets: Sequence[str] = ()) -> Example:
    """Key and signature whose verification wants everything. Raises UserError."""
    for family in FAMILIES:
        if scheme.name in family.planned:
            return family.example(scheme, message, context, sets)
    return zeros(scheme, sets)
