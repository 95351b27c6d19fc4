# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The device's reader of COSE_Sign1 and CWT (kilosig/cose.h): every cutting, every truncation, every byte, lengths near
2^32 and 2^64, and objects that a signer with the key would not have made."""
from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import cbor2
import pytest
from support import CHUNKS, chunk, public_key

from kilosig.files import cose
from kilosig.library import cose as device
from kilosig.library.binding import LibraryScheme, load
from kilosig.library.verdicts import (ACCEPT, ARGUMENT, INCOMPLETE, KEY, OVERFEED, PENDING, SIG_LENGTH, SIGNATURE,
                                      STATE_SIZE)
from kilosig.schemes import ml_dsa
from kilosig.schemes.stateful import LMS_SETS
from kilosig.schemes.stateful_material import pair_of

pytestmark = pytest.mark.library
(ENCODING, INDEFINITE, STRUCTURE, HEAD, LABEL, ALGORITHM, PAYLOAD, LENGTH, CONTENT_TYPE, TIME, CWT_KEY) = range(64, 75)
ROOT, SIGNING = "ml-dsa-44", "ml-dsa-65"
DAY = 1_700_000_000
HSS = [LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"]] * 2


def scheme(name: str = ROOT) -> LibraryScheme:
    found = load().scheme(name)
    assert found is not None
    return found


@cache
def signed_by(name: str, number: int, message: bytes) -> bytes:
    seed = bytes([number]) * 32
    return ml_dsa.sign(load(), name, seed, message)


def sign1(payload: bytes, protected: bytes | None = None, aad: bytes = b"", name: str = ROOT,
          detached: bool = False) -> bytes:
    """A genuine object of key 0, whatever its protected header is."""
    header = cose.protected_header(name) if protected is None else protected
    signature = signed_by(name, 0, cose.sig_structure(header, payload, aad))
    return cose.sign1(header, None if detached else payload, signature)


def a_device(name: str = ROOT, **other: Any) -> device.Device:
    target = scheme(name)
    return device.Device(target, target.anchor(public_key(name)), cose.ALGORITHMS[name], **other)


def verdict(data: bytes, payload: bytes = b"", **other: Any) -> int:
    return device.verify(a_device(**other), data, public_key(ROOT), payload)


# ---- What is genuine -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("length", [0, 1, 23, 24, 255, 256, 65_535, 65_536])
def test_every_length_of_payload_in_any_pieces(length: int, size: object) -> None:
    if length > 300 and size in (1, 2, 7):
        pytest.skip("the same code, byte by byte for long")
    data = sign1(bytes(length))
    assert device.verify(a_device(), data, public_key(ROOT), chunk=chunk(size), move=length < 300) == ACCEPT


@pytest.mark.twice
@pytest.mark.parametrize("name", ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87"])
def test_every_set(name: str) -> None:
    data = sign1(b"an update", name=name)
    assert device.verify(a_device(name), data, public_key(name)) == ACCEPT
    other = device.Device(scheme(name), scheme(name).anchor(public_key(name)), -47)
    assert device.verify(other, data, public_key(name)) == ALGORITHM


@pytest.mark.twice
@pytest.mark.parametrize("variant", ["fast", "small"])
def test_every_variant(variant: str) -> None:
    """Small wants z again for each row: of the object, by its offsets."""
    target = load(variant).scheme(ROOT)
    assert target is not None
    state = device.Device(target, target.anchor(public_key(ROOT)), -48)
    assert device.verify(state, sign1(b"an update"), public_key(ROOT), chunk=33, move=True) == ACCEPT
    assert device.verify(state, sign1(b"an update")[:-1] + b"\0", public_key(ROOT)) not in (ACCEPT, PENDING)


def test_hss_whose_signature_begins_before_the_message() -> None:
    key, sign = pair_of("hss", HSS, b"cose")
    header, payload = cose.protected_header("hss"), bytes(100)
    data = cose.sign1(header, payload, sign(cose.sig_structure(header, payload)))
    state = device.Device(scheme("hss"), scheme("hss").anchor(key), -46)
    assert device.verify(state, data, key) == ACCEPT
    assert device.verify(state, data, key, chunk=5, move=True) == ACCEPT
    assert device.verify(state, data.replace(bytes(100), bytes(99) + b"\1"), key) == SIGNATURE


def test_detached_and_external_aad() -> None:
    payload, aad = bytes(range(256)), b"a board"
    data = sign1(payload, aad=aad, detached=True)
    assert verdict(data, payload, detached=True, external_aad=aad) == ACCEPT
    assert verdict(data, payload, detached=True, external_aad=b"another") == SIGNATURE
    assert verdict(data, payload, detached=True) == SIGNATURE
    assert verdict(data, payload + b"\0", detached=True, external_aad=aad) == SIGNATURE
    assert verdict(data, payload, external_aad=aad) == PAYLOAD
    assert verdict(sign1(payload, aad=aad), payload, detached=True, external_aad=aad) == PAYLOAD


def test_untagged_kid_and_content_type() -> None:
    data = sign1(b"x")
    assert data[0] == 0xd2 and verdict(data[1:]) == ACCEPT
    assert verdict(sign1(b"x", cose.protected_header(ROOT, 42, b"a key"))) == ACCEPT
    header, payload, signature = (cbor2.loads(data).value[i] for i in (0, 2, 3))
    assert verdict(cbor2.dumps([header, {4: b"a key"}, payload, signature])) == ACCEPT


# ---- What is not ---------------------------------------------------------------------------------------------------


def test_every_truncation_and_every_longer_object() -> None:
    data = sign1(b"an update for all")
    for end in range(len(data)):
        assert verdict(data[:end]) not in (ACCEPT, PENDING), end
        if end % 97 == 0:  # the sender announces the length of the whole
            assert verdict(data[:end], object_length=len(data)) == INCOMPLETE or end == 0
    for tail in (b"\0", b"\xf6", data, bytes(64)):
        assert verdict(data + tail) in (LENGTH, SIG_LENGTH)
        assert verdict(data + tail, object_length=len(data)) == ACCEPT  # what is after is never asked for


def test_every_byte_wrong() -> None:
    """Of everything but the signature's middle, in three ways each; of that every 50th."""
    data = sign1(b"an update for all")
    begin = len(data) - 2420
    places = [*range(begin + 40), *range(begin + 40, len(data), 50), *range(len(data) - 90, len(data))]
    for at in places:
        for change in (0x01, 0x80, 0xff):
            changed = bytearray(data)
            changed[at] ^= change
            assert verdict(bytes(changed)) not in (ACCEPT, PENDING), (at, change)


def head(major: int, argument: int, width: int) -> bytes:
    """A head of CBOR with an argument of `width` bytes."""
    information = {0: argument, 1: 24, 2: 25, 4: 26, 8: 27}[width]
    return bytes([major << 5 | information]) + (argument.to_bytes(width, "big") if width else b"")


def object_of(*, array: bytes = b"\x84", protected: bytes | None = None, unprotected: bytes = b"\xa0",
              payload_head: bytes | None = None, payload: bytes = b"pay", signature_head: bytes = b"\x59\x09\x74",
              header: bytes | None = None) -> bytes:
    """A genuine object by hand, of any encoding."""
    content = cose.protected_header(ROOT) if header is None else header
    signature = signed_by(ROOT, 0, cose.sig_structure(content, payload))
    return b"".join([array, head(2, len(content), 0 if len(content) < 24 else 1) + content
                     if protected is None else protected, unprotected,
                     head(2, len(payload), 0) if payload_head is None else payload_head, payload, signature_head,
                     signature])


HEADERS = cose.protected_header(ROOT)
WRONG: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    # The same facts in another encoding.
    ("array with a byte", {"array": b"\x98\x04"}, (ENCODING,)),
    ("indefinite array", {"array": b"\x9f"}, (INDEFINITE,)),
    ("long payload head", {"payload_head": head(2, 3, 1)}, (ENCODING,)),
    ("longer payload head", {"payload_head": head(2, 3, 2)}, (ENCODING,)),
    ("longest payload head", {"payload_head": head(2, 3, 8)}, (ENCODING,)),
    ("indefinite payload", {"payload_head": b"\x5f\x43"}, (INDEFINITE,)),
    ("long signature head", {"signature_head": head(2, 2420, 4)}, (LENGTH, SIG_LENGTH)),
    ("long protected head", {"protected": head(2, len(HEADERS), 1) + HEADERS}, (ENCODING,)),
    ("long alg", {"header": b"\xa1\x01\x39\x00\x2f"}, (ENCODING,)),
    ("long label", {"header": b"\xa1\x18\x01\x38\x2f"}, (ENCODING,)),
    ("indefinite protected map", {"header": b"\xbf\x01\x38\x2f\xff"}, (INDEFINITE,)),
    ("indefinite unprotected map", {"unprotected": b"\xbf\xff"}, (INDEFINITE,)),
    ("reserved information", {"array": b"\x9c"}, (ENCODING,)),
    # Other structures.
    ("array of five", {"array": b"\x85"}, (STRUCTURE,)),
    ("array of three", {"array": b"\x83"}, (STRUCTURE,)),
    ("a map", {"array": b"\xa4"}, (STRUCTURE,)),
    ("COSE_Sign", {"array": b"\xd8\x62\x84"}, (STRUCTURE,)),
    ("tagged twice", {"array": b"\xd2\xd2\x84"}, (STRUCTURE,)),
    ("CWT's tag", {"array": b"\xd8\x3d\xd2\x84"}, (STRUCTURE,)),
    ("text payload", {"payload_head": b"\x63"}, (STRUCTURE,)),
    ("text signature", {"signature_head": b"\x79\x09\x74"}, (LENGTH,)),
    ("protected map without its string", {"protected": HEADERS}, (STRUCTURE,)),
    ("protected of two maps", {"header": HEADERS + b"\xa0"}, (STRUCTURE,)),
    ("protected map that ends early", {"header": b"\xa2\x01\x38\x2f"}, (STRUCTURE,)),
    ("no protected header", {"header": b""}, (STRUCTURE,)),
    # Other headers.
    ("empty protected map", {"header": b"\xa0"}, (ALGORITHM,)),
    ("alg unprotected", {"header": b"\xa0", "unprotected": b"\xa1\x01\x38\x2f"}, (ALGORITHM,)),
    ("alg in both", {"unprotected": b"\xa1\x01\x38\x2f"}, (LABEL,)),
    ("alg twice", {"header": b"\xa2\x01\x38\x2f\x01\x38\x2f"}, (LABEL,)),
    ("another alg", {"header": b"\xa1\x01\x38\x30"}, (ALGORITHM,)),
    ("ES256", {"header": b"\xa1\x01\x26"}, (ALGORITHM,)),
    ("positive alg", {"header": b"\xa1\x01\x18\x2f"}, (ALGORITHM,)),
    ("alg as text", {"header": b"\xa1\x01\x69ML-DSA-44"}, (ALGORITHM,)),
    ("alg of 2^64 - 1", {"header": b"\xa1\x01\x3b" + b"\xff" * 8}, (ALGORITHM,)),
    ("alg whose low bits fit", {"header": b"\xa1\x01\x3a\x00\x01\x00\x2f"}, (ALGORITHM,)),
    ("crit", {"header": b"\xa2\x01\x38\x2f\x02\x81\x01"}, (LABEL,)),
    ("labels not in order", {"header": b"\xa2\x04\x41\x00\x01\x38\x2f"}, (LABEL,)),
    ("unknown label", {"header": b"\xa2\x01\x38\x2f\x18\x20\x00"}, (LABEL,)),
    ("label of text", {"header": b"\xa2\x01\x38\x2f\x61\x61\x00"}, (LABEL,)),
    ("kid in both", {"header": b"\xa2\x01\x38\x2f\x04\x41\x00", "unprotected": b"\xa1\x04\x41\x00"}, (LABEL,)),
    ("content type as text", {"header": b"\xa2\x01\x38\x2f\x03\x61\x61"}, (CONTENT_TYPE,)),
    ("content type of a CWT", {"header": b"\xa2\x01\x38\x2f\x03\x18\x3d"}, (CONTENT_TYPE,)),
    ("a map of 2^64 - 1 headers", {"unprotected": b"\xbb" + b"\xff" * 8}, (STRUCTURE, LABEL)),
    # Lengths.
    ("kid of 2^64 - 1", {"unprotected": b"\xa1\x04\x5b" + b"\xff" * 8}, (HEAD,)),
    ("kid of 2^32", {"unprotected": b"\xa1\x04" + head(2, 1 << 32, 8)}, (HEAD,)),
    ("kid that is too long", {"unprotected": b"\xa1\x04\x58\x38" + bytes(56)}, (HEAD,)),
    ("protected of 2^64 - 1", {"protected": b"\x5b" + b"\xff" * 8}, (HEAD,)),
    ("payload of 2^64 - 1", {"payload_head": b"\x5b" + b"\xff" * 8}, (LENGTH,)),
    ("payload of 2^64 - 4", {"payload_head": b"\x5b" + b"\xff" * 7 + b"\xfc"}, (LENGTH,)),
    ("payload of 2^32", {"payload_head": head(2, 1 << 32, 8)}, (LENGTH,)),
    ("payload of 2^32 + 3", {"payload_head": head(2, (1 << 32) + 3, 8)}, (LENGTH,)),
    ("payload of 2^32 - 1", {"payload_head": head(2, (1 << 32) - 1, 4)}, (LENGTH,)),
    ("payload over the signature", {"payload_head": head(2, 2426, 2)}, (LENGTH,)),
    ("payload into the signature", {"payload_head": head(2, 100, 1)}, (LENGTH, SIG_LENGTH)),
]


@pytest.mark.parametrize("change, reasons", [entry[1:] for entry in WRONG], ids=[entry[0] for entry in WRONG])
def test_what_is_outside_the_profile(change: dict[str, Any], reasons: tuple[int, ...]) -> None:
    """Signed by the right key, and refused for the reason; a byte at a time as well."""
    data = object_of(**change)
    found = verdict(data)
    assert found in reasons, (found, device.reason(scheme(), found))
    assert device.verify(a_device(), data, public_key(ROOT), chunk=1, move=True) == found
    assert device.reason(scheme(), found) not in ("", "unknown")


def test_by_hand_is_accepted() -> None:
    """What the cases of above begin with."""
    assert verdict(object_of()) == ACCEPT


@pytest.mark.parametrize("length", [(1 << 32) - 1, (1 << 32) - 2, 1 << 31])
def test_lengths_that_the_sender_announces(length: int) -> None:
    """A payload near 2^32: refused where Sig_structure no longer fits, else streamed until the sender gives up."""
    inside = length - 8 - 2500
    data = b"\x84" + b"\x44" + HEADERS + b"\xa0" + head(2, inside, 4) + bytes(1000)
    found = verdict(data, object_length=length)
    assert found in (INCOMPLETE, SIG_LENGTH)
    detached = sign1(b"", detached=True)
    most = (1 << 32) - 1
    assert verdict(detached, bytes(100), detached=True, payload_length=most) == LENGTH
    before = len(cose.sig_structure(HEADERS, b"")) + 4
    assert verdict(detached, bytes(100), detached=True, payload_length=most - before + 1) == LENGTH
    assert verdict(detached, bytes(100), detached=True, payload_length=most - before) == INCOMPLETE


def test_wrong_keys() -> None:
    data = sign1(b"x")
    other = public_key(ROOT, 1)
    assert device.verify(a_device(), data, other) == KEY
    state = device.Device(scheme(), scheme().anchor(other), -48)
    assert device.verify(state, data, other) == SIGNATURE


def test_misuse() -> None:
    """Too much, too early, twice, too small."""
    data = sign1(b"x")
    reading = device.Reading(a_device(), (len(data), 1312, 0))
    assert reading.feed(data) == OVERFEED and reading.close() == OVERFEED
    assert reading.close() == ARGUMENT and reading.want().length == 0 and reading.feed(b"x") == ARGUMENT
    reading = device.Reading(a_device(), (len(data), 1312, 0))
    assert reading.close() == INCOMPLETE
    reading = device.Reading(a_device(), (0, 1312, 0))
    assert reading.opened == LENGTH
    c: Any = scheme().library.c
    assert c.ksig_cose_open(reading.state, reading.size - 1, scheme().pointer, reading.args) == STATE_SIZE
    # Pushed, and one byte more.
    for tail, expected in ((b"", ACCEPT), (b"\0", OVERFEED)):
        reading = device.Reading(a_device(), (len(data), 1312, 0))
        stream = data + public_key(ROOT) + tail
        for i in range(0, len(stream), 100):
            piece = stream[i:i + 100]
            c.ksig_cose_push(reading.state, device.copy_in(piece), len(piece))
        assert reading.close() == expected
    reading = device.Reading(a_device(), (len(data), 1312, 0))
    assert c.ksig_cose_verify(reading.state, reading.size, scheme().pointer, reading.args, device.copy_in(data),
                              device.copy_in(public_key(ROOT)), device.copy_in(b"")) == ACCEPT


# ---- Delegation ----------------------------------------------------------------------------------------------------


def delegated(**other: Any) -> device.Delegated:
    return device.Delegated(**{"scheme": scheme(SIGNING), "algorithm": -49, "key_type": 7, **other})


def cwt(claims: bytes, header: bytes | None = None) -> bytes:
    return sign1(claims, cose.protected_header(ROOT, 61) if header is None else header)


@cache
def named(name: str = SIGNING) -> bytes:
    return public_key(name, 2)


def claims_of(**other: Any) -> bytes:
    return cose.delegation_claims(cose.CoseKey(SIGNING, named()), DAY, **other)


def cwt_verdict(data: bytes, **other: Any) -> int:
    return device.verify_cwt(a_device(), delegated(**other), data, public_key(ROOT))[0]


@pytest.mark.parametrize("size", CHUNKS)
def test_root_names_a_key_that_signs(size: object) -> None:
    """Two verifications in a row: the root's CWT, then what the named key signed."""
    found, says = device.verify_cwt(a_device(), delegated(), cwt(claims_of(issuer="maker")), public_key(ROOT),
                                    chunk(size), move=True)
    assert found == ACCEPT and says.issued == DAY and says.expires == 0 and says.key_length == 1952
    assert says.anchor == scheme(SIGNING).anchor(named())
    header = cose.protected_header(SIGNING)
    data = cose.sign1(header, b"go", signed_by(SIGNING, 2, cose.sig_structure(header, b"go")))
    state = device.Device(scheme(SIGNING), says.anchor, -49)
    assert device.verify(state, data, named(), chunk=chunk(size)) == ACCEPT
    assert device.verify(state, data, public_key(SIGNING, 3)) == KEY


def test_a_root_of_one_kind_names_a_key_of_another() -> None:
    """HSS names ML-DSA, and ML-DSA names HSS, whose key is its anchor."""
    key, sign = pair_of("hss", HSS, b"cose root")
    header, claims = cose.protected_header("hss", 61), claims_of()
    data = cose.sign1(header, claims, sign(cose.sig_structure(header, claims)))
    root = device.Device(scheme("hss"), scheme("hss").anchor(key), -46)
    found, says = device.verify_cwt(root, delegated(), data, key, 7)
    assert found == ACCEPT and says.anchor == scheme(SIGNING).anchor(named())
    claims = cose.delegation_claims(cose.CoseKey("hss", key), DAY)
    found, says = device.verify_cwt(a_device(), delegated(scheme=scheme("hss"), algorithm=-46, key_type=5), cwt(claims),
                                    public_key(ROOT), 7)
    assert found == ACCEPT and says.anchor[:60] == key and says.key_length == 60
    wrong = cose.delegation_claims(cose.CoseKey("hss", b"\0\0\0\1\0\0\0\x63" + key[8:]), DAY)
    assert cwt_verdict(cwt(wrong), scheme=scheme("hss"), algorithm=-46, key_type=5) == CWT_KEY


def test_times() -> None:
    plain, dated = cwt(claims_of()), cwt(claims_of(expires=DAY + 10))
    assert cwt_verdict(plain, oldest=DAY) == ACCEPT
    assert cwt_verdict(plain, oldest=DAY + 1) == TIME
    assert cwt_verdict(dated) == TIME  # no clock
    assert cwt_verdict(dated, now=DAY + 9) == ACCEPT
    assert cwt_verdict(dated, now=DAY + 10) == TIME
    assert cwt_verdict(plain, oldest=(1 << 64) - 1) == TIME
    late = cose.encoded({5: DAY + 5, 6: DAY, 8: {1: cose.key_map(cose.CoseKey(SIGNING, named()))}})
    assert cwt_verdict(cwt(late), now=DAY + 4) == TIME and cwt_verdict(cwt(late), now=DAY + 5) == ACCEPT


def cnf(key: dict[Any, Any]) -> bytes:
    return cose.encoded({6: DAY, 8: {1: key}})


GOOD = cose.key_map(cose.CoseKey(SIGNING, bytes(1952)))
CLAIMS: list[tuple[str, Callable[[], bytes], int]] = [
    ("no iat", lambda: cose.encoded({8: {1: GOOD}}), TIME),
    ("no cnf", lambda: cose.encoded({6: DAY}), STRUCTURE),
    ("nothing", lambda: b"", STRUCTURE),
    ("no map", lambda: b"\x80", STRUCTURE),
    ("aud", lambda: cose.encoded({3: "x", 6: DAY, 8: {1: GOOD}}), LABEL),
    ("a claim behind cnf", lambda: b"\xa3\x06\x00\x08\xa1\x01" + cose.encoded(GOOD) + b"\x09\x00", LABEL),
    ("iat as a float", lambda: b"\xa2\x06\xfb" + b"\x41" * 8 + b"\x08\xa1\x01" + cose.encoded(GOOD), STRUCTURE),
    ("negative iat", lambda: b"\xa2\x06\x20\x08\xa1\x01" + cose.encoded(GOOD), STRUCTURE),
    ("iat not shortest", lambda: b"\xa2\x06\x18\x01\x08\xa1\x01" + cose.encoded(GOOD), ENCODING),
    ("iat twice", lambda: b"\xa3\x06\x01\x06\x02\x08\xa1\x01" + cose.encoded(GOOD), LABEL),
    ("kid instead of a key", lambda: cose.encoded({6: DAY, 8: {3: b"x"}}), LABEL),
    ("two confirmations", lambda: b"\xa2\x06\x00\x08\xa2\x01" + cose.encoded(GOOD) + b"\x03\x40", STRUCTURE),
    ("another algorithm", lambda: cnf({**GOOD, 3: -48}), CWT_KEY),
    ("another type", lambda: cnf({**GOOD, 1: 5}), CWT_KEY),
    ("a short key", lambda: cnf({**GOOD, -1: bytes(1951)}), CWT_KEY),
    ("a long key", lambda: cnf({**GOOD, -1: bytes(1953)}), CWT_KEY),
    ("an empty key", lambda: cnf({**GOOD, -1: b""}), CWT_KEY),
    ("bytes behind the key", lambda: cnf(GOOD) + b"\0", LENGTH),
    ("a key of 2^64 - 1", lambda: cnf(GOOD)[:-1955] + b"\x5b" + b"\xff" * 8, CWT_KEY),
    ("an issuer that is too long", lambda: claims_of(issuer="x" * 60), HEAD),
    ("an issuer of 2^64 - 1", lambda: b"\xa3\x01\x7b" + b"\xff" * 8, HEAD),
    ("an indefinite map", lambda: b"\xbf\x06\x00\x08\xa1\x01" + cose.encoded(GOOD) + b"\xff", INDEFINITE),
]


@pytest.mark.parametrize("make, reason", [entry[1:] for entry in CLAIMS], ids=[entry[0] for entry in CLAIMS])
def test_claims_outside_the_profile(make: Callable[[], bytes], reason: int) -> None:
    """Signed by the root, and refused for the reason, in any pieces."""
    data = cwt(make())
    assert cwt_verdict(data) == reason
    for size in (1, 5):
        assert device.verify_cwt(a_device(), delegated(), data, public_key(ROOT), size, move=True)[0] == reason


def test_a_cwt_is_no_message_and_a_message_no_cwt() -> None:
    """Each is refused where the other is expected, also if the payload is that of the other."""
    assert verdict(cwt(claims_of())) == CONTENT_TYPE
    assert cwt_verdict(sign1(claims_of())) == CONTENT_TYPE
    assert cwt_verdict(cwt(claims_of(), cose.protected_header(ROOT, 60))) == CONTENT_TYPE


def test_every_byte_and_truncation_of_a_cwt() -> None:
    """The key that is named too: no other key comes of a changed CWT."""
    data = cwt(claims_of())
    generator = random.Random(9)
    ends = [*range(150), *(generator.randrange(len(data)) for _ in range(60))]
    for at in ends:
        changed = bytearray(data)
        changed[at] ^= 1 << generator.randrange(8)
        assert cwt_verdict(bytes(changed)) not in (ACCEPT, PENDING), at
        assert cwt_verdict(data[:at]) not in (ACCEPT, PENDING), at


def test_no_key_before_the_verdict() -> None:
    """All bytes but the last one of the root key: nothing is named."""
    data = cwt(claims_of())
    found, says = device.verify_cwt(a_device(), delegated(), data, public_key(ROOT)[:-1])
    assert found != ACCEPT and says.anchor == bytes(64)


def test_cwt_misuse() -> None:
    """A CWT that is closed as an object names nothing; an anchor that is no SHAKE256 of its key is refused."""
    data = cwt(claims_of())
    falcon = load().scheme("falcon-512-r3")
    assert falcon is not None
    reading = device.Reading(a_device(), (len(data), 1312, 0), delegated(scheme=falcon))
    assert reading.opened == ARGUMENT and reading.close_cwt()[0] == ARGUMENT
    reading = device.Reading(a_device(detached=True), (len(data), 1312, 0), delegated())
    assert reading.opened == ARGUMENT
