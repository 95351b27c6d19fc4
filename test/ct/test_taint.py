# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key generation and signing under valgrind, with secrets that memcheck takes for undefined: nothing depends on them
but on what the code says is public (KSIG_DECLASSIFY). The host's code; that of the cores is in test_traces.py.

The code of this build says so to memcheck, and therefore is not a release's to the byte."""
from __future__ import annotations

import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from planted import Edit, Spot, after, before, planted, wrapped
from secret_sites import (CT, FULL, HAETAE, ML_DSA, SCHEMES, SLH_DSA, TAINT, USES, VARIANTS, Place, Use, compile_all,
                          record, run, signing_sources, use_at)

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="needs valgrind")
COUNT = 3 if FULL else 1  # keys or signatures of each kind
SIZE = ("gcc", "-Os", "-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE")  # has code of its own: KSIG_COMPACT_RING
BUILDS = [("gcc", "-O2"), ("clang", "-Os"), SIZE]
if FULL:
    BUILDS += [("gcc", "-O1"), ("gcc", "-Os"), ("gcc", "-O3"), ("clang", "-O1"), ("clang", "-O2"), ("clang", "-O3")]
# Each variant once: that of the second compiler is the one with the most code in common with the default.
CASES = [(build, variant) for build in BUILDS for variant in VARIANTS] if FULL else [
    (BUILDS[0], "default"), (BUILDS[0], "small"), (BUILDS[1], "fast"), (SIZE, "default")]
Build = Callable[[tuple[str, ...], str], list[Path]]
Job = tuple[str, str]  # a scheme and an operation
KINDS = {"UninitCondition", "UninitValue"}
MET: set[Use] = set()  # by the tests so far


@pytest.fixture(scope="module", name="objects")
def build_cache(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The objects of test/ct/taint.c and of the library, made once for a compiler and variant."""
    @cache
    def build(compiler: tuple[str, ...], variant: str) -> list[Path]:
        folder = tmp_path_factory.mktemp("ct")
        return compile_all(compiler, [CT / "taint.c", *signing_sources()], variant, folder, TAINT)
    return build


class Found(NamedTuple):
    """places: where something depended on a secret, the innermost calls. met: the markers at which something secret
    became public."""

    places: set[Place]
    met: set[Use]


def place(frame: ElementTree.Element) -> Place:
    """File, line and function of a frame."""
    return Place(Path(frame.findtext("file") or "").name, int(frame.findtext("line") or 0), frame.findtext("fn") or "")


def depends(taint: Path, jobs: Sequence[Job], listed: bool = True) -> Found:
    """What memcheck says of operations, all in one process: to start and to translate the code takes longer than to run
    it. listed: of the sources as they are, whose lines have the markers."""
    report = taint.parent / f"{'-'.join(jobs[0])}.xml"
    told = run("valgrind", "-q", "--xml=yes", f"--xml-file={report}", "--num-callers=6", "--error-limit=no", taint,
               *(word for job in jobs for word in (*job, COUNT)))
    found = Found(set(), set())
    for line in told.splitlines():
        file, _, number = line.rpartition(":")
        use = use_at(file, int(number))
        assert use is not None or not listed, line
        if use is not None:
            found.met.add(use)
    for error in ElementTree.parse(report).getroot().iter("error"):
        assert error.findtext("kind") in KINDS, ElementTree.tostring(error).decode()
        stack = error.find("stack")
        assert stack is not None
        found.places.add(place(next(stack.iter("frame"))))
    return found


def all_of(taint: Path, jobs: Sequence[Job]) -> Found:
    """The same of many: in `make ct` in two processes."""
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda part: depends(taint, part), [jobs[::2], jobs[1::2]] if FULL else [jobs]))
    return Found(set().union(*(each.places for each in found)), set().union(*(each.met for each in found)))


def jobs_of(compiler: tuple[str, ...], variant: str) -> list[Job]:
    """Schemes and operations. Key generation and SLH-DSA have no variants; without `make ct`, clang's code and that of
    the variants are looked at for the first schemes only, and two levels of each family: HAETAE-3 and ML-DSA-87 have
    the ranges of one and the ring's sizes of the other."""
    first = HAETAE[:2] + ML_DSA[:2]
    two_levels = HAETAE[:2] + HAETAE[4:] + ML_DSA[:4] + SLH_DSA
    schemes = SCHEMES if FULL else two_levels if compiler[0] == "gcc" and variant == "default" else first + SLH_DSA[:1]
    if compiler == SIZE:
        schemes = SCHEMES if FULL else HAETAE[:1] + ML_DSA[:2] + SLH_DSA[:1]
    return [(scheme.name, operation) for scheme in schemes for operation in scheme.operations
            if FULL or variant == "default" or compiler[0] == "clang" or operation == "sign" and (
                scheme in HAETAE or scheme in ML_DSA and variant == "small")]


@pytest.mark.campaign
@pytest.mark.parametrize("compiler, variant", CASES, ids="".join)
def test_nothing_depends_on_secrets(objects: Build, compiler: tuple[str, ...], variant: str, tmp_path: Path) -> None:
    """Every scheme, both operations."""
    taint, jobs = tmp_path / "taint", jobs_of(compiler, variant)
    run(compiler[0], *objects(compiler, variant), "-o", taint)
    places, met = all_of(taint, jobs)
    assert not places, "\n".join(map(str, sorted(places)))
    assert len(met) > 8  # what must depend does: the secrets are followed
    MET.update(met)
    record(f"taint: {' '.join(compiler)}, {variant}: {len(jobs)} operations, {COUNT} of each, {len(met)} "
           "declassifications of secrets met")


class Mutation(NamedTuple):
    """What has to be found: in a file, a branch or an address instead of what is there."""

    scheme: str
    variant: str
    operation: str
    file: str
    edits: tuple[Edit, ...]
    compiler: tuple[str, ...] = BUILDS[0]


COEFFICIENTS = Spot("ksig_haetae_unpack_secret", "value", "fields")
FIELD = Spot("ksig_haetae_rotate", "value", "field")
MUTATIONS: dict[str, Mutation] = {
    "random byte": Mutation("haetae-2", "fast", "sign", "haetae_sign_kept.c", (
        before(Spot("any_is_open", "call", "KSIG_BARRIER"), "if ((s->sign & 2) != 0)"),), BUILDS[1]),
    "sign": Mutation("haetae-2", "default", "sign", "haetae_sign_challenge.c", (
        before(Spot("ksig_haetae_sign_norms", "value", "negative"),
               "static volatile int calls;\nif (s->sign & 1)\n    calls++;"),)),
    "coefficient": Mutation("haetae-2", "default", "keygen", "haetae_pack.c", (
        before(COEFFICIENTS, "static const uint8_t same[4] = {0, 1, 2, 3};"),
        after(COEFFICIENTS, "fields = (fields & ~3u) | ((const volatile uint8_t *)same)[fields & 3u];"))),
    "z": Mutation("ml-dsa-44", "default", "sign", "mldsa_pack.c", (
        before(Spot("add_product", "assignment", "bad", which=0),
               "if (above[0] >> 31)\n    ((volatile uint8_t *)packed)[0] += 0;"),)),
    "slot": Mutation("ml-dsa-44", "default", "sign", "mldsa_sign_low.c", (
        before(Spot("ksig_mldsa_note_half", "assignment", "count"),
               "if (selects)\n    ((volatile uint32_t *)slots)[0] = 0;"),)),
    "hint": Mutation("ml-dsa-44", "default", "sign", "mldsa_sign_finish.c", (
        after(Spot("compare_high", "assignment", "high", which=0),
              "if (moved > 0)\n    ((volatile uint8_t *)row->low.bits)[0] += 0;"),)),
    "range": Mutation("ml-dsa-44-expanded", "default", "sign", "mldsa_expand_s.c", (
        before(Spot("unpack_fields", "return"),
               "if (fields[-1] == 4)\n    ((volatile uint8_t *)fields)[-1] = 4;"),)),
    # Spelled as a line of the same file that is allowed.
    "listed line": Mutation("ml-dsa-44", "default", "sign", "mldsa_sign_rows.c", (
        before(Spot("ksig_mldsa_load_s2", "call", "ksig_mldsa_turn"),
               "uint32_t bad = drawn->s2.fields[0] & 1u;\nif (bad != 0)\n"
               "    ((volatile uint8_t *)drawn->s2.fields)[1] = drawn->s2.fields[1];"),)),
    # In code that only a library for size has.
    "table for size": Mutation("haetae-2", "default", "sign", "haetae_rotate.c", (
        before(FIELD, "static const volatile uint8_t same[8] = {0, 1, 2, 3, 4, 5, 6, 7};"),
        wrapped(FIELD, "same[", "]")), SIZE),
    "branch for size": Mutation("haetae-2", "default", "sign", "haetae_rotate.c", (
        before(Spot("ksig_haetae_rotate", "assignment", "extended", which=0),
               "if (field == 0)\n    ((volatile uint8_t *)r->extended)[i] = 0;"),), SIZE),
    "hash for size": Mutation("haetae-2", "default", "keygen", "keccak_f1600.c", (
        after(Spot("ksig_keccak_f1600", "value", "moving"),
              "if (moving & 1)\n    ((volatile uint32_t *)lanes)[0] = lanes[0];"),), SIZE),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_change_is_found(objects: Build, name: str, tmp_path: Path) -> None:
    """With a branch or an address that depends on a secret the test above would fail."""
    scheme, variant, operation, file, edits, compiler = MUTATIONS[name]
    path = next(path for path in signing_sources() if path.name == file)
    (tmp_path / file).write_text(planted(path, *edits))
    mutated = compile_all(compiler, [tmp_path / file], variant, tmp_path, TAINT)
    others = [each for each in objects(compiler, variant) if not each.name.endswith(f"-{path.stem}.o")]
    run(compiler[0], *mutated, *others, "-o", tmp_path / "taint")
    places = depends(tmp_path / "taint", [(scheme, operation)], listed=False).places
    assert file in {place.file for place in places}


def test_every_declassification_is_needed() -> None:
    """Something secret comes to each function that has one, in the tests above: else it allows what nobody has looked
    at. By function, since what is pre-hashed is not signed here."""
    if not FULL:
        pytest.skip("all of them in `make ct`")
    functions = {(use.file, use.function) for use in USES} - {(use.file, use.function) for use in MET}
    assert not functions, sorted(functions)
