# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Entry point of `kilosig` and `python -m kilosig`."""
from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line."""
    try:
        # Here, so that Ctrl-C while everything loads is caught too.
        from kilosig.cli.app import app
        app(prog_name="kilosig")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
