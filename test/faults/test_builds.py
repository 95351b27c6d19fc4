# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What withstands a skipped instruction at -O2 of gcc withstands it as other compilers and levels build it."""
from __future__ import annotations

import pytest

from faults import builds, comparisons
from faults.campaign import STRIDE, Campaign
from faults.cases import signer

# Of each kind of compiler one; the others in `make full`.
QUICK = ("gcc-Og-cortex-m3", "clang-Oz-cortex-m3")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_unoptimized(compiler: str) -> None:
    """At -O0 a fault can have a forgery accepted: who wants that has to say so."""
    assert "KSIG_ALLOW_UNOPTIMIZED" in builds.refusal(builds.Build(compiler, "O0"))
    assert not builds.refusal(builds.Build(compiler, "O0", options=("-DKSIG_ALLOW_UNOPTIMIZED=1",)))
    assert not builds.refusal(builds.Build(compiler, "Og" if compiler == "gcc" else "O1"))


@pytest.mark.campaign
@pytest.mark.parametrize("scheme", builds.SCHEMES)
@pytest.mark.parametrize("build", [
    pytest.param(build, id=str(build), marks=[] if str(build) in QUICK else pytest.mark.full)
    for build in builds.BUILDS])
def test_comparison(build: builds.Build, scheme: str) -> None:
    """No instruction that is left out makes a comparison with the anchor, or of the signature, come out equal."""
    core, tried, accepted = builds.core(build), 0, {}
    for forgery in comparisons.all_of(signer(scheme)):
        outcome = Campaign(core, forgery).attack("skip", STRIDE)
        tried += outcome.tried
        accepted.update({f"{forgery}: {place}": count for place, count in outcome.accepted.items()})
    assert tried > 100 and accepted == {}
