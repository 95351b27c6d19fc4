# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Readers of vector files: streamverify-vectors-1, HAETAE lines, the SLH-DSA subset, Wycheproof and ACVP ML-DSA."""
from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kilosig.errors import UserError
from kilosig.library.binding import Arguments, Chunk, Library, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, shake256
from kilosig.library.making import keygen_at_once
from kilosig.library.verdicts import Verdict
from kilosig.schemes import uov

# The files keep their references' names.
FILE_SCHEMES = {
    "dilithium2": "dilithium2-r3",
    "falcon-512": "falcon-512-r3",
    "falcon-1024": "falcon-1024-r3",
    "rainbowI-classic": "rainbow-1-classic",
    "gemss-128": "gemss-128",
    "sphincs-sha256-128s-simple": "sphincs-sha256-128s-simple-r3",
    "sphincs-sha256-128f-simple": "sphincs-sha256-128f-simple-r3",
    **{f"uov-{file}-{form}": f"uov-{name}{more}-r3" for form, more in (("classic", ""), ("pkc", "-pkc"))
       for file, name in (("Ip", "1p"), ("Is", "1s"), ("III", "3"), ("V", "5"))},
    **{f"mayo-{level}": f"mayo-{level}-r3" for level in (1, 2, 3, 5)},
}

ACVP_HASHES = {
    "SHA2-224": "sha224", "SHA2-256": "sha256", "SHA2-384": "sha384", "SHA2-512": "sha512",
    "SHA2-512/224": "sha512-224", "SHA2-512/256": "sha512-256", "SHA3-224": "sha3-224", "SHA3-256": "sha3-256",
    "SHA3-384": "sha3-384", "SHA3-512": "sha3-512", "SHAKE-128": "shake128", "SHAKE-256": "shake256",
}


@dataclass(frozen=True)
class Vector:
    """One verification. anchor_key: the genuine public key, whose digest is trusted; key: the one that is streamed, or
    is itself the anchor.
    key is None where the file only names the seed of a key. message is mu in MODE_EXTERNAL_MU."""

    id: str
    why: str
    scheme: str
    key: bytes | None
    anchor_key: bytes | None
    message: bytes
    signature: bytes
    valid: bool
    context: bytes = b""
    mode: int = MODE_PURE
    hash: int = 0


def read_vectors(path: Path) -> list[Vector]:
    """All vectors of a file, whose format is found by its content. Raises UserError if unreadable or unknown."""
    try:
        packed = path.suffix == ".xz"
        data = path.read_bytes()
        text = (lzma.decompress(data) if packed else data).decode("utf-8")
    except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
        raise UserError(f"{path} cannot be read as text: give a vector file (.json, .jsonl or .jsonl.xz).") from error
    try:
        if path.name.endswith((".jsonl", ".jsonl.xz")):
            vectors = _read_haetae([json.loads(line) for line in text.splitlines() if line.strip()])
        else:
            vectors = _read_json(json.loads(text), path.parent)
    except json.JSONDecodeError as error:
        raise UserError(f"{path} is not JSON (line {error.lineno}): give a vector file in a known format.") from error
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise UserError(f"{path} has no valid content of a known vector format ({type(error).__name__}: {error}): "
                        "compare it with tools/README.md.") from error
    if not vectors:
        raise UserError(f"{path} holds no vectors: give a file with at least one.")
    return vectors


def _read_json(data: Any, folder: Path) -> list[Vector]:
    # An ACVP file is an object, or a list of a version header and the object.
    if isinstance(data, list):
        data = data[-1]
    if data.get("format") == "streamverify-vectors-1":
        return _read_stream(data, folder)
    if data.get("mode") == "sigVer":
        return _read_acvp(data)
    if "testGroups" in data:
        return _read_wycheproof(data)
    if "tests" in data and "set" in data["tests"][0]:
        return [_slhdsa_vector(test) for test in data["tests"]]
    if "level" in data and "ksx" in data and "kpqc" in data:
        return _read_haetae_debug(data)
    raise ValueError("neither streamverify-vectors-1 nor Wycheproof nor ACVP")


# ---- streamverify-vectors-1 ----------------------------------------------------------------------------------------


def apply_edits(parts: dict[str, bytes], edits: Iterable[tuple[str, str, int, Any]]) -> dict[str, bytes]:
    """The parts pk, msg, ctx and sig after edits [target, op, a, b]; ops: xor, set, trunc, append, fill."""
    edited = {name: bytearray(data) for name, data in parts.items()}
    for target, operation, a, b in edits:
        data = edited[target]
        if operation == "xor":
            data[a] ^= b
        elif operation == "set":
            data[a] = b
        elif operation == "trunc":
            del data[a:]
        elif operation == "append":
            data.extend(bytes.fromhex(b))
        elif operation == "fill":
            data[:] = bytes([b]) * len(data)
        else:
            raise ValueError(f"unknown edit '{operation}'")
    return {name: bytes(data) for name, data in edited.items()}


def _stream_key(entry: dict[str, str], folder: Path, scheme: str) -> bytes:
    """A key: in hex, in a file, or, of UOV, compressed in either (pkc, pkc_file), or the seed of its secret key."""
    names = [name for name in ("pk", "pkc", "pk_file", "pkc_file", "sk_seed") if name in entry]
    name = names[0] if names else "pk"
    if name.endswith("_file"):
        path = folder / entry[name]
        try:
            key = path.read_bytes()
        except OSError as error:
            raise UserError(f"{path} cannot be read: put the key file beside its vector file.") from error
    else:
        key = bytes.fromhex(entry[name])
    if name == "sk_seed":
        key = uov.public_key(scheme, key)
    elif name.startswith("pkc"):
        key = uov.expand(scheme, key)
    if "pk_sha256" in entry and hashlib.sha256(key).hexdigest() != entry["pk_sha256"]:
        raise ValueError("a key does not have its pk_sha256")
    return key


def _read_stream(data: dict[str, Any], folder: Path) -> list[Vector]:
    tests = {test["id"]: test for test in data["tests"]}
    scheme = FILE_SCHEMES.get(data["scheme"], data["scheme"])
    keys = [_stream_key(entry, folder, scheme) for entry in data["keys"]]

    def expand(test: dict[str, Any]) -> tuple[bytes, dict[str, bytes], str | None]:
        """The genuine key, the parts of a test and its pre-hash; a base may itself have one, and give way."""
        if "base" in test:
            genuine, parts, prehash = expand(tests[test["base"]])
        else:
            genuine, parts, prehash = b"", {"pk": b"", "msg": b"", "ctx": b"", "sig": b""}, None
        if "key" in test:
            genuine = keys[test["key"]]
            parts = {**parts, "pk": genuine}
        parts = parts | {name: bytes.fromhex(test[name]) for name in ("msg", "ctx", "sig") if name in test}
        return genuine, apply_edits(parts, test.get("edits", [])), test.get("prehash", prehash)

    vectors = []
    for test in data["tests"]:
        genuine, parts, prehash = expand(test)
        if scheme in SCHEMES and SCHEMES[scheme].key_anchor:
            genuine = parts["pk"]
        vectors.append(Vector(str(test["id"]), test["why"], scheme, parts["pk"], genuine, parts["msg"], parts["sig"],
                              bool(test["valid"]), parts["ctx"], *_mode_of(prehash)))
    return vectors


def _mode_of(prehash: str | None) -> tuple[int, int]:
    return (MODE_PURE, 0) if prehash is None else (MODE_PREHASH, HASHES[prehash][0])


# ---- HAETAE and SLH-DSA --------------------------------------------------------------------------------------------


def _read_haetae(lines: list[dict[str, Any]]) -> list[Vector]:
    vectors = []
    for line in lines:
        scheme = f"haetae-{line['level']}" + ("-kpqc" if line["profile"] == "kpqc" else "")
        key = bytes.fromhex(line["pk"]) if "pk" in line else _haetae_key(line["level"], line["seed"])
        vectors.append(Vector(f"{line['type']}-{line['tcId']}", line.get("comment", "reference signature"), scheme,
                              key, key, bytes.fromhex(line["msg"]), bytes.fromhex(line["sig"]),
                              line["result"] == "accept", bytes.fromhex(line.get("ctx", ""))))
    return vectors


@cache
def _haetae_key(level: int, seed: str) -> bytes:
    """The public key of a seed: files give it only where it cannot be made again."""
    library = load()
    whole = library.keygen_schemes(f"haetae-{level}")[-1]
    _, secret = keygen_at_once(library, whole, bytes.fromhex(seed))
    return secret[:whole.key_bytes]


def _read_haetae_debug(data: dict[str, Any]) -> list[Vector]:
    """Intermediate values of one case; the two signatures among them are vectors."""
    key, message = bytes.fromhex(data["pk"]), bytes.fromhex(data["msg"])
    context = {"ksx": bytes.fromhex(data["ctx"]), "kpqc": b""}
    return [Vector(f"debug-{profile}", "reference signature", f"haetae-{data['level']}" + suffix, key, key, message,
                   bytes.fromhex(data[profile]["sig"]), True, context[profile])
            for profile, suffix in (("ksx", ""), ("kpqc", "-kpqc"))]


def _slhdsa_vector(test: dict[str, Any]) -> Vector:
    key = bytes.fromhex(test["pk"])
    return Vector(str(test["tcId"]), test.get("reason", ""), test["set"].lower(), key, key,
                  bytes.fromhex(test["msg"]), bytes.fromhex(test["sig"]), bool(test["valid"]),
                  bytes.fromhex(test["ctx"]))


# ---- Wycheproof ----------------------------------------------------------------------------------------------------


def group_type(scheme: str) -> str:
    """The type of a group: MlDsaVerify, and likewise for others."""
    words = scheme.split("-")
    return words[0].title() + ("Dsa" if words[1:2] == ["dsa"] else "") + "Verify"


def _read_wycheproof(data: dict[str, Any]) -> list[Vector]:
    scheme = data["algorithm"].lower()
    vectors = []
    for group in data["testGroups"]:
        if group["type"] != group_type(scheme):
            raise ValueError(f"test groups of type {group['type']}, not {group_type(scheme)}")
        key = bytes.fromhex(group["publicKey"])
        for test in group["tests"]:
            # Tests of the internal interface bring mu instead of a message.
            external = "mu" in test
            why = "; ".join([test["comment"]] + test.get("flags", []))
            vectors.append(Vector(str(test["tcId"]), why, scheme, key, key,
                                  bytes.fromhex(test["mu"] if external else test["msg"]), bytes.fromhex(test["sig"]),
                                  test["result"] in ("valid", "acceptable"), bytes.fromhex(test.get("ctx", "")),
                                  MODE_EXTERNAL_MU if external else MODE_PURE))
    return vectors


# ---- ACVP ----------------------------------------------------------------------------------------------------------


def _read_acvp(data: dict[str, Any]) -> list[Vector]:
    vectors = []
    for group in data["testGroups"]:
        for test in group["tests"]:
            vectors.append(_acvp_vector(group, test))
    return vectors


def _acvp_vector(group: dict[str, Any], test: dict[str, Any]) -> Vector:
    if "testPassed" not in test:
        raise ValueError("no testPassed: give internalProjection.json, which holds the expected results")
    key = bytes.fromhex(test.get("pk") or group["pk"])
    message, context, mode, hash_arc = bytes.fromhex(test.get("message") or ""), b"", MODE_PURE, 0
    if group.get("signatureInterface", "internal") == "internal":
        # The message is M' itself, for which the host computes mu; or mu is given.
        mode = MODE_EXTERNAL_MU
        message = bytes.fromhex(test["mu"]) if group.get("externalMu") else shake256(shake256(key, 64) + message, 64)
    else:
        context = bytes.fromhex(test.get("context") or "")
        if group.get("preHash") == "preHash":
            mode, hash_arc = MODE_PREHASH, HASHES[ACVP_HASHES[test["hashAlg"]]][0]
    return Vector(str(test["tcId"]), test.get("reason", ""), group["parameterSet"].lower(), key, key, message,
                  bytes.fromhex(test["signature"]), bool(test["testPassed"]), context, mode, hash_arc)


def checked_by(library: Library, vector: Vector, chunk: Chunk = None) -> Verdict | None:
    """What a library says of a vector; None if it has no such scheme, or the vector no key."""
    scheme = library.scheme(vector.scheme)
    if scheme is None or vector.key is None or vector.anchor_key is None:
        return None
    arguments = Arguments(anchor=scheme.anchor(vector.anchor_key), context=vector.context, mode=vector.mode,
                          hash=vector.hash)
    return library.verify(scheme, vector.key, vector.message, vector.signature, arguments, chunk)
