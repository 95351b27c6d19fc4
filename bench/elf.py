# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the bench reads of an image: symbols and bytes of a 32-bit little-endian ELF file, and its linker map."""
import pathlib
import re
import struct
from collections import namedtuple

ROOT = pathlib.Path(__file__).resolve().parent.parent

Symbol = namedtuple("Symbol", "name address size is_function")


class Section(namedtuple("Section", "output name address size archive member")):
    """An input section in an image. archive: "" for an object file."""

    @property
    def is_library(self):
        return re.fullmatch(r"libkilosig.*\.a", pathlib.Path(self.archive).name) is not None


SHT_SYMTAB, SHT_NOBITS, SHF_ALLOC, STT_OBJECT, STT_FUNC, EM_ARM = 2, 8, 2, 1, 2, 40


class Elf:
    """Symbols of functions and objects, sorted by address; the Thumb bit is taken off."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:6] != b"\x7fELF\x01\x01":
            raise ValueError(f"{path}: no 32-bit little-endian ELF file")
        self.is_arm = struct.unpack_from("<H", self.data, 18)[0] == EM_ARM
        offset, = struct.unpack_from("<I", self.data, 32)
        size, count, _ = struct.unpack_from("<HHH", self.data, 46)
        self.headers = [struct.unpack_from("<10I", self.data, offset + number * size) for number in range(count)]
        self.symbols = sorted(self._read_symbols(), key=lambda symbol: (symbol.address, symbol.name))
        self.by_name = {symbol.name: symbol for symbol in self.symbols}

    def allocated(self):
        """{name: size} of the sections that lie in the memory of the machine."""
        names = self.headers[struct.unpack_from("<H", self.data, 50)[0]][4]
        return {self.data[names + header[0]:self.data.index(b"\0", names + header[0])].decode(): header[5]
                for header in self.headers if header[2] & SHF_ALLOC}

    def _read_symbols(self):
        for _, kind, _, _, offset, size, link, _, _, entry in self.headers:
            if kind != SHT_SYMTAB:
                continue
            names = self.headers[link][4]
            for at in range(offset, offset + size, entry):
                name, address, length, info, _, section = struct.unpack_from("<IIIBBH", self.data, at)
                if info & 15 not in (STT_OBJECT, STT_FUNC) or section == 0:
                    continue
                is_function = info & 15 == STT_FUNC
                if is_function and self.is_arm:
                    address &= ~1
                text = self.data[names + name:self.data.index(b"\0", names + name)].decode()
                yield Symbol(text, address, length, is_function)

    def read(self, address, length):
        """Bytes that the image has at an address."""
        for _, kind, flags, start, offset, size, *_ in self.headers:
            if flags & SHF_ALLOC and kind != SHT_NOBITS and start <= address and address + length <= start + size:
                return self.data[offset + address - start:offset + address - start + length]
        raise ValueError(f"{self.path}: nothing at {address:#x}")

    def words(self, symbol):
        """The words of an object."""
        return struct.unpack(f"<{symbol.size // 4}I", self.read(symbol.address, symbol.size & ~3))

    def functions(self):
        """{address: symbol}; of several names for an address the last: memcpy, not __aeabi_memcpy."""
        return {symbol.address: symbol for symbol in self.symbols if symbol.is_function}


LINE = re.compile(r"^ (\*fill\*|\S+)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)(?:\s+(\S.*?))?\s*$")
OUTPUT = re.compile(r"^(\.\S+)(\s|$)")
ARCHIVE = re.compile(r"^(.*\.a)\((.*)\)$")


def read_map(elf):
    """The input sections that are in an image, from the linker map beside it (.map). An alignment gap counts with the
    section after it."""
    with open(pathlib.Path(elf.path).with_suffix(".map"), encoding="utf-8") as file:
        text = file.read()
    text = text[text.index("\nLinker script and memory map\n"):]
    # The linker breaks a line after a long section name.
    text = re.sub(r"^( ?\.\S+)\n\s+(?=0x)", r"\1 ", text, flags=re.MULTILINE)
    allocated = elf.allocated()
    sections, output, gap = [], None, 0
    for line in text.splitlines():
        match = OUTPUT.match(line)
        if match:
            output, gap = match[1], 0
        match = LINE.match(line)
        if not match or output not in allocated or match[1] is None:
            continue
        size = int(match[3], 16)
        if match[1] == "*fill*":
            gap += size
        elif size and match[4]:
            archive = ARCHIVE.match(match[4])
            sections.append(Section(output, match[1], int(match[2], 16) - gap, size + gap,
                                    *(archive.groups() if archive else ("", match[4]))))
            gap = 0
    # Strings that are merged into those of another section have a size there, and the address of what follows.
    merged = {id(one) for one, other in zip(sections, sections[1:])
              if (one.output, one.address) == (other.output, other.address)}
    return [section for section in sections if id(section) not in merged]
