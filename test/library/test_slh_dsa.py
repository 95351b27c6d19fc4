# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA and SPHINCS+ verification: vectors, every node, contexts, pre-hash, lengths."""
from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import (PART_MESSAGE, PART_SIGNATURE, Arguments, LibraryScheme, Verification, Want, load,
                                     prepare, want_order)
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH
from kilosig.schemes import slh_dsa
import slh_material
from sampling import FULL
from streaming import stream
from support import CHUNKS, VECTORS, chunk, every_bit, flipped, random_bytes, slh_dsa_example

pytestmark = pytest.mark.library

ROUND3 = ("sphincs-sha256-128s-simple-r3", "sphincs-sha256-128f-simple-r3")
NAMES = slh_dsa.SETS + ROUND3
# With sanitizers the short ones: the long ones are the same code, for longer.
SLOW_MARKED = [pytest.param(name, marks=[pytest.mark.slow] * (name.endswith("f") or "f-simple" in name))
               for name in NAMES]
# NIST's file of expected results or a part of it, not in this repository: see CONTRIBUTING.md.
ACVP = Path(os.environ.get("KSIG_ACVP", "")) / "slhdsa-sigver-subset.json"


def scheme_of(name: str) -> LibraryScheme:
    """The scheme in the default library."""
    scheme = load().scheme(name)
    assert scheme is not None
    return scheme


def node_bytes(name: str) -> int:
    """n."""
    return scheme_of(name).key_bytes // 2


def round3_vectors(name: str) -> list[Vector]:
    """The vectors of a round 3 scheme."""
    vectors = read_vectors(VECTORS / f"{name[:-len('-r3')]}.json.xz")
    assert all(vector.scheme == name for vector in vectors)
    return vectors


@pytest.mark.sampled
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name,count", zip(ROUND3, (25, 28)))
def test_round3(name: str, count: int, size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    scheme = scheme_of(name)
    vectors = round3_vectors(name)
    for vector in vectors:
        assert vector.key is not None
        verdict = stream(scheme, vector.key, vector.message, vector.signature, Arguments(), chunk(size), move)
        wrong_length = len(vector.signature) != scheme.signature_bytes
        expected = (verdicts.ACCEPT if vector.valid else verdicts.SIG_LENGTH if wrong_length else verdicts.SIGNATURE)
        assert verdict.code == expected, (vector.id, vector.why, str(verdict))
    assert (sum(vector.valid for vector in vectors), len(vectors)) == (7, count)


@pytest.mark.twice
@pytest.mark.every_set
@pytest.mark.parametrize("name", SLOW_MARKED)
def test_every_set(name: str) -> None:
    """A signature of another implementation: every chunk size, moved, at once, and the order of wants."""
    library, scheme, vector = load(), scheme_of(name), slh_dsa_example(name)
    assert vector.key is not None
    n = node_bytes(name)
    for size in CHUNKS:
        assert stream(scheme, vector.key, vector.message, vector.signature, Arguments(), chunk(size),
                      size != 1).accepted
    assert library.verify_at_once(scheme, vector.key, vector.message, vector.signature).accepted
    wants, verdict = want_order(scheme, vector.key, vector.message, vector.signature)
    assert verdict.accepted
    assert wants == [Want(PART_SIGNATURE, 0, n), Want(PART_MESSAGE, 0, 33),
                     Want(PART_SIGNATURE, n, len(vector.signature) - n)]
    assert scheme.anchor(vector.key) == vector.key


@pytest.mark.skipif(not ACVP.is_file(), reason="KSIG_ACVP does not name a directory with slhdsa-sigver-subset.json")
@pytest.mark.parametrize("size", ["all", 7])
def test_acvp(size: object) -> None:
    """NIST's tests of the pure interface, with contexts."""
    vectors = read_vectors(ACVP)
    for vector in vectors:
        assert vector.key is not None
        verdict = stream(scheme_of(vector.scheme), vector.key, vector.message, vector.signature,
                         Arguments(context=vector.context), chunk(size))
        assert verdict.accepted == vector.valid, (vector.id, vector.scheme)
    assert (sum(vector.valid for vector in vectors), len(vectors)) == (22, 44)


def code(name: str, arguments: Arguments = Arguments(), **changes: bytes) -> int:
    """The verdict on the scheme's example with changes."""
    vector = replace(slh_dsa_example(name), **changes)
    assert vector.key is not None
    return load().verify(scheme_of(name), vector.key, vector.message, vector.signature, arguments).code


def test_every_bit_of_the_beginning() -> None:
    """Each bit of R, of the first FORS secret and its first neighbour, and of the key."""
    name = ROUND3[0]
    vector = slh_dsa_example(name)
    signature = vector.signature
    assert vector.key is not None
    assert code(name) == verdicts.ACCEPT
    for changed in every_bit(signature[:48]):
        assert code(name, signature=changed + signature[48:]) == verdicts.SIGNATURE
    for changed in every_bit(vector.key):
        assert code(name, key=changed) == verdicts.SIGNATURE
    for changed in every_bit(vector.message):
        assert code(name, message=changed) == verdicts.SIGNATURE


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sphincs-sha256-128s-simple-r3", "slh-dsa-sha2-192s", "slh-dsa-shake-128s"])
def test_every_node(name: str) -> None:
    """One bit of each FORS, WOTS+ and path node."""
    signature, n = slh_dsa_example(name).signature, node_bytes(name)
    nodes = len(signature) // n
    assert nodes * n == len(signature)
    for node in range(nodes):
        assert code(name, signature=flipped(signature, 8 * n * node + node * 37 % (8 * n))) == verdicts.SIGNATURE, node


@pytest.mark.parametrize("name", SLOW_MARKED)
def test_reasons(name: str) -> None:
    """Modes, contexts and lengths."""
    scheme, vector = scheme_of(name), slh_dsa_example(name)
    signature, round3 = vector.signature, name in ROUND3
    for position in range(0, len(signature), len(signature) // 31):
        assert code(name, signature=flipped(signature, 8 * position + 3)) == verdicts.SIGNATURE
    assert code(name, signature=signature[:-1]) == verdicts.SIG_LENGTH
    assert code(name, signature=signature + b"\0") == verdicts.SIG_LENGTH
    assert code(name, signature=b"") == verdicts.SIG_LENGTH
    assert code(name, Arguments(key_length=scheme.key_bytes + 1)) == verdicts.KEY_LENGTH
    assert code(name, Arguments(anchor=b"")) == verdicts.ARGUMENT
    assert code(name, message=vector.message[:-1]) == verdicts.SIGNATURE
    assert code(name, message=b"") == verdicts.SIGNATURE
    other = verdicts.CONTEXT if round3 else verdicts.SIGNATURE
    assert code(name, Arguments(context=b"x")) == other
    assert code(name, Arguments(context=bytes(255))) == other
    assert code(name, Arguments(context=bytes(256))) == verdicts.CONTEXT
    for mode in (MODE_EXTERNAL_MU, 4, 255):
        assert code(name, Arguments(mode=mode, hash=1)) == verdicts.ARGUMENT
    for mode in (MODE_PREHASH, MODE_DIGEST):
        for unknown in (0, 13, 255):
            assert code(name, Arguments(mode=mode, hash=unknown)) == verdicts.ARGUMENT
        assert code(name, Arguments(mode=mode, hash=1)) == (
            verdicts.ARGUMENT if round3 else verdicts.MSG_LENGTH if mode == MODE_DIGEST else verdicts.SIGNATURE)


@pytest.mark.parametrize("size", ["128s", "128f"])
def test_round3_is_not_fips205(size: str) -> None:
    """Only three things differ, but a signature of one is none of the other."""
    ours, theirs = f"slh-dsa-sha2-{size}", f"sphincs-sha256-{size}-simple-r3"
    for made, used in ((ours, theirs), (theirs, ours)):
        vector = slh_dsa_example(made)
        assert vector.key is not None
        framed = b"\0\0" + vector.message
        for message in (vector.message, framed):
            assert not load().verify(scheme_of(used), vector.key, message, vector.signature).accepted


def test_a_checkpoint_resumes() -> None:
    """The state's bytes, taken anywhere, are all that a verification needs to go on."""
    name = "slh-dsa-sha2-128f"
    scheme, vector = scheme_of(name), slh_dsa_example(name)
    assert vector.key is not None
    parts = (b"", vector.key, vector.message, vector.signature)
    run = Verification(scheme, prepare(scheme, Arguments(), vector.key, vector.message, vector.signature))
    steps = 0
    while True:
        want = run.want()
        if want.length == 0:
            break
        data = parts[want.part][want.offset:want.offset + min(want.length, 401)]
        checkpoint = run.state_copy()
        run.feed(bytes(byte ^ 0xff for byte in data))
        run.restore(checkpoint)
        run.feed(data)
        steps += 1
    assert run.close().accepted and steps > 40


@pytest.mark.parametrize("name", ["slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "slh-dsa-shake-128f"])
@pytest.mark.parametrize("prehash", HASHES)
def test_prehash(name: str, prehash: str) -> None:
    """All twelve functions, hashed by the library and by the application, under contexts of any length."""
    library, scheme = load(), scheme_of(name)
    arc, length, function = HASHES[prehash]
    pair = slh_material.generate(name, bytes([arc]) * 32)
    message, context = random_bytes(300 * arc, arc), random_bytes((0, 1, 33, 255)[arc % 4], arc)
    signature = slh_material.sign(name, pair.secret, message, context, prehash)
    hashed = Arguments(context=context, mode=MODE_PREHASH, hash=arc)
    assert stream(scheme, pair.public, message, signature, hashed, chunk("random"), True).accepted
    assert library.verify(scheme, pair.public, message[:-1], signature, hashed).code == verdicts.SIGNATURE
    digest = Arguments(context=context, mode=MODE_DIGEST, hash=arc)
    assert stream(scheme, pair.public, function(message), signature, digest, 1, True).accepted
    assert library.verify(scheme, pair.public, bytes(length + 1), signature, digest).code == verdicts.MSG_LENGTH
    assert not library.verify(scheme, pair.public, message, signature, Arguments(context=context)).accepted
    another = replace(hashed, hash=arc % 12 + 1)
    assert not library.verify(scheme, pair.public, message, signature, another).accepted


@pytest.mark.slow
@pytest.mark.parametrize("name", ["slh-dsa-sha2-128f", "slh-dsa-sha2-256f", "slh-dsa-shake-128f"])
def test_long_message(name: str) -> None:
    """1 MB, and lengths about the hash functions' blocks; twice as many in `make full`."""
    library, scheme = load(), scheme_of(name)
    pair = slh_material.generate(name, bytes(32))
    for length in (0, 1, *range(10, 150, 7 if FULL else 14), 1 << 20):
        message, context = random_bytes(length, length), random_bytes(length % 256, 1)
        signature = slh_material.sign(name, pair.secret, message, context)
        assert library.verify(scheme, pair.public, message, signature, Arguments(context=context), chunk("random")
                              if length < 1000 else 4096).accepted, length
        assert not library.verify(scheme, pair.public, message + b"\0", signature, Arguments(context=context)).accepted
