# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every example of tools/README.md, in its order, in an empty directory."""
from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kilosig.cli.app import app
from support import runner, skip_without

pytestmark = pytest.mark.board
README = Path(__file__).resolve().parents[2] / "tools" / "README.md"
ADDRESS = "tcp:127.0.0.1:7070"


def examples() -> list[str]:
    """The commands of the README's shell blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line and not line.startswith("#")]


@pytest.fixture
def port() -> Iterator[str]:
    """An address that nobody has."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    yield f"tcp:127.0.0.1:{number}"


def answers(address: str) -> bool:
    host, number = address[len("tcp:"):].split(":")
    try:
        # QEMU takes one connection at a time, and the next one when this is closed.
        socket.create_connection((host, int(number)), timeout=1).close()
        return True
    except OSError:
        return False


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    """Each ends with exit code 0."""
    skip_without("stm32vldiscovery")
    monkeypatch.chdir(tmp_path)
    lines = examples()
    assert len(lines) >= 20 and all(line.startswith("kilosig ") for line in lines)
    running: list[subprocess.Popen[bytes]] = []
    try:
        for line in lines:
            words = shlex.split(line.replace(ADDRESS, port))[1:]
            if words[-1] == "&":
                running.append(subprocess.Popen([sys.executable, "-m", "kilosig", *words[:-1]],
                                                stdout=subprocess.DEVNULL))
                deadline = time.monotonic() + 60
                while not answers(port):
                    assert time.monotonic() < deadline and running[0].poll() is None
                    time.sleep(0.1)
                continue
            stdin, stdout = b"", None
            for sign in ("<", ">"):
                if sign in words:
                    at = words.index(sign)
                    path, words = Path(words[at + 1]), words[:at] + words[at + 2:]
                    stdin, stdout = (path.read_bytes(), stdout) if sign == "<" else (stdin, path)
            done = runner().invoke(app, words, input=stdin)
            assert done.exit_code == 0, (line, done.output)
            if stdout is not None:
                stdout.write_bytes(done.stdout_bytes)
            if words[0] == "activate":
                assert "activated: counter 7, features 0x8" in done.stdout
            if words[0] == "send":
                assert done.stdout.endswith("accepted\n")
    finally:
        for process in running:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 130
    assert len(running) == 1
    header = Path("anchor.h").read_text()
    assert "const uint8_t vendor_anchor[64] = {" in header
    assert "pub const TOKEN_SIGNATURE: [u8; 2420] = [" in Path("signature.rs").read_text()
    assert Path("again.pem").read_bytes() == Path("public.pem").read_bytes()
    assert os.stat("private.pem").st_mode & 0o077 == 0


def test_refusals(tmp_path: Path, port: str) -> None:
    """A device is provisioned once, takes a token once, and no token of another device or signer."""
    skip_without("stm32vldiscovery")
    names = ("key", "pub", "key2", "pub2", "token", "other", "sig", "othersig", "bad")
    files = {name: tmp_path / name for name in names}

    def run(*words: object, code: int = 0) -> str:
        done = runner().invoke(app, [str(word) for word in words])
        assert done.exit_code == code, (words, done.output)
        return done.output

    for key, public in (("key", "pub"), ("key2", "pub2")):
        run("keygen", "--scheme", "ml-dsa-44", "--private", files[key], "--public", files[public])
    for name, device in (("token", "KILOSIG-0001"), ("other", "KILOSIG-0002")):
        run("token", "--device-id", device, "--feature", 1, "--counter", 5, "--output", files[name])
    for signed, signature, key in (("token", "sig", "key"), ("other", "othersig", "key"), ("token", "bad", "key2")):
        run("sign", "--private", files[key], "--message", files[signed], "--signature", files[signature])
    place = ("--port", port)
    process = subprocess.Popen([sys.executable, "-m", "kilosig", "emulate", "stm32vldiscovery", "--listen", port],
                               stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not answers(port):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        activate = ("activate", *place, "--key", files["pub"], "--message", files["token"])
        assert "NOT_PROVISIONED" in run(*activate, "--signature", files["sig"], code=2)
        given = ("provision", *place, "--key", files["pub"], "--device-id", "KILOSIG-0001")
        assert "ml-dsa-44, device KILOSIG-0001, counter 4" in run(*given, "--counter", 4, "--secret", "07" * 16)
        assert "PROVISIONED" in run("provision", *place, "--key", files["pub2"], "--device-id", "KILOSIG-0001", code=2)
        assert "rejected: key" in run("activate", *place, "--key", files["pub2"], "--message", files["token"],
                                      "--signature", files["bad"], code=1)
        assert "another device" in run("activate", *place, "--key", files["pub"], "--message", files["other"],
                                       "--signature", files["othersig"], code=1)
        assert "activated" in run(*activate, "--signature", files["sig"])
        assert "refused: counter not fresh" in run(*activate, "--signature", files["sig"], code=1)
    finally:
        process.terminate()
        assert process.wait(20) == 128 + signal.SIGTERM
    until = time.monotonic() + 20
    while answers(port):  # QEMU ended with the command
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_no_board_outlives_its_command(name: str, port: str) -> None:
    """`kill`, a terminal that is closed, Ctrl-C."""
    skip_without("stm32vldiscovery")
    process = subprocess.Popen([sys.executable, "-m", "kilosig", "emulate", "stm32vldiscovery", "--listen", port],
                               stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and "runs" in process.stdout.readline()
        assert answers(port)
        number = getattr(signal, name)
        process.send_signal(number)
        assert process.wait(60) == (130 if name == "SIGINT" else 128 + number)
        assert not answers(port)
    finally:
        process.kill()
