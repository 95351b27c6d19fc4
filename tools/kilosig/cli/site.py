# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig-bench site: opens the static site."""

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.output import out
from kilosig.errors import UserError

PAGES = ("index", "run", "advisor", "memory")


def site_directory() -> Path:
    """$KSIG_SITE_DIR, else beside this package, where a wheel may have it, else dist/site of the checkout."""
    named, inside = os.environ.get("KSIG_SITE_DIR"), Path(__file__).resolve().parents[1] / "site"
    if named:
        return Path(named).resolve()
    return inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "dist" / "site"


def site(name: Annotated[str, typer.Option("--page", help="index, run, advisor or memory.")] = "index",
         show: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True) -> None:
    """Open the site: the library in the browser, which scheme fits, memory maps, the documents. It needs no network."""
    if name not in PAGES:
        raise UserError(f"Unknown page '{name}': choose one of {', '.join(PAGES)}.")
    path = site_directory() / f"{name}.html"
    if not path.is_file():
        raise UserError(f"{path} does not exist: run 'make site', or name the directory in KSIG_SITE_DIR.")
    opened = show and webbrowser.open(path.as_uri())
    out().put(path=str(path), opened=opened)
    out().say(str(path) if opened or not show else f"No browser could be started: open {path} in one.")
