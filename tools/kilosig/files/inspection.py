# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a file is: key, signature, token, image. Found by its content; raw bytes by their length, which may fit several
schemes."""
from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from kilosig.errors import UserError
from kilosig.files import armour, cose, pbes2, pem
from kilosig.files.keys import OtherAlgorithm, decode_hex, is_certificate, parse_public_key
from kilosig.files.pkcs8 import ENCRYPTED, InconsistentKey, parse_private_key
from kilosig.library.catalog import SCHEMES

TOKEN = struct.Struct("<B12sIQ8s")  # docs/protocol.md, the activation token
MACHINES = {40: "Arm", 243: "RISC-V", 83: "AVR", 62: "x86-64", 183: "AArch64"}


@dataclass(frozen=True)
class Finding:
    """What a file is. kind: "public key", "private key", "certificate", "token", "image", "signature" or "unknown"."""

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)
    key: bytes | None = None  # raw, of a public key or a certificate


def inspect(data: bytes, name: str) -> Finding:
    """What the bytes of a file are. Raises UserError for a damaged container."""
    if data[:4] == b"\x7fELF":
        return _image(data)
    if cose.is_cose_key(data):
        with suppress(UserError):
            key = cose.parse_key(data, name)
            kind = "private key" if key.secret else "public key"
            return Finding(kind, {"scheme": key.scheme, "form": "COSE_Key", "kid": key.kid.hex(),
                                  "bytes": len(key.public)}, None if key.secret else key.public)
    if pem.is_pem(data):
        return _armoured(data, name)
    decoded = decode_hex(data)
    form = "hex" if decoded else "raw"
    raw = decoded or data
    if raw[:1] == b"\x30":
        found = _der(raw, name)
        if found is not None:
            return found
    return _raw(raw, form)


def _armoured(data: bytes, name: str) -> Finding:
    label = pem.label_of(data)
    if label == "CERTIFICATE":
        return _certificate(data, name, "PEM")
    if "PRIVATE" in label or "SECRET" in label:
        return _private(data, name, "PEM" if "PRIVATE" in label else "kilosig")
    public = parse_public_key(data, name)
    return _public(public.scheme, public.raw, "kilosig" if armour.is_armoured(data) else "PEM")


def _private(data: bytes, name: str, form: str) -> Finding:
    if armour.is_armoured(data):
        data = (armour.split(data)[0] or [data])[-1]  # the last state of a key that counts its signatures
    if armour.is_armoured(data) and armour.unwrap(data, name).encrypted:
        key = armour.unwrap(data, name)
        return Finding("private key", {"scheme": key.scheme, "form": form, "encrypted": True, "compact": key.compact})
    if pem.label_of(data) == ENCRYPTED:
        pem.decoded(data, name, ENCRYPTED)
        return Finding("private key", {"form": form, "encrypted": True})
    found = parse_private_key(data, name)
    return Finding("private key", {"scheme": found.scheme, "form": form, "encrypted": False, "compact": found.compact,
                                   "holds": found.form, "bytes": len(found.secret)})


def _certificate(data: bytes, name: str, form: str) -> Finding:
    try:
        public = parse_public_key(data, name)
    except OtherAlgorithm:
        return Finding("certificate", {"form": form})
    return Finding("certificate", {"scheme": public.scheme, "form": form, "bytes": len(public.raw)}, public.raw)


def _public(scheme: str | None, raw: bytes, form: str) -> Finding:
    return Finding("public key", {"scheme": scheme, "form": form, "bytes": len(raw)}, raw)


def _der(raw: bytes, name: str) -> Finding | None:
    if is_certificate(raw):
        return _certificate(raw, name, "DER")
    if pbes2.is_encrypted(raw):
        return Finding("private key", {"form": "DER", "encrypted": True})
    try:
        public = parse_public_key(raw, name)
        if public.scheme is not None:
            return _public(public.scheme, public.raw, "DER")
    except UserError:
        pass
    try:
        return _private(raw, name, "DER")
    except InconsistentKey:
        raise
    except UserError:
        return None


def _raw(raw: bytes, form: str) -> Finding:
    if len(raw) == TOKEN.size and raw[0] == 1:
        version, device, feature, counter, parameter = TOKEN.unpack(raw)
        return Finding("token", {"form": form, "bytes": len(raw), "version": version, "device_id": device.hex(),
                                 "device_id_text": device.decode("ascii", "replace"), "feature": feature,
                                 "counter": counter, "parameter": parameter.hex()})
    # Of the schemes whose keys vary, the length says too little.
    keys = [s.name for s in SCHEMES.values() if s.key_bytes == len(raw) and not s.key_varies]
    if keys:
        return Finding("public key", {"scheme": keys[0] if len(keys) == 1 else None, "fits": keys, "form": form,
                                      "bytes": len(raw)}, raw)
    signatures = [s.name for s in SCHEMES.values() if not s.key_varies
                  and (s.signature_least or s.signature_bytes) <= len(raw) <= s.signature_bytes]
    if signatures:
        return Finding("signature", {"fits": signatures, "form": form, "bytes": len(raw)})
    return Finding("unknown", {"form": form, "bytes": len(raw)})


def _image(data: bytes) -> Finding:
    if len(data) < 52 or data[5] not in (1, 2):
        return Finding("image", {"form": "ELF", "bytes": len(data)})
    order = "<" if data[5] == 1 else ">"
    machine, = struct.unpack_from(order + "H", data, 18)
    names: list[str] = [name for name in SCHEMES if b"\0" + name.encode() + b"\0" in data]
    return Finding("image", {"form": f"ELF, {32 * data[4]} bits", "machine": MACHINES.get(machine, str(machine)),
                             "bytes": len(data), "schemes": names})
