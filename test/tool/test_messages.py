# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a stranger's first mistakes are answered, typed one by one: whole sentences, which say what to do."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from command_line import run

pytestmark = pytest.mark.library
DEVICES = ("device,feature,counter\nKILOSIG-0001,3,7\nKILOSIG-0001,4,7\n0xZZ,1,1\n x ,1,1\n"
           "0x4b494c4f5349472d30303032,1,1\n")
# What only a checkout has.
OF_A_CHECKOUT = re.compile(r"\bmake [a-z]|scripts/|setup\.sh|cmake")


def typed(*words: object, code: int = 2, **more: str) -> str:
    """What the program says on stderr, of a line of the shell without a terminal."""
    done = subprocess.run([sys.executable, "-m", "kilosig", *map(str, words)], capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL, start_new_session=True, env={**os.environ, **more})
    assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
    return done.stderr


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a key, a message and its signature."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KILOSIG_PASSPHRASE", raising=False)
    Path("m").write_bytes(b"message")
    run("keygen", "-s", "ml-dsa-44", "-p", "key", "--public", "pub")
    run("sign", "-p", "key", "-m", "m", "-o", "sig")


@pytest.mark.parametrize("words, said", [
    (("verify", "--key", "none", "-m", "m", "--signature", "sig"),
     "none cannot be read (No such file or directory): give the file of the public key."),
    (("verify", "-k", ".", "-m", "m", "--signature", "sig"),
     ". cannot be read (Is a directory): give the file of the public key."),
    (("sign", "-p", "none", "-m", "m", "-o", "x"),
     "none cannot be read (No such file or directory): give the file of the private key."),
    (("sign", "-p", "key", "-m", "m"), "Missing option: give --signature, see 'kilosig sign --help'."),
    (("keygen", "-p", "key", "--public", "pub"), "Missing option: give --scheme, see 'kilosig keygen --help'."),
    (("cose", "sign", "-p", "key", "-o", "x"), "Missing option: give --message, see 'kilosig cose sign --help'."),
    (("image", "sign"), "Missing argument: give CODE, see 'kilosig image sign --help'."),
    (("anchor",), "Missing argument: give KEY, see 'kilosig anchor --help'."),
    (("keygen", "-s", "ml-dsa-44", "-p", "k", "--public", "p", "--encrypt"),
     "There is no terminal to ask for the passphrase: give --passphrase-file or set KILOSIG_PASSPHRASE."),
    (("issue", "--devices", "d", "--out", "o", "-p", "key", "--rows-per-file", 65537),
     "Invalid value for '--rows-per-file': 65537 is not in the range 1<=x<=65536: see 'kilosig issue --help'."),
    (("keygen", "-s", "lms", "-p", "k", "--public", "p"), "'kilosig stateful-keygen --scheme lms'")])
def test_mistakes(words: tuple[object, ...], said: str) -> None:
    """The sentence and nothing else; nothing is written."""
    before = sorted(Path().iterdir())
    found = typed(*words)
    assert found == f"kilosig: {said}\n" or (said.startswith("'") and said in found and found.count("\n") == 1), found
    assert sorted(Path().iterdir()) == before


def test_a_length_that_is_wrong() -> None:
    Path("short").write_bytes(Path("sig").read_bytes()[:-1])
    said = run("verify", "-k", "pub", "-m", "m", "--signature", "short", code=1).output
    assert said.splitlines() == ["rejected: sig-length (the signature has a wrong length)",
                                 "found 2,419 bytes, expected 2,420"]


def test_a_file_of_the_system_is_no_signature() -> None:
    """As it lies there, and at every length that a signature of some scheme may have."""
    said = run("inspect", "/etc/passwd", code=1).output
    assert said.startswith("unknown\n") and "falcon" not in said
    text = Path("/etc/passwd").read_bytes() * 200
    for length in (600, 666, 752, 1221, 1280, 1462, 2420, 3309):
        Path("text").write_bytes(text[:length])
        assert "falcon" not in run("inspect", "text", code=0 if length in (2420, 3309) else 1).output


def test_a_device_twice_and_ids_as_they_were() -> None:
    pytest.importorskip("pyarrow")
    Path("d.csv").write_text(DEVICES)
    run("issue", "-p", "key", "--devices", "d.csv", "--out", "o", "--workers", 1, code=1)
    assert Path("o/_refused.csv").read_text().splitlines() == [
        "row,device,refused,why", "1,KILOSIG-0001,device-twice,an earlier row names the device",
        "2,0xZZ,device-id,the device id is neither 12 bytes nor 24 hex digits after 0x",
        "3, x ,device-id,the device id is neither 12 bytes nor 24 hex digits after 0x"]


def test_a_package_names_nothing_of_a_checkout() -> None:
    """The tool's files in a place of their own, as a wheel has them: what needs an image or a library says what to do
    without one."""
    source = Path(__file__).resolve().parents[2] / "tools/kilosig"
    with zipfile.ZipFile("tool.zip", "w") as archive:
        for path in source.rglob("*"):
            if path.suffix in (".py", ".html"):
                archive.write(path, f"kilosig/{path.relative_to(source)}")
    zipfile.ZipFile("tool.zip").extractall("alone")
    alone = {"PYTHONPATH": str(Path("alone").resolve()), "KSIG_BUILD_DIR": "", "KSIG_LIBRARY_DIR": ""}
    where = subprocess.run([sys.executable, "-c", "import kilosig; print(kilosig.__file__)"], capture_output=True,
                           text=True, check=True, env={**os.environ, **alone}).stdout
    assert where.startswith(str(Path("alone").resolve()))
    for words in (("verify", "-k", "pub", "-m", "m", "--signature", "sig"), ("emulate", "stm32vldiscovery"),
                  ("send", "--board", "mps2-an385", "-k", "pub", "-m", "m", "--signature", "sig"), ("demo",),
                  ("attest",), ("bus", "-s", "ml-dsa-44"), ("advise", "--ram", "8k"),
                  ("keygen", "-s", "falcon-512", "-p", "k", "--public", "p")):
        said = typed(*words, **alone)
        assert said.startswith("kilosig: ") and not OF_A_CHECKOUT.search(said), said
