# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of UOV, MAYO and AES against its C twins."""
from __future__ import annotations

import hashlib
import random
import struct

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)

from armv7m_twins import TARGETS, Twins, available, stated_frames  # noqa: E402
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: E402
from faults.images import bench_image  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from support import candidate_example, random_bytes  # noqa: E402
from test_armv7m import marks  # noqa: E402


@pytest.fixture(scope="module", params=[
    pytest.param(target, id=target.name, marks=marks(target)) for target in TARGETS])
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    """The images of each target in turn."""
    if not available(request.param):
        pytest.skip(f"needs {request.param.assembler[0]}")
    return Twins(request.param, tmp_path_factory.mktemp(request.param.name), "-DKSIG_RESEARCH=1",
                 "-DKSIG_ENABLE_UOV=1", "-DKSIG_ENABLE_MAYO=1",
                 only=("aes", "aes_block", "mayo_words", "uov_columns", "mq_columns", "sha256"))


# UOV-Ip has 2 groups, III and V 3 and 4, of six words and nine planes; Is has 1, of eight words and five planes.
@pytest.mark.parametrize("function, words, planes, groups", [
    ("ksig_uov_add_256", 6, 9, 1), ("ksig_uov_add_256", 6, 9, 2), ("ksig_uov_add_256", 6, 9, 3),
    ("ksig_uov_add_256", 6, 9, 4), ("ksig_uov_add_16", 8, 5, 1)])
def test_uov_add(twins: Twins, function: str, words: int, planes: int, groups: int) -> None:
    """Each single bit of the product, all of them, and others; at each alignment of the column."""
    products = [1 << bit for bit in range(planes)] + [(1 << planes) - 1, 0b00101, 0b01010, 0b11001]
    for number, product in enumerate(products):
        column, before = random_bytes(4 * words * groups, number), random_bytes(4 * words * planes * groups, number)
        arguments = (product, groups) if planes == 9 else (product,)
        after = twins.check(function, before, (bytes(number % 4) + column, number % 4), *arguments)[0]
        for group in range(groups):
            for plane in range(planes):
                begin = 4 * words * (planes * group + plane)
                added = column[4 * words * group:][:4 * words] if product >> plane & 1 else bytes(4 * words)
                expected = bytes(a ^ b for a, b in zip(before[begin:], added))
                assert after[begin:begin + 4 * words] == expected


def test_uov_take(twins: Twins) -> None:
    """Columns of each set, with the block filled up to any byte that they may begin at; the hash's too. The stack is
    that of the compression too, for whose call eight registers are taken off."""
    frames = stated_frames()
    twins.frames["ksig_uov_take"] = frames["ksig_uov_take"] - 32 + frames["ksig_sha256_compress_from"]
    cases = [(45, 1 + filled % 7, filled, 0) for filled in range(64)]
    cases += [(whole, count, filled, 0) for whole in (72, 96) for count, filled in ((1, 0), (2, 40), (5, 56), (11, 16))]
    cases += [(32, count, filled, j) for count, filled, j in ((1, 0, 0), (1, 48, 1), (16, 32, 7), (5, 16, 158))]
    cases += [(45, 255, 63, 0), (32, 160, 0, 0)]
    for number, (column, count, filled, j) in enumerate(cases):
        products = random_bytes(32, number)
        if column == 32:
            products = bytes(byte & 31 for byte in products)
        planes = random_bytes(5 * 32 if column == 32 else 9 * 4 * ((column + 3) // 4), number)
        state = products + random_bytes(32 + 64 + 24, number) + planes
        data = bytes(number % 4) + random_bytes(column * count, number)
        # Zeros too: a column that is not added.
        x = bytes(byte if byte % 5 else 0 for byte in random_bytes(j // 2 + count + 1, number))
        second = 1 << 15 | j if column == 32 else column
        twins.check("ksig_uov_take", state, (data, number % 4), x, count | filled << 8 | second << 16, returns=True)


def times(a: int, b: int) -> int:
    """A product in GF(16) modulo x^4 + x + 1."""
    product = 0
    for bit in range(4):
        product ^= (b >> bit & 1) * a << bit
    for bit in (6, 5, 4):
        product ^= (product >> bit & 1) * 0b10011 << bit - 4
    return product


def nibbles(data: bytes) -> list[int]:
    """From the low one of the first byte on."""
    return [byte >> shift & 15 for byte in data for shift in (0, 4)]


@pytest.mark.parametrize("count", [5, 10, 11, 12])
def test_mayo_add_column(twins: Twins, count: int) -> None:
    """Each factor, one and several words, at each alignment of the column; and the products are where they belong."""
    chooser = random.Random(count)
    whole = 8 if count > 8 else 0
    for number in range(16):
        words = (1, 2, 8, 10)[number % 4]
        factors = [(number + i) % 16 if number < 8 else chooser.randrange(16) for i in range(count)]
        packed = sum(factor << 4 * i for i, factor in enumerate(factors))
        column, before = random_bytes(4 * words, 90 + number), random_bytes(4 * count * words, number)
        after = twins.check("ksig_mayo_add_column", before, (bytes(number % 4) + column, number % 4),
                            packed & 0xFFFFFFFF, packed >> 32, words, count)[0]
        expected = nibbles(before)
        for e, element in enumerate(nibbles(column)):
            sums = 8 * count * (e // 8)
            for i, factor in enumerate(factors):
                at = 8 * (e % 8) + i if i < whole else 8 * whole + (count - whole) * (e % 8) + i - whole
                expected[sums + at] ^= times(factor, element)
        assert nibbles(after) == expected


def place(power: int) -> int:
    """KSIG_MAYO_PLACE of research/mayo/mayo_words.h."""
    return power // 8 * 4 << 8 | power % 8 * 4


def test_mayo_add_shifted(twins: Twins) -> None:
    """Each factor at each shift, and as many as a column has pairs."""
    chooser = random.Random(3)
    for word in (0, 0xFFFFFFFF, 1, 0x80000000, chooser.getrandbits(32)):
        for power in range(16):
            before = random_bytes(16, power)
            after = twins.check("ksig_mayo_add_shifted", before, word, bytes([power]),
                                struct.pack("<H", place(power)), 1)[0]
            expected = nibbles(before)
            for i, element in enumerate(nibbles(struct.pack("<I", word))):
                expected[power + i] ^= times(element, power)
            assert nibbles(after) == expected
        for count in (15, 55, 66, 78):
            factors = bytes(chooser.randrange(16) for _ in range(count))
            places = struct.pack(f"<{count}H", *(place(chooser.randrange(78)) for _ in range(count)))
            twins.check("ksig_mayo_add_shifted", random_bytes(128, count), word, factors, places, count)


def items(factors: list[int], powers: list[int]) -> bytes:
    """For ksig_mayo_add_row: factors below 8 first, the last of each half with its mark."""
    ordered = sorted(zip(factors, powers), key=lambda item: item[0] >= 8)
    packed = [place(power) >> 8 << 24 | number % 16 << 16 | factor << 10 | place(power) & 0xFF
              for number, (factor, power) in enumerate(ordered)]
    low = sum(factor < 8 for factor in factors)
    if low:
        packed[low - 1] |= 1 << 23
    packed[-1] |= 3 << 22
    return struct.pack(f"<{len(packed)}I", *packed)


def test_mayo_add_row(twins: Twins) -> None:
    """Each factor at each shift, rows of each set, those of lambda too; factors of one half only."""
    chooser = random.Random(4)
    cases = [([factor], [factor], 1, 1) for factor in range(16)]
    for count, pairs in ((5, 4), (10, 5), (11, 7), (12, 9)):
        for least, most in ((0, 15), (0, 7), (8, 15)):
            factors = [chooser.randint(least, most) for _ in range(count)]
            cases.append((factors, [chooser.randrange(78) for _ in range(count)], count, pairs))
    for number, (factors, powers, stride, pairs) in enumerate(cases):
        words, before = random_bytes(8 * stride * pairs, number), random_bytes(128, 50 + number)
        after = twins.check("ksig_mayo_add_row", before, words, items(factors, powers), stride, pairs)[0]
        expected = nibbles(before)
        for w in range(2 * pairs):
            for i, element in enumerate(nibbles(words[4 * stride * w:4 * stride * w + 4])):
                for factor, power in zip(factors, powers):
                    expected[8 * w + i + power] ^= times(factor, element)
        assert nibbles(after) == expected


def test_aes_ctr_rounds(twins: Twins) -> None:
    """Against the twin, and against AES of a library."""
    machine = bench_image("uov-1p-pkc-r3-verify-default-O2")
    for number, (first, count) in enumerate([(0, 1), (1, 5), (250, 6), (255, 1), (256, 3), (0x12345678, 4)]):
        key, iv = random_bytes(16, number), random_bytes(16, 20 + number) if number % 2 else bytes(16)
        state = machine.allocate(bytes(172))
        machine.call("ksig_aes_ctr_init", state, machine.allocate(key), machine.allocate(iv))
        stream = machine.read(state, 168) + struct.pack("<I", first)
        state = machine.allocate(stream)
        machine.call("ksig_aes_ctr_keep", state)
        out = twins.check("ksig_aes_ctr_rounds", machine.read(state, 172), bytes(16 * count), count)[1]
        cipher = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
        blocks = [bytes(a ^ b for a, b in zip(iv, bytes(12) + struct.pack(">I", first + block)))
                  for block in range(count)]
        assert out == cipher.update(b"".join(blocks))


@pytest.mark.parametrize("name", ["uov-1p-r3", "uov-1p-pkc-r3", "uov-1s-pkc-r3"])
def test_uov_pieces(name: str) -> None:
    """Calls with any number of bytes: whole columns go through other code than the pieces at their ends do. A bit in
    any group of a column matters."""
    machine, chooser, example = bench_image(f"{name}-verify-default-O2"), random.Random(7), candidate_example(name)
    assert example.key is not None
    state, scheme = machine.allocate(bytes(2048)), machine.symbols[f"ksig_{name.replace('-', '_')}"]
    secret = machine.allocate(bytes(16))
    for most, changed in ((600, None), (50, None), (600, -1), (4000, 300), (100, 20000)):
        key = bytearray(example.key)
        if changed is not None:
            key[changed] ^= 1 << changed % 8
        anchor = machine.allocate(hashlib.sha256(key).digest())
        arguments = machine.allocate(struct.pack("<7I2B2x", anchor, 0, secret, 0, len(example.message),
                                                 len(example.signature), len(key), 0, 0))
        pending = machine.call("ksig_verify_open", state, 2048, scheme, arguments)
        for part in (example.message, example.signature, bytes(key)):
            at = 0
            while at < len(part):
                mark, chunk = machine.flash_mark(), part[at:at + chooser.randrange(1, most)]
                assert machine.call("ksig_verify_feed", state, machine.allocate_flash(chunk), len(chunk)) == pending
                machine.flash_free(mark)
                at += len(chunk)
        expected = verdicts.ACCEPT if changed is None else verdicts.SIGNATURE
        assert machine.call("ksig_verify_close", state) == expected
        machine.free_from(anchor)
