# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chains of certificates on emulated cores: ML-DSA-44 under a classical key, by the libraries of ports/classical whose
source is here. State, stack, modelled cycles and bytes are compared with docs/x509.md; `pytest -s` prints its rows.
Chains without a classical key are rows of the bench."""
from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import adapters
import pytest
from support import chains

from kilosig.library import x509 as device

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))
measure: Any = importlib.import_module("measure")
BUILD = ROOT / "build/x509"
PLUGIN = ROOT / "build/bench/plugin.so"
FOLDERS = ("api", "composite", "x509", "guard", "hash", "mldsa", "ring", "stream", "util")
CORES = {"cortex-m3": "armv7m", "cortex-m0": "armv6m"}
STARTUP = ROOT / "firmware/boards"
CHAINS = {"ml-dsa-44 under ed25519, Monocypher": ["ed25519", "ml-dsa-44", "ml-dsa-44"],
          "ml-dsa-44 under ecdsa-p256, p256-m": ["ecdsa-p256", "ml-dsa-44", "ml-dsa-44"]}
ADAPTERS = {"ed25519": "monocypher", "ecdsa-p256": "p256m"}
STACK = 4096
CALLS = ("ksig_x509_open", "ksig_x509_feed", "ksig_x509_close")
MHZ = 24
pytestmark = [pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None or shutil.which("qemu-system-arm") is None,
                                 reason="arm-none-eabi-gcc or qemu-system-arm is not installed"), pytest.mark.board]


def command(cpu: str) -> list[str]:
    folders = [ROOT / "include", ROOT / "src", ROOT / "bench/firmware", STARTUP, STARTUP / "armv7m"]
    switches = ["DEFAULT=0", "ML_DSA_44=1", "PREHASH=0", "LINK_CHECK=0"]
    return ["arm-none-eabi-gcc", "--specs=picolibc.specs", f"-mcpu={cpu}", "-mthumb", "-O2", "-std=gnu99", "-w",
            "-ffreestanding", "-ffunction-sections", "-fdata-sections", *(f"-DKSIG_ENABLE_{one}" for one in switches),
            *(f"-I{path}" for path in folders)]


@cache
def library(cpu: str) -> list[Path]:
    """Object files, for both chains."""
    folder = BUILD / cpu
    folder.mkdir(parents=True, exist_ok=True)
    sources = [path for room in FOLDERS for path in sorted((ROOT / "src" / room).rglob("*.c"))]
    sources += [path for room in (".", *FOLDERS)
                for path in sorted((ROOT / "src/arch" / CORES[cpu] / room).glob("*.[cS]"))]
    objects = []
    for path in sources:
        if "sign" in path.stem or "keygen" in path.stem:
            continue
        objects.append(folder / f"{path.parent.name}-{path.name}.o")
        extra = ["-x", "assembler-with-cpp"] if path.suffix == ".S" else []
        subprocess.run([*command(cpu), *extra, "-c", path, "-o", objects[-1]], check=True)
    return objects


def foreign(adapter: str) -> tuple[list[str], list[Path]]:
    """Folders of headers as options, and sources; skips where they are not."""
    options, missing = adapters.FINDERS[adapter]()
    if missing:
        pytest.skip(missing)
    return [option for option in options if option.startswith("-I")], \
        [Path(option) for option in options if option.endswith(".c")]


def image(cpu: str, chain: str) -> tuple[Path, int]:
    """An image that reads the chain; and the bytes that it reads, keys as often as they are wanted."""
    keys = [chains.key(name, number) for number, name in enumerate(CHAINS[chain])]
    data, root = chains.joined(chains.usual(*keys)), keys[0]
    folder = BUILD / cpu
    objects = library(cpu)
    inputs = folder / "inputs.bin"
    inputs.write_bytes(root.anchor + root.raw + data)
    script = folder / "board.ld"
    script.write_text((ROOT / "bench/firmware/boards/mps2.ld").read_text())
    adapter, others = ADAPTERS[root.scheme], foreign(ADAPTERS[root.scheme])
    own = [*(ROOT / "bench/firmware" / file for file in ("chain.c", "measure.c", "inputs.c", "boards/emulated.c")),
           STARTUP / "armv7m/startup.c", ROOT / f"ports/classical/ksig_classical_{adapter}.c", *others[1]]
    options = [f"-DBENCH_CLASSICAL=ksig_classical_{adapter}", f"-I{ROOT / 'ports/classical'}", *others[0],
               f"-DBENCH_ROOT=ksig_x509_{root.scheme.replace('-', '_')}",
               f"-DBENCH_ROOT_NUMBER={device.ALONE[root.scheme]}"]
    options += [f"-DBENCH_{name}_BYTES={len(value)}" for name, value in (("ANCHOR", root.anchor), ("KEY", root.raw))]
    elf = folder / f"{root.scheme}.elf"
    subprocess.run([*command(cpu), '-DBENCH_NAME="chain"', f'-DBENCH_INPUTS="{inputs}"',
                    *options, "-nostartfiles",
                    "-Wl,--gc-sections", f"-Wl,--defsym=stack_least={STACK}", f"-Wl,-Map={elf.with_suffix('.map')}",
                    f"-L{STARTUP / 'armv7m'}", f"-L{STARTUP}", f"-L{ROOT / 'bench/firmware/boards'}", f"-T{script}",
                    *map(str, own), *map(str, objects), "-o", str(elf)], check=True, cwd=folder)
    wants = device.order(chains.trusting(root, *CHAINS[chain]), data, root.raw)
    return elf, sum(length for _, _, length in wants)


def flash(elf: Path) -> int:
    """Code and constants of kilosig."""
    sections = re.findall(r"^ \.(?:text|rodata)\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)$",
                          elf.with_suffix(".map").read_text().split("Linker script and memory map")[1], re.MULTILINE)
    rooms = "|".join((*FOLDERS, "alg", "verify", *CORES.values()))
    return sum(int(size, 16) for size, file in sections if re.match(rf"({rooms})-", Path(file).name))


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("cpu", CORES)
def test_measured(cpu: str, chain: str) -> None:
    """The chain is accepted on the core; its figures."""
    if not PLUGIN.exists():
        subprocess.run([ROOT / "bench/plugin/build.sh"], check=True)
    elf, wanted = image(cpu, chain)
    report = elf.with_suffix(".json")
    said = measure.qemu(measure.CORES[cpu], elf, PLUGIN, report, ["bench_operation", *CALLS], {})
    assert "right" in said and "WRONG" not in said
    regions = {region["name"]: region for region in json.loads(report.read_text())["regions"]}
    stack = max(regions[call]["stack"] for call in CALLS)
    cycles = regions["bench_operation"]["cycles"]["total"]
    state = int(re.search(r"^state 0x(\w+)$", said, re.MULTILINE)[1], 16)  # type: ignore[index]
    found = [f"{cell:,}" for cell in (state, stack, flash(elf), wanted, cycles, round(cycles / MHZ / 1000))]
    begin, text = f"| {cpu.replace('cortex-m', 'Cortex-M')} | {chain} | ", (ROOT / "docs/x509.md").read_text()
    row = f"{begin}{' | '.join(found)} |"
    print(row)
    # Sources of others may be of another version than those that were measured.
    told = text.partition(begin)[2].partition(" |\n")[0].split(" | ")
    assert told[0] == found[0] and len(told) == len(found)
    for one, other in zip(told, found, strict=True):
        assert abs(int(one.replace(",", "")) / int(other.replace(",", "")) - 1) < 0.05, (told, found)


def test_bytes_on_the_bus() -> None:
    """Of the chains that the bench measures: what a device asks for, keys that are wanted once more included."""
    found = []
    for scheme, names in (("ml-dsa-44", ["ml-dsa-44"]), ("slh-dsa-sha2-128s", ["hss", "slh-dsa-sha2-128s"])):
        root = chains.key(names[0], 0)
        record, head = (ROOT / f"bench/inputs/chain-{scheme}.bin").read_bytes(), root.anchor + root.raw
        assert record.startswith(head)
        wants = device.order(chains.trusting(root, *names), record[len(head):], root.raw)
        found.append(f"{sum(length for _, _, length in wants):,}")
    text = " ".join((ROOT / "docs/x509.md").read_text().split())
    assert f"The device asks for {found[0]} and {found[1]} bytes" in text
