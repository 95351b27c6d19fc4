#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes peers.json.xz: key files and CMS objects of OpenSSL and Bouncy Castle, and test/tool/peers/accepted.json:
SHA-256 of objects of the tool that they have accepted.

usage: make_peers.py (after scripts/peers.sh; with tools and test/support on PYTHONPATH)

`files` by name, in base64. spki/SCHEME.pem: a public key; pkcs8/SCHEME/FORM.pem: its private key, encrypted ones with
`correct horse`; cms/PEER/SCHEME/FORM: a detached signature of CONTENT (test/support/peers.py), in DER or BER."""
from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from peers import CONTENT, PASSPHRASE, SOURCE, asked, asked_java, openssl, store

ML_DSA = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87")
SLH_DSA = tuple(f"slh-dsa-{family}-{size}{speed}" for family in ("sha2", "shake") for size in (128, 192, 256)
                for speed in "sf")
FORMS = ("seed-only", "priv-only", "seed-priv")
CERTIFICATE = ("-subj", "/CN=signer", "-days", 9999, "-addext", "subjectKeyIdentifier=hash")
OBJECTS = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "slh-dsa-sha2-128s")
OURS = (*ML_DSA, "slh-dsa-sha2-128f", "slh-dsa-shake-128f")


def keys(files: dict[str, bytes]) -> None:
    """Of OpenSSL, in all forms and encryptions that it has."""
    for scheme in (*ML_DSA, *SLH_DSA):
        name = scheme.upper().replace("128S", "128s").replace("192S", "192s").replace("256S", "256s").replace("F", "f")
        asked("genpkey", "-algorithm", name, "-out", "key")
        files[f"spki/{scheme}.pem"] = asked("pkey", "-in", "key", "-pubout").stdout
        if scheme in SLH_DSA:
            files[f"pkcs8/{scheme}/plain.pem"] = Path("key").read_bytes()
        for form in FORMS if scheme in ML_DSA else ():
            files[f"pkcs8/{scheme}/{form}.pem"] = asked(
                "pkey", "-in", "key", "-provparam", f"ml-dsa.output_formats={form}").stdout
        for form, how in (("scrypt", ("-scrypt",)), ("pbkdf2", ("-v2", "aes-128-cbc", "-v2prf", "hmacWithSHA512"))):
            if scheme in ML_DSA or scheme.endswith("f"):
                files[f"pkcs8/{scheme}/encrypted-{form}.pem"] = asked(
                    "pkcs8", "-topk8", "-in", "key", *how, "-passout", f"pass:{PASSPHRASE.decode()}").stdout
        Path(scheme).write_bytes(Path("key").read_bytes())


def objects(files: dict[str, bytes]) -> None:
    """CMS of both."""
    for scheme in OBJECTS:
        asked("req", "-new", "-x509", "-key", scheme, *CERTIFICATE, "-out", "certificate")
        asked("x509", "-in", "certificate", "-outform", "DER", "-out", "certificate.der")
        asked("pkcs8", "-topk8", "-nocrypt", "-in", scheme, "-outform", "DER", "-out", "key.der")
        for form, how in (("certificate", ()), ("identifier-nocerts", ("-keyid", "-nocerts"))):
            asked("cms", "-sign", "-binary", "-in", "content", "-signer", "certificate", "-inkey", scheme, "-md",
                  "sha256" if "128" in scheme else "sha512", "-outform", "DER", "-out", "object", *how)
            files[f"cms/openssl/{scheme}/{form}"] = Path("object").read_bytes()
        if scheme in ML_DSA:
            for form, attributes in (("attributes", "yes"), ("plain", "no")):
                asked_java("sign", "key.der", "content", "certificate.der", attributes, "object")
                files[f"cms/bouncy-castle/{scheme}/{form}"] = Path("object").read_bytes()


def accepted() -> dict[str, str]:
    """Objects of the tool, deterministic, by the keys of test_cms.py, that the others accept."""
    from kilosig.files import cms, pkcs8
    from kilosig.files.data import Data
    from kilosig.schemes.family import Signature
    from kilosig.schemes.registry import signer_of
    found = {}
    for scheme in OURS:
        pair = signer_of(scheme).generate(scheme, bytes(range(32)))
        Path("spki.der").write_bytes(pkcs8.public_der(scheme, pair.public))
        for plain in (False, True):
            hash_ = cms.chosen_hash(scheme)
            attributes = None if plain else cms.attributes_of(cms.digest(hash_, Data(CONTENT)))
            signature = signer_of(scheme).sign(scheme, pair.secret, Signature(
                Data(attributes or CONTENT), deterministic=True))
            made = cms.signed_data(scheme, cms.SignerInfo(scheme, hash_, attributes, signature, ""), pair.public)
            Path("object").write_bytes(made)
            assert asked_java("verify", "spki.der", "content", "object") == ["accepted"], (scheme, plain)
            found[scheme + ("-plain" if plain else "")] = hashlib.sha256(made).hexdigest()
    return found


def main() -> int:
    """Returns the exit code."""
    files: dict[str, bytes] = {}
    if openssl() is None:
        print("make_peers: there is no OpenSSL of 3.5 or later: run scripts/peers.sh", file=sys.stderr)
        return 2
    import os
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("content").write_bytes(CONTENT)
        keys(files)
        objects(files)
        (SOURCE.parent / "accepted.json").write_text(json.dumps(accepted(), indent=1) + "\n")
    store("peers.json.xz", "make_peers.py",
          files={name: base64.b64encode(data).decode() for name, data in files.items()})
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as failed:
        print(failed.cmd, failed.stderr, file=sys.stderr)
        raise
