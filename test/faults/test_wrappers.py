# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A fault in the code that calls a verification does not make it verify something else: callers.py says what that code
is, wrappers.py, cose.py, x509.py and composite.py what is forged. KSIG_FAULT_STRIDE=1, as in `make faults`, takes
every execution of it; readers.py records every address of that of certificates."""
from __future__ import annotations

import zlib

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import callers, composite, cose, wrappers, x509  # noqa: E402
from faults.callers import Attack  # noqa: E402
from faults.campaign import STRIDE  # noqa: E402
from faults.processors import CORTEX_M0, CORTEX_M3, RV32IMAC  # noqa: E402
from sampling import FULL  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.timeout(3600)]
# One address in so many; reading an object has thousands of them.
QUICK, LONG = (callers.EVERY, callers.EVERY) if STRIDE == 1 else (17, 41)
WRAPPERS = [*wrappers.attacks(), *composite.calls()]
OBJECTS = [*cose.attacks(), *x509.attacks(), *composite.readings()]
# One of a kind in `make test`. A composite in a chain is two of these, and takes as long as all of them.
FIRST = ("the head of Sig_structure streamed", "CWT: withdrawn", "CWT: another length of the key", "object: a CWT",
         "ksig_cose_push: a chunk that is lost", "ksig_cose_verify: another payload", "X.509: no CA",
         "X.509: ecdsa: a wrong signature", "composite: ed25519: the classical half wrong",
         "composite: p256: numbers that are not in DER")


LATER = [] if STRIDE == 1 else [pytest.mark.full]  # in `make full`


def full(attack: Attack) -> list[pytest.MarkDecorator]:
    return [] if str(attack) in FIRST else LATER


@pytest.mark.campaign
@pytest.mark.parametrize("attack", WRAPPERS, ids=str)
def test_calls_over_memory(attack: Attack) -> None:
    """Nothing that an earlier call left on the stack or in registers stands in for what a call was given."""
    outcome = callers.attacked(attack, thin=QUICK)
    assert outcome.tried > 4 and not outcome.accepted


@pytest.mark.campaign
@pytest.mark.parametrize("attack", [pytest.param(attack, marks=full(attack), id=str(attack)) for attack in OBJECTS])
def test_readers(attack: Attack) -> None:
    """An object is what the key signed, and a delegation what the device demands of it."""
    # Of what a caller may have in its registers all in `make full`; else one for each attack, others for others.
    turn = None if FULL or STRIDE == 1 else zlib.crc32(str(attack).encode())
    outcome = callers.attacked(attack, thin=LONG, turn=turn)
    assert outcome.tried > 50 and not outcome.accepted


def withstands(name: str, functions: tuple[str, ...], on: str = CORTEX_M3, model: str = "skip") -> None:
    """Every execution in these functions, of the first attack whose name begins so."""
    attack = next(attack for attack in [*WRAPPERS, *OBJECTS] if str(attack).startswith(name))
    outcome = callers.attacked(attack, model, only=0, functions=functions, on=on)
    assert outcome.tried > 20 and not outcome.accepted


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "functions"), [
    ("X.509: path length", ("ksig_x509_trust", "ksig_x509_begin_reading", "begin_verification")),
    ("X.509: another algorithm outside", ("begin_verification",)),
    pytest.param("X.509: an extension twice", ("ksig_x509_act", "add_extension"), marks=LATER),
    ("CWT: expired", ("read_claims",)), ("CWT: another length of the key", ("read_claims", "ksig_cbor_refuse")),
    ("X.509: another issuer", ("compare_name",)), ("the head of Sig_structure streamed", ("advance",)),
    ("ksig_verify: the message read from the key", ("ksig_verify",))])
def test_every_skip_where_one_succeeded(name: str, functions: tuple[str, ...]) -> None:
    """Every execution: a load of the limit or of a length, or a comparison of tags, that was skipped made these chains
    accepted; so would one in a comparison of names, where what was fed is not counted, or where the claims of a
    delegation are read, if that were done once."""
    withstands(name, functions)


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "function"), [
    ("X.509: another issuer", "compare_name"), ("X.509: path length", "ksig_x509_trust"),
    ("X.509: a key of another level", "ksig_x509_close"), ("CWT: withdrawn", "read_claims"),
    pytest.param("X.509: an extension twice", "ksig_x509_act", marks=LATER)])
def test_every_skip_where_one_succeeded_on_cortex_m0(name: str, function: str) -> None:
    """There an offset or an address takes an instruction of its own, and one that was wrong was wrong for a check, too:
    the issuer passed for a subject, the limit was another byte, the extension was looked for elsewhere, and a time was
    written over the oldest one. At the end, a verdict that was not loaded was what had been compared before."""
    withstands(name, (function,), CORTEX_M0)


@pytest.mark.campaign
def test_a_branch_past_a_loop_on_cortex_m0() -> None:
    """The first of several extensions is compared with none: there the check was skipped with the loop."""
    withstands("X.509: an extension twice", ("ksig_x509_act",), CORTEX_M0, "branch")


@pytest.mark.parametrize("function", ["ksig_verify", "ksig_verify_twice", "ksig_verify_with_key"])
def test_pointers_that_arrive_in_registers(function: str) -> None:
    """On RISC-V the call stores them: where that is skipped lies what an earlier call got."""
    withstands(f"{function}, {wrappers.QUICK}: another", (function,), RV32IMAC)


@pytest.mark.full
@pytest.mark.parametrize("model", ["branch", "register"])
@pytest.mark.parametrize("attack", [*WRAPPERS, *OBJECTS], ids=str)
def test_other_faults(attack: Attack, model: str) -> None:
    """Decisions the other way, and registers of zeros or ones."""
    thin = QUICK if attack in WRAPPERS else LONG
    assert not callers.attacked(attack, model, thin).accepted
