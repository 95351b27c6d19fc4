# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of 32-bit RISC-V against its C twins, bit by bit, in the emulator; assembled by gcc and by clang. What
is for Zbb, Zbkb and Zknh runs in QEMU, beside what is not."""
from __future__ import annotations

import hashlib
import itertools
import random
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)

from adjoints import check_adjoint, check_constant  # noqa: E402
from armv7m_twins import ROOT, RV32_ASSEMBLY, RV32_TARGETS, Twins, available, stated_frames, words  # noqa: E402
from support import random_bytes  # noqa: E402

FOLDER = ROOT / "src/arch/rv32"


@pytest.fixture(scope="module", params=[pytest.param(target, id=target.name) for target in RV32_TARGETS])
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
    """Against the twin, which leaves another block, and one digest against hashlib."""
    for chain, block in zip(words(8, 1), words(16, 100)):
        twins.check("ksig_sha256_compress", chain, block, compared=1)
    initial = struct.pack("<8I", 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                          0x5be0cd19)
    padded = b"kilosig" + b"\x80" + bytes(54) + struct.pack(">H", 8 * 7)
    chain = twins.check("ksig_sha256_compress", initial, padded, compared=1)[0]
    assert struct.pack(">8I", *struct.unpack("<8I", chain)) == hashlib.sha256(b"kilosig").digest()


Q23 = 8380417


def signed(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def polynomials(bound: int, seed: int) -> list[list[int]]:
    """256 values each, at the bound and within it."""
    chooser = random.Random(seed)
    found = [[bound] * 256, [-bound] * 256, [bound, -bound] * 128]
    found.append([chooser.choice((bound, -bound)) for _ in range(256)])
    return found + [[chooser.randint(-most, most) for _ in range(256)] for most in (1, bound // 100, bound, bound)]


def test_ntt23(twins: Twins) -> None:
    """The largest inputs allowed, and random ones; all of the last layers' nodes; and the value at a root."""
    for values in polynomials(2**31 // 32 - 1, 23):
        whole = struct.unpack("<256i", twins.check("ksig_ntt23", signed(values))[0])
        assert whole[0] % Q23 == sum(value * pow(1753, n, Q23) for n, value in enumerate(values)) % Q23
        for count, root in ((64, 4), (64, 7), (128, 4), (128, 6), (256, 4)):
            twins.check("ksig_ntt23_last", signed(values[:count]), count, root)


# ksig_inverse_last23
LAST = (struct.pack("<4i", 294725, 151046689, 16382, 8395783),
        struct.pack("<4i", -436578, -223746411, -271279, -139030603))


def test_inverse_ntt23(twins: Twins) -> None:
    for values in polynomials(Q23, 24):
        there = struct.unpack("<256i", twins.check("ksig_inverse_ntt23_times", signed(values), LAST[0])[0])
        scaled = struct.unpack("<256i", twins.check("ksig_inverse_ntt23_times", signed(values), LAST[1])[0])
        assert all((556 * new - old) % Q23 == 0 for new, old in zip(scaled, there))
        back = struct.unpack("<256i", twins.check("ksig_ntt23", signed(list(there)))[0])
        assert all((new - 2**32 * old) % Q23 == 0 for new, old in zip(back, values))


def test_ntt16(twins: Twins) -> None:
    """What it leaves is reduced, so both leave the same; the largest values, and random ones."""
    chooser = random.Random(64513)
    cases = [[value] * 256 for value in (0, 1, 64512)] + [[0, 64512] * 128, [64512, 0] * 128, [0, 0, 64512, 64512] * 64]
    cases += [[0] * place + [chooser.randrange(1, 64513)] + [0] * (255 - place) for place in range(0, 256, 5)]
    cases += [[chooser.choice((0, 1, 64512)) for _ in range(256)] for _ in range(40)]
    for values in cases + [[chooser.randrange(64513) for _ in range(256)] for _ in range(200)]:
        for function in ("ksig_ntt16", "ksig_inverse_ntt16"):
            twins.check(function, struct.pack("<256H", *values))


def test_sum23(twins: Twins) -> None:
    """Streams at each alignment, with numbers at the bounds, and one to be rejected in each place."""
    chooser = random.Random(25)
    for round_number in range(120):
        values = [chooser.choice((Q23, -Q23, 0, chooser.randint(-Q23, Q23))) for _ in range(56)]
        packed = struct.pack("<42I", *(values[n + i] & 0xFFFFFF | (values[n + 3] >> 8 * i & 0xFF) << 24
                                       for n in range(0, 56, 4) for i in range(3)))
        numbers = [chooser.choice((0, 1, Q23 - 1, 2**23 + Q23 - 1, chooser.randrange(Q23))) for _ in range(56)]
        if round_number:
            numbers[round_number % 56] = chooser.choice((Q23, 2**23 - 1, 2**24 - 1))
        offset = round_number % 4
        stream = bytes(offset) + b"".join(number.to_bytes(3, "little") for number in numbers)
        most = 2**31 - 1
        factors = [chooser.choice((most, -most, 0, chooser.randint(-most, most))) for _ in range(56)]
        twins.check("ksig_sum23_add_products", packed, signed(factors), (stream, offset), round_number % 15,
                    returns=True)
        twins.check("ksig_sum23_add_packed_products", packed, packed[::-1], (stream, offset), round_number % 15,
                    returns=True)


def own_form(lanes: bytes) -> bytes:
    """Lanes as even and odd bits."""
    halves = [sum((lane >> 2 * n + odd & 1) << n for n in range(32))
              for lane in struct.unpack("<25Q", lanes) for odd in (0, 1)]
    return struct.pack("<50I", *halves)


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
        machine.call("ksig_keccak_separate", out, lanes, rate // 8)
        assert twins.alone("ksig_keccak_f1600", machine.read(lanes, 200), is_own + rate)
        found += machine.read(out, rate)
        whole = twins.alone("ksig_keccak_separate", bytes(200), machine.read(lanes, 200), 25)[0]
        assert own_form(whole) == machine.read(lanes, 200) and whole[:rate] == found[-rate:]
    assert found == hashlib.shake_128(seed).digest(4 * rate)
    machine.call("ksig_keccak_f1600", lanes, rate + is_own)
    assert machine.read(lanes, rate) == hashlib.shake_128(seed).digest(5 * rate)[-rate:]


@pytest.mark.parametrize("name", ["ksig_sum23_add_products", "ksig_sum23_add_packed_products"])
def test_sum23_of_lanes(twins: Twins, name: str) -> None:
    """The same products as of a stream, from any pair of groups on; numbers to be rejected in any place, and those next
    to them."""
    machine, chooser = twins.assembly, random.Random(30)
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
        if "packed" in name:
            factors = sums[::-1]
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


def test_add_adjoint(twins: Twins) -> None:
    check_adjoint(twins, "ksig_haetae_add_adjoint")
    check_constant(twins, "ksig_haetae_add_adjoint")


# Files whose assembly has variants for extensions.
TWINS = ("hash/keccak_f1600", "hash/sha256")
EXTENSIONS = ("rv32imac", "rv32imac_zbb", "rv32imac_zbb_zbkb", "rv32imac_zbb_zbkb_zknh")


@pytest.mark.parametrize("extensions", EXTENSIONS)
def test_extensions(tmp_path: Path, extensions: str) -> None:
    """In QEMU, with random inputs."""
    if not shutil.which("riscv64-unknown-elf-gcc") or not shutil.which("qemu-riscv32"):
        pytest.skip("needs riscv64-unknown-elf-gcc and qemu-riscv32")
    compiler = ["riscv64-unknown-elf-gcc", "--specs=picolibc.specs", f"-march={extensions}", "-mabi=ilp32", "-std=c99",
                "-O2", "-ffreestanding", "-I", ROOT / "include", "-I", ROOT / "src"]
    objects = []
    for source in RV32_ASSEMBLY + [ROOT / f"src/{name}.c" for name in TWINS]:
        objects.append(tmp_path / f"{source.name}.o")
        twin = [] if source.suffix == ".S" else ["-DKSIG_ENABLE_ASSEMBLY=0"]
        subprocess.run([*compiler, *twin, "-c", source, "-o", objects[-1]], check=True)
        if twin:
            subprocess.run(["riscv64-unknown-elf-objcopy", "--prefix-symbols=c_", objects[-1]], check=True)
    program = tmp_path / "twins"
    script = tmp_path / "program.ld"
    script.write_text("SECTIONS { .text 0x10000 : { *(.text* .rodata* .srodata*) }"
                      " .data 0x40000 : { *(.data* .sdata* .bss* .sbss* COMMON) } }\n")
    subprocess.run([*compiler, "-nostartfiles", "-static", "-Wl,-e,_start", "-Wl,--unresolved-symbols=ignore-all",
                    f"-T{script}", Path(__file__).parent / "rv32_twins.c", *objects, "-o", program], check=True)
    flags = ",".join(f"{name}=true" for name in extensions.split("_")[1:])
    done = subprocess.run(["qemu-riscv32", "-cpu", f"rv32{',' if flags else ''}{flags}", program],
                          stdout=subprocess.PIPE, timeout=100)
    assert done.stdout.decode().split() == ["right"]


@pytest.mark.parametrize("path", [path for path in RV32_ASSEMBLY if "do not edit" in path.read_text()],
                         ids=lambda path: path.stem)
def test_generated(path: Path) -> None:
    """The committed file is what its generator writes."""
    written = subprocess.run([sys.executable, FOLDER / "generate" / f"{path.stem}.py"], check=True,
                             stdout=subprocess.PIPE)
    assert written.stdout == path.read_bytes()


def test_every_routine_is_tested() -> None:
    """Each routine states its frame, and a test here names it."""
    text = "".join(path.read_text() for path in RV32_ASSEMBLY)
    routines = set(re.findall(r"^(?:function|    \.global) (ksig_(?!needs)\w+)", text, re.MULTILINE))
    assert routines == set(stated_frames(RV32_ASSEMBLY))
    with open(__file__, encoding="ascii") as file:
        own = file.read()
    assert not [name for name in routines if f'"{name}"' not in own]
