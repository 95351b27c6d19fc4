# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of ARMv6-M against its C twins, bit by bit, in the emulator; assembled by gcc and by clang."""
from __future__ import annotations

import hashlib
import itertools
import random
import re
import struct
import subprocess
import sys

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)

from unicorn.arm_const import UC_ARM_REG_R1  # noqa: E402

from adjoints import check_adjoint, check_constant  # noqa: E402
from armv7m_twins import (ARMV6M_ASSEMBLY, ARMV6M_TARGETS, Twins, available, check_sha512,  # noqa: E402
                          stated_frames, words)
from support import random_bytes  # noqa: E402

FOLDER = ARMV6M_ASSEMBLY[0].parent


@pytest.fixture(scope="module", params=[pytest.param(target, id=target.name) for target in ARMV6M_TARGETS])
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    """The images of each target in turn."""
    if not available(request.param):
        pytest.skip(f"needs {request.param.assembler[0]}")
    return Twins(request.param, tmp_path_factory.mktemp(request.param.name))


def test_keccak(twins: Twins) -> None:
    """Against the twin, and one digest against hashlib."""
    for lanes in words(50, 200):
        twins.check("ksig_keccak_f1600", lanes, 200)
    block = b"kilosig" + b"\x06" + bytes(127) + b"\x80" + bytes(64)
    assert twins.check("ksig_keccak_f1600", block, 200)[0][:32] == hashlib.sha3_256(b"kilosig").digest()


@pytest.mark.parametrize("rate", [168, 144, 136, 104, 72])
def test_keccak_sponges(twins: Twins, rate: int) -> None:
    """Lanes after the rate may differ from the twin's between calls; what is squeezed must not."""
    machines = (twins.c, twins.assembly)
    states = [machine.allocate(bytes(200)) for machine in machines]
    for call in range(6):
        block = random_bytes(rate, 1000 * rate + call)
        for machine, state in zip(machines, states):
            machine.write(state, bytes(a ^ b for a, b in zip(machine.read(state, rate), block)))
            machine.call("ksig_keccak_f1600", state, rate)
        expected, found = (machine.read(state, rate) for machine, state in zip(machines, states))
        assert found == expected


def test_sha256(twins: Twins) -> None:
    """Against the twin, and one digest against hashlib."""
    for chain, block in zip(words(8, 1), words(16, 100)):
        twins.check("ksig_sha256_compress", chain, block)
    initial = struct.pack("<8I", 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                          0x5be0cd19)
    padded = b"kilosig" + b"\x80" + bytes(54) + struct.pack(">H", 8 * 7)
    chain = twins.check("ksig_sha256_compress", initial, padded)[0]
    assert struct.pack(">8I", *struct.unpack("<8I", chain)) == hashlib.sha256(b"kilosig").digest()


def test_sha512(twins: Twins) -> None:
    check_sha512(twins, "ksig_sha512_compress", words(16, 2), words(32, 300))


Q23 = 8380417


def signed(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def polynomials(bound: int, seed: int) -> list[list[int]]:
    """256 values each, at the bound and within it."""
    chooser = random.Random(seed)
    found = [[bound] * 256, [-bound] * 256, [bound, -bound] * 128]
    found.append([chooser.choice((bound, -bound)) for _ in range(256)])
    return found + [[chooser.randint(-most, most) for _ in range(256)] for most in (1, bound // 100, bound, bound)]


def test_short_ntt(twins: Twins) -> None:
    """The largest inputs allowed, and random ones; all of the last layers' nodes; and the value at a root."""
    twins.frames["ksig_short_ntt"] = twins.frames["ksig_short_ntt_last"] + 4  # which it calls
    for values in polynomials(2**24, 23):
        whole = struct.unpack("<256i", twins.check("ksig_short_ntt", signed(values))[0])
        assert whole[0] % Q23 == sum(value * pow(1753, n, Q23) for n, value in enumerate(values)) % Q23
        assert max(map(abs, whole)) < 2**24
        for count, root in ((64, 4), (64, 7), (128, 4), (128, 6), (256, 4)):
            twins.check("ksig_short_ntt_last", signed(values[:count]), count, root)


# ksig_inverse_last23
LAST = (struct.pack("<4i", -46690, -365, -32736, -256), struct.pack("<4i", -2743314, -21453, 3436515, 26874))


def test_short_inverse_ntt(twins: Twins) -> None:
    twins.frames["ksig_short_ntt"] = twins.frames["ksig_short_ntt_last"] + 4
    for values in polynomials(Q23 // 10 * 7, 24):
        there = struct.unpack("<256i", twins.check("ksig_short_inverse_ntt_times", signed(values), LAST[0])[0])
        assert max(map(abs, there)) < 0.742 * Q23
        scaled = struct.unpack("<256i", twins.check("ksig_short_inverse_ntt_times", signed(values), LAST[1])[0])
        assert max(map(abs, scaled)) < 0.742 * Q23
        assert all((556 * new - old) % Q23 == 0 for new, old in zip(scaled, there))
        back = struct.unpack("<256i", twins.check("ksig_short_ntt", signed(list(there)))[0])
        assert all((new - old) % Q23 == 0 for new, old in zip(back, values))


def test_ntt16(twins: Twins) -> None:
    """What it leaves is reduced, so both leave the same; the largest values, and random ones."""
    chooser = random.Random(64513)
    cases = [[value] * 256 for value in (0, 1, 64512)] + [[0, 64512] * 128, [64512, 0] * 128, [0, 0, 64512, 64512] * 64]
    cases += [[0] * place + [chooser.randrange(1, 64513)] + [0] * (255 - place) for place in range(0, 256, 5)]
    cases += [[chooser.choice((0, 1, 64512)) for _ in range(256)] for _ in range(40)]
    for values in cases + [[chooser.randrange(64513) for _ in range(256)] for _ in range(200)]:
        for function in ("ksig_ntt16", "ksig_inverse_ntt16"):
            twins.check(function, struct.pack("<256H", *values))


@pytest.mark.parametrize("n", [512, 1024])
def test_ntt14(twins: Twins, n: int) -> None:
    """The largest values, and random ones."""
    chooser, bound = random.Random(n), 12289
    cases = [[bound] * n, [-bound] * n, [bound, -bound] * (n // 2), [bound, bound, -bound, -bound] * (n // 4), [0] * n]
    cases += [[chooser.choice((bound, -bound)) for _ in range(n)] for _ in range(20)]
    for values in cases + [[chooser.randint(-bound, bound) for _ in range(n)] for _ in range(60)]:
        for function in ("ksig_ntt14", "ksig_inverse_ntt14"):
            twins.check(function, struct.pack(f"<{n}h", *values), n)


def test_multiply_values(twins: Twins) -> None:
    """The largest operands, and random ones; also in place."""
    chooser = random.Random(27)
    for round_number in range(60):
        values, factors = ([chooser.choice((2**24, -2**24, 0, chooser.randint(-2**24, 2**24))) for _ in range(64)]
                           for _ in range(2))
        groups = round_number % 16 + 1
        found = twins.check("ksig_short_multiply_values", bytes(192), signed(values), signed(factors), groups)[0]
        for group, three in enumerate(struct.iter_unpack("<3I", found[:12 * groups])):
            low = [(word ^ 1 << 23) % 2**24 - 2**23 for word in three]
            assert all((low[n] + values[4 * group + n] * factors[4 * group + n]) % Q23 == 0 for n in range(3))
        machine = twins.assembly
        place = machine.allocate(signed(values))
        machine.call("ksig_short_multiply_values", place, place, machine.allocate(signed(factors)), groups)
        assert machine.read(place, 12 * groups) == found[:12 * groups]


def test_sum23(twins: Twins) -> None:
    """Streams at each alignment, with numbers at the bounds, and one to be rejected in each place."""
    chooser = random.Random(25)

    def packed(bound: int) -> bytes:
        values = [chooser.choice((bound, -bound, 0, chooser.randint(-bound, bound))) for _ in range(56)]
        return struct.pack("<42I", *(values[n + i] & 0xFFFFFF | (values[n + 3] >> 8 * i & 0xFF) << 24
                                     for n in range(0, 56, 4) for i in range(3)))
    for round_number in range(120):
        numbers = [chooser.choice((0, 1, Q23 - 1, 2**23 + Q23 - 1, chooser.randrange(Q23))) for _ in range(56)]
        if round_number:
            numbers[round_number % 56] = chooser.choice((Q23, 2**23 - 1, 2**24 - 1))
        offset = round_number % 4
        stream = bytes(offset) + b"".join(number.to_bytes(3, "little") for number in numbers)
        factors = [chooser.choice((2**24, -2**24, 0, chooser.randint(-2**24, 2**24))) for _ in range(56)]
        groups = round_number % 14 + 1
        twins.check("ksig_sum23_add_products", packed(Q23 // 10 * 7), signed(factors), (stream, offset), groups,
                    returns=True)
        twins.check("ksig_sum23_add_packed_products", packed(Q23 // 10 * 7), packed(Q23 // 100 * 51),
                    (stream, offset), groups, returns=True)


def own_form(lanes: bytes) -> bytes:
    """Lanes as even and odd bits, in the order of the columns 0, 2, 4, 1, 3."""
    halves = [sum((lane >> 2 * n + odd & 1) << n for n in range(32))
              for lane in struct.unpack("<25Q", lanes) for odd in (0, 1)]
    places = {5 * y + x: 5 * (0, 2, 4, 1, 3).index(x) + 2 * y % 5 for x in range(5) for y in range(5)}
    ordered = sorted(places, key=lambda lane: places[lane])
    return struct.pack("<50I", *(halves[2 * lane + half] for lane in ordered for half in (0, 1)))


def test_keccak_stays(twins: Twins) -> None:
    """Lanes that stay in the permutation's form between calls: SHAKE128 of a seed, against hashlib."""
    machine, is_own, stays, rate, seed = twins.assembly, 256, 512, 168, random_bytes(34, 1)
    block = bytearray(200)
    block[:len(seed)] = seed
    block[len(seed)] = 0x1f
    block[rate - 1] = 0x80
    lanes, out = machine.allocate(bytes(block)), machine.allocate(bytes(200))
    found, form = b"", len(seed) + 1 + stays
    for _ in range(4):
        machine.call("ksig_keccak_f1600", lanes, form)
        form = is_own + stays
        machine.write(out, machine.read(lanes, 200))
        machine.call("ksig_keccak_separate", out, out, rate // 8)
        assert twins.alone("ksig_keccak_f1600", machine.read(lanes, 200), is_own + rate)
        found += machine.read(out, rate)
        whole = twins.alone("ksig_keccak_separate", machine.read(lanes, 200), 0, 25)[0]
        assert own_form(whole) == machine.read(lanes, 200) and whole[:rate] == found[-rate:]
    assert found == hashlib.shake_128(seed).digest(4 * rate)
    machine.call("ksig_keccak_f1600", lanes, rate + is_own)
    assert machine.read(lanes, rate) == hashlib.shake_128(seed).digest(5 * rate)[-rate:]


def test_sum23_of_lanes(twins: Twins) -> None:
    """The same products as of a stream, from any pair of groups on; numbers to be rejected in any place, and those next
    to them."""
    machine, chooser, name = twins.assembly, random.Random(30), "ksig_sum23_add_products"
    for number in range(120):
        stream = bytearray(random_bytes(200, 5000 + number))
        for n in range(0, 168, 3):
            stream[n + 2] &= 0xBF if chooser.random() < 0.95 else 0xFF
        if number:
            n = chooser.randrange(56)
            stream[3 * n:3 * n + 3] = (Q23 - (number % 3 == 1) | (number & 1) << 23).to_bytes(3, "little")
        first = 2 * chooser.randrange(7)
        groups = 2 * chooser.randint(1, 7 - first // 2)
        values = [chooser.randint(-Q23 // 2, Q23 // 2) for _ in range(56)]
        sums = struct.pack("<42I", *(values[n + i] & 0xFFFFFF | (values[n + 3] >> 8 * i & 0xFF) << 24
                                     for n in range(0, 56, 4) for i in range(3)))
        factors = signed([chooser.randint(-2**24, 2**24) for _ in range(56)])
        place = machine.allocate(sums)
        done = machine.call(name, place, machine.allocate(factors), machine.allocate(bytes(stream)) + 12 * first,
                            groups)
        flags = groups + 256 + 512 * first
        assert twins.alone(name, sums, factors, own_form(bytes(stream)), flags)[0] == machine.read(place, 168)
        assert machine.call(name, machine.allocate(sums), machine.allocate(factors),
                            machine.allocate(own_form(bytes(stream))), flags) == done <= groups


def test_first_layers(twins: Twins) -> None:
    for bits, half in itertools.product((18, 20), (0, 1)):
        size = 32 * bits
        for packed in [bytes(size), b"\xff" * size, *(random_bytes(size, 26 + number) for number in range(6))]:
            twins.check("ksig_mldsa_first_layers", bytes(512), packed, bits, half)


def test_polyhash(twins: Twins) -> None:
    """Limbs at both ends of their ranges, and random ones; the largest sums; no block, one and several."""
    chooser, least, mask = random.Random(130), 2**27, 2**26 - 1
    most = [least + mask] * 5 + [least + mask + 512 * (limb == 1) for limb in range(5)]
    for number in range(80):
        limbs = [chooser.choice((least, high, chooser.randint(least, high))) for high in most]
        if number < 4:
            limbs = [(least, high)[number >> (n < 5) & 1] for n, high in enumerate(most)]
        size = 16 * (number % 4)
        data = b"\xff" * size if number < 20 else bytes(size) if number < 24 else random_bytes(size, 7000 + number)
        twins.check("ksig_polyhash_update", struct.pack("<15I", *limbs, *[0] * 5), data or bytes(4), size)


def test_add_adjoint(twins: Twins) -> None:
    check_adjoint(twins, "ksig_haetae_add_adjoint")
    check_constant(twins, "ksig_haetae_add_adjoint")


def test_exp(twins: Twins) -> None:
    """The ends of the range, digits that are 0 or all ones, and random exponents; both halves of the result."""
    chooser, machines = random.Random(48), (twins.c, twins.assembly)
    digits = (0, 1, 0x7FFF, 0x8000, 0xFFFF)
    cases = [low + (middle << 16) + (high << 32) for low in digits for middle in digits for high in digits[:3]]
    for e in [*cases, 2**47, *(chooser.randrange(2**chooser.randint(1, 47)) for _ in range(3000))]:
        twins.check("ksig_haetae_exp", e & 0xFFFFFFFF, e >> 32, returns=True)
        expected, found = (machine.unicorn.reg_read(UC_ARM_REG_R1) for machine in machines)
        assert found == expected


@pytest.mark.parametrize("path", [path for path in ARMV6M_ASSEMBLY if "do not edit" in path.read_text()],
                         ids=lambda path: path.stem)
def test_generated(path: object) -> None:
    """The committed file is what its generator writes."""
    generator = FOLDER / "generate" / f"{path.stem}.py"  # type: ignore[attr-defined]
    written = subprocess.run([sys.executable, generator], check=True, stdout=subprocess.PIPE)
    assert written.stdout == path.read_bytes()  # type: ignore[attr-defined]


def test_every_routine_is_tested() -> None:
    """Each routine states its frame, and a test here names it."""
    text = "".join(path.read_text() for path in ARMV6M_ASSEMBLY)
    routines = set(re.findall(r"^(?:function|    \.global) (ksig_(?!needs)\w+)", text, re.MULTILINE))
    assert routines == set(stated_frames(ARMV6M_ASSEMBLY))
    with open(__file__, encoding="ascii") as file:
        own = file.read()
    assert not [name for name in routines if f'"{name}"' not in own]
