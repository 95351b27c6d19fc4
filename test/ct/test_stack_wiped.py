# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No call of key generation or signing leaves a secret on the stack: the code of every core, emulated.

In `make test` each core, optimization and variant in some image, and each family in each image; in `make ct` each core
at each optimization. KSIG_WIPE_MATRIX=1 has all variants and levels."""
from __future__ import annotations

import json
import os
import re
import struct
import subprocess
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import load
from kilosig.schemes import haetae_sign, ml_dsa, slh_dsa_sign
from kilosig.schemes.haetae import COMPACT_BYTES, KeyGenerator
from support import random_bytes

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import HEAP, RETURN, STACK_TOP, Machine  # noqa: E402
from secret_sites import FULL as CT  # noqa: E402
import signing_image  # noqa: E402

pytestmark = pytest.mark.board
PAINT, PAINTED = 0xC5A7D31E, 2048
FULL = os.environ.get("KSIG_WIPE_MATRIX", "0") != "0"
OPTS, VARIANTS = ("Os", "O2", "O3"), ("default", "fast", "small")
FEW = [("cortex-m0", "Os", "small"), ("cortex-m3", "O2", "default"), ("rv32imac", "O3", "fast")]
MATRIX = [("cortex-m0", "Os", "default"), ("cortex-m0", "O2", "small"), ("cortex-m0", "O3", "fast"),
          ("cortex-m0", "O2", "default"),  # where HAETAE's signer is deepest in a routine of assembly
          ("cortex-m3", "Os", "fast"), ("cortex-m3", "O2", "default"), ("cortex-m3", "O3", "small"),
          ("cortex-m4", "Os", "small"), ("cortex-m4", "O2", "fast"), ("cortex-m4", "O3", "default"),
          ("rv32imac", "Os", "small"), ("rv32imac", "O2", "default"), ("rv32imac", "O3", "fast"),
          ("cortex-m0", "Os", "small")]
KEYS = [(2, False), (5, True)]
RUNS = [(*one, *KEYS[number % 2]) for number, one in enumerate(MATRIX)]
ML_DSA_KEYS = [(44, False), (65, True)]
ML_DSA_RUNS = [(*one, *ML_DSA_KEYS[number % 2]) for number, one in enumerate(MATRIX)]
if not CT:
    MATRIX, RUNS, ML_DSA_RUNS = ([one for one in rows if one[:3] in FEW] for rows in (MATRIX, RUNS, ML_DSA_RUNS))
if FULL:
    MATRIX = [(core, opt, variant) for core in signing_image.CORES for opt in OPTS for variant in VARIANTS]
    RUNS = [(*one, level, compact) for one in MATRIX for level in (2, 3, 5) for compact in (False, True)]
    ML_DSA_RUNS = [(*one, *key) for one in MATRIX for key in ML_DSA_KEYS]
# With KSIG_OPTIMIZE_SIZE, whose ring is another.
ML_DSA_RUNS += [("cortex-m3", "size", "default", 44, False)]
if CT:
    ML_DSA_RUNS += [("cortex-m0", "size", "small", 65, True), ("cortex-m4", "size", "fast", 44, True),
                    ("rv32imac", "size", "default", 65, False)]


class Leaving(NamedTuple):
    """What a call left below the SP of its caller."""

    verdict: int
    deepest: int
    words: list[tuple[int, int]]  # (bytes below SP, what is there), not zero


@cache
def image(core: str, opt: str, variant: str) -> Path:
    if not signing_image.available(core):
        pytest.skip(f"needs {signing_image.CORES[core][0]}")
    options = ("-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE",) if opt == "size" else ()
    return signing_image.build(signing_image.ROOT / "build/stack" / f"{core}-{opt}-{variant}", core,
                               "Os" if opt == "size" else opt, variant, *options)


def run(machine: Machine, function: str, *arguments: int) -> Leaving:
    """A call on a painted stack; the fifth argument is on it, or in a register."""
    machine.write(STACK_TOP - PAINTED, struct.pack("<I", PAINT) * (PAINTED // 4))
    if len(arguments) > 4 and not isinstance(machine, signing_image.RiscvMachine):
        machine.write(STACK_TOP, struct.pack("<I", arguments[4]))
        arguments = arguments[:4]
    verdict = machine.call(function, *arguments)
    words = struct.unpack(f"<{PAINTED // 4}I", machine.read(STACK_TOP - PAINTED, PAINTED))
    touched = next(n for n, word in enumerate(words) if word != PAINT)
    assert touched > 0
    return Leaving(verdict, PAINTED - 4 * touched,
                   [(PAINTED - 4 * n, words[n]) for n in range(touched, len(words)) if words[n] != 0])


def harmless(machine: Machine) -> set[int]:
    """What a return may have left: code addresses in the public calls and in what wipes, schemes and their lengths, and
    a verdict."""
    names = [name for name in machine.symbols
             if name.split(".")[0] in signing_image.ROOTS or "_wipe_" in name or name.startswith("ksig_work_")]
    schemes = {machine.symbols[name] for name in machine.symbols
               if re.match(r"ksig_(haetae|ml_dsa|slh_dsa)_\w+_(keygen|sign)$", name)}
    lengths = {number for scheme in schemes for number in struct.unpack("<4xHH3I", machine.read(scheme, 20))}
    code = {address + odd for begin, end in machine.functions(*names) for address in range(begin, end, 2)
            for odd in (0, 1)}
    return lengths | schemes | code | {RETURN, RETURN | 1, verdicts.PENDING, verdicts.DONE}


def check_left(machine: Machine, allowed: set[int], left: Leaving, what: str) -> None:
    """All is zero, but for pointers and return addresses in the frames of the public call and of what wipes. What has
    its paint was reserved and never written."""
    for below, word in left.words:
        known = word == PAINT or word in allowed or HEAP <= word < STACK_TOP
        assert known, f"{what}: {word:#x} {below} bytes below the caller"


def stop_wiping(machine: Machine, core: str) -> None:
    for name in [f"ksig_{family}_wipe_{operation}_stack" for family in ("haetae", "mldsa")
                 for operation in ("keygen", "sign")]:
        machine.write(machine.symbols[name], bytes.fromhex("8280" if core == "rv32imac" else "7047"))  # return


def steps(machine: Machine, operation: str, state: int) -> Generator[tuple[str, Leaving], None, Leaving]:
    """Every step of an operation and its close, each with the operation's name. Returns what close left."""
    left = run(machine, f"{operation}_step", state)
    while left.verdict == verdicts.PENDING:
        yield operation, left
        left = run(machine, f"{operation}_step", state)
    yield operation, left
    left = run(machine, f"{operation}_close", state)
    yield operation, left
    return left


def calls(machine: Machine, level: int, compact: bool, seed: bytes, rnd: bytes) -> Iterator[tuple[str, Leaving]]:
    """Key generation, then a checked signature; (call, what it left)."""
    form = "_compact" * compact
    pair = KeyGenerator(load(), level, compact=compact).generate(seed)
    name, public = f"haetae-{level}", len(pair.public)
    expected = haetae_sign.sign(load(), name, pair.secret, b"message", rnd=rnd, compact=compact)
    key, signature = machine.allocate(bytes(len(pair.secret))), machine.allocate(bytes(len(expected)))
    state = machine.allocate(bytes(20000))

    left = run(machine, "ksig_keygen_open", state, 20000, machine.symbols[f"ksig_haetae_{level}{form}_keygen"],
               machine.allocate(seed), key)
    yield "ksig_keygen_open", left
    left = yield from steps(machine, "ksig_keygen", state)
    assert left.verdict == verdicts.DONE and machine.read(key, len(pair.secret)) == pair.secret

    arguments = machine.allocate(struct.pack("<IIIIIBxxx", key + public * compact, 0, machine.allocate(rnd), 0, key,
                                             haetae_sign.CHECKED))
    left = run(machine, "ksig_sign_open", state, 20000, machine.symbols[f"ksig_haetae_{level}{form}_sign"], arguments,
               signature)
    assert left.verdict == verdicts.PENDING
    yield "ksig_sign_open", left
    assert machine.call("ksig_sign_feed", state, machine.allocate(b"message"), 7) == verdicts.PENDING
    left = yield from steps(machine, "ksig_sign", state)
    assert left.verdict == verdicts.DONE and machine.read(signature, len(expected)) == expected


def ml_dsa_calls(machine: Machine, level: int, expanded: bool, streamed: bool, seed: bytes,
                 rnd: bytes) -> Iterator[tuple[str, Leaving]]:
    """The same of ML-DSA, by the seed or the expanded key; the signature to memory, or taken."""
    name, form = f"ml-dsa-{level}", "expanded_sign" if expanded else "sign"
    made = (ml_dsa.expanded_key if expanded else ml_dsa.public_key)(load(), name, seed)
    secret = made if expanded else seed
    expected = ml_dsa.sign(load(), name, secret, b"message", rnd=rnd)
    output, signature = machine.allocate(bytes(len(made))), machine.allocate(bytes(len(expected)))
    state = machine.allocate(bytes(20000))

    left = run(machine, "ksig_keygen_open", state, 20000,
               machine.symbols[f"ksig_ml_dsa_{level}_{'expanded_keygen' if expanded else 'keygen'}"],
               machine.allocate(seed), output)
    yield "ksig_keygen_open", left
    left = yield from steps(machine, "ksig_keygen", state)
    assert left.verdict == verdicts.DONE and machine.read(output, len(made)) == made

    arguments = machine.allocate(struct.pack("<IIIIIBxxx", machine.allocate(secret), 0, machine.allocate(rnd), 0, 0, 0))
    left = run(machine, "ksig_sign_open", state, 20000, machine.symbols[f"ksig_ml_dsa_{level}_{form}"], arguments,
               0 if streamed else signature)
    assert left.verdict == verdicts.PENDING
    yield "ksig_sign_open", left
    while machine.call("ksig_sign_want", state) == 0:
        yield "ksig_sign", run(machine, "ksig_sign_step", state)
    assert machine.call("ksig_sign_feed", state, machine.allocate(b"message"), 7) == verdicts.PENDING
    taken = 0
    while left.verdict == verdicts.PENDING:
        left = run(machine, "ksig_sign_step", state)
        yield "ksig_sign", left
        while streamed and (count := machine.call("ksig_sign_take", state, signature + taken, len(expected))):
            taken += count
    left = run(machine, "ksig_sign_close", state)
    yield "ksig_sign", left
    assert left.verdict == verdicts.DONE and machine.read(signature, len(expected)) == expected


@pytest.mark.campaign
@pytest.mark.parametrize("core, opt, variant, level, expanded", ML_DSA_RUNS)
def test_nothing_of_ml_dsa_is_left(core: str, opt: str, variant: str, level: int, expanded: bool) -> None:
    machine = signing_image.machine(image(core, opt, variant), core)
    allowed = harmless(machine)
    # `open` copies the seed or rnd, and hashes what is public: return addresses stay.
    code = set(range(0x1000, max(machine.symbols.values())))
    allowed |= {32, 48, 64, 84, 96, 128, 320, 416, 576, 640}  # how many bytes a step made ready
    for what, left in ml_dsa_calls(machine, level, expanded, variant == "small", random_bytes(32, 3),
                                   random_bytes(32, 4)):
        if expanded and what == "ksig_sign_open":
            continue  # its deepest work is the hash of tr and context; the key's secret parts are not read yet
        check_left(machine, allowed | code if what.endswith("_open") else allowed, left, what)


def slh_dsa_calls(machine: Machine, name: str) -> Iterator[tuple[str, Leaving]]:
    """Key generation, and a signature with all calls of its message and the first of what follows; output to memory."""
    n, symbol = (24 if "192" in name else 16), name.replace("-", "_")
    pair = slh_dsa_sign.generate(load(), name, bytes(32))
    seed = pair.secret[:3 * n]
    output, state = machine.allocate(bytes(4 * n)), machine.allocate(bytes(4096))
    left = run(machine, "ksig_keygen_open", state, 4096, machine.symbols[f"ksig_{symbol}_keygen"],
               machine.allocate(seed), output)
    yield "ksig_keygen_open", left
    left = yield from steps(machine, "ksig_keygen", state)
    assert left.verdict == verdicts.DONE and machine.read(output, 4 * n) == pair.secret
    for mode, hash_ in ((0, 0), (1, 3)):
        arguments = machine.allocate(struct.pack("<5I4B", machine.allocate(pair.secret), 0,
                                                 machine.allocate(seed[:n]), 0, 0, 0, mode, hash_, 0))
        yield "ksig_sign_open", run(machine, "ksig_sign_open", state, 4096, machine.symbols[f"ksig_{symbol}_sign"],
                                    arguments, 0)
        # A pre-hash changes what the message is, not what follows.
        for _ in range(300 if CT or mode == 0 else 30):
            if machine.call("ksig_sign_want", state) == 2:
                left = run(machine, "ksig_sign_feed", state, machine.allocate(b"message"), 7)
                if mode == 0:  # a pre-hash has no secrets
                    yield "ksig_sign_feed", left
            yield "ksig_sign_step", run(machine, "ksig_sign_step", state)
            while machine.call("ksig_sign_take", state, output, 4 * n):
                pass
        left = run(machine, "ksig_sign_close", state)
        assert left.verdict == verdicts.INCOMPLETE
        yield "ksig_sign_close", left


@pytest.mark.campaign
@pytest.mark.parametrize("core, opt, variant", MATRIX)
def test_nothing_of_slh_dsa_is_left(core: str, opt: str, variant: str) -> None:
    machine = signing_image.machine(image(core, opt, variant), core)
    allowed = harmless(machine) | set(range(256)) | set(range(0x1000, max(machine.symbols.values()))) | {
        verdicts.INCOMPLETE}
    for name in ("slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "slh-dsa-shake-128f"):
        for number, (what, left) in enumerate(slh_dsa_calls(machine, name)):
            if what != "ksig_keygen_open":  # copies the seed: nothing is computed of it
                check_left(machine, allowed, left, f"{name}: {what}, call {number}")


@pytest.mark.campaign
@pytest.mark.parametrize("core, opt, variant, level, compact", RUNS)
def test_nothing_is_left(core: str, opt: str, variant: str, level: int, compact: bool) -> None:
    """After every call of both operations. What opens one is not wiped: it copies the seed, or hashes what is public,
    and nothing of seed, secret key or rnd is there."""
    machine = signing_image.machine(image(core, opt, variant), core)
    allowed, seed, rnd = harmless(machine), random_bytes(32, 1), random_bytes(32, 2)
    secret = KeyGenerator(load(), level, compact=compact).generate(seed).secret
    secret = secret[-COMPACT_BYTES if compact else len(KeyGenerator(load(), level).generate(seed).public):] + rnd + seed
    pieces = {secret[i:i + 4] for i in range(len(secret) - 3)}
    for number, (what, left) in enumerate(calls(machine, level, compact, seed, rnd)):
        if what.endswith("_open"):
            assert not any(struct.pack("<I", word) in pieces for _, word in left.words if word != PAINT)
        else:
            check_left(machine, allowed, left, f"{what}, call {number}")


@pytest.mark.parametrize("core, opt, variant", [
    ("cortex-m3", "O2", "default"), pytest.param("rv32imac", "O2", "default", marks=pytest.mark.full)])
def test_without_wiping(core: str, opt: str, variant: str) -> None:
    """This test finds what is left."""
    machine = signing_image.machine(image(core, opt, variant), core)
    allowed = harmless(machine)
    stop_wiping(machine, core)
    found = set()
    for what, left in calls(machine, 2, False, random_bytes(32, 1), random_bytes(32, 2)):
        try:
            check_left(machine, allowed, left, what)
        except AssertionError:
            found.add(what)
    assert {"ksig_keygen", "ksig_sign"} <= found


@cache
def stated_depth(core: str, operation: str, variant: str) -> int:
    """KSIG_STACK_DEPTH of the header's bound, as that core's compiler sees it."""
    done = subprocess.run(
        [*signing_image.CORES[core], "-O2", "-S", "-o", "-", "-xc", "-", "-I", "include", "-I", "src",
         f"-DKSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_{variant.upper()}",
         f"-DKSIG_ML_DSA_SIGN_VARIANT=KSIG_VARIANT_{variant.upper()}"], cwd=signing_image.ROOT, check=True,
        stdout=subprocess.PIPE, text=True,
        input='#include "kilosig/kilosig.h"\n#include "haetae/common/haetae_wipe.h"\n'
              f"char probe[KSIG_STACK_DEPTH(KSIG_HAETAE_{operation.upper()}_STACK_BYTES + "
              f"KSIG_HAETAE_{operation.upper()}_STACK_MORE)];\n").stdout
    return int(done.split("\t.size\tprobe, ")[1].split()[0])


@pytest.mark.campaign
@pytest.mark.parametrize("core, opt, variant", MATRIX)
def test_depth(core: str, opt: str, variant: str) -> None:
    """What is wiped is as deep as the operations go, and no deeper than their stack was without it."""
    machine = signing_image.machine(image(core, opt, variant), core)
    stop_wiping(machine, core)
    deepest = {"ksig_keygen": 0, "ksig_sign": 0, "ksig_keygen_open": 0, "ksig_sign_open": 0}
    for what, left in calls(machine, 2, True, random_bytes(32, 1), random_bytes(32, 2)):
        deepest[what] = max(deepest[what], left.deepest)
    accepted = {(row["op"], row["variant"]): row["stack_static"]
                for row in json.loads((signing_image.ROOT / "bench/accepted.json").read_text())
                if (row["scheme"], row["core"], row["opt"]) == ("haetae-2", core, "O2")}
    for operation in ("keygen", "sign"):
        stated = stated_depth(core, operation, variant)
        assert deepest[f"ksig_{operation}"] <= stated
        known = accepted.get((operation, variant if operation == "sign" else "default"))
        assert known is None or stated <= known
