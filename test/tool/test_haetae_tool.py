# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig keygen, sign and verify for HAETAE: files, profiles, and one clear sentence for every mistake."""
from pathlib import Path

import pytest
from support import runner

from kilosig.cli.app import app
from kilosig.files import armour

pytestmark = pytest.mark.library
SEED = "00" * 31 + "07"


def run(*arguments: object, code: int = 0) -> str:
    result = runner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    if code == 2:
        assert len(result.output.strip().splitlines()) == 1
    return result.output


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A level 2 key pair and a message: secret, public, message."""
    paths = [tmp_path / name for name in ("secret", "public", "message")]
    run("keygen", "--scheme", "haetae-2", "--private", paths[0], "--public", paths[1], "--seed", SEED)
    paths[2].write_bytes(b"a message")
    return paths


@pytest.mark.parametrize("level", [2, 3, 5])
@pytest.mark.parametrize("profile", ["", "-kpqc"])
def test_round_trip(tmp_path: Path, level: int, profile: str) -> None:
    scheme, names = f"haetae-{level}{profile}", ("secret", "public", "message", "signature")
    secret, public, message, signature = (tmp_path / name for name in names)
    message.write_bytes(bytes(100))
    context = [] if profile else ["--context", "door"]
    run("keygen", "--scheme", scheme, "--private", secret, "--public", public)
    assert secret.stat().st_mode & 0o077 == 0
    run("sign", "--scheme", scheme, "--private", secret, "--message", message, "--signature", signature, *context)
    arguments = ["verify", "--scheme", scheme, "--key", public, "--message", message, "--signature", signature]
    assert "accepted" in run(*arguments, *context)
    message.write_bytes(bytes(101))
    assert "rejected: signature" in run(*arguments, *context, code=1)


def test_seed_and_rnd_decide_everything(tmp_path: Path, files: list[Path]) -> None:
    again = [tmp_path / "secret2", tmp_path / "public2"]
    run("keygen", "--scheme", "haetae-2", "--private", again[0], "--public", again[1], "--seed", SEED)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in files[:2]]
    made = []
    for number, rnd in enumerate(("11" * 32, "11" * 32, "22" * 32)):
        signature = tmp_path / f"signature{number}"
        run("sign", "--private", files[0], "--message", files[2], "--signature", signature, "--rnd", rnd)
        made.append(signature.read_bytes())
    assert made[0] == made[1] != made[2]


def test_header_is_readable(files: list[Path]) -> None:
    lines = files[0].read_text().splitlines()
    assert lines[:3] == ["-----BEGIN KILOSIG SECRET KEY-----", "Scheme: haetae-2", ""]
    assert max(len(line) for line in lines) == 64
    key = armour.unwrap(files[1].read_bytes(), "it")
    assert (key.label, key.scheme, len(key.raw)) == (armour.PUBLIC, "haetae-2", 992)
    assert armour.unwrap(files[1].read_bytes().replace(b"\n", b"\r\n"), "it") == key


@pytest.mark.parametrize("level", [2, 5])
def test_compact_secret_key(tmp_path: Path, level: int) -> None:
    """A file that says what it is, and signs as the whole key does."""
    message, seed, made = tmp_path / "message", "5a" * 32, []
    message.write_bytes(b"a message")
    for form in ("whole", "compact"):
        secret, public, signature = (tmp_path / f"{form}-{name}" for name in ("secret", "public", "signature"))
        run("keygen", "--scheme", f"haetae-{level}", "--private", secret, "--public", public, "--seed", seed,
            *(["--compact"] if form == "compact" else []))
        run("sign", "--private", secret, "--message", message, "--signature", signature, "--rnd", seed)
        made.append((public.read_bytes(), signature.read_bytes()))
    assert made[0] == made[1]
    lines = secret.read_text().splitlines()
    assert lines[1:4] == [f"Scheme: haetae-{level}", "Form: compact", ""]
    key = armour.unwrap(secret.read_bytes(), "it")
    assert key.compact and key.raw[-34:-2].hex() == seed
    # Neither form is taken for the other.
    taken = tmp_path / "taken"
    for form in ("whole", "compact"):
        raw = armour.unwrap((tmp_path / f"{form}-secret").read_bytes(), "it").raw
        taken.write_bytes(armour.wrap(armour.SECRET, f"haetae-{level}", raw, form == "whole"))
        assert f"not {len(raw)}:" in run("sign", "--private", taken, "--message", message, "--signature",
                                                tmp_path / "out", code=2)


def test_mistakes(tmp_path: Path, files: list[Path]) -> None:
    secret, public, message = files
    out = tmp_path / "out"
    sign = ["sign", "--message", message, "--signature", out]
    assert "SECRET KEY" in run(*sign, "--private", public, code=2)
    assert "haetae-2" in run(*sign, "--private", secret, "--scheme", "haetae-3", code=2)
    assert "64 digits" in run(*sign, "--private", secret, "--rnd", "00", code=2)
    assert "context" in run(*sign, "--private", secret, "--scheme", "haetae-2-kpqc", "--context", "x", code=2)
    assert "64 digits" in run("keygen", "--scheme", "haetae-2", "--private", out, "--public", out, "--seed", "x",
                              code=2)
    verify = ["verify", "--scheme", "haetae-2", "--message", message, "--signature", message]
    assert "PUBLIC KEY" in run(*verify, "--key", secret, code=2)
    damaged = tmp_path / "damaged"
    damaged.write_text(secret.read_text()[:-20])
    assert "damaged" in run(*sign, "--private", damaged, code=2)
    short = tmp_path / "short"
    short.write_bytes(armour.wrap(armour.SECRET, "haetae-2", bytes(100)))
    assert "1408" in run(*sign, "--private", short, code=2)
    assert not out.exists()
