# SPDX-License-Identifier: Apache-2.0 OR MIT
"""PEM is read strictly, and alike for public keys, private keys and CMS."""
from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

pytest.importorskip("pyasn1_modules", reason="kilosig cms needs pyasn1-modules")

from kilosig.errors import UserError  # noqa: E402
from kilosig.files import cms, pbes2, pkcs8  # noqa: E402
from kilosig.files.keys import parse_public_key  # noqa: E402
from kilosig.files.pkcs8 import parse_private_key  # noqa: E402

pytestmark = pytest.mark.library
SEED, PASSPHRASE = bytes(range(32)), b"word"
PUBLIC = pkcs8.public_der("ml-dsa-44", bytes(1312))
PRIVATE = pkcs8.private_der("ml-dsa-44", SEED)
OBJECT = cms.signed_data("ml-dsa-44", cms.SignerInfo("ml-dsa-44", "sha512", None, b"signature", ""), b"key")


def private(data: bytes) -> object:
    return parse_private_key(data, "it", lambda: PASSPHRASE)


# Label, content, and what reads it.
READERS: dict[str, tuple[str, bytes, Callable[[bytes], object]]] = {
    "public": ("PUBLIC KEY", PUBLIC, lambda data: parse_public_key(data, "it")),
    "private": ("PRIVATE KEY", PRIVATE, private),
    "cms": ("CMS", OBJECT, lambda data: cms.parse(data, "it"))}


def block(begin: str, content: bytes, end: str = "") -> bytes:
    return b"-----BEGIN %b-----\n%b-----END %b-----\n" % (
        begin.encode(), base64.encodebytes(content), (end or begin).encode())


@pytest.fixture(params=READERS)
def case(request: pytest.FixtureRequest) -> tuple[str, bytes, Callable[[bytes], object]]:
    return READERS[request.param]


def test_line_ends(case: tuple[str, bytes, Callable[[bytes], object]]) -> None:
    """Of any system, with lines of any length, white space at their ends and empty lines around the block."""
    label, content, read = case
    text = block(label, content)
    one_line = b"-----BEGIN %b-----\n%b\n-----END %b-----" % (label.encode(), base64.b64encode(content), label.encode())
    for same in (text, text.replace(b"\n", b"\r\n"), text.replace(b"\n", b"\r"), text.replace(b"\n", b" \t\n"),
                 b"\n" + text + b"\n\n", one_line):
        assert read(same) == read(content)


def test_labels(case: tuple[str, bytes, Callable[[bytes], object]]) -> None:
    """The expected one, on both lines: another names itself."""
    label, content, read = case
    for wrong in ("NONSENSE", f"NONSENSE {label}", f"{label} KEY", "EC PRIVATE KEY", "X509 CRL"):
        with pytest.raises(UserError, match=f"^it begins with BEGIN {wrong}: give a file with BEGIN .*{label}"):
            read(block(wrong, content))
        for begin, end in ((label, wrong), (label, " ")):
            with pytest.raises(UserError, match="^it is damaged PEM"):
                read(block(begin, content, end))
        with pytest.raises(UserError, match="^it begins with"):
            read(block(wrong, content, label))


def test_damage(case: tuple[str, bytes, Callable[[bytes], object]]) -> None:
    """No END, other lines, text beside or between the lines, two blocks, and what is not base64 as it is written."""
    label, content, read = case
    text = block(label, content)
    lines = text.splitlines(keepends=True)
    encoded = base64.b64encode(content)
    begin, end = lines[0].rstrip(), lines[-1].rstrip()
    assert read(text)
    for wrong in (b"".join(lines[:-1]), b"".join(lines[:-1]) + b"no END\n", text + text, text + b"x", text + b"\0",
                  begin + b"".join(lines[1:]), text.replace(b"\n-----END", b"-----END"), begin[:-1] + b"\n" + text,
                  begin + b"\n" + end, begin, begin + b"\n",
                  lines[0] + b"Proc-Type: 4,ENCRYPTED\n\n" + b"".join(lines[1:]),
                  begin + b"\n!!\n" + b"".join(lines[1:]), begin + b"\n\xc3\xa4\n" + end,
                  begin + b"\n" + encoded + b"=\n" + end, begin + b"\n" + encoded + b"\n" + encoded + b"=\n" + end,
                  begin + b"\n" + encoded.rstrip(b"=")[:-1] + b"\n" + end):
        with pytest.raises(UserError) as error:
            read(wrong)
        assert str(error.value).startswith("it is damaged PEM") and "\n" not in str(error.value), wrong[:80]


def test_spare_bits() -> None:
    """The last digit has bits that no byte takes: they are zero, or the same key would have several texts."""
    encoded = base64.b64encode(PUBLIC)
    assert encoded.endswith(b"AA=")
    changed = b"-----BEGIN PUBLIC KEY-----\n" + encoded[:-2] + b"B=\n-----END PUBLIC KEY-----\n"
    with pytest.raises(UserError, match="damaged PEM"):
        parse_public_key(changed, "it")


def test_encrypted_as_it_says() -> None:
    """BEGIN ENCRYPTED PRIVATE KEY is around what is encrypted, and nothing else."""
    sealed = pbes2.encrypted(PRIVATE, PASSPHRASE)
    assert private(block("ENCRYPTED PRIVATE KEY", sealed)) == private(PRIVATE)
    for label, content in (("PRIVATE KEY", sealed), ("ENCRYPTED PRIVATE KEY", PRIVATE)):
        with pytest.raises(UserError, match=f"^it begins with BEGIN {label}, and holds something else"):
            private(block(label, content))
