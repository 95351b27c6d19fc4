# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of docs/which_signature.md, from the accepted rows and the tool's own advice."""
from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from kilosig_site import ROOT

from kilosig.cli.bench import STANDINGS, payload_bytes, standing, transfer_time
from kilosig.files.bench_rows import Advice, Limits, Row, advise, read_rows, scheme_of
from kilosig.files.standards import NAMES, STANDARDS, admits, miss
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.registry import counted

CORE, OPT, CLOCK, BUS = "cortex-m3", "O2", 24e6, 500e3
DOCUMENT = ROOT / "docs" / "which_signature.md"
VERIFIED = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "lms-sha256-h10-w8", "lms-sha256-h10-w4", "hss-sha256-h10-w4-x2",
            "xmss-sha2-10-256", "xmssmt-sha2-20-2-256", "slh-dsa-sha2-128s", "slh-dsa-sha2-128f", "slh-dsa-sha2-256s",
            "slh-dsa-sha2-128-24", "fn-dsa-512", "fn-dsa-1024", "haetae-2")
SIGNED = ("ml-dsa-44", "ml-dsa-87", "slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "haetae-2")
# Beside other code (bench/published.json).
PEERS = (("lms-sha256-h10-w8", "verify"), ("lms-sha256-h10-w4", "verify"), ("xmss-sha2-10-256", "verify"),
         ("slh-dsa-sha2-128s", "verify"), ("slh-dsa-sha2-128f", "verify"), ("slh-dsa-sha2-128f", "sign"))
PUBLISHED = {"ml-dsa": "FIPS 204", "slh-dsa": "FIPS 205", "lms": "SP 800-208", "hss": "SP 800-208",
             "xmss": "SP 800-208"}
# What others have: RAM, flash (bytes), bus (bit/s), seconds, clock, core, standard.
DEVICES: tuple[tuple[str, int | None, int | None, float | None, float | None, float, str, str], ...] = (
    ("boot loader of a small sensor", 1024, 8192, None, 1.0, 16e6, "cortex-m3", "fips"),
    ("boot loader under CNSA 2.0", 8192, 16384, None, 0.5, 48e6, "cortex-m3", "cnsa-2.0"),
    ("car ECU, tokens over CAN", 8192, 20480, 500e3, 0.2, 80e6, "cortex-m4", "fips"),
    ("smart lock on a slow radio, 20 kbit/s", 4096, 24576, 20e3, 2.0, 24e6, "cortex-m3", "fips"),
    ("2 kB of RAM to spare, any standard", 2048, 16384, 115200.0, 3.0, 24e6, "cortex-m3", ""),
    ("product for Korea", 8192, 24576, 500e3, 0.5, 24e6, "cortex-m3", "kpqc"),
)


def table(head: Sequence[str], left: int, rows: Sequence[Sequence[str]]) -> str:
    """In Markdown; the first `left` columns to the left."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * left + "--:|" * (len(head) - left)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def chosen(rows: list[Row], scheme: str, op: str) -> Row:
    """What a product would take: without the hashes that the sets leave out, or streamed, if there is such a row."""
    found = {row.variant: row for row in rows if (row.scheme, row.op, row.core, row.opt) == (scheme, op, CORE, OPT)}
    order = ("sha2", "default") if op == "verify" else ("small", "default")
    return next(found[variant] for variant in order if variant in found)


def standard_of(row: Row) -> str:
    """Where the scheme is specified."""
    scheme, _ = scheme_of(row)
    if scheme.draft:
        return "draft"
    return next(text for start, text in PUBLISHED.items() if scheme.name.startswith(start))


def milliseconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:,.0f}"


def verification(rows: list[Row]) -> str:
    """Costs to verify."""
    lines = []
    for name in VERIFIED:
        row = chosen(rows, name, "verify")
        judged = advise(row, transfer_time(row, BUS, "payload"), Limits(clock=CLOCK))
        scheme, sets = scheme_of(row)
        state = "yes" if SCHEMES[scheme.name].key_varies else "a count" if counted(scheme.name) else "no"
        lines.append([name, standard_of(row), "yes" if admits("cnsa-2.0", row) else "no", state, f"{row.bound:,}",
                      f"{judged.flash:,}",
                      f"{payload_bytes(scheme.name, sets, row.variant):,}", milliseconds(judged.transfer),
                      milliseconds(judged.compute)])
    return table(("scheme", "specified in", "CNSA 2.0", "signer keeps a state", "RAM", "flash", "bytes on the bus",
                  "bus, ms", "compute, ms"), 4, lines)


def signing(rows: list[Row]) -> str:
    """Costs to sign."""
    lines = []
    for name in SIGNED:
        row = chosen(rows, name, "sign")
        judged = advise(row, None, Limits(clock=CLOCK))
        mean = None if row.cycles is None else row.cycles / CLOCK
        lines.append([name, standard_of(row), row.variant, f"{row.bound or row.ram:,}", f"{judged.flash:,}",
                      f"{SCHEMES[scheme_of(row)[0].name].signature_bytes:,}", milliseconds(mean)])
    return table(("scheme", "specified in", "variant", "RAM", "flash", "signature", "mean, ms"), 3, lines)


def peers(rows: list[Row]) -> str:
    """Hash-based signatures beside other code, on Cortex-M4."""
    published = json.loads((ROOT / "bench" / "published.json").read_text(encoding="utf-8"))
    lines = []
    for name, op in PEERS:
        own = next(row for variant in ("sha2", "default") for row in rows
                   if (row.scheme, row.op, row.variant, row.core, row.opt) == (name, op, variant, "cortex-m4", OPT))
        lines.append([f"{name} {op}", "kilosig", f"{own.bound or own.ram:,}", millions(own.cycles)])
        for row in published["rows"]:
            if (row["scheme"], row["op"], row["core"]) == (name, op, "cortex-m4"):
                source = published["sources"][row["source"]]
                memory = f"{row['ram']:,}" if row["ram"] else f"{row['stack']:,} and the signature"
                lines.append(["", f"[{source['name']}]({source['url']})", memory, millions(row["cycles"])])
    return table(("operation", "code", "RAM", "cycles"), 2, lines)


def millions(cycles: float | None) -> str:
    return "-" if cycles is None else f"{cycles / 1e6:,.2f} M" if cycles < 1e8 else f"{cycles / 1e6:,.0f} M"


def first(rows: list[Row], device: tuple[object, ...]) -> list[Advice]:
    """As `kilosig advise` orders them."""
    _, ram, flash, bus, seconds, clock, core, standard = device
    limits = Limits(ram, flash, clock, seconds)  # type: ignore[arg-type]
    advices = [advise(row, transfer_time(row, bus, "payload"), limits) for row in rows  # type: ignore[arg-type]
               if (row.core, row.op) == (core, "verify") and row.variant != "c" and standing(row) != "BROKEN"]
    for one in advices:
        said = miss(str(standard) or "research", one.row)
        one.misses[:0] = [said] if said else []
    return sorted(advices, key=lambda one: (len(one.misses) > 0, STANDINGS.index(standing(one.row)),
                                            one.seconds or 1e9))


def devices(rows: list[Row]) -> str:
    """What fits some devices."""
    def size(value: int | None) -> str:
        return "any" if value is None else f"{value // 1024} kB"

    lines = []
    for device in DEVICES:
        name, ram, flash, bus, seconds, clock, core, standard = device
        advices = [one for one in first(rows, device) if not one.misses]
        others = list(dict.fromkeys(one.row.scheme for one in advices))
        best = advices[0] if advices else None
        rate = "-" if bus is None else f"{bus / 1000:g} kbit/s"
        lines.append([name, f"{size(ram)}, {size(flash)}", f"{rate}, {milliseconds(seconds)} ms",
                      f"{clock / 1e6:.0f} MHz {core}", NAMES.get(standard, "-"),
                      f"{best.row.scheme}, {best.row.variant}, -{best.row.opt}" if best else "nothing",
                      ", ".join(others[1:4]) or "-"])
    return table(("device", "RAM, flash", "bus, time", "core", "standard", "first choice", "fits too"), 7, lines)


TABLES: dict[str, Callable[[list[Row]], str]] = {
    "verification": verification, "peers": peers, "signing": signing, "devices": devices}


def document() -> str:
    """The document with its tables as the rows say."""
    assert STANDARDS
    text, rows = DOCUMENT.read_text(encoding="utf-8"), read_rows()
    for name, make in TABLES.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, rest = text.split(begin)
        text = before + begin + make(rows) + end + rest.split(end)[1]
    return text
