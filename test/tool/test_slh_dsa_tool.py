# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig keygen, sign, verify and plan with SLH-DSA and SPHINCS+."""
from __future__ import annotations

from pathlib import Path

import pytest

from kilosig.cli.app import app
from kilosig.schemes import slh_dsa
from support import runner, slh_dsa_example


def run(*arguments: object) -> object:
    return runner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize("name", ["slh-dsa-sha2-128f", "slh-dsa-shake-128f"])
def test_keygen_sign_verify(tmp_path: Path, name: str) -> None:
    """Files from the first command to the last; the same seed gives the same key."""
    message = tmp_path / "message"
    message.write_bytes(b"hello")
    for number in (1, 2):
        done = run("keygen", "--scheme", name, "--private", tmp_path / f"private{number}", "--public",
                   tmp_path / f"public{number}", "--seed", "07" * 32)
        assert done.exit_code == 0, done.output
    assert (tmp_path / "public1").read_text() == (tmp_path / "public2").read_text()
    signed = run("sign", "--private", tmp_path / "private1", "--message", message, "--signature",
                 tmp_path / "signature", "--context", "c")
    assert signed.exit_code == 0, signed.output
    common = ("verify", "--scheme", name, "--key", tmp_path / "public1", "--message", message, "--signature",
              tmp_path / "signature")
    assert run(*common, "--context", "c").exit_code == 0
    assert run(*common).exit_code == 1
    # The very bytes of the other implementation, without randomness or with a given one.
    pair = slh_dsa.generate(name, b"\7" * 32)
    for number, options in enumerate((["--deterministic"], ["--rnd", "05" * 16])):
        assert run("sign", "--private", tmp_path / "private1", "--message", message, "--context", "c", "--signature",
                   tmp_path / str(number), *options).exit_code == 0
    assert (tmp_path / "0").read_bytes() == slh_dsa.sign(name, pair.secret, b"hello", b"c")
    assert run(*common[:-1], tmp_path / "1", "--context", "c").exit_code == 0
    # Never over a file, and not with a public key.
    assert run("sign", "--private", tmp_path / "private1", "--message", message, "--signature",
               tmp_path / "signature").exit_code == 2
    for wrong in (("--private", tmp_path / "public1"), ("--private", tmp_path / "private1", "--rnd", "00" * 15),
                  ("--private", tmp_path / "private1", "--scheme", "slh-dsa-sha2-256f")):
        assert run("sign", *wrong, "--message", message, "--signature", tmp_path / "another").exit_code == 2


@pytest.mark.parametrize("name", [*slh_dsa.SETS, "sphincs-sha256-128s-simple-r3"])
def test_plan(name: str) -> None:
    """R, the message, the rest."""
    done = run("plan", name, "--message-length", "33")
    assert done.exit_code == 0
    rows = [line for line in done.output.splitlines() if "signature" in line or "message" in line]
    assert len(rows) == 4  # with the title
    total = 33 + len(slh_dsa_example(name).signature)
    assert f"{total:,} bytes" in done.output


def test_no_signing_with_round_3(tmp_path: Path) -> None:
    done = run("keygen", "--scheme", "sphincs-sha256-128s-simple-r3", "--private", tmp_path / "a", "--public",
               tmp_path / "b")
    assert done.exit_code == 2 and not (tmp_path / "a").exists()
