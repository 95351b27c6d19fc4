# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A tester that proves to a device on a CAN bus who it is, by certificates of X.509 (docs/bus.md, "Authentication")."""
from __future__ import annotations

import struct
from collections.abc import Callable

from kilosig.device.bus import DEACTIVATE, DID_TIME, PROOF_CONTEXT, BusDevice, NegativeResponse
from kilosig.errors import UserError
from kilosig.library import x509
from kilosig.library.catalog import library_scheme

SCHEME = "ml-dsa-44"
VERSION = 2  # of a certificate that is a chain
MOST = 0xFFFF  # bytes of a certificate in ISO 14229-1
# firmware/can/chain.c has the same.
ARC = "2.25.305904957886576267065537757521597764820"
TESTER, DEVICE = f"{ARC}.1", f"{ARC}.2"
ARC_BYTES = bytes.fromhex("6983cca393b7faf0d2a9dfbee2db84909b94a954")
TESTER_BYTES, DEVICE_BYTES, COMMON_NAME = ARC_BYTES + b"\x01", ARC_BYTES + b"\x02", bytes.fromhex("550403")
ISSUERS, DIGITAL_SIGNATURE = 3, 0x80
SEQUENCE_ERROR, TRIES = 0x24, 3


class Refused(UserError):
    """A device would refuse the chain."""


def device_of(root: bytes, now: int | None) -> x509.Device:
    """What a device asks of a chain under the owner's key."""
    scheme = library_scheme(SCHEME)
    fields = (x509.Field(x509.EXTENSION, DEVICE_BYTES, 14), x509.Field(x509.SUBJECT, COMMON_NAME, 12))
    return x509.Device([scheme], scheme.anchor(root), len(root), None, now, ISSUERS, DIGITAL_SIGNATURE, TESTER_BYTES,
                       fields=fields)


def certificate(chain: bytes, root: bytes, device: x509.Device) -> bytes:
    """A chain (DER, what the root signed first) as a request carries it: its length, then its bytes and the keys in
    the order in which the device wants them. Raises Refused if `device` does not accept it."""
    wants = x509.order(device, chain, root)
    if not wants:
        verdict, _ = x509.verify(device, chain, root)
        raise Refused(f"A device refuses the chain: {x509.reason(device.schemes[0], verdict)}.")
    parts = {x509.PART_X509: chain, x509.PART_KEY: root}
    data = struct.pack(">BI", VERSION, len(chain)) + b"".join(parts[part][offset:offset + length]
                                                              for part, offset, length in wants)
    if len(data) > MOST:
        raise UserError(f"The chain takes {len(data)} bytes on the bus, and ISO 14229-1 carries {MOST}: shorten it.")
    return data


def challenge(device: BusDevice, stream: bytes) -> bytes:
    """verifyCertificateUnidirectional; what is to be signed. Raises NegativeResponse, BusError."""
    answer = device.ask(lambda: device.client.verify_certificate_unidirectional(0, stream))
    return bytes(answer.service_data.challenge_server)


def prove(device: BusDevice, proof: bytes) -> None:
    """proofOfOwnership. Raises NegativeResponse, BusError."""
    device.ask(lambda: device.client.proof_of_ownership(proof))


def authenticate(device: BusDevice, stream: bytes, sign: Callable[[bytes, bytes], bytes], public: bytes) -> None:
    """Both. sign: of a message and a context. Raises NegativeResponse, BusError."""
    _, identity = device.identity()
    for left in range(TRIES - 1, -1, -1):
        proof = sign(identity + challenge(device, stream), PROOF_CONTEXT) + public
        try:
            prove(device, proof)
            return
        except NegativeResponse as error:
            # An answer got lost, and the proof was sent again: a challenge is for one try.
            if error.code != SEQUENCE_ERROR or left == 0:
                raise


def set_time(device: BusDevice, seconds: int) -> None:
    """Tells an emulated device what time it is; it takes none that is not later than its own."""
    device.ask(lambda: device.client.write_data_by_identifier(DID_TIME, struct.pack(">Q", seconds)))


def deactivate(device: BusDevice, feature: int) -> None:
    """What a tester may that is authenticated."""
    device.start(DEACTIVATE, bytes([feature]))
