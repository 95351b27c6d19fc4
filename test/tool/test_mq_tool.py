# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tool and the board with the broken schemes: they work, and say what they are."""
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kilosig.cli.app import app
from kilosig.device.emulator import Emulator
from kilosig.device.link import Inputs, Link, verdict_of
from kilosig.library import verdicts
from kilosig.library.catalog import SCHEMES
from support import VECTORS, broken_example, runner

RAINBOW, GEMSS = "rainbow-1-classic", "gemss-128"
WARNING = "is BROKEN: research only"


def run(*arguments: object) -> Any:
    return runner().invoke(app, [str(argument) for argument in arguments])


def good(*arguments: object) -> Any:
    """The result of a command that succeeds and warns."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output + result.stderr
    assert WARNING in result.stderr
    return result


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """private, public, message and signature by the tool."""
    folder = tmp_path_factory.mktemp("rainbow")
    (folder / "message").write_bytes(b"a message of thirty-three bytes..")
    good("keygen", "--scheme", RAINBOW, "--private", folder / "private", "--public", folder / "public",
         "--seed", "07" * 32)
    good("sign", "--private", folder / "private", "--message", folder / "message", "--signature", folder / "signature")
    return folder


def verify(files: Path, *more: object, command: str = "verify") -> list[object]:
    return [command, "--scheme", RAINBOW, "--key", files / "public", "--message", files / "message", "--signature",
            files / "signature", *more]


def test_keygen_sign_verify(files: Path, tmp_path: Path) -> None:
    """By file; a seed makes the same key again; mistakes in one sentence."""
    assert "accepted" in good(*verify(files)).output
    assert (files / "private").stat().st_mode & 0o077 == 0
    good("keygen", "--scheme", RAINBOW, "--private", tmp_path / "k", "--public", tmp_path / "p", "--seed", "07" * 32)
    assert (tmp_path / "p").read_bytes() == (files / "public").read_bytes()
    (tmp_path / "other").write_bytes(b"another message")
    rejected = run("verify", "--scheme", RAINBOW, "--key", files / "public", "--message", tmp_path / "other",
                   "--signature", files / "signature")
    assert rejected.exit_code == 1 and WARNING in rejected.stderr
    sign = ["sign", "--message", files / "message", "--signature", tmp_path / "s"]
    for more, words in ((["--context", "x"], "no context"), (["--scheme", "haetae-2"], f"--scheme {RAINBOW}")):
        result = run(*sign, "--private", files / "private", *more)
        assert result.exit_code == 2 and words in result.stderr
    assert run(*sign, "--private", files / "public").exit_code == 2
    assert run("keygen", "--scheme", GEMSS, "--private", tmp_path / "g", "--public", tmp_path / "h").exit_code == 2


def test_plan_and_schemes() -> None:
    """The order of wants, with GeMSS's four passes; variant fast streams about 2.5 keys."""
    assert "161,600" in good("plan", RAINBOW).output
    assert good("plan", GEMSS).output.count("352,188") >= 4
    total = int(good("plan", GEMSS, "--variant", "fast").output.split(" bytes:")[0].split()[-1].replace(",", ""))
    assert 2.2 * 352188 < total < 2.8 * 352188
    listed = run("schemes").output
    assert listed.count("BROKEN") == 2 and re.search(f"{GEMSS} +BROKEN ", listed)


def test_advise(tmp_path: Path) -> None:
    """Transfers are counted with all passes."""
    row = {"scheme": GEMSS, "op": "verify", "core": "cortex-m3", "variant": "default", "opt": "O2", "state": 512,
           "stack": 300, "static": 0, "resident": 0, "flash": 3000, "flash_hash": 4000, "instructions": 1,
           "cycles": {"min": 1, "mean": 1, "max": 1}, "cycles_ldrst0": {"min": 1, "mean": 1, "max": 1},
           "hash_share": 0.9, "hash_calls": {"sha256": 1}, "hash_floor": 1, "floor_ratio": 1.0, "runs": 1}
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([row]))
    result = good("advise", "--rows", path, "--ram", "8k", "--bus", "500k")
    assert "22541 ms" in result.output


def test_check_vectors() -> None:
    """The tool's own command on a vector file."""
    result = good("check-vectors", VECTORS / "rainbowI-classic.json", "--chunk", "random")
    assert result.output.strip().endswith("35 passed, 0 failed")


@pytest.mark.board
def test_send(files: Path) -> None:
    """A key of 161,600 bytes through a board with 8 kB; a changed one is refused. The usual image has no such
    scheme."""
    assert "accepted" in good(*verify(files, "--board", "stm32vldiscovery", command="send")).output


@pytest.mark.board
@pytest.mark.full
@pytest.mark.parametrize("name, variant", [(RAINBOW, "default"), (GEMSS, "fast")])
def test_board(name: str, variant: str) -> None:
    """Verdicts and RAM on 8 kB; the last byte of Rainbow's key decides."""
    vector = broken_example(name)
    assert vector.key is not None
    anchor = SCHEMES[name].anchor(vector.key)
    limit = {RAINBOW: 900, GEMSS: 2400}[name]
    with Emulator("stm32vldiscovery", variant, research=True) as emulator:
        link = Link(emulator.connect())
        link.hello()
        results = []
        keys = [vector.key, vector.key[:-1] + bytes([vector.key[-1] ^ 0x80])]
        for key in keys if name == RAINBOW else keys[:1]:  # GeMSS takes the better part of a minute
            inputs = Inputs(key, vector.message, vector.signature)
            result = verdict_of(link.stream(link.verify(len(results) + 1, inputs, name, anchor), inputs))
            assert result.state + result.stack <= limit and result.peak <= result.ram == 8192
            results.append(result.verdict)
        assert results == [verdicts.ACCEPT, verdicts.KEY][:len(results)]
