# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the application announces, and the library looks up again later: the message's length, and the context. One
skipped instruction between the two must not make them others than those that are hashed."""
from __future__ import annotations

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults.campaign import Campaign  # noqa: E402
from faults.cases import CASES  # noqa: E402
from faults.images import core  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.campaign]
FEED = ("ksig_verify_feed", "ksig_verify_open")
FRAME = ("ksig_slhdsa_message_open", "ksig_slhdsa_message_begin", "ksig_falcon_message_open",
         "ksig_falcon_message_prefix")
# A byte that is added to the message, and never hashed: a piece of the signature of as many bytes counts as message.
# Others in `make full`: what counts the message is the same, and hash-based ones take minutes.
LENGTH = ("fn-dsa-512", "haetae-2", *(pytest.param(name, marks=pytest.mark.full) for name in (
    "falcon-512-r3", "lms", "slh-dsa-sha2-128s", "xmss")))
CONTEXT = ("fn-dsa-512", pytest.param("slh-dsa-sha2-128s", marks=pytest.mark.full))


def attack(scheme: str, forgery: str, *functions: str) -> None:
    """Every instruction of these functions, while that forgery is streamed."""
    case = next(case for case in CASES if (case.scheme, case.variant, case.kind) == (scheme, "default", "message"))
    found = next(found for found in case.forgeries(case.on) if found.name == forgery)
    outcome = Campaign(core(scheme), found).attack_functions(*functions)
    assert outcome.tried > 10 and not outcome.accepted, outcome.accepted


@pytest.mark.parametrize("scheme", LENGTH)
def test_length_of_the_message(scheme: str) -> None:
    attack(scheme, "message | suffix", *FEED)


@pytest.mark.parametrize("scheme", CONTEXT)
def test_place_of_the_context(scheme: str) -> None:
    attack(scheme, "no context for one", *FRAME)
