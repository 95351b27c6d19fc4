# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No skipped instruction ends a hash function so early that a block of the message can make up for it."""
from __future__ import annotations

import pytest

from faults import builds, cases, images, rounds
from faults.campaign import Campaign, Forgery
from faults.core import Core
from faults.processors import CORTEX_M0, CORTEX_M3, RV32IMAC
from faults.starts import ZEROS

OFTEN = 10 ** 9  # the first and the last execution of each instruction
SIZE = builds.Build("gcc", "Os", options=("-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE",))


def _accepted(core: Core, forgery: Forgery) -> dict[str, int]:
    outcome = Campaign(core, forgery, ZEROS).attack("skip", OFTEN)
    assert outcome.tried > 100
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
