# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images for the Raspberry Pi Pico: the UF2 file, and what it prints in an emulator of the RP2040, rp2040js."""
from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.board

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "build/cortex-m0/bench"
RUNNER = ROOT / "test/bench/pico/run.mjs"
IMAGE = "pico-ml-dsa-44-verify-default-O2"
CLOCK = 133_000_000
# Of the emulator's count, which has been made from the same manual, from the plugin's.
DEVIATION = 0.005


def emulated(image: str) -> str:
    """What an image prints. Skips without the image, node or the emulator."""
    if not (IMAGES / f"{image}.uf2").exists():
        pytest.skip(f"{image} is not built")
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    if not (ROOT / "build/rp2040/node_modules/rp2040js").exists():
        pytest.skip("rp2040js is not installed: scripts/setup.sh test")
    done = subprocess.run(["node", RUNNER, IMAGES / f"{image}.uf2"], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def log() -> str:
    return emulated(IMAGE)


def test_format() -> None:
    """Every field of a block, and a last block that is filled up."""
    spec = importlib.util.spec_from_file_location("uf2", ROOT / "bench/uf2.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    data = bytes(range(256)) + b"rest"
    blocks = module.uf2(data, 0x20000000, "rp2040")
    assert len(blocks) == 2 * 512
    for number, payload in enumerate((data[:256], b"rest" + bytes(252))):
        block = blocks[512 * number:512 * (number + 1)]
        words = [int.from_bytes(block[at:at + 4], "little") for at in range(0, 32, 4)]
        assert words == [0x0A324655, 0x9E5D5157, 0x2000, 0x20000000 + 256 * number, 256, number, 2, 0xE48BFF56]
        assert block[32:288] == payload and block[288:508] == bytes(220)
        assert block[508:] == bytes.fromhex("306fb10a")


def test_runs(log: str) -> None:
    """Right verdicts at the clock, baud rate and pin that the README says."""
    lines = log.splitlines()
    assert lines[0] == "board pico" and lines[-3:-1] == ["right", "exit 0"]
    assert f"hz 0x{CLOCK:08x}" in lines and f"image {IMAGE}" in lines
    assert len(re.findall(r"^cycles 0x[0-9a-f]{8}$", log, re.M)) == 8
    settings = re.fullmatch(r"emulated: (\d+) Hz, (\d+) baud, GP0 function 2, (\d+) cycles", lines[-1])
    assert settings and int(settings[1]) == CLOCK
    assert abs(int(settings[2]) / 115200 - 1) < 0.01


def test_cycles_are_modelled_ones(log: str, tmp_path: Path) -> None:
    """The counter of the image agrees with the model of the plugin, whoever is wrong about a real RP2040."""
    rows = tmp_path / "rows.json"
    wanted = "--core cortex-m0 --opt O2 --op verify --scheme ml-dsa-44 --variant default".split()
    done = subprocess.run([sys.executable, ROOT / "bench/run.py", *wanted, "--output", rows], capture_output=True,
                          text=True, timeout=600)
    if "plugin interface" in done.stdout + done.stderr:
        pytest.skip("this QEMU has another plugin interface")
    assert done.returncode == 0, done.stdout + done.stderr
    row = json.loads(rows.read_text())[0]
    cycles = [int(value, 16) for value in re.findall(r"^cycles (0x\w+)$", log, re.M)]
    assert sum(cycles) / len(cycles) == pytest.approx(row["cycles"]["mean"], rel=DEVIATION)
    painted = [int(value, 16) for value in re.findall(r"^painted \w+ (0x\w+)$", log, re.M)]
    assert max(painted) == row["stack_painted"]
