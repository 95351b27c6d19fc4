# SPDX-License-Identifier: Apache-2.0 OR MIT
"""COSE and CWT on an emulated Cortex-M3: a delegation and then what the named key signed, in one state; RAM and flash
as docs/formats.md states them. `pytest -s` prints them."""
from __future__ import annotations

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from cortex import STACK_BYTES, STACK_TOP, Machine
from support import public_key

from kilosig.files import cose
from kilosig.library.binding import load
from kilosig.library.verdicts import ACCEPT, KEY, SIGNATURE, STATE_SIZE
from kilosig.schemes import ml_dsa

ROOT = Path(__file__).resolve().parents[2]
COMPILER = ["arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m3", "-mthumb", "-O2", "-std=c99",
            "-ffreestanding", "-ffunction-sections", "-fdata-sections", "-DKSIG_ENABLE_DEFAULT=0",
            "-DKSIG_ENABLE_ML_DSA_44=1", "-I", str(ROOT / "include"), "-I", str(ROOT / "src")]
FOLDERS = ("api", "cose", "guard", "hash", "mldsa", "ring", "stream", "util")
NAME = "ml-dsa-44"
PAINT = b"\xa7"

pytestmark = pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cose")
    sources = [path for name in FOLDERS for path in sorted((ROOT / "src" / name).rglob("*.c"))
               if "sign" not in path.stem and "keygen" not in path.stem]
    sources += [path for name in ("hash", "mldsa", "ring", "stream")
                for path in sorted((ROOT / "src/arch/armv7m" / name).rglob("*.S"))]
    sources += [*sorted((ROOT / "src/arch/armv7m").glob("*.S")), ROOT / "test/armv7m/cose/cose_job.c"]
    script = folder / "functions.ld"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text*) *(.rodata*) } }\n")
    # One call of the compiler: gcc compiles each file by itself.
    subprocess.run([*COMPILER, "-nostartfiles", "-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all",
                    *(f"-Wl,-u,{name}" for name in ("cose_job", "cose_bytes", "cwt_bytes")), "-Wl,-e,cose_job",
                    f"-T{script}", *map(str, sources), "-o", str(folder / "cose.elf")], check=True)
    return folder / "cose.elf"


class Device:
    """The image with one state, in which jobs run one after the other."""

    def __init__(self, image: Path) -> None:
        self.machine = Machine(image)
        self.bytes = {"cose": self.machine.call("cose_bytes"), "cwt": self.machine.call("cwt_bytes")}
        self.state = self.machine.allocate(b"\xd5" * self.bytes["cwt"])
        self.claims = self.machine.allocate(bytes(88))
        self.anchor = self.machine.allocate(bytes(64))
        self.depth = 0

    def run(self, data: bytes, key: bytes, anchor: bytes, chunk: int, is_cwt: bool, lacking: int = 0) -> int:
        mark = self.machine.flash_mark()
        self.machine.write(self.anchor, anchor)
        size = self.bytes["cwt" if is_cwt else "cose"] - lacking
        job = self.machine.allocate(struct.pack(
            "<8I", self.state, size, self.machine.allocate_flash(data), len(data), self.machine.allocate_flash(key),
            self.anchor, chunk, self.claims if is_cwt else 0))
        self.machine.write(STACK_TOP - STACK_BYTES, PAINT * STACK_BYTES)
        verdict = self.machine.call("cose_job", job, limit=60_000_000)
        painted = self.machine.read(STACK_TOP - STACK_BYTES, STACK_BYTES)
        self.depth = max(self.depth, STACK_BYTES - (len(painted) - len(painted.lstrip(PAINT))))
        self.machine.free_from(job)
        self.machine.flash_free(mark)
        return verdict

    def named(self) -> bytes:
        """The anchor in the claims: after two numbers of 8 bytes and one of 4."""
        return self.machine.read(self.claims + 20, 64)


def objects() -> tuple[bytes, bytes]:
    """A CWT by key 0 that names key 2, and what key 2 signed."""
    def signed(number: int, payload: bytes, header: bytes) -> bytes:
        text = cose.sig_structure(header, payload)
        return cose.sign1(header, payload, ml_dsa.sign(load(), NAME, bytes([number]) * 32, text))

    claims = cose.delegation_claims(cose.CoseKey(NAME, public_key(NAME, 2)), 1_700_000_000)
    return (signed(0, claims, cose.protected_header(NAME, 61)), signed(2, bytes(300), cose.protected_header(NAME)))


def stated() -> dict[str, int]:
    """The row of docs/formats.md."""
    text = (ROOT / "docs/formats.md").read_text()
    row = re.search(r"^\| Cortex-M3, ml-dsa-44 \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", text, re.MULTILINE)
    assert row is not None
    return dict(zip(("cose", "cwt", "stack", "flash"), (int(cell.replace(",", "")) for cell in row.groups())))


def flash_of_readers(image: Path) -> int:
    """Code and constants of src/cose without the texts of reasons."""
    def text(path: Path) -> int:
        out = subprocess.run(["arm-none-eabi-size", str(path)], check=True, stdout=subprocess.PIPE).stdout.decode()
        return int(out.splitlines()[1].split()[0])

    objects: list[Path] = []
    for path in sorted((ROOT / "src/cose").glob("*.c")):
        if path.stem != "cose_text":
            objects.append(image.parent / f"{path.stem}.o")
            subprocess.run([*COMPILER, "-c", str(path), "-o", str(objects[-1])], check=True)
    return sum(map(text, objects))


def test_two_verifications_in_a_row(image: Path) -> None:
    """The root names a key, the key's message is accepted with the anchor that came of it; another key's is not."""
    device = Device(image)
    delegation, message = objects()
    anchor = load().scheme(NAME).anchor(public_key(NAME))  # type: ignore[union-attr]
    for chunk in (64, 7, 1 << 20):
        assert device.run(delegation, public_key(NAME), anchor, chunk, True) == ACCEPT
        assert device.named() == load().scheme(NAME).anchor(public_key(NAME, 2))  # type: ignore[union-attr]
        assert device.run(message, public_key(NAME, 2), device.named(), chunk, False) == ACCEPT
    assert device.run(message, public_key(NAME, 1), device.named(), 64, False) == KEY
    assert device.run(message[:-2500] + b"\1" + message[-2499:], public_key(NAME, 2), device.named(), 64,
                      False) == SIGNATURE
    assert device.run(delegation, public_key(NAME), anchor, 64, True, lacking=1) == STATE_SIZE
    found = {**device.bytes, "stack": device.depth, "flash": flash_of_readers(image)}
    print(found)
    told = stated()
    assert (found["cose"], found["cwt"], found["flash"]) == (told["cose"], told["cwt"], told["flash"])
    assert found["stack"] == told["stack"]
