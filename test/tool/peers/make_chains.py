#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes chains.json.xz: certificate chains that OpenSSL and Bouncy Castle made.

usage: make_chains.py (after scripts/peers.sh; with tools and test/support on PYTHONPATH)

`chains` by name, PEER/SCHEME[-over-SCHEME...]: the schemes of the keys, the root's first, and the certificates in
base64 of DER in the same order. A name says each scheme once."""
from __future__ import annotations

import base64
import os
import sys
import tempfile
from pathlib import Path

from peers import asked, asked_java, openssl, store

DATES = ("-not_before", "20250101000000Z", "-not_after", "20491231235959Z")
CA = ("basicConstraints=critical,CA:true", "keyUsage=critical,keyCertSign,cRLSign")
END = ("basicConstraints=critical,CA:false", "keyUsage=critical,digitalSignature", "extendedKeyUsage=clientAuth")
OPENSSL = {"ecdsa-p256": ("EC", "-pkeyopt", "ec_paramgen_curve:P-256"), "ecdsa-p384": (
    "EC", "-pkeyopt", "ec_paramgen_curve:P-384"), "ed25519": ("ED25519",)}
CASTLE = {"ecdsa-p256": "EC", "ed25519": "Ed25519", "hss": "LMS"}
CHAINS = {
    "openssl": (*(("ml-dsa-" + size,) * 3 for size in ("44", "65", "87")), ("slh-dsa-sha2-128s",) * 2,
                ("slh-dsa-shake-128s", "ml-dsa-44", "ml-dsa-44"), ("ml-dsa-44", "ecdsa-p256", "ed25519"),
                ("ecdsa-p384", "ml-dsa-65", "ecdsa-p256")),
    "bouncy-castle": (*(("ml-dsa-" + size,) * 3 for size in ("44", "65", "87")), ("slh-dsa-sha2-128s",) * 2,
                      ("hss", "hss", "ml-dsa-44"), ("hss", "slh-dsa-sha2-128s", "ed25519"),
                      ("ml-dsa-44", "ecdsa-p256", "ed25519")),
}


def made_by_openssl(schemes: tuple[str, ...]) -> list[bytes]:
    """A chain: each key signs the certificate of the next, the first its own."""
    for level, scheme in enumerate(schemes):
        last = level == len(schemes) - 1
        asked("genpkey", "-algorithm", *OPENSSL.get(scheme, (scheme,)), "-out", f"key{level}")
        by = ("-CA", f"{level - 1}.pem", "-CAkey", f"key{level - 1}") if level else ()
        words = [word for text in (END if last else CA) for word in ("-addext", text)]
        digest = {"ecdsa-p256": "sha256", "ecdsa-p384": "sha384"}.get(schemes[max(level - 1, 0)])
        asked("req", "-x509", "-new", "-key", f"key{level}", *by, "-subj", f"/CN=level {level}", *DATES, *words,
              *(("-" + digest,) if digest else ()), "-out", f"{level}.pem")
        asked("x509", "-in", f"{level}.pem", "-outform", "DER", "-out", str(level))
    return [Path(str(level)).read_bytes() for level in range(len(schemes))]


def made_by_castle(schemes: tuple[str, ...]) -> list[bytes]:
    """The same."""
    asked_java("chain", ".", *(CASTLE.get(scheme, scheme.upper()) for scheme in schemes))
    return [Path(str(level)).read_bytes() for level in range(len(schemes))]


def main() -> int:
    """Returns the exit code."""
    chains: dict[str, object] = {}
    if openssl() is None:
        print("make_chains: there is no OpenSSL of 3.5 or later: run scripts/peers.sh", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for peer, make in (("openssl", made_by_openssl), ("bouncy-castle", made_by_castle)):
            for schemes in CHAINS[peer]:
                chains[f"{peer}/{'-over-'.join(dict.fromkeys(schemes))}"] = {
                    "schemes": schemes, "certificates": [base64.b64encode(one).decode() for one in make(schemes)]}
    store("chains.json.xz", "make_chains.py", chains=chains)
    return 0


if __name__ == "__main__":
    sys.exit(main())
