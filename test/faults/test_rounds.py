# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No skipped instruction ends a hash function so early that a block of the message can make up for it."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from faults import builds, cases, images, rounds
from faults.campaign import Campaign, Forgery, ends
from faults.core import Core
from faults.processors import CORTEX_M0, CORTEX_M3, RV32IMAC
from faults.starts import ZEROS
from faults.verification import Call

pytestmark = pytest.mark.campaign
SIZE = builds.Build("gcc", "Os", options=("-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE",))


class Rounds(Campaign):
    """Skips the first two executions of every instruction, and the last, those of hash functions included."""

    def _chosen(self, _call: Call, addresses: Sequence[int], _stride: int, _thin: int) -> list[int]:
        count: Counter[int] = Counter()
        chosen = set(ends(addresses)[1].values())
        for number, address in enumerate(addresses):
            count[address] += 1
            if count[address] <= 2:
                chosen.add(number)
        return sorted(chosen)


def _accepted(core: Core, forgery: Forgery) -> dict[str, int]:
    outcome = Rounds(core, forgery, ZEROS).attack()
    assert outcome.tried > 300
    return outcome.accepted


@pytest.mark.parametrize("on", (CORTEX_M3, CORTEX_M0, RV32IMAC))
@pytest.mark.parametrize("scheme,prehash,bits", (("lms", "", 32), ("ml-dsa-44", "sha512", 64)))
def test_sha2(on: str, scheme: str, prehash: str, bits: int) -> None:
    """After 16 rounds each word of the block can be chosen."""
    forgery = rounds.sixteen_rounds(cases.signer(scheme), prehash, rounds.Sha2(bits))
    assert not _accepted(images.core(scheme, on=on), forgery)


@pytest.mark.parametrize("build", (SIZE, SIZE._replace(options=(*SIZE.options, "-DKSIG_ENABLE_ASSEMBLY=0"))), ids=str)
@pytest.mark.parametrize("scheme", ("ml-dsa-44", "lms"))
def test_builds_for_size(build: builds.Build, scheme: str) -> None:
    """Their loops have one round of Keccak, or eight of SHA-2, at a time."""
    signer = cases.signer(scheme)
    forgery = rounds.one_round(signer) if scheme == "ml-dsa-44" else rounds.sixteen_rounds(signer, "", rounds.Sha2(32))
    assert not _accepted(builds.core(build), forgery)
