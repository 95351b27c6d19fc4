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

from secret_sites import (CT, FULL, HAETAE, ML_DSA, SCHEMES, SLH_DSA, TAINT, USES, VARIANTS, Place, Use, compile_all,
                          record, run, sources, use_at)

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="needs valgrind")
COUNT = 3 if FULL else 1  # keys or signatures of each kind
SIZE = ("gcc", "-Os", "-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE")  # has code of its own: KSIG_COMPACT_RING
BUILDS = [("gcc", "-O2"), ("clang", "-Os"), SIZE]
if FULL:
    BUILDS += [("gcc", "-O1"), ("gcc", "-Os"), ("gcc", "-O3"), ("clang", "-O1"), ("clang", "-O2"), ("clang", "-O3")]
# Of the second compiler the default variant alone.
CASES = [(build, variant) for build in BUILDS for variant in VARIANTS
         if FULL or build == BUILDS[0] or variant == "default"]
Build = Callable[[tuple[str, ...], str], list[Path]]
KINDS = {"UninitCondition", "UninitValue"}
MET: set[Use] = set()  # by the tests so far


@pytest.fixture(scope="module", name="objects")
def build_cache(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The objects of test/ct/taint.c and of the library, made once for a compiler and variant."""
    @cache
    def build(compiler: tuple[str, ...], variant: str) -> list[Path]:
        return compile_all(compiler, [CT / "taint.c", *sources()], variant, tmp_path_factory.mktemp("ct"), TAINT)
    return build


class Found(NamedTuple):
    """places: where something depended on a secret, the innermost calls. met: the markers at which something secret
    became public."""

    places: set[Place]
    met: set[Use]


def place(frame: ElementTree.Element) -> Place:
    """File, line and function of a frame."""
    return Place(frame.findtext("file") or "", int(frame.findtext("line") or 0), frame.findtext("fn") or "")


def depends(taint: Path, scheme: str, operation: str, listed: bool = True) -> Found:
    """What memcheck says of an operation. listed: of the sources as they are, whose lines have the markers."""
    report = taint.parent / f"{scheme}-{operation}.xml"
    told = run("valgrind", "-q", "--xml=yes", f"--xml-file={report}", "--num-callers=6", "--error-limit=no", taint,
               scheme, operation, COUNT)
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


def all_of(taint: Path, jobs: Sequence[tuple[str, str]]) -> Found:
    """The same of several, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda job: depends(taint, *job), jobs))
    return Found(set().union(*(each.places for each in found)), set().union(*(each.met for each in found)))


def jobs_of(compiler: tuple[str, ...], variant: str) -> list[tuple[str, str]]:
    """Schemes and operations. Key generation has no variants; without `make ct`, clang's code and that of the variants
    are looked at for the first schemes only."""
    first = HAETAE[:2] + ML_DSA[:2]
    schemes = SCHEMES if FULL or (compiler[0] == "gcc" and variant == "default") else first + SLH_DSA[:1]
    if compiler == SIZE:
        schemes = SCHEMES if FULL else HAETAE[:1] + ML_DSA[:2] + SLH_DSA[:1]
    return [(scheme.name, operation) for scheme in schemes for operation in scheme.operations
            if FULL or variant == "default" or (operation == "sign" and (scheme in HAETAE or variant == "small"))]


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
    genuine: str
    changed: str
    compiler: tuple[str, ...] = BUILDS[0]


MUTATIONS: dict[str, Mutation] = {
    "random byte": Mutation("haetae-2", "fast", "sign", "haetae_sign_kept.c", "    KSIG_BARRIER(mirrored);\n",
                            "    if ((s->sign & 2) != 0)\n        KSIG_BARRIER(mirrored);\n"),
    "sign": Mutation("haetae-2", "default", "sign", "haetae_sign_challenge.c", "    const uint64_t negative = mask",
                     "    static volatile int calls;\n    if (s->sign & 1)\n        calls++;\n"
                     "    const uint64_t negative = mask"),
    "coefficient": Mutation("haetae-2", "default", "keygen", "haetae_pack.c", "uint32_t fields = *packed++;",
                            "static const uint8_t same[4] = {0, 1, 2, 3};\n        uint32_t fields = *packed++;\n"
                            "        fields = (fields & ~3u) | ((const volatile uint8_t *)same)[fields & 3u];"),
    "z": Mutation("ml-dsa-44", "default", "sign", "mldsa_pack.c", "        bad |= above[0]",
                  "        if (above[0] >> 31)\n"
                  "            ((volatile uint8_t *)packed)[0] += 0;\n        bad |= above[0]"),
    "slot": Mutation("ml-dsa-44", "default", "sign", "mldsa_sign_low.c", "        count -= selects;\n",
                     "        if (selects)\n            ((volatile uint32_t *)slots)[0] = 0;\n"
                     "        count -= selects;\n"),
    "hint": Mutation("ml-dsa-44", "default", "sign", "mldsa_sign_finish.c",
                     "        high |= ksig_mldsa_exceeds(*product, p->gamma2);\n",
                     "        high |= ksig_mldsa_exceeds(*product, p->gamma2);\n"
                     "        if (moved > 0)\n            ((volatile uint8_t *)s->work.row.low.bits)[0] += 0;\n"),
    "range": Mutation("ml-dsa-44-expanded", "default", "sign", "mldsa_expand_s.c", "    return bad & 0x1010101;\n",
                      "    if (fields[-1] == 4)\n        ((volatile uint8_t *)fields)[-1] = 4;\n"
                      "    return bad & 0x1010101;\n"),
    # Spelled as a line of the same file that is allowed.
    "listed line": Mutation(
        "ml-dsa-44", "default", "sign", "mldsa_sign_rows.c", "    ksig_mldsa_turn(p, s2);\n}",
        "    uint32_t bad = s2->fields[0] & 1u;\n    if (bad != 0)\n"
        "        ((volatile uint8_t *)s2->fields)[1] = s2->fields[1];\n    ksig_mldsa_turn(p, s2);\n}"),
    # In code that only a library for size has.
    "table for size": Mutation(
        "haetae-2", "default", "sign", "haetae_rotate.c",
        "            const uint32_t field = fields & ((1u << secret->bits) - 1);\n",
        "            static const volatile uint8_t same[8] = {0, 1, 2, 3, 4, 5, 6, 7};\n"
        "            const uint32_t field = same[fields & ((1u << secret->bits) - 1)];\n", SIZE),
    "branch for size": Mutation(
        "haetae-2", "default", "sign", "haetae_rotate.c", "            r->extended[i] = (uint8_t)field;\n",
        "            if (field == 0)\n                ((volatile uint8_t *)r->extended)[i] = 0;\n"
        "            r->extended[i] = (uint8_t)field;\n", SIZE),
    "hash for size": Mutation(
        "haetae-2", "default", "keygen", "keccak_f1600.c", "        uint64_t moving = load_lane(lanes, 1);\n",
        "        uint64_t moving = load_lane(lanes, 1);\n        if (moving & 1)\n"
        "            ((volatile uint32_t *)lanes)[0] = lanes[0];\n", SIZE),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_change_is_found(objects: Build, name: str, tmp_path: Path) -> None:
    """With a branch or an address that depends on a secret the test above would fail."""
    scheme, variant, operation, file, genuine, changed, compiler = MUTATIONS[name]
    path = next(path for path in sources() if path.name == file)
    text = path.read_text()
    assert text.count(genuine) == 1
    (tmp_path / file).write_text(text.replace(genuine, changed))
    mutated = compile_all(compiler, [tmp_path / file], variant, tmp_path, TAINT)
    others = [each for each in objects(compiler, variant) if not each.name.endswith(f"-{path.stem}.o")]
    run(compiler[0], *mutated, *others, "-o", tmp_path / "taint")
    places = depends(tmp_path / "taint", scheme, operation, listed=False).places
    assert file in {place.file for place in places}


def test_every_declassification_is_needed() -> None:
    """Something secret comes to each function that has one, in the tests above: else it allows what nobody has looked
    at. By function, since what is pre-hashed is not signed here."""
    if not FULL:
        pytest.skip("all of them in `make ct`")
    functions = {(use.file, use.function) for use in USES} - {(use.file, use.function) for use in MET}
    assert not functions, sorted(functions)
