# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The slot for which an image is made: what options, the linker or a board's name say of it, and whether code starts
there. firmware/boot/image.c checks the same once more."""
from __future__ import annotations

from dataclasses import dataclass

from kilosig.errors import UserError, did_you_mean
from kilosig.files import images
from kilosig.files.linked import (ARM, HEADER_BYTES, RAM_ADDRESS, RAM_BYTES, RISCV, SLOT_ADDRESS, SLOT_BYTES, Code,
                                  vectors)

RAM = (0x20000000, 0x40000000)  # where the architecture has that of a Cortex-M
LEAST_PAGE = 256  # of flash: slots begin where a page does
TABLE_ALIGNMENT = 128  # the least that vector tables have
TABLE_WORDS = 16  # of the core's own; those that are code below
CODE_VECTORS = (1, 2, 3)  # reset, NMI, HardFault: no core leaves these out
BOARD_HEADER = 0x200  # of the applications for the boards: 112 interrupts and the core's own vectors
MOST_HEADER = 0xFFFC

# As imgtool has them.
SECTORS, LEAST_ALIGN = 128, 8
MAGIC_BYTES = 16
MAGIC = bytes.fromhex("77c295f360d2ef7f3552500f2cb67980")
ALIGNED_MAGIC = bytes.fromhex("2de15d29410b8d77679c110f1f8a")  # after the alignment, where that is greater


@dataclass(frozen=True)
class BoardSlots:
    """Of a board in firmware/boards: its flash.c and memory.ld."""

    addresses: tuple[int, ...]  # the second one, where images may be linked for it too
    slot_bytes: int
    ram: tuple[int, int]
    core: str = ARM


BOARD_SLOTS: dict[str, BoardSlots] = {
    "microbit": BoardSlots((0x8000, 0x1BC00), 78 * 1024, (0x20000000, 0x20004000)),
    "stm32vldiscovery": BoardSlots((0x08006000,), 50 * 1024, (0x20000000, 0x20002000)),
    "mps2-an385": BoardSlots((0x10000, 0x20400), 64 * 1024, (0x20000000, 0x20400000)),
    "sifive_e": BoardSlots((0x20410000,), 64 * 1024, (0x80000000, 0x80004000), RISCV),
}


@dataclass(frozen=True)
class Asked:
    """What the command line says; None where it does not. address: of the slot, for devices that run images in
    either."""

    header: int | None = None
    size: int | None = None
    address: int | None = None
    board: str | None = None
    ram: tuple[int, int] | None = None
    no_vectors: bool = False


@dataclass(frozen=True)
class Slot:
    """address: None where nobody says it."""

    header: int
    size: int
    address: int | None
    ram: tuple[int, int]
    core: str


def board_slots(name: str) -> BoardSlots:
    """Raises UserError."""
    if name not in BOARD_SLOTS:
        raise UserError(f"Unknown board '{name}'{did_you_mean(name, list(BOARD_SLOTS))}: choose one of "
                        f"{', '.join(BOARD_SLOTS)}, or give --header-size and --slot-size.")
    return BOARD_SLOTS[name]


def _one(what: str, option: str, values: tuple[tuple[str, int | None], ...]) -> int | None:
    """The value that all agree on. Raises UserError."""
    known = [(who, value) for who, value in values if value is not None]
    for who, value in known[1:]:
        if value != known[0][1]:
            raise UserError(f"The {what} is {known[0][1]:#x} by {known[0][0]} and {value:#x} by {who}: omit {option}, "
                            "or give the one that the code is linked for.")
    return known[0][1] if known else None


def _address(code: Code, asked: Asked, board: BoardSlots | None, header: int | None) -> int | None:
    """Of the slot; that of several which the code is linked for."""
    linked = code.symbols.get(SLOT_ADDRESS)
    found = _one("slot's address", "--slot-address", (("--slot-address", asked.address), (code.name, linked)))
    if board is None:
        return found
    if found is None and code.address is not None:
        found = code.address - (BOARD_HEADER if header is None else header)
    if found is None:
        return board.addresses[0]
    if found not in board.addresses:
        linked = found if code.address is None else code.address
        raise UserError(f"{code.name} is linked for {linked:#x}, and the slots of {asked.board} are at "
                        f"{' and '.join(f'{one:#x}' for one in board.addresses)}: link it for one of them, after a "
                        f"header of {BOARD_HEADER:#x}.")
    return found


def slot_of(code: Code, asked: Asked) -> tuple[Slot, Code]:
    """The slot, and the code without room for a header in front. Raises UserError where something is missing or does
    not agree."""
    board = None if asked.board is None else board_slots(asked.board)
    header = _one("header's size", "--header-size",
                  (("--header-size", asked.header), (code.name, code.symbols.get(HEADER_BYTES))))
    if header is None and board is not None and asked.address is None:
        header = BOARD_HEADER
    if header is not None:
        code = code.behind(header)
    address = _address(code, asked, board, header)
    if header is None and address is not None and code.address is not None:
        header = code.address - address
        if not images.HEADER.size <= header <= MOST_HEADER:
            raise UserError(f"{code.name} is linked for {code.address:#x}, and the slot begins at {address:#x}: link "
                            "it for that slot, after a header, or give the --slot-address that it is linked for.")
    size = _one("slot's size", "--slot-size", (
        ("--slot-size", asked.size), (code.name, code.symbols.get(SLOT_BYTES)),
        (f"--board {asked.board}", board.slot_bytes if board is not None else None)))
    if header is None or size is None:
        missing = " and ".join(option for option, value in (("--header-size", header), ("--slot-size", size))
                               if value is None)
        raise UserError(f"{code.name} does not say for which slot it is: give {missing}, or the --board, or an ELF "
                        "file that is linked with slot.ld (docs/boot.md).")
    _check_header(header, size)
    if code.address is not None:
        _check_linked(code.address, header, address)
        address = code.address - header
    ram = asked.ram or _linked_ram(code) or (board.ram if board is not None else RAM)
    core = RISCV if asked.no_vectors else code.core or (board.core if board is not None else ARM)
    if asked.no_vectors and code.core == ARM:
        raise UserError(f"{code.name} is for Arm, where code begins with a vector table: omit --no-vectors.")
    return Slot(header, size, address, ram, core), code


def _linked_ram(code: Code) -> tuple[int, int] | None:
    begin, length = code.symbols.get(RAM_ADDRESS), code.symbols.get(RAM_BYTES)
    return None if begin is None or length is None else (begin, begin + length)


def _check_header(header: int, size: int) -> None:
    if not images.HEADER.size <= header <= MOST_HEADER or header % 4:
        raise UserError(f"A header of {header} bytes does not work: give a multiple of 4 from {images.HEADER.size} to "
                        f"{MOST_HEADER:#x}.")
    if size <= header:
        raise UserError(f"A slot of {size:,} bytes has no room after a header of {header:,}: give the --slot-size of "
                        "the device.")


def _check_linked(linked: int, header: int, slot: int | None) -> None:
    if slot is not None and linked - header != slot:
        raise UserError(f"The code is linked for {linked:#x}, so with a header of {header:#x} its slot does not begin "
                        f"at {slot:#x}: link it for {slot + header:#x}, or give the --header-size that it is linked "
                        "for.")
    if linked < header or (slot is None and (linked - header) % LEAST_PAGE):
        raise UserError(f"The code is linked for {linked:#x}, so with a header of {header:#x} its slot does not begin "
                        "where a page begins: link it for a slot, or give the --header-size that it is linked for.")


# ---- Whether it starts ----------------------------------------------------------------------------------------------


def check_start(code: Code, slot: Slot) -> None:
    """Raises UserError unless the code begins with what the core starts: a vector table, or its first instruction."""
    begin = None if slot.address is None else slot.address + slot.header
    _check_holes(code, slot)
    if slot.core == RISCV:
        _check_first_instruction(code)
        return
    if begin is not None and slot.ram[0] <= begin < slot.ram[1]:
        raise UserError(f"{code.name} is linked for {begin:#x}, which is in RAM ({slot.ram[0]:#x} to "
                        f"{slot.ram[1]:#x}): link it for a slot in flash, or give --ram if its RAM is elsewhere.")
    stack, entry = vectors(code.data)
    if not slot.ram[0] < stack <= slot.ram[1] or stack % 4:
        raise UserError(f"{code.name} begins with {stack:#010x}, which is no stack pointer into RAM ({slot.ram[0]:#x} "
                        f"to {slot.ram[1]:#x}): give the code of a Cortex-M from its vector table on, --ram if its RAM "
                        "is elsewhere, or --no-vectors for code that begins with an instruction.")
    if entry % 2 == 0:
        raise UserError(f"{code.name} has an even entry, {entry:#x}, in its vector table, and a Cortex-M runs Thumb "
                        "code alone: declare the reset handler as a function (.thumb_func, or C).")
    if (slot.header if begin is None else begin) % TABLE_ALIGNMENT:
        raise UserError(f"{code.name} begins with a vector table, which is aligned to {TABLE_ALIGNMENT} bytes or more: "
                        "give the --header-size that it is linked for, a multiple of that.")
    if begin is not None and not 8 <= entry - 1 - begin < len(code.data):
        raise UserError(f"{code.name} has its entry at {entry - 1:#x}, which is not in code from {begin:#x} to "
                        f"{begin + len(code.data):#x}: link it for this slot, or give the --header-size and the "
                        "--slot-address (or --board) that it is linked for.")
    _check_handlers(code)


def _check_holes(code: Code, slot: Slot) -> None:
    """What no part of the file loads is erased flash: nothing starts there, and it needs room all the same."""
    if not code.holes:
        return
    assert code.address is not None
    first = code.address + 4 * (1 if slot.core == RISCV else TABLE_WORDS)
    entry = None if slot.core == RISCV else vectors(code.data)[1] - 1
    for begin, end in code.holes:
        if begin < first or (entry is not None and begin <= entry < end):
            raise UserError(f"{code.name} loads nothing from {begin:#x} to {end:#x}, where it is to start: give all "
                            "that the linker wrote, in one file.")
    if slot.header + len(code.data) > slot.size:
        empty = sum(end - begin for begin, end in code.holes)
        raise UserError(f"{code.name} takes {len(code.data):,} bytes, {empty:,} of them in holes, and the slot has "
                        f"{slot.size - slot.header:,} after its header: link it in one piece, or give the --slot-size "
                        "that the device has.")


def _check_handlers(code: Code) -> None:
    """The handlers lie no further apart than code is long. Where nobody says the address, this is all that tells."""
    if len(code.data) < 4 * TABLE_WORDS:
        return
    words = [int.from_bytes(code.data[4 * i:4 * i + 4], "little") for i in CODE_VECTORS]
    used = [word for word in words if word not in (0, 0xFFFFFFFF)]
    if any(word % 2 == 0 for word in used[1:]) or max(used) - min(used) >= len(code.data):
        raise UserError(f"{code.name} has its first handlers at {', '.join(f'{word:#x}' for word in words)}, which are "
                        "not in one piece of code: give the code of a Cortex-M from its vector table on.")


def _check_first_instruction(code: Code) -> None:
    if code.entry is not None and code.address is not None and code.entry != code.address:
        raise UserError(f"{code.name} has its entry at {code.entry:#x}, and the boot loader starts the first "
                        f"instruction, at {code.address:#x}: link the entry to the front.")
    if code.data[:2] in (b"\0\0", b"\xff\xff"):
        raise UserError(f"{code.name} does not begin with an instruction: give the code from its first one on.")


# ---- Whether it fits ------------------------------------------------------------------------------------------------


def trailer_bytes(align: int) -> int:
    """What MCUboot keeps at the end of a slot whose flash is written in units of `align` bytes: as imgtool counts."""
    most = max(align, LEAST_ALIGN)
    return SECTORS * 3 * align + 4 * most + -(-MAGIC_BYTES // most) * most


def fitted(data: bytes, slot: Slot, align: int | None, pad: bool) -> bytes:
    """The image, filled up to the slot's size if `pad`, with MCUboot's magic at the end. align: leave room for
    MCUboot's trailer; None: for none, or if `pad`, for that of units of 1. Raises UserError if it is too long."""
    align = 1 if pad and align is None else align
    trailer = 0 if align is None else trailer_bytes(align)
    if len(data) + trailer > slot.size:
        more = f" and MCUboot's trailer {trailer:,}" if trailer else ""
        raise UserError(f"The image has {len(data):,} bytes{more}, and the slot {slot.size:,}: make the code shorter, "
                        "or give the --slot-size that the device has.")
    if not pad:
        return data
    most = max(align or 1, LEAST_ALIGN)
    magic = MAGIC if most == LEAST_ALIGN else most.to_bytes(2, "little") + ALIGNED_MAGIC
    return data.ljust(slot.size - len(magic), b"\xff") + magic
