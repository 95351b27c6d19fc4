# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The code for AVR: no branch, no skip that takes another time, and no address depends on a secret but on what the code
says is public (KSIG_DECLASSIFY). What the simulator follows goes through the compiler's run-time functions, too."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

import avr_secrets
import run_time
from planted import Spot, before, planted, replaced
from secret_sites import FULL, HAETAE, ROOT, SCHEMES, TAINT, Place, compile_all, record, run, signing_sources, use_at

pytestmark = [pytest.mark.board, pytest.mark.skipif(not avr_secrets.available(), reason="needs avr-gcc and simavr")]
SIZE = "-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE"
Build = tuple[str, str, tuple[str, ...]]  # optimization, variant, options
RELEASED: Build = ("-Os", "default", ())
BUILDS: list[Build] = [RELEASED]
if FULL:
    BUILDS += [("-O2", "default", ()), ("-O2", "fast", ()), ("-Os", "small", ()), ("-O3", "default", ()),
               ("-Os", "default", (SIZE,))]
FEW = (("haetae-2", "keygen"), ("ml-dsa-44", "sign"))
LEAST = ("haetae-2", "haetae-2-compact", "ml-dsa-44", "ml-dsa-44-expanded", "slh-dsa-sha2-128f", "slh-dsa-shake-128f")
CASES = FEW if not FULL else tuple((scheme.name, operation) for scheme in SCHEMES if scheme.name in LEAST
                                   for operation in scheme.operations)


@pytest.fixture(scope="module", name="program")
def simulator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The simulator."""
    return avr_secrets.simulator(tmp_path_factory.mktemp("simulator"))


@pytest.fixture(scope="module", name="objects")
def build_cache(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Build], list[Path]]:
    """The objects of a build, made once."""
    return lru_cache(maxsize=None)(lambda build: avr_secrets.objects(
        tmp_path_factory.mktemp("avr"), *build[:2], (*build[2], *TAINT)))


def unlisted(depends: set[tuple[Place, ...]]) -> set[tuple[Place, ...]]:
    """Without those at a marker itself: this core has no instruction that makes a comparison a number, so what becomes
    public is found by a branch there."""
    return {frames for frames in depends if use_at(frames[0].file, frames[0].line) is None}


@pytest.mark.campaign
@pytest.mark.parametrize("build", BUILDS, ids=lambda build: "".join(map(str, build[:2])) + " ".join(build[2]))
def test_nothing_depends_on_secrets(objects: Callable[[Build], list[Path]], program: Path, build: Build,
                                    tmp_path: Path) -> None:
    """Key generation and signing, whole."""
    image, met = avr_secrets.link(objects(build), tmp_path / "image.elf"), set()
    for scheme, operation in CASES:
        found = avr_secrets.follow(program, image, scheme, operation)
        wrong = unlisted(found.depends)
        assert not wrong, (scheme, operation, sorted(wrong)[0][:3])
        places = [place for frames in found.public for place in frames] + [frames[0] for frames in found.depends]
        met |= {use for place in places for use in [use_at(place.file, place.line)] if use}
    assert len(met) > 8  # what must depend does: the secrets are followed
    record(f"avr: {build[0]}, {build[1]} {' '.join(build[2])}: {len(CASES)} operations, {len(met)} "
           "declassifications of secrets met")


PUT = Spot("ksig_haetae_sample_secret", "call", "ksig_haetae_put")
FIELD = Spot("ksig_haetae_sample_secret", "operation", "bits", part="left")  # of the digit, without an offset
# What has to be found of HAETAE's secret coefficients: a loop as long as one of them, an address, a branch, and a
# run-time function that branches on the sign of a factor.
MUTATIONS = {
    "shift": (replaced(FIELD, "(UINT32_C(0x21) >> 2 * digit & 3u)"),),
    "address": (before(PUT, "static const volatile uint8_t field[3] = {1, 0, 2};"), replaced(FIELD, "field[digit]")),
    "branch": (before(PUT, "if (digit == 2)\n    ((volatile uint8_t *)packed)[0] = packed[0];"),),
    "sign": (before(PUT, "const volatile int16_t factor = (int16_t)((int16_t)digit - 1);\n"
                         "if ((int32_t)factor * factor > 5)\n    continue;"),),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_change_is_found(objects: Callable[[Build], list[Path]], program: Path, name: str, tmp_path: Path) -> None:
    """With one of these the test above would fail."""
    path = next(path for path in signing_sources() if path.name == "haetae_secret.c")
    (tmp_path / path.name).write_text(planted(path, *MUTATIONS[name]))
    mutated = compile_all((*avr_secrets.COMPILER, RELEASED[0]), [tmp_path / path.name], RELEASED[1], tmp_path,
                          TAINT)
    others = [each for each in objects(RELEASED) if not each.name.endswith(f"-{path.stem}.o")]
    image = avr_secrets.link([*mutated, *others], tmp_path / "image.elf")
    found = unlisted(avr_secrets.follow(program, image, HAETAE[0].name, "keygen").depends)
    assert found and all(path.name in {place.file for place in frames} for frames in found)
    if name == "sign":
        assert "__mulhisi3" in {frames[0].function for frames in found}


OUTSIDE = {"main", "taint_main", "make_key", "make_signature", "make_slh_dsa_key", "make_slh_dsa_signature", "sign",
           "taint_public", "require", "atoi", "puts"}


@pytest.mark.campaign
def test_run_time_functions(tmp_path: Path) -> None:
    """The library calls none of the compiler's but those known not to depend on what is secret. Its code is that of a
    release, in which nothing is declassified."""
    for build in BUILDS:
        objects = avr_secrets.objects(tmp_path, *build)
        image = avr_secrets.link(objects, tmp_path / "image.elf", "-Wl,--gc-sections")
        wrong, count = run_time.unexpected(image, "avr-objdump", OUTSIDE)
        assert not wrong and count > 50, (build, wrong)


def test_a_core_without_multiplication_is_refused() -> None:
    """Where a run-time function would multiply secrets bit by bit the library does not compile, unless told to; and
    what has no such secrets does."""
    refused = "KSIG_ALLOW_LEAKY_PRODUCTS 1 accepts it"
    riscv = ["riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-mabi=ilp32"]
    for command, multiplies in ((["avr-gcc", "-mmcu=attiny85"], False), (["avr-gcc", "-mmcu=atmega2560"], True),
                                ([*riscv, "-march=rv32ic"], False), ([*riscv, "-march=rv32imac"], True)):
        for name in ("mldsa_sign_z", "mldsa_keygen", "haetae_sign", "haetae_keygen", "haetae_product", "haetae_fft"):
            path = next(path for path in signing_sources() if path.stem == name)
            for options, compiles in (((), multiplies), (("-DKSIG_ALLOW_LEAKY_PRODUCTS=1",), True),
                                      (("-DKSIG_ENABLE_DEFAULT=0", "-DKSIG_ENABLE_SLH_DSA=1"), True)):
                whole = [*command, "-fsyntax-only", "-std=c99", "-ffreestanding", "-I", ROOT / "include", "-I",
                         ROOT / "src", *options, path]
                if compiles:
                    run(*whole)
                else:
                    with pytest.raises(AssertionError, match=refused):
                        run(*whole)
