# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What firmware/boot accepts, and for which reason it rejects: every policy, and forgeries for every check."""
from __future__ import annotations

import re
import struct
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from boot_device import KSIG_ACCEPT, NEVER, ROOT, SIGNS_COMPOSITE, SIGNS_DIGEST, Anchor, Device, Rule, anchor_of
from boot_images import LMS_SET, RAM_BEGIN, RAM_END, code, lms_image
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kilosig.files import images
from kilosig.files.data import Data
from kilosig.files.images import Image, Tlv, Version, build
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.family import KeyPair, Signature
from kilosig.schemes.registry import signer_of
from kilosig.schemes.slh24 import SETS as LIMITED
from kilosig.schemes.slh24_material import Pair
from kilosig.schemes.stateful_material import LmsPair

RUN = 0x08006000
SIGNED = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "slh-dsa-sha2-128f", "slh-dsa-shake-128f", "haetae-2", "haetae-3",
          "haetae-5", "fn-dsa-512", "fn-dsa-1024", *LIMITED)
PAIR = LmsPair(LMS_SET, b"boot", 3)
OTHER = LmsPair(LMS_SET, b"other", 3)
LMS_RULE = Rule("lms", [Anchor(PAIR.key)], SIGNS_DIGEST)


@cache
def keys(scheme: str, number: int = 0) -> KeyPair:
    if scheme in LIMITED:
        return KeyPair(limited(scheme, number).key, bytes([number]))
    return signer_of(scheme).generate(scheme, bytes([number]) * 32)


@cache
def limited(scheme: str, number: int) -> Pair:
    """A key of which a part of the tree is real."""
    return Pair(LIMITED[scheme], bytes([number]))


def own_tlv(image: Image, scheme: str, pair: KeyPair) -> Tlv:
    """A signature over the image."""
    if scheme in LIMITED:
        signature = limited(scheme, pair.secret[0]).sign(image.to_sign())
    else:
        signature = signer_of(scheme).sign(scheme, pair.secret, Signature(Data(image.to_sign()), deterministic=True))
    streamed = b"" if SCHEMES[scheme].key_anchor else pair.public
    return images.own_tlv(scheme, anchor_of(scheme, pair.public), streamed, signature)


def unsigned(counter: int = 5, version: str = "1.2.3+4") -> Image:
    return build(code(300, 1, RUN), Version.parse(version), counter)


def rule_of(scheme: str, *numbers: int, retired: int = NEVER) -> Rule:
    """The last of several anchors is the one that `retired` spares."""
    anchors = [Anchor(anchor_of(scheme, keys(scheme, number).public), retired if i == 0 else NEVER)
               for i, number in enumerate(numbers)]
    return Rule(scheme, anchors)


# ---- Signatures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", SIGNED)
def test_own_signatures(scheme: str) -> None:
    """Accepted as they are; rejected with any part changed, moved to another key, or missing."""
    image = unsigned()
    tlv = own_tlv(image, scheme, keys(scheme))
    device = Device([rule_of(scheme, 0)])
    good = Image(**{**vars(image), "tlvs": [*image.tlvs, tlv]}).encode()
    assert device.verify(good, RUN) == "none"
    assert Device([rule_of(scheme, 1)]).verify(good, RUN) == "signed by nobody who is trusted"
    assert device.verify(image.encode(), RUN) == "a signature is missing"
    last = len(good) - 1
    for place in (last, last - 700, len(image.encode()) + 4 + 8, 40):
        forged = bytearray(good)
        forged[place] ^= 0x10
        reason = device.verify(bytes(forged), RUN)
        assert reason.startswith("library") or (place == 40 and reason == "wrong digest"), (place, reason)


def test_digest_signature() -> None:
    """LMS as proposed for MCUboot: over the digest, after the hash of the key."""
    image = lms_image(PAIR, 300, "1.0.0", 5, 1, RUN)
    device = Device([LMS_RULE])
    assert device.verify(image.encode(), RUN) == "none"
    assert Device([Rule("lms", [Anchor(OTHER.key)], SIGNS_DIGEST)]).verify(image.encode(), RUN) == \
        "signed by nobody who is trusted"
    keyhash, signature = image.tlvs[1:]
    image.tlvs[1:] = [signature]
    assert device.verify(image.encode(), RUN) == "signed by nobody who is trusted"
    image.tlvs[1:] = [keyhash, Tlv(signature.type, signature.value[:-1])]
    assert device.verify(image.encode(), RUN) == "library 4"
    # By another key, which says it is the trusted one.
    image.tlvs[1:] = [keyhash, Tlv(signature.type, OTHER.sign(image.digest()))]
    assert device.verify(image.encode(), RUN) == "library 12"


def test_all_of_them() -> None:
    """Two rules: each signature is needed, in any order; a good one does not stand for a bad one."""
    image = lms_image(PAIR, 300, "1.0.0", 5, 1, RUN)
    second = own_tlv(image, "ml-dsa-44", keys("ml-dsa-44"))
    device = Device([LMS_RULE, rule_of("ml-dsa-44", 0)])
    digest, *lms = image.tlvs
    for tlvs in ([digest, *lms, second], [second, digest, *lms], [digest, second, *lms]):
        image.tlvs = tlvs
        assert device.verify(image.encode(), RUN) == "none"
    image.tlvs = [digest, *lms]
    assert device.verify(image.encode(), RUN) == "a signature is missing"
    image.tlvs = [digest, second]
    assert device.verify(image.encode(), RUN) == "a signature is missing"
    forged = Tlv(second.type, second.value[:-1] + bytes([second.value[-1] ^ 1]))
    image.tlvs = [digest, *lms, forged]
    assert device.verify(image.encode(), RUN).startswith("library")
    image.tlvs = [digest, *lms, forged, second]  # the first of the key decides
    assert device.verify(image.encode(), RUN).startswith("library")


def test_rotation() -> None:
    """An anchor is retired by the counter of the device, and by that of the image itself."""
    scheme = "ml-dsa-44"
    device = Device([rule_of(scheme, 0, 1, retired=10)])

    def signed(counter: int, *numbers: int) -> bytes:
        image = unsigned(counter)
        image.tlvs += [own_tlv(image, scheme, keys(scheme, number)) for number in numbers]
        return image.encode()

    assert device.verify(signed(9, 0), RUN, 9) == "none"
    assert device.verify(signed(9, 1), RUN, 9) == "none"
    assert device.verify(signed(10, 0), RUN, 9) == "signed by a retired key"
    assert device.verify(signed(10, 1), RUN, 9) == "none"
    assert device.verify(signed(10, 0, 1), RUN, 9) == "none"  # of the time of transition
    assert device.verify(signed(9, 1), RUN, 10) == "security counter too low: a rollback"
    assert device.verify(signed(0xFFFFFFFF, 1), RUN, 0xFFFFFFFF) == "none"


LABEL = "COMPSIG-MLDSA44-ECDSA-P256-SHA256"
SLOW = ec.derive_private_key(12345, ec.SECP256R1())


def classical(key: bytes, message: bytes, signature: bytes) -> bool:
    """The application's verifier of this test."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key).verify(signature, message,
                                                                                 ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True


def test_composite() -> None:
    """Both halves sign Prefix | Label | 0 | digest, ML-DSA with the label as context; neither half alone, nor one of
    another construction, is enough."""
    scheme, pair = "ml-dsa-44", keys("ml-dsa-44")
    point = SLOW.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    anchor = anchor_of(scheme, pair.public)
    device = Device([Rule(scheme, [Anchor(anchor, classical=point)], SIGNS_COMPOSITE, LABEL, classical)])
    image = unsigned()
    message = image.composite_message(LABEL)
    assert message == b"CompositeAlgorithmSignatures2025" + LABEL.encode() + b"\0" + image.digest()

    def lattice(data: bytes, context: bytes) -> bytes:
        return signer_of(scheme).sign(scheme, pair.secret, Signature(Data(data), context, deterministic=True))

    def verdict(first: bytes, second: bytes) -> str:
        made = images.composite_tlv(LABEL, anchor, pair.public, first, second)
        return device.verify(Image(**{**vars(image), "tlvs": [*image.tlvs, made]}).encode(), RUN)

    good, other = lattice(message, LABEL.encode()), SLOW.sign(message, ec.ECDSA(SHA256()))
    assert verdict(good, other) == "none"
    assert verdict(lattice(message, b""), other) == "library 12"
    assert verdict(lattice(image.to_sign(), LABEL.encode()), other) == "library 12"
    assert verdict(good, SLOW.sign(image.to_sign(), ec.ECDSA(SHA256()))) == "wrong classical signature"
    assert verdict(good, SLOW.sign(image.digest(), ec.ECDSA(SHA256()))) == "wrong classical signature"
    assert verdict(good, b"") == "wrong classical signature"
    assert verdict(good, other + bytes(72 - len(other) + 1)) == "bad TLV"
    assert verdict(good[:-1], b"") == "bad TLV"
    # A composite signature is none of ML-DSA by itself.
    stripped = Image(**{**vars(image), "tlvs": [*image.tlvs, images.own_tlv(scheme, anchor, pair.public, good)]})
    assert Device([rule_of(scheme, 0)]).verify(stripped.encode(), RUN) == "library 12"


@pytest.mark.parametrize(("answers", "verdict"), [
    ([True, True], "none"), ([True, False], "wrong classical signature"), ([False, True], "wrong classical signature")])
def test_both_answers_of_the_classical_half(answers: list[bool], verdict: str) -> None:
    """A fault in the library of others falsifies one of two answers."""
    scheme, pair = "ml-dsa-44", keys("ml-dsa-44")
    anchor, image, left = anchor_of(scheme, pair.public), unsigned(), list(answers)
    device = Device([Rule(scheme, [Anchor(anchor, classical=bytes(65))], SIGNS_COMPOSITE, LABEL,
                          lambda _key, _message, _signature: left.pop(0))])
    half = signer_of(scheme).sign(scheme, pair.secret, Signature(Data(image.composite_message(LABEL)), LABEL.encode(),
                                                                 deterministic=True))
    image.tlvs.append(images.composite_tlv(LABEL, anchor, pair.public, half, bytes(8)))
    assert device.verify(image.encode(), RUN) == verdict and not left


def test_values_of_the_verdict() -> None:
    """As verify.h says: 16 bits from each other, from zeros, from ones and from the library's."""
    header = (ROOT / "firmware/boot/verify.h").read_text()
    values = [int(value, 16) for value in re.findall(r"#define KSIG_BOOT_ACCEPT(?:_AGAIN)? UINT32_C\((\w+)\)", header)]
    assert len(values) == 2
    for one in values:
        assert {bin(one ^ other).count("1") for other in (0, 0xFFFFFFFF, KSIG_ACCEPT, *values) if other != one} == {16}


def test_documented_numbers() -> None:
    """The table of docs/boot.md has each type that the tool writes, with the same meaning, and no other."""
    documented = {}
    for row in re.findall(r"^\| (0x4B[A-E].*?) \| (.*?) \|", (ROOT / "docs/boot.md").read_text(), re.MULTILINE):
        numbers = [int(word[-2:], 16) + 0x4B00 for word in re.findall(r"[0-9A-Fx]{2,}", row[0])]
        if ".." in row[0]:
            numbers = list(range(numbers[0], numbers[1] + 1))
        names = re.sub(r" \(.*?\)", "", row[1]).replace("^", "").lower().split(", ")
        if names[0].startswith("composite"):
            assert row[1] == "composite ML-DSA-44 with ECDSA P-256, SHA-256"
            names = [LABEL]
        names = [name if name[0] != "-" else names[0][:names[0].rindex("-")] + name for name in names]
        assert len(names) == len(numbers)
        documented.update(zip(names, numbers))
    assert documented == {**images.OWN_TYPES, **images.COMPOSITE_TYPES}
    header = (ROOT / "firmware/boot/image.h").read_text()
    for name, number in (("KEYHASH", images.KEYHASH), ("SHA256", images.SHA256), ("LMS", images.DIGEST_SIGNATURE),
                         ("COUNTER", images.COUNTER), ("PRODUCT", images.PRODUCT), ("ADDRESS", images.ADDRESS)):
        found = re.search(rf"#define KSIG_BOOT_TLV_{name} (0x[0-9A-F]+)u", header)
        assert found and int(found[1], 16) == number and f"\n| {found[1]} |" in (ROOT / "docs/boot.md").read_text()


# ---- Structure -----------------------------------------------------------------------------------------------------

GOOD = lms_image(PAIR, 300, "1.2.3", 5, 1, RUN)
Change = Callable[[bytearray], None]


def put(place: int, layout: str, value: int) -> Change:
    return lambda data: struct.pack_into(layout, data, place, value)


SIGNED_BYTES = len(GOOD.to_sign())
CODE, PROTECTED, TLVS = 32, 32 + 300, SIGNED_BYTES
CHANGES: dict[str, list[Change]] = {
    "no image": [put(0, "<I", 0), put(0, "<I", 0xFFFFFFFF), put(3, "B", 0)],
    "bad header": [put(4, "<I", RUN), put(4, "<I", 1), put(8, "<H", 0), put(8, "<H", 31), put(8, "<H", 34),
                   put(28, "<I", 1), put(28, "<I", 0x80000000), put(31, "B", 0xFF)],
    "flags that are not supported": [put(16, "<I", 1 << bit) for bit in range(32) if bit != 8],
    "longer than the slot": [put(8, "<H", 0xFFFC), put(12, "<I", 0xFFFFFFFF), put(12, "<I", 0xFFFFFFE0),
                             put(12, "<I", 0x80000000), put(12, "<I", 0x7FFFFFFF), put(12, "<I", 0), put(12, "<I", 7),
                             put(12, "<I", 0xFFFFFFFF - 31 - 12), put(TLVS + 2, "<H", 0xFFFF)],
    "no security counter": [put(10, "<H", 0), put(PROTECTED + 4, "<H", 0x60),
                            put(PROTECTED + 4, "<H", 0x01A0), put(PROTECTED + 4, "<H", 0x4AFE),
                            put(PROTECTED + 4, "<H", 0x4BF0)],
    "bad TLV area": [put(10, "<H", 11), put(10, "<H", 13), put(10, "<H", 0xFFFF), put(10, "<H", 1), put(12, "<I", 299),
                     put(12, "<I", 304), put(PROTECTED, "<H", 0x6907), put(PROTECTED + 2, "<H", 0),
                     put(PROTECTED + 2, "<H", 0xFFFF), put(TLVS, "<H", 0x6908), put(TLVS, "<H", 0),
                     put(TLVS + 2, "<H", 0), put(TLVS + 2, "<H", 3)],
    "bad TLV": [put(PROTECTED + 6, "<H", 5), put(PROTECTED + 6, "<H", 0xFFFF), put(TLVS + 6, "<H", 31),
                put(TLVS + 6, "<H", 0xFFFF), put(TLVS + 2, "<H", 5), put(TLVS + 2, "<H", 39)],
    "a TLV that is not protected or not known": [
        *(put(TLVS + 4, "<H", kind) for kind in (0x50, 0x40, 0x30, 0x31, 0x60, 0x70, 0x27, 0x4B9F, 0x4BFF, 0xFFFF)),
        *(put(PROTECTED + 4, "<H", kind) for kind in (0x40, 0x51, 0x70, 0x80, 0x81, 0x9F, 0xFF, 0x4BF2, 0x4BFE,
                                                          0x4BFF)),
        put(PROTECTED + 4, "<H", 0x10), put(PROTECTED + 4, "<H", 0x26), put(PROTECTED + 4, "<H", 0x4BA0)],
    "no digest": [put(TLVS + 4, "<H", 0x11)],
    "a TLV twice": [put(TLVS + 4 + 36, "<H", 0x10)],
    "stack pointer or entry outside": [
        put(CODE, "<I", 0), put(CODE, "<I", RAM_BEGIN), put(CODE, "<I", RAM_END + 4), put(CODE, "<I", RAM_END - 2),
        put(CODE, "<I", 0xFFFFFFFC), put(CODE + 4, "<I", 0), put(CODE + 4, "<I", RUN + 32 + 8),
        put(CODE + 4, "<I", RUN + 32 + 7), put(CODE + 4, "<I", RUN + 32 + 1), put(CODE + 4, "<I", RUN + 32 + 301),
        put(CODE + 4, "<I", 0xFFFFFFFF), put(CODE + 4, "<I", RUN - 1)],
}


def test_structure() -> None:
    """Each field with each bad value has its reason; the image as it was, none."""
    device = Device([LMS_RULE], (RAM_BEGIN, RAM_END))
    good = GOOD.encode()
    assert device.verify(good, RUN) == device.verify(good + bytes(500), RUN) == "none"
    for reason, changes in CHANGES.items():
        for i, change in enumerate(changes):
            data = bytearray(good)
            change(data)
            assert device.verify(bytes(data), RUN) == reason, (reason, i)
    assert device.verify(good, RUN + 0x400) == "stack pointer or entry outside"


def with_protected(*tlvs: Tlv, product: int = 0) -> bytes:
    """Signed, so that nothing else is wrong."""
    image = build(code(300, 1, RUN), Version.parse("1.2.3"), 5, product=product)
    image.protected += tlvs
    image.tlvs = [Tlv(images.SHA256, image.digest()), *images.digest_tlvs(PAIR.key, PAIR.sign(image.digest()))]
    return image.encode()


@pytest.mark.parametrize("tlv, reason", [
    (Tlv(0x40, bytes(12)), "a TLV that is not protected or not known"),  # dependency: another image's version
    (Tlv(0x80, bytes(16)), "a TLV that is not protected or not known"),  # of which vendor, as MCUboot has it
    (Tlv(images.PRODUCT, bytes(3)), "bad TLV"), (Tlv(images.ADDRESS, bytes(5)), "bad TLV"),
    (Tlv(images.COUNTER, bytes(4)), "a TLV twice"),
    (Tlv(images.PRODUCT, (8).to_bytes(4, "little")), "for another product"),
    (Tlv(images.ADDRESS, (RUN + 32 + 4).to_bytes(4, "little")), "stack pointer or entry outside"),
    (Tlv(images.ADDRESS, (RUN + 32).to_bytes(4, "little")), "none"),
    (Tlv(0x60, bytes(9)), "none"), (Tlv(0x01A0, bytes(9)), "none")], ids=lambda value: str(getattr(value, "type", "")))
def test_what_a_signed_image_asks_for(tlv: Tlv, reason: str) -> None:
    """What is not done here is refused; what only informs is not."""
    device = Device([LMS_RULE], (RAM_BEGIN, RAM_END))
    assert device.verify(with_protected(tlv), RUN) == reason
    if len(tlv.value) == 4:
        assert device.verify(with_protected(tlv, tlv), RUN) in ("a TLV twice", "stack pointer or entry outside")


def test_product() -> None:
    """A device takes images for its product alone; one that has none, those for none."""
    for own in (0, 7, 0xFFFFFFFF):
        device = Device([LMS_RULE], product=own)
        for product in (0, 7, 8, 0xFFFFFFFF):
            assert device.verify(with_protected(product=product), RUN) == \
                ("none" if product == own else "for another product")
    unprotected = images.parse(with_protected())
    unprotected.tlvs.append(Tlv(images.PRODUCT, (7).to_bytes(4, "little")))
    assert Device([LMS_RULE], product=7).verify(unprotected.encode(), RUN) == "a TLV that is not protected or not known"


def test_cut_short_and_every_bit() -> None:
    """No shorter image is accepted, and none with one bit changed in what is signed or in a signature."""
    device = Device([LMS_RULE], (RAM_BEGIN, RAM_END))
    good = GOOD.encode()
    for length in range(len(good)):
        assert device.verify(good[:length], RUN) != "none"
    for bit in range(len(good) * 8):
        data = bytearray(good)
        data[bit // 8] ^= 1 << bit % 8
        assert device.verify(bytes(data), RUN) != "none", bit


def test_linked_for_a_slot() -> None:
    """ROM_FIXED: only at its own address."""
    image = lms_image(PAIR, 300, "1.2.3", 5, 1, RUN, RUN)
    device = Device([LMS_RULE])
    assert device.verify(image.encode(), RUN) == "none"
    assert device.verify(image.encode(), RUN + 4) == "bad header"


def test_the_tlvs_may_not_grow_into_the_signature() -> None:
    """Bytes of the code that look like TLVs stay code: lengths are signed."""
    device = Device([LMS_RULE])
    inner = GOOD.to_sign()[-12:] + GOOD.encode()[SIGNED_BYTES:]
    outer = build(code(300, 2, RUN)[:100] + inner, Version.parse("1.0"), 5)
    data = bytearray(outer.encode())
    struct.pack_into("<I", data, 12, 100)
    assert device.verify(bytes(data), RUN) != "none"


# ---- Others --------------------------------------------------------------------------------------------------------


def test_imgtool_reads_it(tmp_path: Path) -> None:
    """MCUboot's own tool: structure, digest, version; and it refuses what was changed."""
    image = lms_image(PAIR, 300, "1.2.3+4", 5, 1, RUN)
    image.tlvs.append(own_tlv(image, "ml-dsa-44", keys("ml-dsa-44")))
    path = tmp_path / "image.bin"

    def imgtool(*words: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, "-m", "imgtool.main", *words, str(path)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    path.write_bytes(image.encode())
    status, text = imgtool("verify")
    assert status == 0 and "correctly validated" in text and "1.2.3+4" in text
    status, text = imgtool("dumpinfo")
    assert status == 0 and "SEC_CNT" in text and "(0x4ba0)" in text and "img_size:           0x12c" in text
    data = bytearray(image.encode())
    data[50] ^= 1
    path.write_bytes(data)
    assert imgtool("verify")[0] != 0


def test_imgtool_made_it(tmp_path: Path) -> None:
    """An image that imgtool made, with its ECDSA signature, to which ours is added."""
    source, path = tmp_path / "code.bin", tmp_path / "image.bin"
    source.write_bytes(code(1000, 7, RUN, 0x200))
    subprocess.run([sys.executable, "-m", "imgtool.main", "sign", "--header-size", "0x200", "--pad-header",
                    "--slot-size", "0x4000", "--align", "4", "--version", "3.2.1", "--security-counter", "9",
                    str(source), str(path)],
                   check=True, stdout=subprocess.DEVNULL)
    image = images.parse(path.read_bytes())
    assert (str(image.version), image.counter, image.header_bytes) == ("3.2.1", 9, 0x200)
    assert image.encode() == path.read_bytes()
    image.tlvs += images.digest_tlvs(PAIR.key, PAIR.sign(image.digest()))
    device = Device([LMS_RULE], (RAM_BEGIN, RAM_END))
    assert device.verify(path.read_bytes(), RUN) == "a signature is missing"
    assert device.verify(image.encode(), RUN) == "none"
