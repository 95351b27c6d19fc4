# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig bench and advise: the measured rows as a table, and which of them fit a device."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Optional

import typer
from rich.table import Table

from kilosig.bench_rows import Limits, advise as judge, cycles, flash, ram, read_rows, select
from kilosig.cli_common import EXIT_REJECTED, console, print_wide, warn_if_broken
from kilosig.cli_plan import plan_wants
from kilosig.cli_verify import library_scheme
from kilosig.errors import UserError

MESSAGE_BYTES = 33
TABLE_COLUMNS, ADVICE_COLUMNS = 172, 128
COMPACT = "-compact"  # the suffix of rows about HAETAE's compact secret keys

RowsOption = Annotated[Optional[Path], typer.Option("--rows", help="A bench.json; build/bench.json if absent.")]
SchemeFilter = Annotated[Optional[str], typer.Option("--scheme", help="Only this scheme.")]
OptFilter = Annotated[Optional[str], typer.Option("--opt", help="Only this optimization: Os, O2 or O3.")]


def quantity(text: Optional[str], unit: str) -> Optional[float]:
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


def number(value: Any) -> str:
    """With thousands separated; a dash for what was not measured."""
    return "-" if value is None else f"{value:,}"


def thousands(value: Optional[float]) -> str:
    """In thousands; a dash for what was not measured."""
    return "-" if value is None else f"{value / 1000:,.0f}k"


def bench(rows: RowsOption = None, scheme: SchemeFilter = None, opt: OptFilter = None,
          core: Annotated[Optional[str], typer.Option("--core", help="Only this core, as cortex-m3.")] = None,
          variant: Annotated[Optional[str], typer.Option("--variant", help="Only this variant.")] = None) -> None:
    """Show the rows of the last `make bench`. RAM, flash in bytes; cycles are modelled (docs/measuring.md).

    floor: what the permutations and compressions alone cost; ratio: the cycles to it.
    """
    chosen = select(read_rows(rows), scheme=scheme, core=core, variant=variant, opt=opt)
    if not chosen:
        raise UserError("No row matches: leave out a filter, or run 'make bench' for all.")
    table = Table(title="Measured rows", title_justify="left")
    for column in ("scheme", "op", "core", "variant", "opt"):
        table.add_column(column, no_wrap=True)
    for column in ("state", "stack", "RAM", "flash", "+ hash", "instructions", "cycles", "ldrst 0", "hash", "floor", "ratio",
                   "runs"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in chosen:
        share = row["hash_share"]
        table.add_row(row["scheme"], row["op"], row["core"], row["variant"], row["opt"], number(row["state"]),
                      number(row["stack"]), number(ram(row)), number(row["flash"]), number(row["flash_hash"]),
                      thousands(row["instructions"]), thousands(row["cycles"] and row["cycles"]["mean"]),
                      thousands(row["cycles_ldrst0"] and row["cycles_ldrst0"]["mean"]),
                      "-" if share is None else f"{100 * share:.0f} %", thousands(row["hash_floor"]),
                      f"{row['floor_ratio']:.2f}", number(row["runs"]))
    print_wide(console(), table, TABLE_COLUMNS)


@lru_cache(maxsize=None)
def payload_bytes(scheme: str, variant: str, op: str = "verify") -> int:
    """Bytes that an operation moves: a verification of a 33-byte message streams them, repetitions included; a signer
    gets the message and sends the signature; a key generation sends the public key."""
    scheme = scheme[:-len(COMPACT)] if scheme.endswith(COMPACT) else scheme
    if variant in ("size", "c"):  # KSIG_OPTIMIZE=size, or without assembly: the default variant's wants
        variant = "default"
    if op == "sign":
        return MESSAGE_BYTES + library_scheme(scheme, variant).signature_bytes
    if op == "keygen":
        return library_scheme(scheme, variant).key_bytes
    return sum(want.length for want in plan_wants(library_scheme(scheme, variant), MESSAGE_BYTES))


def advise(ram_limit: Annotated[Optional[str], typer.Option("--ram", help="RAM, like 8k.")] = None,
           flash_limit: Annotated[Optional[str], typer.Option("--flash", help="Flash, like 16k.")] = None,
           bus: Annotated[Optional[str], typer.Option("--bus", help="Bit rate of the transfer, like 500k.")] = None,
           max_time: Annotated[Optional[str], typer.Option("--max-time", help="Transfer and computation, like 200ms.")] = None,
           clock: Annotated[str, typer.Option("--clock", help="Clock of the core, like 24M.")] = "24M",
           core: Annotated[str, typer.Option("--core", help="Core, as cortex-m3.")] = "cortex-m3",
           op: Annotated[str, typer.Option("--op", help="Operation.")] = "verify",
           scheme: SchemeFilter = None, opt: OptFilter = None, rows: RowsOption = None) -> None:
    """List which schemes and variants fit a device, and what limits them. Exit code 1 if none does."""
    def whole(text: Optional[str]) -> Optional[int]:
        value = quantity(text, "bytes")
        return None if value is None else int(value)

    limits = Limits(whole(ram_limit), whole(flash_limit), quantity(bus, "rate"), quantity(clock, "rate") or 24e6,
                    quantity(max_time, "time"))
    chosen = [row for row in select(read_rows(rows), core=core, op=op, scheme=scheme, opt=opt)
              if row["variant"] != "c"]  # nobody with such a core has to do without assembly
    if not chosen:
        raise UserError("No row matches: choose another core, operation or scheme, or run 'make bench' for all.")
    for name in dict.fromkeys(row["scheme"] for row in chosen):
        warn_if_broken(name)
    advices = [judge(row, payload_bytes(row["scheme"], row["variant"], row["op"]), limits) for row in chosen]
    table = Table(title=f"{core} at {clock}Hz, message of {MESSAGE_BYTES} bytes; cycles are modelled, the slowest run counts",
                  title_justify="left")
    for column in ("scheme", "variant", "opt"):
        table.add_column(column, no_wrap=True)
    for column in ("RAM", "flash", "transfer", "compute"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("fits")
    for advice in sorted(advices, key=lambda a: (len(a.misses) > 0, a.seconds or 1e9)):
        row = advice.row
        table.add_row(row["scheme"], row["variant"], row["opt"], number(ram(row)), number(flash(row)),
                      "-" if advice.transfer is None else f"{1000 * advice.transfer:.0f} ms",
                      "-" if cycles(row) is None else f"{1000 * (advice.compute or 0):.0f} ms",
                      "no: " + "; ".join(advice.misses) if advice.misses else f"yes; bottleneck: {advice.bottleneck}")
    print_wide(console(), table, ADVICE_COLUMNS)
    if all(advice.misses for advice in advices):
        raise typer.Exit(EXIT_REJECTED)
