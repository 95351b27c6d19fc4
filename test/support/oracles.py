# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How many random cases are compared with an oracle: a few in `make test`, as many as KSIG_SEEDS says in
`make oracles`, which writes the counts to build/results/oracles.txt."""
from __future__ import annotations

import os
import time
from collections.abc import Iterator

import results


def cases(what: str, few: int, variable: str = "KSIG_SEEDS") -> Iterator[int]:
    """The number of each case. A case counts when it has passed, whatever becomes of the next."""
    wanted = int(os.environ.get(variable, few))
    passed, begin = 0, time.process_time()
    try:
        for number in range(wanted):
            yield number
            passed += 1
    finally:
        if "KSIG_SEEDS" in os.environ:
            results.add("oracles.txt",
                        f"{what}: {passed} of {wanted} cases equal, {time.process_time() - begin:.0f} s of CPU")
