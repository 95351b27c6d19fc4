# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tool with sets of SP 800-230 whose trees are small, so that a key takes no minute: for tests of its files.

usage: limited_keys.py COMMAND...       a command of the tool
       limited_keys.py loop FOLDER      signs with FOLDER/key until it is killed: FOLDER/signature-0, -1, ...
"""
import os
import sys
from dataclasses import replace
from pathlib import Path

from kilosig.library.verdicts import ACCEPT, Verdict
from kilosig.schemes import signer, slh24, slh24_material
from kilosig.schemes.family import Signature

SET = "slh-dsa-sha2-128-24"
HEIGHT, FORS_HEIGHT = 14, 13


def small(name: str, height: int = HEIGHT, fors: int = FORS_HEIGHT) -> slh24.LimitedSet:
    """The set with other heights: no set of anybody's."""
    return replace(slh24.SETS[name], h=height, a=fors)


def verdict_of(scheme: str, public: bytes, signature: bytes, wanted: Signature) -> Verdict:
    """In place of the library's, which knows the true heights."""
    framed = slh24_material.frame(wanted.message.whole(), wanted.context)
    return Verdict(ACCEPT if slh24_material.verified(slh24.SETS[scheme], public, framed, signature) else 0)


def main() -> None:
    from kilosig.cli.app import app
    slh24.SETS.update({name: small(name) for name in slh24.SETS})
    signer.verdict_of = verdict_of
    if sys.argv[1] != "loop":
        app()
    folder, number = Path(sys.argv[2]), len(list(Path(sys.argv[2]).glob("signature-*")))
    (folder / "message").write_bytes(b"message")
    os.write(1, b"begun\n")
    while True:
        app(["sign", "-q", "-p", str(folder / "key"), "-m", str(folder / "message"), "-o",
             str(folder / f"signature-{number}")], standalone_mode=False)
        number += 1


if __name__ == "__main__":
    main()
