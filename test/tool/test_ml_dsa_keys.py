# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA secret keys in PKCS #8 in the three forms of RFC 9881: the examples of its appendix, files by others, keys
whose parts do not belong together, and the commands over them."""
from __future__ import annotations

import hashlib
import importlib.resources
import json
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives.asymmetric import mldsa
from der import TAG_INTEGER, TAG_OCTET_STRING, TAG_SEQUENCE, der as element, der_element, long_form
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files.keys import parse_public_key
from kilosig.files.pkcs8 import BOTH, EXPANDED, FORMS, SEED, InconsistentKey, PrivateKey, parse_private_key, private_der
from kilosig.schemes.ml_dsa import NAMES, MlDsa
from support import flipped, public_key, runner

pytestmark = pytest.mark.library

# SHA-256 of the DER of the examples in RFC 9881, appendix C.1: keys of the seed 00 01 .. 1f.
EXAMPLES = {
    ("ml-dsa-44", SEED): "c823cb6a31172daa8af670a22c0f049af972bf1cb39a4a95971aa8c0c659dff4",
    ("ml-dsa-44", EXPANDED): "35cb529103b3a9ed502fecb438a671ff11bb05fb4afa99301d06240883a74106",
    ("ml-dsa-44", BOTH): "e355e29f28e537fcf3aff28354016415146d7f801a57136c241bb6e9addfaa30",
    ("ml-dsa-65", SEED): "af965903772933b6acc59764f335fcad9b5c61cdab2b368eabf224e7c29e31ac",
    ("ml-dsa-65", EXPANDED): "fae10810e47ed4b41851065b40bb60547e816ebf31b0738b4ed4af57337706ec",
    ("ml-dsa-65", BOTH): "5259463f8ec68e21b8c179a7e49dba184fd24280080bd5bb78af94d7a2a0ac81",
    ("ml-dsa-87", SEED): "72cc4260a8d3d7622801ea98636123866d00e236d5f77221039c862325e02754",
    ("ml-dsa-87", EXPANDED): "8e2e40f141d1d6788d074de4124a744ee3106697ae6c01faccf855510079ecb3",
    ("ml-dsa-87", BOTH): "c71913419ea426e99da06330e3b06b2ab47448f1aff520479358e3cb71f5c1d6",
}
EXAMPLE_SEED = bytes(range(32))
ORACLES = dict(zip(NAMES, (ML_DSA_44, ML_DSA_65, ML_DSA_87)))


def expanded_of(name: str, seed: bytes = EXAMPLE_SEED) -> bytes:
    """skEncode by the oracle."""
    return bytes(ORACLES[name].key_derive(seed)[1])


@pytest.mark.parametrize("name, form", EXAMPLES)
def test_examples(name: str, form: str) -> None:
    """Written byte for byte as in the standard, and read back."""
    der = private_der(name, expanded_of(name) if form == EXPANDED else EXAMPLE_SEED, form)
    assert hashlib.sha256(der).hexdigest() == EXAMPLES[name, form]
    key = parse_private_key(der, "key")
    assert (key.scheme, key.form) == (name, form)
    assert key.secret == (expanded_of(name) if form == EXPANDED else EXAMPLE_SEED)


def test_file_by_others() -> None:
    """An expanded key from the vectors of `cryptography`, which it does not read itself."""
    folder = importlib.resources.files(cryptography_vectors) / "asymmetric/MLDSA"
    key = parse_private_key((folder / "mldsa65_noseed_priv.der").read_bytes(), "key")
    assert (key.scheme, key.form, len(key.secret)) == ("ml-dsa-65", EXPANDED, 4032)
    # It is whole: tr, which is in it, is that of the public key that is made of the rest.
    public = MlDsa().public(key.scheme, key.secret)
    assert hashlib.shake_256(public).digest(64) == key.secret[64:128]
    seed = parse_private_key((folder / "mldsa44_priv.der").read_bytes(), "key")
    assert (seed.scheme, seed.form) == ("ml-dsa-44", SEED)
    assert MlDsa().public(seed.scheme, seed.secret) == \
        parse_public_key((folder / "mldsa44_pub.der").read_bytes()).raw


@pytest.mark.parametrize("name", NAMES)
def test_public_key_of_an_expanded_one(name: str) -> None:
    """It is that of the seed; a bit changed anywhere but in K, and there is none."""
    expanded = expanded_of(name, bytes(32))
    family = MlDsa()
    assert family.public(name, expanded) == public_key(name, 0)
    k_bits = range(8 * 32, 8 * 64)
    last = 8 * len(expanded) - 1
    for bit in (0, 512, 1024, last):  # rho, tr, s1, t0
        assert bit not in k_bits
        with pytest.raises(UserError, match="do not belong together"):
            family.public(name, flipped(expanded, bit))
    assert family.public(name, flipped(expanded, k_bits[7])) == public_key(name, 0)


@pytest.mark.parametrize("name", NAMES)
def test_seed_of_another_key(name: str) -> None:
    """Both, but not of one key: one bit of either is enough."""
    der = private_der(name, EXAMPLE_SEED, BOTH)
    seed_at = der.index(EXAMPLE_SEED)
    assert parse_private_key(der, "key").secret == EXAMPLE_SEED
    for at in (seed_at, seed_at + 31, seed_at + 36, len(der) - 1):
        with pytest.raises(InconsistentKey, match="do not belong together"):
            parse_private_key(flipped(der, 8 * at), "key")


@pytest.mark.parametrize("form", FORMS)
def test_damaged(form: str) -> None:
    """Another tag or length, bytes missing or after the end: no key."""
    der = private_der("ml-dsa-44", expanded_of("ml-dsa-44") if form == EXPANDED else EXAMPLE_SEED, form)
    inner, header = (18, 2) if form == SEED else (20, 4)  # where the OCTET STRING around it all begins
    assert der[inner] == 4
    _, content = der_element(der_element(der, TAG_SEQUENCE)[0], TAG_INTEGER)
    algorithm, rest = der_element(content, TAG_SEQUENCE)
    octets, _ = der_element(rest, TAG_OCTET_STRING)
    head = [element(TAG_INTEGER, b"\0"), element(TAG_SEQUENCE, algorithm)]
    assert element(TAG_SEQUENCE, *head, element(TAG_OCTET_STRING, octets)) == der
    changes = [long_form(der), *(element(TAG_SEQUENCE, *head, element(TAG_OCTET_STRING, wrong))
                                 for wrong in (b"", long_form(octets), octets + b"\0", octets[:-1])),
               element(TAG_SEQUENCE, element(TAG_INTEGER, b"\0\0"), *head[1:], rest),
               element(TAG_SEQUENCE, head[0], element(TAG_SEQUENCE, algorithm, b"\5\0"), rest),
               der[:-1], der + b"\0", flipped(der, 8 * (inner + header)), flipped(der, 8 * (inner + header + 1)),
               private_der("ml-dsa-65", b"", EXPANDED), private_der("ml-dsa-44", bytes(31), SEED),
               private_der("ml-dsa-44", bytes(33), SEED), private_der("ml-dsa-44", bytes(2561), EXPANDED),
               private_der("ml-dsa-65", bytes(2560), EXPANDED)]
    for changed in changes:
        with pytest.raises(UserError):
            parse_private_key(changed, "key")


def test_forms() -> None:
    """Everything follows from the seed, and no seed from an expanded key."""
    seed = PrivateKey("ml-dsa-44", EXAMPLE_SEED)
    expanded, both = seed.in_form(EXPANDED), seed.in_form(BOTH)
    assert expanded.secret == expanded_of("ml-dsa-44") and expanded.in_form(EXPANDED) == expanded
    assert both.in_form(SEED).secret == EXAMPLE_SEED and both.in_form(EXPANDED) == expanded
    for form in (SEED, BOTH):
        with pytest.raises(UserError, match="no seed follows"):
            expanded.in_form(form)
    for scheme, form in (("ml-dsa-44", "expandedKey"), ("slh-dsa-sha2-128f", SEED), ("haetae-2", BOTH)):
        with pytest.raises(UserError):
            PrivateKey(scheme, bytes(64)).in_form(form)


# ---- The commands ---------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory, with a message."""
    monkeypatch.chdir(tmp_path)
    Path("message").write_bytes(b"a message")


def run(*words: object, code: int = 0) -> Any:
    done = runner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, (words, done.output)
    return done


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", FORMS)
def test_commands(name: str, form: str) -> None:
    """keygen, inspect, pubkey, sign and export agree on a key, whatever its form."""
    run("keygen", "--scheme", name, "--seed", EXAMPLE_SEED.hex(), "--form", form, "--private", "key", "--public", "pub",
        "--der")
    assert hashlib.sha256(Path("key").read_bytes()).hexdigest() == EXAMPLES[name, form]
    facts = json.loads(run("--json", "inspect", "key").stdout)
    assert (facts["kind"], facts["scheme"], facts["holds"]) == ("private key", name, form)
    assert run("pubkey", "key", "--der").stdout_bytes == Path("pub").read_bytes()
    run("sign", "--private", "key", "--message", "message", "--context", "c", "--deterministic", "-o", "sig")
    run("verify", "--key", "pub", "--message", "message", "--context", "c", "--signature", "sig")
    seed = EXAMPLE_SEED.hex()
    run("keygen", "--scheme", name, "--seed", seed, "--private", "plain", "--public", "pub2")
    run("sign", "--private", "plain", "--message", "message", "--context", "c", "--deterministic", "-o", "sig2")
    assert Path("sig").read_bytes() == Path("sig2").read_bytes()
    run("export", "plain", "--form", form, "-o", "again", "--der")
    assert Path("again").read_bytes() == Path("key").read_bytes()
    assert Path("again").stat().st_mode & 0o77 == 0
    run("export", "key", "--form", SEED, "-o", "back", code=2 if form == EXPANDED else 0)
    assert form == EXPANDED or Path("back").read_bytes() == Path("plain").read_bytes()
    assert "which belongs into no source" in run("export", "key", code=2).output


def test_wrong_commands() -> None:
    """A form that the scheme does not have; an expanded key whose parts do not belong together signs nothing. Every
    form can be encrypted."""
    Path("pass").write_text("correct horse\n")
    new = ("keygen", "--private", "key", "--public", "pub")
    run(*new, "--scheme", "haetae-2", "--form", "seed", code=2)
    assert "did you mean 'expanded'" in run(*new, "--scheme", "ml-dsa-44", "--form", "expandd", code=2).output
    assert not Path("key").exists() and not Path("pub").exists()
    for form in (EXPANDED, BOTH):
        run(*new, "--scheme", "ml-dsa-44", "--form", form, "--passphrase-file", "pass", "--force")
        assert parse_private_key(Path("key").read_bytes(), "key", lambda: b"correct horse").form == form
    Path("key").unlink()
    Path("pub").unlink()
    run(*new, "--scheme", "ml-dsa-44", "--form", SEED, "--passphrase-file", "pass")
    run("export", "key", "--form", BOTH, "--passphrase-file", "pass", "-o", "both")
    assert parse_private_key(Path("both").read_bytes(), "both").form == BOTH
    assert "add --form" in run("export", "pub", "--der", code=2).output
    # tr, s1 and t0.
    for bit in (8 * 64, 8 * 200, 8 * 2559):
        Path("bad").write_bytes(private_der("ml-dsa-44", flipped(expanded_of("ml-dsa-44"), bit), EXPANDED))
        run("sign", "--private", "bad", "--message", "message", "-o", "sig", code=2)
        assert not Path("sig").exists()


def test_cryptography_reads_the_seed() -> None:
    """Whatever the form was, the key is the one that `cryptography` makes of the seed."""
    der = private_der("ml-dsa-44", EXAMPLE_SEED, BOTH)
    key = mldsa.MLDSA44PrivateKey.from_seed_bytes(parse_private_key(der, "key").secret)
    assert key.public_key().public_bytes_raw() == MlDsa().public("ml-dsa-44", expanded_of("ml-dsa-44"))
