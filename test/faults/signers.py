# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Genuine streams of any message, and what the scheme hashes before it."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, cache
from typing import Any

from dilithium_py.dilithium import Dilithium2
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

from faults.verification import Inputs
from kilosig.library.binding import load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_PREHASH, MODE_PURE, hash_oid, message_prime
from kilosig.schemes import fn_dsa, haetae_sign, uov
from kilosig.schemes.haetae import KeyGenerator
import slh_material
from support import VECTORS, broken_example, random_bytes, slh_dsa_example

SEED = bytes(range(32))
UOV_SECRET = bytes(range(32))  # as in bench/inputs/uov_key.py
BENCH_INPUTS = VECTORS.parents[1] / "bench/inputs"
OTHER_SEED = bytes(range(1, 33))
ML_DSA = {"ml-dsa-44": ML_DSA_44, "ml-dsa-65": ML_DSA_65, "ml-dsa-87": ML_DSA_87}
SHAKE, SHA3_256 = 0x1F, 0x06  # suffixes of the sponge


@dataclass(frozen=True)
class Hash:
    """What the message goes into: a sponge with its suffix, or SHA-2 (suffix 0x80). block: bytes at once."""

    block: int
    suffix: int

    @property
    def sponge(self) -> bool:
        return self.suffix != 0x80


SHAKE256 = Hash(136, SHAKE)
HASH_OF = {"sha256": Hash(64, 0x80), "sha512": Hash(128, 0x80), "shake128": Hash(168, SHAKE), "sha3-256": Hash(136, 6),
           "sha3-512": Hash(72, 6), "shake256": SHAKE256}


@dataclass(frozen=True)
class Signer:
    """A scheme, the key pair of which anybody may have messages signed. nonce: the byte of the signature that the hash
    takes first, if there is one."""

    scheme: str
    hash: Hash
    sign: Callable[[bytes, bytes, str], Inputs]
    before: Callable[[Inputs], bytes]
    contexts: bool = True
    prehashes: bool = True
    nonce: int | None = None
    digest: int = 64  # bytes of the hash that all depends on; 0: more than a block
    any_message: bool = True


def _framing(inputs: Inputs) -> bytes:
    return bytes([0, len(inputs.context)]) + inputs.context


@cache
def ml_dsa(scheme: str) -> Signer:
    def sign(message: bytes, context: bytes, prehash: str) -> Inputs:
        return ml_dsa_inputs(scheme, SEED, message, context, prehash)
    return Signer(scheme, SHAKE256, sign, lambda inputs: inputs.anchor + _framing(inputs))


@cache
def ml_dsa_inputs(scheme: str, seed: bytes, message: bytes, context: bytes = b"", prehash: str = "") -> Inputs:
    key, secret = ML_DSA[scheme].key_derive(seed)
    signature = ML_DSA[scheme]._sign_internal(secret, message_prime(message, context, prehash), bytes(32))
    return _inputs(scheme, key, message, signature, context, prehash)


@cache
def dilithium() -> Signer:
    def sign(message: bytes, _context: bytes, _prehash: str) -> Inputs:
        Dilithium2.random_bytes = lambda length: SEED[:length]
        key, secret = Dilithium2.keygen()
        return _inputs("dilithium2-r3", key, message, Dilithium2.sign(secret, message))
    return Signer("dilithium2-r3", SHAKE256, lru_cache(maxsize=None)(sign), lambda inputs: inputs.anchor,
                  contexts=False, prehashes=False)


@cache
def haetae_pair(level: int, number: int = 0) -> Any:
    return KeyGenerator(load(), level).generate(random_bytes(32, level + 100 * number))


@cache
def haetae(scheme: str) -> Signer:
    kpqc = scheme.endswith("kpqc")

    def sign(message: bytes, context: bytes, _prehash: str) -> Inputs:
        pair = haetae_pair(int(scheme[7]))
        signature = haetae_sign.sign(load(), scheme, pair.secret, message, context)
        return _inputs(scheme, pair.public, message, signature, context)

    def before(inputs: Inputs) -> bytes:
        return inputs.key + (b"" if kpqc else bytes([len(inputs.context)]) + inputs.context)
    return Signer(scheme, SHAKE256, lru_cache(maxsize=None)(sign), before, contexts=not kpqc, prehashes=False)


@cache
def falcon(scheme: str) -> Signer:
    framed = scheme.startswith("fn")

    def sign(message: bytes, context: bytes, prehash: str) -> Inputs:
        pair = fn_dsa.generate(scheme, SEED)
        signed, identifier = message, fn_dsa.RAW
        if prehash:
            signed, identifier = HASHES[prehash][2](message), hash_oid(prehash)
        signature = fn_dsa.sign(scheme, pair.secret, signed, context, identifier, seed=b"faults")
        return _inputs(scheme, pair.public, message, signature, context, prehash)

    def before(inputs: Inputs) -> bytes:
        return inputs.signature[1:41] + (inputs.anchor + _framing(inputs) if framed else b"")
    return Signer(scheme, SHAKE256, lru_cache(maxsize=None)(sign), before, contexts=framed, prehashes=framed, nonce=1,
                  digest=0)


@cache
def slh(scheme: str) -> Signer:
    def sign(message: bytes, context: bytes, prehash: str) -> Inputs:
        pair = slh_material.generate(scheme, SEED)
        signature = slh_material.sign(scheme, pair.secret, message, context, prehash)
        return _inputs(scheme, pair.public, message, signature, context, prehash)

    def before(inputs: Inputs) -> bytes:
        return inputs.signature[:len(inputs.key) // 2] + inputs.anchor + _framing(inputs)
    n = SCHEMES[scheme].key_bytes // 2
    shake = "shake" in scheme
    return Signer(scheme, SHAKE256 if shake else Hash(64 if n == 16 else 128, 0x80), lru_cache(maxsize=None)(sign),
                  before, nonce=0, digest=30)


@cache
def sphincs(scheme: str) -> Signer:
    """Of round 3, and of the sets of SP 800-230: one message, as the signers are slow."""
    vector = slh_dsa_example(scheme)
    n = len(vector.key) // 2
    hashed = SHAKE256 if "shake" in scheme else Hash(64 if n == 16 else 128, 0x80)

    def before(inputs: Inputs) -> bytes:
        return inputs.signature[:n] + inputs.anchor + (b"" if scheme.startswith("sphincs") else bytes(2))
    return Signer(scheme, hashed, lambda *_: _inputs(scheme, vector.key, vector.message, vector.signature),
                  before, contexts=False, prehashes=False, nonce=0, any_message=False)


@cache
def candidate(scheme: str) -> Signer:
    """UOV or MAYO: one message. They hash it before the salt."""
    data = (BENCH_INPUTS / f"{scheme}.bin").read_bytes()[32:]
    key = data[:SCHEMES[scheme].key_bytes]
    if scheme.startswith("uov"):
        key = uov.public_key(scheme, UOV_SECRET)
    else:
        data = data[len(key):]
    message, signature = data[:33], data[33:33 + SCHEMES[scheme].signature_bytes]  # the first of its records
    return Signer(scheme, SHAKE256, lambda *_: _inputs(scheme, key, message, signature), lambda _: b"",
                  contexts=False, prehashes=False, digest=0, any_message=False)


@cache
def multivariate(scheme: str) -> Signer:
    vector = broken_example(scheme)
    hashed = Hash(64, 0x80) if scheme.startswith("rainbow") else Hash(136, SHA3_256)
    return Signer(scheme, hashed, lambda *_: _inputs(scheme, vector.key, vector.message, vector.signature),
                  lambda _: b"", contexts=False, prehashes=False, digest=32, any_message=False)


def _inputs(scheme: str, key: bytes | None, message: bytes, signature: bytes, context: bytes = b"",
            prehash: str = "") -> Inputs:
    assert key is not None
    mode, number = (MODE_PREHASH, HASHES[prehash][0]) if prehash else (MODE_PURE, 0)
    return Inputs(scheme, key, message, signature, SCHEMES[scheme].anchor(key), context, mode, number)


def signer(scheme: str) -> Signer:
    """Of any scheme."""
    if scheme.endswith("-24"):
        return sphincs(scheme)
    for begin, make in (("ml-dsa", ml_dsa), ("haetae", haetae), ("f", falcon), ("slh", slh), ("sphincs", sphincs),
                        ("uov", candidate), ("mayo", candidate),
                        ("dilithium", lambda _: dilithium())):
        if scheme.startswith(begin):
            return make(scheme)
    return multivariate(scheme)
