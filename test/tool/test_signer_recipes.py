# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The recipes for --signer in docs/formats.md, as they stand. age and SoftHSM are run where they are installed; of a
cloud's command line only the shape can be."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/formats.md").read_text()

MODULE = Path("/usr/lib/softhsm/libsofthsm2.so")

# Takes what AWS's command line takes, and signs with a key of this folder.
AWS = """#!/bin/sh -e
test "$*" = "kms sign --key-id alias/firmware --signing-algorithm ML_DSA_SHAKE_256 --message-type EXTERNAL_MU \
--message fileb:///dev/stdin --query Signature --output text"
cat > mu
kilosig sign --private key.pem --external-mu mu --signature - | base64
"""


def recipe(name: str) -> str:
    found = re.search(rf"<!-- signer: {re.escape(name)} -->\n```sh\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with commands of its own, a message and a key."""
    script(tmp_path / "bin/kilosig", f'#!/bin/sh\nexec {sys.executable} -m kilosig "$@"\n')
    (tmp_path / "firmware.bin").write_bytes(b"firmware")
    run(tmp_path, "kilosig keygen -s ml-dsa-44 -p key.pem --public public.pem")
    return tmp_path


def script(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def run(folder: Path, command: str) -> None:
    done = subprocess.run(["sh", "-ec", command], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stderr


def sign_with(folder: Path) -> None:
    """By ./signer, and verified."""
    run(folder, "kilosig sign --signer ./signer --key public.pem --message firmware.bin --signature firmware.sig")
    run(folder, "kilosig verify --key public.pem --message firmware.bin --signature firmware.sig")


@pytest.mark.skipif(shutil.which("age") is None, reason="age is not installed")
def test_age(place: Path) -> None:
    run(place, "age-keygen -o identity.txt && age -r $(age-keygen -y identity.txt) -o key.age key.pem && rm key.pem")
    run(place, recipe("age, direct"))
    run(place, "kilosig verify --key public.pem --message firmware.bin --signature firmware.sig && rm firmware.sig")
    script(place / "signer", recipe("age"))
    sign_with(place)


def test_cloud(place: Path) -> None:
    script(place / "bin/aws", AWS)
    script(place / "signer", recipe("kms"))
    sign_with(place)


@pytest.mark.skipif(not all(map(shutil.which, ("softhsm2-util", "pkcs11-tool", "openssl"))) or not MODULE.exists(),
                    reason="softhsm2, opensc or openssl is not installed")
def test_token(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files alone, and another PIN, open nothing."""
    run(place, recipe("token, once"))
    assert not (place / "passphrase").exists()
    (place / "public.pem").write_bytes((place / "sealed.pub").read_bytes())
    script(place / "signer", recipe("token"))
    monkeypatch.setenv("SOFTHSM2_CONF", str(place / "softhsm2.conf"))
    monkeypatch.setenv("PIN", "1234")
    sign_with(place)
    run(place, "rm firmware.sig")
    monkeypatch.setenv("PIN", "9999")
    with pytest.raises(AssertionError):
        sign_with(place)
    monkeypatch.setenv("PIN", "1234")
    shutil.rmtree(place / "tokens")
    (place / "tokens").mkdir()
    with pytest.raises(AssertionError):
        sign_with(place)
    assert not (place / "firmware.sig").exists()
