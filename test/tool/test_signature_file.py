# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signature files with a comment and the name of the key (docs/formats.md)."""
from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest
from command_line import run, told
from sampling import FULL
from support import public_key

from kilosig.errors import UserError
from kilosig.files.data import Data
from kilosig.files.signature_file import SignatureFile, key_id, parse
from kilosig.library.binding import Arguments, load
from kilosig.schemes import ml_dsa

pytestmark = pytest.mark.library
MANY = 250  # bytes: the lines in front of the signature, and its end
COMMENT, NAME = "firmware 1.4, \u00fcber CAN", "Release 2026"
MADE = SignatureFile("ml-dsa-44", key_id(b"key"), NAME, COMMENT, bytes(range(100)))
HIDDEN = ("\x1b[2J", "a\nb", "a\rb", "a\tb", "\u202eabc", "\u200babc", "\x7f", "\x9b1m", " a", "a ", "\u2028", "\xad")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with two keys, a message and its signature file."""
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(b"firmware")
    for name in ("a", "b"):
        run("keygen", "-s", "ml-dsa-44", "-p", f"{name}.pem", "--public", f"{name}.pub")
    run("sign", "-p", "a.pem", "-m", "file", "-o", "sig", "--comment", COMMENT, "--key-name", NAME)


def verify(*more: str, code: int = 0, key: str = "a.pub", signature: str = "sig", message: str = "file") -> str:
    return str(run("verify", "-k", key, "-m", message, "--signature", signature, *more, code=code).output)


def test_comment_and_name_are_shown() -> None:
    said = verify()
    assert f"comment: {COMMENT}" in said and NAME in said and "accepted" in said
    answer = told("verify", "-k", "a.pub", "-m", "file", "--signature", "sig")
    raw = public_raw("a.pub")
    assert (answer["comment"], answer["key_name"]) == (COMMENT, NAME)
    assert answer["key_id"] == hashlib.sha256(raw).hexdigest()[:32] == told("inspect", "sig")["key_id"]
    assert COMMENT not in run("inspect", "sig").output


def public_raw(name: str) -> bytes:
    from kilosig.files.keys import parse_public_key
    return parse_public_key(Path(name).read_bytes()).raw


def test_the_text_of_the_document_is_what_is_signed() -> None:
    """By the library alone, with the text made anew from the document's words."""
    lines = Path("sig").read_text().splitlines()
    blank = lines.index("")
    text = "\n".join(["kilosig signature file 1", *lines[1:blank],
                      f"SHA-512: {hashlib.sha512(b'firmware').hexdigest()}", ""]).encode()
    scheme, raw = load().scheme("ml-dsa-44"), public_raw("a.pub")
    assert scheme is not None
    signature = base64.b64decode("".join(lines[blank + 1:-1]))
    arguments = Arguments(anchor=scheme.anchor(raw))
    assert scheme.library.verify(scheme, raw, text, signature, arguments).accepted
    assert not scheme.library.verify(scheme, raw, b"firmware", signature, arguments).accepted
    Path("raw").write_bytes(signature)
    assert COMMENT not in verify(signature="raw", code=1)
    Path("text").write_bytes(text)
    assert "signature file" in verify(signature="raw", message="text", code=2)
    assert "signature file" in run("sign", "-p", "a.pem", "-m", "text", "-o", "x", code=2).output


def test_another_key() -> None:
    said = verify(key="b.pub", code=1)
    assert f'by the key "{NAME}" {key_id(public_raw("a.pub"))}' in said.replace("\n", " ")
    assert "not by b.pub" in said and COMMENT not in said
    file = Path("sig").read_text()  # whoever writes the other key's id into the file has no signature of it
    Path("sig").write_text(file.replace(key_id(public_raw("a.pub")), key_id(public_raw("b.pub"))))
    for key in ("a.pub", "b.pub"):
        assert COMMENT not in verify(key=key, code=1)


def test_another_comment_name_or_message() -> None:
    Path("other").write_bytes(b"firmwarf")
    assert COMMENT not in verify(message="other", code=1)
    run("sign", "-p", "a.pem", "-m", "other", "-o", "sig2", "--comment", "another one", "--key-name", NAME)
    first, second = Path("sig").read_text(), Path("sig2").read_text()
    swapped = first.replace(NAME, "x").replace(COMMENT, NAME).replace("-Name: x", f"-Name: {COMMENT}")
    moved = (second.replace("another one", COMMENT), first.replace(f"Key-Name: {NAME}\n", ""),
             first.replace(f"Comment: {COMMENT}\n", ""), swapped,
             first.replace(f"Key-Name: {NAME}\nComment: {COMMENT}", f"Key-Name: {NAME}Comment: {COMMENT}"))
    for text in moved:
        Path("moved").write_text(text)
        for message in ("file", "other"):
            assert "comment: " not in verify(signature="moved", message=message, code=1)


def test_every_byte() -> None:
    """Whatever byte is another, no key accepts the file: it is refused as damaged, says another text or signature.
    Outside `make full` the bytes of the signature, which are those behind MANY, take turns with four changes."""
    scheme, raw = load().scheme("ml-dsa-44"), public_key("ml-dsa-44")
    assert scheme is not None
    said = SignatureFile("ml-dsa-44", key_id(raw), NAME, "c")
    message = Data(b"firmware")
    signature = ml_dsa.sign(load(), "ml-dsa-44", bytes(32), said.signed_text(message))
    whole = SignatureFile(said.scheme, said.key_id, NAME, "c", signature).encoded()
    arguments = Arguments(anchor=scheme.anchor(raw))

    def accepted(data: bytes) -> bool:
        try:
            found = parse(data, "sig")
        except UserError:
            return False
        return found.key_id == key_id(raw) and found.scheme == "ml-dsa-44" and scheme.library.verify(
            scheme, raw, found.signed_text(message), found.signature, arguments).accepted

    assert accepted(whole)
    for at in range(len(whole)):
        changes = (1, 2, 0x20, 0x80)
        for change in changes if FULL or at < MANY or at >= len(whole) - MANY else changes[at % 4:at % 4 + 1]:
            assert not accepted(whole[:at] + bytes([whole[at] ^ change]) + whole[at + 1:]), at
        if at % (7 if FULL else 28) == 0 or at < 200:
            assert not accepted(whole[:at] + whole[at + 1:]) and not accepted(whole[:at] + b"\n" + whole[at:])
            assert not accepted(whole[:at])
    for other in (whole + b"\n", b"\n" + whole, whole.replace(b"\n", b"\r\n"), whole + whole):
        assert not accepted(other)


@pytest.mark.parametrize("text", HIDDEN)
def test_what_a_terminal_does_not_show(text: str) -> None:
    for option in ("--comment", "--key-name"):
        run("sign", "-p", "a.pem", "-m", "file", "-o", "x", option, text, code=2)
    assert not Path("x").exists()
    for file in (SignatureFile("ml-dsa-44", MADE.key_id, text, "c", b"s"),
                 SignatureFile("ml-dsa-44", MADE.key_id, "n", text, b"s")):
        with pytest.raises(UserError, match="damaged"):
            parse(file.encoded(), "sig")


def test_limits_and_options() -> None:
    assert parse(MADE.encoded(), "sig") == MADE
    for option, most in (("--comment", 400), ("--key-name", 64)):
        run("sign", "-p", "a.pem", "-m", "file", "-o", f"x{option}", option, "x" * most)
        verify(signature=f"x{option}")
        run("sign", "-p", "a.pem", "-m", "file", "-o", "y", option, "x" * (most + 1), code=2)
    run("sign", "-p", "a.pem", "-m", "file", "-o", "y", "--comment", "c", "--prehash", "sha256", code=2)
    run("send", "--board", "mps2-an385", "-k", "a.pub", "-m", "file", "--signature", "sig", code=2)
    run("sign", "-p", "a.pem", "-m", "file", "-o", "z", "--comment", "c", "--context", "v")
    verify("--context", "v", signature="z")
    verify(signature="z", code=1)


@pytest.mark.parametrize("scheme", ["slh-dsa-sha2-128f", "haetae-2", "ml-dsa-44-ed25519"])
def test_other_schemes(scheme: str) -> None:
    run("keygen", "-s", scheme, "-p", "o.pem", "--public", "o.pub")
    run("sign", "-p", "o.pem", "-m", "file", "-o", "o.sig", "--comment", COMMENT)
    assert COMMENT in verify(key="o.pub", signature="o.sig")
    assert COMMENT not in verify(key="a.pub", signature="o.sig", code=1)
