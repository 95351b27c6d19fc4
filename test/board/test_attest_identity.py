# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The certificate request of firmware/attest: strict DER, signed by the device's key in 8 kB; and a chain from a root
to the device."""
from __future__ import annotations

import struct
from pathlib import Path

import pytest
from cryptography import x509

from kilosig.cli.app import app
from kilosig.device import attest, emulator, frames, identity
from kilosig.device.attest import PART_REQUEST, SOURCE_RAM, Attester
from kilosig.device.frames import DeviceChunk
from kilosig.device.link import DeviceError
from kilosig.files import pem
from kilosig.library import x509 as reader
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT, DONE
from kilosig.schemes.ml_dsa import NAMES
from kilosig.schemes.registry import signer_of
from support import chains, random_bytes, runner, skip_without
from support.chains import Certificate, Key, distinguished, tlv

pytestmark = pytest.mark.board

BOARD, SERIAL = "stm32vldiscovery", "SN-0001.a"
SEED = random_bytes(32, 35)


def started(folder: Path, scheme: str = "ml-dsa-44") -> emulator.Emulator:
    """The image with requests, and a key in flash."""
    skip_without(BOARD)
    return attest.start(BOARD, folder, scheme, SEED, identity.IMAGE)


def expected(scheme: str, serial: str) -> bytes:
    """CertificationRequestInfo, written by hand."""
    name = tlv(0x30, tlv(0x31, tlv(0x30, tlv(6, bytes.fromhex("550405")), tlv(0x13, serial.encode()))),
               tlv(0x31, tlv(0x30, tlv(6, bytes.fromhex("550403")), tlv(0x0c, BOARD.encode()))))
    public = signer_of(scheme).generate(scheme, SEED).public
    return tlv(0x30, tlv(2, b"\0"), name, tlv(0x30, chains.algorithm(scheme), tlv(3, b"\0", public)), b"\xa0\0")


@pytest.mark.parametrize("scheme", NAMES)
@pytest.mark.parametrize("serial", ["7", SERIAL, "Z" * 32])
def test_request(scheme: str, serial: str, tmp_path: Path) -> None:
    """Byte for byte what RFC 2986 and RFC 9881 say, but for a signature, which `cryptography` verifies."""
    with started(tmp_path, scheme) as running:
        made = identity.request_of(Attester(running.connect()), scheme, serial)
        assert made.result.peak <= made.result.ram == 8192
    info = expected(scheme, serial)
    signature = made.request[-SCHEMES[scheme].signature_bytes:]
    assert made.request == tlv(0x30, info, chains.algorithm(scheme), tlv(3, b"\0", signature))
    parsed = x509.load_der_x509_csr(made.request)
    assert parsed.is_signature_valid and parsed.tbs_certrequest_bytes == info
    assert identity.check(made.request, scheme, serial) == parsed.subject.rfc4514_string()


def test_chain_to_the_device(tmp_path: Path) -> None:
    """A factory's root signs the certificate of the device's key, and a reader of the library accepts it."""
    with started(tmp_path) as running:
        attester = Attester(running.connect())
        made = identity.request_of(attester, "ml-dsa-44", SERIAL)
        parsed = x509.load_der_x509_csr(made.request)
        raw = signer_of("ml-dsa-44").generate("ml-dsa-44", SEED).public
        root = chains.key("ml-dsa-44", 5)
        device = Key("ml-dsa-44", raw, lambda message: b"")
        certificate = Certificate(root, device, distinguished("level 0"), parsed.subject.public_bytes()).encoded()
        verdict, end = reader.verify(chains.trusting(root), certificate, root.raw)
        assert verdict == ACCEPT and end.anchor[:64] == device.anchor
        # What the device signs is signed by the key of that certificate.
        assert attester.sign("ml-dsa-44", b"challenge").verdict == DONE
        signature = attester.fetch(attest.PART_SIGNATURE, 2420)
    target = chains.scheme("ml-dsa-44")
    assert load().verify(target, raw, b"challenge", signature, Arguments(anchor=end.anchor[:64])).accepted


def test_key_in_ram() -> None:
    """The device makes the key and asks for its certificate; deterministic requests are the same twice."""
    skip_without(BOARD)
    with attest.start(BOARD, Path(), kind=identity.IMAGE) as running:
        attester = Attester(running.connect())
        assert attester.keygen("ml-dsa-44", SEED).verdict == DONE
        found = []
        for _ in range(2):
            assert attester.request("ml-dsa-44", SERIAL, source=SOURCE_RAM).verdict == DONE
            found.append(attester.streamed[PART_REQUEST])
        assert found[0] == found[1] and identity.check(found[0], "ml-dsa-44", SERIAL)
        with pytest.raises(DeviceError) as raised:
            attester.request("ml-dsa-44", SERIAL)
        assert raised.value.code == frames.NO_KEY


def test_cut_resumed_and_dropped(tmp_path: Path) -> None:
    """A line that breaks off in head, key and signature; and a request that another job drops in each."""
    with started(tmp_path) as running:
        attester = Attester(running.connect())
        standing, cuts = attester.begin_request("ml-dsa-44", SERIAL), 0
        while not (isinstance(standing, attest.Result) and standing.verdict == DONE):
            if isinstance(standing, DeviceChunk) and standing.offset % 640 == 0:
                attester.link.transport.close()
                attester.link.reconnect(running.connect())
                assert attester.poll() == standing
                cuts += 1
            standing = attester.advance(standing)
        whole = attester.streamed[PART_REQUEST]
        assert cuts >= 5 and identity.check(whole, "ml-dsa-44", SERIAL)
        for stop in (64, 640, 1408, 2000):
            standing = attester.begin_request("ml-dsa-44", SERIAL)
            while len(attester.streamed.get(PART_REQUEST, b"")) < stop:
                standing = attester.advance(standing)
            if stop == 640:
                attester.link.abort()
            assert attester.sign("ml-dsa-44", b"m").verdict == DONE
            assert attester.keygen("ml-dsa-65", SEED).verdict == DONE
            assert attester.request("ml-dsa-44", SERIAL).verdict == DONE
            assert attester.streamed[PART_REQUEST] == whole


def test_wrong_requests(tmp_path: Path) -> None:
    """Each gets a reason; then a right one is served."""
    layout = struct.Struct("<I24sBB32s")
    wrong = [(layout.pack(1, b"ml-dsa-44", 0, 0, b""), frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-44", 0, 0, b"") + b"A" * 33, frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-44", 0, 0, b"") + b"a b*c", frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-44", 0, 0, b"") + b"\xc3\xa4", frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-44", 2, 0, b"") + b"A", frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-44", 0, 33, b"") + b"A", frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-44", 0, 16, b"") + b"A", frames.BAD_PAYLOAD),
             (layout.pack(1, b"ml-dsa-65", 0, 0, b"") + b"A", frames.NO_KEY),
             (layout.pack(1, b"ml-dsa-44", 1, 0, b"") + b"A", frames.NO_KEY),
             (layout.pack(1, b"slh-dsa-sha2-128f", 0, 0, b"") + b"A", frames.UNKNOWN_SCHEME),
             (layout.pack(1, b"haetae-2", 0, 0, b"") + b"A", frames.UNKNOWN_SCHEME)]
    with started(tmp_path) as running:
        attester = Attester(running.connect())
        for payload, code in wrong:
            with pytest.raises(DeviceError) as raised:
                attester.link.request(frames.REQUEST, payload, lambda frame: None)
            assert raised.value.code == code, payload
        assert attester.request("ml-dsa-44", SERIAL).verdict == DONE


def test_other_images_make_none() -> None:
    """REQUEST is of one image alone."""
    skip_without(BOARD)
    with attest.start(BOARD, Path(), kind="streamed") as running:
        with pytest.raises(DeviceError) as raised:
            Attester(running.connect()).request("ml-dsa-44", SERIAL)
        assert raised.value.code == frames.UNKNOWN_TYPE


@pytest.mark.parametrize("place", [20, 30, 400, 1395, 1400, 1420, -1])
def test_altered(place: int, tmp_path: Path) -> None:
    """The tool takes no request that was changed on its way."""
    with started(tmp_path) as running:
        data = bytearray(identity.request_of(Attester(running.connect()), "ml-dsa-44", SERIAL).request)
    data[place] ^= 1
    with pytest.raises(identity.NoPossession):
        identity.check(bytes(data), "ml-dsa-44", SERIAL)


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """kilosig identity, with a key in flash and one that the board makes."""
    skip_without(BOARD)
    monkeypatch.chdir(tmp_path)
    runner().invoke(app, ["keygen", "--scheme", "ml-dsa-44", "--private", "device.key", "--public", "device.pub"])
    for more in ([], ["--private", "device.key"]):
        result = runner().invoke(app, ["identity", "--board", BOARD, "--serial", SERIAL, "--output", "device.csr",
                                       "--force", *more])
        assert result.exit_code == 0, result.output
        label, content = pem.decoded(Path("device.csr").read_bytes(), "device.csr", "CERTIFICATE REQUEST")
        assert label and identity.check(content, "ml-dsa-44", SERIAL)
    for arguments in (["--board", BOARD, "--serial", "a b"], ["--serial", "1"], ["--board", BOARD, "--port", "x",
                                                                               "--serial", "1"],
                      ["--board", BOARD, "--serial", "1", "--scheme", "haetae-2"],
                      ["--port", "tcp:127.0.0.1:1", "--serial", "1", "--private", "device.key"]):
        result = runner().invoke(app, ["identity", "--output", "other.csr", *arguments])
        assert result.exit_code == 2, result.output
