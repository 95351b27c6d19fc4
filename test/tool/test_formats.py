# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys and objects as others write them: `cryptography` (OpenSSL) reads ours, we read theirs; COSE and CWT by the tool,
chains of certificates, vectors in Wycheproof's schema, signers behind a command."""
from __future__ import annotations

import datetime
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography import x509
from cryptography.hazmat import asn1
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, mldsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.oid import NameOID
from command_line import run, told
from der import TAG_BIT_STRING, TAG_SEQUENCE, der as element, der_element, long_form
from support import ML_DSA, VECTORS, flipped, private_key, public_key, runner, slh_dsa_example, stateful_example

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import certificates, cose, pbes2, pkcs8
from kilosig.files.children import environment
from kilosig.files.der import DerError, any_of
from kilosig.files.keys import PublicKey, parse_public_key
from kilosig.schemes.vectors import read_vectors
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.registry import signer_of

PASSPHRASE = b"correct horse"
SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pass").write_bytes(PASSPHRASE + b"\n")
    Path("message").write_bytes(b"an update")


# ---- Keys ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hss", "xmss", "xmssmt"])
def test_stateful_public_keys(name: str) -> None:
    """RFC 9802: raw in the bit string; a key of unknown type codes or of another length is none."""
    key = stateful_example(name).key
    assert key is not None
    for der in (False, True):
        found = parse_public_key(pkcs8.public_file(name, key, der))
        assert (found.scheme, found.raw) == (name, key)
    for wrong in (key[:-1], key + b"\0", b"\x7f" * 8 + key[8:], b""):
        with pytest.raises(UserError):
            parse_public_key(pkcs8.public_file(name, wrong))
    Path("pub").write_bytes(pkcs8.public_file(name, key))
    assert told("anchor", "pub")["anchor"] == SCHEMES[name].anchor(key).hex()


def test_hss_certificate_of_others() -> None:
    """The example of draft-ietf-lamps-x509-shbs (RFC 9802): its key is read, and its signature of itself holds."""
    data = (VECTORS / "x509_hss.pem").read_bytes()
    found = parse_public_key(data)
    assert found.scheme == "hss" and len(found.raw) == 60
    certificate = certificates.read_chain(data, "it")[0]
    certificates._check_signature(certificate, certificates.trust_of(certificate))
    other = certificates.Trust(parse_public_key(pkcs8.public_file("hss", flipped(found.raw, 8 * 30))))
    with pytest.raises(certificates.Refused):
        certificates._check_signature(certificate, other)


@pytest.mark.parametrize("name", ML_DSA)
def test_cryptography_reads_what_we_encrypt(name: str) -> None:
    """PBES2 with scrypt."""
    for der in (True, False):
        data = pkcs8.private_file(pkcs8.PrivateKey(name, SEED), der, PASSPHRASE)
        load: Any = serialization.load_der_private_key if der else serialization.load_pem_private_key
        assert load(data, PASSPHRASE).private_bytes_raw() == SEED
        with pytest.raises(ValueError):
            load(data, b"wrong")


def test_we_read_what_cryptography_encrypts() -> None:
    """PBES2 with PBKDF2."""
    key = mldsa.MLDSA65PrivateKey.from_seed_bytes(SEED)
    for encoding in (serialization.Encoding.PEM, serialization.Encoding.DER):
        data = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8,
                                 serialization.BestAvailableEncryption(PASSPHRASE))
        found = pkcs8.parse_private_key(data, "it", lambda: PASSPHRASE)
        assert (found.scheme, found.secret) == ("ml-dsa-65", SEED)
        with pytest.raises(UserError, match="does not open"):
            pkcs8.parse_private_key(data, "it", lambda: b"wrong")


@pytest.mark.parametrize("choice", ["-v2 aes-128-cbc -v2prf hmacWithSHA1 -iter 3000", "-v2 aes-192-cbc -iter 1000",
                                    "-v2 aes-256-cbc -v2prf hmacWithSHA512", "-v2 aes-256-cbc -scrypt"])
def test_openssl_and_we_read_each_other(choice: str) -> None:
    """The encryption of any key, by the program, of any version: here of a curve, which all of them know."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    content = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    Path("plain").write_bytes(content)
    common = ["openssl", "pkcs8", "-inform", "DER", "-outform", "DER"]
    subprocess.run([*common, "-topk8", "-in", "plain", "-out", "sealed", *choice.split(), "-passout", "file:pass"],
                   check=True)
    assert pbes2.decrypted(Path("sealed").read_bytes(), PASSPHRASE) == content
    Path("ours").write_bytes(pbes2.encrypted(content, PASSPHRASE))
    subprocess.run(["openssl", "pkey", "-inform", "DER", "-in", "ours", "-outform", "DER", "-out", "opened", "-passin",
                    "file:pass"], check=True)
    assert serialization.load_der_private_key(Path("opened").read_bytes(), None) is not None


def test_every_byte_of_an_encrypted_key() -> None:
    """One sentence or the key as it was, never anything else. Parameters that cost a lifetime are refused."""
    content = pkcs8.private_der("ml-dsa-44", SEED)
    data = pbes2.encrypted(content, PASSPHRASE)
    sealed = data.index(b"\x04\x40") if b"\x04\x40" in data[80:] else len(data) - 64
    for at in [*range(0, len(data) - 64, 7), sealed, len(data) - 1]:
        changed = bytearray(data)
        changed[at] ^= 0x41
        try:
            assert pbes2.decrypted(bytes(changed), PASSPHRASE) != b""
        except ValueError:
            pass
    cost = data.replace(b"\x02\x02\x40\x00", b"\x02\x02\x7f\xff")
    assert cost != data
    with pytest.raises(ValueError):
        pbes2.decrypted(cost, PASSPHRASE)


def test_encrypted_key_is_strict() -> None:
    """Cut, followed by something, with a length in more bytes than it needs; a key length that AES does not have."""
    data = pbes2.encrypted(pkcs8.private_der("ml-dsa-44", SEED), PASSPHRASE)
    for wrong in (data[:-1], data + b"\0", long_form(data)):
        assert not pbes2.is_encrypted(wrong)
        with pytest.raises(DerError):
            pbes2.decrypted(wrong, PASSPHRASE)
    prf = pbes2.Prf(identifier=x509.ObjectIdentifier("1.2.840.113549.2.9"), parameters=asn1.Null())
    for length in (None, 32, 16):
        pbkdf2 = pbes2.Pbkdf2Costs(salt=bytes(16), iterations=1, key_length=length, prf=prf)
        scrypt = pbes2.ScryptCosts(salt=bytes(16), n=2, r=1, p=1, key_length=length)
        for identifier, costs in ((pbes2.PBKDF2, pbkdf2), (pbes2.SCRYPT, scrypt)):
            algorithm = pbes2.Algorithm(identifier=identifier, parameters=any_of(costs))
            if length == 16:
                with pytest.raises(DerError):
                    pbes2._key(algorithm, 32, PASSPHRASE)
            else:
                assert len(pbes2._key(algorithm, 32, PASSPHRASE)) == 32


@pytest.mark.parametrize("name", ["ml-dsa-44", "slh-dsa-sha2-128f"])
def test_keys_at_rest(name: str) -> None:
    """Encrypted in PKCS #8, readable by the owner alone whatever the umask, not overwritten; a passphrase by
    descriptor."""
    before = os.umask(0)
    try:
        run("keygen", "--scheme", name, "--private", "key", "--public", "pub", "--passphrase-file", "pass")
        run("cose", "key", "key", "--secret", "--passphrase-file", "pass", "-o", "key.cbor",
            code=0 if name.startswith("ml") else 2)  # of a set that no draft has
    finally:
        os.umask(before)
    for path in Path().glob("key*"):
        assert path.stat().st_mode & 0o77 == 0
    assert Path("key").read_bytes().startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----")
    content = Path("key").read_bytes()
    run("keygen", "--scheme", name, "--private", "key", "--public", "pub", code=2)
    assert Path("key").read_bytes() == content
    reader, writer = os.pipe()
    os.write(writer, PASSPHRASE + b"\n")
    os.close(writer)
    run("sign", "--private", "key", "--message", "message", "-o", "sig", "--passphrase-file", f"/dev/fd/{reader}")
    os.close(reader)
    run("verify", "--key", "pub", "--message", "message", "--signature", "sig")
    assert told("inspect", "key")["encrypted"] is True
    blind = subprocess.run([sys.executable, "-m", "kilosig", "keygen", "-s", "ml-dsa-44", "--private", "k", "--public",
                            "p", "--encrypt"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                           start_new_session=True, env=environment())  # there is no terminal
    assert blind.returncode == 2 and "--passphrase-file" in blind.stderr and not Path("k").exists()


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the output is a terminal."""
    keypair("ml-dsa-44", "key", "pub")
    run("sign", "-p", "key", "-m", "message", "-o", "sig")
    verify = ("verify", "-k", "pub", "-m", "message", "--signature", "sig")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[32m" in run(*verify).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*verify).stdout == "accepted\n"


# ---- COSE ----------------------------------------------------------------------------------------------------------


def keypair(name: str, private: str, public: str, number: int = 0) -> None:
    run("keygen", "--scheme", name, "--private", private, "--public", public, "--seed", (bytes([number]) * 32).hex())


@pytest.mark.parametrize("name", ML_DSA)
def test_cose_by_the_tool(name: str) -> None:
    """Signed, read by cbor2 alone and verified by `cryptography`; verified by the tool and as a device does."""
    keypair(name, "key", "pub")
    run("cose", "sign", "-p", "key", "-m", "message", "-o", "object", "--external-aad", "board", "--kid", "0x0102")
    tag = cbor2.loads(Path("object").read_bytes())
    protected, unprotected, payload, signature = tag.value
    assert tag.tag == 18 and payload == b"an update" and len(unprotected) == 0
    assert cbor2.loads(protected) == {1: {"44": -48, "65": -49, "87": -50}[name[-2:]], 4: b"\1\2"}
    signed = cbor2.dumps(["Signature1", protected, b"board", payload])
    private_key(name).public_key().verify(signature, signed)
    for more in ((), ("--device",)):
        assert told("cose", "verify", "object", "-k", "pub", "--external-aad", "board", *more)["accepted"] is True
        assert told("cose", "verify", "object", "-k", "pub", *more, code=1)["accepted"] is False
    run("cose", "verify", "object", "-k", "pub", "--external-aad", "board", "-o", "payload")
    assert Path("payload").read_bytes() == b"an update"
    Path("payload").unlink()
    run("cose", "verify", "object", "-k", "pub", "-o", "payload", code=1)
    assert not Path("payload").exists()


def test_cose_of_others() -> None:
    """Other headers, which the tool takes and a device refuses; and what neither does, as another encoding."""
    keypair("ml-dsa-44", "key", "pub")
    protected = cbor2.dumps({1: -48, 3: "text/plain"})  # a type in letters
    signature = private_key("ml-dsa-44").sign(cbor2.dumps(["Signature1", protected, b"", b"x"]))
    body = [protected, {4: b"a key", 99: 1}, b"x", signature]
    Path("object").write_bytes(cbor2.dumps(cbor2.CBORTag(18, body)))
    assert told("cose", "verify", "object", "-k", "pub")["kid"] == b"a key".hex()
    assert run("cose", "verify", "object", "-k", "pub", "--device", code=1)
    for wrong in (b"", b"\xff", cbor2.dumps(1), cbor2.dumps([1, 2, 3, 4]), cbor2.dumps(body[:3]),
                  cbor2.dumps([b"\x80", {}, b"x", signature]), cbor2.dumps([protected, {2: [1]}, b"x", signature]),
                  cbor2.dumps([protected, {1: -48}, b"x", signature]), cbor2.dumps(body) + b"\0",
                  cbor2.dumps([protected, {}, None, signature]),
                  cbor2.dumps([cbor2.dumps({3: 42, 1: -48}), {}, b"x", signature])):
        Path("wrong").write_bytes(wrong)
        assert "Traceback" not in run("cose", "verify", "wrong", "-k", "pub", code=2).output
    Path("other").write_bytes(cbor2.dumps([cbor2.dumps({1: -49}), {}, b"x", signature]))
    assert told("cose", "verify", "other", "-k", "pub", code=1)["verdict"] == "algorithm"


def test_cose_keys() -> None:
    """A COSE_Key is taken wherever a key is; a seed beside another public key is refused."""
    keypair("ml-dsa-65", "key", "pub")
    run("cose", "key", "pub", "-o", "pub.cbor", "--kid", "name")
    run("cose", "key", "key", "--secret", "-o", "key.cbor")
    raw = public_key("ml-dsa-65")
    assert cbor2.loads(Path("pub.cbor").read_bytes()) == {1: 7, 2: b"name", 3: -49, -1: raw}
    assert cbor2.loads(Path("key.cbor").read_bytes()) == {1: 7, 3: -49, -1: raw, -2: bytes(32)}
    run("sign", "-p", "key.cbor", "-m", "message", "-o", "sig")
    run("verify", "-k", "pub.cbor", "-m", "message", "--signature", "sig")
    assert told("anchor", "pub.cbor") == told("anchor", "pub")
    assert told("inspect", "pub.cbor")["form"] == "COSE_Key"
    run("pubkey", "key.cbor", "--public", "again")
    assert Path("again").read_bytes() == Path("pub").read_bytes()
    Path("bad").write_bytes(cbor2.dumps({1: 7, 3: -49, -1: flipped(raw, 0), -2: bytes(32)}))
    assert "do not belong together" in run("sign", "-p", "bad", "-m", "message", "-o", "sig2", code=2).output
    for wrong in ({1: 7, 3: -7, -1: raw}, {1: 5, 3: -49, -1: raw}, {1: 7, 3: -49, -1: raw[1:]}, {1: 7, 3: -49}):
        Path("bad").write_bytes(cbor2.dumps(wrong))
        run("cose", "verify", "message", "-k", "bad", code=2)
    assert "no published algorithm" in run("cose", "sign", "-p", slh_key(), "-m", "message", code=2).output


@pytest.mark.parametrize("name, number", [
    ("slh-dsa-sha2-128s", -51), pytest.param("slh-dsa-shake-128s", -52, marks=pytest.mark.full), ("fn-dsa-512", -54)])
def test_cose_by_drafts(name: str, number: int) -> None:
    """The numbers that drafts request, with a note; and a device takes what the tool signs, also of a delegated key."""
    if name.startswith("fn"):
        pytest.importorskip("py_fn_dsa", exc_type=ImportError)
    pair = signer_of(name).generate(name, SEED)
    Path("key").write_bytes(pkcs8.private_file(pkcs8.PrivateKey(name, pair.secret)))
    Path("pub").write_bytes(pkcs8.public_file(name, pair.public))
    assert "draft" in run("cose", "sign", "-p", "key", "-m", "message", "-o", "object").stderr
    protected, _, payload, signature = cbor2.loads(Path("object").read_bytes()).value
    assert cbor2.loads(protected) == {1: number}
    run("cose", "key", "pub", "-o", "pub.cbor")
    assert cbor2.loads(Path("pub.cbor").read_bytes()) == {1: 7, 3: number, -1: pair.public}
    for more in ((), ("--device",)):
        assert told("cose", "verify", "object", "-k", "pub.cbor", *more)["accepted"] is True
    Path("signed").write_bytes(cbor2.dumps(["Signature1", protected, b"", payload]))
    Path("sig").write_bytes(signature)
    run("verify", "-k", "pub", "-m", "signed", "--signature", "sig")
    keypair("ml-dsa-44", "root", "root.pub", 1)
    run("cose", "delegate", "pub", "-p", "root", "-o", "cwt")
    assert told("cose", "delegated", "cwt", "-k", "root.pub")["anchor"] == SCHEMES[name].anchor(pair.public).hex()
    run("cose", "key", "key", "--secret", "-o", "key.cbor", code=2 if name.startswith("fn") else 0)
    if not name.startswith("fn"):
        assert pkcs8.parse_private_key(Path("key.cbor").read_bytes(), "it").secret == pair.secret
        made = {**cbor2.loads(Path("key.cbor").read_bytes()), -1: flipped(pair.public, 9)}
        Path("bad").write_bytes(cbor2.dumps(made))
        assert "do not belong together" in run("sign", "-p", "bad", "-m", "message", "-o", "s", code=2).output


def slh_key() -> str:
    name = "slh-dsa-sha2-128f"
    pair = signer_of(name).generate(name, SEED)
    Path("slh").write_bytes(pkcs8.private_file(pkcs8.PrivateKey(name, pair.secret)))
    return "slh"


def test_delegation_by_the_tool() -> None:
    """The root names a key, and what that key signed is verified with it."""
    keypair("ml-dsa-87", "root", "root.pub", 1)
    keypair("ml-dsa-44", "key", "pub", 2)
    run("cose", "delegate", "pub", "-p", "root", "--issued", 1000, "-o", "cwt", "--issuer", "maker")
    found = told("cose", "delegated", "cwt", "-k", "root.pub", "-o", "named", "--oldest", 1000)
    assert found["anchor"] == SCHEMES["ml-dsa-44"].anchor(public_key("ml-dsa-44", 2)).hex()
    run("cose", "sign", "-p", "key", "-m", "message", "-o", "object")
    run("cose", "verify", "object", "-k", "named", "--device")
    assert told("cose", "delegated", "cwt", "-k", "root.pub", "--oldest", 1001, code=1)["accepted"] is False
    run("cose", "delegated", "object", "-k", "root.pub", code=2)
    run("cose", "delegate", "pub", "-p", "root", "--issuer", "x" * 17, code=2)


# ---- Signers behind a command --------------------------------------------------------------------------------------


SIGNER = """import os, sys
from cryptography.hazmat.primitives.asymmetric import mldsa
data = sys.stdin.buffer.read()
assert os.environ["KILOSIG_INPUT"] == "mu" and len(data) == 64 and "KILOSIG_PASSPHRASE" not in os.environ
key = mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes(32))
sys.stdout.buffer.write(key.sign_mu(data) + b"x" * (sys.argv[1:] == ["long"]))
sys.exit(sys.argv[1:] == ["fails"])
"""


def command(argument: str = "") -> str:
    Path("signer.py").write_text(SIGNER)
    return f"'{sys.executable}' signer.py {argument}"


def test_signer_behind_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """`cryptography` in another process, by mu; its answer is verified before anything is written."""
    monkeypatch.setenv("KILOSIG_PASSPHRASE", "secret")
    keypair("ml-dsa-44", "key", "pub")
    keypair("ml-dsa-44", "other", "other.pub", 9)
    common = ("--signer", command(), "-k", "pub")
    for number, more in enumerate(((), ("--context", "c"), ("--prehash", "sha512"))):
        run("sign", *common, "-m", "message", "-o", f"sig{number}", *more)
        run("verify", "-k", "pub", "-m", "message", "--signature", f"sig{number}", *more)
    run("token", "--device-id", "KILOSIG-0001", "--feature", 3, "--counter", 7, "-o", "token", "--signature",
        "token.sig", *common)
    run("verify", "-k", "pub", "-m", "token", "--signature", "token.sig")
    run("cose", "sign", *common, "-m", "message", "-o", "object")
    run("cose", "verify", "object", "-k", "pub", "--device")
    for wrong in (("--signer", command(), "-k", "other.pub"), ("--signer", command("long"), "-k", "pub")):
        run("sign", *wrong, "-m", "message", "-o", "bad", code=1)
        run("cose", "sign", *wrong, "-m", "message", "-o", "bad", code=1)
    for wrong in (("--signer", command("fails"), "-k", "pub"), ("--signer", "/nowhere/program", "-k", "pub"),
                  ("--signer", "", "-k", "pub"), ("--signer", "'", "-k", "pub"), ("--signer", command()),
                  ("--signer", command(), "-p", "key", "-k", "pub"), (), ("-p", "key", "-k", "pub")):
        assert "Traceback" not in run("sign", *wrong, "-m", "message", "-o", "bad", code=2).output
    run("sign", *common, "-m", "message", "-o", "bad", "--deterministic", code=2)
    run("token", "--device-id", "KILOSIG-0001", "--feature", 3, "--counter", 7, *common, code=2)
    assert not Path("bad").exists()


# ---- Certificates --------------------------------------------------------------------------------------------------


NOW = datetime.datetime(2026, 11, 1)
DAY = datetime.timedelta(days=1)


def name_of(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def issued(subject: str, key: Any, issuer: str, issuer_key: Any, ca: tuple[bool, int | None] | None = None,
           extra: x509.ExtensionType | None = None, usage: x509.KeyUsage | None = None, start: datetime.timedelta
           = -DAY) -> x509.Certificate:
    builder = x509.CertificateBuilder(name_of(issuer), name_of(subject), key, 7, NOW + start, NOW + 2 * DAY)
    if ca is not None:
        builder = builder.add_extension(x509.BasicConstraints(*ca), critical=True)
    if usage is not None:
        builder = builder.add_extension(usage, critical=True)
    if extra is not None:
        builder = builder.add_extension(extra, critical=True)
    hash_ = SHA256() if isinstance(issuer_key, ec.EllipticCurvePrivateKey) else None
    return builder.sign(issuer_key, hash_)


def usage_of(*wanted: str) -> x509.KeyUsage:
    names = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: name in wanted for name in names})


def pem(*chain: x509.Certificate) -> bytes:
    return b"".join(certificate.public_bytes(serialization.Encoding.PEM) for certificate in chain)


def test_chain_to_an_anchor() -> None:
    """Root, issuer and end in three schemes; trusted by certificate or by key; and all that must be refused."""
    root, middle, end = private_key("ml-dsa-87"), private_key("ml-dsa-65"), private_key("ml-dsa-44")
    top = issued("root", root.public_key(), "root", root, (True, 1), usage=usage_of("key_cert_sign"))
    between = issued("issuer", middle.public_key(), "root", root, (True, 0))
    leaf = issued("end", end.public_key(), "issuer", middle, (False, None), usage=usage_of("digital_signature"))
    Path("root.crt").write_bytes(pem(top))
    Path("root.pub").write_bytes(pkcs8.public_file("ml-dsa-87", public_key("ml-dsa-87")))
    when = ("--time", "2026-11-01")

    def accepted(*chain: x509.Certificate, trust: str = "root.crt", code: int = 0, time: Any = when) -> Any:
        Path("chain").write_bytes(pem(*chain))
        return told("cert", "chain", "--trust", trust, *time, code=code)

    for chain in ((leaf, between), (leaf, between, top)):
        for trust in ("root.crt", "root.pub"):
            assert accepted(*chain, trust=trust)["anchor"] == SCHEMES["ml-dsa-44"].anchor(public_key("ml-dsa-44")).hex()
    run("cert", "chain", "--trust", "root.crt", *when, "--public", "pub", "--format", "c", "-o", "anchor.h")
    assert parse_public_key(Path("pub").read_bytes()).raw == public_key("ml-dsa-44")

    evil = private_key("ml-dsa-87", 5)
    refused = {
        "missing": (leaf,),
        "order": (between, leaf),
        "an end as an issuer": (issued("x", end.public_key(), "end", end), leaf, between),
        "no CA": (leaf, issued("issuer", middle.public_key(), "root", root)),
        "not by the root": (leaf, issued("issuer", middle.public_key(), "root", evil, (True, 0))),
        "another root": (leaf, issued("issuer", middle.public_key(), "root", evil, (True, 0)),
                         issued("root", evil.public_key(), "root", evil, (True, 1))),
        "too long": (issued("x", end.public_key(), "low", middle, (False, None)),
                     issued("low", middle.public_key(), "issuer", middle, (True, None)), between),
        "may not sign certificates": (leaf, issued("issuer", middle.public_key(), "root", root, (True, 0),
                                                   usage=usage_of("digital_signature"))),
        "may not sign": (issued("end", end.public_key(), "issuer", middle, usage=usage_of("key_agreement")), between),
        "critical": (issued("end", end.public_key(), "issuer", middle,
                            extra=x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4"), b"")), between),
        "not yet": (issued("end", end.public_key(), "issuer", middle, start=DAY), between),
    }
    for why, chain in refused.items():
        assert accepted(*chain, code=1)["accepted"] is False, why
    signs = issued("end", end.public_key(), "issuer", middle, usage=usage_of("digital_signature", "key_cert_sign"))
    assert "has keyCertSign" in accepted(signs, between, code=1)["text"]
    assert "valid until" in accepted(leaf, between, code=1, time=("--time", "2026-12-01"))["text"]
    assert "not valid before" in accepted(leaf, between, code=1, time=("--time", "2026-01-01"))["text"]
    # Every part of the certificate counts: no flipped bit is accepted.
    der = leaf.public_bytes(serialization.Encoding.DER)
    for bit in range(0, 8 * len(der), 997):
        Path("bad").write_bytes(flipped(der, bit))
        Path("issuer").write_bytes(pem(between))
        assert runner().invoke(app, ["cert", "bad", "issuer", "--trust", "root.crt", *when]).exit_code != 0


def test_algorithms_of_a_certificate() -> None:
    """One, inside and outside, without parameters; and a signature of whole bytes."""
    issuer, end = private_key("ml-dsa-65"), private_key("ml-dsa-44")
    trust = certificates.Trust(PublicKey(public_key("ml-dsa-65"), "ml-dsa-65"))
    now = NOW.replace(tzinfo=datetime.UTC)
    made = (issued(f"end {number}", end.public_key(), "issuer", issuer) for number in range(99))
    leaf = next(one for one in made if one.signature[-1] % 2 == 0)
    body, _ = der_element(leaf.public_bytes(serialization.Encoding.DER), TAG_SEQUENCE)
    inside, after = der_element(body, TAG_SEQUENCE)
    algorithm, _ = der_element(after, TAG_SEQUENCE)
    oid = element(TAG_SEQUENCE, algorithm)
    null, other = element(TAG_SEQUENCE, algorithm, b"\5\0"), element(TAG_SEQUENCE, algorithm[:-1] + b"\x13")

    def chained(signed: bytes, outside: bytes, signature: bytes, spare: int = 0) -> PublicKey:
        bits = element(TAG_BIT_STRING, bytes([spare]), signature)
        data = element(TAG_SEQUENCE, element(TAG_SEQUENCE, signed), outside, bits)
        return certificates.check_chain(certificates.read_chain(data, "it"), trust, now)

    def resigned(algorithm: bytes) -> tuple[bytes, bytes]:
        signed = inside.replace(oid, algorithm, 1)
        return signed, issuer.sign(element(TAG_SEQUENCE, signed))

    assert chained(inside, oid, leaf.signature).raw == public_key("ml-dsa-44")
    assert chained(resigned(oid)[0], oid, resigned(oid)[1]).scheme == "ml-dsa-44"
    for wrong in ((inside, null, leaf.signature), (inside, other, leaf.signature), (inside, oid, leaf.signature, 1),
                  *((resigned(algorithm)[0], outside, resigned(algorithm)[1])
                    for algorithm in (null, other) for outside in (oid, null, other))):
        with pytest.raises((certificates.Refused, UserError), match="not encoded as|another algorithm|no certificates"):
            chained(*wrong)


def test_classical_issuer() -> None:
    """A chain from a curve to ML-DSA: the upper signature by `cryptography`."""
    root, end = ec.generate_private_key(ec.SECP256R1()), private_key("ml-dsa-44")
    Path("root").write_bytes(pem(issued("root", root.public_key(), "root", root, (True, None))))
    Path("leaf").write_bytes(pem(issued("end", end.public_key(), "root", root)))
    assert told("cert", "leaf", "--trust", "root", "--time", "2026-11-01")["scheme"] == "ml-dsa-44"
    other = ec.generate_private_key(ec.SECP256R1())
    Path("bad").write_bytes(pem(issued("end", end.public_key(), "root", other)))
    run("cert", "bad", "--trust", "root", "--time", "2026-11-01", code=1)
    for wrong in (("message", "--trust", "root"), ("leaf", "--trust", "message"), ("leaf", "--trust", "root", "--time",
                                                                                     "soon")):
        run("cert", *wrong, code=2)


# ---- Vectors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["dilithium2.json", "haetae2_ksx.jsonl.xz", "rainbowI-classic.json"])
def test_vectors_in_wycheproofs_schema(file: str) -> None:
    """Written and read back: the same tests, but for those whose key is not the trusted one."""
    before = read_vectors(VECTORS / file)
    left_out = told("vectors", VECTORS / file, "-o", "out.json")["left_out"]
    after = read_vectors(Path("out.json"))
    assert len(after) + left_out == len(before) and len(after) > 5
    facts = [(v.scheme, v.key, v.message, v.signature, v.context, v.valid) for v in before if v.key == v.anchor_key]
    assert sorted(facts, key=repr) == sorted(((v.scheme, v.key, v.message, v.signature, v.context, v.valid)
                                              for v in after), key=repr)
    data = json.loads(Path("out.json").read_text())
    assert data["numberOfTests"] == len(after) and {"algorithm", "schema", "testGroups", "notes"} <= set(data)
    assert run("check-vectors", "out.json").stdout.splitlines()[-1] == f"{len(after)} passed, 0 failed"


def test_slh_dsa_example_has_a_container() -> None:
    """RFC 9909 both ways; FN-DSA has no object identifier that is published, and says so."""
    key = slh_dsa_example("slh-dsa-shake-256f").key
    assert key is not None
    assert parse_public_key(pkcs8.public_file("slh-dsa-shake-256f", key, True)).raw == key
    with pytest.raises(UserError, match="No standard"):
        pkcs8.public_file("fn-dsa-512", bytes(897), True)
    assert cose.algorithm_of("ml-dsa-87") == -50
