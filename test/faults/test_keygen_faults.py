# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No instruction that is left out while a key is made gives a key of another seed, or of none: docs/assurance.md.

The code of gcc -O2 runs in an emulator. Outside hash functions and transforms, the first and the last execution of each
address is left out; in them, one in STRIDE of all."""
from __future__ import annotations

import os
from dataclasses import replace

import pytest

import results

pytest.importorskip("unicorn", exc_type=ImportError)
from unicorn import UC_HOOK_CODE  # noqa: E402
from unicorn.arm_const import UC_ARM_REG_PC  # noqa: E402
from faults.core import Core  # noqa: E402
from faults.key_generation import CLOSE, CORE_BYTES, OPEN, STEP, Generation, Generator, KeygenCampaign, image  # noqa: E402
from faults import images, signatures  # noqa: E402
from faults.signing import NOTHING, OTHER, RIGHT, WRONG, Outcomes, SignerCampaign  # noqa: E402
from faults.slh_signing import SlhSigner  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from kilosig.library.binding import load  # noqa: E402
from kilosig.schemes import ml_dsa, slh_dsa_sign  # noqa: E402
from kilosig.schemes.haetae_sign import KeyGenerator  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.timeout(3600)]
STRIDE = int(os.environ.get("KSIG_FAULT_STRIDE", "400001"))
SMALL = ["cortex-m0", "rv32imac"]
SHARE = 12  # `make test` attacks one call in so many, and all that open, close and take
LOST = 3  # skips that wipe the head of the state: nobody answers KSIG_DONE, but what was made stays in the output
SEED = bytes(range(1, 33))
MLDSA_PUBLIC = 1  # a stage


def generator(name: str) -> Generator:
    """Of a scheme, spelled as its symbol; with "_buffered" the output of one that streams is the caller's memory."""
    seed = bytes(range(1, 1 + (48 if "128" in name else 72))) if name.startswith("slh") else SEED
    symbol = f"ksig_{name.replace('_buffered', '')}_keygen"
    return Generator(name, symbol, seed, not name.startswith("haetae") and not name.endswith("_buffered"),
                     public=name.startswith("ml_dsa") and "expanded" not in name,
                     height=1 if name.startswith("slh") else 0)


@pytest.fixture(scope="module", name="core")
def one_core() -> Core:
    return Core(image(), CORE_BYTES)


NAMES = ["ml_dsa_44", "haetae_2", "slh_dsa_sha2_128f"]
OTHERS = ["ml_dsa_44_buffered", "ml_dsa_44_expanded", "ml_dsa_44_expanded_buffered", "ml_dsa_65", "haetae_2_compact",
          "haetae_5", "slh_dsa_shake_128f", "slh_dsa_sha2_192f"]


def wrong(outcomes: Outcomes) -> dict[str, int]:
    return {place: len(found) for (what, place), found in outcomes.places.items() if what == WRONG}


@pytest.mark.campaign
@pytest.mark.parametrize("name", [*NAMES, "ml_dsa_44_buffered"])
def test_sample(core: Core, name: str) -> None:
    """What `make test` has time for."""
    campaign = KeygenCampaign(core, generator(name))
    steps = [number for number, reached in enumerate(campaign.reached) if reached.call.function == STEP]
    ends = {at for at in steps if not campaign.reached[at - 1].stage == campaign.reached[at].stage}
    chosen = ends | set(steps[::SHARE]) | {0, len(campaign.reached) - 1, steps[-1], steps[-1] + 1}
    outcomes = campaign.attack_thinly(lambda number, _: number in chosen, thin=10)
    assert outcomes.tried > 60 and outcomes.counts[NOTHING] > 10
    assert wrong(outcomes) == {}


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES + OTHERS)
@pytest.mark.parametrize("on", ["cortex-m3", *SMALL])
def test_every_address(on: str, name: str) -> None:
    """All calls. Counts in build/results/keygen-faults.txt."""
    outcomes = KeygenCampaign(Core(image(on), CORE_BYTES, on), generator(name)).attack(STRIDE)
    results.add("keygen-faults.txt",
                f"{on} {name}: {outcomes.tried} faults, {outcomes.counts}, wrong {wrong(outcomes)}")
    assert outcomes.tried > 1500
    assert wrong(outcomes) == {} and outcomes.counts[OTHER] <= LOST


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["haetae_2", "ml_dsa_44_buffered"])
@pytest.mark.parametrize("on", SMALL)
def test_close_of_a_key_in_memory(on: str, name: str) -> None:
    """The output follows the state, which close wipes: a fault that makes the wipe longer gives no key of zeros."""
    campaign, outcomes = KeygenCampaign(Core(image(on), CORE_BYTES, on), generator(name)), Outcomes()
    last = len(campaign.reached) - 1
    assert campaign.reached[last].call.function == CLOSE
    trace = campaign.traces(lambda number, _: number == last)[last]
    campaign.attack_instructions(last, trace, campaign.select({last: trace}, STRIDE)[last], outcomes)
    assert outcomes.tried > 50 and outcomes.counts[RIGHT] > 0 and outcomes.counts[NOTHING] > 0
    assert wrong(outcomes) == {}


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_calls_of_hashes(core: Core, name: str) -> None:
    """The seed is expanded by a hash that is begun, fed, ended and squeezed: each call of it is left out, in each step
    that has one outside the rows."""
    campaign, tried = KeygenCampaign(core, generator(name)), Outcomes()
    hashes = [at for symbol, at in core.machine.symbols.items()
              if symbol.startswith(("ksig_keccak", "ksig_shake", "ksig_sha256", "ksig_copy", "ksig_wipe"))]
    steps = [number for number, reached in enumerate(campaign.reached) if reached.call.function in (OPEN, STEP)]
    changes = {number for before, number in zip(steps, steps[1:])
               if campaign.reached[before].stage != campaign.reached[number].stage}
    chosen = {steps[0], steps[1], steps[-1]} | changes
    for number, trace in campaign.traces(lambda this, _: this in chosen).items():
        calls = [at - 1 for at, address in enumerate(trace) if address in hashes and at]
        campaign.attack_instructions(number, trace, calls[:6] + calls[-6:], tried)
    assert tried.tried > 20 and wrong(tried) == {}


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_memory_of_an_earlier_session(core: Core, name: str) -> None:
    """A key generation of another seed that was left in the middle: if the wipe that opens the next one is left out,
    that one does not go on with it."""
    other = generator(name)
    first = Generation(core, other)
    reached = first.course()
    left = reached[len(reached) // 2].memory.state[:first.state_bytes]
    changed = Generator(other.name, other.symbol, bytes(reversed(other.seed)), other.streams, other.public, left,
                        other.height)
    campaign, outcomes = KeygenCampaign(core, changed), Outcomes()
    trace = campaign.traces(lambda number, _: number == 0)[0]
    wipe = core.machine.symbols["ksig_clear"]
    calls = [at - 1 for at, address in enumerate(trace) if address == wipe]
    campaign.attack_instructions(0, trace, calls, outcomes)
    assert outcomes.tried == len(calls) >= 1 and outcomes.counts[NOTHING] == outcomes.tried


def test_the_keys_are_the_librarys(core: Core) -> None:
    """What the campaign takes for right."""
    library = load()
    hashed = slh_dsa_sign.generate(library, "slh-dsa-sha2-128f", SEED).secret
    expected = (ml_dsa.public_key(library, "ml-dsa-44", SEED), KeyGenerator(library, 2, False).generate(SEED).secret,
                hashed)
    for name, key, seed in zip(NAMES, expected, (SEED, SEED, hashed[:48])):
        run = Generation(core, replace(generator(name), height=0, seed=seed))
        run.course()
        assert run.genuine == key


def test_a_fault_that_is_not_noticed_is_wrong(core: Core) -> None:
    """The judge can say so: a key of another seed is none of this one's."""
    campaign = KeygenCampaign(core, generator("ml_dsa_44"))
    run = campaign.run
    assert run.outcome() == RIGHT
    run.application = run.application._replace(taken=bytes(len(run.application.taken)))
    assert run.outcome() == WRONG


@pytest.mark.campaign
def test_tr_is_made_twice() -> None:
    """A signer with a seed alone makes the public key for tr: of another one, its signatures verify under nothing."""
    signer = signatures.ml_dsa_signer(44, "seed", "accepted")
    campaign = SignerCampaign(images.signer_core(signer.symbol), signer)
    last = max(number for number, reached in enumerate(campaign.reached)
               if reached.stage == MLDSA_PUBLIC and reached.call.function.endswith("_step"))
    outcomes = campaign.attack_functions(last, ("ksig_mldsa_absorb", "ksig_keccak_finish", "ksig_keccak_refill"))
    assert outcomes.tried > 40 and outcomes.counts[OTHER] == outcomes.counts[WRONG] == 0


def test_a_secret_is_no_node_of_a_path() -> None:
    """SLH-DSA: F of a leaf that is not revealed is left out. What would leave is the leaf's secret."""
    secret = slh_dsa_sign.generate(load(), "slh-dsa-sha2-128f", bytes(32)).secret
    signer = SlhSigner(image(), "sha2_128f", secret, b"", 1)
    signer.take()
    while signer.at()[0] != "PATH" or signer.at()[1] or signer.at()[3]:
        signer.step()
        signer.take()
    machine, saved = signer.machine, signer.machine.save()
    addresses = signer.addresses()
    genuine = signer.take()
    inside = [machine.place(address).startswith("secret_leaf") for address in addresses]
    calls = [at for at, (here, then) in enumerate(zip(inside, inside[1:])) if here and not then]
    call = max(addresses[at] for at in calls if machine.place(addresses[at + 1]).startswith("ksig_slhdsa_f"))
    machine.restore(saved)
    uc = machine.unicorn
    uc.ctl_flush_tb()
    hook = uc.hook_add(UC_HOOK_CODE, lambda *_: uc.reg_write(UC_ARM_REG_PC, (call + 2) | 1), begin=call, end=call)
    assert len(genuine) == 16 and signer.step() == verdicts.FAULT and signer.take() == b""
    uc.hook_del(hook)
