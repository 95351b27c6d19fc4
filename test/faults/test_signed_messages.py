# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No skipped instruction makes a signer sign another message, or the same in another context."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import signed_messages  # noqa: E402
from faults.processors import CORTEX_M0, CORTEX_M3, PROCESSORS  # noqa: E402
from faults.signed_messages import Case, Message  # noqa: E402
from sampling import FULL  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.campaign, pytest.mark.timeout(3600)]

SIGNERS: dict[str, Callable[[], Case]] = {
    "ml-dsa-44": signed_messages.ml_dsa, "haetae-2": signed_messages.haetae,
    **{name: partial(signed_messages.slh_dsa, name) for name in ("slh-dsa-sha2-128f", "slh-dsa-shake-128f")}}
if FULL:
    SIGNERS["slh-dsa-sha2-192f"] = partial(signed_messages.slh_dsa, "slh-dsa-sha2-192f")
    for prehash in ("sha256", "shake256"):
        SIGNERS[f"ml-dsa-44, {prehash}"] = partial(signed_messages.ml_dsa, prehash)
        SIGNERS[f"slh-dsa-sha2-128f, {prehash}"] = partial(signed_messages.slh_dsa, "slh-dsa-sha2-128f", prehash)
# Where an address takes two instructions, memory full of such a word passes for a sponge.
FILLS = (0, 0xA5C3963C, 0x963CA5C3) if FULL else (0xA5C3963C,)


@pytest.mark.parametrize("fill", FILLS, ids=hex)
@pytest.mark.parametrize("on", PROCESSORS if FULL else (CORTEX_M3, CORTEX_M0))
@pytest.mark.parametrize("name", SIGNERS)
def test_no_other_message_is_signed(name: str, on: str, fill: int) -> None:
    """Without a piece or its context, with either twice, cut or moved: while it is opened, fed, and hashed."""
    tried, found = Message(SIGNERS[name](), on, fill).attack()
    assert not found
    assert tried > 1000
