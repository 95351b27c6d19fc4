# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The one exception that the command line shows to its user."""
from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class UserError(Exception):
    """Something the user can put right. The text is one sentence that says what to do; exit code 2."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """", did you mean 'ml-dsa-44'", or nothing if no name is near."""
    near = difflib.get_close_matches(name.lower(), list(known), 1, 0.6)
    return f", did you mean '{near[0]}'" if near and near[0] != name else ""


def in_checkout() -> bool:
    """Whether this is a checkout, with its scripts; else a wheel's."""
    return (Path(__file__).resolve().parents[2] / "schemes.toml").is_file()


def remedy(script: str, elsewhere: str) -> str:
    """What to do: a script of the checkout, or for who has none, something else."""
    return f"run '{script}'" if in_checkout() else elsewhere
