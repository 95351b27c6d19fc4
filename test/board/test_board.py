# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The firmware on emulated boards: verdicts, RAM, activation. The verdicts are those of the library on this machine."""
from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kilosig.device import frames
from kilosig.device.emulator import Emulator
from kilosig.device.frames import DeviceVerdict, token
from kilosig.device.link import DeviceError, Inputs, Link, verdict_of
from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import Arguments, LibraryScheme, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, external_mu
from kilosig.library.verdicts import Verdict
from kilosig.schemes import fn_dsa
from sampling import FULL
from support import (CANDIDATES, ML_DSA, VECTORS, flipped, haetae_vectors, known_answers, private_key, public_key,
                     skip_without)

pytestmark = pytest.mark.board

DEVICE_ID = b"test-device!"
SECRET = bytes(range(16))
RAM = 8192
# Sets of SLH-DSA for `make full` alone: others with the same hash stay.
LONG = ("slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "slh-dsa-sha2-256s", "slh-dsa-shake-128f", "slh-dsa-shake-192s",
        "slh-dsa-shake-192f", "slh-dsa-shake-256f", "sphincs-sha256-128f-simple-r3")


# And of its signatures of zeros, which are found out at their end.
LONG_ZEROS = ("slh-dsa-sha2-192s", "slh-dsa-sha2-256f", "slh-dsa-shake-256s")
ACCEPTED, REJECTED = 4, 3


def ask(link: Link, scheme: str, inputs: Inputs, arguments: Arguments = Arguments()) -> DeviceVerdict:
    """VERIFY of all inputs; session 1 each time drops what was before."""
    anchor = SCHEMES[scheme].anchor(inputs.key) if arguments.anchor is None else arguments.anchor
    first = link.verify(1, inputs, scheme, anchor, arguments.context, arguments.mode, arguments.hash)
    return verdict_of(link.stream(first, inputs))


def check_ram(result: DeviceVerdict, scheme: str, variant: str = "default") -> None:
    """The figures fit the board and one another."""
    library_scheme = load(variant).scheme(scheme)
    assert library_scheme is not None
    # The state's head has two pointers, which are 4 bytes shorter each on the board; here the end is padded to 8.
    assert library_scheme.state_bytes - result.state in (8, 16)
    assert result.state < result.static < result.static + result.stack <= result.peak <= result.ram
    assert result.activation == frames.ACTIVATION_NONE


def static_bytes(image: Path) -> int:
    """From the begin of .data to the end of .bss of an ELF file."""
    data = image.read_bytes()
    table, = struct.unpack_from("<I", data, 32)
    size, count, names = struct.unpack_from("<HHH", data, 46)
    headers = [struct.unpack_from("<10I", data, table + number * size) for number in range(count)]

    def name(header: tuple[int, ...]) -> bytes:
        begin = headers[names][4] + header[0]
        return data[begin:data.index(b"\0", begin)]

    areas = [(header[3], header[3] + header[5]) for header in headers if name(header) in (b".data", b".bss")]
    return max(end for _, end in areas) - min(begin for begin, _ in areas)


def by_library(scheme: LibraryScheme, vectors: Sequence[Vector]) -> list[Verdict]:
    """The library's verdicts, which are those of the vectors."""
    found = []
    for vector in vectors:
        arguments = Arguments(anchor=scheme.anchor(vector.anchor_key or b""), context=vector.context)
        found.append(scheme.library.verify(scheme, vector.key or b"", vector.message, vector.signature, arguments))
        assert found[-1].accepted == vector.valid, vector.id
    return found


def some(vectors: Sequence[Vector], expected: Sequence[Verdict]) -> list[tuple[Vector, Verdict]]:
    """Of vectors with the library's verdicts: outside `make full`, ACCEPTED that are accepted and REJECTED of each
    other verdict. The emulated line takes longer than any of the library's work."""
    found, count = [], Counter[int]()
    for vector, verdict in zip(vectors, expected, strict=True):
        count[verdict.code] += 1
        if FULL or count[verdict.code] <= (ACCEPTED if verdict.accepted else REJECTED):
            found.append((vector, verdict))
    return found


# ---- Verdicts on 8 kB -----------------------------------------------------------------------------------------------


def test_dilithium2_vectors(link: Link, dilithium_vectors: list[Vector]) -> None:
    """In `make full` all 77 vectors: the library's verdict with the library's reason, in 8 kB."""
    scheme = load().scheme("dilithium2-r3")
    assert scheme is not None
    seen: dict[int, int] = {}
    for vector, expected in some(dilithium_vectors, by_library(scheme, dilithium_vectors)):
        assert vector.key is not None and vector.anchor_key is not None
        arguments = Arguments(anchor=scheme.anchor(vector.anchor_key))
        result = ask(link, scheme.name, Inputs(vector.key, vector.message, vector.signature), arguments)
        assert result.verdict == expected.code, vector.id
        assert result.peak <= RAM == result.ram
        seen[result.verdict] = seen.get(result.verdict, 0) + 1
    assert seen[verdicts.ACCEPT] == (15 if FULL else ACCEPTED) and (not FULL or sum(seen.values()) == 77)
    assert set(seen) == {verdicts.ACCEPT, verdicts.SIG_LENGTH, verdicts.Z_RANGE, verdicts.HINT, verdicts.KEY,
                         verdicts.SIGNATURE}


@pytest.mark.parametrize("name", [
    pytest.param(f"haetae-{level}{suffix}", marks=[pytest.mark.full] * (level != 2 and suffix != ""))
    for level in (2, 3, 5) for suffix in ("", "-kpqc")])
def test_haetae_vectors(link: Link, name: str) -> None:
    """Some vectors of each file: the library's verdict with the library's reason, in 8 kB. All of them take a minute:
    `kilosig check-vectors --board stm32vldiscovery test/vectors/haetae*.xz`."""
    scheme = load().scheme(name)
    assert scheme is not None
    seen: dict[bool, int] = {}
    vectors = haetae_vectors(name)[::3] if FULL else haetae_vectors(name)
    for vector, expected in some(vectors, by_library(scheme, vectors)):
        assert vector.key is not None and vector.anchor_key is not None
        arguments = Arguments(anchor=scheme.anchor(vector.anchor_key), context=vector.context)
        result = ask(link, name, Inputs(vector.key, vector.message, vector.signature), arguments)
        assert result.verdict == expected.code, vector.id
        assert result.peak <= RAM == result.ram
        seen[vector.valid] = seen.get(vector.valid, 0) + 1
    assert seen[True] >= 4 and seen[False] >= 6


@pytest.mark.parametrize("name", ["falcon-512", "falcon-1024"])
def test_falcon_vectors(link: Link, name: str) -> None:
    """In `make full` every vector: the library's verdict with the library's reason, in 8 kB."""
    scheme = load().scheme(f"{name}-r3")
    assert scheme is not None
    vectors = read_vectors(VECTORS / f"{name}.json")
    for vector, expected in some(vectors, by_library(scheme, vectors)):
        assert vector.key is not None and vector.anchor_key is not None
        arguments = Arguments(anchor=scheme.anchor(vector.anchor_key))
        result = ask(link, scheme.name, Inputs(vector.key, vector.message, vector.signature), arguments)
        assert result.verdict == expected.code, vector.id
        assert result.peak <= RAM == result.ram
        if vector.valid:
            check_ram(result, scheme.name)


@pytest.mark.parametrize("name", ["fn-dsa-512", "fn-dsa-1024", "falcon-512-padded-r3", "falcon-1024-padded-r3"])
def test_fn_dsa(link: Link, name: str) -> None:
    """Signatures of py-fn-dsa with a context, pre-hashed and not."""
    pytest.importorskip("py_fn_dsa", exc_type=ImportError)
    pair, message, digest = fn_dsa.generate(name, b"board"), bytes(500), HASHES["sha512"][2](bytes(500))
    context = bytes(range(255)) if name.startswith("fn-dsa") else b""
    inputs = Inputs(pair.public, message, fn_dsa.sign(name, pair.secret, message, context))
    result = ask(link, name, inputs, Arguments(context=context))
    assert result.verdict == verdicts.ACCEPT
    check_ram(result, name)
    wrong = Inputs(pair.public, message[1:], inputs.signature)
    assert ask(link, name, wrong, Arguments(context=context)).verdict == verdicts.SIGNATURE
    if context:
        identifier = bytes.fromhex("06096086480165030402") + bytes([HASHES["sha512"][0]])
        hashed = fn_dsa.sign(name, pair.secret, digest, context, identifier)
        for mode, data in ((MODE_PREHASH, message), (MODE_DIGEST, digest)):
            arguments = Arguments(context=context, mode=mode, hash=HASHES["sha512"][0])
            assert ask(link, name, Inputs(pair.public, data, hashed), arguments).verdict == verdicts.ACCEPT


@pytest.mark.parametrize("name", ML_DSA)
def test_ml_dsa(link: Link, name: str) -> None:
    """Known answers with contexts, and the modes; all with consistent RAM figures."""
    for answer in known_answers(name)[:4 if FULL else 2]:
        inputs, arguments = Inputs(answer.key, answer.message, answer.signature), Arguments(context=answer.context)
        result = ask(link, name, inputs, arguments)
        assert result.verdict == verdicts.ACCEPT
        check_ram(result, name)
        assert result.ram == RAM
        wrong = Inputs(answer.key, answer.message, flipped(answer.signature, 3))
        assert ask(link, name, wrong, arguments).verdict == verdicts.SIGNATURE
    key, raw, context = private_key(name), public_key(name), bytes(range(255))
    message = b"a message" * 100
    digest = HASHES["sha512"][2](message)
    signature = key.sign_mu(external_mu(raw, message, context, "sha512"))
    for mode, data in ((MODE_PREHASH, message), (MODE_DIGEST, digest)):
        arguments = Arguments(context=context, mode=mode, hash=HASHES["sha512"][0])
        assert ask(link, name, Inputs(raw, data, signature), arguments).verdict == verdicts.ACCEPT
        other = Arguments(context=context, mode=mode, hash=HASHES["sha3-512"][0])
        assert ask(link, name, Inputs(raw, data, signature), other).verdict == verdicts.SIGNATURE
    mu = external_mu(raw, message, context)
    result = ask(link, name, Inputs(raw, mu, key.sign(message, context)), Arguments(mode=MODE_EXTERNAL_MU))
    assert result.verdict == verdicts.ACCEPT
    check_ram(result, name)


def test_reported_static_memory(board: Emulator, link: Link) -> None:
    """`static` is what the linker laid out, with the alignment of its ends."""
    answer = known_answers("ml-dsa-44")[0]
    result = ask(link, "ml-dsa-44", Inputs(answer.key, answer.message, answer.signature),
                 Arguments(context=answer.context))
    assert static_bytes(board.image) <= result.static < static_bytes(board.image) + 16


def test_zeros(link: Link) -> None:
    """A sender that sends zeros only, with an anchor of zeros and with the right one."""
    for name, scheme in SCHEMES.items():
        if name in (*LONG, *LONG_ZEROS) and not FULL:
            continue
        if scheme.broken or name in CANDIDATES or name.endswith("-24"):  # off by default: not in this image
            with pytest.raises(DeviceError) as raised:
                ask(link, name, Inputs(b"", b"", b""))
            assert raised.value.code == frames.UNKNOWN_SCHEME
            continue
        zeros = Inputs(bytes(scheme.key_bytes), bytes(33), bytes(scheme.signature_bytes))
        # ML-DSA takes the signature first, and z of zero fields is gamma1, which is out of range. The others take the
        # key first; with the right anchor HAETAE's compressed sections do not begin as they must, and Falcon's key does
        # not. SLH-DSA finds out at the end. LMS and its relatives have no set 0.
        key_first = not name.startswith(("ml-dsa", "dilithium"))
        # Of a scheme whose anchor is the key they are one.
        anchors = {bytes(scheme.anchor_bytes): verdicts.KEY if key_first else verdicts.Z_RANGE,
                   scheme.anchor(zeros.key): verdicts.ENCODING if key_first else verdicts.Z_RANGE}
        for anchor, reason in anchors.items():
            assert ask(link, name, zeros, Arguments(anchor=anchor)).verdict == (
                verdicts.SET if scheme.key_varies else verdicts.SIGNATURE if scheme.key_anchor else reason)
        nothing = Inputs(b"", b"", b"")
        assert ask(link, name, nothing).verdict == (verdicts.SET if scheme.key_varies else verdicts.KEY_LENGTH)


# In `make full` alone, with their images: variants stay on one core with assembly and on one without.
DEFAULT_ONLY = ("mps2-an386", "sifive_e")


@pytest.mark.parametrize("board_name, variant", [
    pytest.param(board, variant, marks=[pytest.mark.full] * (board in DEFAULT_ONLY and variant != "default"))
    for board in ("stm32vldiscovery", "mps2-an385", "mps2-an386", "microbit", "sifive_e")
    for variant in ("default", "small", "fast") if (board, variant) != ("stm32vldiscovery", "default")])
def test_other_images(board_name: str, variant: str) -> None:
    """Every board and variant: accepts, rejects, and says what it is."""
    skip_without(board_name)
    with Emulator(board_name, variant) as emulator:
        link = Link(emulator.connect())
        info = link.hello()
        assert (info.board, info.variant) == (board_name, variant)
        answer = known_answers("ml-dsa-44")[1]
        arguments = Arguments(context=answer.context)
        inputs = Inputs(answer.key, answer.message, answer.signature)
        for _ in range(2):
            result = ask(link, "ml-dsa-44", inputs, arguments)
            assert result.verdict == verdicts.ACCEPT
            check_ram(result, "ml-dsa-44", variant)
            assert board_name != "stm32vldiscovery" or result.ram == RAM
        for wrong, reason in (
                (Inputs(inputs.key, inputs.message, flipped(inputs.signature, 1)), verdicts.SIGNATURE),
                (Inputs(inputs.key, inputs.message, inputs.signature[:32] + bytes(3) + inputs.signature[35:]),
                 verdicts.Z_RANGE),
                (Inputs(inputs.key, inputs.message, flipped(inputs.signature, 8 * 2420 - 1)), verdicts.HINT),
                (Inputs(inputs.key, inputs.message + b"\0", inputs.signature), verdicts.SIGNATURE),
                (Inputs(inputs.key, inputs.message, inputs.signature + b"\0"), verdicts.SIG_LENGTH)):
            assert ask(link, "ml-dsa-44", wrong, arguments).verdict == reason
        key = Arguments(anchor=SCHEMES["ml-dsa-44"].anchor(inputs.key), context=answer.context)
        assert ask(link, "ml-dsa-44", Inputs(flipped(inputs.key, 5), inputs.message, inputs.signature),
                   key).verdict == verdicts.KEY


# ---- Activation -----------------------------------------------------------------------------------------------------


@pytest.fixture
def provisioned() -> Iterator[Link]:
    """A board that holds the anchor of key 0 of ML-DSA-44 and counter 10."""
    with Emulator("stm32vldiscovery") as emulator:
        connection = Link(emulator.connect())
        assert not connection.hello().provisioned
        provision(connection)
        yield connection


def provision(link: Link, counter: int = 10, secret: bytes = SECRET) -> None:
    """PROVISION with the anchor of key 0."""
    link.provision("ml-dsa-44", DEVICE_ID, counter, secret, SCHEMES["ml-dsa-44"].anchor(public_key("ml-dsa-44")))


def activate(link: Link, message: bytes, key_number: int = 0, damage: int | None = None) -> DeviceVerdict:
    """ACTIVATE with a signed message; damage: the bit of the signature to change."""
    signature = private_key("ml-dsa-44", key_number).sign(message)
    if damage is not None:
        signature = flipped(signature, damage)
    inputs = Inputs(public_key("ml-dsa-44", key_number), message, signature)
    return verdict_of(link.stream(link.activate(1, inputs), inputs))


def test_activation(provisioned: Link) -> None:
    """A fresh token sets its feature and the counter, once."""
    info = provisioned.hello()
    assert (info.provisioned, info.counter, info.features, info.scheme) == (True, 10, 0, "ml-dsa-44")
    assert info.device_id == DEVICE_ID and info.ram == RAM
    result = activate(provisioned, token(DEVICE_ID, 5, 11))
    assert (result.verdict, result.activation) == (verdicts.ACCEPT, frames.ACTIVATED)
    assert (result.counter, result.features) == (11, 1 << 5)
    result = activate(provisioned, token(DEVICE_ID, 31, (1 << 64) - 2))
    assert (result.activation, result.counter, result.features) == (frames.ACTIVATED, (1 << 64) - 2, 1 << 31 | 1 << 5)
    assert result.peak <= RAM
    assert (provisioned.hello().counter, provisioned.hello().features) == ((1 << 64) - 2, 1 << 31 | 1 << 5)


@pytest.mark.parametrize("message, activation", [
    (token(DEVICE_ID, 1, 10), frames.NOT_FRESH),
    (token(DEVICE_ID, 1, 9), frames.NOT_FRESH),
    (token(DEVICE_ID, 1, 0), frames.NOT_FRESH),
    (token(b"test-device?", 1, 11), frames.OTHER_DEVICE),
    (token(bytes(12), 1, 11), frames.OTHER_DEVICE),
    (token(DEVICE_ID, 32, 11), frames.MALFORMED),
    (token(DEVICE_ID, 0xFFFFFFFF, 11), frames.MALFORMED),
    (token(DEVICE_ID, 1, 11, version=0), frames.MALFORMED),
    (token(DEVICE_ID, 1, 11, version=2), frames.MALFORMED),
])
def test_genuine_but_refused(provisioned: Link, message: bytes, activation: int) -> None:
    """A good signature does not make a bad token good."""
    result = activate(provisioned, message)
    assert (result.verdict, result.activation) == (verdicts.ACCEPT, activation)
    assert (result.counter, result.features) == (10, 0)
    assert (provisioned.hello().counter, provisioned.hello().features) == (10, 0)


def test_forgeries(provisioned: Link) -> None:
    """Nothing but the vendor's signature activates; a replayed token does not either."""
    good = token(DEVICE_ID, 1, 11)
    for damage, reason in ((0, verdicts.SIGNATURE), (8 * 2420 - 1, verdicts.HINT)):
        result = activate(provisioned, good, damage=damage)
        assert (result.verdict, result.activation, result.features) == (reason, frames.ACTIVATION_NONE, 0)
    result = activate(provisioned, good, key_number=1)
    assert (result.verdict, result.activation, result.counter) == (verdicts.KEY, frames.ACTIVATION_NONE, 10)
    # VERIFY never activates, even with the right anchor.
    key = private_key("ml-dsa-44")
    result = ask(provisioned, "ml-dsa-44", Inputs(public_key("ml-dsa-44"), good, key.sign(good)))
    assert (result.verdict, result.activation, result.counter) == (verdicts.ACCEPT, frames.ACTIVATION_NONE, 10)
    assert activate(provisioned, good).activation == frames.ACTIVATED
    assert activate(provisioned, good).activation == frames.NOT_FRESH
    assert provisioned.hello().features == 1 << 1


def test_provisioning(provisioned: Link) -> None:
    """The same data once more is fine; other data is refused and changes nothing."""
    provision(provisioned)
    for counter, secret in ((11, SECRET), (10, bytes(16))):
        with pytest.raises(DeviceError) as raised:
            provision(provisioned, counter, secret)
        assert raised.value.code == frames.PROVISIONED
    assert provisioned.hello().counter == 10
    with pytest.raises(DeviceError) as raised:
        activate(provisioned, token(DEVICE_ID, 1, 11) + b"\0")
    assert raised.value.code == frames.BAD_PAYLOAD


def test_not_provisioned(link: Link) -> None:
    """Without an anchor there is nothing to activate; unknown schemes are refused."""
    with pytest.raises(DeviceError) as raised:
        activate(link, token(DEVICE_ID, 1, 11))
    assert raised.value.code == frames.NOT_PROVISIONED
    with pytest.raises(DeviceError) as raised:
        link.provision("ml-dsa-45", DEVICE_ID, 0, SECRET, bytes(64))
    assert raised.value.code == frames.UNKNOWN_SCHEME
    assert not link.hello().provisioned
