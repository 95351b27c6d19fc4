# SPDX-License-Identifier: Apache-2.0 OR MIT
"""UOV and MAYO, candidates of NIST's additional signatures: vectors, own signatures, what only one check refuses."""
from __future__ import annotations

import hashlib
import re

import pytest

from kilosig.schemes.vectors import Vector
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE, Arguments, LibraryScheme, load, want_order
from kilosig.library.hashes import MODE_PREHASH
from kilosig.schemes import uov
from sampling import FULL
from streaming import stream
from support import CANDIDATES, CHUNKS, VECTORS, candidate_example, candidate_vectors, chunk, random_bytes

pytestmark = pytest.mark.library

UOV = [name for name in CANDIDATES if name.startswith("uov")]
SMALL = ("uov-1p-r3", "uov-1p-pkc-r3", "uov-1s-pkc-r3", "mayo-1-r3", "mayo-2-r3")
SECRET = bytes(range(32))
VALID = 14


def scheme_of(name: str) -> LibraryScheme:
    scheme = load().scheme(name)
    assert scheme is not None
    return scheme


def expected_reason(vector: Vector, scheme: LibraryScheme) -> int:
    """Why a vector is refused, from what was done to it."""
    assert vector.key is not None
    if len(vector.key) != scheme.key_bytes:
        return verdicts.KEY_LENGTH
    if len(vector.signature) != scheme.signature_bytes:
        return verdicts.SIG_LENGTH
    return verdicts.KEY if vector.key != vector.anchor_key else verdicts.SIGNATURE


# ---- Vectors --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.every_set
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", CANDIDATES)
def test_vectors(name: str, size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    scheme, vectors = scheme_of(name), candidate_vectors(name)
    assert sum(vector.valid for vector in vectors) == VALID
    if size not in (64, "all"):  # take long: some of them
        vectors = vectors[::8] if scheme.key_bytes < 10_000 else vectors[::16] if scheme.key_bytes < 400_000 else []
    for vector in vectors:
        assert vector.key is not None and vector.anchor_key is not None
        verdict = stream(scheme, vector.key, vector.message, vector.signature,
                         Arguments(anchor=scheme.anchor(vector.anchor_key)), chunk(size), move)
        expected = verdicts.ACCEPT if vector.valid else expected_reason(vector, scheme)
        assert verdict.code == expected, (vector.id, vector.why, str(verdict))


# With sanitizers the small keys: those of other levels are the same code, for megabytes.
EACH = [pytest.param(name, marks=[pytest.mark.slow] * name.startswith(("uov-3", "uov-5"))) for name in CANDIDATES]


@pytest.mark.parametrize("name", EACH)
def test_wants(name: str) -> None:
    """Message, signature, key: each as a whole and once."""
    scheme, vector = scheme_of(name), candidate_example(name)
    assert vector.key is not None
    wants, verdict = want_order(scheme, vector.key, vector.message, vector.signature)
    assert verdict.accepted
    assert [(want.part, want.offset, want.length) for want in wants] == [
        (PART_MESSAGE, 0, len(vector.message)), (PART_SIGNATURE, 0, len(vector.signature)),
        (PART_KEY, 0, len(vector.key))]


# ---- What is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_every_byte_of_a_signature(name: str) -> None:
    """A bit of every byte, another in each."""
    scheme, vector = scheme_of(name), candidate_example(name)
    assert vector.key is not None
    arguments = Arguments(anchor=scheme.anchor(vector.key))
    for at in range(0, scheme.signature_bytes, 1 if scheme.key_bytes < 100_000 else 7):
        wrong = bytearray(vector.signature)
        wrong[at] ^= 1 << at % 8
        verdict = load().verify_at_once(scheme, vector.key, vector.message, bytes(wrong), arguments)
        assert verdict.code == verdicts.SIGNATURE, at


@pytest.mark.parametrize("name", EACH)
def test_lengths_and_modes(name: str) -> None:
    """Exact lengths, no context, pure mode only."""
    library, scheme, vector = load(), scheme_of(name), candidate_example(name)
    assert vector.key is not None
    key, message, signature = vector.key, vector.message, vector.signature
    anchor = scheme.anchor(key)  # once: the keys are long
    for changed in (signature + b"\0", signature[:-1], b""):
        assert library.verify(scheme, key, message, changed, Arguments(anchor=anchor)).code == verdicts.SIG_LENGTH
    for changed in (key + b"\0", key[:-1], b""):
        assert library.verify(scheme, changed, message, signature, Arguments(anchor=anchor)).code == verdicts.KEY_LENGTH
    for arguments, code in ((Arguments(anchor=anchor, context=b"c"), verdicts.CONTEXT),
                            (Arguments(anchor=anchor, mode=MODE_PREHASH), verdicts.ARGUMENT)):
        assert library.verify(scheme, key, message, signature, arguments).code == code
    zeros = bytes(scheme.signature_bytes)
    assert library.verify(scheme, key, message, zeros, Arguments(anchor=anchor)).code == verdicts.SIGNATURE


@pytest.mark.parametrize("name", ["uov-1s-r3", "uov-1s-pkc-r3"])  # a variable in 16 is zero, not one in 256
def test_zero_monomials(name: str) -> None:
    """The digest alone refuses changes in columns whose x_i x_j is 0: under the changed key's digest they pass."""
    scheme, parameters = scheme_of(name), uov.set_of(name)
    n = parameters.variables
    key, message = uov.public_key(name, SECRET), b""
    for number in range(1000):  # until the last variable, which is oil, is zero
        message = b"%d" % number
        signature = uov.sign(name, SECRET, message, deterministic=True)
        x = uov.unpack(signature[:parameters.x_bytes], parameters.bits)
        if x[n - 1] == 0:
            break
    assert x[n - 1] == 0
    assert load().verify_at_once(scheme, key, message, signature).accepted
    # The last column of P3 is that of x_n x_n.
    changed = bytearray(key)
    changed[-1] ^= 1
    for anchor, code in ((scheme.anchor(key), verdicts.KEY), (scheme.anchor(bytes(changed)), verdicts.ACCEPT)):
        assert load().verify(scheme, bytes(changed), message, signature, Arguments(anchor=anchor)).code == code


@pytest.mark.parametrize("name", [name for name in UOV if "-1" in name])
def test_one_equation(name: str) -> None:
    """Signatures that fail one equation only, all over the value."""
    scheme, parameters = scheme_of(name), uov.set_of(name)
    key, message = uov.public_key(name, SECRET), b"all but one"
    genuine = uov.sign(name, SECRET, message, deterministic=True)
    assert load().verify_at_once(scheme, key, message, genuine).accepted
    value = uov.target(name.split("-")[1], message, genuine[-uov.SALT_BYTES:])
    # Those of a pair share the map; each signature takes a third of a second.
    for at in range(0, parameters.column_bytes, (4 if FULL else 9) if "-pkc-" in name else 15):
        wrong = bytearray(value)
        wrong[at] ^= 0x10 if at % 2 else 1
        x = uov.sign(name, SECRET, message, deterministic=True, wanted=bytes(wrong))
        if x[-uov.SALT_BYTES:] != genuine[-uov.SALT_BYTES:]:
            continue  # the first try had no solution
        assert load().verify_at_once(scheme, key, message, x).code == verdicts.SIGNATURE, at


# ---- UOV's keys and signatures --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", UOV)
def test_sign(name: str) -> None:
    """Keys and signatures of the tool; a signature fits its key and message only. Of the large sets, whose signatures
    take a second each, one; in `make full` all."""
    library, scheme = load(), scheme_of(name)
    key = uov.public_key(name, SECRET)
    assert len(key) == scheme.key_bytes
    large = not FULL and uov.set_of(name).variables > 190
    for message in (b"", b"m", random_bytes(1000, 1))[2 if large else 0:]:
        signature = uov.sign(name, SECRET, message)
        assert library.verify_at_once(scheme, key, message, signature).accepted
        assert library.verify_at_once(scheme, key, message + b"x", signature).code == verdicts.SIGNATURE
    assert uov.sign(name, SECRET, message) != signature  # another salt


def test_forms_share_signatures() -> None:
    """The classic key and the compressed one of a seed accept the same signatures; their anchors differ."""
    signature = uov.sign("uov-1p-r3", SECRET, b"m")
    anchors = set()
    for name in ("uov-1p-r3", "uov-1p-pkc-r3"):
        key = uov.public_key(name, SECRET)
        assert load().verify_at_once(scheme_of(name), key, b"m", signature).accepted
        anchors.add(scheme_of(name).anchor(key))
        assert scheme_of(name).anchor(key) == hashlib.sha256(key).digest()
    assert len(anchors) == 2


def test_default_library_lacks_them() -> None:
    """They are off by default; the tool's library has them."""
    text = (VECTORS.parents[1] / "research/include/kilosig/research.def").read_text()
    for switch in ("KSIG_ENABLE_UOV", "KSIG_ENABLE_MAYO"):
        assert f"#define {switch} 0\n" in text
    assert set(CANDIDATES) <= {scheme.name for scheme in load().schemes()}


# ---- Tables ---------------------------------------------------------------------------------------------------------


def test_aes_table() -> None:
    """2 s, s, s, 3 s of each s, FIPS 197's affine image of an inverse."""
    text = (VECTORS.parents[1] / "research/aes/aes_table.c").read_text()
    found = [int(word, 16) for word in re.findall(r"0x[0-9a-f]{8}", text)]
    expected = []
    for inverse in uov.inverses(8):
        s = 0x63
        for turn in range(5):
            s ^= (inverse << turn | inverse >> (8 - turn)) & 0xff
        expected.append(uov.multiply(8, s, 2) | s << 8 | s << 16 | uov.multiply(8, s, 3) << 24)
    assert found == expected


def test_powers() -> None:
    """Each power of z belongs to one pair of MAYO's vectors."""
    text = (VECTORS.parents[1] / "research/mayo/mayo.c").read_text()
    tables = re.findall(r"places_\d\[\] = \{([^}]*)\}", text)
    assert len(tables) == 4
    for table, vectors in zip(tables, (10, 5, 11, 12)):
        powers = [int(word) for word in re.findall(r"\d+", table)]
        assert sorted(powers) == list(range(vectors * (vectors + 1) // 2))
