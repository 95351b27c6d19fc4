# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A fault in one instruction does not turn a rejection into an acceptance: docs/assurance.md.

The released code of the Cortex-M3 runs in an emulator. test/faults/ makes the forged streams and the faults; here they
meet. KSIG_FAULT_STRIDE=1, as in `make faults`, takes every instruction of every call and all forgeries."""
from __future__ import annotations

import struct

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from unicorn import UC_HOOK_CODE, UcError  # noqa: E402
from faults import compare, images, lattices, report, signatures, signers  # noqa: E402
from faults.campaign import STRIDE, Campaign, select  # noqa: E402
from faults.cases import CASES, REST, Case  # noqa: E402
from faults.core import Core, Lost  # noqa: E402
from faults.layout import HAETAE_DECIDE  # noqa: E402
from faults.messages import SHORT, framing  # noqa: E402
from faults.processors import CORTEX_M0, CORTEX_M3, PROCESSORS  # noqa: E402
from faults.remains import ALLOWED, FORCED, SIGNER_ALLOWED, unexpected  # noqa: E402
from faults.report import SIGNER_STRIDE  # noqa: E402
from faults.signing import OTHER, STEP, WRONG  # noqa: E402
from faults.unbound import lost_secrets  # noqa: E402
from faults.slh_signing import LAYER, STAGE, STAGES, SigningCampaign, SlhSigner  # noqa: E402
from faults.verification import Reached, Verification  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from kilosig.library.binding import Arguments, load  # noqa: E402
from kilosig.schemes import slh_dsa_sign  # noqa: E402
from cortex import Machine  # noqa: E402
from sampling import FULL  # noqa: E402
from traces import Core as SignerCore  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.timeout(3600)]


# Of the addresses outside hash functions and transforms one in so many, and of `close` all. `make faults` takes all. A
# verification of SLH-DSA or XMSS goes on for a second after every fault.
THIN, SLOW_THIN, SLOW_STRIDE = (1, 1, 1) if STRIDE == 1 else (10 if FULL else 20, 50, 10 * STRIDE)


SLOWEST = "slh-dsa-shake-128s-frame"
# In `make full` alone. The same kind with SHA-256, or of a scheme with the same code, stays in `make test`, and another
# kind with SHAKE.
LONG = ("slh-dsa-shake-128s-message", "slh-dsa-shake-128s-check", "slh-dsa-shake-128s-comparison", "xmss-shake-check",
        "lms-shake-check", "lms-shake-message", "lms-w8-check", "slh-dsa-sha2-128s-message-shake128",
        "slh-dsa-sha2-128s-message-sha512", "slh-dsa-sha2-128s-frame", "slh-dsa-sha2-192f-message",
        "slh-dsa-sha2-192f-message-sha256", "gemss-128-fast-message", "gemss-128-fast-comparison",
        "gemss-128-fast-check", "xmss-192-check", "xmssmt-check", "ml-dsa-44-small-comparison",
        "ml-dsa-44-fast-comparison", "ml-dsa-44-fast-message", "ml-dsa-65-comparison", "ml-dsa-65-message-sha3-512",
        "dilithium2-r3-small-comparison", "dilithium2-r3-fast-comparison", "dilithium2-r3-small-message",
        "dilithium2-r3-fast-message", "haetae-5-comparison", "haetae-2-kpqc-comparison", "haetae-2-kpqc-message",
        "falcon-1024-padded-r3-comparison", "slh-dsa-shake-128s-leftover", "xmss-shake-leftover",
        "fn-dsa-512-leftover", "dilithium2-r3-leftover", "haetae-2-leftover", "lms-shake-leftover",
        "dilithium2-r3-small-passes", "lms-w8-message", "ml-dsa-65-message", "xmss-192-message",
        "ml-dsa-44-small-message", "falcon-1024-padded-r3-message", "dilithium2-r3-message", "hss-message",
        "slh-dsa-sha2-128s-message", "ml-dsa-44-message-sha256",
        "ml-dsa-44-message-shake128", "haetae-5-message", "falcon-512-r3-leftover", "fn-dsa-512-message-sha256")
# Short: every address, also in `make test`.
WHOLE = ("dilithium2-r3-check", "dilithium2-r3-small-check", "ml-dsa-44-small-passes", "haetae-5-check",
         "rainbow-1-classic-check", "hss-check", "uov-1p-pkc-r3-check")
# These run in `make test` though their record is of the very code: they show that the campaign still works, with each
# kind of forgery and on each core.
RUN = ("ml-dsa-44-comparison", "ml-dsa-44-frame", "ml-dsa-44-small-passes", "falcon-512-r3-message", "lms-check",
       "cortex-m0-dilithium2-r3-check", "rv32imac-lms-w8-comparison", "rv32imac-hss-check",
       "ml-dsa-44, seed with the public key, buffered")
# Others in `make full`.
QUICK_SIGNERS = ("ml-dsa-44, expanded, z", "ml-dsa-44, seed with the public key, buffered", "haetae-2, accepted",
                 "rv32imac-ml-dsa-44, seed with the public key, buffered")
# Of the smaller cores, every address, too: a sample of one in ten missed an anchor that was compared with a copy of
# itself, and with Rainbow an address of y that became that of what y is compared with; only RV32 forms HAETAE-5's bound
# of a coefficient in two steps, and has in a register what HSS's Nspk should be. The others in `make full`: HAETAE's
# comparison is the one that others have.
CHECKED_SMALL = tuple(f"{on}-dilithium2-r3-check" for on in PROCESSORS if on != CORTEX_M3)
QUICK_SMALL = (*CHECKED_SMALL, "rv32imac-haetae-5-check", "rv32imac-hss-check", "cortex-m0-falcon-512-r3-comparison",
               "cortex-m0-rainbow-1-classic-comparison",
               *(f"{on}-lms-w8-comparison" for on in PROCESSORS if on != CORTEX_M3))


def marks(case: Case) -> list[pytest.MarkDecorator]:
    if STRIDE == 1:
        return []
    skip = pytest.mark.skipif(str(case) == SLOWEST, reason="takes minutes; `make faults` runs it")
    left = str(case) in LONG or (case.scheme, case.variant) in REST or case.on != CORTEX_M3
    return [skip, *([pytest.mark.full] if left and str(case) not in (*QUICK_SMALL, *WHOLE) else [])]


def proven(case: Case | signatures.SignerCase, name: str) -> bool:
    """Whether more places of this very code than `make test` takes were tried, and what came of it recorded; then none
    is tried again. What was accepted, test_what_was_accepted_is_excused judges. A record ends with any change of what
    the case executes, and with another compiler."""
    return not FULL and STRIDE != 1 and str(case) not in RUN and report.is_current(name)


@pytest.mark.parametrize("case", [pytest.param(case, id=str(case), marks=marks(case)) for case in CASES])
def test_skipped_instruction(case: Case) -> None:
    """No instruction that is left out makes a forgery pass, but for those that are listed."""
    if proven(case, f"{case} skip"):
        return
    accepted, (stride, thin) = {}, (SLOW_STRIDE, SLOW_THIN) if case.slow else (STRIDE, THIN)
    thin = 1 if str(case) in (*WHOLE, *QUICK_SMALL) else thin
    for forgery, outcome in case.attacked(stride=stride, thin=thin).items():
        assert outcome.tried > 0, forgery
        accepted.update({(forgery, place): count for place, count in unexpected(forgery, outcome.accepted).items()})
    assert accepted == {}


@pytest.mark.campaign
@pytest.mark.parametrize("on, scheme", [
    *((on, "ml-dsa-44") for on in PROCESSORS), (CORTEX_M0, "haetae-2"),  # there it was found
    *(pytest.param(on, "haetae-2", marks=pytest.mark.full) for on in PROCESSORS if on != CORTEX_M0)])
def test_no_context_for_one(on: str, scheme: str) -> None:
    """A signature without a context is none with one: whatever open takes for its arguments, or for the place of the
    context, when an instruction is left out. Every address, on each core: what a register holds then is its own."""
    forgery = next(one for one in framing(signers.signer(scheme)) if one.name == "no context for one")
    outcome = Campaign(images.core(scheme, on=on), forgery).attack("skip", STRIDE, 1)
    assert outcome.tried > 2000 and unexpected(forgery.name, outcome.accepted) == {}


@pytest.mark.campaign
@pytest.mark.parametrize("case", [
    pytest.param(case, id=str(case), marks=[] if str(case) in CHECKED_SMALL else pytest.mark.full)
    for case in CASES if case.on != CORTEX_M3 and case.kind in ("comparison", "check")])
@pytest.mark.parametrize("model", ["branch", "register"])
def test_other_faults_on_smaller_cores(case: Case, model: str) -> None:
    """No branch that decides the other way, and no register that is forced, makes a forgery pass, but for those that
    are listed."""
    for forgery, outcome in case.attacked(model, thin=THIN).items():
        assert {place for place in outcome.accepted
                if (place.split(": ")[-1].split(" ")[0], forgery) not in FORCED} == set()


@pytest.mark.campaign
@pytest.mark.parametrize("scheme, variant", [
    ("ml-dsa-44", "small"), *(pytest.param("gemss-128", name, marks=pytest.mark.full) for name in ("default", "fast"))])
def test_secret_of_the_passes(scheme: str, variant: str) -> None:
    """No instruction that is left out makes the point at which passes are compared forget the secret."""
    outcome = lost_secrets(images.core(scheme, variant), signers.signer(scheme).sign(SHORT, b"", ""))
    assert outcome.tried > 200 and unexpected("secret", outcome.accepted) == {}


@pytest.mark.campaign
@pytest.mark.parametrize("length", [6, pytest.param(16, marks=pytest.mark.full)])
def test_compare(length: int) -> None:
    """No fault of any model makes values equal to the comparison that differ in all bytes, or in half of them."""
    core, tried, accepted = images.core("haetae-2"), 0, []
    for values in compare.different(length):
        outcome = compare.attack(core, values)
        tried += outcome[0]
        accepted += outcome[1]
    assert tried > 10000 and accepted == []


def accepted_on(on: str, scheme: str) -> tuple[Core, Verification, list[Reached]]:
    """A core, a genuine verification on it, and where that stood before each call."""
    core = images.core(scheme, on=on)
    run = Verification(core, signers.signer(scheme).sign(SHORT, b"", ""))
    verdict, reached = run.course()
    assert verdict == verdicts.ACCEPT
    return core, run, reached


@pytest.mark.parametrize("on", PROCESSORS)
def test_the_emulator_steps_as_it_runs(on: str) -> None:
    """A call that is stopped before every instruction ends as one that is not, and instructions that are left out do
    get lost."""
    core, run, reached = accepted_on(on, "dilithium2-r3")
    close = reached[-1]
    run.at(close)
    addresses = core.trace(close.call.function, *close.call.arguments)
    run.at(close)
    stopped, rejected, share = 0, 0, 1 if FULL or on == CORTEX_M3 else 8  # the others are slow
    for _ in core.walk(addresses, select(core, addresses, 101)[::share], close.call.function, *close.call.arguments):
        assert core.go_on() == verdicts.ACCEPT
        core.back()
        core.skip()
        stopped += 1
        try:
            with core.longer(0.5):  # some never end
                rejected += core.go_on() != verdicts.ACCEPT
        except Lost:
            rejected += 1
    assert stopped > 200 / share and rejected > stopped / 4


@pytest.mark.parametrize("on", PROCESSORS)
def test_every_instruction_is_noted(on: str) -> None:
    """Noted block by block, a call has the instructions that the emulator tells one by one, those that an IT skips not
    among them."""
    core, run, reached = accepted_on(on, "haetae-2")
    told: list[int] = []
    for call in (reached[0], reached[len(reached) // 2], reached[-1]):
        told.clear()
        run.at(call)
        core.uc.ctl_flush_tb()
        hook = core.uc.hook_add(UC_HOOK_CODE, lambda _uc, address, _size, _data: told.append(address))
        with core.longer(60), core.hashes.emulated():
            core.call(call.call.function, *call.call.arguments)
        core.uc.hook_del(hook)
        run.at(call)
        assert core.trace(call.call.function, *call.call.arguments) == told and len(told) > 100


# Code of each core that returns its caller's second argument, and with what else registers may hold.
# mov r0, r1; bx lr, and mv a0, a1; ret.
RETURNS = {"cortex-m3": "08467047", "cortex-m0": "08467047", "rv32imac": "2e858280"}


@pytest.mark.parametrize("scheme", ["haetae-2", "ml-dsa-65"])  # an even length, and an odd one: Thumb code
@pytest.mark.parametrize("on", PROCESSORS)
def test_no_length_is_called(on: str, scheme: str) -> None:
    """If a skipped instruction makes a number of the scheme the address of `close`, there is no code: at its lengths
    some is placed here that returns what the caller left in a register, KSIG_ACCEPT."""
    core = Core(images.verifier(scheme, on=on), on=on)
    genuine = signers.signer(scheme).sign(SHORT, b"", "")
    run = Verification(core, genuine.but(message=SHORT[:-1] + b"!"))
    verdict, reached = run.course()
    assert verdict == verdicts.SIGNATURE
    close = reached[-1]
    run.at(close)
    addresses = core.trace(close.call.function, *close.call.arguments)
    numbers = [number for number, at in enumerate(addresses) if core.function(at) == "ksig_verify_close"]
    core.limit(lambda: (run.at(close), core.call(close.call.function, *close.call.arguments)))
    run.at(close)
    core.caller, tried = verdicts.ACCEPT, 0
    for length in (len(genuine.key), len(genuine.signature)):  # not where undisturbed code steps, which may be there
        core.machine.write(length & ~1, bytes.fromhex(RETURNS[on]))
    core.uc.ctl_flush_tb()
    for _ in core.walk(addresses, numbers, close.call.function, *close.call.arguments):
        tried += 1
        try:
            core.skip()
            verdict = core.go_on()
        except (Lost, UcError):
            continue
        assert verdict != verdicts.ACCEPT, core.place(core.at)
    assert tried == len(numbers) > 10


def test_the_second_look_at_falcons_norm() -> None:
    """It holds alone, to a state as if the first had found nothing."""
    forgery = lattices.second_norm()
    assert Campaign(images.core("falcon-512-r3"), forgery).targets


# Of the instructions of a step that are not in a hash function, one in so many. 1 takes hours.
SIGNING_SHARE = 1 if STRIDE == 1 else 199


def signing_campaign(name: str, checked: bool) -> SigningCampaign:
    """On that code. A set of its own, small enough for many signatures."""
    path = images.signing()
    secret = slh_dsa_sign.generate(load(), f"slh-dsa-{name.replace('_', '-')}", bytes(32)).secret
    rnd, flags = (b"", 1) if checked else (bytes(range(32)), 4)
    return SigningCampaign(SlhSigner(path, name, secret, rnd, flags))


@pytest.mark.campaign
@pytest.mark.parametrize("name", [
    "sha2_128f", *(pytest.param(name, marks=pytest.mark.full) for name in ("sha2_192f", "shake_128f"))])  # same code
def test_no_second_signature_of_a_key(name: str) -> None:
    """Whatever instruction is left out while SLH-DSA signs: of secrets and of WOTS+ signatures nothing leaves but the
    genuine ones. A path may be wrong; then the next layer does not sign."""
    campaign, tried, refused = signing_campaign(name, checked=True), 0, 0
    for _, outcome in campaign.all(SIGNING_SHARE):
        bad = {what: places for what, places in outcome.places.items() if what.startswith("BAD")}
        assert not bad
        tried += outcome.tried
        refused += sum(count for what, count in outcome.counts.items() if what.startswith("refused"))
    assert tried > 100 and refused > tried // 10


def test_what_the_second_forming_is_for() -> None:
    """Without it, the same faults do give a second signature."""
    campaign = signing_campaign("sha2_128f", checked=False)
    assert any(what.startswith("BAD: a secret") for _, outcome in campaign.all(SIGNING_SHARE)
               for what in outcome.counts)


@pytest.mark.campaign
def test_a_verification_sees_no_second_signature() -> None:
    """Why signing is not checked by verifying what it made: with the real sha2-128f, unchecked, an instruction is left
    out where the lowest tree is formed. The signature verifies, and the WOTS+ key above has signed two roots."""
    scheme, n, library = "slh-dsa-sha2-128f", 16, load()
    pair, core = slh_dsa_sign.generate(library, scheme, bytes(32)), SignerCore(images.signing())

    def within(function: str, state: int) -> int:
        """The number of an instruction of the next step: in the middle of a compression."""
        saved, (begin, end) = core.save(), core.functions(function)[0]
        _, addresses = Machine.trace(core, "ksig_sign_step", state)
        core.restore(saved)
        return next(n for n, at in enumerate(addresses) if begin + 0x200 < at < end)

    def sign(fault: bool) -> bytes:
        state, piece = core.allocate(bytes(2048)), core.allocate(bytes(64))
        key, rnd = core.allocate(pair.secret), core.allocate(bytes(n))
        arguments = core.allocate(struct.pack("<5IBxxx", key, 0, rnd, 0, 0, 4))
        core.go("ksig_sign_open", state, 2048, core.symbols["ksig_slh_dsa_sha2_128f_sign"], arguments, 0)
        message, made, verdict = core.allocate(b"message"), b"", verdicts.PENDING
        while verdict == verdicts.PENDING:
            if core.go("ksig_sign_want", state):
                core.go("ksig_sign_feed", state, message, 7)
            at = core.read(state, LAYER + 1)
            skip = None
            if fault and at[STAGE] == STAGES.index("PATH") and at[LAYER] == 1:
                fault, skip = False, within("ksig_sha256_compress_from", state)
            step = "ksig_sign_step", state
            verdict = core.go(*step) if skip is None else core.call(*step, skip=skip)
            if taken := core.go("ksig_sign_take", state, piece, 64):
                made += core.read(piece, taken)
                verdict = core.go("ksig_sign_step", state) if len(made) == 17088 else verdict
        assert verdict == verdicts.DONE and not fault
        return made

    genuine, wrong = sign(False), sign(True)
    for signature in (genuine, wrong):
        descriptor = library.scheme(scheme)
        assert descriptor is not None
        assert library.verify(descriptor, pair.public, b"message", signature, Arguments()).accepted
    layer = n * (1 + 33 * 7), n * (35 + 3)  # where layer 0 begins, and bytes of a layer: 35 chains and a path of 3
    chains = [slice(layer[0] + number * layer[1], layer[0] + number * layer[1] + 35 * n) for number in (0, 1)]
    assert genuine[:chains[0].stop] == wrong[:chains[0].stop] and genuine[chains[1]] != wrong[chains[1]]


@pytest.mark.parametrize("scheme", ["haetae-2", "haetae-5"])
def test_the_bound_of_haetaes_norm(scheme: str) -> None:
    """It is the largest norm that is accepted."""
    core, genuine = images.core(scheme), signers.haetae(scheme).sign(SHORT, b"", "")
    norm = lattices.norm_of(core, genuine)
    assert lattices.norm_verdict(core, genuine, norm) == verdicts.ACCEPT
    assert lattices.norm_verdict(core, genuine, norm - 1) == verdicts.NORM


@pytest.mark.parametrize("case", [pytest.param(case, id=str(case), marks=[pytest.mark.full] * (
    SIGNER_STRIDE != 1 and str(case) not in QUICK_SIGNERS)) for case in signatures.SIGNERS])
def test_signer(case: signatures.SignerCase) -> None:
    """No instruction that is left out of a signer gives away what is neither a signature that it may make, nor a part
    of one, nor one of which each polynomial of y is its own."""
    if proven(case, f"sign-{case}"):
        return
    outcomes = case.attacked(SIGNER_STRIDE, quick=SIGNER_STRIDE != 1)
    wrong = {place: told for place, told in outcomes.told.items()
             if f"{place.split(' ')[0]} at {place.split(' at ')[1]}" not in SIGNER_ALLOWED}
    assert outcomes.tried > 50 and wrong == {}


def test_haetae_draws_its_sign_twice() -> None:
    """Which of y + c s and y - c s is given away: both are valid, and together they tell of the key."""
    case = next(case for case in signatures.SIGNERS if str(case) == "haetae-2, accepted")
    campaign = case.campaign()
    drawing = next(number for number, reached in enumerate(campaign.reached) if reached.stage == HAETAE_DECIDE) - 1
    outcomes = campaign.attack_functions(drawing, ("begin_decide", "draw_sign", "ksig_keccak_squeeze"))
    assert outcomes.tried > 40 and outcomes.counts[WRONG] == 0


def test_haetae_checks_what_leaves() -> None:
    """A byte of the last pass of the check that went to another decoder than its own fell into the signature, after it
    had been read: it left, and was none."""
    campaign = next(case for case in signatures.SIGNERS if str(case) == "haetae-2, accepted, small").campaign()
    last = max(number for number, reached in enumerate(campaign.reached) if reached.call.function == STEP)
    for function in ("ksig_rans_byte", "feed"):
        outcomes = campaign.attack_calls_of(last, function)
        assert outcomes.tried > 100 and outcomes.counts[OTHER] == 0 == outcomes.counts[WRONG]


@pytest.mark.parametrize("excused, model, on", [
    (ALLOWED, "skip", tuple(PROCESSORS)), ({}, "branch", tuple(PROCESSORS)),
    (FORCED, "register", tuple(on for on in PROCESSORS if on != CORTEX_M3))])
def test_what_was_accepted_is_excused(excused: dict[tuple[str, str], str], model: str, on: tuple[str, ...]) -> None:
    """What is excused was recorded, and nothing else was."""
    found = {(place.split(" / ")[2].split(" ")[0], place.split(" / ")[0]) for row in report.recorded()
             if row["model"] == model and row["core"] in on for place in row["accepted"]}
    assert found == set(excused)


def test_document() -> None:
    """docs/assurance.md has the recorded figures: test/faults/report.py writes them."""
    assert report.DOCUMENT.read_text() == report.document(report.recorded())
