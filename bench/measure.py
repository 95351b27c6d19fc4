# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One image, run once: what the QEMU plugin counts, what the image says, and what its file shows, as a row."""
import json
import re
import subprocess
from collections import namedtuple
from functools import cache

from elf import Elf, read_map
from flash import figures, hash_objects
from static_stack import CHAIN_CALLS, KEYGEN_CALLS, SIGN_CALLS, VERIFY_CALLS, Image

Core = namedtuple("Core", "prefix plugin qemu")  # of the tools, the plugin's name for it, the emulator
MPS2 = ("qemu-system-arm", "-M")
SIFIVE_E = ("qemu-system-riscv32", "-bios", "none", "-M", "sifive_e")
CORES = {
    "cortex-m3": Core("arm-none-eabi-", "m3", (*MPS2, "mps2-an385")),
    "cortex-m4": Core("arm-none-eabi-", "m4", (*MPS2, "mps2-an386")),
    # That machine executes ARMv6-M code as well. Cycles are those of Cortex-M0+.
    "cortex-m0": Core("arm-none-eabi-", "m0plus", (*MPS2, "mps2-an385")),
    # Cycles are those of the E31 of SiFive's FE310.
    "rv32imac": Core("riscv64-unknown-elf-", "e31", SIFIVE_E),
    # On request only: --core. That of the RP2350, whose extensions QEMU adds to the machine's core.
    "hazard3": Core("riscv64-unknown-elf-", "hazard3", (*SIFIVE_E, "-cpu", "rv32,zba=true,zbb=true,zbkb=true")),
    "cortex-m33": Core("arm-none-eabi-", "m33", (*MPS2, "mps2-an505")),
    # Without weights: instructions. This QEMU has no Cortex-M23: the machine's core executes its code too.
    "cortex-m23": Core("arm-none-eabi-", "m7", (*MPS2, "mps2-an505")),
    "cortex-m7": Core("arm-none-eabi-", "m7", (*MPS2, "mps2-an500")),
    # That machine has more registers, which the code does not know.
    "rv32ec": Core("riscv64-unknown-elf-", "riscv", SIFIVE_E),
}
DEFAULT_CORES = ("cortex-m3", "cortex-m4", "cortex-m0", "rv32imac")
# The library's calls that an operation makes, whose stack counts.
ROOTS = {"verify": VERIFY_CALLS, "keygen": KEYGEN_CALLS, "sign": SIGN_CALLS,
         "chain": CHAIN_CALLS}
# The one that an application waits for.
LONG_CALLS = {"verify": "ksig_verify_feed", "keygen": "ksig_keygen_step", "sign": "ksig_sign_step",
              "chain": "ksig_x509_feed"}
# What hashing cannot do without: the functions that the hash floor counts, by whichever of a line's names they are
# entered first. The second and third are parts of the first, which some builds have.
PRIMITIVES = {"keccak": ("ksig_keccak_f1600",),
              "sha256": ("ksig_sha256_compress", "ksig_sha256_compress_from", "ksig_sha256_end", "either"),
              "sha512": ("ksig_sha512_compress",)}
SECONDS = 900  # a hundred signatures, the computer shared
PROFILE_LENGTH = 12


class BenchError(Exception):
    """A figure could not be measured; says which and why."""


def qemu(core, image, plugin, report, regions, groups):
    """Runs an image; returns what it printed. The plugin writes its report."""
    arguments = [f"core={core.plugin}", f"elf={image}", f"out={report}"]
    arguments += [f"region={name}" for name in regions]
    arguments += [f"group={name}:{'+'.join(names)}" for name, names in groups.items()]
    command = [*core.qemu, "-nographic", "-monitor", "none", "-serial", "none", "-chardev", "stdio,id=out",
               "-semihosting-config", "enable=on,target=native,chardev=out", "-kernel", image,
               "-plugin", ",".join([str(plugin), *arguments])]
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"{image}: did not end within {SECONDS} s") from error
    if done.returncode != 0:
        raise BenchError(f"{image}: ended with status {done.returncode}:\n{done.stdout[-2000:]}")
    return done.stdout


@cache
def compiler(prefix):
    """The compiler and its version."""
    version = subprocess.run([prefix + "gcc", "-dumpfullversion"], check=True, stdout=subprocess.PIPE,
                             text=True).stdout
    return f"{prefix}gcc {version.strip()}"


def printed(text):
    """What an image said: {name: number}, with its peaks under ("painted", call)."""
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r"(painted )?(\w+) 0x([0-9a-f]{8})", line)
        if match:
            found[("painted", match[2]) if match[1] else match[2]] = int(match[3], 16)
    return found


def hash_functions(elf):
    """{object file: names of its functions} of what an image has of src/hash."""
    hashes = hash_objects()
    found = {}
    for section in read_map(elf):
        name = section.member.rsplit(".", 1)[0]
        if section.is_library and name in hashes:
            found.setdefault(name, set()).update(
                symbol.name for symbol in elf.functions().values()
                if section.address <= symbol.address < section.address + section.size)
    return found


def hash_floor(image, operation):
    """What a run has of permutations and compressions, on average, and what these alone cost, in cycles or, without a
    model, instructions: no less is possible with these routines."""
    key = "cycles" if operation["cycles"] else "instructions"
    groups = [group for group in operation["groups"] if group["name"] in PRIMITIVES]
    if not any(group["calls"] for group in groups):
        raise BenchError(f"{image}: no call of {' or '.join(own[0] for own in PRIMITIVES.values())}: inlined?")
    runs, floor = operation["calls"], sum(group[key] for group in groups)
    return {"hash_calls": {group["name"]: round(group["calls"] / runs, 1) for group in groups if group["calls"]},
            "hash_floor": round(floor / runs), "floor_ratio": round(operation[key]["total"] / floor, 5)}


def idle_hashes(functions, operation):
    """Object files of src/hash that the operation never enters: they are there for pre-hash modes."""
    entered = {entry["function"] for entry in operation["profile"]}
    return [name for name, own in functions.items() if not own & entered]


def spread(region, key):
    """{min, mean, max} of one call, or None where the model has no such figure."""
    values = region[key]
    return values and {"min": values["min"], "mean": round(values["mean"]), "max": values["max"]}


def second_cycles(operation):
    """Cycles on other chips of the core: where a load after a store costs nothing; with a multiplier of 32 cycles."""
    found = {"cycles_ldrst0": operation.get("cycles_ldrst0") and spread(operation, "cycles_ldrst0")}
    if "cycles_mul32" in operation:
        found["cycles_mul32"] = spread(operation, "cycles_mul32")
    return found


def check_report(image, report):
    """Fails on whatever would make a figure doubtful."""
    doubts = {"unknown": report["unknown"], **report["diagnostics"]}
    doubts = {name: count for name, count in doubts.items() if count}
    if doubts:
        raise BenchError(f"{image}: the plugin reports {doubts}: {report['unknown_instructions'][:8]}")
    for region in report["regions"]:
        if region["calls"] == 0 or region["open_calls"] != 0:
            raise BenchError(f"{image}: {region['name']}: {region['calls']} calls, {region['open_calls']} not ended")


def top_functions(region):
    """The head of the flat profile: shares of cycles, of instructions where there are no cycles."""
    key = "cycles" if region["sum"]["cycles"] is not None else "instructions"
    whole = region["sum"][key]
    return [{"function": entry["function"], "calls": entry["calls"], "share": round(entry[key] / whole, 4)}
            for entry in region["profile"][:PROFILE_LENGTH]]


def stack_note(image, static, counted, painted):
    """Why the three figures differ; fails where they contradict one another. counted is None on RISC-V."""
    notes = []
    measured = painted if counted is None else counted
    if measured > static.bytes or painted > measured:
        raise BenchError(f"{image}: stack: {static.bytes} bytes by the call graph, {counted} counted, "
                         f"{painted} painted")
    if painted < measured:
        notes.append(f"{measured - painted} bytes at the lowest point are reserved and never written")
    if measured < static.bytes:
        path = " > ".join(name for name, _ in static.path)
        notes.append(f"not taken: {path}")
    return "; ".join(notes) or None


def measure(name, path, plugin, objects):
    """The row of an image. name: its Name; objects: folder of its library's object files."""
    core = CORES[name.core]
    roots, long_call = ROOTS[name.op], LONG_CALLS[name.op]
    elf = Elf(path)
    report_path = path.with_suffix(".json")
    hashes = hash_functions(elf)
    groups = {"hash": sorted(set().union(*hashes.values())), **PRIMITIVES}
    said = printed(qemu(core, path, plugin, report_path, ["bench_operation", *roots], groups))
    report = json.loads(report_path.read_text())
    check_report(path, report)
    regions = {region["name"]: region for region in report["regions"]}
    operation = regions["bench_operation"]
    if operation["calls"] != said["runs"]:
        raise BenchError(f"{path}: {operation['calls']} operations, the image says {said['runs']}")

    graph = Image(path, core.prefix)
    static = max((graph.root(root) for root in roots), key=lambda bound: bound.bytes)
    graph.check_frames(objects)
    stacks = [regions[root]["stack"] for root in roots]
    stack = None if None in stacks else max(stacks)
    painted = max(said["painted", root] for root in roots)
    flash = figures(path)
    longest = spread(regions[long_call], "cycles")
    return {
        **name._asdict(),
        "state": said["state"], "stack": stack, "static": flash["static"], "resident": said["resident"],
        "flash": flash["flash"], "flash_hash": flash["flash_hash"],
        "instructions": spread(operation, "instructions")["mean"],
        "cycles": spread(operation, "cycles"), **second_cycles(operation),
        "hash_share": next(group["share"] for group in operation["groups"] if group["name"] == "hash"),
        **hash_floor(path, operation),
        "runs": said["runs"],
        "stack_painted": painted, "stack_static": static.bytes, "stack_path": [list(step) for step in static.path],
        "stack_note": stack_note(path, static, stack, painted),
        "flash_runtime": flash["flash_runtime"], "flash_objects": flash["flash_objects"],
        "flash_hash_idle": sum(flash["flash_objects"].get(name, 0) for name in idle_hashes(hashes, operation)),
        "longest_call": longest and longest["max"],
        "profile": top_functions(operation),
        "compiler": compiler(core.prefix),
    }
