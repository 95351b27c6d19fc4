# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page "Which scheme": the accepted rows with everything that `kilosig advise` counts with. Nothing is typed: the
tool's own functions make it. The page's rules (static/js/advisor-rules.js) are compared with the tool by a test."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from kilosig_site.pages import page, script, source, write

from kilosig.cli.bench import FRAMINGS, MESSAGE_BYTES, STANDINGS, payload_bytes, standing
from kilosig.device.transfer import CAN, CAN_FD, iso_tp_frames
from kilosig.files.bench_rows import Row, read_rows, scheme_of, settings
from kilosig.files.standards import NAMES, STANDARDS, admits

SCRIPTS = ("data/advice.js", "js/advisor-rules.js", "js/plot.js", "js/advisor.js")
ORDER = {"cortex-m3": 0, "cortex-m4": 1, "cortex-m0": 2, "rv32imac": 3}


def frame(bus: Any) -> dict[str, float]:
    """Seconds of a frame, most stuff bits: nominal bits divided by the rate, plus what does not depend on it."""
    slow, fast = bus.frame_seconds(1.0)[1], bus.frame_seconds(1e30)[1]
    return {"bits": round(slow - fast), "seconds": fast}


def entry(row: Row) -> dict[str, Any]:
    """A row as the rules want it. settings: without and with the hashes of pre-hash modes."""
    scheme, sets = scheme_of(row)
    count = payload_bytes(scheme.name, sets, row.variant, row.op)
    return {"scheme": row.scheme, "op": row.op, "core": row.core, "variant": row.variant, "opt": row.opt,
            "standing": standing(row), "ram": row.bound or row.ram, "flash": row.flash, "idle": row.flash_idle,
            "cycles": row.cycles_max, "floor": row.hash_floor if row.cycles is not None else None, "bytes": count,
            "frames": {"can": iso_tp_frames(count, CAN.data_bytes), "can-fd": iso_tp_frames(count, CAN_FD.data_bytes)},
            "allowed": [name for name in STANDARDS if admits(name, row)],
            "settings": [settings(row), settings(row, True)]}


def data() -> dict[str, Any]:
    """Of the page."""
    rows = read_rows()
    cores: list[str] = sorted({row.core for row in rows}, key=lambda core: ORDER.get(core, len(ORDER)))
    return {"message": MESSAGE_BYTES, "standings": STANDINGS, "framings": FRAMINGS, "standards": NAMES, "cores": cores,
            "frames": {"can": frame(CAN), "can-fd": frame(CAN_FD)}, "rows": [entry(row) for row in rows]}


def make(output: Path) -> None:
    """Writes the page and its data."""
    script(output / "data" / "advice.js", ".advice", data())
    write(output / "advisor.html", page("Which scheme: kilosig", "Which post-quantum signature fits a device with so "
                                        "much RAM, flash and time.", source("advisor.html"), "advisor.html", SCRIPTS))
