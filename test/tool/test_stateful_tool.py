# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig verify, plan and check-vectors with LMS, HSS, XMSS and XMSS^MT."""
from __future__ import annotations

from pathlib import Path

import pytest

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.schemes import stateful
from support import VECTORS, runner, stateful_example

pytestmark = pytest.mark.library

W4 = "LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W4"


@pytest.mark.parametrize("name", stateful.NAMES)
def test_verify(tmp_path: Path, name: str) -> None:
    """Raw and hex files; a wrong byte; a key that is cut."""
    vector = stateful_example(name)
    key, message, signature = tmp_path / "key", tmp_path / "message", tmp_path / "signature"
    command = ["verify", "--scheme", name, "--key", str(key), "--message", str(message), "--signature", str(signature)]
    key.write_bytes(vector.key or b"")
    message.write_bytes(vector.message)
    signature.write_text(vector.signature.hex())
    done = runner().invoke(app, [*command, "--chunk", "7"])
    assert done.exit_code == 0 and "accepted" in done.stdout
    message.write_bytes(vector.message + b"x")
    done = runner().invoke(app, command)
    assert done.exit_code == 1 and "rejected: signature" in done.stdout
    key.write_bytes((vector.key or b"")[:-1])
    assert runner().invoke(app, command).exit_code != 0


def test_plan() -> None:
    """As many levels as sets are named; names that do not exist or do not belong there."""
    done = runner().invoke(app, ["plan", "hss", "--set", W4, "--set", W4, "--message-length", "1000"])
    assert done.exit_code == 0, done.output
    assert done.stdout.count("signature") == 5 and done.stdout.count("message") == 2 and "1,000" in done.stdout
    for arguments in (["lms"], ["hss"], ["xmss"], ["xmssmt"], ["xmss", "--set", "XMSS-SHAKE256_20_192"]):
        done = runner().invoke(app, ["plan", *arguments])
        assert done.exit_code == 0 and done.stdout.count("signature") == 2, arguments
    for arguments in (["lms", "--set", "no such set"], ["lms", "--set", W4, "--set", W4],
                      ["lms", "--context-length", "1"], ["xmss", "--set", "XMSSMT-SHA2_20/2_256"]):
        done = runner().invoke(app, ["plan", *arguments])
        assert done.exit_code != 0 and isinstance(done.exception, (UserError, SystemExit)), arguments


def test_check_vectors() -> None:
    """All of a file."""
    done = runner().invoke(app, ["check-vectors", str(VECTORS / "xmss.json.xz"), "--chunk", "random"])
    assert done.exit_code == 0 and done.stdout.endswith("122 passed, 0 failed\n")
