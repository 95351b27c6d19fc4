# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every defence that the campaign can be asked about is there for a forgery: with it removed, a fault lets one pass."""
from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults.cases import CASES  # noqa: E402
from faults.images import core  # noqa: E402
from faults.mutants import MUTANTS, noticed, passes  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.timeout(3600)]
SHORT = ("the message's length is not looked up again", "a check that is made twice is made once",
         "the hint is checked once", "the last permutation does not count", "a check counts its branch alone",
         "the index is looked at once")  # in `make test`
SLOW = ("XMSS^MT's checksum is not formed again",)  # SLH-DSA's is alike, and takes a second


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in SHORT else pytest.mark.full)
                                  for name in MUTANTS])
def test_a_removed_defence_is_noticed(name: str, tmp_path: Path) -> None:
    """By the row that is there for it, at all its addresses."""
    assert noticed(MUTANTS[name], tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] if name in SLOW else [])
                                  for name, mutant in MUTANTS.items() if mutant.functions])
def test_where_a_defence_stands(name: str) -> None:
    """The same faults, in the library as it is: whoever removes the defence is told here, not by a sample."""
    case = next(case for case in CASES if str(case) == MUTANTS[name].case)
    assert not passes(MUTANTS[name], core(case.scheme, case.variant))
