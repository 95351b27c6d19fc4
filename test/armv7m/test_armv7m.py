# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Assembly against its C twin, bit by bit, on emulated cores; assembled by gcc and by clang."""
from __future__ import annotations

import hashlib
import importlib
import itertools
import random
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)

from adjoints import check_adjoint  # noqa: E402
from armv7m_twins import ASSEMBLY, TARGETS, Target, Twins, available, check_sha512, stated_frames  # noqa: E402
from cortex import Machine  # noqa: E402
from faults.images import bench_image  # noqa: E402
from support import random_bytes  # noqa: E402

# Each core and each assembler; the others in `make full` alone.
PAIRS = ("gcc-cortex-m3", "clang-cortex-m4")


def marks(target: Target) -> list[pytest.MarkDecorator]:
    return [] if target.name in PAIRS else [pytest.mark.full]


def _twins(target: Target, folders: pytest.TempPathFactory, *options: str, only: tuple[str, ...] = ()) -> Twins:
    if not available(target):
        pytest.skip(f"needs {target.assembler[0]}")
    return Twins(target, folders.mktemp(target.name), *options, only=only)


@pytest.fixture(scope="module", params=[
    pytest.param(target, id=target.name, marks=marks(target)) for target in TARGETS])
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    """The images of each target in turn."""
    return _twins(request.param, tmp_path_factory, "-DKSIG_SHA256_PARTS=1")


@pytest.fixture(scope="module", params=[
    pytest.param((target, compact), id=f"{target.name}{'-compact' * compact}", marks=marks(target))
    for target in TARGETS for compact in (0, 1)])
def keccak_twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    """The images of each target and of each variant of Keccak in turn."""
    return _twins(request.param[0], tmp_path_factory, f"-DKSIG_COMPACT_HASH={request.param[1]}",
                  only=("keccak_f1600", "keccak_f1600_compact"))


def words(count: int, seed: int, patterns: bool = True) -> list[bytes]:
    """Inputs of `count` words: extremes and random ones."""
    extremes = [bytes(4 * count), b"\xff" * (4 * count)] if patterns else []
    return extremes + [random_bytes(4 * count, seed + number) for number in range(6)]


def in_place(machine: Machine, function: str, chain: bytes, block: bytes) -> list[bytes]:
    """A compression of data that lies in the block."""
    places = machine.allocate(chain), machine.allocate(block)
    machine.call(function, places[0], places[1], places[1])
    return [machine.read(place, len(data)) for place, data in zip(places, (chain, block))]


def test_sha256(twins: Twins) -> None:
    """Against the twin, at each alignment and in place, and one digest against hashlib."""
    for number, (chain, block) in enumerate(zip(words(8, 1), words(16, 100))):
        offset = number % 4
        twins.check("ksig_sha256_compress_from", chain, words(16, 1200)[number], (bytes(offset) + block, offset))
        assert in_place(twins.assembly, "ksig_sha256_compress_from", chain, block) == in_place(
            twins.c, "ksig_sha256_compress_from", chain, block)
    initial = struct.pack("<8I", 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                          0x5be0cd19)
    padded = b"kilosig" + b"\x80" + bytes(54) + struct.pack(">H", 8 * 7)
    chain = in_place(twins.assembly, "ksig_sha256_compress_from", initial, padded)[0]
    assert struct.pack(">8I", *struct.unpack("<8I", chain)) == hashlib.sha256(b"kilosig").digest()


# The library without assembly is built for one image of the bench.
@pytest.mark.parametrize("variant", ["default", pytest.param("c", marks=pytest.mark.full)])
def test_sha256_take(variant: str) -> None:
    """Pieces of any length at each alignment, and their number."""
    machine = bench_image(f"rainbow-1-classic-verify-{variant}-O2")
    data = random_bytes(1500, 1300)
    state, place = machine.allocate(bytes(104)), machine.allocate(data)
    for seed in range(12):
        chooser, at = random.Random(seed), 0
        machine.call("ksig_sha256_init", state, machine.symbols["ksig_sha256_initial"])
        while at < len(data):
            length = min(len(data) - at, chooser.choice((0, 1, 63, 64, 65, 128, 129, chooser.randrange(600))))
            assert machine.call("ksig_sha256_take", state, place + at, length) == state + length
            at += length
        digest = machine.allocate(bytes(32))
        machine.call("ksig_sha256_final", state, digest, 32)
        assert machine.read(digest, 32) == hashlib.sha256(data).digest()
    assert machine.read(place, len(data)) == data


@pytest.mark.parametrize("n, steps", [(16, 1), (16, 15), (24, 2), (32, 3)])
def test_sha256_chain(twins: Twins, n: int, steps: int) -> None:
    """Against the twin: the chain's state and x. The stack is that of the compression too."""
    frames = stated_frames()
    twins.frames["ksig_sha256_chain_steps"] = frames["ksig_sha256_chain_steps"] + frames["ksig_sha256_compress_from"]
    for state, x in zip(words(38, 1000), words(n // 4, 1100)):
        twins.check("ksig_sha256_chain_steps", state, x, n, steps)


@pytest.mark.parametrize("n, steps", [(24, 1), (24, 15), (32, 1), (32, 2), (32, 255)])
def test_lmots_chain(twins: Twins, n: int, steps: int) -> None:
    """Against the twin: prefix, what is common to the steps, and the block with x in it. The stack is that of the
    compression too."""
    frames = stated_frames()
    twins.frames["ksig_lmots_chain_steps"] = frames["ksig_lmots_chain_steps"] + frames["ksig_sha256_compress_from"]
    for state in words(30, 1200):
        twins.check("ksig_lmots_chain_steps", state, n, steps)


Q23 = 8380417


def signed(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def test_ntt23(twins: Twins) -> None:
    """The largest inputs allowed, and random ones; all of the last layers' nodes."""
    chooser = random.Random(23)
    inputs = [[sign * (2**26 - 1)] * 256 for sign in (-1, 1)]
    inputs += [[chooser.randint(-bound, bound) for _ in range(256)] for bound in (1, 2**19, Q23, 2**26 - 1)]
    for values in inputs:
        whole = twins.check("ksig_ntt23", signed(values))[0]
        assert struct.unpack("<i", whole[:4])[0] % Q23 == sum(
            value * pow(1753, n, Q23) for n, value in enumerate(values)) % Q23
        for count, root in ((64, 4), (64, 7), (128, 4), (128, 6), (256, 4)):
            twins.check("ksig_ntt23_last", signed(values[:count]), count, root)


def test_inverse_ntt23(twins: Twins) -> None:
    chooser = random.Random(24)
    inputs = [[value] * 256 for value in (Q23, -Q23)] + [[Q23, -Q23] * 128]
    inputs += [[chooser.randint(-Q23, Q23) for _ in range(256)] for _ in range(4)]
    for values in inputs:
        there = struct.unpack("<256i", twins.check("ksig_inverse_ntt23", signed(values))[0])
        back = struct.unpack("<256i", twins.check("ksig_ntt23", signed(list(there)))[0])
        assert all((new - (old << 32)) % Q23 == 0 for new, old in zip(back, values))


def test_sum23(twins: Twins) -> None:
    """Streams at each alignment, with numbers at the bounds, and one to be rejected in each place."""
    chooser = random.Random(25)
    for round_number in range(60):
        numbers = [chooser.choice((0, 1, Q23 - 1, 2**23 + Q23 - 1, chooser.randrange(Q23))) for _ in range(56)]
        if round_number:
            numbers[round_number % 56] = chooser.choice((Q23, 2**23 - 1, 2**24 - 1))
        offset = round_number % 4
        stream = bytes(offset) + b"".join(number.to_bytes(3, "little") for number in numbers)
        bound = 120 * Q23
        factors = [chooser.choice((bound, -bound, 0, chooser.randint(-9 * Q23, 9 * Q23))) for _ in range(56)]
        values = [chooser.choice((Q23, -Q23, chooser.randint(-Q23, Q23))) for _ in range(56)]
        packed = struct.pack("<42I", *(values[n + i] & 0xFFFFFF | (values[n + 3] >> 8 * i & 0xFF) << 24
                                       for n in range(0, 56, 4) for i in range(3)))
        twins.check("ksig_sum23_add_products", packed, signed(factors), (stream, offset), 14, returns=True)
        if "ksig_sum23_add_packed_products" in twins.assembly.symbols:  # of Cortex-M4 alone
            twins.check("ksig_sum23_add_packed_products", packed, packed[84:] + packed[:84], (stream, offset), 14,
                        returns=True)


def test_sum23_pack(twins: Twins) -> None:
    """Up to the bounds; apart, and in place."""
    chooser = random.Random(27)
    most = 2**31 - 2**22 - 1
    for bound in (1, Q23, most):
        values = signed([chooser.choice((bound, -bound, chooser.randint(-bound, bound))) for _ in range(256)])
        packed = twins.check("ksig_sum23_pack", bytes(768), values)[0]
        place = twins.assembly.allocate(values)
        twins.assembly.call("ksig_sum23_pack", place, place)
        assert twins.assembly.read(place, 768) == packed


def test_ntt23_pack(twins: Twins) -> None:
    """The words, apart from the values and in their place; the values are lost."""
    if "ksig_ntt23_pack" not in twins.assembly.symbols:  # of Cortex-M4 alone
        return
    chooser = random.Random(33)
    twins.frames["ksig_ntt23_pack"] = twins.frames["ksig_ntt23"]  # where it jumps to
    for bound in (2, 8, 1 << 17, 1 << 19, Q23 // 2):
        values = signed([chooser.randint(-bound, bound) for _ in range(256)])
        place = twins.c.allocate(values)
        twins.c.call("ksig_ntt23_pack", place, place)
        packed = twins.c.read(place, 768)
        assert twins.alone("ksig_ntt23_pack", bytes(768), values)[0] == packed
        place = twins.assembly.allocate(values)
        twins.assembly.call("ksig_ntt23_pack", place, place)
        assert twins.assembly.read(place, 768) == packed


def test_rotate(twins: Twins) -> None:
    """Fields up to 8 at any place, any number of terms, signs."""
    chooser = random.Random(26)
    for round_number in range(40):
        count, first = 1 + round_number % 28, chooser.randrange(8)
        fields = bytes(chooser.choice((0, 8, chooser.randrange(9))) for _ in range(288))
        positions = bytes(chooser.choice((0, 255, 32 * first, chooser.randrange(256))) for _ in range(count))
        terms = first << 29 | 1 << count | chooser.getrandbits(count)
        sums = random_bytes(32, round_number) if round_number % 2 else bytes(32)
        twins.check("ksig_mldsa_rotate", sums, fields, positions, terms, returns=True)


def test_rotate_wide(twins: Twins) -> None:
    """The same of fields up to 8191."""
    chooser = random.Random(28)
    for round_number in range(40):
        count, first = 1 + round_number % 27, chooser.randrange(16)
        fields = struct.pack("<272H", *(chooser.choice((0, 8191, chooser.randrange(8192))) for _ in range(272)))
        positions = bytes(chooser.choice((0, 255, 16 * first, chooser.randrange(256))) for _ in range(count))
        terms = first << 28 | 1 << count | chooser.getrandbits(count)
        sums = random_bytes(32, round_number) if round_number % 2 else bytes(32)
        twins.check("ksig_mldsa_rotate_wide", sums, fields, positions, terms, returns=True)


@pytest.mark.parametrize("gamma2, factor, beta", [(95232, 90201, 78), (261888, 32801, 196), (261888, 32801, 120)])
def test_note_half(twins: Twins, gamma2: int, factor: int, beta: int) -> None:
    """Coefficients on both sides of every bound, none to many of them critical."""
    chooser, bound = random.Random(29), gamma2 - 2 * beta - 1
    critical = struct.pack("<5I", gamma2 - 1, bound - 1, factor, 2 * gamma2, 2 * bound - 2)
    edges = [(2 * gamma2 * high + low) % Q23 for high in range((Q23 - 1) // (2 * gamma2) + 1)
             for near in (-gamma2, -bound, bound, gamma2) for low in range(near - 2, near + 3)]
    for most in (0, 1, 3, 4, 128):
        for place in (256, 384):
            w = [chooser.choice((0, 1, Q23 - 1, 2 * gamma2)) for _ in range(128)]
            for n in chooser.sample(range(128), most):
                w[n] = chooser.choice(edges)
            slots = twins.check("ksig_mldsa_note_half", signed(w), bytes(12), critical, place, returns=True)[1]
            met = [value | place + n << 23 for n, value in enumerate(w)
                   if abs((value + gamma2 - 1) % (2 * gamma2) - gamma2 + 1) >= bound]
            assert list(struct.unpack("<3I", slots)) == (met[::-1] + [0, 0, 0])[:3]


Q16 = 64513


@pytest.mark.parametrize("function", ["ksig_ntt16", "ksig_inverse_ntt16"])
def test_ntt16(twins: Twins, function: str) -> None:
    """Extremes, one value alone in each place, and random ones."""
    chooser = random.Random(16)
    inputs = [[0] * 256, [Q16 - 1] * 256, [0, Q16 - 1] * 128, [Q16 - 1, 0] * 128, [Q16 // 2, Q16 // 2 + 1] * 128]
    inputs += [[(Q16 - 1) * (n == at) for n in range(256)] for at in range(0, 256, 17)]
    inputs += [[chooser.randrange(Q16) for _ in range(256)] for _ in range(30)]
    inputs += [[chooser.choice((0, 1, Q16 // 2, Q16 - 1)) for _ in range(256)] for _ in range(30)]
    for values in inputs:
        twins.check(function, struct.pack("<256H", *values))


Q14 = 12289


def _polynomials(n: int, most: int, seed: int) -> list[list[int]]:
    """The largest values, signs by turns, one value alone, and random ones."""
    chooser = random.Random(seed)
    found = [[most] * n, [-most] * n, [most, -most] * (n // 2), [-most, most, most, -most] * (n // 4)]
    found += [[chooser.choice((most, -most)) for _ in range(n)] for _ in range(4)]
    found += [[most * (at == position) for at in range(n)] for position in (0, 1, n // 2 - 1, n - 1)]
    return found + [[chooser.randint(-most, most) for _ in range(n)] for _ in range(4)]


@pytest.mark.parametrize("n", [512, 1024])
def test_ntt14(twins: Twins, n: int) -> None:
    for values in _polynomials(n, Q14, n):
        for function in ("ksig_ntt14", "ksig_inverse_ntt14"):
            twins.check(function, struct.pack(f"<{n}h", *values), n)


@pytest.mark.parametrize("n", [512, 1024])
def test_multiply_ntt14(twins: Twins, n: int) -> None:
    """For what a transform leaves: below 3 q / 2 in size."""
    most = 3 * Q14 // 2
    for a, b in zip(_polynomials(n, most, n + 1), reversed(_polynomials(n, most, n + 2))):
        twins.check("ksig_multiply_ntt14", struct.pack(f"<{n}h", *a), struct.pack(f"<{n}h", *b), n)


def test_first_layers(twins: Twins) -> None:
    for bits, half in itertools.product((18, 20), (0, 1)):
        size = 32 * bits
        for packed in [bytes(size), b"\xff" * size, random_bytes(size, 26), random_bytes(size, 27)]:
            twins.check("ksig_mldsa_first_layers", bytes(512), packed, bits, half)


def test_sha512(twins: Twins) -> None:
    check_sha512(twins, "ksig_sha512_compress", words(16, 300), words(32, 400))


def test_keccak(keccak_twins: Twins) -> None:
    """Against the twin, and one digest against hashlib."""
    for lanes in words(50, 200):
        keccak_twins.check("ksig_keccak_f1600", lanes, 200)
    block = b"kilosig" + b"\x06" + bytes(127) + b"\x80" + bytes(64)
    assert keccak_twins.check("ksig_keccak_f1600", block, 200)[0][:32] == hashlib.sha3_256(b"kilosig").digest()


def own_form(lanes: bytes) -> bytes:
    """Lanes as even and odd bits."""
    halves = [sum((lane >> 2 * n + odd & 1) << n for n in range(32))
              for lane in struct.unpack(f"<{len(lanes) // 8}Q", lanes) for odd in (0, 1)]
    return struct.pack(f"<{len(halves)}I", *halves)


def test_keccak_stays(twins: Twins) -> None:
    """Lanes that stay in the permutation's form between calls: SHAKE128 and SHAKE256 of seeds, against hashlib."""
    machine, is_own, stays = twins.assembly, 256, 512
    for rate, seed, shake in ((168, random_bytes(34, 1), hashlib.shake_128),
                              (136, random_bytes(66, 2), hashlib.shake_256)):
        block = bytearray(200)
        block[:len(seed)] = seed
        block[len(seed)] = 0x1f
        block[rate - 1] = 0x80
        lanes, out = machine.allocate(bytes(block)), machine.allocate(bytes(200))
        found, form = b"", len(seed) + 1 + stays
        for _ in range(4):
            machine.call("ksig_keccak_f1600", lanes, form)
            form = is_own + stays
            twins.alone("ksig_keccak_separate", bytes(200), machine.read(lanes, 200), rate // 8)
            machine.call("ksig_keccak_separate", out, lanes, rate // 8)
            assert own_form(machine.read(out, rate)) == machine.read(lanes, rate)
            found += machine.read(out, rate)
        assert found == shake(seed).digest(4 * rate)
        machine.call("ksig_keccak_f1600", lanes, rate + is_own)
        assert machine.read(lanes, rate) == shake(seed).digest(5 * rate)[-rate:]


def test_sum23_lanes(twins: Twins) -> None:
    """The same products as of a stream; numbers to be rejected in any place, and those next to them."""
    machine, chooser = twins.assembly, random.Random(30)
    if "ksig_sum23_add_lanes_products" not in machine.symbols:  # of Cortex-M4 alone
        return
    for number in range(80):
        stream = bytearray(random_bytes(168, 5000 + number))
        for n in range(0, 168, 3):
            stream[n + 2] &= 0xBF if chooser.random() < 0.95 else 0xFF
        if number:
            n = chooser.randrange(56)
            stream[3 * n:3 * n + 3] = (Q23 - (number % 3 == 1) | (number & 1) << 23).to_bytes(3, "little")
        groups, packed = chooser.choice((2, 8, 14)), struct.pack("<84I", *(chooser.getrandbits(32) for _ in range(84)))
        words_, factors = packed[:168], packed[168:]
        place = machine.allocate(words_)
        done = machine.call("ksig_sum23_add_packed_products", place, machine.allocate(factors),
                            machine.allocate(bytes(stream)), groups)
        found = twins.alone("ksig_sum23_add_lanes_products", words_, factors, own_form(bytes(stream)), groups)[0]
        assert found == machine.read(place, 168) and done <= groups
        again = machine.call("ksig_sum23_add_lanes_products", machine.allocate(words_), machine.allocate(factors),
                             machine.allocate(own_form(bytes(stream))), groups)
        assert again == done


@pytest.mark.parametrize("rate", [72, 104, 136, 144, 168])
def test_keccak_sponges(keccak_twins: Twins, rate: int) -> None:
    """Lanes after the rate may differ from the twin's between calls; what is squeezed must not."""
    machines = (keccak_twins.c, keccak_twins.assembly)
    states = [machine.allocate(bytes(200)) for machine in machines]
    for call in range(4):
        block = random_bytes(rate, 1000 * rate + call)
        for machine, state in zip(machines, states):
            machine.write(state, bytes(a ^ b for a, b in zip(machine.read(state, rate), block)))
            machine.call("ksig_keccak_f1600", state, rate)
        expected, found = (machine.read(state, rate) for machine, state in zip(machines, states))
        assert found == expected


def test_count_below(twins: Twins) -> None:
    """Against the twin, around every entry that it counts and at the ends of both ranges."""
    for u in [*range(0, 65536, 97), 3266, 3267, 32767, 32768, 33309, 33310, *range(65300, 65536)]:
        twins.check("ksig_haetae_count_below", u, returns=True)


def test_add_adjoint(twins: Twins) -> None:
    check_adjoint(twins, "ksig_haetae_add_adjoint")


def test_brwhash(twins: Twins) -> None:
    """Factors at both ends of their ranges, and random ones, limb by limb; data at each alignment."""
    chooser = random.Random(116)
    ranges = [(2**27, 2**29 + 2**27)] * 12 + [(2**27, 2**29 + 2**28 + 2**27)] * 4  # r, s, f, value
    for number in range(40):
        limbs = [chooser.choice((least, most + 100, chooser.randrange(least, most))) for least, most in ranges]
        if number < 2:
            limbs = [(least, most + 100)[number] for least, most in ranges]
        data = b"\xff" * 170 if number % 4 == 1 else random_bytes(170, 800 + number)
        twins.check("ksig_brwhash_groups", struct.pack("<16I", *limbs) + bytes(44), (data, number % 4),
                    42 * (1 + number % 3) + chooser.randrange(42), returns=True)
    # The value of nothing, and the powers of init.
    twins.check("ksig_brwhash_groups", bytes(108), bytes(42), 42, returns=True)


def test_columns_rainbow(twins: Twins) -> None:
    """Every number of columns from every place of a row; some products 0; data at each alignment."""
    chooser = random.Random(4465)
    for number in range(150):
        column = number % 100 if number < 100 else chooser.randrange(100)
        count = chooser.randint(1, min(20, 100 - column))
        products = bytes([0] + [chooser.choice((0, 1, 15, chooser.randrange(16))) for _ in range(15)])
        x = bytes(random_bytes(52, number) if number % 3 else b"\x0f\xf0" * 26)
        table = products + random_bytes(480, 1000 + number)
        data = random_bytes(32 * count + 3, 2000 + number)
        after = twins.check("ksig_mq_add_columns_rainbow", table, x, (data, number % 4), column + 256 * count)[0]
        expected = [list(table[16 + 32 * i:48 + 32 * i]) for i in range(15)]
        for i in range(count):
            value = products[x[(column + i) // 2] >> 4 * ((column + i) % 2) & 15]
            for k in range(32 if value else 0):
                expected[value - 1][k] ^= data[number % 4 + 32 * i + k]
        assert after == products + bytes(itertools.chain(*expected))


def test_columns_gemss(twins: Twins) -> None:
    """The same over GF(2): all lengths across the words of x."""
    chooser = random.Random(17391)
    for number in range(250):
        column = number % 186 if number < 186 else chooser.randrange(186)
        count = min(186 - column, chooser.choice((1, 31, 32, 33, 64, 186, chooser.randint(1, 100))))
        x = (b"\xff" * 28, bytes(28), random_bytes(28, number))[min(number % 6, 2)]
        start = random_bytes(20, 3000 + number)
        data = random_bytes(20 * count + 3, 4000 + number)
        after = twins.check("ksig_mq_add_columns_gemss", start, x, (data, number % 4), column + 256 * count)[0]
        expected = list(start)
        for i in range(count):
            if x[(column + i) // 8] >> (column + i) % 8 & 1:
                expected = [a ^ b for a, b in zip(expected, data[number % 4 + 20 * i:])]
        assert after == bytes(expected)


def test_generated() -> None:
    """keccak_f1600_armv7m.S is what its generator writes."""
    source = next(path for path in ASSEMBLY if path.name == "keccak_f1600_armv7m.S")
    generator = source.parent.parent / "generate/keccak_f1600.py"
    written = subprocess.run([sys.executable, generator], check=True, stdout=subprocess.PIPE)
    assert written.stdout == source.read_bytes()


def test_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search's cost is that of the committed instructions, and no exchange of two rows costs less."""
    source = next(path for path in ASSEMBLY if path.name == "keccak_f1600_armv7m.S")
    rounds = source.read_text().split(".Lfour_rounds:\n")[1].split("    ldr ")[0].splitlines()
    operations = [line.split()[0].split(".")[0] for line in rounds]
    before_loads = [before for before, load in zip([""] + operations, operations) if load == "ldr"]
    cost = len(operations) + sum({"ldr": 0, "str": 4}.get(before, 1) for before in before_loads)
    left = operations.count("ror")
    folder = source.parent.parent / "generate"
    search_script = folder / "search_keccak_f1600.py"
    printed = subprocess.run([sys.executable, "-B", search_script], check=True, stdout=subprocess.PIPE).stdout.decode()
    assert printed == f"{cost - left} cycles and {left} rotations\n"

    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    generator, search = importlib.import_module("keccak_f1600"), importlib.import_module("search_keccak_f1600")
    order = generator.ROW_ORDER
    found = search.plan(order)
    assert found[0] == cost - left
    assert sorted(found[1]) == sorted(generator.SPILLED)
    compared = 0
    for i, j in itertools.combinations(range(10), 2):
        other = list(order)
        other[i], other[j] = other[j], other[i]
        plan = search.plan(other) if other[8][1] == other[9][1] else None
        compared += plan is not None
        assert plan is None or plan[0] >= found[0], other
    assert compared > 10


def test_every_routine_is_tested() -> None:
    """Each routine states its frame, and a test of this folder names it; so does each second entry."""
    text = "".join(path.read_text() for path in ASSEMBLY)
    routines = {line.split()[1] for line in text.splitlines() if line.startswith("function ")}
    entries = set(re.findall(r"^(ksig_\w+):", text, re.MULTILINE))
    assert routines | entries == set(stated_frames())
    own = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert not [name for name in routines if f'"{name}"' not in own]
