# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The boot loader with one instruction left out starts nothing that must not be: a sample of `make boot-skips`."""
from __future__ import annotations

from pathlib import Path

import pytest
import skips

from kilosig.device.emulator import build_directory
from sampling import FULL

pytest.importorskip("unicorn")
pytestmark = pytest.mark.board
SIGNERS = skips.Signers()
# Of the addresses outside hashes and transforms, one in so many: attacks that reach a signature take long.
THIN = {"forged image in the primary slot": 40, "forged image in the second slot": 40, "ML-DSA-44 missing": 40,
        "older security counter in the second slot": 25, "another product in the second slot": 25,
        "LMS missing": 10, "ML-DSA-44 forged": 400, "composite, its classical half forged": 40,
        "composite, its ML-DSA-44 half forged": 400, "composite of the image before": 40}
USUAL_THIN = 10
DECIDE = ("main", "verify", "ksig_boot_accepted")
FEW = 100  # what is thinner has too few instructions to leave out more of them; of the others `make test` takes half


@pytest.fixture(autouse=True)
def _built() -> None:
    for policy in ("lms", "hybrid", skips.COMPOSITE):
        if not (build_directory() / f"cortex-m3/firmware/boot-{skips.BOARD}-{policy}.elf").is_file():
            pytest.skip("run scripts/build.sh cortex-m3:firmware")


@pytest.mark.campaign
@pytest.mark.parametrize("attack", skips.attacks(SIGNERS), ids=lambda attack: attack.name)
def test_nothing_unverified_is_started(attack: skips.Attack, tmp_path: Path) -> None:
    device = skips.Device(attack.policy, SIGNERS, tmp_path)
    thin = THIN.get(attack.name, USUAL_THIN)
    found = device.campaign(attack, thin if FULL or thin > FEW else 2 * thin)
    assert found.tried > 10 and not found.started, found.started


@pytest.mark.campaign
@pytest.mark.parametrize("name", [
    "older security counter in the primary slot", "forged image in the second slot",
    pytest.param("forged image in the primary slot", marks=pytest.mark.full)])
def test_every_skip_where_it_is_decided(name: str, tmp_path: Path) -> None:
    """What follows a verification, and main: no sample would miss a check that is made twice and was removed once."""
    attack = next(attack for attack in skips.attacks(SIGNERS) if attack.name == name)
    found = skips.Device(attack.policy, SIGNERS, tmp_path).campaign(attack, functions=DECIDE)
    assert found.tried > 100 and not found.started, found.started


def test_a_start_is_seen(tmp_path: Path) -> None:
    """A genuine image is started; were it one that must not be, the campaign would say so."""
    genuine = SIGNERS.image(1, 5, ("lms",))
    device = skips.Device("lms", SIGNERS, tmp_path)
    assert device.trace(skips.Attack("genuine", "lms", genuine, good=(genuine,)))
    with pytest.raises(AssertionError, match="without any fault"):
        device.trace(skips.Attack("not to be started", "lms", genuine))
