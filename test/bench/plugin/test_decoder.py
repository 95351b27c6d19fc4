# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The decoder against objdump: each instruction of a catalogue, of the test programs and of the images that are
built."""
from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from catalogue import assembly
from mnemonics import BY_NAME, kind_of, plain
from plugin_runs import ARM_SOURCES, E31, HERE, M3, M4, PLUGIN_SOURCES, RISCV, ROOT, build, need, run

pytestmark = pytest.mark.board

# Every fourth: they have most of their code in common.
IMAGES = [path for core in ("cortex-m0", "cortex-m3", "cortex-m4") for part in ("firmware", "bench")
          for path in sorted((ROOT / "build" / core / part).glob("*.elf"))[::4]]

# Printed under another name, or not in Armv7E-M.
NOT_IN_CATALOGUE = set("adr csdb ldm neg pldw pssbb rrx ssbb stm vldm vstm".split())


class Line(NamedTuple):
    """An instruction as objdump sees it."""

    address: int
    code: str  # bytes in memory order, hex
    mnemonic: str
    operands: str


class Decoded(NamedTuple):
    """What the decoder makes of it."""

    length: int
    kind: str
    target: int
    sp_change: str
    words: int
    writes: int
    uses: int  # RISC-V: all registers that are read


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this module builds."""
    return tmp_path_factory.mktemp("decoder")


@pytest.fixture(scope="module")
def tool(folder: Path) -> Path:
    """The decoder as a program of this computer."""
    built = run("cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Werror", HERE / "decode_tool.c",
                *sorted(PLUGIN_SOURCES.glob("decode*.c")), "-o", folder / "decode_tool")
    assert built.returncode == 0, built.stderr
    return folder / "decode_tool"


def disassemble(program: str, image: Path) -> list[Line]:
    """The instructions of the code sections; data in between is left out."""
    need(program)
    lines = []
    for text in run(program, "-d", image).stdout.splitlines():
        address, *fields = text.split("\t", 3)
        if len(fields) < 2 or not address.endswith(":") or fields[1].startswith("."):
            continue
        code = "".join(word[i - 2:i] for word in fields[0].split() for i in range(len(word), 0, -2))
        lines.append(Line(int(address[:-1], 16), code, fields[1].strip(), "".join(fields[2:])))
    return lines


def in_functions(lines: list[Line], image: Path) -> list[Line]:
    """Those of functions. On RISC-V constants lie among code, and objdump takes their words for instructions."""
    symbols = run("riscv64-unknown-elf-readelf", "-sW", image).stdout
    functions = [range(int(at, 16), int(at, 16) + int(size, 0))
                 for at, size in re.findall(r": ([0-9a-f]{8}) +(\w+) FUNC", symbols)]
    return [line for line in lines if any(line.address in each for each in functions)]


def decode(tool: Path, folder: Path, lines: Sequence[Line], *arguments: str) -> list[Decoded]:
    """What the decoder says to each line."""
    listing = folder / "listing"
    listing.write_text("".join(f"{line.address:x} {line.code}\n" for line in lines))
    command = " ".join([str(tool), *arguments])
    rows = run("sh", "-c", f"{command} <{listing}").stdout.splitlines()
    assert len(rows) == len(lines)
    return [Decoded(int(w[0]), w[1], int(w[2], 16), w[3], int(w[4]), int(w[5], 16), int(w[6], 16))
            for w in (row.split() for row in rows)]


def registers(operands: str) -> int:
    """How many words a register list moves."""
    count = 0
    for part in re.search(r"{(.*)}", operands)[1].split(","):  # type: ignore[index]
        ends = re.fullmatch(r"\s*([sd])(\d+)-[sd](\d+)\s*", part)
        single = re.match(r"\s*(\w)", part)
        many = int(ends[3]) - int(ends[2]) + 1 if ends else 1
        count += many * (2 if single and single[1] == "d" else 1)
    return count


def complaints(lines: Sequence[Line], decoded: Sequence[Decoded]) -> list[str]:
    """Where objdump and the decoder disagree."""
    found: dict[str, str] = {}
    for line, is_ in zip(lines, decoded):
        kind, loads_pc = kind_of(line.mnemonic, line.operands)
        wrong = []
        if is_.kind != kind:
            wrong.append(f"kind {kind}")
        if 2 * is_.length != len(line.code):
            wrong.append("length")
        if is_.kind in ("branch", "bcc", "call"):
            if int(re.findall(r"\b([0-9a-f]+) <|0x([0-9a-f]+)$", line.operands)[-1][0], 16) != is_.target:
                wrong.append("target")
        if is_.kind in ("loadm", "storem"):
            words = registers(line.operands) if "{" in line.operands else 2
            if is_.words != words:
                wrong.append(f"{words} words")
            down = -1 if plain(line.mnemonic) in ("push", "vpush") else 1
            if plain(line.mnemonic) in ("push", "pop", "vpush", "vpop") and is_.sp_change != str(down * 4 * words):
                wrong.append("change of SP")
        immediate = re.fullmatch(r"sp,(?: sp,)? #(\d+)", line.operands.split("@")[0].strip())
        if kind == "alu" and immediate and plain(line.mnemonic) in ("add", "addw", "sub", "subw"):
            sign = 1 if line.mnemonic.startswith("add") else -1
            if is_.sp_change != str(sign * int(immediate[1])):
                wrong.append("change of SP")
        if wrong:
            found.setdefault(line.mnemonic + str(wrong), f"{line}: {is_}, not {', '.join(wrong)}")
    return list(found.values())


def check(tool: Path, folder: Path, image: Path, known: Collection[str] = ()) -> list[Line]:
    """known: codes that were compared before, with other addresses."""
    lines = [line for line in disassemble("arm-none-eabi-objdump", image) if line.code not in known]
    assert lines or known
    found = complaints(lines, decode(tool, folder, lines))
    assert not found, "\n".join(found)
    return lines


def test_catalogue(tool: Path, folder: Path) -> None:
    """Every instruction, and that the catalogue has every name the comparison knows."""
    need("arm-none-eabi-as")
    source = folder / "catalogue.s"
    source.write_text("\n".join(assembly()) + "\n")
    result = run("arm-none-eabi-as", "-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mthumb", source, "-o",
                 folder / "catalogue.o")
    assert result.returncode == 0, result.stderr
    lines = check(tool, folder, folder / "catalogue.o")
    names: set[str] = {name for name in (plain(line.mnemonic) for line in lines) if name}
    conditional = {name for name, kind in BY_NAME.items() if kind == "bcc"}
    assert set(BY_NAME) - names - NOT_IN_CATALOGUE - conditional == set()


@pytest.mark.parametrize("target", (M3, M4), ids=lambda target: target.core)
def test_programs(tool: Path, folder: Path, target: object) -> None:
    check(tool, folder, build(target, folder, ARM_SOURCES))  # type: ignore[arg-type]


def test_images(tool: Path, folder: Path) -> None:
    """Everything that is linked into firmware and bench images: most of it is in several of them."""
    if not IMAGES:
        pytest.skip("no images are built: scripts/build.sh cortex-m3")
    known: set[str] = set()
    for image in IMAGES:
        known.update(line.code for line in check(tool, folder, image, known))
    assert len(known) > 1000


def test_damaged(tool: Path, folder: Path) -> None:
    """Reserved encodings are unknown, not something of one cycle."""
    reserved = ("de00", "b400", "bc00", "ba80", "c800", "e8000000", "f7f0a000", "f3e38000", "f0b00000", "fb001020",
                "fa30f0c0", "ee400b00", "ee000e10", "ef000a00", "f9500000", "f8601000")
    lines = [Line(0, "".join(word[i - 2:i] for word in re.findall("....", code) for i in (4, 2)), code, "")
             for code in reserved]
    assert [row.kind for row in decode(tool, folder, lines)] == ["unknown"] * len(reserved)
    short = decode(tool, folder, [Line(0, "00f0", "bl without its second half", "")])
    assert short[0].kind == "unknown"


def riscv_kind(line: Line) -> str:
    """What kind of instruction objdump's line is."""
    jumps = {"jal": "call", "jalr": "callreg", "jr": "bx", "ret": "bx", "j": "branch"}
    branches = "beq bne blt bge bltu bgeu beqz bnez bltz bgez blez bgtz bgt ble".split()
    kinds = {**jumps, **dict.fromkeys(branches, "bcc"), **dict.fromkeys("lb lh lw lbu lhu".split(), "load"),
             **dict.fromkeys("sb sh sw".split(), "store"), "mul": "mul",
             **dict.fromkeys("mulh mulhu mulhsu".split(), "mull"), **dict.fromkeys("div divu rem remu".split(), "div"),
             **dict.fromkeys("ebreak ecall fence wfi mret csrr csrw csrs csrc csrwi csrsi csrci csrrw".split(),
                             "system")}
    if line.mnemonic in ("jal", "jalr") and line.operands.startswith("zero"):
        return {"jal": "branch", "jalr": "bx"}[line.mnemonic]
    return kinds.get(line.mnemonic, "alu")


NAMES = "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split()


def riscv_registers(line: Line, kind: str) -> tuple[int, int]:
    """Registers that are written, and all that are read, by objdump's operands; x0 left out."""
    found = [NAMES.index(name) for name in re.findall(r"(?<![\w<])[a-z]\w+", line.operands.split("<")[0].split("#")[0])
             if name in NAMES]
    writes, reads = found[:1], found[1:]
    if kind in ("store", "bcc"):
        writes, reads = [], found
    elif kind in ("bx", "branch"):
        writes, reads = [], found or ([1] if line.mnemonic == "ret" else [])
    elif kind == "callreg" and len(found) == 1:
        writes, reads = [1], found
    elif kind == "call":
        writes = writes or [1]
    elif line.mnemonic in ("csrw", "csrs", "csrc"):
        writes, reads = [], found
    masks = [sum(1 << number for number in set(names) - {0}) for names in (writes, reads)]
    return masks[0], masks[1]


def test_riscv(tool: Path, folder: Path) -> None:
    """Lengths, kinds, registers, branches and their targets."""
    written = [build(RISCV, folder, ("riscv.S",), script="riscv.ld"),
               build(E31, folder, ("riscv_timing.S",), script="riscv.ld")]
    images = [*sorted((ROOT / "build" / "rv32imac" / "bench").glob("*.elf"))[:3],
              *sorted((ROOT / "build" / "hazard3" / "bench").glob("*.elf"))[:3]]
    for image in [*written, *images]:
        lines = disassemble("riscv64-unknown-elf-objdump", image)
        if image in images:
            lines = in_functions(lines, image)
        assert lines
        for line, is_ in zip(lines, decode(tool, folder, lines, "riscv")):
            kind = riscv_kind(line)
            assert (is_.length * 2, is_.kind) == (len(line.code), kind), (line, is_)
            target = re.search(r"([0-9a-f]+) <", line.operands)
            if kind in ("call", "branch", "bcc") and target:
                assert is_.target == int(target[1], 16), line
            if kind != "system" and line.mnemonic not in ("nop", "unimp"):
                assert (is_.writes, is_.uses) == riscv_registers(line, kind), (line, is_)
