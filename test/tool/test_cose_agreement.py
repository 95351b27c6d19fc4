# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tool's reader of COSE takes, the device's takes too: objects with genuine signatures, of which each leaves
the profile in one thing. And what stands behind a private key in PKCS #8."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cbor2
import pytest
from der import TAG_BIT_STRING, TAG_INTEGER, TAG_OCTET_STRING, TAG_SEQUENCE, der, der_element
from support import public_key, runner
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import cose, pkcs8
from kilosig.files.pkcs8 import InconsistentKey, parse_private_key
from kilosig.library import cose as device
from kilosig.library.binding import load
from kilosig.library.verdicts import ACCEPT
from kilosig.schemes import ml_dsa

pytestmark = pytest.mark.library
NAME, PAYLOAD = "ml-dsa-44", b"an update"
PLAIN = bytes.fromhex("a101382f")


def signed(protected: bytes, unprotected: bytes = b"\xa0", begin: bytes = b"\xd2\x84", behind: bytes = b"") -> bytes:
    """An object of key 0."""
    structure = cose.sig_structure(protected, PAYLOAD)
    signature = ml_dsa.sign(load(), NAME, bytes(32), structure)
    return begin + cbor2.dumps(protected) + unprotected + cbor2.dumps(PAYLOAD) + cbor2.dumps(signature) + behind


def kilosig(*arguments: object) -> Result:
    done = runner().invoke(app, [str(argument) for argument in arguments])
    assert "Traceback" not in done.output
    return done


def on_device(data: bytes) -> int:
    scheme = load().scheme(NAME)
    assert scheme is not None
    key = public_key(NAME)
    return device.verify(device.Device(scheme, scheme.anchor(key), cose.ALGORITHMS[NAME]), data, key)


OBJECTS = {
    "algorithm is a float": signed(bytes.fromhex("a101f9d200")),
    "algorithm in a longer form": signed(bytes.fromhex("a10139002f")),
    "label is true": signed(bytes.fromhex("a1f5382f")),
    "label is a float": signed(bytes.fromhex("a1f93c00382f")),
    "label in a longer form": signed(bytes.fromhex("a11801382f")),
    "label twice": signed(bytes.fromhex("a201382f01382f")),
    "label twice, another before": signed(bytes.fromhex("a201382e01382f")),
    "labels not in order": signed(bytes.fromhex("a2044161" "01382f")),
    "map of indefinite length": signed(bytes.fromhex("bf01382fff")),
    "array of indefinite length": signed(PLAIN, begin=b"\xd2\x9f", behind=b"\xff"),
    "array's length in a longer form": signed(PLAIN, begin=b"\xd2\x98\x04"),
    "tag of a CWT": signed(PLAIN, begin=b"\xd8\x3d\xd2\x84"),
    "another tag": signed(PLAIN, begin=b"\xd1\x84"),
    "tag in a longer form": signed(PLAIN, begin=b"\xd8\x12\x84"),
    "crit": signed(bytes.fromhex("a2" "01382f" "028104")),
    "crit, unprotected": signed(PLAIN, b"\xa1\x02\x81\x04"),
    "a byte behind the end": signed(PLAIN, behind=b"\0"),
    "content type of a CWT": signed(bytes.fromhex("a2" "01382f" "03183d")),
    "type of a CWT": signed(bytes.fromhex("a2" "01382f" "10183d")),
    "two kids": signed(bytes.fromhex("a2" "01382f" "044161"), b"\xa1\x04\x41\x61"),
    "no algorithm": signed(bytes.fromhex("a0")),
}


@pytest.mark.parametrize("what", OBJECTS)
def test_both_refuse(what: str, tmp_path: Path) -> None:
    assert on_device(OBJECTS[what]) != ACCEPT
    (tmp_path / "object").write_bytes(OBJECTS[what])
    (tmp_path / "key").write_bytes(pkcs8.public_pem(NAME, public_key(NAME)))
    done = kilosig("cose", "verify", tmp_path / "object", "--key", tmp_path / "key")
    assert done.exit_code in (1, 2)


@pytest.mark.parametrize("data", [signed(PLAIN), signed(PLAIN, begin=b"\x84"), signed(bytes.fromhex("a201382f03182a")),
                                  signed(PLAIN, b"\xa1\x04\x41\x61")])
def test_both_accept(data: bytes, tmp_path: Path) -> None:
    assert on_device(data) == ACCEPT
    (tmp_path / "object").write_bytes(data)
    (tmp_path / "key").write_bytes(pkcs8.public_pem(NAME, public_key(NAME)))
    assert kilosig("cose", "verify", tmp_path / "object", "--key", tmp_path / "key").exit_code == 0


def test_a_message_is_no_delegation(tmp_path: Path) -> None:
    """Claims that were signed as a message."""
    claims = cose.delegation_claims(cose.CoseKey(NAME, public_key(NAME, 2)), 1_700_000_000)
    signature = ml_dsa.sign(load(), NAME, bytes(32), cose.sig_structure(PLAIN, claims))
    (tmp_path / "object").write_bytes(cose.sign1(PLAIN, claims, signature))
    (tmp_path / "key").write_bytes(pkcs8.public_pem(NAME, public_key(NAME)))
    done = kilosig("cose", "delegated", tmp_path / "object", "--key", tmp_path / "key")
    assert done.exit_code == 2 and "is not a CWT" in done.output


# ---- PKCS #8 -------------------------------------------------------------------------------------------------------


def with_tail(scheme: str, version: int, tail: bytes, form: str = pkcs8.SEED) -> bytes:
    """A private key with something after it."""
    secret = bytes(range(64))
    if scheme == NAME:
        secret = pkcs8.PrivateKey(NAME, bytes(32), form=pkcs8.SEED).in_form(form).secret
    body, _ = der_element(pkcs8.private_der(scheme, secret, form), TAG_SEQUENCE)
    _, body = der_element(body, TAG_INTEGER)
    return der(TAG_SEQUENCE, der(TAG_INTEGER, bytes([version])), body, tail)


def public(key: bytes) -> bytes:
    return der(0x81, b"\0", key)


@pytest.mark.parametrize("form", pkcs8.FORMS)
def test_public_key_behind_the_private(form: str) -> None:
    key = public_key(NAME)
    assert parse_private_key(with_tail(NAME, 1, public(key), form), "x").form == form
    assert parse_private_key(with_tail(NAME, 1, der(0xA0, b"") + public(key), form), "x").form == form
    with pytest.raises(InconsistentKey, match="do not belong together"):
        parse_private_key(with_tail(NAME, 1, public(public_key(NAME, 1)), form), "x")


def test_public_key_behind_slh_dsa() -> None:
    name = "slh-dsa-sha2-128f"
    assert parse_private_key(with_tail(name, 1, public(bytes(range(32, 64)))), "x").scheme == name
    with pytest.raises(InconsistentKey, match="do not belong together"):
        parse_private_key(with_tail(name, 1, public(bytes(32))), "x")


TAILS: list[bytes] = [b"\0", der(TAG_OCTET_STRING, b"x"), der(TAG_BIT_STRING, b"\0x"), public(b"x") + b"\0"]


@pytest.mark.parametrize("make", [lambda: with_tail(NAME, 0, public(public_key(NAME))), lambda: with_tail(NAME, 1, b""),
                                  *((lambda tail=tail: with_tail(NAME, 0, tail)) for tail in TAILS),
                                  *((lambda tail=tail: with_tail(NAME, 1, tail)) for tail in TAILS)])
def test_anything_else_behind_the_private_key(make: Callable[[], bytes]) -> None:
    with pytest.raises(UserError, match="is not a private key|another algorithm"):
        parse_private_key(make(), "x")
