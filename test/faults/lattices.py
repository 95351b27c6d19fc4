# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys and signatures of lattice schemes that exactly one check rejects: ML-DSA, HAETAE, Falcon."""
from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cache

from faults import images, signers
from faults.campaign import Forgery, Target
from faults.core import Core
from faults.layout import REASON, TRAIL
from faults.messages import SHORT
from faults.comparisons import closes
from faults.rans import forged_sections, sections
from faults.verification import Call, Inputs, Verification
from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import shake256
from kilosig.schemes import haetae_sign
from support import VECTORS

FLASH_OF_IMAGE = 0x80000
Z_BYTES, Z_FIRST, HINT_FIRST = 576, 32, 32 + 4 * 576  # of Dilithium2


def ending(inputs: Inputs, part: int, *ends: int) -> tuple[Inputs, Target]:
    """The stream with feeds of single bytes that end there, and those feeds as targets."""
    cuts = tuple(sorted({(part, offset) for end in ends for offset in (end - 1, end)} | set(inputs.cuts)))

    def target(call: Call) -> bool:
        return call.part == part and call.count == 1 and call.offset + 1 in ends
    return inputs.but(cuts=cuts), target


def judged(name: str, genuine: Inputs | None, forged: Inputs, part: int, ends: Sequence[int], reason: int,
           **more: object) -> Forgery:
    """A forgery that is attacked where its last byte arrives."""
    cut, target = ending(forged, part, *ends)
    return Forgery(name, genuine, cut, target, reason=reason, **more)  # type: ignore[arg-type]


@cache
def _vectors(file: str) -> dict[str, Vector]:
    return {vector.id: vector for vector in read_vectors(VECTORS / file)}


# ---- Dilithium2, whose vectors have signatures that only the range of z or the form of the hint rejects -------------


def _dilithium(number: int) -> Inputs:
    vector = _vectors("dilithium2.json")[str(number)]
    return Inputs("dilithium2-r3", vector.key, vector.message, vector.signature, shake256(vector.anchor_key, 32))


def dilithium(_on: str) -> Iterator[Forgery]:
    """Padding after the last hint; one coefficient of z out of range."""
    yield judged("hint, padding", _dilithium(0), _dilithium(72), PART_SIGNATURE, [HINT_FIRST + 84], verdicts.HINT)
    for number in (67, 70):
        forged = _dilithium(number)
        fields = int.from_bytes(forged.signature[Z_FIRST:HINT_FIRST], "little")
        bad, = [n for n in range(1024) if abs((1 << 17) - (fields >> 18 * n & 0x3FFFF)) >= (1 << 17) - 78]
        end = Z_FIRST + (bad // 256 + 1) * Z_BYTES
        yield judged(f"z, coefficient {bad}", _dilithium(63), forged, PART_SIGNATURE, [end], verdicts.Z_RANGE,
                     dense=("ksig_mldsa_z_done", "ksig_mldsa_check_z"))


# ---- ML-DSA whose z comes once for each row -------------------------------------------------------------------------


Z_OF = {"44": (4, 32, 576), "65": (5, 48, 640), "87": (7, 64, 640), "r3": (4, 32, 576)}  # l, bytes of c~ and of z_j


def passes(signer: signers.Signer) -> Iterator[Forgery]:
    """z differs in one pass, or from one on. Whatever follows from it is set right, so that nothing rejects but the
    hash that binds the passes."""
    genuine = signer.sign(SHORT, b"", "")
    columns, first, size = Z_OF[signer.scheme[-2:]]
    end = first + columns * size
    other = bytearray(genuine.signature)
    other[first + 100] ^= 1
    other[first + size + 7] ^= 3
    cuts = ((PART_SIGNATURE, end - 1), (PART_SIGNATURE, end))
    rows = {"44": 4, "65": 6, "87": 8, "r3": 4}[signer.scheme[-2:]]
    # Before the first of them, c~ and the hint came.
    for name, which in (("the last pass", (rows,)), ("all but the first", tuple(range(2, rows + 1)))):
        forged = genuine.but(cuts=cuts, passes=tuple((PART_SIGNATURE, number, bytes(other)) for number in which))
        yield Forgery(f"z of {name} is another", genuine.but(cuts=cuts), forged,
                      lambda call, which=which: (call.part == PART_SIGNATURE and call.offset == end - 1
                                                 and call.number == which[0]),
                      reason=verdicts.RESTREAM, counts=True)


# ---- Falcon ---------------------------------------------------------------------------------------------------------


def _falcon(number: int, own: bool = False) -> Inputs:
    """own: the key that is sent is the anchor's."""
    vector = _vectors("falcon-512.json")[str(number)]
    key = vector.key if own else vector.anchor_key
    return Inputs("falcon-512-r3", vector.key, vector.message, vector.signature, SCHEMES["falcon-512-r3"].anchor(key))


def falcon(_on: str) -> Iterator[Forgery]:
    """The norm, at its bound too; the form of key and signature."""
    genuine = _falcon(7)
    for number in (34, 47, 101):
        forged = _falcon(number)
        yield judged(f"norm, vector {number}", None, forged, PART_MESSAGE, [len(forged.message)], verdicts.SIGNATURE,
                     dense=("ksig_falcon_form_s1", "ksig_falcon_norm"))
    yield judged("key of another", None, _falcon(52), PART_KEY, [897], verdicts.KEY)
    for number in (63, 79):
        vector, forged = _vectors("falcon-512.json")[str(number)], _falcon(number, own=True)
        changed = [i for i in range(897) if vector.key[i] != vector.anchor_key[i]]
        # The byte that completes the coefficient.
        position = next(i for i in changed if i * 8 // 14 > (changed[0] * 8 - 8) // 14)
        yield judged(f"coefficient of the key, vector {number}", None, forged, PART_KEY,
                     sorted({position + 1, changed[-1] + 1, 897}), verdicts.ENCODING)
    # The vector, and the bytes of its signature that bring what is wrong, from the end.
    for number, last in ((68, 0), (53, 3), (69, 3), (70, 3), (66, 8), (82, 10)):
        forged = _falcon(number)
        length = len(forged.signature)
        first = length - last
        if number == 68:
            first = next(i for i in range(41, length) if forged.signature[i] != genuine.signature[i])
        positions = sorted({*range(first - 1, min(first + last + 4, length)), length - 1})
        yield judged(f"encoding, vector {number}", None, forged, PART_SIGNATURE, [at + 1 for at in positions],
                     verdicts.ENCODING)
    end = len(genuine.signature) + 1
    yield judged("a zero more", genuine, genuine.but(signature=genuine.signature + b"\0"), PART_SIGNATURE,
                 [end - 1, end], verdicts.ENCODING)
    for part, number, end in ((PART_KEY, 64, 897), (PART_KEY, 81, 897), (PART_SIGNATURE, 72, 1),
                              (PART_SIGNATURE, 60, 1)):
        yield judged(f"header, vector {number}", None, _falcon(number, own=True), part, [end], verdicts.ENCODING)


def second_norm() -> Forgery:
    """The second look at the norm holds alone: to a state as if the first had found nothing. Not to be attacked."""
    kept: dict[str, list[bytes]] = {}
    good = _falcon(100)

    def before(run: Verification) -> None:
        if not kept:
            memory = run.core.memory()
            verdict, reached = Verification(run.core, good).course()
            assert verdict == verdicts.ACCEPT
            kept["head"] = [reached[-1].memory.state[at:at + 4] for at in (TRAIL, REASON)]
            run.core.restore(memory)
        for at, value in zip((TRAIL, REASON), kept["head"]):
            run.core.machine.write(run.core.state + at, value)
    return Forgery("norm in close, as if not judged before", None, _falcon(101), closes, reason=verdicts.SIGNATURE,
                   before=before)


# ---- HAETAE ---------------------------------------------------------------------------------------------------------


B2_SQUARED = {"haetae-2": 163265017, "haetae-5": 597386433}


def place_of_bound(core: Core, scheme: str) -> int:
    """Where the image has the bound of the norm."""
    image = core.machine.read(0, FLASH_OF_IMAGE)
    bound = struct.pack("<I", B2_SQUARED[scheme])
    assert image.count(bound) == 1
    return image.index(bound)


def norm_verdict(core: Core, genuine: Inputs, bound: int) -> int:
    """Of a genuine signature, if the norm had another bound."""
    core.fresh()
    core.patch(place_of_bound(core, genuine.scheme), struct.pack("<I", bound))
    verdict, _ = Verification(core, genuine).course()
    core.fresh()
    return verdict


def norm_of(core: Core, genuine: Inputs) -> int:
    """Of a genuine signature: the least bound under which it is accepted."""
    rejected, accepted = 0, B2_SQUARED[genuine.scheme]
    while accepted - rejected > 1:
        middle = (rejected + accepted) // 2
        if norm_verdict(core, genuine, middle) == verdicts.ACCEPT:
            accepted = middle
        else:
            rejected = middle
    return accepted


def _norm(scheme: str, on: str) -> Forgery:
    """A signature to which nothing is wrong but its norm, which is one too large: the bound is below that of a genuine
    one. A signer would try for months to meet the true bound."""
    core = images.core(scheme, on=on)
    genuine = signers.haetae(scheme).sign(SHORT, b"", "")
    bound = struct.pack("<I", norm_of(core, genuine) - 1)
    length = len(genuine.signature)
    cut, last = ending(genuine, PART_SIGNATURE, length)
    return Forgery("norm, one above its bound", genuine, cut, lambda call: closes(call) or last(call),
                   reason=verdicts.NORM, dense=("ksig_haetae_decode", "ksig_haetae_decode_hint"),
                   patches=((place_of_bound(core, scheme), bound),))


def haetae(on: str) -> Iterator[Forgery]:
    """What decodes to the genuine values, but not from the one encoding that is allowed; the norm."""
    genuine = signers.haetae("haetae-2").sign(SHORT, b"", "")
    length = len(genuine.signature)
    for name, signature, end in forged_sections(genuine.signature):
        yield judged(name, genuine, genuine.but(signature=signature), PART_SIGNATURE, [end], verdicts.ENCODING)
    padded = genuine.signature[:-1] + b"\1"
    assert sum(map(len, sections(genuine.signature))) < length - 1058
    yield judged("padding", genuine, genuine.but(signature=padded), PART_SIGNATURE, [length], verdicts.ENCODING)
    yield _norm("haetae-2", on)


def haetae_5(on: str) -> Iterator[Forgery]:
    """b + q for a coefficient b, signed with."""
    pair = signers.haetae_pair(5)
    values = struct.unpack("<1024H", pair.public[32:])
    number = next(n for n, value in enumerate(values) if value < 65536 - 64513 and n > 10)
    changed = struct.pack("<1024H", *values[:number], values[number] + 64513, *values[number + 1:])
    key = pair.public[:32] + changed
    signature = haetae_sign.sign(load(), "haetae-5", key + pair.secret[len(key):], SHORT)
    forged = Inputs("haetae-5", key, SHORT, signature, SCHEMES["haetae-5"].anchor(key))
    yield judged("coefficient of the key", None, forged, PART_KEY, [32 + 512 * (number // 256 + 1)], verdicts.ENCODING)
    yield _norm("haetae-5", on)
