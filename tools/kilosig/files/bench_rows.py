# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The rows that `make bench` measures (docs/measuring.md), the accepted ones that ship, and what follows from them for
a device."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kilosig.errors import UserError, remedy
from kilosig.library.catalog import Scheme, is_research, scheme_by_name

IDENTITY = ("scheme", "op", "core", "variant", "opt")
MEASURED = {"state", "stack", "static", "resident", "flash", "flash_hash", "instructions", "cycles", "cycles_ldrst0",
            "hash_share", "hash_calls", "hash_floor", "floor_ratio", "runs"}

# Whose variant a row is about, by the beginning of the scheme's switch; else ML-DSA.
VARIANT_OF = {"HAETAE": "HAETAE_SIGN", "GEMSS": "GEMSS_128"}
# Switches that several sets share, by the beginning of the set's own name.
SHARED_SWITCHES = ("FALCON_512", "FALCON_1024", "UOV", "MAYO")
# Suffixes of rows about one form of the secret key.
KEY_FORMS = ("-compact", "-expanded", "-public")


@dataclass(frozen=True)
class Row:
    """Figures of one image in bytes and modelled cycles, None = not measured. bound: RAM for any input and
    mode. flash_idle: of flash, hashes that the
    scheme itself never enters, and a setting leaves out. detail: what a measurement says beyond."""

    scheme: str
    op: str
    core: str
    variant: str
    opt: str
    ram: int | None
    bound: int | None
    flash: int | None
    flash_idle: int
    instructions: int | None
    cycles: int | None
    cycles_max: int | None
    hash_floor: int | None
    detail: dict[str, Any]


def accepted_path() -> Path:
    """The accepted rows: beside this module, where a wheel has them, else bench/accepted.json of the checkout."""
    inside = Path(__file__).parent / "accepted.json"
    return inside if inside.is_file() else Path(__file__).resolve().parents[3] / "bench" / "accepted.json"


def read_rows(path: Path | None = None) -> list[Row]:
    """The rows of a bench.json or accepted.json; without a path, the accepted ones. Raises UserError."""
    path = path or accepted_path()
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {remedy('make bench', 'install kilosig again')}, or give a file with "
                        "--rows.") from error
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {remedy('make bench', 'give the file as it was made')}.") from error
    try:
        if isinstance(rows, list) and rows:
            return [_row(row) for row in rows]
    except (KeyError, TypeError, AttributeError):
        pass
    raise UserError(f"{path} does not hold bench rows: {remedy('make bench', 'give the file as it was made')}.")


def _row(row: dict[str, Any]) -> Row:
    identity: dict[str, Any] = {name: row[name] for name in IDENTITY}
    if MEASURED <= row.keys():
        cycles, idle = row["cycles"] or {}, row.get("flash_hash_idle") or 0
        return Row(**identity, ram=total(row, "state", "stack", "static", "resident"),
                   bound=total({"stack_static": None, **row}, "state", "resident", "stack_static"),
                   flash=total({"flash_runtime": 0, **row}, "flash", "flash_hash", "flash_runtime"), flash_idle=idle,
                   instructions=row["instructions"], cycles=cycles.get("mean"), cycles_max=cycles.get("max"),
                   hash_floor=row["hash_floor"], detail=row)
    return Row(**identity, ram=row["ram"], bound=row.get("bound"), flash=row["flash"],
               flash_idle=row.get("flash_idle") or 0, instructions=row["instructions"],
               cycles=row["cycles"], cycles_max=row.get("cycles_max") or row["cycles"], hash_floor=row["hash_floor"],
               detail={})


def select(rows: list[Row], **wanted: str | None) -> list[Row]:
    """The rows whose named fields have the wanted values; None = any."""
    return [row for row in rows if all(value is None or getattr(row, key) == value for key, value in wanted.items())]


def total(row: dict[str, Any], *keys: str) -> int | None:
    """The sum of some figures, or None if one of them is unknown."""
    values = [row[key] for key in keys]
    return None if None in values else sum(values)


# ---- What a row is about -------------------------------------------------------------------------------------------


def scheme_of(row: Row) -> tuple[Scheme, tuple[str, ...]]:
    """The scheme of a row, and the parameter sets that its keys name, if they do. Raises UserError."""
    name = row.scheme
    for form in KEY_FORMS:
        name = name[:-len(form)] if name.endswith(form) else name
    parts = name.split("-")
    if parts[0] not in ("lms", "hss", "xmss", "xmssmt"):
        return scheme_by_name(name), ()
    if parts[0].startswith("xmss"):
        family = parts[1].upper()
        tree = "/".join(parts[2:-1])
        return scheme_by_name(parts[0]), (f"{parts[0].upper()}-{family}_{tree}_{parts[-1]}",)
    levels = int(parts.pop()[1:]) if parts[-1].startswith("x") else 1
    family, n = parts[1].upper(), 24 if parts[2] == "192" else 32
    height, width = (part[1:] for part in parts[-2:])
    return scheme_by_name(parts[0]), (f"LMS_{family}_M{n}_H{height}/LMOTS_{family}_N{n}_W{width}",) * levels


def settings(row: Row, keeps_idle: bool = False) -> list[str]:
    """What to set in config.h for the image of a row, "NAME value" each. keeps_idle: with the hashes of pre-hash
    modes."""
    scheme, _ = scheme_of(row)
    switch = scheme.name.upper().replace("-", "_").replace("_KPQC", "")
    switch = next((shared for shared in SHARED_SWITCHES if switch.startswith(shared)), switch)
    found = ["KSIG_ENABLE_DEFAULT 0", f"KSIG_ENABLE_{switch} 1"]
    if is_research(scheme.name):
        found.append("KSIG_RESEARCH 1")
    if row.variant in ("fast", "small"):
        owner = next((name for start, name in VARIANT_OF.items() if switch.startswith(start)), "ML_DSA")
        found.append(f"KSIG_{owner}_VARIANT KSIG_VARIANT_{row.variant.upper()}")
    if row.variant.endswith("size"):
        found += ["KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE", "KSIG_ENABLE_REASON_TEXT 0"]
        found += ["KSIG_ENABLE_SIGN_CHECK 0"] if row.op == "sign" else []
    if scheme.key_varies and (row.variant.startswith("sha2") or row.flash_idle) and "shake" not in row.scheme:
        found.append(f"KSIG_ENABLE_{'XMSS' if switch.startswith('XMSS') else 'LMS'}_SHAKE 0")
    if row.variant.endswith("size") or (row.flash_idle and not keeps_idle):
        found.append("KSIG_ENABLE_PREHASH 0")
    return found


# ---- Advice --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """What a device has: bytes, cycles per second, seconds. None = no limit. prehash: idle hashes count as flash."""

    ram: int | None = None
    flash: int | None = None
    clock: float = 24e6
    seconds: float | None = None
    prehash: bool = False


@dataclass(frozen=True)
class Advice:
    """How one row fits. misses: sentences, empty if it fits. bottleneck: the limit that is used up most; used: its
    share of the limit, infinite for what was not measured."""

    row: Row
    flash: int | None
    transfer: float | None
    compute: float | None
    misses: list[str]
    bottleneck: str
    used: float = 0.0

    @property
    def seconds(self) -> float | None:
        """Transfer and computation one after the other, as the device leads the transfer."""
        return None if self.compute is None else self.compute + (self.transfer or 0.0)


def advise(row: Row, transfer: float | None, limits: Limits) -> Advice:
    """Judges a row whose operation streams for `transfer` seconds. Unknown figures do not fit a limit."""
    compute = None if row.cycles_max is None else row.cycles_max / limits.clock
    flash = None if row.flash is None else row.flash - (0 if limits.prehash else row.flash_idle)
    used: dict[str, tuple[float | None, float | None]] = {
        "RAM": (row.bound or row.ram, limits.ram), "flash": (flash, limits.flash)}
    if limits.seconds is not None:
        spent = None if compute is None else compute + (transfer or 0.0)
        longer = "bus" if transfer is not None and compute is not None and transfer > compute else "cycles"
        used[f"time ({longer})"] = (spent, limits.seconds)
    misses, shares = [], {}
    for name, (value, limit) in used.items():
        if limit is None:
            continue
        shares[name] = float("inf") if value is None else value / limit
        if value is None:
            misses.append(f"{name}: not measured")
        elif value > limit:
            need = (f"{1000 * value:.1f} of {1000 * limit:.1f} ms" if name.startswith("time") else
                    f"{value:,} of {limit:,} bytes")
            misses.append(f"{name}: needs {need}")
    bottleneck = max(shares, key=lambda name: shares[name]) if shares else "none"
    return Advice(row, flash, transfer, compute, misses, bottleneck, shares.get(bottleneck, 0.0))
