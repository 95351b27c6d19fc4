# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Other implementations of CMS and of key files: where they are, how they are asked, and what they made earlier."""
from __future__ import annotations

import base64
import functools
import json
import lzma
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any


ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "peers"
SOURCE = ROOT / "test" / "tool" / "peers" / "BouncyCastle.java"
CONTENT = b"an update of the firmware\r\n" * 40
PASSPHRASE = b"correct horse"
# Commands of OpenSSL read no configuration of this machine.
CLEAN = {**os.environ, "OPENSSL_CONF": "/dev/null"}


def stored(name: str) -> dict[str, Any]:
    """What a file of test/tool/peers holds."""
    return dict(json.loads(lzma.decompress((SOURCE.parent / name).read_bytes())))


def store(name: str, by: str, **content: object) -> None:
    """Writes such a file, with its source. by: the program that makes it."""
    source = f"OpenSSL {version_of(openssl() or '')}, Bouncy Castle 1.81; written by {by}"
    text = json.dumps({"source": source, **content}, indent=1)
    (SOURCE.parent / name).write_bytes(lzma.compress(text.encode(), preset=9))


@functools.cache
def made_by_peers() -> dict[str, bytes]:
    """Files by name, of test/tool/peers/peers.json.xz, which make_peers.py writes."""
    return {name: base64.b64decode(data) for name, data in stored("peers.json.xz")["files"].items()}


def version_of(program: str) -> str:
    """Of an OpenSSL; empty if it is none."""
    try:
        said = subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    found = re.match(r"OpenSSL (\d+\.\d+\.\d+)", said)
    return found.group(1) if found else ""


@functools.cache
def openssl() -> str | None:
    """An OpenSSL of 3.5 or later: KSIG_OPENSSL, else what scripts/peers.sh built, else that of this machine."""
    for program in (os.environ.get("KSIG_OPENSSL"), str(BUILT / "openssl"), shutil.which("openssl")):
        if program and tuple(map(int, (version_of(program) or "0").split(".")[:2])) >= (3, 5):
            return program
    return None


def asked(*words: object, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    """OpenSSL with a command."""
    program = openssl()
    assert program
    return subprocess.run([program, *map(str, words)], capture_output=True, check=check, env=CLEAN)


@functools.cache
def bouncy_castle() -> list[str] | None:
    """The command of our program with Bouncy Castle: jars in KSIG_BOUNCY_CASTLE, else those of scripts/peers.sh."""
    jars = Path(os.environ.get("KSIG_BOUNCY_CASTLE", BUILT / "java"))
    if not shutil.which("javac") or not list(jars.glob("bcpkix*.jar")):
        return None
    classes = BUILT / "classes"
    classes.mkdir(parents=True, exist_ok=True)
    subprocess.run(["javac", "-cp", f"{jars}/*", "-d", str(classes), str(SOURCE)], check=True)
    return ["java", "-cp", f"{jars}/*:{classes}", "BouncyCastle"]


def asked_java(*words: object) -> list[str]:
    """The lines that it prints."""
    command = bouncy_castle()
    assert command
    return subprocess.run([*command, *map(str, words)], capture_output=True, text=True, check=True).stdout.split()
