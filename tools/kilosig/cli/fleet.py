# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig issue, audit and report: tokens for a fleet."""

import ipaddress
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from kilosig.cli.common import (ForceOption, PassphraseOption, VariantOption, check_places, needing_fleet, rejected,
                                save,
                                warn_if_broken)
from kilosig.cli.output import out
from kilosig.cli.signing import PrivateOption, chosen_signer, read_private
from kilosig.cli.tables import Column
from kilosig.errors import UserError
from kilosig.files.keys import read_public_key
from kilosig.files.pkcs8 import PrivateKey
from kilosig.schemes.registry import counted
from kilosig.schemes.signer import CommandSigner

SchedulerOption = Annotated[str | None, typer.Option(
    "--scheduler", help="Dask scheduler, tcp://HOST:PORT or tls://HOST:PORT; if absent, the cores of this machine.")]
PlainOption = Annotated[bool, typer.Option(
    "--plain-tcp", help="A cluster on other machines by tcp://, although whoever reads the network gets the key.")]
ListenOption = Annotated[str | None, typer.Option(
    "--listen", help="HOST or HOST:PORT of this machine where workers of the cluster fetch their job; default: its "
                     "address on the way to the scheduler.")]
WorkersOption = Annotated[int | None, typer.Option(
    "--workers", min=1, help="Processes on this machine; default: one for each core.")]
MOST_ROWS = 1 << 16  # of a file of tokens
SHOWN = 20  # refused rows on a terminal


def _on_this_machine(host: str) -> bool:
    """Whether only this machine has that address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host_and_port(text: str, what: str) -> tuple[str, int]:
    """HOST, HOST:PORT or [HOST]:PORT; the port is 0 if there is none. Raises UserError."""
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.username is not None or parts.path or parts.query or parts.fragment:
        raise UserError(f"'{text}' is not an address of {what}: give HOST:PORT.")
    return host, port or 0


def workers_at(scheduler: str | None, workers: int | None, plain: bool,
               listen: str | None) -> Callable[[], AbstractContextManager[Any]]:
    """Where a command works, as its options say. Raises UserError for options that do not fit together, and for a
    cluster whose network anybody may read."""
    if scheduler is None:
        if plain or listen:
            raise UserError("On this machine nothing goes over a network: omit --plain-tcp and --listen, or add "
                            "--scheduler.")
        address = None
    else:
        if workers:
            raise UserError("--workers cannot be combined with --scheduler: omit one of them.")
        protocol, separator, place = scheduler.partition("://")
        if not separator:
            protocol, place = "tcp", scheduler
        if protocol not in ("tcp", "tls"):
            raise UserError(f"'{scheduler}' is not an address of a scheduler: give tls://HOST:PORT, or tcp:// on this "
                            "machine.")
        host, port = _host_and_port(place, "a scheduler")
        if not port:
            raise UserError(f"'{scheduler}' has no port: give {protocol}://HOST:PORT.")
        address = _host_and_port(listen, "this machine") if listen else None
        near = _on_this_machine(host) and (address is None or _on_this_machine(address[0]))
        if protocol == "tcp" and not plain and not near:
            raise UserError("Over tcp:// others read the network, and the private key with it: use tls:// "
                            "(docs/fleet.md), or add --plain-tcp where nobody else is on it.")
        scheduler = f"{protocol}://{place}"
    with needing_fleet():
        from kilosig.fleet import cluster
    return lambda: cluster.cluster(scheduler, workers, address)


def _signing(key: Path, command: str | None, passphrase_file: Path | None) -> PrivateKey | CommandSigner:
    """Who signs. Raises UserError."""
    if command is None:
        private = read_private(key, passphrase_file)
        warn_if_broken(private.scheme)
        if counted(private.scheme) is not None:
            raise UserError(f"A key of {private.scheme} counts its signatures one by one, and tokens are signed by "
                            "many processes: choose another scheme, or a --signer that counts.")
        return private
    by = chosen_signer(None, command, key, None, passphrase_file)
    assert isinstance(by, CommandSigner)
    return by


def _one_key(private: Path | None, key: Path | None, signer: str | None) -> Path:
    """The private key, or with a signer its public key. Raises UserError."""
    if signer is not None and private is not None:
        raise UserError("The command of --signer has the private key: give its public key with --key, not --private.")
    if private is not None and key is not None:
        raise UserError("--key is the same as --private here: omit one of them.")
    found = private or key
    if found is None:
        raise UserError("There is no key: add --private, or --signer and with --key its public key.")
    return found


def issue(devices: Annotated[str, typer.Option(
              "--devices", help="Parquet, CSV, or a folder of them: device, feature, counter, and perhaps expiry.")],
          output: Annotated[str, typer.Option("--out", "-o", help="Folder for the tokens: a path or a URL.")],
          template: Annotated[str, typer.Option(
              "--template", help="'activation', or a JSON file that names its features.")] = "activation",
          after: Annotated[list[str] | None, typer.Option(
              "--after", help="Folder of tokens that the devices already have; may be repeated.")] = None,
          signer: Annotated[str | None, typer.Option(
              "--signer", help="Command that signs each token; workers run it. It gets mu, where the scheme has it, or "
                               "the token on stdin and writes the signature to stdout. With a ledger.")] = None,
          randomized: Annotated[bool, typer.Option(
              "--randomized", help="Sign with fresh randomness, and keep a ledger of what was issued.")] = False,
          private: PrivateOption = None,
          key: Annotated[Path | None, typer.Option(
              "--key", "-k", help="With --signer its public key; else the same as --private.")] = None,
          rows_per_file: Annotated[int | None, typer.Option(
              "--rows-per-file", min=1, max=MOST_ROWS, help=f"Default: 256 to 8192; at most {MOST_ROWS:,}.")] = None,
          scheduler: SchedulerOption = None, workers: WorkersOption = None, plain_tcp: PlainOption = False,
          listen: ListenOption = None, passphrase_file: PassphraseOption = None) -> None:
    """Sign a token for each row of a table of devices. Run again, it resumes where it stopped. Exit code 1: some
    rows were refused, or some files could not be made."""
    cluster = workers_at(scheduler, workers, plain_tcp, listen)
    with needing_fleet():
        from kilosig.fleet import devices as table, issue as engine, store, tokens
    by = _signing(_one_key(private, key, signer), signer, passphrase_file)
    rows = table.Devices(devices, tokens.read_template(template))
    with out().counting("signing") as progress:
        result = engine.issue(by, rows, store.Store(output), cluster, progress,
                              [store.Store(one) for one in after or ()], randomized, rows_per_file)
    _report_issue(result, output)
    if result.refused or result.failed:
        rejected()


def _report_issue(result: Any, output: str) -> None:
    """What the run did."""
    plan, files = result.plan, result.files
    rate = result.signed / result.seconds if result.signed and result.seconds else 0.0
    out().put(scheme=plan.scheme, out=output, rows=plan.rows, issued=result.issued, resumed=result.resumed,
              files=files, unfinished_removed=result.unfinished, refused=result.refused,
              refused_rows=[{"row": row, "device": device, "refused": reason} for row, device, reason in result.named],
              failed=[{"file": number, "reason": reason} for number, reason in result.failed],
              signed_now=result.signed, seconds=round(result.seconds, 3), signing_seconds=round(result.signing, 3),
              tokens_per_second=round(rate, 1))
    if result.resumed:
        out().say(f"went on with {output}: {files['there']:,} of {plan.files:,} files were there, "
                  f"{result.unfinished:,} unfinished ones were removed")
    made = files["written"] + files["replaced"] + files["finished"]
    out().say(f"{result.issued:,} tokens of {plan.rows:,} rows, {plan.scheme}; {result.signed:,} signed now in "
              f"{made:,} files" + (f", {rate:,.0f} a second" if rate else ""))
    if files["replaced"]:
        out().say(f"{files['replaced']:,} damaged files were made again", style="yellow")
    if result.refused:
        shown = [(row, device or None, reason) for row, device, reason in result.named[:SHOWN]]
        total = sum(result.refused.values())
        columns = Column("row", "row"), Column("device", "device", left=True), Column("refused", "refused", left=True)
        out().table("refused_first", f"{total:,} rows were refused", columns, shown,
                    f"all of them: {output.rstrip('/')}/_refused.csv" if total > len(shown) else "")
    for number, reason in result.failed:
        out().say(f"file {number} was not made ({reason}): start again", style="red")


def audit(folder: Annotated[str, typer.Argument(help="Folder of tokens: the --out of 'kilosig issue'.")],
          key: Annotated[Path | None, typer.Option(
              "--key", "-k", help="Public key that devices trust; if absent, that of the folder.")] = None,
          devices: Annotated[str | None, typer.Option(
              "--devices", help="The table of devices: the tokens must be those of its rows.")] = None,
          template: Annotated[str, typer.Option(
              "--template", help="The --template of 'kilosig issue'; needs --devices.")] = "activation",
          after: Annotated[list[str] | None, typer.Option(
              "--after", help="The --after of 'kilosig issue'; needs --devices; may be repeated.")] = None,
          variant: VariantOption = "default", scheduler: SchedulerOption = None, workers: WorkersOption = None,
          plain_tcp: PlainOption = False, listen: ListenOption = None) -> None:
    """Verify all tokens of a folder with the library, as devices will. Exit code 1: something is wrong with them."""
    cluster = workers_at(scheduler, workers, plain_tcp, listen)
    if (after or template != "activation") and devices is None:
        raise UserError("To compare the tokens with their rows, the rows are needed: add --devices.")
    with needing_fleet():
        from kilosig.fleet import audit as engine, devices as table, issue as issuing, plan as plans
        from kilosig.fleet import store, tokens
    place = store.Store(folder)
    plan = plans.read_plan(place)
    warn_if_broken(plan.scheme)
    trusted = engine.trusted_key(place, plan, None if key is None else read_public_key(key).raw)
    expected = None
    if devices is not None:
        expected = issuing.expected_contents(table.Devices(devices, tokens.read_template(template)), plan,
                                             [store.Store(one) for one in after or ()])
    with out().counting("verifying") as progress:
        result = engine.audit(place, plan, trusted, cluster, progress, variant, expected)
    try:
        engine.save(place, result)
    except OSError:
        out().note(f"{folder} cannot be written, so that 'kilosig report' will not know of this audit.")
    _report_audit(result, key)
    if not result.clean:
        rejected()


def _report_audit(result: Any, key: Path | None) -> None:
    """What an audit found."""
    rate = result.accepted / result.seconds if result.seconds else 0.0
    out().put(scheme=result.scheme, anchor=result.anchor, rows=result.rows, files=result.files,
              accepted=result.accepted, bad=result.bad, refused=result.refused, clean=result.clean,
              bad_rows=[{"row": row, "why": why} for row, why in result.named],
              failed=[{"file": number, "why": why} for number, why in result.failed], extra_files=result.extra,
              bytes=result.bytes, seconds=round(result.seconds, 3), verifying_seconds=round(result.verifying, 3),
              tokens_per_second=round(rate, 1))
    out().say(f"{result.accepted:,} tokens of {result.rows:,} rows accepted by {result.scheme}, {result.bad:,} bad, "
              f"{sum(result.refused.values()):,} refused when they were issued; {rate:,.0f} a second",
              style="green" if result.clean else "red")
    out().say(f"trusted: {key if key else 'the public key of the folder'}, anchor {result.anchor[:32]}"
              + ("..." if len(result.anchor) > 32 else ""))
    for row, why in result.named[:SHOWN]:
        out().say(f"row {row}: {why}", style="red")
    if result.bad > SHOWN:
        out().say(f"... and {result.bad - min(SHOWN, len(result.named)):,} more; --json names {len(result.named)}")
    for number, why in result.failed:
        out().say(f"file {number}: {why}", style="red")
    for name in result.extra:
        out().say(f"{name}: no file of this run", style="red")


def report(folder: Annotated[str, typer.Argument(help="Folder of tokens: the --out of 'kilosig issue'.")],
           html: Annotated[bool, typer.Option("--html", help="Write a page that needs no network.")] = False,
           output: Annotated[Path | None, typer.Option(
               "--output", "-o", help="The page, to be written; default: _report.html in the folder; - is stdout.")]
           = None, force: ForceOption = False) -> None:
    """Say what a folder of tokens holds, what its runs did and what the last audit found; or write that as a page."""
    if output and not html:
        raise UserError("--output is for a page: add --html.")
    if output:
        check_places((output,), force)
    with needing_fleet():
        from kilosig.fleet import page as engine, store
    found = engine.overview(folder)
    out().put(folder=folder, state=found.state, scheme=found.plan.scheme, rows=found.plan.rows, issued=found.issued,
              refused=found.refused, files=found.files, missing=found.missing[:100], bytes=found.bytes,
              tokens_per_second=round(found.rate, 1), runs=[{
                  "began": run.began, "ended": run.ended, "workers": run.workers, "made": run.made, "found": run.there,
                  "tokens": run.tokens, "seconds": round(run.seconds, 3)} for run in found.runs])
    if not html:
        out().say(f"{folder}: {found.state}; {found.issued:,} tokens of {found.plan.rows:,} rows, "
                  f"{sum(found.refused.values()):,} refused; {found.files:,} of {found.plan.files:,} files, "
                  f"{found.bytes:,} bytes; {found.rate:,.0f} signed in a second in {len(found.runs)} runs")
        return
    text = engine.page(found).encode()
    if output:
        save(((output, text, 0o666),), force)
        return
    place = store.Store(folder)
    place.write("_report.html", text)
    out().put(files=[place.path("_report.html")])
    out().say(f"wrote {place.path('_report.html')}")
