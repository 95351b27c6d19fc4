# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands: verdicts and exit codes, and one sentence for every mistake of the user."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
import typer
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.library.hashes import HASHES, external_mu
from kilosig.library.verdicts import REASONS
from kilosig.files import pkcs8
from support import ML_DSA, VECTORS, flipped, known_answers, private_key, public_key, runner

MESSAGE = b"the message"

# A library whose ksig_scheme has its members in another order, as that of an older checkout.
OTHER_LAYOUT = """
struct scheme { const char *name; const void *verify, *params; unsigned key, most, least; short sizes[4]; };
const struct scheme one = {"ml-dsa-44", &one, &one, 1312, 2420, 2420, {64, 4384}};
const struct scheme *const ksig_schemes[] = {&one, 0};
const struct scheme *ksig_scheme_by_name(const char *name) { (void)name; return &one; }
void ksig_verify_open(void) {}
void ksig_key_anchor(void) {}
"""


def run(*arguments: object) -> Result:
    """The command line with these arguments."""
    return runner().invoke(app, [str(argument) for argument in arguments])


def sentence(result: Result) -> str:
    """The one sentence of a user error: exit code 2, nothing on stdout, no traceback."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("kilosig: ") and lines[0].endswith("."), result.stderr
    assert isinstance(result.exception, SystemExit)
    return lines[0]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Key, message and signature of ML-DSA-65 in several forms."""
    key = private_key("ml-dsa-65")
    signature = key.sign(MESSAGE, b"ctx")
    contents = {
        "pem": pkcs8.public_pem("ml-dsa-65", public_key("ml-dsa-65")), "raw": public_key("ml-dsa-65"),
        "hex": public_key("ml-dsa-65").hex().encode(),
        "message": MESSAGE, "sig": signature, "sighex": signature.hex().upper().encode() + b"\n",
        "bad": flipped(signature, 77), "short": signature[:-1],
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    return {name: tmp_path / name for name in (*contents, "missing")}


def verify(files: dict[str, Path], key: str = "pem", signature: str = "sig", message: str = "message",
           *more: object) -> Result:
    """kilosig verify."""
    return run("verify", "--scheme", "ml-dsa-65", "--key", files[key], "--message", files[message], "--signature",
               files[signature], *more)


@pytest.mark.parametrize("variant", ["default", "fast", "small"])
@pytest.mark.parametrize("chunk", ["1", "100", "random"])
def test_verify(files: dict[str, Path], variant: str, chunk: str) -> None:
    """0 for a genuine signature, 1 and the reason for others."""
    more = ("--context", "ctx", "--variant", variant, "--chunk", chunk)
    for key in ("pem", "raw", "hex"):
        for signature in ("sig", "sighex"):
            result = verify(files, key, signature, "message", *more)
            assert (result.exit_code, result.stdout) == (0, "accepted\n")
    assert verify(files, "pem", "sig", "message", "--context", "0x637478").exit_code == 0
    for signature, context, reason in (("bad", "ctx", "signature"), ("short", "ctx", "sig-length"),
                                       ("sig", "CTX", "signature"), ("sig", "x" * 256, "context")):
        result = verify(files, "pem", signature, "message", "--context", context, "--variant", variant)
        assert result.exit_code == 1 and result.stdout.startswith(f"rejected: {reason} (")
        assert ("found 3,308 bytes, expected 3,309" in result.stdout) is (reason == "sig-length")


def test_verify_modes(files: dict[str, Path], tmp_path: Path) -> None:
    """Pre-hash, digest and external mu."""
    key, raw = private_key("ml-dsa-65"), public_key("ml-dsa-65")
    prehashed, mu, digest = tmp_path / "prehashed", tmp_path / "mu", tmp_path / "digest"
    prehashed.write_bytes(key.sign_mu(external_mu(raw, MESSAGE, b"", "sha3-384")))
    mu.write_bytes(external_mu(raw, MESSAGE, b"ctx"))
    digest.write_bytes(HASHES["sha3-384"][2](MESSAGE))
    files = {**files, "prehashed": prehashed, "digest": digest}
    assert verify(files, "pem", "prehashed", "message", "--prehash", "sha3-384").exit_code == 0
    assert verify(files, "pem", "prehashed", "digest", "--prehash", "sha3-384", "--digest").exit_code == 0
    assert verify(files, "pem", "prehashed", "message", "--prehash", "sha384").exit_code == 1
    common = ("verify", "--scheme", "ml-dsa-65", "--key", files["raw"], "--signature", files["sig"])
    assert run(*common, "--external-mu", mu).exit_code == 0
    assert run(*common, "--external-mu", files["message"]).stdout.startswith("rejected: msg-length")
    assert "omit those options" in sentence(run(*common, "--external-mu", mu, "--context", "x"))
    assert "add --message" in sentence(run(*common))


def test_mistakes(files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence each."""
    assert "missing cannot be read" in sentence(verify(files, "missing"))
    assert "missing cannot be read" in sentence(verify(files, "pem", "missing"))
    assert "missing cannot be read" in sentence(verify(files, "pem", "sig", "missing"))
    assert "add --prehash" in sentence(verify(files, "pem", "sig", "message", "--digest"))
    assert "choose one of sha256" in sentence(verify(files, "pem", "sig", "message", "--prehash", "md5"))
    assert "even number" in sentence(verify(files, "pem", "sig", "message", "--context", "0x123"))
    for chunk in ("0", "-1", "many", ""):
        assert "chunk size" in sentence(verify(files, "pem", "sig", "message", "--chunk", chunk))
    assert "choose one of default" in sentence(verify(files, "pem", "sig", "message", "--variant", "huge"))
    assert "holds an ml-dsa-65 key" in sentence(run("verify", "--scheme", "ml-dsa-44", "--key", files["pem"],
                                                    "--message", files["message"], "--signature", files["sig"]))
    assert "'kilosig schemes'" in sentence(run("verify", "--scheme", "rsa", "--key", files["pem"], "--message",
                                                     files["message"], "--signature", files["sig"]))
    assert "give --key" in sentence(run("verify", "--scheme", "ml-dsa-44"))
    assert "No such command" in sentence(run("verfy"))
    assert "No such option '--keys', did you mean '--key': see" in sentence(run("verify", "--keys", "k"))
    assert "'kilosig schemes'" in sentence(run("plan", "rsa"))
    assert "has no context" in sentence(run("plan", "dilithium2-r3", "--context-length", "1"))
    sentence(run("plan", "ml-dsa-44", "--context-length", "256"))
    sentence(run("plan", "ml-dsa-44", "--message-length", "-1"))
    monkeypatch.setenv("KSIG_LIBRARY_DIR", str(tmp_path))
    assert "'make tool'" in sentence(run("schemes"))
    (tmp_path / "libkilosig-research.so").write_bytes(b"no library")
    assert "build it again" in sentence(run("schemes"))
    other = tmp_path / "other"
    other.mkdir()
    (other / "other.c").write_text(OTHER_LAYOUT)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", other / "libkilosig-research.so", other / "other.c"], check=True)
    monkeypatch.setenv("KSIG_LIBRARY_DIR", str(other))
    assert "is of another version of kilosig: run 'make tool'" in sentence(run("schemes"))


def test_send_mistakes(files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards and ports that are not there."""
    common = ("send", "--scheme", "ml-dsa-65", "--key", files["pem"], "--message", files["message"], "--signature",
              files["sig"])
    assert "give --board, --port or --can" in sentence(run(*common))
    assert "give --board, --port or --can" in sentence(run(*common, "--board", "microbit", "--port", "x"))
    assert "choose one of stm32vldiscovery" in sentence(run(*common, "--board", "nano"))
    assert "Nothing answers" in sentence(run(*common, "--port", f"unix:{tmp_path}/nothing"))
    assert "tcp:HOST:PORT" in sentence(run(*common, "--port", "tcp:localhost"))
    assert "Nothing answers" in sentence(run(*common, "--port", "tcp:127.0.0.1:1"))
    assert "cannot be opened" in sentence(run(*common, "--port", f"{tmp_path}/ttyNone"))
    # A context that the protocol cannot say is rejected without a board.
    result = run(*common, "--port", f"{tmp_path}/ttyNone", "--context", "x" * 256)
    assert result.exit_code == 1 and result.stdout.startswith("rejected: context")
    monkeypatch.setenv("KSIG_BUILD_DIR", str(tmp_path))
    assert "cortex-m4:firmware" in sentence(run(*common, "--board", "mps2-an386"))


@pytest.mark.board
def test_send(files: dict[str, Path]) -> None:
    """The same verdicts and exit codes from the board, with its figures."""
    common = ("send", "--scheme", "ml-dsa-65", "--key", files["hex"], "--message", files["message"], "--context", "ctx",
              "--board", "stm32vldiscovery", "--signature")
    result = run(*common, files["sighex"])
    assert result.exit_code == 0 and result.stdout.endswith("accepted\n")
    for shown in ("500 kbit/s", "20 Mbit/s", "payload bits only", "8,192", f"{1952 + 3309 + len(MESSAGE):,}"):
        assert shown in result.stdout
    result = run(*common, files["bad"])
    assert result.exit_code == 1 and "\nrejected: signature (" in result.stdout


@pytest.mark.board
def test_demo() -> None:
    """The demonstration shows what it promises."""
    result = run("demo")
    assert result.exit_code == 0, result.output
    assert "WRONG" not in result.stdout and "everything as it should be" in result.stdout
    for shown in ("feature activated", "rejected: signature", "rejected: key", "counter not fresh", "another device",
                  "the board waits where it was", "a first image, for an empty board", "in an update's signature",
                  "power cut in the middle of the installation: installed on the next start", "genuine, sent again",
                  *ML_DSA):
        assert shown in result.stdout


def test_keygen_sign_verify(tmp_path: Path) -> None:
    """Test material made by the tool; files are never overwritten."""
    private, public, message, signature = (tmp_path / name for name in ("private", "public", "message", "signature"))
    message.write_bytes(MESSAGE)
    for scheme in ML_DSA:
        assert run("keygen", "--scheme", scheme, "--private", private, "--public", public).exit_code == 0
        assert os.stat(private).st_mode & 0o077 == 0
        assert run("sign", "--private", private, "--message", message, "--signature", signature, "--context",
                   "c").exit_code == 0
        arguments = ("verify", "--scheme", scheme, "--key", public, "--message", message, "--signature", signature)
        assert run(*arguments, "--context", "c").exit_code == 0
        assert run(*arguments).exit_code == 1
        assert "exists already" in sentence(run("keygen", "--scheme", scheme, "--private", private, "--public", public))
        for path in (private, public, signature):
            path.unlink()
    result = run("keygen", "--scheme", "dilithium2-r3", "--private", private, "--public", public)
    assert "cannot sign with" in sentence(result)
    assert "in PEM" in sentence(run("sign", "--private", message, "--message", message, "--signature", signature))
    assert not signature.exists()


@pytest.mark.parametrize("variant, passes", [("default", 1), ("fast", 1), ("small", 8)])
def test_plan(variant: str, passes: int) -> None:
    """Sums and times of a plan: each part once, in variant small z once more for every row."""
    result = run("plan", "ml-dsa-87", "--message-length", "1000", "--variant", variant)
    total = 2592 + 1000 + 4627 + (passes - 1) * 7 * 640
    assert result.exit_code == 0
    assert f"{total:,} bytes: {8 * total / 500:.1f} ms at 500 kbit/s (CAN), {8 * total / 20000:.2f} ms" in result.stdout
    assert result.stdout.count("key") >= 1 and "1,000" in result.stdout


def test_schemes() -> None:
    """Lists every scheme with its sizes."""
    result = run("schemes")
    assert result.exit_code == 0
    for shown in (*ML_DSA, "dilithium2-r3", "1,312", "2,420", "1,952", "3,309", "2,592", "4,627"):
        assert shown in result.stdout


def test_every_command_has_help() -> None:
    """--help works everywhere; no command at all shows what there is."""
    commands = list(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert len(commands) >= 8
    for command in commands:
        assert run(command, "--help").exit_code == 0
    assert "check-vectors" in run("--help").stdout
    assert "check-vectors" in run().output


def test_reason_names() -> None:
    """The tool's names are those of kilosig.h, in its order."""
    header = (Path(__file__).resolve().parents[2] / "include" / "kilosig" / "kilosig.h").read_text()
    names: list[str] = []
    for line in header.splitlines():
        words = line.split()
        if line.startswith("#define KSIG_REJECT_") or line.startswith("#define KSIG_PENDING"):
            assert words[2] == f"UINT32_C({len(names)})"
            names.append(words[1].replace("KSIG_REJECT_", "").replace("KSIG_", "").lower().replace("_", "-"))
    assert names == [name for name, _ in REASONS]
    assert "#define KSIG_ACCEPT UINT32_C(0xA5C3963C)" in header


def test_vectors_are_there() -> None:
    """The repository's vector file is the one with 77 tests."""
    assert len(json.loads((VECTORS / "dilithium2.json").read_text())["tests"]) == 77
    assert len(known_answers("ml-dsa-44")) == 100
