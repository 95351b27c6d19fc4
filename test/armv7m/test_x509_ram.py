# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chains of certificates on an emulated Cortex-M3: three with ML-DSA-44, SLH-DSA-SHA2-128s under LMS, and three with a
composite, whose classical half is a stand-in; RAM and flash as docs/x509.md states them. `pytest -s` prints them."""
from __future__ import annotations

import hashlib
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cortex import STACK_BYTES, STACK_TOP, Machine
from support import chains

from kilosig.files.data import Data
from kilosig.library.verdicts import ACCEPT, KEY, SIGNATURE, STATE_SIZE
from kilosig.schemes.composite import representative
from kilosig.schemes.family import Signature

ROOT = Path(__file__).resolve().parents[2]
COMPILER = ["arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m3", "-mthumb", "-O2", "-std=c99",
            "-ffreestanding", "-ffunction-sections", "-fdata-sections", "-DKSIG_ENABLE_DEFAULT=0",
            *(f"-DKSIG_ENABLE_{name}=1" for name in ("ML_DSA_44", "HSS", "SLH_DSA_SHA2_128S")),
            "-I", str(ROOT / "include"), "-I", str(ROOT / "src")]
FOLDERS = ("api", "composite", "x509", "guard", "hash", "lms", "mldsa", "ring", "slhdsa", "stream", "util")
DOCUMENT = ROOT / "docs/x509.md"
PAINT = b"\xa7"
KINDS = range(3)
COMPOSITE = "ml-dsa-44-ecdsa-p256"

pytestmark = pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("x509")
    sources = [path for name in FOLDERS for path in sorted((ROOT / "src" / name).rglob("*.c"))
               if "sign" not in path.stem and "keygen" not in path.stem]
    sources += [path for name in ("hash", "mldsa", "ring", "slhdsa", "stream")
                for path in sorted((ROOT / "src/arch/armv7m" / name).rglob("*.S"))]
    sources += [*sorted((ROOT / "src/arch/armv7m").glob("*.S")), ROOT / "test/armv7m/x509/x509_job.c"]
    script = folder / "functions.ld"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text*) *(.rodata*) } }\n")
    subprocess.run([*COMPILER, "-nostartfiles", "-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all",
                    *(f"-Wl,-u,{name}" for name in ("x509_job", "x509_bytes", "plain_job", "pair_job", "plain_bytes")),
                    "-Wl,-e,x509_job", f"-T{script}", *map(str, sources), "-o", str(folder / "x509.elf")], check=True)
    return folder / "x509.elf"


class Device:
    """The image with one state, in which jobs run one after the other."""

    def __init__(self, image: Path) -> None:
        self.machine = Machine(image)
        self.bytes = [self.machine.call("x509_bytes", kind) for kind in KINDS]
        self.state = self.machine.allocate(b"\xd5" * max(self.bytes))
        self.end = self.machine.allocate(bytes(84))
        self.depth = {job: [0 for _ in KINDS] for job in ("x509_job", "plain_job", "pair_job")}

    def run(self, job: str, kind: int, data: bytes, root: chains.Key, chunk: int, lacking: int = 0) -> int:
        mark = self.machine.flash_mark()
        memory = self.machine.allocate_flash
        packed = self.machine.allocate(struct.pack(
            "<10I", self.state, self.bytes[kind] - lacking, memory(data), len(data), memory(root.raw), len(root.raw),
            memory(root.anchor), chunk, self.end, kind))
        self.machine.write(STACK_TOP - STACK_BYTES, PAINT * STACK_BYTES)
        verdict = self.machine.call(job, packed, limit=200_000_000)
        painted = self.machine.read(STACK_TOP - STACK_BYTES, STACK_BYTES)
        self.depth[job][kind] = max(self.depth[job][kind], STACK_BYTES - (len(painted) - len(painted.lstrip(PAINT))))
        self.machine.free_from(packed)
        self.machine.flash_free(mark)
        return int(verdict)

    def anchor(self) -> bytes:
        """Of the end key: after a pointer, two numbers and a byte."""
        return self.machine.read(self.end + 13, 68)


def stated() -> list[tuple[int, ...]]:
    """The rows of docs/x509.md."""
    rows = re.findall(r"^\| Cortex-M3, .* \| (-?[\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$",
                      DOCUMENT.read_text(), re.MULTILINE)
    return [tuple(int(cell.replace(",", "")) for cell in row) for row in rows]


def flash_of_reader(image: Path, composite: bool) -> int:
    """Code and constants of src/x509 without the texts of reasons; with those for composites or not."""
    total = 0
    for path in sorted((ROOT / "src/x509").glob("*.c")):
        apart = ("x509_text", "x509_alone", "x509_ecdsa", "x509_ed25519",
                 *(() if composite else ("x509_classical", "x509_composite")))
        if path.stem not in apart:
            made = image.parent / f"{path.stem}.o"
            subprocess.run([*COMPILER, "-c", str(path), "-o", str(made)], check=True)
            out = subprocess.run(["arm-none-eabi-size", str(made)], check=True, stdout=subprocess.PIPE).stdout.decode()
            total += int(out.splitlines()[1].split()[0])
    return total


def key(name: str, number: int) -> chains.Key:
    """A key; of a composite one whose classical half the stand-in of x509_job.c takes."""
    made = chains.key(name, number)
    if name != COMPOSITE:
        return made

    def sign(message: bytes) -> bytes:
        signature = made.sign(message)
        digest = hashlib.sha256(representative(name, Signature(Data(message)))).digest()
        r, s = decode_dss_signature(signature[2420:])
        return signature[:2420] + encode_dss_signature(r, (s & ~0xFF) | (made.raw[-1] ^ digest[0]))
    return chains.Key(name, made.raw, sign)


def test_chains_and_what_they_take(image: Path) -> None:
    device = Device(image)
    names = (["ml-dsa-44"] * 4, ["hss", "slh-dsa-sha2-128s", "slh-dsa-sha2-128s"], [COMPOSITE] * 4)
    for kind, schemes in enumerate(names):
        keys = [key(name, number) for number, name in enumerate(schemes)]
        data = chains.joined(chains.usual(*keys))
        for chunk in (64, 1 << 20) if kind == 1 else (64, 7, 1 << 20):
            assert device.run("x509_job", kind, data, keys[0], chunk) == ACCEPT
            anchor = keys[-1].anchor[:64]  # of a composite tr: ksig_x509_close
            assert device.anchor()[:len(anchor)] == anchor
        wrong = data[:-3000] + bytes([data[-3000] ^ 1]) + data[-2999:]
        assert device.run("x509_job", kind, wrong, keys[0], 64) != ACCEPT
        assert device.run("x509_job", kind, data[:-1] + bytes([data[-1] ^ 1]), keys[0], 64) in (SIGNATURE, 10)
        assert device.run("x509_job", kind, data, keys[0], 64, lacking=1) == STATE_SIZE
        other = key(schemes[0], 9)
        assert device.run("x509_job", kind, data, other, 64) in (KEY, SIGNATURE)
        assert device.run("pair_job" if kind == 2 else "plain_job", kind, data, keys[0], 64) != ACCEPT
    alone, depth = [*device.depth["plain_job"][:2], device.depth["pair_job"][2]], device.depth["x509_job"]
    flash = [flash_of_reader(image, composite=kind == 2) for kind in KINDS]
    found = [(size - int(device.machine.call("plain_bytes", kind)), size, depth[kind], flash[kind])
             for kind, size in enumerate(device.bytes)]
    print(found, "alone:", alone)
    assert found == stated()
    more = [found[kind][0] + depth[kind] - alone[kind] for kind in KINDS]
    assert more[0] <= 512 and more[2] <= 512  # beside a verification of ML-DSA-44, and of a composite
    text = " ".join(DOCUMENT.read_text().split())
    assert f"take {more[0]} bytes more" in text and f"and {more[1]} more" in text
    assert f"{more[2]} bytes more than a verification of the composite alone" in text
