# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Vectors written in Wycheproof's schema (mldsa_verify_schema.json), of any scheme; schemes/vectors.py reads them."""
from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kilosig import __version__
from kilosig.errors import UserError
from kilosig.library.hashes import MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, external_mu, hash_name
from kilosig.schemes.vectors import Vector, group_type

SCHEMA = "mldsa_verify_schema.json"
VALID = {True: "valid", False: "invalid"}


def _content(vector: Vector) -> dict[str, str]:
    """The fields of what is signed. A pre-hashed message has no field, and becomes mu."""
    if vector.mode == MODE_PURE:
        return {"msg": vector.message.hex(), **({"ctx": vector.context.hex()} if vector.context else {})}
    mu = vector.message
    if vector.mode == MODE_PREHASH:
        assert vector.key is not None
        mu = external_mu(vector.key, vector.message, vector.context, hash_name(vector.hash))
    return {"mu": mu.hex()}


def _fits(vector: Vector) -> bool:
    """Whether the schema has room for it: its key is the trusted one, and it is a message or what mu is made of."""
    if vector.key is None or vector.key != vector.anchor_key:
        return False
    if vector.mode in (MODE_PURE, MODE_EXTERNAL_MU):
        return True
    return vector.mode == MODE_PREHASH and vector.scheme.startswith("ml-dsa-") and len(vector.context) <= 255


def written(vectors: Sequence[Vector]) -> tuple[bytes, int]:
    """A file of the vectors, all of one scheme, and how many of them the schema has no room for. Raises UserError."""
    schemes = list(dict.fromkeys(vector.scheme for vector in vectors))
    if len(schemes) != 1:
        raise UserError(f"A file in Wycheproof's schema is about one scheme, and these are about {', '.join(schemes)}: "
                        "write one for each.")
    groups: dict[bytes, list[dict[str, Any]]] = {}
    left_out = number = 0
    for vector in vectors:
        if not _fits(vector):
            left_out += 1
            continue
        number += 1
        assert vector.key is not None
        flags = ["Internal"] if vector.mode != MODE_PURE else []
        groups.setdefault(vector.key, []).append({
            "tcId": number, "comment": vector.why, "flags": flags, **_content(vector), "sig": vector.signature.hex(),
            "result": VALID[vector.valid]})
    if not number:
        raise UserError("None of the vectors has room in Wycheproof's schema: its key is the trusted one.")
    source = {"name": "kilosig", "version": __version__}
    data = {"algorithm": schemes[0].upper(), "schema": SCHEMA, "numberOfTests": number,
            "header": [f"Test vectors of type {group_type(schemes[0])}."], "notes":
            {"Internal": {"bugType": "FUNCTIONALITY", "description": "The test gives mu (FIPS 204, section 6.2)."}},
            "testGroups": [{"type": group_type(schemes[0]), "source": source, "publicKey": key.hex(), "tests": tests}
                           for key, tests in groups.items()]}
    return json.dumps(data, indent=2).encode() + b"\n", left_out
