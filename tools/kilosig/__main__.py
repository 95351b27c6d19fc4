# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Entry point of `kilosig` and `python -m kilosig`."""
from __future__ import annotations

from kilosig.cli import app


def main() -> None:
    """Runs the command line."""
    app(prog_name="kilosig")


if __name__ == "__main__":
    main()
