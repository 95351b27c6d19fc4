# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ACVP's keys and signatures of SLH-DSA's sets that take seconds: of one set, and in `make oracles` of all. Not once
more with sanitizers: the code is that of the fast ones."""
from __future__ import annotations

import os

import pytest

from test_signing_vectors import SLOW, check_slh_dsa


@pytest.mark.parametrize("name", SLOW if "KSIG_SEEDS" in os.environ else SLOW[:1])
def test_slh_dsa(name: str) -> None:
    """A signature each, pure and pre-hash."""
    check_slh_dsa(name)
