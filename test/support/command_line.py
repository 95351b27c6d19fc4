# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tool's commands, run within the test."""
from __future__ import annotations

import json
from typing import Any

from support import runner

from kilosig.cli.app import app


def run(*words: object, code: int = 0) -> Any:
    """Runs a command, which must end with this exit code."""
    done = runner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, (words, done.output)
    return done


def told(*words: object, code: int = 0) -> Any:
    """What it says with --json."""
    return json.loads(run(*words, "--json", code=code).stdout)
