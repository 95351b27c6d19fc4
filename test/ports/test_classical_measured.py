# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Composite ML-DSA with a classical half on an emulated Cortex-M3 and in code for a Cortex-M0: RAM, flash and modelled
cycles of each adapter whose library's source is here. `KSIG_FULL=1 pytest -s` prints all rows of docs/composite.md."""
from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import adapters
import pytest
from test_composite import case, pair

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))
measure: Any = importlib.import_module("measure")
BUILD = ROOT / "build/classical"
PLUGIN = ROOT / "build/bench/plugin.so"
FOLDERS = ("api", "composite", "guard", "hash", "mldsa", "ring", "stream", "util")
CPUS = {"cortex-m3": ("armv7m",), "cortex-m0": ("armv6m",)}
MHZ = {"cortex-m3": 24, "cortex-m0": 48}  # whose cycles are those of a Cortex-M0+
LIBRARIES = {"monocypher": "Monocypher 4", "p256m": "p256-m", "bearssl-15": "BearSSL 0.6, `KSIG_BEARSSL_15`",
             "bearssl": "BearSSL 0.6", "psa": "PSA Crypto of Mbed TLS 2.28"}  # as docs/which_signature.md calls them
STARTUP = ROOT / "firmware/boards"
# Which adapter is measured with which pair on which core.
ROWS = [("ml-dsa-44-ed25519", "monocypher"), ("ml-dsa-44-ecdsa-p256", "p256m"),
        ("ml-dsa-44-ecdsa-p256", "bearssl-15"),
        ("ml-dsa-44-ecdsa-p256", "bearssl"), ("ml-dsa-65-ecdsa-p384", "bearssl"), ("ml-dsa-65-ed25519", "monocypher"),
        ("ml-dsa-87-ecdsa-p384", "bearssl"), ("ml-dsa-44-ecdsa-p256", "psa")]
OPTIONS = {"bearssl-15": ["KSIG_BEARSSL_15"], "psa": ['MBEDTLS_CONFIG_FILE="psa_config.h"']}
MBEDTLS = ("asn1parse", "asn1write", "bignum", "constant_time", "ecdsa", "ecp", "ecp_curves", "md",
           "memory_buffer_alloc", "platform", "platform_util", "psa_crypto", "psa_crypto_aead", "psa_crypto_cipher",
           "psa_crypto_client", "psa_crypto_driver_wrappers", "psa_crypto_ecp", "psa_crypto_hash", "psa_crypto_mac",
           "psa_crypto_rsa", "psa_crypto_slot_management", "sha256")  # what its configuration leaves of it
STACK = 8192
pytestmark = [pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None or shutil.which("qemu-system-arm") is None,
                                 reason="arm-none-eabi-gcc or qemu-system-arm is not installed"), pytest.mark.board]


def _foreign(name: str) -> tuple[list[Path], list[Path]]:
    """Folders of headers, and sources; skips where they are not."""
    if name.startswith("bearssl"):
        unpacked = sorted(adapters.FOREIGN.glob("bearssl-*[0-9]"))
        folder = Path(os.environ.get("KSIG_BEARSSL_DIR") or next(iter(unpacked), "/none"))
        if not (folder / "src").is_dir():
            pytest.skip("no source of BearSSL: name its folder in KSIG_BEARSSL_DIR")
        found = [path for room in ("ec", "int", "codec") for path in sorted((folder / "src" / room).glob("*.c"))]
        return [folder / "inc", folder / "src"], found
    if name == "psa":
        folder = Path(os.environ.get("KSIG_MBEDTLS_DIR") or "/none")
        if not (folder / "library/psa_crypto_client.c").exists():
            pytest.skip("no source of Mbed TLS 2.28: name its folder in KSIG_MBEDTLS_DIR")
        own = ROOT / "test/ports/classical"
        return [folder / "include", folder / "library", own], \
            [own / "psa_heap.c", *(folder / f"library/{part}.c" for part in MBEDTLS)]
    options, missing = adapters.FINDERS[name]()
    if missing:
        pytest.skip(missing)
    return [Path(option[2:]) for option in options if option.startswith("-I")], \
        [Path(option) for option in options if option.endswith(".c")]


@cache
def image(cpu: str, scheme: str, name: str) -> tuple[Path, str]:
    """An image that verifies the draft's vector, and what the linker says of it."""
    key, message, signature = case(scheme)
    folder = BUILD / f"{cpu}-{scheme}-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    inputs = folder / "inputs.bin"
    inputs.write_bytes(pair(scheme).anchor(key) + key + message + signature)
    script = folder / "board.ld"
    script.write_text((ROOT / "bench/firmware/boards/mps2.ld").read_text().replace("stack_bytes = 4K",
                                                                                 f"stack_bytes = {STACK}"))
    headers, foreign = _foreign(name)
    function = f"ksig_classical_{name.partition('-')[0]}"
    sources = [path for room in FOLDERS for path in sorted((ROOT / "src" / room).rglob("*.c"))
               if "sign" not in path.stem and "keygen" not in path.stem]
    sources += [path for core in CPUS[cpu] for room in (".", *FOLDERS)
                for path in sorted((ROOT / "src/arch" / core / room).glob("*.[cS]"))
                if "sign" not in path.stem and "keygen" not in path.stem]
    own = [ROOT / "test/ports/classical/composite_bench.c", ROOT / f"ports/classical/{function}.c"]
    board = [ROOT / "bench/firmware" / file for file in ("measure.c", "inputs.c", "boards/emulated.c")]
    board.append(STARTUP / "armv7m/startup.c")
    definitions = ["KSIG_ENABLE_DEFAULT=0", *(f"KSIG_ENABLE_ML_DSA_{level}=1" for level in (44, 65, 87)),
                   "KSIG_ENABLE_PREHASH=0", "KSIG_ENABLE_LINK_CHECK=0", f'BENCH_NAME="{scheme}"',
                   f'BENCH_INPUTS="{inputs}"', f"COMPOSITE_SCHEME=ksig_composite_{scheme.replace('-', '_')}",
                   f"COMPOSITE_MESSAGE={len(message)}", f"COMPOSITE_SIGNATURE={len(signature)}",
                   f"COMPOSITE_CLASSICAL={'classical_with_heap' if name == 'psa' else function}",
                   *OPTIONS.get(name, [])]
    folders = [ROOT / "include", ROOT / "src", ROOT / "ports/classical", ROOT / "bench/firmware", STARTUP,
               STARTUP / "armv7m", *headers]
    command = ["arm-none-eabi-gcc", "--specs=picolibc.specs", f"-mcpu={cpu}", "-mthumb", "-O2", "-std=gnu99", "-w",
               "-ffreestanding", "-ffunction-sections", "-fdata-sections", *(f"-D{one}" for one in definitions),
               *(f"-I{path}" for path in folders)]
    objects = []
    for path in [*sources, *own, *board, *foreign]:
        objects.append(folder / f"{'foreign-' if path in foreign else ''}{path.parent.name}-{path.name}.o")
        extra = ["-x", "assembler-with-cpp"] if path.suffix == ".S" else []
        subprocess.run([*command, *extra, "-c", path, "-o", objects[-1]], check=True)
    elf = folder / "image.elf"
    done = subprocess.run(["arm-none-eabi-gcc", "--specs=picolibc.specs", f"-mcpu={cpu}", "-mthumb", "-nostartfiles",
                           "-Wl,--gc-sections", f"-Wl,--defsym=stack_least={STACK}", f"-Wl,-Map={folder / 'image.map'}",
                           f"-L{STARTUP / 'armv7m'}", f"-L{STARTUP}", f"-L{ROOT / 'bench/firmware/boards'}",
                           f"-T{script}", *map(str, objects), "-o", str(elf)], cwd=folder, stderr=subprocess.PIPE,
                          text=True)
    assert done.returncode == 0, done.stderr
    return elf, (folder / "image.map").read_text()


def flash(linked: str) -> dict[str, int]:
    """Bytes of code and constants: kilosig's, the adapter's library with what it takes of the run-time library."""
    found = {"kilosig": 0, "foreign": 0}
    sections = re.findall(r"^ \.(?:text|rodata|data)\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)$",
                          linked.split("Linker script and memory map")[1], re.MULTILINE)
    for size, file in sections:
        name = Path(file).name
        if name.startswith("foreign-") or name.startswith("classical-ksig_classical"):
            found["foreign"] += int(size, 16)
        elif re.match(r"(api|composite|guard|hash|mldsa|alg|verify|ring|stream|util|armv[67]m)-", name):
            found["kilosig"] += int(size, 16)
    return found


def static(linked: str) -> int:
    """Bytes of data of the adapter's library, a heap included."""
    sections = re.findall(r"^ \.(?:data|bss)\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)$",
                          linked.split("Linker script and memory map")[1], re.MULTILINE)
    return sum(int(size, 16) for size, file in sections if Path(file).name.startswith("foreign-"))


def _row(document: str, *first: str) -> list[int]:
    """The numbers of a row after its first cells."""
    begin = re.escape("| " + " | ".join(first) + " | ")
    row = re.search(rf"^{begin}(.*) \|$", (ROOT / "docs" / document).read_text(), re.MULTILINE)
    assert row is not None, first
    return [int(cell.replace(",", "")) for cell in row[1].split("|")]


def core_of(cpu: str) -> str:
    return cpu.replace("cortex-m", "Cortex-M")


def stated(scheme: str, name: str, cpu: str) -> list[int]:
    """The row of docs/composite.md: RAM, flash twice, cycles, milliseconds."""
    return _row("composite.md", scheme, name, core_of(cpu))


@pytest.mark.parametrize(("scheme", "name"), ROWS)
def test_rows_of_both_documents(scheme: str, name: str) -> None:
    ram, own, foreign, cycles, ms = stated(scheme, name, "cortex-m3")
    small = stated(scheme, name, "cortex-m0")
    for cpu, row in (("cortex-m3", [cycles, ms]), ("cortex-m0", small[3:])):
        assert row[1] == round(row[0] / MHZ[cpu] / 1000)
    advised = _row("which_signature.md", scheme, "draft", LIBRARIES[name])
    assert [*advised[:2], *advised[4:]] == [ram, own + foreign, ms, small[4]]


CASES = [pytest.param(cpu, *row, id="-".join((cpu, *row)),
                      marks=[] if cpu == "cortex-m3" and row in ROWS[:2] else [pytest.mark.full])
         for row in ROWS for cpu in CPUS]


@pytest.mark.parametrize(("cpu", "scheme", "name"), CASES)
def test_measured(cpu: str, scheme: str, name: str) -> None:
    """The draft's vector is accepted on the core; its figures."""
    if not PLUGIN.exists():
        subprocess.run([ROOT / "bench/plugin/build.sh"], check=True)
    elf, linked = image(cpu, scheme, name)
    function = f"ksig_classical_{name.partition('-')[0]}"
    report = elf.with_suffix(".json")
    said = measure.qemu(measure.CORES[cpu], elf, PLUGIN, report,
                        ["bench_operation", "ksig_composite_open", "ksig_composite_feed", "ksig_composite_close",
                         function], {})
    assert "right" in said and "WRONG" not in said
    regions = {region["name"]: region for region in json.loads(report.read_text())["regions"]}
    stack = max(regions[f"ksig_composite_{call}"]["stack"] for call in ("open", "feed", "close"))
    assert regions[function]["calls"] == 2 and stack < STACK
    state = int(re.search(r"^state 0x(\w+)$", said, re.MULTILINE)[1], 16)  # type: ignore[index]
    bytes_of = flash(linked)
    told = stated(scheme, name, cpu)
    cycles = regions["bench_operation"]["cycles"]["total"]
    ours = (state + stack + static(linked), bytes_of["kilosig"], bytes_of["foreign"], cycles,
            round(cycles / MHZ[cpu] / 1000))
    cells = [f"{cell:,}" for cell in ours]
    print(f"| {scheme} | {name} | {core_of(cpu)} | {' | '.join(cells)} |")
    call = regions[function]
    print(f"{function}: stack {call['stack']:,}, {call['cycles']['total'] // 2:,} cycles a call")
    # Sources of others may be of another version than those that were measured.
    assert told[0] == ours[0] and all(abs(one - other) < one / 50 for one, other in zip(told, ours)), (told, ours)
