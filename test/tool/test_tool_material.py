# SPDX-License-Identifier: Apache-2.0 OR MIT
"""keygen, pubkey, sign, verify, anchor, export and inspect for every scheme that the tool signs with; key files of
every form; what is written whole or not at all."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.files.keys import parse_public_key
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.registry import SIGNED, same_keys, signer_of
from support import runner

pytestmark = pytest.mark.library
SEED = "5a" * 32
# The slow ones have a fast sibling with the same code. Keys of the -24 sets count their signatures and take no seed:
# test_limited_keys.py.
QUICK = [name for name in SIGNED if not re.search(r"-(128|192|256)s$|-(192|256)f$|-24$|uov-[35]", name)]
MODES = {"prehash": ("--prehash", "sha3-256"), "digest": ("--prehash", "sha256", "--digest")}


def run(*words: object, code: int = 0, stdin: bytes = b"") -> Result:
    done = runner().invoke(app, [str(word) for word in words], input=stdin)
    assert done.exit_code == code, (words, done.output)
    return done


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory, with a message."""
    monkeypatch.chdir(tmp_path)
    Path("message").write_bytes(b"a message")
    Path("pass").write_text("correct horse\nnot this\n")
    Path("wrong").write_text("battery staple\n")
    return tmp_path


def keygen(name: str, *more: object) -> None:
    run("keygen", "--scheme", name, "--private", "key", "--public", "pub", "--seed", SEED, *more)


@pytest.mark.parametrize("name", QUICK)
def test_every_signer(name: str) -> None:
    """Keys of a seed repeat, the public key follows from the private one, the files name the scheme, deterministic
    signatures repeat, and the library accepts them, in every mode that the signer has."""
    keygen(name)
    run("keygen", "--scheme", name, "--private", "key2", "--public", "pub2", "--seed", SEED)
    for file in ("key", "pub"):
        assert Path(file).read_bytes() == Path(f"{file}2").read_bytes()
    run("pubkey", "key", "--public", "pub3")
    assert Path("pub3").read_bytes() == Path("pub").read_bytes()
    assert run("pubkey", "key").stdout_bytes == Path("pub").read_bytes()
    sign = ("sign", "--private", "key", "--deterministic")
    run(*sign, "--message", "message", "--signature", "sig")
    run(*sign, "--message", "message", "--signature", "sig2")
    assert Path("sig").read_bytes() == Path("sig2").read_bytes()
    assert run("verify", "--key", "pub", "--message", "message", "--signature", "sig").stdout == "accepted\n"
    assert run("verify", "--key", "pub", "--message", "-", "--signature", "sig", stdin=b"another", code=1)
    features = signer_of(name).features(name)
    Path("digest").write_bytes(bytes(32))
    for mode, options in MODES.items():
        message = "digest" if mode == "digest" else "message"
        signed = ("--message", message, "--signature", f"{mode}.sig", *options)
        run(*sign, *signed, code=0 if features.prehash else 2)
        if features.prehash:
            run("verify", "--key", "pub", *signed)
            run("verify", "--key", "pub", "--message", message, "--signature", f"{mode}.sig", code=1)
    Path("mu").write_bytes(bytes(64))
    run(*sign, "--external-mu", "mu", "--signature", "mu.sig", code=0 if features.external_mu else 2)
    if features.external_mu:
        run("verify", "--key", "pub", "--external-mu", "mu", "--signature", "mu.sig")
    Path("mu").write_bytes(bytes(63))
    assert "63 bytes" in run(*sign, "--external-mu", "mu", "--signature", "mu2.sig", code=2).stderr
    run(*sign, "--message", "message", "--signature", "context.sig", "--context", "c",
        code=0 if features.context else 2)


@pytest.mark.parametrize("name", ["ml-dsa-44", "haetae-2", "falcon-512-r3", "slh-dsa-sha2-128f"])
def test_encrypted_and_der(name: str) -> None:
    """An encrypted key opens with its passphrase alone; DER where a standard has it."""
    keygen(name, "--passphrase-file", "pass")
    sign = ("sign", "--private", "key", "--message", "message", "--signature", "sig")
    run(*sign, "--passphrase-file", "pass")
    run("verify", "--key", "pub", "--message", "message", "--signature", "sig")
    assert "passphrase" in run(*sign, "--force", "--passphrase-file", "wrong", code=2).stderr
    assert "encrypted: yes" in run("inspect", "key").stdout
    plain = signer_of(name).generate(name, bytes.fromhex(SEED)).secret
    assert plain not in Path("key").read_bytes()
    Path("empty").write_text("\n")
    assert "empty" in run(*sign, "--force", "--passphrase-file", "empty", code=2).stderr
    standard = name[:3] in ("ml-", "slh")
    run("keygen", "--scheme", name, "--private", "key.der", "--public", "pub.der", "--seed", SEED, "--der",
        code=0 if standard else 2)
    if standard:
        assert Path("key.der").read_bytes()[:1] == b"\x30"
        run("sign", "--private", "key.der", "--message", "message", "--signature", "der.sig")
        run("verify", "--key", "pub.der", "--message", "message", "--signature", "der.sig")
        assert parse_public_key(Path("pub.der").read_bytes()).scheme == name


def test_encrypted_file_is_bound_to_its_header() -> None:
    """Whoever changes the scheme or the form of an encrypted key gets no key; a damaged one opens with nothing."""
    keygen("haetae-2", "--passphrase-file", "pass")
    text = Path("key").read_text()
    for old, new in (("Scheme: haetae-2\n", "Scheme: haetae-2-kpqc\n"), ("haetae-2\n", "haetae-2\nForm: compact\n")):
        Path("changed").write_text(text.replace(old, new))
        done = run("sign", "--private", "changed", "--message", "message", "--signature", "sig", "--passphrase-file",
                   "pass", code=2)
        assert "does not open" in done.stderr and not Path("sig").exists()


def test_no_key_for_the_wrong_scheme() -> None:
    """Siblings with the same keys are one another's; others are not, in letters of any case."""
    keygen("haetae-2-kpqc")
    run("sign", "--private", "key", "--message", "message", "--signature", "draft", "--scheme", "HAETAE-2")
    run("verify", "--key", "pub", "--message", "message", "--signature", "draft", code=1)
    run("verify", "--key", "pub", "--message", "message", "--signature", "draft", "--scheme", "Haetae_2")
    assert "haetae-2-kpqc key" in run("verify", "--key", "pub", "--message", "message", "--signature", "draft",
                                      "--scheme", "haetae-3", code=2).stderr
    assert same_keys("falcon-512-r3", "falcon-512-padded-r3") and not same_keys("falcon-512-r3", "fn-dsa-512")
    assert not same_keys("lms", "hss") and same_keys("lms", "lms")
    near = run("verify", "--key", "pub", "--message", "message", "--signature", "draft", "--scheme", "haetae2", code=2)
    assert "did you mean 'haetae-2'" in near.stderr
    assert "did you mean 'verify'" in run("verfy", code=2).stderr


def test_whole_or_not_at_all() -> None:
    """A pair is written together, never over a file, never both to one; --force replaces."""
    for private, public in (("a", "/nodir/b"), ("a", "a"), ("a", "./a"), ("message", "b"), ("a", "message"), ("-", "-"),
                            ("a", ".")):
        before = sorted(path.name for path in Path(".").iterdir())
        run("keygen", "--scheme", "ml-dsa-44", "--private", private, "--public", public, code=2)
        assert sorted(path.name for path in Path(".").iterdir()) == before
    assert Path("message").read_bytes() == b"a message"
    keygen("ml-dsa-44")
    first = Path("key").read_bytes()
    run("keygen", "--scheme", "ml-dsa-44", "--private", "key", "--public", "pub", "--force")
    assert Path("key").read_bytes() != first and Path("key").stat().st_mode & 0o077 == 0
    done = run("keygen", "--scheme", "ml-dsa-44", "--private", "-", "--public", "pub3")
    assert done.stdout.startswith("-----BEGIN PRIVATE KEY-----") and done.stdout.endswith("KEY-----\n")


def test_anchor_and_export() -> None:
    """The anchor as the library makes it, in every format; arrays hold the bytes; no private key leaves."""
    for name in ("ml-dsa-44", "haetae-2", "slh-dsa-sha2-128f"):
        keygen(name, "--force")
        raw = parse_public_key(Path("pub").read_bytes()).raw
        expected = SCHEMES[name].anchor(raw)
        assert run("anchor", "pub").stdout == expected.hex() + "\n"
        assert json.loads(run("anchor", "pub", "--json").stdout) == {
            "scheme": name, "anchor": expected.hex(), "bytes": len(expected)}
        run("anchor", "pub", "--format", "bin", "--output", "anchor", "--force")
        assert Path("anchor").read_bytes() == expected
        assert run("anchor", "pub", "--format", "bin").stdout_bytes == expected
        Path("raw").write_bytes(raw)
        assert run("anchor", "raw", "--scheme", name).stdout == expected.hex() + "\n"
        assert "add --scheme" in run("anchor", "raw", code=2).stderr
        Path("raw").write_bytes(raw[:-1])
        run("anchor", "raw", "--scheme", name, code=2)
        for kind in ("c", "rust"):
            for command, data in (("anchor", expected), ("export", raw)):
                text = run(command, "pub", "--format", kind, "--name", "Root_key").stdout
                assert bytes(int(byte, 16) for byte in re.findall(r"0x([0-9a-f]{2}),", text)) == data
                assert f"[{len(data)}]" in text if kind == "c" else f"[u8; {len(data)}]" in text
        assert "private key" in run("export", "key", code=2).stderr
    run("anchor", "pub", "--format", "c", "--name", "1; }", code=2)
    run("anchor", "pub", "--format", "java", code=2)


def test_inspect() -> None:
    """Says what it is; damaged files are told; nothing known is exit code 1."""
    keygen("ml-dsa-65")
    run("sign", "--private", "key", "--message", "message", "--signature", "sig")
    run("token", "--device-id", "0x" + "01" * 12, "--feature", 31, "--counter", 9, "--parameter", "ff" * 8,
        "--output", "t")

    def told(name: str, code: int = 0) -> dict:
        return dict(json.loads(run("inspect", name, "--json", code=code).stdout))

    assert (told("key")["kind"], told("key")["scheme"]) == ("private key", "ml-dsa-65")
    assert told("pub")["anchor"] == run("anchor", "pub").stdout.strip()
    assert told("sig") == {"kind": "signature", "fits": ["ml-dsa-65"], "form": "raw", "bytes": 3309}
    token = told("t")
    assert (token["kind"], token["feature"], token["counter"], token["parameter"]) == ("token", 31, 9, "ff" * 8)
    Path("hex").write_text(Path("sig").read_bytes().hex())
    assert told("hex")["form"] == "hex"
    assert told("message", 1)["kind"] == "unknown"
    for head, fits in ((b"\x3a", ["falcon-1024-r3"]), (b"r", None)):  # as long as one of Falcon may be
        Path("text").write_bytes(head + b"oot:x:0:0:root:/root:/bin/bash\n" * 40)
        assert told("text", 0 if fits else 1).get("fits") == fits
    Path("cut").write_bytes(Path("pub").read_bytes()[:-30])
    assert "damaged" in run("inspect", "cut", code=2).stderr
    Path("elf").write_bytes(b"\x7fELF\x01\x01" + bytes(12) + b"\x28\0" + bytes(40) + b"\0ml-dsa-44\0")
    assert told("elf")["schemes"] == ["ml-dsa-44"] and told("elf")["machine"] == "Arm"
    Path("elf").write_bytes(b"\x7fELF")
    assert told("elf")["kind"] == "image"


@pytest.mark.parametrize("words", [("token", "--device-id", "short", "--feature", 1, "--counter", 1),
                                   ("token", "--device-id", "0x01", "--feature", 1, "--counter", 1),
                                   ("token", "--device-id", "KILOSIG-0001", "--feature", 32, "--counter", 1),
                                   ("token", "--device-id", "KILOSIG-0001", "--feature", 1, "--counter", 1 << 64),
                                   ("provision", "--key", "pub", "--device-id", "KILOSIG-0001"),
                                   ("provision", "--key", "pub", "--device-id", "KILOSIG-0001", "--port", "tcp:x"),
                                   ("emulate", "stm32vldiscovery", "--listen", "7070"),
                                   ("emulate", "nano", "--listen", "tcp:127.0.0.1:7070")])
def test_mistakes(words: tuple) -> None:
    """One sentence, and in JSON the same."""
    keygen("ml-dsa-44")
    done = run(*words, code=2)
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1
    assert json.loads(run(*words, "--json", code=2).stdout)["error"] in done.stderr
