# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig-bench rows and kilosig advise: the measured rows as a table, and which of them fit a device."""

import re
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import complete_scheme, completing, rejected, warn_if_broken
from kilosig.cli.output import Cell, Value, out
from kilosig.cli.plan import plan_wants
from kilosig.cli.tables import Column
from kilosig.cli.verify import library_scheme
from kilosig.device.transfer import CAN, CAN_FD, iso_tp_seconds, transfer_seconds
from kilosig.errors import UserError
from kilosig.files.bench_rows import Advice, Limits, Row, advise as judge, read_rows, scheme_of, select, settings
from kilosig.files.standards import STANDARDS, miss

MESSAGE_BYTES = 33
OPERATIONS = ("verify", "sign", "keygen")
FRAMINGS = ("payload", "can", "can-fd")
NEAR_MISSES = 5  # schemes that do not fit and are listed nevertheless
STANDINGS = ("standard", "stateful", "draft", "superseded", "BROKEN")  # in the order of advice


def complete_core(incomplete: str) -> list[str]:
    """Cores that were measured, for the shell."""
    return [core for core in dict.fromkeys(row.core for row in read_rows()) if core.startswith(incomplete)]


RowsOption = Annotated[Path | None, typer.Option("--rows", help="A bench.json; the accepted rows if absent.")]
SchemeFilter = Annotated[str | None, typer.Option("--scheme", "-s", help="Only this scheme.",
                                                  autocompletion=complete_scheme)]
OptFilter = Annotated[str | None, typer.Option("--opt", help="Only this optimization: Os, O2 or O3.",
                                               autocompletion=completing(("Os", "O2", "O3")))]


def quantity(text: str | None, unit: str) -> float | None:
    """A number with k or M: in bytes k is 1024, in rates 1000. Times end in ms or s. None for None. Raises
    UserError."""
    if text is None:
        return None
    pattern = r"(\d+(?:\.\d+)?)\s*(ms|s)" if unit == "time" else r"(\d+(?:\.\d+)?)\s*([kKM]?)(?:B|bit/s|Hz)?"
    match = re.fullmatch(pattern, text.strip())
    if not match or float(match[1]) == 0:
        example = {"bytes": "8k", "rate": "500k", "time": "200ms"}[unit]
        raise UserError(f"'{text}' is no {unit}: write it like {example}.")
    step = 1024 if unit == "bytes" else 1000
    factors = {"": 1, "k": step, "K": step, "M": step * step, "ms": 1e-3, "s": 1}
    return float(match[1]) * factors[match[2]]


def thousands(value: float | None) -> Value:
    """In thousands."""
    return None if value is None else Cell(value, f"{value / 1000:,.0f}k")


def bench(rows: RowsOption = None, scheme: SchemeFilter = None, opt: OptFilter = None,
          core: Annotated[str | None, typer.Option("--core", help="Only this core, like cortex-m3.",
                                               autocompletion=complete_core)] = None,
          variant: Annotated[str | None, typer.Option("--variant", help="Only this variant.")] = None) -> None:
    """Show measured rows: the accepted ones, or those of a `make bench`. RAM and flash in bytes; cycles are modelled.

    floor: what the permutations and compressions alone cost; ratio: the cycles to it (docs/measuring.md).
    """
    chosen = select(read_rows(rows), scheme=scheme and scheme.lower(), core=core, variant=variant, opt=opt)
    if not chosen:
        raise UserError("No row matches: remove a filter.")
    lines: list[list[Value]] = []
    for row in chosen:
        share = row.detail.get("hash_share")
        floor = round(row.cycles / row.hash_floor, 2) if row.cycles and row.hash_floor else None
        ratio = row.detail.get("floor_ratio", floor)
        lines.append([row.scheme, row.op, row.core, row.variant, row.opt, row.detail.get("state"),
                      row.detail.get("stack"), row.ram, row.bound, row.flash, row.flash_idle,
                      thousands(row.instructions), thousands(row.cycles),
                      None if share is None else Cell(share, f"{100 * share:.0f} %"),
                      thousands(row.hash_floor), None if ratio is None else Cell(ratio, f"{ratio:.2f}")])
    names = ("scheme", "op", "core", "variant", "opt", "state", "stack", "RAM", "bound", "flash", "idle",
             "instructions", "cycles", "hash", "floor", "ratio")
    ranks = (0, 0, 0, 0, 0, 6, 5, 0, 7, 0, 8, 4, 0, 2, 9, 3)
    out().table("rows", "Measured rows", [Column(name.lower(), name, left=number < 5, rank=ranks[number])
                                          for number, name in enumerate(names)], lines,
                "RAM: as counted; bound: for any input and mode; flash: with all hashes; idle: of it, what "
                "KSIG_ENABLE_PREHASH 0 and the like leave out")


@cache
def payload_bytes(scheme: str, sets: tuple[str, ...], variant: str, op: str = "verify") -> int:
    """Bytes that an operation moves: a verification of a 33-byte message streams them, repetitions included; a signer
    gets the message and sends the signature; a key generation sends the public key."""
    target = library_scheme(scheme, variant if variant in ("fast", "small") else "default")
    if op == "sign":
        return MESSAGE_BYTES + target.signature_bytes
    if op == "keygen":
        return target.key_bytes
    return sum(want.length for want in plan_wants(target, MESSAGE_BYTES, sets=sets))


def transfer_time(row: Row, rate: float | None, framing: str) -> float | None:
    """Seconds on the bus; the most stuff bits count."""
    if rate is None:
        return None
    scheme, sets = scheme_of(row)
    count = payload_bytes(scheme.name, sets, row.variant, row.op)
    if framing == "payload":
        return transfer_seconds(count, int(rate))
    return iso_tp_seconds(count, CAN if framing == "can" else CAN_FD, rate)[1]


def standing(row: Row) -> str:
    """Of STANDINGS; stateful: a standard whose signer must never use a leaf twice."""
    scheme, _ = scheme_of(row)
    return ("BROKEN" if scheme.broken else "superseded" if scheme.superseded else "draft" if scheme.draft else
            "stateful" if scheme.key_varies else "standard")


def advise(ram_limit: Annotated[str | None, typer.Option("--ram", help="RAM, like 8k.")] = None,
           flash_limit: Annotated[str | None, typer.Option("--flash", help="Flash, like 16k.")] = None,
           bus: Annotated[str | None, typer.Option("--bus", help="Bit rate of the transfer, like 500k.")] = None,
           framing: Annotated[str, typer.Option("--framing", help="payload: bits of the payload alone; can, can-fd: "
                                                "ISO-TP frames (CAN FD: 2 Mbit/s data).",
                                                autocompletion=completing(FRAMINGS))] = "payload",
           max_time: Annotated[str | None,
                               typer.Option("--max-time", help="Transfer and computation, like 200ms.")] = None,
           clock: Annotated[str, typer.Option("--clock", help="Clock of the core, like 24M.")] = "24M",
           core: Annotated[str, typer.Option("--core", help="Core, like cortex-m3.", autocompletion=complete_core)
                          ] = "cortex-m3",
           op: Annotated[str, typer.Option("--op", help="Operation: verify, sign or keygen.",
                                           autocompletion=completing(OPERATIONS))] = "verify",
           prehash: Annotated[bool, typer.Option("--prehash", help="Keep the hashes of pre-hash modes.")] = False,
           standard: Annotated[str | None,
                               typer.Option("--standard", help="What must allow the scheme: fips, cnsa-2.0, kpqc; or "
                                            "research: nothing need.", autocompletion=completing(STANDARDS))] = None,
           scheme: SchemeFilter = None, opt: OptFilter = None, rows: RowsOption = None,
           everything: Annotated[bool, typer.Option("--all", help="List what does not fit, too.")] = False) -> None:
    """List which schemes and variants fit a device, what limits them, and what to set in config.h. Standards come
    before drafts, and those without state first; after them what misses by little. Exit code 1 if none fits."""
    def whole(text: str | None) -> int | None:
        value = quantity(text, "bytes")
        return None if value is None else int(value)

    if framing not in FRAMINGS:
        raise UserError(f"Unknown framing '{framing}': choose one of {', '.join(FRAMINGS)}.")
    if standard is not None and standard not in STANDARDS:
        raise UserError(f"Unknown standard '{standard}': choose one of {', '.join(STANDARDS)}.")
    limits = Limits(whole(ram_limit), whole(flash_limit), quantity(clock, "rate") or 24e6, quantity(max_time, "time"),
                    prehash)
    rate = quantity(bus, "rate")
    chosen = [row for row in select(read_rows(rows), core=core, op=op, scheme=scheme and scheme.lower(), opt=opt)
              if row.variant != "c"  # nobody with such a core has to do without assembly
              and not (prehash and row.variant.endswith("size"))]  # which is measured without pre-hash modes
    if not chosen:
        raise UserError("No row matches: choose another core, operation or scheme.")
    # Nobody is advised to take what is broken, unless nothing else is asked for.
    chosen = [row for row in chosen if standing(row) != "BROKEN"] or chosen
    for name in dict.fromkeys(scheme_of(row)[0].name for row in chosen):
        warn_if_broken(name)
    advices = [judge(row, transfer_time(row, rate, framing), limits) for row in chosen]
    for advice in advices:
        advice.misses[:0] = [said for said in [miss(standard or "research", advice.row)] if said]
    advices.sort(key=lambda a: (len(a.misses) > 0, STANDINGS.index(standing(a.row)), a.seconds or 1e9))
    show(advices, advices if everything else shortlist(advices),
         f"{core} at {clock}Hz, message of {MESSAGE_BYTES} bytes; cycles are modelled, the slowest run counts", prehash)
    if all(advice.misses for advice in advices):
        rejected()
    recommend(advices[0], prehash)


def shortlist(advices: list[Advice]) -> list[Advice]:
    """What fits, and of NEAR_MISSES other schemes the row that misses by least. What the standard refuses is not
    near."""
    fits = [advice for advice in advices if not advice.misses]
    fitting = {scheme_of(advice.row)[0].name for advice in fits}
    nearest: dict[str, Advice] = {}
    for advice in sorted((a for a in advices if a.misses), key=lambda a: (a.misses[0].startswith("standard"), a.used)):
        if scheme_of(advice.row)[0].name not in fitting:
            nearest.setdefault(advice.row.scheme, advice)
    return fits + list(nearest.values())[:NEAR_MISSES]


def show(advices: list[Advice], shown: list[Advice], title: str, prehash: bool) -> None:
    """The table."""
    def milliseconds(value: float | None) -> Value:
        return None if value is None else Cell(round(1000 * value, 3), f"{1000 * value:.0f} ms")

    lines: dict[int, list[Value]] = {
        id(a): [a.row.scheme, standing(a.row), a.row.variant, a.row.opt, a.row.bound or a.row.ram, a.flash,
                milliseconds(a.transfer), milliseconds(a.compute),
                "no: " + "; ".join(a.misses) if a.misses else Cell(f"yes; bottleneck: {a.bottleneck}",
                                                                   f"yes; {a.bottleneck.split()[0]}")]
        for a in advices}
    ranks = {"transfer": 3, "compute": 2, "opt": 1}
    names = ("scheme", "standing", "variant", "opt", "RAM", "flash", "transfer", "compute", "fits")
    caption = ("RAM: for any input and mode; flash: with the hashes of pre-hash modes" if prehash else
               "RAM: for any input and mode; flash: without the hashes that the scheme itself never uses (--prehash "
               "keeps them)") + "; after yes: the limit that is used up most"
    missing = sum(bool(a.misses) for a in advices) - sum(bool(a.misses) for a in shown)
    if missing:
        caption += f". {missing} more rows that do not fit: --all"
    out().table("rows", title, [Column(name.lower(), name, rank=ranks.get(name, 0), remark=name == "fits",
                                       left=name not in ("RAM", "flash", "transfer", "compute"))
                                for name in names], list(lines.values()), caption, [lines[id(a)] for a in shown])


def recommend(best: Advice, prehash: bool) -> None:
    """The first row, as a sentence, and its configuration."""
    row, lines = best.row, settings(best.row, prehash)
    kind = standing(row)
    out().put(recommended={"scheme": row.scheme, "standing": kind, "variant": row.variant, "opt": row.opt,
                           "config": lines})
    warning = {"standard": "", "stateful": " Its signer must never use a leaf twice: nothing standardized without "
               "state fits."}.get(kind, f" It is {kind}, no standard: nothing standardized fits.")
    out().say(f"First choice: {row.scheme}, variant {row.variant}, -{row.opt}.{warning} In config.h:", hang=0)
    for line in lines:
        out().say(f"    #define {line}")
