# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig cms: what others made is accepted, what we make is as others want it, and what a forger sends is refused."""
from __future__ import annotations

import datetime
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mldsa
from cryptography.x509.oid import NameOID
from command_line import run, told
from der import der, der_element
from peers import CONTENT, made_by_peers
from support import ML_DSA, flipped, private_key

from kilosig.errors import UserError
from kilosig.files import cms, pkcs8
from kilosig.files.data import Data
from kilosig.schemes.registry import signer_of

pytestmark = pytest.mark.library
SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("content").write_bytes(CONTENT)
    Path("other").write_bytes(CONTENT[:-1] + b"!")


def keypair(name: str, private: str = "key", public: str = "pub") -> bytes:
    """The keys of SEED in files. Returns the public one."""
    pair = signer_of(name).generate(name, SEED)
    Path(private).write_bytes(pkcs8.private_file(pkcs8.PrivateKey(name, pair.secret)))
    Path(public).write_bytes(pkcs8.public_file(name, pair.public))
    return pair.public


def certificate(key: Any, issuer: Any = None) -> bytes:
    """One that a key of ML-DSA signed for itself, with an identifier of the key."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "signer")])
    start = datetime.datetime(2026, 1, 1)
    built = x509.CertificateBuilder(name, name, key.public_key(), 7, start, start + datetime.timedelta(days=9999))
    built = built.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    return built.sign(issuer or key, None).public_bytes(serialization.Encoding.PEM)


def altered(data: bytes, old: bytes, new: bytes) -> bytes:
    """With one of a kind replaced by as many bytes."""
    assert data.count(old) == 1 and len(old) == len(new)
    return data.replace(old, new)


@pytest.mark.parametrize("name", sorted(name for name in made_by_peers() if name.startswith("cms/")))
def test_of_others(name: str) -> None:
    """Objects of OpenSSL and of Bouncy Castle, with attributes and without; and with another content."""
    key = "spki/" + name.split("/")[2] + ".pem"
    Path("object").write_bytes(made_by_peers()[name])
    Path("pub").write_bytes(made_by_peers()[key])
    found = told("cms", "verify", "object", "-k", "pub", "-m", "content")
    assert found["accepted"] is True and found["attributes"] is ("plain" not in name)
    assert told("cms", "verify", "object", "-k", "pub", "-m", "other", code=1)["accepted"] is False


# SHA-256 of objects that OpenSSL 3.6.3 and Bouncy Castle 1.81 have accepted (test/tool/test_peers.py does it again).
ACCEPTED = json.loads((Path(__file__).parent / "peers" / "accepted.json").read_text())


@pytest.mark.parametrize("name", [*ML_DSA, "slh-dsa-sha2-128f", "slh-dsa-shake-128f"])
@pytest.mark.parametrize("plain", [False, True])
def test_what_others_accepted(name: str, plain: bool) -> None:
    """The same bytes as when they were asked, by file and by standard streams, in PEM and in DER."""
    keypair(name)
    more = ["--no-attributes"] if plain else []
    run("cms", "sign", "-p", "key", "-m", "content", "-o", "object", "--deterministic", *more)
    data = Path("object").read_bytes()
    assert hashlib.sha256(data).hexdigest() == ACCEPTED[f"{name}{'-plain' if plain else ''}"]
    assert told("cms", "verify", "object", "-k", "pub", "-m", "content")["attributes"] is not plain
    run("cms", "sign", "-p", "key", "-m", "content", "-o", "object.pem", "--deterministic", "--pem", *more)
    assert Path("object.pem").read_bytes().startswith(b"-----BEGIN CMS-----\n")
    assert cms.parse(Path("object.pem").read_bytes(), "it") == cms.parse(data, "it")
    run("cms", "verify", "object.pem", "-k", "pub", "-m", "content")


def test_named_by_a_certificate() -> None:
    """Which is in the object byte for byte; that of another key is refused."""
    key = private_key("ml-dsa-44")
    Path("key").write_bytes(pkcs8.private_file(pkcs8.PrivateKey("ml-dsa-44", bytes(32))))
    Path("cert").write_bytes(certificate(key))
    Path("wrong").write_bytes(certificate(private_key("ml-dsa-44", 3)))
    run("cms", "sign", "-p", "key", "-m", "content", "-o", "object", "--certificate", "cert", "--hash", "sha3-256")
    whole = x509.load_pem_x509_certificate(Path("cert").read_bytes()).public_bytes(serialization.Encoding.DER)
    assert whole in Path("object").read_bytes()
    found = told("cms", "verify", "object", "-k", "cert", "-m", "content")
    assert (found["hash"], found["signer"]) == ("sha3-256", "certificate 7")
    run("cms", "verify", "object", "-k", "wrong", "-m", "content", code=1)
    run("cms", "sign", "-p", "key", "-m", "content", "-o", "o", "--certificate", "wrong", code=2)


def forged(name: str, public: bytes, attributes: bytes | None, signature: bytes, hash_: str = "sha512",
           content: bytes | None = None) -> None:
    """Writes `object` of these parts."""
    info = cms.SignerInfo(name, hash_, attributes, signature, "")
    Path("object").write_bytes(cms.signed_data(name, info, public, None, content))


def test_forgeries() -> None:
    """Genuine signatures of other bytes than it seems."""
    name, public = "ml-dsa-44", keypair("ml-dsa-44")
    key = mldsa.MLDSA44PrivateKey.from_seed_bytes(SEED)
    verify = ("cms", "verify", "object", "-k", "pub", "-m")
    attributes = cms.attributes_of(hashlib.sha512(CONTENT).digest())
    # The attributes of a signature are offered as a content of their own.
    Path("attributes").write_bytes(attributes)
    forged(name, public, None, key.sign(attributes))
    assert "set of signed attributes" in told(*verify, "attributes", code=1)["text"]
    run("cms", "sign", "-p", "key", "-m", "attributes", "-o", "o", "--no-attributes", code=2)
    run("cms", "sign", "-p", "key", "-m", "attributes", "-o", "o")
    # A content that was signed without attributes, offered as the attributes of another one, needs a key that signs
    # what another chose; the digest must then be that of the content, once, of its type, and long enough.
    forged(name, public, attributes, key.sign(attributes))
    run(*verify, "content")
    run(*verify, "other", code=1)
    def attribute(content: bytes) -> bytes:
        return der_element(cms.attributes_of(hashlib.sha512(content).digest()), 0x31)[0][26:]

    kind = der_element(attributes, 0x31)[0][:26]
    for wrong, hash_ in ((der(0x31, kind, attribute(CONTENT), attribute(b"another")), "sha512"),
                         (der(0x31, kind, kind, attribute(CONTENT)), "sha512"), (der(0x31, kind), "sha512"),
                         (der(0x31, attribute(CONTENT)), "sha512"),
                         (cms.attributes_of(hashlib.sha224(CONTENT).digest()), "sha224"),
                         (cms.attributes_of(hashlib.sha512(CONTENT).digest(), "1.2.840.113549.1.7.2"), "sha512")):
        forged(name, public, wrong, key.sign(wrong), hash_)
        assert told(*verify, "content", code=1)["accepted"] is False
    # Without attributes the hash is nothing that is checked; a context or a pre-hash is another signature.
    forged(name, public, None, key.sign(CONTENT), "sha224")
    run(*verify, "content")
    forged(name, public, None, key.sign(CONTENT, b"context"))
    run(*verify, "content", code=1)
    # The content inside: then none is to come from outside.
    forged(name, public, None, key.sign(CONTENT), content=CONTENT)
    run("cms", "verify", "object", "-k", "pub")
    run(*verify, "content", code=2)


def test_several_signers() -> None:
    """One by the trusted key is enough, wherever it stands; none is not."""
    name, public = "ml-dsa-44", keypair("ml-dsa-44")
    key, other = mldsa.MLDSA44PrivateKey.from_seed_bytes(SEED), mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes(32))
    from pyasn1.codec.der import decoder, encoder
    from pyasn1_modules import rfc5652
    signers: list[Any] = []
    for one, digest in ((other, CONTENT), (key, CONTENT), (key, b"another")):
        attributes = cms.attributes_of(hashlib.sha512(digest).digest())
        forged(name, public, attributes, one.sign(attributes))
        outer, _ = decoder.decode(Path("object").read_bytes(), asn1Spec=rfc5652.ContentInfo())
        inside, _ = decoder.decode(outer["content"].asOctets(), asn1Spec=rfc5652.SignedData())
        signers.append(inside["signerInfos"][0])
    for chosen, code in (((0, 1, 2), 0), ((0, 2), 1), ((), 1)):
        inside["signerInfos"].clear()
        for place, number in enumerate(chosen):
            inside["signerInfos"][place] = signers[number]
        outer["content"] = encoder.encode(inside)
        Path("object").write_bytes(encoder.encode(outer))
        run("cms", "verify", "object", "-k", "pub", "-m", "content", code=code)


def test_every_byte() -> None:
    """Of an object without its signature: a sentence, or other facts, but never that another content was signed."""
    keypair("ml-dsa-44")
    parsed = 0
    for more in ((), ("--no-attributes",)):
        run("cms", "sign", "-p", "key", "-m", "content", "-o", "object", "--force", *more)
        data = Path("object").read_bytes()
        facts = cms.parse(data, "it")
        genuine = cms.signed_bytes(facts, facts.signers[0], Data(CONTENT)).whole()
        length = len(data) - 2420
        for changed in [data[:cut] for cut in range(0, length, 7)] + [
                flipped(data, bit) for bit in range(0, 8 * length, 3)] + [data + b"\0"]:
            try:
                found = cms.parse(changed, "it")
            except UserError:
                continue
            parsed += 1
            for signer in (one for one in found.signers if one.scheme == "ml-dsa-44"):
                try:
                    assert cms.signed_bytes(found, signer, Data(CONTENT[:-1] + b"!")).whole() != genuine
                    cms.signed_bytes(found, signer, Data(CONTENT))
                except cms.Refused:
                    pass
    assert parsed > 100
    for wrong in (b"", b"\x30\x80" * 5000, b"\x30\x84\xff\xff\xff\xff", b"-----BEGIN CMS-----\n!!\n-----END CMS-----\n",
                  b"-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----\n", b"\x06\x09" + b"\x80" * 9):
        Path("object").write_bytes(wrong)
        assert "Traceback" not in run("cms", "verify", "object", "-k", "pub", "-m", "content", code=2).output


def test_wrong_use() -> None:
    """One sentence each, and nothing is written."""
    keypair("ml-dsa-87")
    run("keygen", "--scheme", "haetae-2-kpqc", "--private", "h", "--public", "h.pub")
    sign = ("cms", "sign", "-m", "content", "-o", "object")
    for wrong in (("-p", "h"), ("-p", "key", "--hash", "sha256"), ("-p", "key", "--hash", "sha9"), ("-p", "content"),
                  ("-p", "key", "--hash", "sha512", "--no-attributes"), (), ("-p", "key", "--certificate", "pub")):
        assert "Traceback" not in run(*sign, *wrong, code=2).output
        assert not Path("object").exists()
    run(*sign, "-p", "key", "--hash", "shake256")
    run(*sign, "-p", "key", code=2)
    for wrong in (("-k", "h.pub", "-m", "content"), ("-k", "pub"), ("-k", "content", "-m", "content"),
                  ("-k", "-", "-m", "-")):
        run("cms", "verify", "object", *wrong, code=2)
    keypair("ml-dsa-65", "key65", "pub65")
    assert "none of its 1" in told("cms", "verify", "object", "-k", "pub65", "-m", "content", code=1)["text"]


def test_memory_stays_flat(tmp_path: Path) -> None:
    """A content of 64 MiB is read in pieces, by both forms: no piece is above 1 MiB."""
    keypair("ml-dsa-44")
    with open("large", "wb") as file:
        file.truncate(1 << 26)
    sizes: list[int] = []
    read = Data.read

    def watched(self: Data, offset: int, length: int) -> bytes:
        data = read(self, offset, length)
        sizes.append(len(data))
        return data

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Data, "read", watched)
        run("cms", "sign", "-p", "key", "-m", "large", "-o", "object")
        run("cms", "verify", "object", "-k", "pub", "-m", "large")
    assert sum(sizes) > 2 << 26 and max(sizes) <= 1 << 20
