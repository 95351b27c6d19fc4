# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig image sign signs nothing that cannot start: ELF, Intel HEX and raw code, each refusal, and what imgtool makes
of the same code."""
from __future__ import annotations

import random
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from linked_code import HEADER, OBJECT, RISCV, SLOT, SLOT_BYTES, X86, Elf, intel_hex, slot_symbols, vector_code
from sampling import FULL
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import images
from kilosig.files.linked import read_elf
from kilosig.files.slot import BOARD_SLOTS
from support import runner

pytestmark = pytest.mark.library
ROOT = Path(__file__).resolve().parents[2]
BEGIN = SLOT + HEADER
CODE = vector_code(BEGIN)
HOLED = CODE[:100] + b"\xff" * 100 + CODE[200:]  # erased where no part of the file is
SIZES = ("--header-size", "0x200", "--slot-size", "0x13800")


def kilosig(*arguments: object) -> Result:
    done = runner().invoke(app, [str(word) for word in arguments])
    assert "Traceback" not in done.output
    return done


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("key")
    done = kilosig("keygen", "--scheme", "ml-dsa-44", "--private", folder / "key", "--public", folder / "pub")
    assert done.exit_code == 0
    return folder / "key"


def sign(key: Path, folder: Path, code: bytes, *more: object) -> Result:
    (folder / "code").write_bytes(code)
    return kilosig("image", "sign", folder / "code", folder / "image", "--version", "1.1.0", "--counter", 5, "-p", key,
                   "--force", *more)


# ---- What is signed ------------------------------------------------------------------------------------------------


FORMS = {
    "ELF that says it": (Elf([(BEGIN, CODE)], slot_symbols()).encode(), ()),
    "ELF and slot": (Elf([(BEGIN, CODE)]).encode(), ("--slot-address", SLOT, "--slot-size", SLOT_BYTES)),
    "ELF and sizes": (Elf([(BEGIN, CODE)]).encode(), SIZES),
    "ELF in parts": (Elf([(BEGIN, CODE[:100]), (BEGIN + 100, CODE[100:])]).encode(), SIZES),
    "ELF with room": (Elf([(SLOT, bytes(HEADER) + CODE)]).encode(), SIZES),
    "ELF and board": (Elf([(BEGIN, CODE)]).encode(), ("--board", "microbit")),
    "HEX and sizes": (intel_hex([(BEGIN, CODE)]), SIZES),
    "HEX and board": (intel_hex([(BEGIN, CODE)]), ("--board", "microbit")),
    "HEX with room": (intel_hex([(SLOT, bytes(HEADER) + CODE)]), SIZES),
    "HEX in parts": (intel_hex([(BEGIN, CODE[:64]), (BEGIN + 64, CODE[64:])]), SIZES),
    "HEX with a hole": (intel_hex([(BEGIN, HOLED[:100]), (BEGIN + 200, HOLED[200:])]), SIZES),
    "ELF with a hole": (Elf([(BEGIN, HOLED[:100]), (BEGIN + 200, HOLED[200:])]).encode(), SIZES),
    "raw and sizes": (CODE, SIZES),
    "raw and board": (CODE, ("--board", "microbit")),
    "raw with room": (bytes(HEADER) + CODE, SIZES),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, key: Path, tmp_path: Path) -> None:
    """All make the same image, but for the address that a raw binary does not say."""
    code, options = FORMS[form]
    done = sign(key, tmp_path, code, *options)
    assert done.exit_code == 0, done.output
    made = images.parse((tmp_path / "image").read_bytes())
    assert (made.header_bytes, made.code) == (HEADER, HOLED if form.endswith("with a hole") else CODE)
    assert made.number(images.ADDRESS) == (None if form.startswith("raw") else BEGIN)
    assert bool(made.flags) == ("--slot-address" in options)


def test_other_cores(key: Path, tmp_path: Path) -> None:
    """RISC-V has no vector table; a Cortex-M may have its RAM elsewhere."""
    begin = 0x20410000 + HEADER
    code = bytes.fromhex("17010000") * 40
    assert sign(key, tmp_path, Elf([(begin, code)], machine=RISCV, entry=begin).encode(),
                "--board", "sifive_e").exit_code == 0
    assert sign(key, tmp_path, code, "--board", "sifive_e").exit_code == 0
    assert sign(key, tmp_path, code, *SIZES, "--no-vectors").exit_code == 0
    low = vector_code(BEGIN, stack=0x10008000)
    assert sign(key, tmp_path, low, *SIZES, "--ram", "0x10000000:0x10008000").exit_code == 0


# ---- What is refused -----------------------------------------------------------------------------------------------


def elf(code: bytes = CODE, at: int = BEGIN, **more: object) -> bytes:
    return Elf([(at, code)], slot_symbols(), **more).encode()  # type: ignore[arg-type]


REFUSED: dict[str, tuple[bytes, tuple[object, ...], str]] = {
    "raw alone": (CODE, (), "give --header-size and --slot-size"),
    "raw, no slot": (CODE, ("--header-size", "0x200"), "give --slot-size"),
    "raw, no header": (CODE, ("--slot-size", "0x13800"), "give --header-size"),
    "HEX alone": (intel_hex([(BEGIN, CODE)]), (), "give --header-size and --slot-size"),
    "ELF without slot": (Elf([(BEGIN, CODE)]).encode(), SIZES[:2], "give --slot-size"),
    # It hung the micro:bit: code after 32 bytes that is linked after 0x200, the header of earlier releases.
    "hung: raw behind 32": (CODE, ("--header-size", 32, "--slot-size", SLOT_BYTES), "aligned to 128"),
    "hung: ELF behind 32": (Elf([(BEGIN, CODE)]).encode(), ("--header-size", 32, "--slot-size", SLOT_BYTES),
                            "give the --header-size that it is linked for"),
    "hung: raw for another board": (vector_code(0x10200), ("--board", "microbit"), "is not in code from 0x8200"),
    "random bytes": (random.Random(1).randbytes(4000), SIZES, "no stack pointer into RAM"),
    "random bytes behind a stack pointer": (struct.pack("<II", 0x20001000, 0x8301) + random.Random(2).randbytes(900),
                                            SIZES, "first handlers"),
    "zeros": (bytes(4000), SIZES, "no stack pointer into RAM"),
    "erased": (b"\xff" * 4000, SIZES, "no stack pointer into RAM"),
    "nothing": (b"", SIZES, "0 bytes of code"),
    "text": (b"#!/bin/sh\necho hello, this is no code\n" * 20, SIZES, "no stack pointer into RAM"),
    "an image": (images.build(CODE, images.Version(1), 1, HEADER).encode(), SIZES, "an image already"),
    "600 kB": (vector_code(BEGIN, 600_000), SIZES, "make the code shorter"),
    "600 kB of ELF": (elf(vector_code(BEGIN, 600_000)), (), "make the code shorter"),
    "one byte too many": (vector_code(BEGIN, SLOT_BYTES - HEADER - 3700), SIZES, "make the code shorter"),
    "stack below RAM": (elf(vector_code(BEGIN, stack=0x20000000)), (), "no stack pointer into RAM"),
    "stack above RAM": (elf(vector_code(BEGIN, stack=0x20004004)), (), "0x20000000 to 0x20004000"),
    "stack not aligned": (elf(vector_code(BEGIN, stack=0x20002002)), (), "no stack pointer into RAM"),
    "stack of a larger board": (vector_code(BEGIN, stack=0x20008000), ("--board", "microbit"), "no stack pointer"),
    "even entry": (elf(vector_code(BEGIN, entry=BEGIN + 64)), (), "even entry"),
    "entry before the slot": (elf(vector_code(BEGIN, entry=0x101)), (), "has its entry at 0x100"),
    "entry behind the code": (elf(vector_code(BEGIN, 400, entry=BEGIN + 401)), (), "has its entry"),
    "entry in the table": (elf(vector_code(BEGIN, entry=BEGIN + 5)), (), "has its entry"),
    "linked for the boot loader's place": (Elf([(0, vector_code(0))]).encode(), ("--board", "microbit"),
                                           "is linked for 0x0, and the slots of microbit are at 0x8000 and 0x1bc00"),
    "linked elsewhere": (Elf([(0x40000, vector_code(0x40000))]).encode(), ("--board", "microbit"), "link it for one"),
    "another header than linked": (elf(), ("--header-size", "0x400"), "0x400 by --header-size and 0x200 by"),
    "another slot than linked": (elf(), ("--slot-size", "0x8000"), "0x8000 by --slot-size and 0x13800 by"),
    "another address than linked": (elf(), ("--slot-address", "0x1BC00"), "0x1bc00 by --slot-address"),
    "another board than linked": (elf(), ("--board", "mps2-an385"), "slot"),
    "no such board": (CODE, ("--board", "micro:bit"), "did you mean 'microbit'"),
    "a header of 0": (CODE, ("--header-size", 0, "--slot-size", SLOT_BYTES), "give a multiple of 4"),
    "a header that is not even": (CODE, ("--header-size", 130, "--slot-size", SLOT_BYTES), "give a multiple of 4"),
    "a header without a slot": (CODE, ("--header-size", 512, "--slot-size", 512), "has no room"),
    "RAM that ends before it begins": (CODE, (*SIZES, "--ram", "0x20004000:0x20000000"), "is not a range"),
    "an object file": (elf(type=OBJECT), (), "is not linked"),
    "another machine": (elf(machine=X86), (), "another machine (386)"),
    "64 bits": (b"\x7fELF\2" + elf()[5:], (), "32 bits"),
    "big-endian": (b"\x7fELF\1\2" + elf()[6:], (), "32 bits"),
    "RISC-V, entry elsewhere": (elf(machine=RISCV, entry=BEGIN + 4), (), "link the entry to the front"),
    "RISC-V, nothing to execute": (bytes(4000), (*SIZES, "--no-vectors"), "does not begin with an instruction"),
    "Arm without vectors": (elf(), ("--no-vectors",), "omit --no-vectors"),
    "parts that lie far apart": (Elf([(BEGIN, CODE), (0x20000000, CODE)]).encode(), SIZES, "lie far apart"),
    "parts that overlap": (Elf([(BEGIN, CODE), (BEGIN + 8, CODE)]).encode(), SIZES, "overlap"),
    "HEX with a wrong sum": (intel_hex([(BEGIN, CODE)])[:40] + b"00" + intel_hex([(BEGIN, CODE)])[42:], SIZES,
                             "is not an Intel HEX file"),
    "HEX of nothing": (b":00000001FF\n", SIZES, "loads nothing"),
    "an alignment": (CODE, (*SIZES, "--align", 3), "give one of 1, 2, 4"),
}
# In both forms that say addresses: the parts of a file.
AT = ("--slot-address", SLOT, "--slot-size", SLOT_BYTES)
PLACED: dict[str, tuple[list[tuple[int, bytes]], tuple[object, ...], str]] = {
    "a hole in the table": ([(BEGIN, CODE[:8]), (BEGIN + 64, CODE[64:])], SIZES,
                            "loads nothing from 0x8208 to 0x8240, where it is to start: give all that"),
    "a hole at the entry": ([(BEGIN, CODE[:64]), (BEGIN + 68, CODE[68:])], AT,
                            "loads nothing from 0x8240 to 0x8244, where it is to start"),
    "a hole longer than the slot": ([(BEGIN, CODE), (BEGIN + 200_000, CODE)], ("--board", "microbit"),
                                    "200,400 bytes, 199,600 of them in holes, and the slot has 79,360 after its "
                                    "header: link it in one piece"),
    "another memory's registers": ([(BEGIN, CODE), (0x10001000, CODE[:16])], SIZES,
                                   "far apart, up to 0x8390 and from 0x10001000: link it for one flash, and leave out"),
    "at 0": ([(0, vector_code(0))], SIZES, "linked for 0x0, so with a header of 0x200 its slot does not begin"),
    "at 0, the slot elsewhere": ([(0, vector_code(0))], AT, "linked for 0x0, and the slot begins at 0x8000: link it"),
    "at the slot, without a header": ([(SLOT, vector_code(SLOT))], AT, "is linked for 0x8000, and the slot begins at"),
    "at the slot, sizes given": ([(SLOT, vector_code(SLOT))], (*SIZES, *AT[:2]), "link it for 0x8200, or give the"),
    "at the slot, of a board": ([(SLOT, vector_code(SLOT))], ("--board", "microbit"), "link it for one of them, after"),
    "behind the slot": ([(0x40200, vector_code(0x40200))], AT, "is linked for 0x40200, and the slot begins at 0x8000"),
    "no board's slot": ([(0x40200, vector_code(0x40200))], ("--board", "microbit"), "are at 0x8000 and 0x1bc00"),
    "between pages": ([(BEGIN + 4, vector_code(BEGIN + 4))], SIZES, "does not begin where a page begins: link it for"),
    "moved": ([(BEGIN + 0x1000, CODE)], SIZES, "has its entry at 0x8240, which is not in code from 0x9200"),
    "in RAM": ([(0x20000200, vector_code(0x20000200))], SIZES, "in RAM (0x20000000 to 0x40000000): link it for a slot"),
}


@pytest.mark.parametrize("form", ["ELF", "HEX"])
@pytest.mark.parametrize("case", PLACED)
def test_another_place(case: str, form: str, key: Path, tmp_path: Path) -> None:
    """Holes, and code that is linked for elsewhere."""
    parts, options, says = PLACED[case]
    refused(key, tmp_path, Elf(parts).encode() if form == "ELF" else intel_hex(parts), options, says)


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, key: Path, tmp_path: Path) -> None:
    refused(key, tmp_path, *REFUSED[case])


def refused(key: Path, folder: Path, code: bytes, options: tuple[object, ...], says: str) -> None:
    """In one sentence, and nothing is written."""
    done = sign(key, folder, code, *options)
    text = " ".join(done.output.split())
    assert done.exit_code == 2 and says in text and not (folder / "image").exists(), done.output
    assert text.startswith("kilosig: ") and text.endswith((".", "?")) and not re.search(r"\. [A-Z]", text), text


def test_no_room_uses_no_leaf(tmp_path: Path) -> None:
    """The signature of LMS or HSS counts before it is made."""
    for scheme in ("lms", "hss"):
        state, public = tmp_path / f"{scheme}.state", tmp_path / f"{scheme}.pub"
        levels = ("--levels", 2) if scheme == "hss" else ()
        done = kilosig("stateful-keygen", "--scheme", scheme, *levels, "--set",
                       "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4", "--state", state, "--public", public)
        assert done.exit_code == 0, done.output
        before = state.read_bytes()
        (tmp_path / "code").write_bytes(CODE)
        words: list[object] = ["image", "sign", tmp_path / "code", tmp_path / "image", "--version", "1", "--counter", 1,
                               "--header-size", HEADER, "--state", state, "--force"]
        assert kilosig(*words, "--slot-size", 0x400).exit_code == 2 and state.read_bytes() == before
        assert kilosig(*words, "--slot-size", 0x4000).exit_code == 0
        whole = len((tmp_path / "image").read_bytes())
        before = state.read_bytes()
        assert kilosig(*words, "--slot-size", whole - 4).exit_code == 2 and state.read_bytes() == before
        assert kilosig(*words, "--slot-size", whole).exit_code == 0 and state.read_bytes() != before


def test_broken_elf() -> None:
    """Whatever is wrong with the file ends in a sentence."""
    good, source = elf(), random.Random(3)
    read_elf(good, "good")
    for cut in range(0, len(good), 7):
        with pytest.raises(UserError):
            read_elf(good[:cut], "cut")
    for _ in range(1500 if FULL else 500):
        bad = bytearray(good)
        for _ in range(source.randrange(1, 4)):
            place = source.choice((source.randrange(116), source.randrange(len(bad) - 300, len(bad))))
            bad[place] = source.randrange(256)
        try:
            read_elf(bytes(bad), "bad")
        except UserError:
            pass


def test_without_the_libraries(key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install; raw code needs neither."""
    for name, package, code in (("elftools.elf.elffile", "pyelftools", elf()),
                                ("intelhex", "intelhex", intel_hex([(BEGIN, CODE)]))):
        monkeypatch.setitem(sys.modules, name, None)
        done = sign(key, tmp_path, code, *SIZES)
        assert done.exit_code == 2 and f"pip install {package}" in " ".join(done.output.split())
    assert sign(key, tmp_path, CODE, *SIZES).exit_code == 0


# ---- As imgtool has it ---------------------------------------------------------------------------------------------


def imgtool(folder: Path, code: bytes, *more: object) -> tuple[int, str, bytes]:
    (folder / "raw.bin").write_bytes(code)
    (folder / "theirs").unlink(missing_ok=True)
    words = ["sign", "--version", "1.1.0", "--security-counter", 5, "--header-size", "0x200", *more, folder / "raw.bin",
             folder / "theirs"]
    done = subprocess.run([sys.executable, "-m", "imgtool.main", *map(str, words)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    theirs = folder / "theirs"
    return done.returncode, done.stdout, theirs.read_bytes() if theirs.exists() else b""


def unsigned(folder: Path, code: bytes, *more: object) -> tuple[int, bytes]:
    """What --to-sign is for another signer: the image itself has no signature yet."""
    (folder / "code").write_bytes(code)
    (folder / "image").unlink(missing_ok=True)
    done = kilosig("image", "sign", folder / "code", folder / "image", "--version", "1.1.0", "--counter", 5,
                   "--to-sign", folder / "content", "--force", "--header-size", "0x200", *more)
    ours = folder / "image"
    return done.exit_code, ours.read_bytes() if ours.exists() else b""


@pytest.mark.parametrize("align", [1, 2, 4, 8, 16, 32])
def test_padding_is_imgtools(tmp_path: Path, align: int) -> None:
    """Header, code, TLVs, filling and magic, byte for byte."""
    pytest.importorskip("imgtool")
    for size in (0x8000, 0x13800):
        sizes = ("--slot-size", size, "--align", align, "--pad")
        status, text, theirs = imgtool(tmp_path, CODE, "--pad-header", *sizes)
        assert status == 0, text
        # After imgtool's filling of the header with 0xff, ours has zeros: what imgtool takes without --pad-header.
        assert theirs[32:HEADER] == b"\xff" * (HEADER - 32)
        status, text, theirs = imgtool(tmp_path, bytes(HEADER) + CODE, *sizes)
        assert status == 0, text
        assert unsigned(tmp_path, CODE, *sizes) == (0, theirs)
        assert unsigned(tmp_path, bytes(HEADER) + CODE, *sizes) == (0, theirs)
        assert len(theirs) == size


@pytest.mark.parametrize("align", [1, 8, 32])
def test_sizes_are_imgtools(tmp_path: Path, align: int) -> None:
    """The longest code that imgtool takes for a slot, and one byte more."""
    pytest.importorskip("imgtool")
    sizes = ("--slot-size", 0x8000, "--align", align)
    least, most = 400, 0x8000
    while least + 1 < most:
        middle = (least + most) // 2
        if unsigned(tmp_path, vector_code(BEGIN, middle), *sizes)[0] == 0:
            least = middle
        else:
            most = middle
    for length, takes in ((least, True), (least + 1, False)):
        assert (imgtool(tmp_path, vector_code(BEGIN, length), "--pad-header", *sizes)[0] == 0) == takes, length


# ---- The boards ----------------------------------------------------------------------------------------------------


def test_boards_are_their_flash() -> None:
    """What --board says is what flash.c and memory.ld of the board say."""
    found = {}
    for path in (ROOT / "firmware/boards").glob("*/flash.c"):
        layout = re.search(r"board_layout = \{(\d+), \{(\w+), (\w+)\}, (\d+)", path.read_text())
        places = re.search(r"slots: (0x[0-9A-F]+)(?:; images may also be linked for (0x[0-9A-F]+))?", path.read_text())
        ram = re.search(r"RAM \(rw\) : ORIGIN = (\w+), LENGTH = (\d+)([KM])", (path.parent / "memory.ld").read_text())
        assert layout and places and ram
        begin, unit = int(ram[1], 0), {"K": 1024, "M": 1 << 20}[ram[3]]
        assert int(places[1], 0) == int(layout[2], 0)
        name = "mps2-an385" if path.parent.name == "mps2" else path.parent.name
        found[name] = (tuple(int(one, 0) for one in places.groups() if one), int(layout[1]) * int(layout[4]),
                       (begin, begin + int(ram[2]) * unit))
    assert found == {name: (one.addresses, one.slot_bytes, one.ram) for name, one in BOARD_SLOTS.items()}
