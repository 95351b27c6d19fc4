# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig advise and bench on the accepted rows that ship, and the times on a bus."""
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kilosig.cli.app import app
from kilosig.device.transfer import CAN, CAN_FD, iso_tp_frames, iso_tp_seconds, times
from kilosig.files.bench_rows import accepted_path, read_rows, scheme_of, settings
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.stateful import SETS
from support import runner

pytestmark = pytest.mark.library
CONFIG = Path(__file__).resolve().parents[2] / "include" / "kilosig"


def advise(*words: object, code: int = 0) -> dict[str, Any]:
    done = runner().invoke(app, ["advise", *map(str, words), "--json"])
    assert done.exit_code == code, done.output
    return dict(json.loads(done.stdout))


def test_readme_example() -> None:
    """The answer that was wrong: ML-DSA-44 fits 8 kB of RAM, 16 kB of flash and 200 ms, without pre-hash modes; drafts
    come after it. With --prehash it does not fit."""
    limits = ("--ram", "8k", "--flash", "16k", "--bus", "500k", "--max-time", "200ms")
    answer = advise(*limits)
    assert answer["recommended"]["standing"] == "standard" and answer["recommended"]["scheme"] == "ml-dsa-44"
    assert "KSIG_ENABLE_PREHASH 0" in answer["recommended"]["config"]
    order = [row["standing"] for row in answer["rows"] if row["fits"].startswith("yes")]
    assert order == sorted(order, key=["standard", "stateful", "draft", "superseded"].index) and "draft" in order
    assert not any(row["standing"] == "BROKEN" for row in answer["rows"])
    kept = advise(*limits, "--prehash", "--scheme", "ml-dsa-44", code=1)
    without = advise(*limits, "--scheme", "ml-dsa-44")
    flash = [{(row["variant"], row["opt"]): row["flash"] for row in rows["rows"]} for rows in (kept, without)]
    assert flash[0]["default", "O2"] - flash[1]["default", "O2"] > 8000
    # The image of variant `size` has no pre-hash modes.
    assert {row["variant"] for row in kept["rows"]} == {"default", "fast", "small"}
    roomy = advise("--prehash", "--scheme", "ml-dsa-44")["recommended"]
    assert "KSIG_ENABLE_PREHASH 0" not in roomy["config"]


def test_a_draft_is_never_preferred_silently() -> None:
    """Where nothing standardized fits, the sentence says so."""
    done = runner().invoke(app, ["advise", "--scheme", "haetae-2"])
    assert done.exit_code == 0 and "It is draft, no standard" in done.stdout
    done = runner().invoke(app, ["advise", "--scheme", "rainbow-1-classic"])
    assert "BROKEN" in done.stderr and "It is BROKEN" in done.stdout
    done = runner().invoke(app, ["advise", "--scheme", "lms-sha256-h10-w8"])
    assert "must never use a leaf twice" in done.stdout
    assert advise("--ram", "100", code=1)["rows"]


def test_standards() -> None:
    """What each admits, and why a row is out; a word that is no standard is refused."""
    def fitting(standard: str) -> set[str]:
        rows = advise("--standard", standard)["rows"]
        assert all(("standard: not in" in row["fits"]) != row["fits"].startswith("yes") for row in rows)
        return {row["scheme"].split("-h10")[0] for row in rows if row["fits"].startswith("yes")}

    assert fitting("cnsa-2.0") == {"ml-dsa-87", "lms-sha256", "lms-sha256-192", "lms-shake", "xmss-sha2-10-192",
                                   "xmss-sha2-10-256", "xmss-shake256-10-256"}
    assert fitting("kpqc") == {"haetae-2", "haetae-3", "haetae-5"}
    fips, all_ = fitting("fips"), fitting("research")
    assert {"ml-dsa-44", "slh-dsa-shake-256f", "hss-sha256", "xmssmt-sha2-20-2-256"} <= fips < all_
    assert all_ - fips == {"haetae-2", "haetae-3", "haetae-5", "fn-dsa-512", "fn-dsa-1024", "falcon-512-r3",
                           "falcon-1024-r3", "dilithium2-r3", "sphincs-sha256-128s-simple-r3",
                           "sphincs-sha256-128f-simple-r3",
                           *(f"slh-dsa-{h}-{n}-24" for h in ("sha2", "shake") for n in (128, 192, 256)),
                           "uov-1p-r3", "uov-1s-r3", *(f"uov-{name}-pkc-r3" for name in ("1p", "1s", "3", "5")),
                           *(f"mayo-{number}-r3" for number in (1, 2, 3, 5))}
    assert runner().invoke(app, ["advise", "--standard", "bsi"]).exit_code == 2


@pytest.mark.parametrize("op", ["verify", "sign", "keygen"])
def test_every_row_is_understood(op: str) -> None:
    """Scheme, parameter sets and settings of every accepted row; each setting exists in config.h or schemes.def."""
    known = "".join(path.read_text() for path in (CONFIG / "config.h", CONFIG / "schemes.def",
                                                  *(CONFIG.parents[1] / "research/include/kilosig").iterdir()))
    rows = [row for row in read_rows() if row.op == op]
    assert rows
    for row in rows:
        scheme, sets = scheme_of(row)
        assert scheme.name in SCHEMES and all(name in SETS[scheme.name] for name in sets)
        for setting in settings(row):
            name, value = setting.split()
            assert name in known or re.search(name.replace("KSIG_ENABLE_", r"[_ ,]") + r"\b", known), setting
            assert value in ("0", "1") or value in known
        assert row.flash is not None and 0 <= row.flash_idle < row.flash and row.ram
        assert row.cycles is None or row.cycles_max is None or row.cycles <= row.cycles_max
    advise("--op", op, "--core", "cortex-m4", "--bus", "500k", "--framing", "can-fd")


def test_rows_of_both_kinds_agree(tmp_path: Path) -> None:
    """A row as measured and as accepted give the same advice."""
    row = {"scheme": "ml-dsa-44", "op": "verify", "core": "cortex-m3", "variant": "default", "opt": "O2", "state": 4384,
           "stack": 328, "static": 0, "resident": 0, "stack_static": 400, "flash": 5000, "flash_hash": 1700,
           "flash_runtime": 40, "flash_hash_idle": 700, "instructions": 1500000, "hash_share": 0.6, "hash_calls": {},
           "cycles": {"min": 1, "mean": 2000000, "max": 2400000}, "cycles_ldrst0": None, "hash_floor": 1100000,
           "floor_ratio": 1.82, "runs": 4, "compiler": "gcc"}
    accepted = {"scheme": "ml-dsa-44", "op": "verify", "core": "cortex-m3", "variant": "default", "opt": "O2",
                "compiler": "gcc", "bound": 4784, "ram": 4712, "stack_static": 400, "flash": 6740, "flash_idle": 700,
                "instructions": 1500000, "cycles": 2000000, "cycles_max": 2400000, "hash_floor": 1100000}
    for name, content in (("measured", row), ("accepted", accepted)):
        (tmp_path / name).write_text(json.dumps([content]))
    answers = [advise("--rows", tmp_path / name, "--ram", "4784", "--flash", "6040")
               for name in ("measured", "accepted")]
    assert answers[0] == answers[1] and answers[0]["rows"][0]["ram"] == 4784
    advise("--rows", tmp_path / "accepted", "--ram", "4783", code=1)
    assert accepted_path().is_file() and len(read_rows()) > 500


def test_can_frames() -> None:
    """Counted by hand. CAN: 8 bytes of data are 111 bits, 135 with the most stuff bits."""
    assert CAN.frame_seconds(1.0) == (111, 135)
    # 7 bytes fit into one frame of CAN, 62 into one of CAN FD; else first frame, flow control, consecutive frames.
    assert [iso_tp_frames(n, 8) for n in (1, 7, 8, 13, 14, 4095)] == [1, 1, 3, 3, 4, 2 + 585]
    assert [iso_tp_frames(n, 64) for n in (62, 63, 125, 126, 4095)] == [1, 3, 3, 4, 2 + 65]
    assert iso_tp_frames(4096, 8) == iso_tp_frames(4095, 8) + 1 and iso_tp_frames(0, 8) == 0
    least, most = iso_tp_seconds(3765, CAN, 500_000)
    assert least == pytest.approx((2 + 537) * 111 / 500_000) and most == pytest.approx((2 + 537) * 135 / 500_000)
    # 64 bytes: 30 bits at the nominal rate, 5 + 512 + 25 + 7 at the data rate.
    assert CAN_FD.frame_seconds(500_000)[0] == pytest.approx(30 / 500_000 + 549 / 2_000_000)
    ms = times(3765)
    assert ms["can_payload"] == 60.24
    assert 1.9 < ms["can_iso_tp_least"] / 60.24 < ms["can_iso_tp_most"] / 60.24 < 2.5
