# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key containers, frames, vector files, and kilosig check-vectors."""
from __future__ import annotations

import base64
import datetime
import importlib.resources
import json
import shutil
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID
from der import TAG_SEQUENCE, der as element, der_element, long_form
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.device import frames
from kilosig.device.frames import Decoder, Frame, crc16, encode
from kilosig.errors import UserError
from kilosig.files import pkcs8
from kilosig.files.keys import SPKI_OIDS, PublicKey, decode_hex, parse_public_key
from kilosig.schemes.vectors import apply_edits, read_vectors
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PREHASH, external_mu, message_prime
from support import ML_DSA, VECTORS, flipped, private_key, public_key, runner

DILITHIUM2 = VECTORS / "dilithium2.json"


# ---- Keys -----------------------------------------------------------------------------------------------------------


def pem(der: bytes, label: str = "PUBLIC KEY") -> bytes:
    """DER in PEM, in one line."""
    return b"-----BEGIN %b-----\n%b\n-----END %b-----\n" % (label.encode(), base64.b64encode(der), label.encode())


def der_of(name: str) -> bytes:
    """SubjectPublicKeyInfo of key 0."""
    lines = pkcs8.public_pem(name, public_key(name)).splitlines()
    return base64.b64decode(b"".join(lines[1:-1]))


@pytest.mark.parametrize("name", ML_DSA)
def test_public_key_forms(name: str) -> None:
    """PEM as `cryptography` writes it, DER, hex and raw all give the same bytes."""
    raw = public_key(name)
    assert parse_public_key(pkcs8.public_pem(name, public_key(name))) == PublicKey(raw, name)
    windows = pkcs8.public_pem(name, public_key(name)).replace(b"\n", b"\r\n")
    assert parse_public_key(b"\n" + windows) == PublicKey(raw, name)
    assert parse_public_key(der_of(name)) == PublicKey(raw, name)
    assert parse_public_key(raw.hex().encode()) == parse_public_key(raw) == PublicKey(raw, None)
    # A raw key that begins like DER is raw by its length.
    assert parse_public_key(b"\x30\x82" + raw[2:]) == PublicKey(b"\x30\x82" + raw[2:], None)
    assert parse_public_key(raw[:-1]).raw == raw[:-1]


def test_published_der() -> None:
    """A DER file that is not of our making."""
    data = (importlib.resources.files(cryptography_vectors) / "asymmetric/MLDSA/mldsa44_pub.der").read_bytes()
    key = parse_public_key(data)
    assert (key.scheme, key.raw) == ("ml-dsa-44", data[22:])


def test_oids() -> None:
    """RFC 9881: 2.16.840.1.101.3.4.3.17 .. 19; RFC 9909: .20 .. 31."""
    arcs = {"ml-dsa-44": 17, "ml-dsa-65": 18, "ml-dsa-87": 19, "slh-dsa-sha2-128s": 20, "slh-dsa-sha2-128f": 21,
            "slh-dsa-sha2-192s": 22, "slh-dsa-sha2-256f": 25, "slh-dsa-shake-128s": 26, "slh-dsa-shake-256f": 31}
    assert len(SPKI_OIDS) == 18
    for name, arc in arcs.items():
        assert SPKI_OIDS[f"2.16.840.1.101.3.4.3.{arc}"] == name
        assert bytes([6, 9, 2 * 40 + 16, 0x86, 0x48, 1, 101, 3, 4, 3, arc]) in pkcs8.public_der(name, b"")


def test_damaged_der() -> None:
    """Each byte of the head changed, cut anywhere, or followed by something: one sentence, or a key left raw."""
    der = der_of("ml-dsa-44")
    head = len(der) - 1312
    assert head == 22
    for position in range(2, head):
        with pytest.raises(UserError):
            parse_public_key(flipped(der, 8 * position))
    for cut in (2, 3, 10, head, head + 1, len(der) - 1):
        with pytest.raises(UserError):
            parse_public_key(der[:cut])
    for wrong in (der + b"\0", der[:head - 1] + b"\1" + der[head:]):
        with pytest.raises(UserError):
            parse_public_key(wrong)
        with pytest.raises(UserError):
            parse_public_key(pem(wrong))


@pytest.mark.parametrize("name, length", [("ml-dsa-44", 1312), ("slh-dsa-sha2-128s", 32)])
def test_other_der(name: str, length: int) -> None:
    """Cut, followed by something, with a length in more bytes than it needs, or parameters: in a file and in PEM."""
    der = pkcs8.public_der(name, bytes(length))
    algorithm, key = der_element(der_element(der, TAG_SEQUENCE)[0], TAG_SEQUENCE)
    assert parse_public_key(der) == parse_public_key(pem(der)) == PublicKey(bytes(length), name)
    for wrong in (der[:-1], der[:-length], der + b"\0", long_form(der), long_form(long_form(der)),
                  element(TAG_SEQUENCE, long_form(element(TAG_SEQUENCE, algorithm)), key),
                  element(TAG_SEQUENCE, element(TAG_SEQUENCE, algorithm), long_form(key)),
                  element(TAG_SEQUENCE, element(TAG_SEQUENCE, algorithm), key, b"\5\0"),
                  element(TAG_SEQUENCE, element(TAG_SEQUENCE, algorithm, b"\5\0"), key),
                  element(TAG_SEQUENCE, element(TAG_SEQUENCE), key),
                  element(TAG_SEQUENCE, element(TAG_SEQUENCE, algorithm), key.replace(b"\0", b"\1", 1))):
        for data in (wrong, pem(wrong)):
            with pytest.raises(UserError, match="is not a valid"):
                parse_public_key(data)


def test_wrong_pem() -> None:
    """A private key, another algorithm, damage: each with its own advice."""
    with pytest.raises(UserError, match="PUBLIC KEY"):
        parse_public_key(pkcs8.private_pem("ml-dsa-44", bytes(32)))
    with pytest.raises(UserError, match="damaged PEM"):
        parse_public_key(b"-----BEGIN PUBLIC KEY-----\nAAAA\n")
    with pytest.raises(UserError, match="damaged PEM"):
        parse_public_key(pem(b"").replace(b"\n\n", b"\n!!\n"))
    ed25519 = bytes.fromhex("302a300506032b6570032100") + bytes(32)
    with pytest.raises(UserError, match="another algorithm"):
        parse_public_key(pem(ed25519))


def certificate(key: Any, name: str = "vendor") -> x509.Certificate:
    """Signed with its own key."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    begin = datetime.datetime(2026, 1, 1)
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), 1, begin, begin + datetime.timedelta(days=1))
    return builder.sign(key, hashes.SHA256() if isinstance(key, ec.EllipticCurvePrivateKey) else None)


def der_certificate(scheme: str, raw: bytes) -> bytes:
    """One of a scheme that `cryptography` has no keys for: that of an Ed25519 key with another key in its place."""
    other = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32))
    spki = other.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    body, _ = der_element(certificate(other).public_bytes(Encoding.DER), TAG_SEQUENCE)
    tbs, after = der_element(body, TAG_SEQUENCE)
    before, _, behind = tbs.partition(spki)
    tbs = before + pkcs8.public_der(scheme, raw) + behind
    return element(TAG_SEQUENCE, element(TAG_SEQUENCE, tbs), after)


@pytest.mark.parametrize("name", ML_DSA)
def test_certificate_forms(name: str) -> None:
    """The key of a certificate, in PEM and DER, with any subject."""
    for subject in ("v", "vendor" * 10):
        made = certificate(private_key(name), subject)
        for encoding in (Encoding.PEM, Encoding.DER):
            assert parse_public_key(made.public_bytes(encoding)) == PublicKey(public_key(name), name)


def test_certificates() -> None:
    """Of SLH-DSA; of another algorithm; damaged: cut anywhere in its head, or with other tags."""
    raw = bytes(range(32))
    der = der_certificate("slh-dsa-sha2-128s", raw)
    assert parse_public_key(der) == parse_public_key(pem(der, "CERTIFICATE")) == PublicKey(raw, "slh-dsa-sha2-128s")
    other = certificate(ec.generate_private_key(ec.SECP256R1()))
    for data in (other.public_bytes(Encoding.PEM), other.public_bytes(Encoding.DER)):
        with pytest.raises(UserError, match="another algorithm"):
            parse_public_key(data)
    for wrong in (*(der[:cut] for cut in range(4, len(der), 7)), der + b"\0", der[:6] + b"\x31" + der[7:]):
        with pytest.raises(UserError):
            parse_public_key(pem(wrong, "CERTIFICATE"))
    numbered = der.replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x48")
    with pytest.raises(UserError, match="no X.509 certificate"):  # of a version that there is not
        parse_public_key(numbered)
    with pytest.raises(UserError, match="valid PEM certificate"):
        parse_public_key(pem(der_of("ml-dsa-44"), "CERTIFICATE"))


def test_verify_with_a_certificate(tmp_path: Path) -> None:
    """--key takes it; so do anchor and inspect."""
    message, signature, vendor = tmp_path / "message", tmp_path / "signature", tmp_path / "vendor.crt"
    message.write_bytes(b"an update")
    signature.write_bytes(private_key("ml-dsa-65").sign(b"an update"))
    for encoding in (Encoding.PEM, Encoding.DER):
        vendor.write_bytes(certificate(private_key("ml-dsa-65")).public_bytes(encoding))
        verify = ["verify", "--key", str(vendor), "--message", str(message), "--signature", str(signature)]
        assert runner().invoke(app, verify).exit_code == 0
        assert runner().invoke(app, [*verify, "--context", "x"]).exit_code == 1
        assert runner().invoke(app, [*verify, "--scheme", "ml-dsa-44"]).exit_code == 2
        anchor = runner().invoke(app, ["anchor", str(vendor)]).stdout.strip()
        told = json.loads(runner().invoke(app, ["inspect", str(vendor), "--json"]).stdout)
        assert anchor == SCHEMES["ml-dsa-65"].anchor(public_key("ml-dsa-65")).hex()
        assert (told["kind"], told["scheme"], told["anchor"]) == ("certificate", "ml-dsa-65", anchor)
    vendor.write_bytes(certificate(ec.generate_private_key(ec.SECP256R1())).public_bytes(Encoding.DER))
    assert json.loads(runner().invoke(app, ["inspect", str(vendor), "--json"]).stdout)["kind"] == "certificate"
    assert runner().invoke(app, verify).exit_code == 2


def test_hex() -> None:
    """Hex is only what is hex throughout."""
    assert decode_hex(b"0aFF\n 10 \n") == b"\x0a\xff\x10"
    assert decode_hex(b"0x10") is None and decode_hex(b"123") is None and decode_hex(b"") is None
    assert decode_hex(b"\xff\xff") is None


# ---- Frames ---------------------------------------------------------------------------------------------------------


def test_crc() -> None:
    """The check value of CRC-16/CCITT-FALSE; no bytes, a zero, and every byte."""
    assert crc16(b"123456789") == 0x29B1
    assert (crc16(b""), crc16(b"\0"), crc16(bytes(range(256)))) == (0xFFFF, 0xE1F0, 0x3FBD)


def test_decoder() -> None:
    """Byte by byte, in pieces, after noise, and with a frame inside a damaged one."""
    stream = b"\xa5" + encode(1) + b"\xa5\x5a" + encode(5, bytes(379)) + b"noise\xa5" + encode(7, b"\xa5\x5a")
    expected = [Frame(1, b""), Frame(5, bytes(379)), Frame(7, b"\xa5\x5a")]
    for size in (1, 2, 3, 17, len(stream)):
        decoder = Decoder()
        received: list[Frame] = []
        for begin in range(0, len(stream), size):
            received += decoder.feed(stream[begin:begin + size])
        assert received == expected
    damaged = bytearray(encode(5, encode(1) + bytes(3)))
    damaged[-1] ^= 1
    assert Decoder().feed(bytes(damaged)) == [Frame(1, b"")]
    with pytest.raises(ValueError):
        encode(5, bytes(385))


def test_decoder_silence() -> None:
    """A frame that stops hides nothing for ever: after silence the search goes on after its first byte."""
    decoder = Decoder()
    assert decoder.feed(encode(5, bytes(300))[:20] + encode(1)) == []
    assert decoder.silence() == [Frame(1, b"")]
    assert decoder.silence() == [] and decoder.dropped == 1


def test_payload_lengths() -> None:
    """The sizes of docs/protocol.md; the longest VERIFY fits a frame."""
    assert len(frames.provision_payload("ml-dsa-44", bytes(12), 0, bytes(16), bytes(64))) == 132
    assert len(frames.activate_payload(1, 2, 3, 4)) == 16
    assert len(frames.verify_payload(1, (2, 3, 4), "ml-dsa-44", 0, 0, bytes(64), bytes(255))) == 370
    assert (frames.Info.LAYOUT.size, frames.DeviceWant.LAYOUT.size, frames.DeviceVerdict.LAYOUT.size) == (96, 13, 41)
    assert frames.token(b"ABCDEFGHIJKL", 3, 7, b"parametr").hex() == (
        "01" + b"ABCDEFGHIJKL".hex() + "03000000" + "0700000000000000" + b"parametr".hex())
    for wrong in (bytes(11), bytes(13)):
        with pytest.raises(ValueError):
            frames.provision_payload("ml-dsa-44", wrong, 0, bytes(16), bytes(64))
    with pytest.raises(ValueError):
        frames.Info.parse(bytes(87))


# ---- Vector files ---------------------------------------------------------------------------------------------------


def check(*arguments: object) -> Result:
    """kilosig check-vectors."""
    return runner().invoke(app, ["check-vectors", *(str(argument) for argument in arguments)])


def write(path: Path, data: Any) -> Path:
    """A JSON file."""
    path.write_text(json.dumps(data))
    return path


def test_edits() -> None:
    """Each operation of streamverify-vectors-1."""
    parts = {"pk": b"\1\2\3", "msg": b"\4", "sig": b"\5\6"}
    assert apply_edits(parts, [("pk", "xor", 1, 0x80), ("pk", "set", 0, 9)])["pk"] == b"\x09\x82\3"
    assert apply_edits(parts, [("sig", "trunc", 1, 0), ("sig", "append", 0, "aabb")])["sig"] == b"\5\xaa\xbb"
    assert apply_edits(parts, [("pk", "fill", 0, 255)]) == {**parts, "pk": b"\xff" * 3}
    with pytest.raises(ValueError):
        apply_edits(parts, [("pk", "swap", 0, 1)])


def test_read_stream_vectors(tmp_path: Path) -> None:
    """Bases, edits and key files; the anchor stays the genuine key's."""
    vectors = {vector.id: vector for vector in read_vectors(DILITHIUM2)}
    assert len(vectors) == 77 and {vector.scheme for vector in vectors.values()} == {"dilithium2-r3"}
    assert sum(vector.valid for vector in vectors.values()) == 15
    assert vectors["62"].key == flipped(vectors["2"].key or b"", 8 * 1311)
    assert vectors["62"].anchor_key == vectors["2"].key
    assert (len(vectors["46"].message), vectors["52"].signature) == (1, b"")
    data = json.loads(DILITHIUM2.read_text())
    (tmp_path / "key.bin").write_bytes(bytes.fromhex(data["keys"][0].pop("pk")))
    data["keys"][0]["pk_file"] = "key.bin"
    assert {vector.id: vector for vector in read_vectors(write(tmp_path / "split.json", data))} == vectors


@pytest.mark.parametrize("variant, chunk", [("default", None), ("fast", "7"), ("small", "random")])
def test_check_vectors(variant: str, chunk: str) -> None:
    """All pass; the last line says so."""
    result = check(DILITHIUM2, "--variant", variant, *(("--chunk", chunk) if chunk else ()))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["dilithium2.json: 77 passed, 0 failed", "77 passed, 0 failed"]


def test_check_vectors_finds_wrong_expectations(tmp_path: Path) -> None:
    """One expectation turned round in each direction: both are named, the exit code is 1."""
    data = json.loads(DILITHIUM2.read_text())
    for test in data["tests"]:
        if test["id"] in (3, 62):
            test["valid"] = not test["valid"]
    result = check(write(tmp_path / "wrong.json", data), DILITHIUM2)
    assert result.exit_code == 1
    failures = [line for line in result.stdout.splitlines() if line.startswith("FAILED")]
    assert len(failures) == 2
    assert "id 3 (reference signature): expected reject, accepted" in failures[0]
    assert "id 62 (bit flip in public key at 1311): expected accept, rejected: key (" in failures[1]
    assert result.stdout.splitlines()[-1] == "152 passed, 2 failed"


@pytest.mark.board
def test_check_vectors_on_a_board(tmp_path: Path) -> None:
    """The same through the serial link, with a wrong expectation among them."""
    data = json.loads(DILITHIUM2.read_text())
    data["tests"] = [test for test in data["tests"] if test["id"] in (2, 5, 43, 62)]
    data["tests"].insert(0, next(t for t in json.loads(DILITHIUM2.read_text())["tests"] if t["id"] == 12))
    result = check(write(tmp_path / "some.json", data), "--board", "stm32vldiscovery")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "5 passed, 0 failed")
    data["tests"][1]["valid"] = False
    result = check(write(tmp_path / "wrong.json", data), "--board", "stm32vldiscovery")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "4 passed, 1 failed")
    assert check(DILITHIUM2, "--board", "stm32vldiscovery", "--chunk", "3").exit_code == 2


def wycheproof(tests: list[dict[str, Any]], algorithm: str = "ML-DSA-44") -> dict[str, Any]:
    """A Wycheproof file with one group under key 0."""
    group = {"type": "MlDsaVerify", "publicKey": public_key("ml-dsa-44").hex(), "tests": tests}
    return {"algorithm": algorithm, "schema": "mldsa_verify_schema.json", "testGroups": [group]}


def test_wycheproof(tmp_path: Path) -> None:
    """Contexts (too long ones too), mu, and the three results."""
    key, message = private_key("ml-dsa-44"), b"message"
    mu = external_mu(public_key("ml-dsa-44"), message, b"ctx")
    good = {"comment": "", "flags": [], "msg": message.hex(), "ctx": b"ctx".hex(),
            "sig": key.sign(message, b"ctx").hex()}
    internal = {"comment": "", "flags": ["Internal"], "mu": mu.hex(), "sig": good["sig"]}
    tests = [{**good, "tcId": 1, "result": "valid"}, {**good, "tcId": 2, "result": "invalid", "ctx": ""},
             {**good, "tcId": 3, "result": "invalid", "ctx": "00" * 256},
             {**internal, "tcId": 4, "result": "acceptable"},
             {**internal, "tcId": 5, "result": "invalid", "sig": ""}]
    vectors = read_vectors(write(tmp_path / "w.json", wycheproof(tests)))
    assert [vector.mode for vector in vectors] == [0, 0, 0, MODE_EXTERNAL_MU, MODE_EXTERNAL_MU]
    assert check(tmp_path / "w.json").stdout.splitlines()[-1] == "5 passed, 0 failed"


def test_acvp(tmp_path: Path) -> None:
    """The internal, external, pre-hash and external-mu interfaces of ML-DSA sigVer."""
    key, raw, message = private_key("ml-dsa-65"), public_key("ml-dsa-65"), b"message"
    mu = external_mu(raw, message, b"ctx", "sha3-256")
    test = {"tcId": 1, "testPassed": True, "pk": raw.hex(), "message": message.hex(), "context": b"ctx".hex()}

    def group(more: dict[str, Any], test_more: dict[str, Any]) -> dict[str, Any]:
        wrong = {**test, **test_more, "tcId": 2, "testPassed": False, "signature": flipped(key.sign(b""), 0).hex()}
        return {"parameterSet": "ML-DSA-65", **more, "tests": [{**test, **test_more}, wrong]}

    prehashed = key.sign_mu(mu).hex()
    data = {"mode": "sigVer", "testGroups": [
        group({"signatureInterface": "external", "preHash": "pure"}, {"signature": key.sign(message, b"ctx").hex()}),
        group({"signatureInterface": "external", "preHash": "preHash"},
              {"hashAlg": "SHA3-256", "signature": prehashed}),
        group({"signatureInterface": "internal", "externalMu": True}, {"mu": mu.hex(), "signature": prehashed}),
        group({"signatureInterface": "internal", "externalMu": False},
              {"message": message_prime(message, b"ctx", "sha3-256").hex(), "signature": prehashed})]}
    vectors = read_vectors(write(tmp_path / "acvp.json", [{"acvVersion": "1.0"}, data]))
    assert [(vector.mode, vector.hash) for vector in vectors[::2]] == [
        (0, 0), (MODE_PREHASH, HASHES["sha3-256"][0]), (MODE_EXTERNAL_MU, 0), (MODE_EXTERNAL_MU, 0)]
    assert check(tmp_path / "acvp.json").stdout.splitlines()[-1] == "8 passed, 0 failed"


def test_schemes_to_come_are_skipped(tmp_path: Path) -> None:
    """A scheme that the library does not have is named and counted as skipped, never as passed. HAETAE lines with a key
    or just its seed are checked."""
    line = {"type": "sign", "tcId": 1, "level": 2, "profile": "kpqc", "seed": "00" * 32, "msg": "", "sig": "00",
            "result": "reject"}
    with_key = {**line, "profile": "ksx", "pk": "00"}
    (tmp_path / "haetae.jsonl").write_text(json.dumps(line) + "\n" + json.dumps(with_key) + "\n")
    slhdsa = write(tmp_path / "slhdsa.json", {"source": "", "tests": [
        {"set": "XMSS-TO-COME", "tcId": 14, "valid": False, "pk": "00", "msg": "", "ctx": "", "sig": "",
         "reason": ""}]})
    result = check(tmp_path / "haetae.jsonl", slhdsa, DILITHIUM2)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "skipped xmss-to-come: the library has no such scheme" in lines
    assert lines[-1] == "79 passed, 0 failed, 1 skipped"


@pytest.mark.parametrize("content", [
    "", "not json", "[]", "{}", "3", "\"text\"", "null", '{"tests": []}', '{"format": "streamverify-vectors-1"}',
    '{"testGroups": [{"type": "MlDsaSign"}], "algorithm": "ML-DSA-44"}', '{"mode": "sigVer", "testGroups": []}',
    '{"format": "streamverify-vectors-1", "scheme": "x", "keys": [{"pk_file": "none"}], "tests": []}'])
def test_unknown_files(tmp_path: Path, content: str) -> None:
    """What is no vector file: one sentence, exit code 2, and nothing is checked."""
    (tmp_path / "bad.json").write_text(content)
    result = check(DILITHIUM2, tmp_path / "bad.json")
    assert result.exit_code == 2 and result.stdout == ""
    assert len(result.stderr.splitlines()) == 1 and result.stderr.startswith("kilosig: ")


def test_unreadable_files(tmp_path: Path) -> None:
    """Missing, a folder, binary, and a key that is not the one of its digest."""
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    shutil.copy(DILITHIUM2, tmp_path / "key.json")
    data = json.loads(DILITHIUM2.read_text())
    data["keys"][0]["pk"] = "00" + data["keys"][0]["pk"][2:]
    write(tmp_path / "key.json", data)
    for name in ("missing.json", ".", "binary.json", "key.json"):
        result = check(tmp_path / name)
        assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1, result.output
