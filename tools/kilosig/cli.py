# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line: every command is in a cli_*.py."""
from __future__ import annotations

import typer

from kilosig import (cli_attest, cli_bench, cli_demo, cli_keys, cli_plan, cli_ram, cli_send, cli_vectors,
                     cli_verify)
from kilosig.cli_common import Commands

app = typer.Typer(cls=Commands, help="Verifies post-quantum signatures by streaming, here or on a microcontroller.",
                  no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

app.command("verify")(cli_verify.verify)
app.command("send")(cli_send.send)
app.command("plan")(cli_plan.plan)
app.command("schemes")(cli_plan.schemes)
app.command("check-vectors")(cli_vectors.check_vectors)
app.command("demo")(cli_demo.demo)
app.command("bench")(cli_bench.bench)
app.command("advise")(cli_bench.advise)
app.command("ram")(cli_ram.ram)
app.command("keygen")(cli_keys.keygen)
app.command("sign")(cli_keys.sign)
app.command("attest")(cli_attest.attest)
