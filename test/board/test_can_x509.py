# SPDX-License-Identifier: Apache-2.0 OR MIT
"""UDS 0x29 with chains of X.509 on the emulated 8 kB board: two certificates of ML-DSA-44 and a proof of ownership, and
what is wrong with either."""
from __future__ import annotations

import datetime
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from kilosig.cli.app import app
from kilosig.device import bus_authentication as authentication
from kilosig.device.bus import (CERTIFICATE_CONTEXT, DID_FEATURE, PROOF_CONTEXT, PURPOSE_ACTIVATE, REQUEST_ID,
                                BusDevice, NegativeResponse, open_bus)
from kilosig.device.emulator import Emulator, free_port, image_path
from kilosig.device.frames import token
from kilosig.device.link import Inputs
from kilosig.files.pkcs8 import PrivateKey, private_file, public_file
from kilosig.library.verdicts import ACCEPT
from kilosig.library.x509 import END_MAY_BE_CA
from sampling import FULL
from support import chains, private_key, public_key, runner, skip_without
from support.chains import CA_EXTENSIONS, END_EXTENSIONS, NOW, PURPOSES, Certificate, Key, distinguished, extension, tlv

can = pytest.importorskip("can")
pytestmark = pytest.mark.board

BOARD, SCHEME, DEVICE = "stm32vldiscovery", "ml-dsa-44", b"test-device!"
FEATURE = 7
ROOT, CA, TESTER, OTHER = (chains.key(SCHEME, number) for number in range(4))
PURPOSE = extension(PURPOSES, tlv(0x30, tlv(6, authentication.TESTER_BYTES)), b"")
TESTERS = (*END_EXTENSIONS, PURPOSE)


def scope(device: bytes, critical: bytes = chains.TRUE) -> bytes:
    """The extension with the device that a tester may change."""
    return extension(authentication.DEVICE_BYTES, tlv(4, device), critical)


def chain(**end: object) -> list[Certificate]:
    """Two certificates under the root; `end`: what is other in the tester's."""
    made = [Certificate(ROOT, CA, distinguished("owner"), distinguished("workshops"), CA_EXTENSIONS),
            Certificate(CA, TESTER, distinguished("workshops"), distinguished("workshop-007"), TESTERS)]
    return [made[0], replace(made[1], **end)]  # type: ignore[arg-type]


def alone(**end: object) -> list[Certificate]:
    """The tester's under the root: half as many bytes, where the chain does not matter. `end`: what is other in it."""
    made = Certificate(ROOT, TESTER, distinguished("owner"), distinguished("workshop-009"), TESTERS)
    return [replace(made, **end)]  # type: ignore[arg-type]


def stream(certificates: list[Certificate], root: Key = ROOT) -> bytes:
    """As a request carries it, though the device may refuse it: a device that asks for less has the same order."""
    lenient = replace(authentication.device_of(root.raw, None), purpose=b"", usage=0, flags=END_MAY_BE_CA)
    return authentication.certificate(chains.joined(certificates), root.raw, lenient)


def proof(challenge: bytes, key: Key = TESTER, device: bytes = DEVICE, context: bytes = PROOF_CONTEXT) -> bytes:
    """A tester's answer."""
    number = (ROOT, CA, TESTER, OTHER).index(key)
    return bytes(private_key(SCHEME, number).sign(device + challenge, context)) + key.raw


class Unit:
    """A running board that is provisioned."""

    def __init__(self) -> None:
        skip_without(BOARD)
        self.port, self.counter = free_port(), 0
        self.emulator = Emulator(BOARD, image=image_path(BOARD, "x509", "can"), listen=("127.0.0.1", self.port))
        with self.connect() as device:
            device.provision(SCHEME, DEVICE, 0, bytes(16), ROOT.anchor)

    def connect(self, fd: bool = True) -> BusDevice:
        """In its extended session."""
        device = BusDevice(open_bus(f"slcan:tcp:127.0.0.1:{self.port}"), fd)
        device.session()
        return device

    def activate(self, device: BusDevice) -> None:
        """The feature that a tester switches off."""
        self.counter += 1
        message = token(DEVICE, FEATURE, self.counter)
        assert device.run(PURPOSE_ACTIVATE, Inputs(ROOT.raw, message, ROOT.sign(message))).verdict == ACCEPT
        assert device.activate().activation == 1


@pytest.fixture(scope="module")
def unit() -> Iterator[Unit]:
    """One board for all tests."""
    started = Unit()
    try:
        yield started
    finally:
        assert started.emulator.running(), started.emulator.messages()
        started.emulator.stop()


def refused(request: Callable[[], object]) -> int:
    """The negative response code."""
    with pytest.raises(NegativeResponse) as caught:
        request()
    return caught.value.code


def blind(certificates: list[Certificate]) -> bytes:
    """As stream(), of a chain that no device accepts: in the same order. A certificate is followed by the key
    that should have signed it."""
    joined = chains.joined(certificates)
    keys = (ROOT.raw, *(one.subject.raw for one in certificates))
    return struct.pack(">BI", authentication.VERSION, len(joined)) + b"".join(
        one.encoded() + key for one, key in zip(certificates, keys))


def certified(device: BusDevice, certificates: list[Certificate]) -> bytes:
    """The challenge that follows an accepted chain."""
    return authentication.challenge(device, stream(certificates))


def nobody(device: BusDevice) -> None:
    """Whatever was refused, nobody is authenticated."""
    assert refused(lambda: authentication.deactivate(device, FEATURE)) == 0x34


@pytest.mark.parametrize("fd", [False, True])
def test_chain_of_two(unit: Unit, fd: bool) -> None:
    """A chain, then a proof, then what only the authentic may do; all in 8 kB."""
    with unit.connect(fd) as device:
        unit.activate(device)
        nobody(device)
        challenge = certified(device, chain())
        figures = device.figures()
        assert figures.state == 4704 and figures.stack <= 384  # docs/x509.md
        nobody(device)
        authentication.prove(device, proof(challenge))
        authentication.deactivate(device, FEATURE)
        assert device.read(DID_FEATURE + FEATURE) == b"\0"
        figures = device.figures()
        assert figures.peak <= figures.ram == 8192
        device.session()
        nobody(device)


def test_other_lengths(unit: Unit) -> None:
    """The owner certifies a tester; and a chain of three."""
    below = Certificate(CA, OTHER, distinguished("workshops"), distinguished("north"), CA_EXTENSIONS)
    last = Certificate(OTHER, TESTER, distinguished("north"), distinguished("workshop-008"), TESTERS)
    with unit.connect() as device:
        for certificates in ([chain()[0], below, last], alone()):
            authentication.prove(device, proof(certified(device, certificates)))
            authentication.deactivate(device, FEATURE)
            device.session()


def test_chain_of_cryptography(unit: Unit) -> None:
    """Certificates that another program wrote and signed, with extensions that the device passes over."""
    now = datetime.datetime.fromtimestamp(NOW, datetime.UTC)
    names = [x509.Name([x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "Example"),
                        x509.NameAttribute(x509.NameOID.COMMON_NAME, text)]) for text in ("o", "w", "workshop-010")]
    encoded = b""
    for number, end in ((1, False), (2, True)):
        subject = private_key(SCHEME, number).public_key()
        builder = x509.CertificateBuilder(names[number - 1], names[number], subject, 77 + number,
                                          now - datetime.timedelta(days=1), now + datetime.timedelta(days=9))
        builder = builder.add_extension(x509.BasicConstraints(not end, None), True).add_extension(
            x509.SubjectKeyIdentifier(bytes([number]) * 20), False).add_extension(
            x509.AuthorityKeyIdentifier(bytes([number - 1]) * 20, None, None), False)
        if end:
            uses = [x509.ExtendedKeyUsageOID.CLIENT_AUTH, x509.ObjectIdentifier(authentication.TESTER)]
            scoped = x509.UnrecognizedExtension(x509.ObjectIdentifier(authentication.DEVICE), tlv(4, DEVICE))
            builder = builder.add_extension(x509.ExtendedKeyUsage(uses), True).add_extension(scoped, True)
            builder = builder.add_extension(x509.KeyUsage(True, *[False] * 8), True)
        encoded += builder.sign(private_key(SCHEME, number - 1), None).public_bytes(Encoding.DER)
    request = authentication.certificate(encoded, ROOT.raw, authentication.device_of(ROOT.raw, NOW))
    with unit.connect() as device:
        authentication.prove(device, proof(authentication.challenge(device, request)))
        authentication.deactivate(device, FEATURE)


def test_own_record(unit: Unit) -> None:
    """The certificate of images without X.509 is taken too, and one form ends the other."""
    body = b"\x01" + DEVICE + b"workshop-007" + TESTER.anchor
    record = body + private_key(SCHEME).sign(body, CERTIFICATE_CONTEXT) + ROOT.raw
    with unit.connect() as device:
        authentication.prove(device, proof(authentication.challenge(device, record)))
        authentication.deactivate(device, FEATURE)
        first = certified(device, chain())
        assert refused(lambda: authentication.challenge(device, record[:-1] + b"\0")) == 0x51
        assert refused(lambda: authentication.prove(device, proof(first))) == 0x24
        nobody(device)


LEAF_AS_CA = [chain()[0], chain(extensions=TESTERS)[1],
              Certificate(TESTER, OTHER, distinguished("workshop-007"), distinguished("workshop-666"), TESTERS)]
OLD = tlv(0x30, tlv(0x17, b"240101000000Z"), tlv(0x17, b"250101000000Z"))
WRONG: dict[str, tuple[int, list[Certificate]]] = {
    "other key signed the CA's": (0x51, [replace(chain()[0], issuer=OTHER), chain()[1]]),
    "other key signed the tester's": (0x51, [chain()[0], replace(chain()[1], issuer=OTHER)]),
    "other issuer's name": (0x52, chain(issuer_name=distinguished("workshop"))),
    "CA bit missing": (0x52, [replace(chain()[0], extensions=END_EXTENSIONS), chain()[1]]),
    "leaf used as CA": (0x52, LEAF_AS_CA),
    "path too long": (0x52, [replace(chain()[0], extensions=(chains.basic(ca=True, path=b"\0"), CA_EXTENSIONS[1])),
                             Certificate(CA, OTHER, distinguished("workshops"), distinguished("n"), CA_EXTENSIONS),
                             Certificate(OTHER, TESTER, distinguished("n"), distinguished("t"), TESTERS)]),
    "a CA as tester": (0x52, chain(extensions=(CA_EXTENSIONS[0], END_EXTENSIONS[1], PURPOSE))),
    "no purpose": (0x53, alone(extensions=END_EXTENSIONS)),
    "other purpose": (0x53, alone(extensions=(*END_EXTENSIONS, extension(PURPOSES, tlv(0x30, tlv(
        6, authentication.DEVICE_BYTES)), b"")))),
    "no key usage": (0x53, alone(extensions=(END_EXTENSIONS[0], PURPOSE))),
    "key for CRLs": (0x53, alone(extensions=(END_EXTENSIONS[0], chains.usage(b"\x01\x02"), PURPOSE))),
    "other device": (0x56, alone(extensions=(*TESTERS, scope(b"other-device")))),
    "part of a device": (0x55, alone(extensions=(*TESTERS, scope(b"test-device", b"")))),
    "not critical": (0x56, alone(extensions=(*TESTERS, scope(b"other-device", b"")))),
    "unknown critical": (0x55, chain(extensions=(*TESTERS, extension(b"\x2a\x03", b"\5\0")))),
}


# In `make full` alone: of the first kind "other purpose" stays, then "key for CRLs", "CA bit missing", "other device".
OF_A_KIND = ("no purpose", "no key usage", "leaf used as CA", "not critical")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (name in OF_A_KIND)) for name in WRONG])
def test_refused(unit: Unit, name: str) -> None:
    """Each chain is signed, and wrong in nothing but its name."""
    code, certificates = WRONG[name]
    request = blind(certificates)  # on a busy machine that may take longer than a session lasts
    with unit.connect() as device:
        assert refused(lambda: authentication.challenge(device, request)) == code
        nobody(device)


def test_other_root(unit: Unit) -> None:
    """A chain that is right, under a key that is not the owner's."""
    other = stream([replace(chain()[0], issuer=OTHER), chain()[1]], OTHER)
    with unit.connect() as device:
        assert refused(lambda: authentication.challenge(device, other)) == 0x52
        nobody(device)


def test_scope(unit: Unit) -> None:
    """A certificate for this device, critical or not."""
    with unit.connect() as device:
        for critical in (chains.TRUE, b""):
            authentication.prove(device, proof(certified(device, alone(extensions=(*TESTERS, scope(DEVICE,
                                                                                                   critical))))))
            authentication.deactivate(device, FEATURE)


def test_proofs(unit: Unit) -> None:
    """Of the certified key, this device, this challenge and this context alone; each challenge for one try."""
    with unit.connect() as device:
        assert refused(lambda: authentication.prove(device, bytes(3732))) == 0x24
        old = proof(certified(device, alone()))
        wrongs = [lambda c: proof(c, OTHER), lambda c: old, lambda c: proof(c, device=b"other-device"),
                  lambda c: proof(c, context=b""), lambda c: proof(c)[:-1] + b"\0", lambda c: proof(c)[:-1]]
        for wrong in [*wrongs, lambda c: proof(c, CA), lambda c: proof(c) + b"\0"] if FULL else wrongs:
            challenge = certified(device, alone())
            made = wrong(challenge)
            assert refused(lambda made=made: authentication.prove(device, made)) == 0x58
            if FULL or wrong in (wrongs[0], wrongs[-1]):
                right = proof(challenge)
                assert refused(lambda right=right: authentication.prove(device, right)) == 0x24
            nobody(device)


# Where the parts of the usual request are: version, length, CA certificate, root's key, tester's, CA's key again.
REGIONS = {"version": 0, "length": 4, "head": 5, "tbs": 60, "key": 800, "extensions": 1500, "signature": 2000,
           "end": -1, "middle": 5000, "last quarter": 8000, "last key": -1500}


# In `make full` alone: "head", "signature" and "extensions" are beside them.
BETWEEN = ("tbs", "middle", "last quarter")


@pytest.mark.parametrize("region", [pytest.param(region, marks=[pytest.mark.full] * (region in BETWEEN))
                                    for region in REGIONS])
def test_altered(unit: Unit, region: str) -> None:
    """One bit of the request."""
    altered = bytearray(stream(chain()))
    altered[REGIONS[region]] ^= 1
    with unit.connect() as device:
        assert 0x50 <= refused(lambda: authentication.challenge(device, bytes(altered))) <= 0x58
        nobody(device)


CHANGES: list[Callable[[bytes], bytes]] = [
    lambda d: d[:-1], lambda d: d + b"\0", lambda d: d[:3], lambda d: d[:1], lambda d: d[:3000],
    lambda d: d[:1] + b"\xff" * 4 + d[5:], lambda d: d[:1] + bytes(4) + d[5:], lambda d: d[5:]]


def test_lengths(unit: Unit) -> None:
    """Too few bytes, too many, and lengths that cannot be. None of them keeps the device from what is right: that is
    seen of those that end in the middle and, in `make full`, of each."""
    with unit.connect() as device:
        for number, change in enumerate(CHANGES):
            wrong = change(stream(alone()))
            assert refused(lambda wrong=wrong: authentication.challenge(device, wrong)) in (0x51, 0x52, 0x54), number
            nobody(device)
            if FULL or number in (0, 4, len(CHANGES) - 1):
                certified(device, alone())


def test_abandoned(unit: Unit) -> None:
    """A request that breaks off leaves nothing behind: the next one is a new one, be it a chain or a token."""
    data = b"\x29\x01\x00" + struct.pack(">H", len(stream(chain()))) + stream(chain()) + bytes(2)
    for frames in (1, 40, 150) if FULL else (1, 40):
        with unit.connect() as device:
            bus = device._bus  # pylint: disable=protected-access
            bus.send(can.Message(arbitration_id=REQUEST_ID, is_extended_id=False, data=struct.pack(
                ">HI", 0x1000, len(data)) + data[:2]))
            for number in range(frames):
                time.sleep(0.02 if number % 8 == 0 else 0)
                begin = 2 + 7 * number
                bus.send(can.Message(arbitration_id=REQUEST_ID, is_extended_id=False, data=bytes(
                    [0x20 | (number + 1) & 15]) + data[begin:begin + 7]))
            if frames == 40:
                unit.activate(device)
            nobody(device)
            authentication.prove(device, proof(certified(device, chain())))
            authentication.deactivate(device, FEATURE)


def test_command(unit: Unit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """kilosig authenticate, and what it refuses before anything is sent."""
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(("owner", "workshops", "tester", "other")):
        Path(f"{name}.key").write_bytes(private_file(PrivateKey(SCHEME, bytes([number]) * 32)))
        Path(f"{name}.pub").write_bytes(public_file(SCHEME, public_key(SCHEME, number)))
    for number, one in enumerate(chain()):
        Path(f"{number}.der").write_bytes(one.encoded())
    Path("plain.der").write_bytes(chain(extensions=END_EXTENSIONS)[1].encoded())
    with unit.connect() as device:
        unit.activate(device)

    def run(*arguments: str, private: str = "tester.key", trust: str = "owner.pub") -> tuple[int, str]:
        words = ["authenticate", *arguments, "--trust", trust, "--private", private, "--can-fd", "--can",
                 f"slcan:tcp:127.0.0.1:{unit.port}"]
        result = runner().invoke(app, words)
        return result.exit_code, " ".join(result.output.split())

    code, said = run("1.der", "0.der", "--deactivate", str(FEATURE))
    assert code == 0 and "is authenticated" in said and f"feature {FEATURE} is off" in said, said
    for arguments, other, text in ((["1.der"], {}, "refuses the chain"),
                                   (["plain.der", "0.der"], {}, "the use of a key"),
                                   (["1.der", "0.der"], {"trust": "other.pub"}, "refuses the chain"),
                                   (["1.der", "0.der"], {"private": "other.key"}, "0x58")):
        code, said = run(*arguments, **other)
        assert code == 2 and text in said, said


def test_time(unit: Unit) -> None:
    """Without a clock dates count for nothing; a given time is never turned back."""
    expired = alone(validity=OLD)
    with unit.connect() as device:
        certified(device, expired)
        authentication.set_time(device, NOW)
        assert refused(lambda: authentication.set_time(device, NOW)) == 0x31
        assert refused(lambda: authentication.set_time(device, 0)) == 0x31
        assert refused(lambda: authentication.challenge(device, stream(expired))) == 0x50
        nobody(device)
        certified(device, alone())
        authentication.set_time(device, NOW + 10 * 365 * 86400)
        assert refused(lambda: authentication.challenge(device, stream(alone()))) == 0x50
