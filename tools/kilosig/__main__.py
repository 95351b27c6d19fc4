# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Entry points: `kilosig`, which `python -m kilosig` is too, and `kilosig-bench`."""
from __future__ import annotations

import importlib
import sys


def main() -> None:
    """Runs the command line of users."""
    _run("kilosig.cli.app", "kilosig")


def bench() -> None:
    """Runs the command line of who works on kilosig."""
    _run("kilosig.cli.repository", "kilosig-bench")


def _run(module: str, name: str) -> None:
    try:
        # Here, so that Ctrl-C while everything loads is caught too.
        importlib.import_module(module).app(prog_name=name)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
