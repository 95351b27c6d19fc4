# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What firmware/boot starts: trials, confirmation, taking back, rescue, rollbacks; and power cuts at every write."""
from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from boot_device import ROOT, SIGNS_DIGEST, Anchor, Device, Rule
from boot_images import LMS_SET, cut_files, lms_image
from test_boot_images import CHANGES

from kilosig.schemes.stateful_material import LmsPair
from planted import Edit, Spot, before, planted, replaced
from sampling import FULL

PAIR = LmsPair(LMS_SET, b"slots", 1)
CUTS = ROOT / "build/host/boot/boot_cuts"
LEAST_CUTS = 100_000
THIN = 8


def image(version: str, counter: int, slot: int = 0, in_place: bool = False, length: int = 3000) -> bytes:
    run = (0x1000, 0xA000)[slot]
    return lms_image(PAIR, length, version, counter, counter, run, run if in_place else None).encode()


@pytest.fixture(params=[False, True], ids=["exchange", "in place"])
def device(request: pytest.FixtureRequest) -> Device:
    """Runs 1.0 with counter 5."""
    made = Device([Rule("lms", [Anchor(PAIR.key)], SIGNS_DIGEST)])
    made.layout(request.param)
    made.in_place = request.param
    made.put(0, image("1.0", 5, 0, request.param))
    assert made.boot() == "1.0" and made.memory.counter == 5
    return made


def bring(device: Device, version: str, counter: int, length: int = 3000) -> None:
    """The application writes an image into the slot for updates."""
    slot = device.slots.index(device.update_slot())
    device.put(slot, image(version, counter, slot, device.in_place, length))


def test_trial(device: Device) -> None:
    """Nothing happens unasked; the new image is on trial, confirms itself, and stays; then the counter counts."""
    bring(device, "1.1", 6)
    assert device.boot() == "1.0"
    assert device.ask() and device.boot() == "1.1"
    assert device.memory.counter == 5 and device.update_slot() == 0 and not device.ask()
    assert device.confirm()
    for _ in range(3):
        assert device.boot() == "1.1"
    assert device.memory.counter == 6 and device.memory.rejected == 0


def test_taken_back(device: Device) -> None:
    """Without confirmation the next boot takes it back, and it can be brought again. What is longer or shorter comes
    back whole."""
    for length in (3000, 200, 20000):
        bring(device, "1.1", 6, length)
        assert device.ask() and device.boot() == "1.1"
        for _ in range(3):
            assert device.boot() == "1.0"
        assert device.memory.counter == 5 and device.update_slot() != 0
    bring(device, "1.2", 5)
    assert device.ask() and device.boot() == "1.2" and device.confirm() and device.boot() == "1.2"


def test_for_good(device: Device) -> None:
    """Without trial; the counter counts at once."""
    bring(device, "1.1", 6)
    assert device.ask(for_good=True) and device.boot() == device.boot() == "1.1"
    assert device.memory.counter == 6


def test_refused(device: Device) -> None:
    """What is not good is never started, the reason is kept until another image is installed, and a new request is
    possible."""
    bring(device, "1.1", 4)
    assert device.ask() and device.boot() == "1.0"
    assert (device.memory.rejected, device.memory.rejected_version.minor) == (12, 1)
    slot = device.slots.index(device.update_slot())
    data = bytearray(image("1.2", 6, slot, device.in_place))
    data[100] ^= 1
    device.put(slot, bytes(data))
    assert device.ask() and device.boot() == device.boot() == "1.0"
    assert (device.memory.rejected, device.memory.rejected_version.minor) == (14, 2)
    bring(device, "1.3", 6)
    assert device.ask() and device.boot() == "1.3" and device.memory.rejected == 0


def test_hostile_images(device: Device) -> None:
    """Every change that test_structure knows, in the slot for updates: a reason, and the old image runs on."""
    slot = device.slots.index(device.update_slot())
    good = image("1.1", 6, slot, device.in_place, 300)
    tried = 0
    for changes in CHANGES.values():
        for change in changes:
            data = bytearray(good)
            change(data)
            device.put(slot, bytes(data))
            assert device.ask() and device.boot() == "1.0" and device.memory.rejected != 0, tried
            tried += 1
    assert tried > 90
    device.put(slot, good)
    assert device.ask() and device.boot() == "1.1"


def test_an_unasked_request_for_good_is_not_kept(device: Device) -> None:
    """A request for good that was cut before its last mark does not turn a later trial into one for good."""
    bring(device, "1.1", 6)
    device.boot()
    page = 0x800 if device.memory.sequence % 2 else 0xC00
    assert device.flash[page + 4:page + 8] == device.memory.sequence.to_bytes(4, "little")
    device.flash[page + 64 + 4:page + 64 + 8] = bytes(4)
    assert device.ask() and device.boot() == "1.1" and device.boot() == "1.0"


def test_rescue(device: Device) -> None:
    """A damaged image is replaced by the other one, if that is good and no rollback."""
    bring(device, "1.1", 6)
    assert device.ask() and device.boot() == "1.1" and device.confirm() and device.boot() == "1.1"
    active = 1 if device.in_place else 0
    device.flash[device.slots[active] + 40:device.slots[active] + 44] = bytes(4)
    assert device.boot() is None  # 1.0 would be a rollback
    bring(device, "1.2", 6)
    assert device.boot() == device.boot() == "1.2"


def test_damaged_on_trial(device: Device) -> None:
    """An image on trial that does not verify any more is taken back, confirmed or not."""
    bring(device, "1.1", 6)
    assert device.ask() and device.boot() == "1.1" and device.confirm()
    active = 1 if device.in_place else 0
    device.flash[device.slots[active] + 40:device.slots[active] + 44] = bytes(4)
    assert device.boot() == device.boot() == "1.0"


def test_a_request_with_the_confirmation(device: Device) -> None:
    """An application that confirms itself and asks for the next image in one life."""
    bring(device, "1.1", 6)
    assert device.ask() and device.boot() == "1.1" and device.confirm()
    slot = device.slots.index(device.update_slot())
    device.put(slot, image("1.2", 7, slot, device.in_place))
    assert device.ask() and device.boot() == "1.2" and device.memory.counter == 6
    assert device.boot() == "1.1"


def test_memory_that_is_nonsense(device: Device) -> None:
    """A header with a right sum and impossible values counts as none; random pages neither crash nor start anything
    but what verifies."""
    for seed in range(64):
        device.flash[0x800:0x1000] = os.urandom(0x800) if seed else bytes(0x800)
        assert device.boot() == "1.0"


# ---- What fails ----------------------------------------------------------------------------------------------------

PAGES = (0x800, 0xC00)  # that remember
RECORD = 20  # bytes; each lies twice in its page
FAILS_TO_ERASE, FAILS_TO_WRITE, FAILS_SILENTLY = 1, 2, 4
LOST, IDLE, TRIAL, ALONE = 0, 1, 2, 5
BAD_FLASH = 1


@pytest.mark.parametrize("how", [FAILS_TO_ERASE, FAILS_TO_WRITE, FAILS_TO_ERASE | FAILS_TO_WRITE])
@pytest.mark.parametrize("silently", [0, FAILS_SILENTLY])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_fails(device: Device, page: int, how: int, silently: int) -> None:
    """Whichever page that remembers fails, and whatever is asked for: an image starts, in every boot."""
    device.c.flash_fail(page, how | silently, 0)
    for counter in (4, 6):
        bring(device, "1.1", counter)
        device.ask()
        for _ in range(3):
            assert device.boot() in (("1.0",) if counter == 4 else ("1.0", "1.1"))
    if device.memory.kind == TRIAL:
        assert device.confirm() and device.boot() == device.boot() == "1.1"


def test_an_update_that_cannot_be_recorded(device: Device) -> None:
    """The reason says so."""
    device.c.flash_fail(PAGES[1], FAILS_TO_ERASE, 0)
    bring(device, "1.1", 6)
    assert device.ask() and device.boot() == "1.0" and device.memory.rejected == BAD_FLASH


def test_the_page_for_the_exchange_fails() -> None:
    """Then nothing has moved: the image before runs, and another update is possible."""
    made = Device([Rule("lms", [Anchor(PAIR.key)], SIGNS_DIGEST)])
    made.layout()
    made.in_place = False
    made.put(0, image("1.0", 5))
    assert made.boot() == "1.0"
    bring(made, "1.1", 6)
    pages = -(-len(image("1.1", 6)) // 1024)
    made.c.flash_fail(made.slots[0] + pages * 1024, FAILS_TO_WRITE, 0)
    assert made.ask() and made.boot() == made.boot() == "1.0"
    assert made.memory.rejected == BAD_FLASH and made.update_slot() == made.slots[1]


def test_requests_erase_nothing(device: Device) -> None:
    """Not when they are repeated, and not when they are refused, however often: then the last one stays, and a good
    image is still installed."""
    erases, sequence = device.c.flash_erases, device.memory.sequence
    for _ in range(100):
        assert device.ask(True) and device.ask(False)
    for i in range(30):
        bring(device, "1.1", 4)
        assert device.ask(bool(i % 2)) and device.boot() == "1.0"
    assert (device.c.flash_erases, device.memory.sequence) == (erases, sequence)
    assert (device.memory.rejected, device.memory.rejected_version.minor) == (12, 1)
    bring(device, "1.2", 6)
    assert device.ask() and device.boot() == "1.2" and device.confirm() and device.boot() == "1.2"
    assert device.memory.rejected == 0


def test_one_changed_bit_loses_no_record(device: Device) -> None:
    """Each of both pages' records and of their first mark, in either copy."""
    before, counter = bytes(device.flash[0x800:0x1000]), device.memory.counter
    for byte in (*range(2 * RECORD), *range(60, 64)):
        for bit in (1, 0x80):
            for page in PAGES:
                device.flash[page + byte:page + byte + 1] = bytes([device.flash[page + byte][0] ^ bit])
            assert (device.memory.counter, device.memory.kind) == (counter, IDLE), (byte, bit)
            device.flash[0x800:0x1000] = before


def test_lost_is_not_never_written(device: Device) -> None:
    """Erased pages are those of a new device. Others without a record keep the slot for updates closed, until the boot
    loader has made a record with the counter of the image that runs: none that is older comes in."""
    device.flash[0x800:0x1000] = b"\xff" * 0x800
    assert (device.memory.kind, device.memory.counter) == (IDLE, 0) and device.update_slot() != 0
    for seed in range(8):
        device.flash[0x800:0x1000] = os.urandom(0x800) if seed else bytes(0x800)
        assert (device.memory.kind, device.memory.counter) == (LOST, 0)
        assert device.update_slot() == 0 and not device.ask() and not device.confirm()
        assert device.boot() == "1.0"
        assert (device.memory.kind, device.memory.counter) == (IDLE, 5)
        bring(device, "0.9", 4)
        assert device.ask(True) and device.boot() == "1.0" and device.memory.rejected == 12


def test_lost_after_the_request(device: Device) -> None:
    """A record without a counter, as an application might write it that finds none: what runs counts."""
    device.flash[0x800:0x1000] = b"\xff" * 0x800
    bring(device, "0.9", 4)
    assert device.ask(True) and device.memory.counter == 0
    assert device.boot() == "1.0" and device.memory.rejected == 12


def test_lost_in_place() -> None:
    """Either slot may have run: the one with the greater counter did. Also where the record cannot be written again."""
    for failing in (False, True):
        made = Device([Rule("lms", [Anchor(PAIR.key)], SIGNS_DIGEST)])
        made.layout(True)
        made.put(0, image("1.0", 5, 0, True))
        made.put(1, image("1.1", 6, 1, True))
        made.flash[0x800:0x1000] = bytes(0x800)
        if failing:
            made.c.flash_fail(PAGES[0], FAILS_TO_ERASE, 0)
            made.flash[PAGES[1]:PAGES[1] + 0x400] = b"\xff" * 0x400
            made.c.flash_stick(PAGES[1] + 60, 0xFF, 0xFF, 0)
            made.c.flash_stick(PAGES[1], 0xFF, 0, 0)
        assert made.boot() == made.boot() == "1.1"


def test_a_record_never_lowers_the_counter(device: Device) -> None:
    """Whatever the boot loader asks for by a fault."""
    assert device.c.simulated_remember(IDLE, 3) == 0 and device.memory.counter == 5
    assert device.c.simulated_remember(IDLE, 7) == 0 and device.memory.counter == 7


def test_rescued_by_an_image_that_failed_its_trial(device: Device) -> None:
    """It runs, on trial again, for want of a better one; but it has no say in the counter: the good one comes back."""
    bring(device, "1.1", 9)
    assert device.ask() and device.boot() == "1.1" and device.boot() == "1.0"
    device.flash[device.slots[0] + 0x400:device.slots[0] + 0x404] = bytes(4)
    assert device.boot() == "1.1" and device.memory.kind == TRIAL
    assert device.boot() == device.boot() == "1.1"
    assert (device.memory.kind, device.memory.counter) == (ALONE, 5) and not device.confirm()
    bring(device, "1.0", 5)
    assert device.ask(True) and device.boot() == "1.0" and device.memory.counter == 5


def test_what_is_watched(device: Device) -> None:
    """An image on trial is, by the watchdog; one that is the rule is not."""
    watched = device.c.flash_watched
    assert device.boot() == "1.0" and device.c.flash_watched == watched
    bring(device, "1.1", 6)
    assert device.ask() and device.boot() == "1.1" and device.c.flash_watched == watched + 1
    assert device.confirm() and device.boot() == "1.1" and device.c.flash_watched == watched + 1


def test_a_confirmation_without_a_trial(device: Device) -> None:
    """Is refused; of one on trial it may be repeated."""
    assert not device.confirm()
    bring(device, "1.1", 6)
    assert device.ask() and not device.confirm() and device.boot() == "1.1"
    assert device.confirm() and device.confirm() and device.boot() == "1.1" and not device.confirm()


def run_cuts(program: Path, folder: Path, runs: str) -> list[str]:
    """Output lines of both modes; a mode that found something wrong has its status in front. runs: as in cuts.c."""
    key, *files = cut_files(folder)
    lines = []
    for more in ([], ["in-place", *files[4:]]):
        done = subprocess.run([program, key, *files[:4], runs, *more], stdout=subprocess.PIPE, text=True)
        lines.append(f"{done.returncode} {done.stdout.strip()}")
    return lines


def test_power_cuts(tmp_path: Path) -> None:
    """At writes and erases of six updates, then twice: at all that the device remembers by, and one in THIN of the
    words of images that move. `make boot-cuts` takes every one, does more and records it."""
    doubles = int(os.environ.get("KSIG_BOOT_CUTS", "1000"))
    whole = FULL or "KSIG_BOOT_CUTS" in os.environ
    lines = run_cuts(CUTS, tmp_path, str(doubles) if whole else f"{doubles}/{THIN}")
    count = 0
    for line in lines:
        assert line.startswith("0 "), line
        found = re.search(r"(\d+) single cuts .* (\d+) double cuts", line)
        assert found and int(found[1]) > 200 and int(found[2]) == doubles
        count += int(found[1]) + 2 * int(found[2])
    if "KSIG_BOOT_CUTS" in os.environ:
        results = ROOT / "build/results"
        results.mkdir(parents=True, exist_ok=True)
        text = "\n".join([*(line[2:] for line in lines), f"{count:,} power cuts in all\n"])
        (results / "boot-cuts.txt").write_text(text)
        assert count >= LEAST_CUTS


# Files: what is edited in each.
MISTAKES: dict[str, dict[str, tuple[Edit, ...]]] = {
    "a mark before what it says": {"slots.c": (
        before(Spot("exchange", "value", "failed"),
               "(void)ksig_boot_mark(boot->layout, boot->index, KSIG_BOOT_FIXED_MARKS + step);"),)},
    "nothing is started that cannot be recorded": {"slots.c": (
        replaced(Spot("ksig_boot_choose", "operation", "START", which=0), "0"),)},
    "what a lost record lowers": {"slots.c": (replaced(Spot("lost_turn", "operation", "raise_counter"), "0"),)},
    "the page that counts is erased": {"memory.c": (
        replaced(Spot("ksig_boot_remember", "value", "other"), "*index == 1"),)},
    "nothing is verified": {"slots.c": (replaced(Spot("verify", "return"), "1"),)},
    "a header without its sum": {"memory.c": (replaced(Spot("load", "operation", "crc_of"), "1"),)},
    # Counters are compared in places of which each suffices.
    "every rollback": {"verify.c": (replaced(Spot("check_image", "operation", "counter"), "0"),),
                       "slots.c": (replaced(Spot("is_another", "operation", "counter", which=0), "0"),
                                   replaced(Spot("is_another", "operation", "counter", which=1), "0"))},
}
LONG = ("the page that counts is erased", "every rollback",
        "a header without its sum", "nothing is started that cannot be recorded", "what a lost record lowers")


@pytest.mark.parametrize("mistake", [pytest.param(mistake, marks=[pytest.mark.full] * (mistake in LONG))
                                     for mistake in MISTAKES])
def test_cuts_find_mistakes(mistake: str, tmp_path: Path) -> None:
    """The same program finds each of these in a boot loader that has it."""
    boot = ROOT / "firmware/boot"
    for source in ("image.c", "verify.c", "memory.c", "slots.c"):
        (tmp_path / source).write_text(planted(boot / source, *MISTAKES[mistake].get(source, ())))
    sources = [tmp_path / source for source in ("image.c", "verify.c", "memory.c", "slots.c")]
    subprocess.run(["gcc", "-std=c99", "-O1", "-w", "-I", boot, "-I", ROOT / "include", "-I", ROOT / "src", "-I",
                    ROOT / "test/boot", *sources, ROOT / "test/boot/flash.c", ROOT / "test/boot/cuts.c",
                    ROOT / "build/host/lib/libkilosig.a", "-o", tmp_path / "cuts"], check=True)
    lines = run_cuts(tmp_path / "cuts", tmp_path, "7000" if mistake in LONG else f"200/{THIN}")
    assert any(not line.startswith("0 ") for line in lines)
