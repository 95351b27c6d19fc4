# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key files and CMS beside OpenSSL (3.5 or later) and Bouncy Castle: files that they made are read everywhere, and
where scripts/peers.sh has put them, they are asked to read ours. KSIG_PEERS_ALL=1, of `make peers`: with the slow sets
of SLH-DSA, whose signatures take seconds."""
from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from command_line import run
from peers import BUILT, CONTENT, PASSPHRASE, asked, asked_java, bouncy_castle, made_by_peers, openssl, version_of
from support import ML_DSA

from kilosig.errors import UserError
from kilosig.files import cms, pkcs8
from kilosig.files.data import Data
from kilosig.files.keys import parse_public_key
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of

pytestmark = pytest.mark.library
SEED = bytes(range(32))
SLH_DSA = tuple(f"slh-dsa-{family}-{size}{speed}" for family in ("sha2", "shake") for size in (128, 192, 256)
                for speed in "sf")
RESULTS = BUILT.parent / "results" / "peers.txt"
ALL = os.environ.get("KSIG_PEERS_ALL") == "1"
needs_openssl = pytest.mark.skipif(openssl() is None, reason="no OpenSSL of 3.5 or later: scripts/peers.sh builds one")
needs_java = pytest.mark.skipif(bouncy_castle() is None, reason="no Bouncy Castle: scripts/peers.sh fetches it")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("content").write_bytes(CONTENT)
    Path("other").write_bytes(CONTENT[:-1] + b"!")


def note(text: str) -> None:
    """A line of build/results/peers.txt."""
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    lines = set(RESULTS.read_text().splitlines() if RESULTS.exists() else ()) | {text}
    RESULTS.write_text("\n".join(sorted(lines)) + "\n")


@pytest.mark.parametrize("name", [name for name in made_by_peers() if name.startswith("pkcs8/")])
def test_private_keys_of_openssl(name: str) -> None:
    """Read; what follows from them is OpenSSL's public key; written again they are the same bytes."""
    data, scheme, form = made_by_peers()[name], name.split("/")[1], name.split("/")[2].split(".")[0]
    key = pkcs8.parse_private_key(data, "it", lambda: PASSPHRASE)
    assert key.scheme == scheme
    public = made_by_peers()[f"spki/{scheme}.pem"]
    if "s" not in scheme[-1:]:  # the key of a slow set has its public key in it
        assert signer_of(scheme).public(scheme, key.secret) == parse_public_key(public).raw
    else:
        assert key.secret[len(key.secret) // 2:] == parse_public_key(public).raw
    assert pkcs8.public_file(scheme, parse_public_key(public).raw) == public
    if form.startswith("encrypted"):
        with pytest.raises(UserError, match="does not open"):
            pkcs8.parse_private_key(data, "it", lambda: b"wrong")
    else:
        assert pkcs8.private_file(key) == data


def test_their_files_are_many() -> None:
    """What is in the file of vectors: each set, form and peer."""
    names = made_by_peers()
    assert {name.split("/")[1] for name in names if name.startswith("pkcs8/")} == {*ML_DSA, *SLH_DSA}
    assert sum(name.startswith("pkcs8/") for name in names) == 3 * 5 + 12 + 6 * 2
    assert sum(name.startswith("cms/openssl/") for name in names) == 8
    assert sum(name.startswith("cms/bouncy-castle/") for name in names) == 6


@needs_openssl
@pytest.mark.parametrize("name", [*ML_DSA, *(name for name in SLH_DSA if ALL or name.endswith("f"))])
def test_openssl_reads_our_keys(name: str) -> None:
    """In each form, in PEM and DER, encrypted and not; and signs with them what we verify, and the other way round."""
    pair = signer_of(name).generate(name, SEED)
    Path("pub").write_bytes(pkcs8.public_file(name, pair.public))
    key = pkcs8.PrivateKey(name, pair.secret)
    forms = [key.in_form(form) for form in pkcs8.FORMS] if name in ML_DSA else [key]
    for one in forms:
        for der in (False, True):
            for passphrase in (b"", PASSPHRASE):
                Path("key").write_bytes(pkcs8.private_file(one, der, passphrase))
                more = ("-passin", f"pass:{PASSPHRASE.decode()}") if passphrase else ()
                assert asked("pkey", "-in", "key", *more, "-pubout").stdout == Path("pub").read_bytes()
    Path("key").write_bytes(pkcs8.private_file(key))
    asked("pkeyutl", "-sign", "-rawin", "-inkey", "key", "-in", "content", "-out", "theirs")
    run("verify", "-k", "pub", "-m", "content", "--signature", "theirs")
    run("sign", "-p", "key", "-m", "content", "-o", "ours")
    asked("pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "pub", "-in", "content", "-sigfile", "ours")
    assert asked("pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "pub", "-in", "other", "-sigfile", "ours",
                 check=False).returncode != 0
    note(f"OpenSSL {version_of(openssl() or '')}: keys of {name}, {4 * len(forms)} files; signatures both ways")


@needs_openssl
@pytest.mark.parametrize("name", ML_DSA)
def test_cms_with_openssl(name: str) -> None:
    """Both ways, named by certificate and by key, in DER, PEM and BER. It has no CMS without attributes for ML-DSA."""
    pair = signer_of(name).generate(name, SEED)
    Path("key").write_bytes(pkcs8.private_file(pkcs8.PrivateKey(name, pair.secret)))
    Path("pub").write_bytes(pkcs8.public_file(name, pair.public))
    asked("req", "-new", "-x509", "-key", "key", "-subj", "/CN=signer", "-days", 99, "-addext",
          "subjectKeyIdentifier=hash", "-out", "cert")
    check = ("cms", "-verify", "-binary", "-certfile", "cert", "-CAfile", "cert", "-purpose", "any", "-out", "said")
    for number, more in enumerate(((), ("--certificate", "cert"), ("--hash", "shake256"))):
        run("cms", "sign", "-p", "key", "-m", "content", "-o", f"o{number}", *more)
        asked(*check, "-inform", "DER", "-in", f"o{number}", "-content", "content")
        assert asked(*check, "-inform", "DER", "-in", f"o{number}", "-content", "other", check=False).returncode != 0
    run("cms", "sign", "-p", "key", "-m", "content", "-o", "pem", "--pem")
    asked(*check, "-inform", "PEM", "-in", "pem", "-content", "content")
    for number, words in enumerate((("-outform", "DER"), ("-outform", "PEM"), ("-outform", "DER", "-keyid"))):
        asked("cms", "-sign", "-binary", "-in", "content", "-signer", "cert", "-inkey", "key", "-md", "sha512", "-out",
              f"t{number}", *words)
        run("cms", "verify", f"t{number}", "-k", "pub", "-m", "content")
        run("cms", "verify", f"t{number}", "-k", "pub", "-m", "other", code=1)
    asked("cms", "-sign", "-binary", "-in", "content", "-signer", "cert", "-inkey", "key", "-md", "sha512", "-out",
          "stream", "-outform", "DER", "-stream", "-indef", "-nodetach")
    run("cms", "verify", "stream", "-k", "pub")
    note(f"OpenSSL {version_of(openssl() or '')}: CMS of {name} with signed attributes, both ways")


@needs_java
@pytest.mark.parametrize("name", [*ML_DSA, "slh-dsa-sha2-128f", "slh-dsa-shake-128f"])
def test_cms_with_bouncy_castle(name: str) -> None:
    """Ours, with attributes and without. What it accepts are the objects of accepted.json."""
    pair, accepted = signer_of(name).generate(name, SEED), json.loads(
        (Path(__file__).parent / "peers" / "accepted.json").read_text())
    Path("spki").write_bytes(pkcs8.public_der(name, pair.public))
    for plain in (False, True):
        hash_ = cms.chosen_hash(name)
        attributes = None if plain else cms.attributes_of(cms.digest(hash_, Data(CONTENT)))
        signature = signer_of(name).sign(name, pair.secret, Signature(Data(attributes or CONTENT), deterministic=True))
        made = cms.signed_data(name, cms.SignerInfo(name, hash_, attributes, signature, ""), pair.public)
        Path(f"o{int(plain)}").write_bytes(made)
        assert hashlib.sha256(made).hexdigest() == accepted[name + ("-plain" if plain else "")]
    assert asked_java("verify", "spki", "content", "o0", "o1") == ["accepted", "accepted"]
    assert asked_java("verify", "spki", "other", "o0", "o1") == ["rejected", "rejected"]
    note(f"Bouncy Castle: CMS of {name} with signed attributes and without")
