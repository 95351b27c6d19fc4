# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A piece that is appended to a signed message must not be hashed elsewhere, in memory that looks like a hash: what a
skipped instruction forms in place of the address of the hash may point anywhere. Nor must a block of a signed message
be hashed in place of the one before it."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import cases, messages  # noqa: E402
from faults.campaign import Campaign, Forgery  # noqa: E402
from faults.images import core  # noqa: E402
from faults.processors import CORTEX_M0, PROCESSORS, RV32IMAC  # noqa: E402
from faults.starts import filled  # noqa: E402
from faults.verification import Call  # noqa: E402
from kilosig.library.binding import PART_MESSAGE  # noqa: E402
from sampling import FULL  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.campaign, pytest.mark.timeout(3600)]

# Each way to hash a message. Cortex-M0 needs two or three instructions for an address that others form in one.
SCHEMES = (("ml-dsa-44", "dilithium2-r3", "haetae-2", "falcon-512-r3", "fn-dsa-512", "slh-dsa-shake-128s",
            "slh-dsa-sha2-128s", "lms", "lms-shake", "hss", "xmss", "xmss-shake")
           if FULL else ("ml-dsa-44", "haetae-2", "slh-dsa-sha2-128s", "xmss"))
FUNCTIONS = ("ksig_verify_feed", "take", "take_message", "next", "absorb", "ksig_mldsa_message_take",
             "ksig_falcon_message_take", "ksig_slhdsa_message_take", "ksig_lms_absorb", "ksig_xmss_absorb",
             "ksig_message_take", "ksig_prehash_update", "ksig_keccak_take", "ksig_keccak_absorb",
             "ksig_sha256_take", "ksig_sha512_take")

# Memory full of such a word is a sponge with its position below its rate at two of four addresses; with both, at all.
WORDS = (0xA5C3963C, 0x963CA5C3)[:None if FULL else 1]
# Bytes of the message in SLH-DSA's first block of SHA-256, after R, the key and two more; and in its last.
BLOCK, HEAD, MORE = 64, 14, 40
PIECES = {"a text": messages.APPENDED, "a zero": bytes(1), "zeros": bytes(8)}


def appended(scheme: str) -> Iterator[Forgery]:
    """A piece more than what was signed, in a feed of its own."""
    genuine = cases.signer(scheme).sign(messages.SHORT, b"", "")
    end = len(genuine.message)

    def piece(call: Call) -> bool:
        return call.part == PART_MESSAGE and call.offset >= end

    for name, more in PIECES.items():
        yield Forgery(name, genuine, genuine.but(message=genuine.message + more, cuts=((PART_MESSAGE, end),)), piece)


@pytest.mark.parametrize("on", PROCESSORS if FULL else [CORTEX_M0])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_piece_is_hashed_elsewhere(scheme: str, on: str) -> None:
    """Every instruction of the functions that take it is skipped."""
    target, tried = core(scheme, on=on), 0
    for word in WORDS:
        for forgery in appended(scheme):
            outcome = Campaign(target, forgery, filled(f"full of {word:#x}", word)).attack_functions(*FUNCTIONS)
            assert not outcome.accepted, f"{forgery.name}: {outcome.accepted}"
            tried += outcome.tried
    assert tried > 100


def altered(scheme: str) -> Iterator[Forgery]:
    """One block of many that are alike is another, in one feed, and where a feed ends with it."""
    length = 5 * BLOCK + MORE
    genuine = cases.signer(scheme).sign(b"\xff" * length, b"", "")
    for begin in range(HEAD, length - BLOCK, BLOCK):
        message = bytearray(genuine.message)
        message[begin:begin + BLOCK] = bytes(BLOCK)
        for cut in (length - MORE, begin + BLOCK):
            yield Forgery(f"block at {begin}, cut at {cut}", genuine,
                          genuine.but(message=bytes(message), cuts=((PART_MESSAGE, cut),)),
                          lambda call: call.part == PART_MESSAGE)


@pytest.mark.parametrize("on", PROCESSORS if FULL else [RV32IMAC])
def test_no_other_block_is_hashed(on: str) -> None:
    """What forms the block's address is skipped: ksig_copy left another in that register, where the message goes on."""
    target, tried = core("slh-dsa-sha2-128s", on=on), 0
    for forgery in altered("slh-dsa-sha2-128s"):
        outcome = Campaign(target, forgery, filled("full of 0xff", 0xFFFFFFFF)).attack_functions("ksig_sha256_take")
        assert not outcome.accepted, f"{forgery.name}: {outcome.accepted}"
        tried += outcome.tried
    assert tried > 100
