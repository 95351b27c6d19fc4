# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The cores' own code: whatever the secrets are, it runs through the same instructions, but where a step ends otherwise
(KSIG_DECLASSIFY says which decisions there are)."""
from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kilosig.library.binding import load
from kilosig.library.making import UNCHECKED
from kilosig.schemes.haetae import KeyGenerator
from planted import planted_in_assembly
from secret_sites import FULL, VARIANTS, encoder, record, run

pytest.importorskip("unicorn", exc_type=ImportError)
from leaves import LEAVES  # noqa: E402
from traces import RISCV, Build, Core, assembly, available, changed_image, core_of, image  # noqa: E402

pytestmark = pytest.mark.board
Q = 64513
CORES = ("cortex-m0", "cortex-m3", "cortex-m4")
# Every variant, and every core; that of Cortex-M0 by clang, and the variant `small`.
BUILDS = [Build("gcc", core, "-O2", variant) for core in CORES for variant in VARIANTS
          if FULL or (core, variant) in (("cortex-m3", "default"), ("cortex-m4", "fast"))]
BUILDS += [Build("clang", "cortex-m0", "-Os", "small"), Build("gcc", "cortex-m3", "-O2", "default", short=True)]
BUILDS += [Build("gcc", RISCV, "-O2", variant) for variant in VARIANTS if FULL or variant == "default"]
if FULL:
    BUILDS += [Build("gcc", core, "-Os", variant) for core in (*CORES, RISCV) for variant in VARIANTS]
    BUILDS += [Build("clang", core, optimize, variant) for core in CORES for optimize in ("-O2", "-Os")
               for variant in VARIANTS if (core, optimize, variant) != ("cortex-m0", "-Os", "small")]
# ML-DSA's other ring, in functions alone.
SIZE_BUILDS = [Build("gcc", core, "-Os", "default", size=True) for core in (*CORES, RISCV)
               if FULL or core == "cortex-m3"]
# Addresses of loads and stores: what has assembly, each of it.
ADDRESS_BUILDS = [build for build in BUILDS
                  if FULL or build.core in ("cortex-m0", RISCV) or not build.short
                  and (build.core, build.variant) in (("cortex-m3", "default"), ("cortex-m4", "fast"))]
# Every level with what is released, one with the others. Cortex-M0 has short products, too. Of a Cortex-M4, the
# functions that a Cortex-M3 does not have are run alone; whole signatures in `make ct`.
CASES = [(build, level) for build in BUILDS if FULL or not build.short and build.core != "cortex-m4"
         for level in (2, 3, 5) if level == 2 or (FULL and (build.compiler, build.optimize) == ("gcc", "-O2"))]
STAGES = {1: "EXPAND", 2: "NORM", 3: "COMMIT", 4: "DECIDE", 5: "EMIT"}
ENCODER = encoder().function
ENOUGH = 5 if FULL else 2  # DECIDE stages that are looked at


def case_name(value: object) -> str:
    """Of a build or a level."""
    return value.name if isinstance(value, Build) else str(value)


class Level(NamedTuple):
    """Sizes of a level."""

    rows: int
    columns: int
    public: int
    s2_bits: int


PARAMETERS = {2: Level(2, 4, 992, 3), 3: Level(3, 6, 1472, 3), 5: Level(4, 7, 2080, 2)}


@pytest.fixture(scope="module", name="path_of")
def images(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Build], Path]:
    """Images, each made once."""
    @cache
    def make(build: Build) -> Path:
        if not available(build):
            pytest.skip(f"no {build.compiler} for {build.core}")
        return image(build, tmp_path_factory.mktemp(build.name))
    return make


def packed_secret(rng: random.Random, bits: int) -> bytes:
    """A polynomial of the secret key: 1 - s in 2 bits or 2 - s in 3."""
    fields = sum(rng.randrange(3 if bits == 2 else 5) << bits * n for n in range(256))
    return fields.to_bytes(32 * bits, "little")


class Run:
    """An operation on a plain core; each step that is asked for also, again and again with other secrets, on a traced
    one."""

    def __init__(self, build: Build, path: Path, level: int, step: str, place: tuple[str, ...]) -> None:
        self.plain, self.traced = core_of(build.core, path), core_of(build.core, path, traced=True)
        self.level, self.step, self.steps, self.compared = PARAMETERS[level], step, 0, 0
        self.place = place
        self.state = self.secrets = 0
        self.rng = random.Random(level)

    def at(self) -> tuple[int, ...]:
        """Where the operation is."""
        return self._at(self.plain)

    def _at(self, core: Core) -> tuple[int, ...]:
        return tuple(core.read(self.state + core.offset(name), 1)[0] for name in self.place)

    def write(self, name: str, data: bytes) -> None:
        """A member of the state, on the traced core."""
        self.traced.write(self.state + self.traced.offset(name), data)

    def write_secrets(self) -> None:
        """Other secret polynomials, on the traced core."""
        at = self.secrets
        for number in range(self.level.columns - 1 + self.level.rows):
            data = packed_secret(self.rng, 2 if number < self.level.columns - 1 else self.level.s2_bits)
            self.traced.write(at, data)
            at += len(data)

    def polynomials(self, count: int = 1) -> bytes:
        """Values modulo q."""
        return struct.pack(f"<{256 * count}H", *(self.rng.randrange(Q) for _ in range(256 * count)))

    def compare(self, what: str, change: Callable[[int], None], times: int = 3, until: str = ENCODER) -> None:
        """The next step with secrets changed by change(0), change(1), ...: the same blocks for all that end at the same
        place; or up to a function, for all that come there."""
        end = self.traced.symbols[until]
        traces: dict[tuple[int, ...], list[list[int]]] = {}
        for number in range(times):
            self.traced.copy_from(self.plain)
            change(number)
            _, trace = self.traced.trace(self.step, self.state)
            if end in trace:
                traces.setdefault((), []).append(trace[:trace.index(end)])
            else:
                traces.setdefault(self._at(self.traced), []).append(trace)
        for same in traces.values():
            assert not self.traced.difference(same), (what, self.at(), self.traced.difference(same))
            self.compared += len(same) - 1

    def advance(self) -> int:
        """The next step, with the genuine secrets. What it answers."""
        self.steps += 1
        return self.plain.go(self.step, self.state)


def started_signature(build: Build, path: Path, level: int, message: bytes) -> Run:
    """Everything that is before the first step."""
    run_ = Run(build, path, level, "ksig_sign_step", ("stage", "index", "part"))
    core, pair = run_.plain, KeyGenerator(load(), level).generate(bytes(range(32)))
    secret_key = core.allocate(pair.secret)
    run_.state, run_.secrets = core.allocate(bytes(16384)), secret_key + run_.level.public
    rnd, signature = core.allocate(bytes(32)), core.allocate(bytes(4096))
    # secret_key, context, rnd, context_length, public_key, flags: EMIT of what is checked judges candidates again
    arguments = core.allocate(struct.pack("<6I", secret_key, 0, rnd, 0, secret_key, UNCHECKED))
    scheme = core.symbols[f"ksig_haetae_{level}_sign"]
    assert core.go("ksig_sign_open", run_.state, 16384, scheme, arguments, signature) == 0
    assert core.go("ksig_sign_feed", run_.state, core.allocate(message), len(message)) == 0
    return run_


def compare_commit(run_: Run, variant: str) -> None:
    """y drawn again from other seeds, and other rows; not where c is made of them."""
    level, (_, index, part) = run_.level, run_.at()
    all_accepted = bytes((74, 0)) + bytes(74 * (255,))  # ksig_haetae_runs: no candidate has to be judged
    last = (part == level.rows - 1 and index == level.columns) if variant == "small" else (
        index == level.columns + level.rows)

    def change(_: int) -> None:
        run_.write("runs", all_accepted)
        run_.write("seed", run_.rng.randbytes(64))
        run_.write_secrets()
        run_.write("operand", run_.polynomials())
        if not last:
            run_.write("rows", run_.polynomials(1 if variant == "small" else level.rows))
    if not last:
        run_.compare("COMMIT", change, 2)


def compare_decide(run_: Run) -> None:
    """Both bits of the random byte, then other secrets, in a step that decides; the one that accepts draws that byte
    again, and takes another for a fault: so far with other bytes, to its end with the genuine one."""
    sign, again = run_.plain.read(run_.state + run_.plain.offset("sign"), 1)[0] & 0xFC, "begin_emit"
    run_.compare("the random byte", lambda number: run_.write("sign", bytes((sign | number,))), 4, again)

    def change(number: int) -> None:
        run_.write_secrets()
        run_.write("sign", bytes((sign | number & 3,)))
    run_.compare("DECIDE", change, 6 if FULL else 4, again)
    run_.compare("DECIDE to its end", lambda _: run_.write_secrets(), 4 if FULL else 2)


def compare_emit(run_: Run, variant: str) -> None:
    """Other secrets, rows and parities: the same up to the encoder."""
    def change(number: int) -> None:
        run_.write_secrets()
        run_.write("parity", run_.rng.randbytes(32))
        run_.write("rows", run_.polynomials(1 if variant == "small" else run_.level.rows))
        run_.write("sign", bytes((number & 1,)))
    run_.compare("EMIT", change, 4)


@pytest.mark.campaign
@pytest.mark.parametrize("build, level", CASES, ids=case_name)
def test_signing(path_of: Callable[[Build], Path], build: Build, level: int) -> None:
    """Steps of COMMIT of the first attempt, DECIDE of some, EMIT of the one that is accepted."""
    decided = compared = steps = 0
    committed = emitted = False
    for message in (b"first", b"second"):
        run_ = started_signature(build, path_of(build), level, message)
        answer = 0
        while answer == 0:
            stage, index, part = run_.at()
            name = STAGES.get(stage, "")
            if name == "COMMIT" and not committed:
                compare_commit(run_, build.variant)
            elif name == "DECIDE" and decided < ENOUGH * (1 if build.variant != "small" else 6):
                committed, decided = True, decided + 1
                compare_decide(run_)
            elif name == "EMIT" and not emitted:
                compare_emit(run_, build.variant)
                emitted = index + part == 0
            answer = run_.advance()
        compared, steps = compared + run_.compared, steps + run_.steps
        if emitted and decided >= ENOUGH:
            break
    assert committed and emitted and compared > 20
    record(f"traces: {build.name}, sign, level {level}: {compared} traces equal others, {steps} steps")


# It has no variants.
@pytest.mark.campaign
@pytest.mark.parametrize("build, level", [case for case in CASES if case[0].variant == "default" or
                                          not FULL and case[0].core == "cortex-m0"], ids=case_name)
def test_key_generation(path_of: Callable[[Build], Path], build: Build, level: int) -> None:
    """All that follows the samples of the first attempts: products, their ends, singular values."""
    run_ = Run(build, path_of(build), level, "ksig_keygen_step", ("keygen_stage", "keygen_row", "keygen_column"))
    core = run_.plain
    key = core.allocate(bytes(4096))
    run_.state, run_.secrets = core.allocate(bytes(4096)), key + run_.level.public
    scheme = core.symbols[f"ksig_haetae_{level}_keygen"]
    assert core.go("ksig_keygen_open", run_.state, 4096, scheme, core.allocate(bytes(range(32))), key) == 0
    sampling = 0

    def change(_: int) -> None:
        run_.write_secrets()
        if run_.at()[0] == 1:  # MULTIPLY
            run_.write("keygen_sum", run_.polynomials())
    for _ in range(60 if FULL else 25):
        if run_.at()[0] != sampling:
            run_.compare("key generation", change)
        if run_.advance() != 0:
            break
    assert run_.compared > 10
    record(f"traces: {build.name}, keygen, level {level}: {run_.compared} traces equal others, {run_.steps} steps")


def blocks_that_differ(build: Build, path: Path) -> tuple[dict[str, str], int]:
    """Functions that take another way with other secrets, and where they part; and how many were compared."""
    core, rng = core_of(build.core, path, traced=True), random.Random(1)
    met, wrong = 0, {}
    for leaf in LEAVES:
        if leaf.function not in core.symbols:
            continue
        traces: list[list[int]] = []
        begin = core.allocate(b"")
        for _ in range(leaf.times):
            arguments = leaf.arguments(core, rng)
            result, trace = core.trace(leaf.function, *arguments)
            core.free_from(begin)
            if leaf.counts is None or leaf.counts(result):
                traces.append(trace)
        assert len(traces) > 1, leaf.function
        if core.difference(traces):
            wrong[leaf.function] = core.difference(traces)
        met += 1
    return wrong, met


@pytest.mark.campaign
@pytest.mark.parametrize("build", BUILDS + SIZE_BUILDS, ids=lambda build: build.name)
def test_leaves(path_of: Callable[[Build], Path], build: Build) -> None:
    """Functions alone, with random operands."""
    wrong, met = blocks_that_differ(build, path_of(build))
    assert not wrong and met > 25
    record(f"traces: {build.name}: {met} functions alone")


# Functions of the assembly that only verification calls.
PUBLIC_ASSEMBLY = {
    "cortex-m3": {"ksig_brwhash_groups", "ksig_inverse_ntt23", "ksig_lmots_chain_steps", "ksig_mldsa_first_layers",
                  "ksig_ntt23", "ksig_ntt23_last", "ksig_sum23_add_products", "ksig_sum23_pack"},
    "cortex-m0": {"ksig_mldsa_first_layers", "ksig_short_multiply_values", "ksig_sum23_add_products"},
    RISCV: {"ksig_mldsa_first_layers", "ksig_sum23_add_products"},
}
TIMES = 3  # each function, with other secrets


def addresses_that_differ(build: Build, path: Path) -> tuple[list[str], int]:
    """Functions whose loads and stores go elsewhere with other secrets: all that is public stays the same, their
    arguments lie in the same places. And how many were compared."""
    core, wrong, met = core_of(build.core, path, addresses=True), [], 0
    for leaf in LEAVES:
        if leaf.function not in core.symbols:
            continue
        rng = random.Random(f"2 {leaf.function}")  # whatever leaves there are before
        begin, found = core.allocate(b""), []
        for _ in range(leaf.times):
            result, addresses = core.addresses(leaf.function, *leaf.arguments(core, rng))
            core.free_from(begin)
            if leaf.counts is None or leaf.counts(result):
                found.append(addresses)
            if len(found) == TIMES:
                break
        assert len(found) == TIMES, leaf.function
        if any(addresses != found[0] for addresses in found):
            wrong.append(leaf.function)
        met += 1
    return wrong, met


@pytest.mark.campaign
@pytest.mark.parametrize("build", ADDRESS_BUILDS, ids=lambda build: build.name)
def test_addresses(path_of: Callable[[Build], Path], build: Build) -> None:
    """Functions alone, with other secrets: loads and stores, of the assembly above all, which memcheck does not see."""
    wrong, met = addresses_that_differ(build, path_of(build))
    assert not wrong and met > 25
    record(f"traces: {build.name}: addresses of {met} functions alone")


# What has to be found in the assembly: an address made of a secret, and a branch.
TABLE = """    and r12, r2, #124
    ldr r12, [r1, r12]
    mov r12, #0x80008000
"""
BRANCH = """    tst r2, #1
    beq 1f
    nop
1:
"""


@pytest.mark.parametrize("lines, seen", [(TABLE, "addresses"), (BRANCH, "blocks")], ids=["table", "branch"])
def test_a_change_of_the_assembly_is_found(path_of: Callable[[Build], Path], tmp_path: Path, lines: str,
                                           seen: str) -> None:
    """In HAETAE's sampler, where r2 has a random candidate."""
    name, function = "haetae_gauss_armv7m.S", "ksig_haetae_count_below"
    build = next(build for build in BUILDS if build.core == "cortex-m3")
    source, = (path for path in assembly(build.core) if path.name == name)
    # Behind the table's address, which r1 has then.
    (tmp_path / name).write_text(planted_in_assembly(source, function, "adr.w", lines))
    path = changed_image(build, path_of(build), tmp_path / name, tmp_path)
    found, _ = addresses_that_differ(build, path) if seen == "addresses" else blocks_that_differ(build, path)
    assert function in found


@pytest.mark.parametrize("core_name", PUBLIC_ASSEMBLY)
def test_all_assembly_is_run(path_of: Callable[[Build], Path], core_name: str) -> None:
    """By a function of the list above: a file that nobody put there is not looked at."""
    build = next(build for build in BUILDS if build.core == core_name)
    path = path_of(build)
    core, rng, run_through = core_of(build.core, path, traced=True), random.Random(3), set()
    for leaf in LEAVES:
        if leaf.function in core.symbols:
            run_through |= set(core.trace(leaf.function, *leaf.arguments(core, rng))[1])
    stems = {source.stem for source in assembly(core_name)}
    missing = set()
    for part in path.parent.glob("*-*.o"):
        if part.stem.split("-", 1)[1] in stems:
            lines = run("riscv64-unknown-elf-nm" if core_name == RISCV else "arm-none-eabi-nm", part).splitlines()
            missing |= {line.split()[2] for line in lines if line.split()[1] == "T"
                        and core.symbols[line.split()[2]] & ~1 not in run_through}
    assert missing == PUBLIC_ASSEMBLY[core_name], " ".join(sorted(missing))


# Functions with long multiplications that only verification calls; all others of such an image work on secrets.
PUBLIC_LONG = {"ksig_brwhash_groups", "ksig_inverse_ntt23", "ksig_mldsa_first_layers", "ksig_mldsa_times_c_by_quarters",
               "ksig_ntt23_last_to", "ksig_ntt23_to", "ksig_polyhash_update", "ksig_sum23_add_packed_products",
               "ksig_sum23_add_product", "ksig_sum23_add_products", "ksig_sum23_multiply",
               "ksig_sum23_multiply_values"}


def long_multiplications(path: Path) -> set[str]:
    """The functions of an image that have one."""
    code = run("arm-none-eabi-objdump", "-d", "--no-show-raw-insn", path)
    return {match[1] for part in code.split("\n\n") for match in [re.match(r"\w+ <(\S+)>:", part.strip())]
            if match and re.search(r"\t(?:[us]mu?l(?:l|al)|umaal)\b", part)}


def test_no_long_multiplications(path_of: Callable[[Build], Path]) -> None:
    """With KSIG_SHORT_PRODUCTS key generation and signing have none on a Cortex-M3; without, they do."""
    short, others = (long_multiplications(path_of(Build("gcc", "cortex-m3", "-O2", "default", short)))
                     for short in (True, False))
    assert short == PUBLIC_LONG
    assert any(name.startswith("ksig_haetae") for name in others)


def test_ml_dsa_at_size_has_no_long_multiplications(path_of: Callable[[Build], Path]) -> None:
    """With KSIG_OPTIMIZE_SIZE neither signing nor verification has any: they share a ring."""
    folder = path_of(Build("gcc", "cortex-m3", "-Os", "default", size=True)).parent
    objects = [path for path in folder.glob("*.o") if re.search(r"-(mldsa_\w+|compact23)\.o$", path.name)]
    assert len(objects) > 20
    for path in objects:
        code = run("arm-none-eabi-objdump", "-d", "--no-show-raw-insn", path)
        assert not re.search(r"\t(?:[us]mu?l(?:l|al)|umaal)\b", code), path.name
