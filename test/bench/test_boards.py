# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images for boards that no emulator has: Pico 2 (RP2350, Arm and RISC-V) and Nucleo-G071RB. What a boot ROM looks for
in their files, and the code itself on the CPU emulator Unicorn, with a model of the registers that it uses: a byte
counts only with clocks, resets, baud rate and pin as the manuals want them. Model and code come from one reading of
these manuals."""
from __future__ import annotations

import importlib.util
import json
import re
import struct
from pathlib import Path

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)

import unicorn  # noqa: E402
from unicorn import arm_const, riscv_const  # noqa: E402

pytestmark = pytest.mark.board

ROOT = Path(__file__).resolve().parents[2]
BAUD = 115200
RP2350_FAMILIES = {"pico2-arm": 0xE48BFF59, "pico2-riscv": 0xE48BFF5A}
# RP2350 Datasheet, 5.9.5: first marker, kind of image, last item, loop of one block, last marker.
BLOCKS = {"pico2-arm": (0xFFFFDED3, 0x10210142, 0x1FF, 0, 0xAB123579),
          "pico2-riscv": (0xFFFFDED3, 0x11010142, 0x1FF, 0, 0xAB123579)}
IMAGE = "ml-dsa-44-verify-default-O2"
CORES = {"pico2-arm": "cortex-m33", "pico2-riscv": "rv32imac", "nucleo-g071rb": "cortex-m0"}
SECONDS = 300


def built(board: str, suffix: str) -> Path:
    """An image of a board; skips the test without it."""
    path = ROOT / "build" / CORES[board] / "bench" / f"{board}-{IMAGE}.{suffix}"
    if not path.exists():
        pytest.skip(f"{path.name} is not built: cmake --build --preset {CORES[board]} --target {path.stem}")
    return path


def loaded(path: Path, family: int) -> tuple[int, bytes]:
    """Lowest address and bytes of a UF2 file, as RP2350 Datasheet 5.5.2 wants it."""
    data = path.read_bytes()
    count, rest = divmod(len(data), 512)
    assert rest == 0
    memory, first = b"", struct.unpack_from("<I", data, 12)[0]
    for number in range(count):
        block = data[512 * number:512 * (number + 1)]
        words = struct.unpack_from("<8I", block)
        address = first + 256 * number
        assert words == (0x0A324655, 0x9E5D5157, 0x2000, address, 256, number, count, family)
        assert struct.unpack_from("<I", block, 508)[0] == 0x0AB16F30
        assert 0x20000000 <= address and address + 256 <= 0x20082000
        memory += block[32:288]
    return first, memory


class Registers:
    """Peripherals between two addresses. Subclasses answer reads and follow writes; text: what the UART sent."""

    def __init__(self) -> None:
        self.values: dict[int, int] = {}
        self.text = ""
        self.doubts: set[str] = set()

    def read(self, address: int) -> int:
        return self.values.get(address, 0)

    def write(self, address: int, value: int) -> None:
        self.values[address] = value

    def send(self, value: int, wanted: dict[str, bool]) -> None:
        self.doubts |= {name for name, holds in wanted.items() if not holds}
        self.text += chr(value & 0xFF)


class Rp2350(Registers):
    """Clocks, resets, UART0, GP0; bits alone are written 0x2000 and 0x3000 after a register."""

    def __init__(self) -> None:
        super().__init__()
        # After a reset: all is held in reset, GP0 isolated.
        self.values = {0x40020000: 0x1FFFFFFF, 0x40038004: 0x116, 0x40050004: 0x2D}

    def hz(self) -> float:
        """Of the core and the UART: 0 before they have the PLL."""
        pll = (self.values.get(0x4001003C, 0) & 0xE1) == 1 and not self.values[0x40020000] & 1 << 14
        power, divider = self.values[0x40050004], self.values.get(0x4005000C, 0)
        if not pll or power & 0b101001 or self.values.get(0x40050000, 0) & 0x3F != 1:
            return 0
        oscillator = 12e6 * self.values.get(0x40050008, 0)
        assert 750e6 <= oscillator <= 1600e6
        return oscillator / ((divider >> 16 & 7) * (divider >> 12 & 7))

    def read(self, address: int) -> int:
        value = super().read(address)
        if address in (0x40010038, 0x40010044):  # what CLK_REF and CLK_SYS have selected
            return 1 << (self.read(address - 8) & (3 if address == 0x40010038 else 1))
        stable = {0x40048004: self.values.get(0x40048000, 0) == 0xFABAA0,
                  0x40050000: not self.values[0x40050004] & 0x21}
        if address in stable:
            return value | stable[address] << 31
        if address == 0x40010048:
            return value | (value >> 11 & 1) << 28
        return ~self.values[0x40020000] & 0x1FFFFFFF if address == 0x40020008 else value

    def write(self, address: int, value: int) -> None:
        alias, address = address >> 12 & 3, address & ~0x3000
        if alias:
            before = self.values.get(address, 0)
            value = {1: before ^ value, 2: before | value, 3: before & ~value}[alias]
        if address == 0x40070000:
            divider = self.values.get(0x40070024, 0) + self.values.get(0x40070028, 0) / 64
            self.send(value, {
                "clock": self.hz() == 150e6 and bool(self.values.get(0x40010048, 0) & 1 << 11),
                "resets": not self.values[0x40020000] & (1 << 26 | 1 << 9 | 1 << 6),
                "baud": divider > 0 and abs(self.hz() / 16 / divider / BAUD - 1) < 0.01,
                "uart": self.values.get(0x40070030) == 0x101 and self.values.get(0x4007002C) == 0x70,
                "pin": self.values.get(0x40028004) == 2 and not self.values[0x40038004] & 1 << 8})
        super().write(address, value)


class Stm32g071(Registers):
    """RCC, USART2 and PA2; TIM2 counts nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.values = {0x40022000: 0x40600, 0x50000000: 0xEBFFFFFF}

    def clocked(self, address: int) -> bool:
        io, apb = self.values.get(0x40021034, 0), self.values.get(0x4002103C, 0)
        gates = {0x50000000: io & 1, 0x40004400: apb & 1 << 17, 0x40000000: apb & 1}
        return bool(gates.get(address & ~0x3FF, 1))

    def read(self, address: int) -> int:
        return 0xC0 if address == 0x4000441C else super().read(address)

    def write(self, address: int, value: int) -> None:
        if not self.clocked(address):
            return
        if address == 0x40004428:
            self.send(value, {
                "flash": self.values[0x40022000] & 7 == 0,
                "baud": abs(16e6 / self.values.get(0x4000440C, 1) / BAUD - 1) < 0.01,
                "uart": self.values.get(0x40004400) == 9,
                "pin": self.values[0x50000000] >> 4 & 3 == 2 and self.values.get(0x50000020, 0) >> 8 & 15 == 1,
                "counter": self.values.get(0x40000000) == 1})
        super().write(address, value)


def run(machine: unicorn.Uc, registers: Registers, pages: list[tuple[int, int]], entry: int) -> str:
    """What the image sends, to its line "exit"."""
    def ended() -> bool:
        return re.search(r"^exit \d\n", registers.text, re.M) is not None

    def write(uc: unicorn.Uc, offset: int, _size: int, value: int, base: int) -> None:
        sent = len(registers.text)
        registers.write(base + offset, value)
        # The end is a loop around WFI, which is no end for Unicorn.
        if len(registers.text) > sent and registers.text[-1] == "\n" and ended():
            uc.emu_stop()

    for base, size in pages:
        machine.mmio_map(base, size, lambda _uc, offset, _size, at: registers.read(at + offset), base, write, base)
    machine.emu_start(entry, 0, timeout=SECONDS * 10**6)
    assert ended(), registers.text
    assert not registers.doubts, registers.doubts
    return registers.text


def check(board: str, text: str, hz: int) -> None:
    lines = text.splitlines()
    assert lines[:2] == [f"board {board}", f"hz 0x{hz:08x}"] and lines[-2:] == ["right", "exit 0"]
    row = json.loads(next(line for line in lines if line.startswith("{")))
    assert row["image"] == f"{board}-{IMAGE}" and row["right"] is True
    cycles = [int(value, 16) for value in re.findall(r"^cycles (0x\w+)$", text, re.M)]
    assert row["cycles"] == cycles and len(cycles) == 8
    assert row["stack_painted"] == max(int(value, 16) for value in re.findall(r"^painted \w+ (0x\w+)$", text, re.M)) > 0


@pytest.mark.parametrize("board", RP2350_FAMILIES)
def test_rp2350_file(board: str) -> None:
    """The block that makes it an image for the boot ROM, once, and the entry that goes with it."""
    first, memory = loaded(built(board, "uf2"), RP2350_FAMILIES[board])
    assert first == 0x20000000
    words = struct.unpack_from(f"<{len(memory) // 4}I", memory)
    at = [index for index in range(len(words) - 4) if words[index:index + 5] == BLOCKS[board]]
    assert len(at) == 1 and 4 * at[0] < 4096
    assert words.count(BLOCKS[board][0]) == words.count(BLOCKS[board][-1]) == 1
    if board == "pico2-arm":
        stack, entry = words[:2]
        assert 0x20040000 < stack <= 0x20080000 and stack % 8 == 0
        assert entry & 1 and first < entry < first + len(memory)


def test_uf2_families() -> None:
    spec = importlib.util.spec_from_file_location("uf2", ROOT / "bench/uf2.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert {name.removeprefix("rp2350-"): module.FAMILIES[name] for name in ("rp2350-arm-s", "rp2350-riscv")} == {
        "arm-s": RP2350_FAMILIES["pico2-arm"], "riscv": RP2350_FAMILIES["pico2-riscv"]}


def test_pico2_arm() -> None:
    first, memory = loaded(built("pico2-arm", "uf2"), RP2350_FAMILIES["pico2-arm"])
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
    machine.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M33)
    machine.mem_map(first, 0x82000)
    machine.mem_write(first, memory)
    stack, entry = struct.unpack_from("<2I", memory)
    machine.reg_write(arm_const.UC_ARM_REG_SP, stack)
    text = run(machine, Rp2350(), [(0x40000000, 0x200000), (0xE0000000, 0x100000)], entry)
    check("pico2-arm", text, 150_000_000)


def test_pico2_riscv() -> None:
    """Of a build without the extensions that Unicorn does not know; entered at its lowest address."""
    first, memory = loaded(built("pico2-riscv", "uf2"), RP2350_FAMILIES["pico2-riscv"])
    machine = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
    machine.mem_map(first, 0x82000)
    # Unicorn's core has no mcountinhibit, which Hazard3 needs written.
    start, nop = (0x32005073).to_bytes(4, "little"), (0x13).to_bytes(4, "little")
    assert memory.count(start) == 1
    machine.mem_write(first, memory.replace(start, nop))
    machine.reg_write(riscv_const.UC_RISCV_REG_SP, 0)
    text = run(machine, Rp2350(), [(0x40000000, 0x200000)], first)
    check("pico2-riscv", text, 150_000_000)


def test_nucleo_g071rb() -> None:
    elf = built("nucleo-g071rb", "elf").with_suffix(".hex")
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
    machine.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M0)
    machine.mem_map(0x08000000, 0x20000)
    machine.mem_map(0x20000000, 0x9000)
    intelhex = pytest.importorskip("intelhex")
    for start, end in intelhex.IntelHex(str(elf)).segments():
        machine.mem_write(start, intelhex.IntelHex(str(elf)).tobinstr(start, end - 1))
    stack, entry = struct.unpack("<2I", machine.mem_read(0x08000000, 8))
    machine.reg_write(arm_const.UC_ARM_REG_SP, stack)
    pages = [(0x40000000, 0x30000), (0x50000000, 0x1000), (0xE0000000, 0x100000)]
    text = run(machine, Stm32g071(), pages, entry)
    assert "flash_acr 0x00040600\n" in text
    check("nucleo-g071rb", text.replace("flash_acr 0x00040600\n", ""), 16_000_000)
