# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a file is: key, signature, token, image. Found by its content; raw bytes by their length, which may fit several
schemes."""
from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kilosig.errors import UserError
from kilosig.files import armour, cose, pbes2, pem, requests, signature_file
from kilosig.files.keys import OtherAlgorithm, decode_hex, is_certificate, parse_public_key
from kilosig.files.pkcs8 import ENCRYPTED, InconsistentKey, parse_private_key
from kilosig.library.catalog import SCHEMES, composites
from kilosig.schemes import stateful_sign
from kilosig.schemes.stateful import LMS_SETS, LmsSet, lms_set

TOKEN = struct.Struct("<B12sIQ8s")  # docs/protocol.md, the activation token
# The first byte of a signature of the schemes with a short one: its kind and the degree (Falcon 1.2, section 3.11.3).
HEADS = {"falcon-512-r3": (0x39,), "falcon-1024-r3": (0x3A,), "falcon-512-padded-r3": (0x39,),
         "falcon-1024-padded-r3": (0x3A,), "fn-dsa-512": (0x39,), "fn-dsa-1024": (0x3A,)}
MACHINES = {40: "Arm", 243: "RISC-V", 83: "AVR", 62: "x86-64", 183: "AArch64"}


@dataclass(frozen=True)
class Finding:
    """What a file is. kind: "public key", "private key", "state", "certificate", "certificate request", "token",
    "image", "signature" or "unknown"."""

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
    if label in requests.LABELS:
        return _request(data, name)
    if signature_file.is_signature_file(data):  # what it says further is for who has verified it
        file = signature_file.parse(data, name)
        return Finding("signature", {"scheme": file.scheme, "form": "kilosig", "key_id": file.key_id,
                                     "bytes": len(file.signature)})
    public = parse_public_key(data, name)
    return _public(public.scheme, public.raw, "kilosig" if armour.is_armoured(data) else "PEM")


def _request(data: bytes, name: str) -> Finding:
    try:
        found = requests.parse(data, name)
    except requests.NoPossession as error:
        raise UserError(str(error)) from error
    return Finding("certificate request", {"scheme": found.key.scheme, "form": "PEM", "bytes": len(found.key.raw),
                                           "subject": found.subject.rfc4514_string()})


def _private(data: bytes, name: str, form: str) -> Finding:
    if armour.is_armoured(data):
        if armour.unwrap((armour.split(data)[0] or [data])[-1], name).scheme in stateful_sign.NAMES:
            return Finding("state", {"form": form, **stateful_sign.described(data, Path(name))})
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
    counted = _counted(raw, form) if scheme in stateful_sign.NAMES else None
    return Finding("public key", {"scheme": scheme, **(counted.facts if counted else {}), "form": form,
                                  "bytes": len(raw)}, raw)


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
    found = _counted(raw, form)
    if found is not None:
        return found
    # Of the schemes whose keys vary, the length says too little.
    known = [*SCHEMES.values(), *composites().values()]
    keys = [s.name for s in known if s.key_bytes == len(raw) and not s.key_varies]
    if keys:
        return Finding("public key", {"scheme": keys[0] if len(keys) == 1 else None, "fits": keys, "form": form,
                                      "bytes": len(raw)}, raw)
    signatures = [s.name for s in known if not s.key_varies
                  and (s.signature_least or s.signature_bytes) <= len(raw) <= s.signature_bytes
                  and raw[0] in HEADS.get(s.name, range(256))]
    if signatures:
        return Finding("signature", {"fits": signatures, "form": form, "bytes": len(raw)})
    return Finding("unknown", {"form": form, "bytes": len(raw)})


def _counted(raw: bytes, form: str) -> Finding | None:
    """A public key or a signature of LMS or HSS, which say their sets; None for anything else."""
    facts: dict[str, Any] = {"form": form, "bytes": len(raw)}
    for scheme, levels, rest in (("lms", 1, raw), ("hss", int.from_bytes(raw[:4], "big"), raw[4:])):
        one = lms_set(int.from_bytes(rest[:4], "big"), int.from_bytes(rest[4:8], "big"))
        if one is not None and len(rest) == one.key_bytes and 1 <= levels <= stateful_sign.MOST_LEVELS:
            return Finding("public key", {"scheme": scheme, "set": one.name, "height": one.height,
                                          **({"levels": levels} if scheme == "hss" else {}), **facts}, raw)
    one = _set_of_signature(raw)
    if one is not None and len(raw) == one.signature_bytes:
        return Finding("signature", {"scheme": "lms", "set": one.name, "leaf": int.from_bytes(raw[:4], "big"), **facts})
    below, rest, leaves = int.from_bytes(raw[:4], "big"), raw[4:], []
    while below < stateful_sign.MOST_LEVELS and (one := _set_of_signature(rest)) is not None:
        leaves.append(int.from_bytes(rest[:4], "big"))
        whole = one.signature_bytes + (one.key_bytes if len(leaves) <= below else 0)
        if len(leaves) > below:
            return Finding("signature", {"scheme": "hss", "set": one.name, "levels": below + 1,
                                         "leaves": [str(leaf) for leaf in leaves], **facts}
                           ) if len(rest) == whole else None
        rest = rest[whole:]
    return None


def _set_of_signature(raw: bytes) -> LmsSet | None:
    """By its two types and a leaf that the tree has."""
    for one in LMS_SETS.values():
        at = 8 + one.n * (1 + one.chains)
        if (raw[4:8] == one.ots.to_bytes(4, "big") and raw[at:at + 4] == one.lms.to_bytes(4, "big")
                and int.from_bytes(raw[:4], "big") >> one.height == 0):
            return one
    return None


def _image(data: bytes) -> Finding:
    if len(data) < 52 or data[5] not in (1, 2):
        return Finding("image", {"form": "ELF", "bytes": len(data)})
    order = "<" if data[5] == 1 else ">"
    machine, = struct.unpack_from(order + "H", data, 18)
    names: list[str] = [name for name in SCHEMES if b"\0" + name.encode() + b"\0" in data]
    return Finding("image", {"form": f"ELF, {32 * data[4]} bits", "machine": MACHINES.get(machine, str(machine)),
                             "bytes": len(data), "schemes": names})
