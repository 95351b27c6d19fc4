# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Composite ML-DSA in the tool: the draft's keys, certificates and signatures; what the tool makes, before a model that
is made of `dilithium_py` and `cryptography`; commands that have no use for it."""
from __future__ import annotations

import hashlib
import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import certificates, images
from kilosig.files.data import Data
from kilosig.files.keys import PublicKey, parse_certificate, parse_public_key
from kilosig.files.pkcs8 import PrivateKey, parse_private_key, private_der, private_file, public_der
from kilosig.library import composite
from kilosig.library.binding import load
from kilosig.schemes.composite import PREHASHES, CompositeMlDsa
from kilosig.schemes.family import Signature
from support import flipped, runner

pytestmark = pytest.mark.library
VECTORS = Path(__file__).resolve().parents[1] / "vectors/composite.json.xz"
NAMES = tuple(PREHASHES)
FAMILY, SEED, MESSAGE = CompositeMlDsa(), bytes(range(32)), b"activate"
# Of the model: ML-DSA, bytes of its key and its signature, label, PH, and the curve with its hash.
MODEL: dict[str, tuple[Any, int, int, bytes, str, Any, Any]] = {
    "ml-dsa-44-ed25519": (ML_DSA_44, 1312, 2420, b"COMPSIG-MLDSA44-Ed25519-SHA512", "sha512", None, None),
    "ml-dsa-44-ecdsa-p256": (ML_DSA_44, 1312, 2420, b"COMPSIG-MLDSA44-ECDSA-P256-SHA256", "sha256", ec.SECP256R1,
                             hashes.SHA256),
    "ml-dsa-65-ecdsa-p256": (ML_DSA_65, 1952, 3309, b"COMPSIG-MLDSA65-ECDSA-P256-SHA512", "sha512", ec.SECP256R1,
                             hashes.SHA256),
    "ml-dsa-65-ecdsa-p384": (ML_DSA_65, 1952, 3309, b"COMPSIG-MLDSA65-ECDSA-P384-SHA512", "sha512", ec.SECP384R1,
                             hashes.SHA384),
    "ml-dsa-65-ed25519": (ML_DSA_65, 1952, 3309, b"COMPSIG-MLDSA65-Ed25519-SHA512", "sha512", None, None),
    "ml-dsa-87-ecdsa-p384": (ML_DSA_87, 2592, 4627, b"COMPSIG-MLDSA87-ECDSA-P384-SHA512", "sha512", ec.SECP384R1,
                             hashes.SHA384),
}


@cache
def vectors() -> dict[str, Any]:
    return dict(json.loads(lzma.decompress(VECTORS.read_bytes())))


def field(name: str, what: str) -> bytes:
    return bytes.fromhex(vectors()["tests"][name][what])


def halves(name: str, key: bytes, message: bytes, signature: bytes, context: bytes = b"") -> tuple[bool, bool]:
    """What the model says of both."""
    ml_dsa, key_bytes, split, label, hash_name, curve, digest = MODEL[name]
    asked = (b"CompositeAlgorithmSignatures2025" + label + bytes([len(context)]) + context
             + hashlib.new(hash_name, message).digest())
    first = bool(ml_dsa.verify(key[:key_bytes], asked, signature[:split], label))
    try:
        if curve is None:
            ed25519.Ed25519PublicKey.from_public_bytes(key[key_bytes:]).verify(signature[split:], asked)
        else:
            public = ec.EllipticCurvePublicKey.from_encoded_point(curve(), key[key_bytes:])
            public.verify(signature[split:], asked, ec.ECDSA(digest()))
    except InvalidSignature:
        return first, False
    return first, True


@cache
def made(name: str) -> Any:
    return FAMILY.generate(name, SEED)


@pytest.mark.parametrize("name", NAMES)
def test_vectors(name: str) -> None:
    """The draft's keys are read and written byte for byte; the model and the library accept its signatures."""
    assert tuple(MODEL) == NAMES == tuple(composite.pairs(load()))
    message, context = (bytes.fromhex(vectors()[what]) for what in ("message", "context"))
    key, secret = field(name, "key"), field(name, "private")
    assert FAMILY.public(name, secret) == key
    found = parse_private_key(field(name, "pkcs8"), "key")
    assert (found.scheme, found.secret) == (name, secret)
    assert private_der(name, secret) == field(name, "pkcs8")
    assert parse_public_key(public_der(name, key)) == PublicKey(key, name)
    assert halves(name, key, message, field(name, "signature")) == (True, True)
    assert halves(name, key, message, field(name, "signature_with_context"), context) == (True, True)


@pytest.mark.parametrize("name", NAMES)
def test_certificates(name: str) -> None:
    """The draft's certificates, which sign themselves, and one of them with a bit changed."""
    der = field(name, "certificate")
    certificate = x509.load_der_x509_certificate(der)
    assert parse_certificate(der) == PublicKey(field(name, "key"), name)
    trusted = certificates.Trust(parse_certificate(der))
    found = certificates.check_chain([certificate], trusted, certificate.not_valid_before_utc)
    assert found == PublicKey(field(name, "key"), name)
    assert public_der(name, found.raw) in der
    split = MODEL[name][2]
    at = der.index(certificate.signature)
    for place in (at + 20, at + split + 20):  # in either half
        other = x509.load_der_x509_certificate(flipped(der, 8 * place))
        with pytest.raises(certificates.Refused, match="not signed by its issuer"):
            certificates.check_chain([other], trusted, certificate.not_valid_before_utc)


@pytest.mark.parametrize("name", NAMES)
def test_signatures_made_here(name: str) -> None:
    """By a key that was made here: the model accepts both halves, and of each changed half only the other."""
    pair, split = made(name), MODEL[name][2]
    assert pair.public == FAMILY.generate(name, SEED).public != FAMILY.generate(name, bytes(32)).public
    assert composite.pairs(load())[name].key_bytes == len(pair.public)
    for context in (b"", b"device 7"):
        signature = FAMILY.sign(name, pair.secret, Signature(Data(MESSAGE), context, deterministic=True))
        assert halves(name, pair.public, MESSAGE, signature, context) == (True, True)
        assert halves(name, pair.public, MESSAGE, signature, context + b"!") == (False, False)
        assert halves(name, pair.public, MESSAGE, flipped(signature, 100), context) == (False, True)
        assert halves(name, pair.public, MESSAGE, flipped(signature, 8 * len(signature) - 1), context)[0]
        assert len(signature) > split


def test_keys_of_different_pairs() -> None:
    """One seed makes keys that have nothing in common: no component key is used twice."""
    secrets = [made(name).secret for name in NAMES]
    assert len({secret[:32] for secret in secrets}) == len({secret[32:64] for secret in secrets}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_commands(name: str, tmp_path: Path) -> None:
    """keygen, sign, verify, inspect, anchor, plan, with and without a passphrase."""
    private, public, message, signature = (str(tmp_path / file) for file in ("p.pem", "k.pem", "m", "s"))
    Path(message).write_bytes(MESSAGE)

    def run(*arguments: str) -> Any:
        return runner().invoke(app, [*arguments])
    assert run("keygen", "--scheme", name, "--private", private, "--public", public).exit_code == 0
    assert run("sign", "--private", private, "--message", message, "-o", signature, "--context", "a").exit_code == 0
    verify = ["verify", "--key", public, "--message", message, "--signature", signature]
    assert run(*verify, "--context", "a").exit_code == 0
    assert run(*verify, "--context", "a", "--chunk", "7", "--variant", "small").exit_code == 0
    assert run(*verify).exit_code == 1
    key = parse_public_key(Path(public).read_bytes())
    assert key.scheme == name
    assert halves(name, key.raw, MESSAGE, Path(signature).read_bytes(), b"a") == (True, True)
    for file, kind in ((private, "private key"), (public, "public key")):
        shown = json.loads(run("inspect", file, "--json").stdout)
        assert (shown["kind"], shown["scheme"]) == (kind, name)
    assert name in json.loads(run("inspect", signature, "--json").stdout)["fits"]
    anchor = run("anchor", public).stdout.strip()
    assert bytes.fromhex(anchor) == hashlib.shake_256(key.raw[:MODEL[name][1]]).digest(64) + key.raw[MODEL[name][1]:]
    wants = json.loads(run("plan", name, "--json").stdout)["wants"]
    assert [want["part"] for want in wants[:2]] == ["message", "signature"]
    assert wants[1]["offset"] == MODEL[name][2]
    refused = run("verify", *verify[1:], "--prehash", "sha256")
    assert refused.exit_code == 2 and "hashes the message by itself" in refused.output
    assert name in run("schemes").output


def test_encrypted(tmp_path: Path) -> None:
    """A key in PBES2."""
    name = NAMES[1]
    key = PrivateKey(name, made(name).secret)
    data = private_file(key, passphrase=b"secret")
    assert b"ENCRYPTED" in data and parse_private_key(data, "key", lambda: b"secret").secret == key.secret


@pytest.mark.parametrize("name", NAMES)
def test_damaged_private_keys(name: str) -> None:
    """Halves of a wrong length or form, and a classical number that is none of the curve's."""
    secret = made(name).secret
    wrong = [secret[:-1], secret + b"\0", secret[:32]]
    if "ecdsa" in name:
        size = 32 if "256" in name else 48
        wrong += [secret[:39] + bytes(size) + secret[39 + size:], secret[:39] + b"\xff" * size + secret[39 + size:],
                  secret[:34] + flipped(secret[34:], 7)]
    for damaged in wrong:
        with pytest.raises(UserError, match="classical half"):
            FAMILY.public(name, damaged)


def test_images(tmp_path: Path) -> None:
    """The pair whose PH is an image's digest signs images, with the TLV that the boot loader knows; no other does."""
    code, image, public = tmp_path / "code.bin", tmp_path / "image.bin", tmp_path / "k.pem"
    code.write_bytes(bytes.fromhex("00200020 01010000") + bytes(64))
    for name in NAMES:
        private = tmp_path / f"{name}.pem"
        private.write_bytes(private_file(PrivateKey(name, made(name).secret)))
        done = runner().invoke(app, ["image", "sign", str(code), str(image), "--version", "1.0.0", "--counter", "1",
                                     "--private", str(private), "--header-size", "512", "--slot-size", "65536",
                                     "--force"])
        if name != "ml-dsa-44-ecdsa-p256":
            assert done.exit_code == 2 and "cannot be signed with" in done.output
            continue
        assert done.exit_code == 0, done.output
        found = images.parse(image.read_bytes())
        tlv, = (tlv for tlv in found.tlvs if tlv.type == images.COMPOSITE_TYPES["COMPSIG-MLDSA44-ECDSA-P256-SHA256"])
        key = made(name).public
        tr = hashlib.shake_256(key[:1312]).digest(64)
        signature = tlv.value[8 + 1312:]
        # As test_boot_images.py gives it to the boot loader.
        assert tlv == images.composite_tlv("COMPSIG-MLDSA44-ECDSA-P256-SHA256", tr, key[:1312], signature[:2420],
                                           signature[2420:])
        assert halves(name, key, found.to_sign(), signature) == (True, True)
        public.write_bytes(public_der(name, key))
        assert runner().invoke(app, ["image", "verify", str(image), "--key", str(public)]).exit_code == 0
        data = bytearray(image.read_bytes())
        data[-1] ^= 1  # of the classical half
        image.write_bytes(data)
        assert runner().invoke(app, ["image", "verify", str(image), "--key", str(public)]).exit_code == 1


def test_no_use(tmp_path: Path) -> None:
    """CMS, COSE and tokens for fleets say that they have none."""
    name, private, message = NAMES[0], tmp_path / "p.pem", tmp_path / "m"
    private.write_bytes(private_file(PrivateKey(name, made(name).secret)))
    message.write_bytes(MESSAGE)
    for command in (("cms", "sign"), ("cose", "sign")):
        done = runner().invoke(app, [*command, "--private", str(private), "--message", str(message), "--output",
                                     str(tmp_path / "o")])
        assert done.exit_code == 2 and name in done.output
