# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signatures that exactly one check rejects: SLH-DSA, Rainbow, GeMSS, UOV, MAYO; and passes that are not alike."""
from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import NamedTuple

from faults import signers
from faults.campaign import Forgery
from faults.comparisons import closes
from faults.lattices import judged
from faults.verification import Call, Inputs
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_SIGNATURE
from slh_material import generate
from support import flipped
from test_mq import values

# SLH-DSA-128s
N, A, K, HEIGHT, D, CHAINS = 16, 12, 14, 9, 7, 35
FORS_BYTES = K * (A + 1) * N
WOTS_HASH, FORS_TREE, WOTS_PRF = 0, 3, 5
GEMSS_KEY = 352188
# Messages of whose signatures two layers that follow each other have checksums with the same number of steps.
STALE = {"slh-dsa-sha2-128s": b"activate 1 units", "slh-dsa-shake-128s": b"activate 8 units"}


def _f(name: str, seed: bytes, layer: int, tree: int, kind: int, words: tuple[int, int, int], value: bytes) -> bytes:
    """F at an address."""
    tail = struct.pack(">III", *words)
    if "shake" in name:
        address = struct.pack(">IIQI", layer, 0, tree, kind) + tail
        return hashlib.shake_256(seed + address + value).digest(N)
    address = bytes([layer]) + struct.pack(">Q", tree) + bytes([kind]) + tail
    return hashlib.sha256(seed + bytes(64 - N) + address + value).digest()[:N]


def _h(name: str, seed: bytes, layer: int, tree: int, kind: int, words: tuple[int, int, int], value: bytes) -> bytes:
    """H: for 16 bytes the same function of two nodes."""
    return _f(name, seed, layer, tree, kind, words, value)


def _digest(inputs: Inputs) -> bytes:
    """H_msg of a pure message without context."""
    seed, root, r = inputs.anchor[:N], inputs.anchor[N:], inputs.signature[:N]
    message = r + seed + root + bytes(2) + inputs.message
    if "shake" in inputs.scheme:
        return hashlib.shake_256(message).digest(30)
    inner = r + seed + hashlib.sha256(message).digest()
    return hashlib.sha256(inner + bytes(4)).digest()[:30]


def _place(inputs: Inputs) -> tuple[int, int, int]:
    """FORS indices as one number, tree and leaf of the lowest layer."""
    digest = _digest(inputs)
    fors = int.from_bytes(digest[:21], "big")
    return fors, int.from_bytes(digest[21:28], "big") & (1 << 54) - 1, int.from_bytes(digest[28:], "big") & 511


class _Signed(NamedTuple):
    """What the key pair of a layer signs, in digits; its tree and leaf."""

    digits: list[int]
    tree: int
    leaf: int


def _layers(inputs: Inputs) -> list[_Signed]:
    """Of all layers."""
    name, seed, signature = inputs.scheme, inputs.anchor[:N], inputs.signature
    fors, tree, leaf = _place(inputs)
    roots = b""
    for number in range(K):
        begin = N + number * (A + 1) * N
        index = (number << A) + (fors >> (8 * 21 - (number + 1) * A) & (1 << A) - 1)
        node = _f(name, seed, 0, tree, FORS_TREE, (leaf, 0, index), signature[begin:begin + N])
        for height in range(A):
            other = signature[begin + (height + 1) * N:begin + (height + 2) * N]
            pair = node + other if not index >> height & 1 else other + node
            node = _h(name, seed, 0, tree, FORS_TREE, (leaf, height + 1, index >> height + 1), pair)
        roots += node
    node = _f(name, seed, 0, tree, 4, (leaf, 0, 0), roots)
    found = []
    for layer in range(D - 1):
        found.append(_Signed(_digits(node), tree, leaf))
        begin = N + FORS_BYTES + layer * (CHAINS + HEIGHT) * N
        ends = b""
        for chain, digit in enumerate(found[-1].digits):
            value = signature[begin + chain * N:begin + (chain + 1) * N]
            ends += _walked(name, seed, (layer, tree, leaf), chain, digit, 15, value)
        node = _f(name, seed, layer, tree, 1, (leaf, 0, 0), ends)
        for height in range(HEIGHT):
            at = begin + (CHAINS + height) * N
            other = signature[at:at + N]
            pair = node + other if not leaf >> height & 1 else other + node
            node = _h(name, seed, layer, tree, 2, (0, height + 1, leaf >> height + 1), pair)
        tree, leaf = tree >> HEIGHT, tree & (1 << HEIGHT) - 1
    return [*found, _Signed(_digits(node), tree, leaf)]


def _walked(name: str, seed: bytes, place: tuple[int, int, int], chain: int, first: int, last: int,
            value: bytes) -> bytes:
    """A chain of the key pair at (layer, tree, leaf), from a step to another."""
    layer, tree, leaf = place
    for step in range(first, last):
        value = _f(name, seed, layer, tree, WOTS_HASH, (leaf, chain, step), value)
    return value


def _digits(node: bytes) -> list[int]:
    """In base 16, with the checksum."""
    digits = [digit for byte in node for digit in (byte >> 4, byte & 15)]
    checksum = sum(15 - digit for digit in digits)
    return digits + [checksum >> 8, checksum >> 4 & 15, checksum & 15]


def slh(signer: signers.Signer) -> Iterator[Forgery]:
    """A root, a leaf or the end of a chain, which are public once signed, in the place of what leads there."""
    genuine = signer.sign(b"activate 33 units of the machine.", b"", "")
    name, key, signature = genuine.scheme, genuine.key, genuine.signature
    end = len(signature)

    def with_value(label: str, place: int, value: bytes, last: bool = False) -> Forgery:
        changed = signature[:place] + value + signature[place + N:]
        forged = genuine.but(signature=changed)
        if last:
            return Forgery(label + ", answer", genuine, forged, closes)
        return judged(label, genuine, forged, PART_SIGNATURE, [place + N], verdicts.SIGNATURE)
    for what, value in (("zeros", bytes(N)), ("the root itself", key[N:])):
        yield with_value(f"last neighbour is {what}", end - N, value)
        yield with_value(f"last neighbour is {what}", end - N, value, last=True)
    fors, tree, leaf = _place(genuine)
    place = N + (K - 1) * (A + 1) * N
    index = ((K - 1) << A) + (fors >> (8 * 21 - K * A) & (1 << A) - 1)
    node = _f(name, key[:N], 0, tree, FORS_TREE, (leaf, 0, index), signature[place:place + N])
    yield with_value("a FORS leaf for its secret", place, node)
    chains = N + FORS_BYTES + (D - 1) * (CHAINS + HEIGHT) * N
    digits, tree, leaf = _layers(genuine)[-1]
    chain = next(number for number, digit in enumerate(digits) if digit in (11, 12, 13))
    place = chains + chain * N
    value = signature[place:place + N]
    for step in (digits[chain] + 1, 15):
        yield with_value(f"a chain's value {15 - step} before its end", place,
                         _walked(name, key[:N], (D - 1, tree, leaf), chain, digits[chain], step, value))
    yield _stale_checksum(signer)
    yield with_value("the checksum's last chain", chains + (CHAINS - 1) * N, bytes(N))


def _stale_checksum(signer: signers.Signer) -> Forgery:
    """A layer is signed with the checksum of the one below, which has as many steps."""
    secret = generate(signer.scheme, signers.SEED).secret[:N]
    genuine = signer.sign(STALE[signer.scheme], b"", "")
    name, seed, signed = genuine.scheme, genuine.key[:N], _layers(genuine)
    layer = next(number for number in range(1, D) if signed[number].digits[-3:] != signed[number - 1].digits[-3:]
                 and sum(signed[number].digits[-3:]) == sum(signed[number - 1].digits[-3:]))
    _, tree, leaf = signed[layer]
    values = b""
    for chain, digit in enumerate(signed[layer - 1].digits[-3:], CHAINS - 3):
        first = _f(name, seed, layer, tree, WOTS_PRF, (leaf, chain, 0), secret)
        values += _walked(name, seed, (layer, tree, leaf), chain, 0, digit, first)
    begin = N + FORS_BYTES + layer * (CHAINS + HEIGHT) * N
    place = begin + (CHAINS - 3) * N
    signature = genuine.signature[:place] + values + genuine.signature[place + 3 * N:]
    return judged("checksum of the layer below", genuine, genuine.but(signature=signature), PART_SIGNATURE, [begin],
                  verdicts.SIGNATURE)


def gemss() -> Iterator[Forgery]:
    """Unused bits; a later pass of the key; the value."""
    genuine = signers.multivariate("gemss-128").sign(b"", b"", "")
    key, signature = genuine.key, genuine.signature
    unused = signature[:-1] + bytes([signature[-1] | 4])
    yield judged("unused bits", genuine, genuine.but(signature=unused), PART_SIGNATURE, [33], verdicts.ENCODING)
    # The last byte has the coefficients of x_185 x_c, c = 178 .. 185: one that pass 3 multiplies by 0.
    v = values(key, genuine.message, signature)[0][2]
    free = next(c for c in range(178, 186) if not (v >> 185 & v >> c & 1))
    other = flipped(key, 8 * (GEMSS_KEY - 1) + free - 178)

    def third(call: Call) -> bool:
        return call.part == PART_KEY and call.number == 2 and call.offset + call.count == GEMSS_KEY
    for secret in (genuine.secret, b""):
        forged = genuine.but(secret=secret, passes=((PART_KEY, 2, other),), cuts=((PART_KEY, GEMSS_KEY - 1),))
        what = "with a secret" if secret else "without"
        yield Forgery(f"another key in pass 3, {what}", genuine.but(secret=secret), forged, third,
                      reason=verdicts.RESTREAM if secret else None)
    # X_1 enters the last pass only.
    yield Forgery("value", genuine, genuine.but(signature=flipped(signature, 240)), closes, reason=verdicts.SIGNATURE)


def rainbow() -> Iterator[Forgery]:
    """Salts that change the wanted value everywhere."""
    genuine = signers.multivariate("rainbow-1-classic").sign(b"", b"", "")
    yield Forgery("value", genuine, genuine.but(signature=flipped(genuine.signature, 8 * 60)), closes,
                  reason=verdicts.SIGNATURE)


def candidate(scheme: str) -> Iterator[Forgery]:
    """Of UOV and MAYO: no signature, whose value is zero; and a salt that changes the wanted value everywhere."""
    genuine = signers.candidate(scheme).sign(b"", b"", "")
    length, salt_bytes = len(genuine.signature), 16 if scheme.startswith("uov") else 24  # of MAYO-1 and -2
    nothing = genuine.but(signature=bytes(length - salt_bytes) + genuine.signature[-salt_bytes:])
    yield judged("zeros, the wanted value is made", genuine, nothing, PART_SIGNATURE, [length], verdicts.SIGNATURE)
    yield Forgery("zeros, answer", genuine, nothing, closes, reason=verdicts.SIGNATURE)
    yield Forgery("another salt", genuine, genuine.but(signature=flipped(genuine.signature, 8 * (length - 1))), closes,
                  reason=verdicts.SIGNATURE)
