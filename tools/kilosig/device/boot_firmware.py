# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The boot loaders of firmware/boot with keys of their own, and signed images of the application for their slots: for
the demo, the tests and the tables of docs/boot.md."""
from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path

from kilosig.device.emulator import BOARDS, Emulator, firmware_remedy, image_path
from kilosig.device.link import Link
from kilosig.device.update import BOOTED, Booted, Updater
from kilosig.errors import UserError
from kilosig.files import images
from kilosig.files.boot_loaders import NEVER, provisioned
from kilosig.files.data import Data
from kilosig.files.images import Image, Tlv, Version
from kilosig.files.linked import elf_code
from kilosig.files.slot import BOARD_HEADER, BOARD_SLOTS
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of
from kilosig.schemes.slh24 import SETS as LIMITED
from kilosig.schemes.slh24_material import Pair
from kilosig.schemes.stateful import LMS_SETS
from kilosig.schemes.stateful_material import LmsPair

LMS_SET = "LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W4"
HEADER_BYTES = BOARD_HEADER  # vector tables are aligned to it
IN_PLACE_POLICY = "lms-in-place"
# The schemes of each policy (firmware/boot/configs), and where the primary slot of each board is.
# -bare: no recovery, -can: updates on a CAN bus. Both say nothing on the serial line. -in-place: images run in either
# slot of IN_PLACE.
POLICIES: dict[str, tuple[str, ...]] = {
    "ml-dsa-44": ("ml-dsa-44",), "ml-dsa-44-can": ("ml-dsa-44",), "lms": ("lms",), "lms-bare": ("lms",),
    "lms-can": ("lms",), IN_PLACE_POLICY: ("lms",), "slh-dsa": ("slh-dsa-sha2-128s",),
    "slh-24": ("slh-dsa-sha2-128-24",), "hybrid": ("lms", "ml-dsa-44")}
SILENT = ("-bare", "-can")
SLOTS: dict[str, int] = {name: board.addresses[0] for name, board in BOARD_SLOTS.items()}
IN_PLACE: dict[str, tuple[int, int]] = {name: (board.addresses[0], board.addresses[1])
                                        for name, board in BOARD_SLOTS.items() if len(board.addresses) == 2}

DEMO_BOARD, DEMO_POLICY = "microbit", "ml-dsa-44"
# Of that board: the two pages that remember, and in each the marks of an exchange.
MEMORY_PAGES, EXCHANGE_MARKS = (0x7800, 0x7C00), 80
MEMORY_MAGIC = 0x4B53424D
PAGE_WORDS, ERASED = 256, 0xFFFFFFFF


def with_segment(elf: bytes, address: int, data: bytes) -> bytes:
    """The ELF file, which also loads `data` at an address."""
    offset, = struct.unpack_from("<I", elf, 28)
    size, count = struct.unpack_from("<HH", elf, 42)
    elf += bytes(-len(elf) % 16)
    table = elf[offset:offset + size * count] + struct.pack(
        "<8I", 1, len(elf) + size * (count + 1), address, address, len(data), len(data), 5, 4)
    return elf[:28] + struct.pack("<I", len(elf)) + elf[32:44] + struct.pack("<H", count + 1) + elf[46:] + table + data


@cache
def signer(scheme: str, number: int = 0) -> tuple[bytes, Callable[[bytes], bytes]]:
    """A key of this program's own, and what signs with it. LMS and SLH-DSA-*-24: a part
    of the tree, for material that protects nothing."""
    seed = bytes([number]) * 32
    if scheme == images.DIGEST_SCHEME:
        lms = LmsPair(LMS_SETS[LMS_SET], seed, 1)
        return lms.key, lms.sign
    if scheme in LIMITED:
        limited = Pair(LIMITED[scheme], seed)
        return limited.key, limited.sign
    pair = signer_of(scheme).generate(scheme, seed)
    return pair.public, lambda data: signer_of(scheme).sign(scheme, pair.secret,
                                                            Signature(Data(data), deterministic=True))


def signed(image: Image, scheme: str, number: int = 0) -> list[Tlv]:
    """The TLVs of a signature by that key."""
    key, sign = signer(scheme, number)
    if scheme == images.DIGEST_SCHEME:
        return images.digest_tlvs(key, sign(image.digest()))
    known = SCHEMES[scheme]
    return [images.own_tlv(scheme, known.anchor(key), b"" if known.key_anchor else key, sign(image.to_sign()))]


def application(board: str, policy: str, version: str, counter: int, number: int = 0, filler: int = 0,
                slot: int = 0, product: int = 0) -> bytes:
    """The application of a board, signed as the policy asks. filler: bytes after the code. slot: for which it is
    linked, if the policy is IN_PLACE_POLICY. product: for which, or 0. Raises UserError."""
    in_place = policy == IN_PLACE_POLICY
    kind = f"in-place-{slot}" if in_place else "can" if policy.endswith("-can") else "default"
    path = image_path(board, kind, "slot")
    if not path.is_file():
        raise UserError(f"{path} does not exist: {firmware_remedy(BOARDS[board].core)}.")
    address, code = elf_code(path.read_bytes(), str(path))
    code += bytes(i * 7 & 0xFF for i in range(filler))
    image = images.build(code, Version.parse(version), counter, HEADER_BYTES,
                         IN_PLACE[board][slot] if in_place else None, product, address)
    for scheme in POLICIES[policy]:
        image.tlvs += signed(image, scheme, number)
    return image.encode()


def boot_loader(board: str, policy: str, folder: Path, retired: int = NEVER, product: int = 0) -> Path:
    """The boot loader with the anchor of key 0, which `retired` retires, and then of key 1. Raises UserError."""
    path = image_path(board, policy, "boot")
    if not path.is_file():
        raise UserError(f"{path} does not exist: {firmware_remedy(BOARDS[board].core)}.")
    anchors = {}
    for scheme in POLICIES[policy]:
        kind = images.DIGEST_SIGNATURE if scheme == images.DIGEST_SCHEME else images.OWN_TYPES[scheme]
        keys = [signer(scheme, number)[0] for number in range(1 if retired == NEVER else 2)]
        anchors[kind] = [(key if SCHEMES[scheme].key_anchor else SCHEMES[scheme].anchor(key), until)
                         for key, until in zip(keys, (retired, NEVER))]
    made = folder / f"{board}-{policy}.elf"
    made.write_bytes(provisioned(path.read_bytes(), str(path), anchors, product))
    return made


def cut_in_record(emulator: Emulator, due: Callable[[list[int]], bool], seconds: float = 60.0) -> bool:
    """Asks DEMO_BOARD for the image in its slot for updates, and cuts its power as soon as `due` says so of the page
    with the new record. What was there before counts as erased. False if that does not come in time."""
    link = Link(emulator.connect())
    try:
        numbers = {page: emulator.word(page + 4) for page in MEMORY_PAGES if emulator.word(page) == MEMORY_MAGIC}
        active = max(numbers, key=lambda page: numbers[page], default=MEMORY_PAGES[0])
        other = MEMORY_PAGES[active == MEMORY_PAGES[0]]
        before = numbers.get(other)

        def is_due(words: list[int]) -> bool:
            return words[1] != before and due(words)

        Updater(link).ask(for_good=False)
        return emulator.cut_power_when(other, PAGE_WORDS, is_due, seconds)
    finally:
        link.transport.close()


def cut_in_exchange(emulator: Emulator, step: int, seconds: float = 60.0) -> int:
    """Cuts the power of DEMO_BOARD when more steps of an exchange than `step` are done: how many are, 0 if that does
    not come in time."""
    done = 0

    def due(words: list[int]) -> bool:
        nonlocal done
        done = sum(word != ERASED for word in words[EXCHANGE_MARKS // 4:])
        return done > step

    return done if cut_in_record(emulator, due, seconds) else 0


def flash_bytes(board: str, policy: str) -> int:
    """Of the boot loader's code and constants."""
    path = image_path(board, policy, "boot")
    return len(elf_code(path.read_bytes(), str(path))[1])


def booted(emulator: Emulator, seconds: float = 60.0) -> Booted | None:
    """Restarts a board, and waits for its boot loader's report."""
    transport = emulator.connect()
    try:
        link = Link(transport)
        emulator.cut_power()
        return link.listen(lambda f: Booted.parse(f.payload) if f.type == BOOTED else None, seconds)
    finally:
        transport.close()


def measured(board: str, policy: str, folder: Path) -> Booted:
    """Starts the application of a board, which lies in its slot from the beginning. Raises UserError."""
    loader = boot_loader(board, policy, folder)
    loader.write_bytes(with_segment(loader.read_bytes(), SLOTS[board], application(board, policy, "1.0.0", 1)))
    with Emulator(board, image=loader) as emulator:
        report = booted(emulator)
    if report is None or report.slot != 0:
        raise UserError(f"The boot loader of {board} did not start its application: build the firmware again.")
    return report
