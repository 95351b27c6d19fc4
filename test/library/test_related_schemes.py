# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Why a key belongs to one scheme: ML-DSA-44 and Dilithium2 of round 3 take each other's signatures of related
messages. SECURITY.md says so, of HAETAE and Falcon too."""
from __future__ import annotations

import hashlib

import pytest
from dilithium_py.dilithium import Dilithium2
from dilithium_py.ml_dsa import ML_DSA_44

from kilosig.library.binding import Arguments, load

pytestmark = pytest.mark.library
MESSAGE = b"activate 33 units of the machine."


def accepted(name: str, key: bytes, message: bytes, signature: bytes) -> bool:
    scheme = load().scheme(name)
    assert scheme is not None
    return load().verify(scheme, key, message, signature, Arguments()).accepted


def related(key: bytes, message: bytes) -> bytes:
    """For Dilithium2, which hashes 32 bytes of the key's digest, what the message is for ML-DSA-44, which hashes 64 and
    a frame: the digests of both begin alike."""
    return hashlib.shake_256(key).digest(64)[32:] + b"\0\0" + message


def test_ml_dsa_44_and_dilithium2(monkeypatch: pytest.MonkeyPatch) -> None:
    key, secret = ML_DSA_44.key_derive(bytes(range(32)))
    signature = ML_DSA_44.sign(secret, MESSAGE, deterministic=True)
    assert accepted("ml-dsa-44", key, MESSAGE, signature)
    assert accepted("dilithium2-r3", key, related(key, MESSAGE), signature)
    assert not accepted("dilithium2-r3", key, MESSAGE, signature)
    monkeypatch.setattr(Dilithium2, "random_bytes", lambda length: bytes(range(7, 7 + length)))
    key, secret = Dilithium2.keygen()
    signature = Dilithium2.sign(secret, related(key, MESSAGE))
    assert accepted("dilithium2-r3", key, related(key, MESSAGE), signature)
    assert accepted("ml-dsa-44", key, MESSAGE, signature)
