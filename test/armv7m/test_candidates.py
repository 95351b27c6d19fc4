# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of UOV, MAYO and AES against its C twins."""
from __future__ import annotations

import random
import struct

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)

from armv7m_twins import TARGETS, Twins, available  # noqa: E402
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: E402
from faults.images import bench_image  # noqa: E402
from support import random_bytes  # noqa: E402
from test_armv7m import marks  # noqa: E402


@pytest.fixture(scope="module", params=[
    pytest.param(target, id=target.name, marks=marks(target)) for target in TARGETS])
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Twins:
    """The images of each target in turn."""
    if not available(request.param):
        pytest.skip(f"needs {request.param.assembler[0]}")
    return Twins(request.param, tmp_path_factory.mktemp(request.param.name), "-DKSIG_RESEARCH=1",
                 "-DKSIG_ENABLE_UOV=1",
                 "-DKSIG_ENABLE_MAYO=1")


# UOV-Ip: 44 elements of GF(256); Is: 64 of GF(16); III and V: 72 and 96.
@pytest.mark.parametrize("words, planes", [(8, 4), (12, 8), (18, 8), (24, 8)])
def test_uov_add_column(twins: Twins, words: int, planes: int) -> None:
    """Each single bit of the product, all of them, and random ones; at each alignment of the column."""
    products = [1 << bit for bit in range(planes)] + [(1 << planes) - 1, 0b0101, 0b1010]
    for number, product in enumerate(products):
        column, before = random_bytes(4 * words, number), random_bytes(4 * words * planes, 50 + number)
        after = twins.check("ksig_uov_add_column", before, (bytes(number % 4) + column, number % 4), product, words)[0]
        for plane in range(planes):
            at = slice(4 * words * plane, 4 * words * (plane + 1))
            added = column if product >> plane & 1 else bytes(4 * words)
            assert after[at] == bytes(a ^ b for a, b in zip(before[at], added))


@pytest.mark.parametrize("count", [5, 10, 11, 12])
def test_mayo_add_multiples(twins: Twins, count: int) -> None:
    """Each factor, one and several words, at each alignment of the column."""
    chooser = random.Random(count)
    for number in range(16):
        words = (1, 2, 8, 10)[number % 4]
        factors = bytes((number + i) % 16 if number < 8 else chooser.randrange(16) for i in range(count))
        twins.check("ksig_mayo_add_multiples", random_bytes(4 * count * words, number),
                    (bytes(number % 4) + random_bytes(4 * words, 90 + number), number % 4), factors, count, words)


def test_mayo_add_shifted(twins: Twins) -> None:
    """Each factor at each shift, and as many as a column has pairs."""
    chooser = random.Random(3)
    for word in (0, 0xFFFFFFFF, 1, 0x80000000, chooser.getrandbits(32)):
        for power in range(16):
            twins.check("ksig_mayo_add_shifted", random_bytes(16, power), word, bytes([power]), bytes([power]), 1)
        for count in (15, 55, 66, 78):
            factors = bytes(chooser.randrange(16) for _ in range(count))
            powers = bytes(chooser.randrange(count) for _ in range(count))
            twins.check("ksig_mayo_add_shifted", random_bytes(64, count), word, factors, powers, count)


def test_aes_ctr_rounds(twins: Twins) -> None:
    """Against the twin, and against AES of a library."""
    machine = bench_image("uov-1p-pkc-r3-verify-c-O2")
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
