# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig request and certify: PKCS #10 of post-quantum keys, and the certificates for them. `cryptography` and the
openssl command read what they know; a device reads the chain."""
from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from command_line import run, told
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, mldsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from peers import asked, openssl
from sampling import FULL

from kilosig.errors import UserError
from kilosig.files import requests
from kilosig.files.data import Data
from kilosig.files.pkcs8 import parse_private_key
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of

pytestmark = pytest.mark.library
SCHEMES = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "slh-dsa-sha2-128f", "slh-dsa-shake-192f", "ml-dsa-65-ecdsa-p256")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a root of ML-DSA-65."""
    monkeypatch.chdir(tmp_path)
    asking("root", "ml-dsa-65")
    run("certify", "root.csr", "-p", "root.key", "-o", "root.pem", "--ca", "--days", 3650)


def asking(name: str, scheme: str, *more: str) -> None:
    """A key and its request."""
    run("keygen", "-s", scheme, "-p", f"{name}.key", "--public", f"{name}.pub")
    run("request", "-p", f"{name}.key", "--subject", f"CN={name},O=Example", "-o", f"{name}.csr", *more)


def certify(name: str, *more: object, code: int = 0) -> str:
    return str(run("certify", f"{name}.csr", "-p", "root.key", "--issuer", "root.pem", "-o", f"{name}.pem", *more,
                   code=code).output)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_from_a_request_to_a_chain(scheme: str) -> None:
    asking("end", scheme)
    asked_for = x509.load_pem_x509_csr(Path("end.csr").read_bytes())
    assert told("inspect", "end.csr")["scheme"] == scheme
    assert asked_for.subject.rfc4514_string() == "CN=end,O=Example"
    certify("end")
    one = x509.load_pem_x509_certificate(Path("end.pem").read_bytes())
    root = x509.load_pem_x509_certificate(Path("root.pem").read_bytes())
    one.verify_directly_issued_by(root)  # by cryptography's own ML-DSA
    root.verify_directly_issued_by(root)
    assert one.subject == asked_for.subject and one.version is x509.Version.v3
    answer = told("cert", "end.pem", "--trust", "root.pem")
    assert answer["scheme"] == scheme
    assert answer["anchor"] == told("anchor", "end.pub")["anchor"]
    if scheme in SCHEMES[:5]:
        run("cert", "end.pem", "--trust", "root.pem", "--stream", "chain.bin")
    if scheme in SCHEMES[:3]:
        assert asked_for.is_signature_valid


@pytest.mark.parametrize("name", ["44", "65", "87"])
def test_requests_of_cryptography(name: str) -> None:
    key = getattr(mldsa, f"MLDSA{name}PrivateKey").generate()
    builder = x509.CertificateSigningRequestBuilder(x509.Name.from_rfc4514_string("CN=theirs"))
    for number, one in enumerate((builder, builder.add_extension(
            x509.SubjectAlternativeName([x509.DNSName("a.example")]), critical=True))):
        made = one.sign(key, None)
        Path(f"t{number}.csr").write_bytes(made.public_bytes(Encoding.PEM if number else Encoding.DER))
        said = certify(f"t{number}")
        assert ("none of them" in said) == bool(number)
        found = x509.load_pem_x509_certificate(Path(f"t{number}.pem").read_bytes())
        assert found.public_key() == key.public_key()
        assert not any(isinstance(each.value, x509.SubjectAlternativeName) for each in found.extensions)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl command")
def test_the_openssl_command_reads_them() -> None:
    """Any version reads names and structure; of 3.5 or later, signatures too."""
    asking("end", "ml-dsa-44")
    certify("end")
    for command in (("req", "-in", "end.csr"), ("x509", "-in", "end.pem")):
        done = subprocess.run(["openssl", *command, "-noout", "-subject", "-nameopt", "RFC2253"], capture_output=True,
                              text=True, check=True)
        assert "CN=end,O=Example" in done.stdout


@pytest.mark.skipif(openssl() is None, reason="no OpenSSL of 3.5 or later: scripts/peers.sh builds one")
def test_openssl_verifies_them() -> None:
    asking("end", "slh-dsa-sha2-128f")
    certify("end")
    assert asked("req", "-in", "end.csr", "-verify", "-noout").returncode == 0
    assert asked("verify", "-x509_strict", "-CAfile", "root.pem", "end.pem").returncode == 0


def test_possession() -> None:
    """A request for a key that its maker does not hold, and one of which any byte is another."""
    asking("end", "ml-dsa-44")
    secret = parse_private_key(Path("end.key").read_bytes(), "end.key")
    other = parse_private_key(Path("root.key").read_bytes(), "root.key")
    public = signer_of("ml-dsa-44").public("ml-dsa-44", secret.secret)
    subject = requests.name_of("CN=end")

    def signed_by(scheme: str, key: bytes) -> requests.Sign:
        return lambda text: signer_of(scheme).sign(scheme, key, Signature(Data(text)))

    good = requests.made(subject, "ml-dsa-44", public, signed_by("ml-dsa-44", secret.secret))
    assert requests.parse(good, "it").key.raw == public
    for scheme, key in (("ml-dsa-65", other.secret), ("ml-dsa-44", bytes(32))):
        Path("stolen.csr").write_bytes(requests.made(subject, "ml-dsa-44", public, signed_by(scheme, key)))
        assert "not signed by the key" in certify("stolen", code=1) and not Path("stolen.pem").exists()
    for at in range(len(good)) if FULL else [*range(200), *range(200, len(good), 5)]:
        with pytest.raises((UserError, requests.NoPossession)):
            requests.parse(good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1:], "it")
    for length in (0, 1, 100, len(good) - 1):
        with pytest.raises(UserError):
            requests.parse(good[:length], "it")
    with pytest.raises(UserError):
        requests.parse(good + b"\0", "it")


def test_who_may_issue() -> None:
    asking("end", "ml-dsa-44")
    asking("middle", "slh-dsa-sha2-128f")
    certify("middle", "--ca", "--path-length", 0)
    words = ("certify", "end.csr", "-p", "middle.key", "--issuer", "middle.pem", "-o")
    run(*words, "below.pem", "--days", 30)
    Path("chain.pem").write_bytes(Path("below.pem").read_bytes() + Path("middle.pem").read_bytes())
    run("cert", "chain.pem", "--trust", "root.pem")
    run("cert", "chain.pem", "--trust", "root.pem", "--stream", "chain.bin")
    assert "allows 0 issuers" in run(*words, "x", "--ca", "--days", 30, code=1).output
    assert "valid longer" in run(*words, "x", "--days", 3651, code=2).output
    certify("end", "--days", 30)
    no_ca = ("certify", "middle.csr", "-p", "end.key", "--issuer", "end.pem", "-o", "x", "--days", 3)
    assert "no CA" in run(*no_ca, code=1).output
    assert "another key" in run("certify", "end.csr", "-p", "end.key", "--issuer", "root.pem", "-o", "x",
                                code=2).output
    assert "another key" in run("certify", "end.csr", "-p", "root.key", "-o", "x", code=2).output
    run("certify", "end.csr", "-p", "root.key", "--issuer", "root.pem", "-o", "x", "--path-length", 1, code=2)
    assert not Path("x").exists()


def validity(name: str) -> tuple[datetime, datetime]:
    found = x509.load_pem_x509_certificate(Path(name).read_bytes())
    return found.not_valid_before_utc, found.not_valid_after_utc


def test_the_lines_of_the_document() -> None:
    """docs/formats.md, typed one after the other, with the defaults: a year within ten."""
    for name in ("root", "device"):
        run("keygen", "-s", "ml-dsa-44", "-p", f"{name}.key", "--public", f"{name}.pub", "--force")
    text = (Path(__file__).resolve().parents[2] / "docs/formats.md").read_text()
    lines = re.findall(r"^kilosig ((?:request|certify) .*)$", text, re.MULTILINE)
    assert len(lines) == 4 and "--days" not in "".join(lines)
    for line in lines:
        run(*shlex.split(line), "--force")
    (begin, end), (_, root) = validity("device.pem"), validity("root.pem")
    assert (end - begin, root - begin > timedelta(days=3649)) == (timedelta(days=requests.DAYS), True)
    run("cert", "device.pem", "--trust", "root.pem", "--stream", "chain.bin")


def test_defaults_end_with_the_issuer() -> None:
    """A CA under a CA of the same default, and a device under a CA with less than a year left; each is said."""
    asking("middle", "ml-dsa-44")
    asking("end", "ml-dsa-44")
    run("certify", "root.csr", "-p", "root.key", "-o", "root.pem", "--ca", "--force")
    assert "ends with its issuer's" in certify("middle", "--ca")
    assert validity("middle.pem")[1] == validity("root.pem")[1]
    assert "ends with its issuer's" not in certify("end")
    run("certify", "root.csr", "-p", "root.key", "-o", "root.pem", "--ca", "--days", 365, "--force")
    assert "ends with its issuer's" in certify("end", "--force") and validity("end.pem")[1] == validity("root.pem")[1]
    run("cert", "end.pem", "--trust", "root.pem", "--stream", "chain.bin")
    assert "valid longer" in certify("end", "--force", "--days", 366, code=2)


def test_an_issuer_made_this_minute() -> None:
    """By another tool, which dates nothing back: what it issues begins with it, not five minutes before."""
    root, now = mldsa.MLDSA44PrivateKey.generate(), datetime.now(UTC).replace(microsecond=0)
    name = x509.Name.from_rfc4514_string("CN=theirs")
    theirs = x509.CertificateBuilder(name, name, root.public_key(), 1, now, now + timedelta(days=30)).add_extension(
        x509.BasicConstraints(True, None), critical=True).sign(root, None)
    Path("root.pem").write_bytes(theirs.public_bytes(Encoding.PEM))
    Path("root.key").write_bytes(root.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    asking("end", "ml-dsa-44")
    certify("end")
    assert validity("end.pem") == (now, now + timedelta(days=30))
    run("cert", "end.pem", "--trust", "root.pem")


def test_what_is_no_request() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    theirs = x509.CertificateSigningRequestBuilder(x509.Name.from_rfc4514_string("CN=x")).sign(key, hashes.SHA256())
    Path("ec.csr").write_bytes(theirs.public_bytes(Encoding.PEM))
    assert "another algorithm" in certify("ec", code=2)
    for text in (b"", b"x", Path("root.pem").read_bytes(), Path("root.key").read_bytes()):
        Path("no.csr").write_bytes(text)
        certify("no", code=2)
    for subject in ("", "nothing", "CN=a\x1b[2J", "CN=\u202eabc"):
        run("request", "-p", "root.key", "--subject", subject, "-o", "y", code=2)
    run("keygen", "-s", "haetae-2", "-p", "h.key", "--public", "h.pub")
    assert "standard" in run("request", "-p", "h.key", "--subject", "CN=h", "-o", "y", code=2).output
    assert not Path("y").exists()


def test_names_of_strangers_move_no_cursor() -> None:
    key = mldsa.MLDSA44PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a\x1b[2Jb")])
    made = x509.CertificateSigningRequestBuilder(name).sign(key, None)
    Path("t.csr").write_bytes(made.public_bytes(Encoding.DER))
    assert "\x1b" not in certify("t")


def test_a_signer_that_is_no_file() -> None:
    run("keygen", "-s", "ml-dsa-44", "-p", "s.key", "--public", "s.pub")
    Path("sign").write_text(f"#!/bin/sh -e\ncat > mu\n{sys.executable} -m kilosig sign --private s.key "
                            "--external-mu mu --signature -\n")
    Path("sign").chmod(0o755)
    run("request", "--signer", "./sign", "--key", "s.pub", "--subject", "CN=s", "-o", "s.csr", "--der")
    run("certify", "s.csr", "--signer", "./sign", "--key", "s.pub", "-o", "s.der", "--der")
    run("cert", "s.der", "--trust", "s.pub")
