# SPDX-License-Identifier: Apache-2.0 OR MIT
"""scripts/amalgamate.py: one C file does what the library does, for all schemes and for a few."""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kilosig.library import verdicts
from kilosig.library.binding import Arguments, Library
from kilosig.library.catalog import SCHEMES
from test_read_once import example

pytestmark = pytest.mark.library

ROOT = Path(__file__).resolve().parents[2]
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
LEFT_OUT = ("-DKSIG_ENABLE_RAINBOW_1_CLASSIC=1", "-DKSIG_ENABLE_GEMSS_128=1", "-DKSIG_ENABLE_XMSS_RFC8391=1",
            "-DKSIG_ENABLE_SLH_DSA_24=1", "-DKSIG_ENABLE_UOV=1", "-DKSIG_ENABLE_MAYO=1")


def amalgamate(folder: Path, *only: str, research: bool = False) -> Path:
    subprocess.run([sys.executable, ROOT / "scripts/amalgamate.py", folder, *(["--only", *only] if only else []),
                    *(["--research"] if research else [])], check=True)
    return folder / "kilosig.c"


def shared(folder: Path, source: Path, *options: str, optimize: str = "-O1") -> Library:
    path = folder / "kilosig.so"
    subprocess.run(["gcc", *WARNINGS, optimize, *options, "-I", folder, "-fPIC", "-shared", source, "-o", path],
                   check=True)
    return Library(str(path))


def outcomes(library: Library, name: str) -> tuple[int, int]:
    """The verdicts on a genuine signature and on one with the last byte of the message changed."""
    inputs, scheme = example(name), library.scheme(name)
    assert scheme is not None
    arguments = Arguments(anchor=scheme.anchor(inputs.key), context=inputs.context)
    other = inputs.message[:-1] + bytes([inputs.message[-1] ^ 1])
    verify = [library.verify(scheme, inputs.key, message, inputs.signature, arguments)
              for message in (inputs.message, other)]
    return verify[0].code, verify[1].code


def test_all_schemes(tmp_path: Path) -> None:
    """Every scheme accepts what is genuine and rejects what is not, compiled without a warning."""
    library = shared(tmp_path, amalgamate(tmp_path, research=True), *LEFT_OUT)
    assert [scheme.name for scheme in library.schemes()] == list(SCHEMES)
    for name in SCHEMES:
        accepted, rejected = outcomes(library, name)
        assert accepted == verdicts.ACCEPT and rejected == verdicts.SIGNATURE, name


@pytest.fixture(scope="module", name="everything")
def _everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return amalgamate(tmp_path_factory.mktemp("everything"))


@pytest.mark.parametrize("compiler", ["clang", "tcc", pytest.param("g++ -x c", marks=pytest.mark.full)])  # is gcc
def test_other_compilers(compiler: str, everything: Path, tmp_path: Path) -> None:
    """Verdicts of one scheme of each family, by code of other compilers. gcc is in test_all_schemes; the code of
    avr-gcc runs in test/ports/test_avr_8k.py."""
    if shutil.which(compiler.split()[0]) is None:
        pytest.skip(f"{compiler.split()[0]} is not installed")
    path = tmp_path / "kilosig.so"
    done = subprocess.run([*compiler.split(), "-std=c99", "-O1", "-Wall", "-Wextra", "-Wno-unused-function",
                           "-Werror", "-I", everything.parent,
                           "-fPIC", "-shared", everything, "-o", path], check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    library = Library(str(path))
    for name in ("ml-dsa-44", "slh-dsa-sha2-128f", "lms", "xmss", "haetae-2", "fn-dsa-512"):
        accepted, rejected = outcomes(library, name)
        assert accepted == verdicts.ACCEPT and rejected == verdicts.SIGNATURE, name


def test_avr_gcc(everything: Path, tmp_path: Path) -> None:
    """All schemes compile where int has 16 bits, without a warning."""
    if shutil.which("avr-gcc") is None:
        pytest.skip("avr-gcc is not installed")
    done = subprocess.run(["avr-gcc", "-mmcu=atmega2560", "-std=c99", "-Os", "-Wall", "-Wextra", "-Werror", "-I",
                           everything.parent, "-c", everything, "-o", tmp_path / "kilosig.o"], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("only", [("ml-dsa-44", "slh-dsa-sha2-128s"), ("lms",), ("haetae-2",), ("fn-dsa-512",)],
                         ids=str)
def test_selection(tmp_path: Path, only: tuple[str, ...]) -> None:
    """What was selected is there, by default, and no other family's code."""
    source = amalgamate(tmp_path, *only)
    library = shared(tmp_path, source, optimize="-O0")
    names = [scheme.name for scheme in library.schemes()]
    assert set(only) <= set(names) and {name.split("-")[0] for name in names} == {name.split("-")[0] for name in only}
    assert all(outcomes(library, name)[0] == verdicts.ACCEPT for name in only)
    assert source.stat().st_size < amalgamate(tmp_path / "all").stat().st_size * 3 // 4


def test_no_research(everything: Path) -> None:
    """The one file has nothing of what is below research/, and a build that asks for it says why it cannot have it."""
    assert not re.search("rainbow_1|gemss", everything.read_text(), re.IGNORECASE)
    done = subprocess.run(["gcc", "-fsyntax-only", "-DKSIG_ENABLE_GEMSS_128=1", "-I", everything.parent, everything],
                          stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode != 0 and "This scheme is in research/" in done.stderr


def test_unknown_scheme(tmp_path: Path) -> None:
    """A name that is none is an error that lists the names."""
    done = subprocess.run([sys.executable, ROOT / "scripts/amalgamate.py", tmp_path, "--only", "ml-dsa-45"],
                          stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "ml-dsa-45" in done.stderr and "ml-dsa-44" in done.stderr


SET = """
[[family.set]]
name = "ml-dsa-99"
anchor = { bytes = 64, hash = "shake256" }
key = 1312
signature = 2420
state = "KSIG_ML_DSA_STATE_BYTES(4, 576, 32, 84)"
flags = ["HAS_CONTEXT"]

"""
PARAMETERS = """
#define PARAMS_ml_dsa_99 \\
    .k = 4, .l = 4, .tau = 39, .omega = 80, .beta = 78, .z_bits = 18, .w1_bits = 6, .challenge_bytes = 32, \\
    .tr_bytes = 64, GAMMA2_44, .framing = &ksig_framing_fips
"""


FAMILY = """
[[family]]
name = "EXAMPLE"
folder = "example"
header = "example.h"

[[family.set]]
name = "example-1"
anchor = { bytes = 32, hash = "configured" }
key = 161600
signature = 66
state = "KSIG_EXAMPLE_STATE"
flags = ["IS_DRAFT"]
"""
HEADER = """#include "kilosig/kilosig.h"
#ifndef KILOSIG_EXAMPLE_H
#define KILOSIG_EXAMPLE_H
#define KSIG_EXAMPLE_STATE \\
    ((sizeof(ksig_verify_head) + 7) / 8 * 8 + KSIG_COPIED_KEY_STATE_BYTES + 480 + 52 + 32 + 20)
#endif
"""
WORDS = (("RAINBOW_1_CLASSIC", "EXAMPLE_1"), ("RAINBOW", "EXAMPLE"), ("rainbow", "example"),
         ("KSIG_MQ", "KSIG_EXAMPLE"), ("mq_", "example_"), ("mq/", "example/"))


def copy_checkout(folder: Path) -> None:
    """What a library is made of."""
    for name in ("include", "src", "research", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))


def test_a_made_up_family(tmp_path: Path) -> None:
    """A new family is its own files and an entry in schemes.toml, and is in the library. What verifies is Rainbow under
    another name."""
    copy_checkout(tmp_path)
    (tmp_path / "schemes.toml").write_text((ROOT / "schemes.toml").read_text() + FAMILY)
    (tmp_path / "include/kilosig" / "example.h").write_text(HEADER)
    (tmp_path / "src/example").mkdir()
    for name in ("rainbow.c", "mq_columns.c", "mq_columns.h", "mq_gf16.h", "mq_map.c", "mq_map.h"):
        text, path = (ROOT / "research/mq" / name).read_text(), name
        for old, new in WORDS:
            text, path = text.replace(old, new), path.replace(old, new)
        (tmp_path / "src/example" / path).write_text(text)
    subprocess.run([sys.executable, tmp_path / "scripts/schemes.py"], check=True)
    subprocess.run([sys.executable, tmp_path / "scripts/amalgamate.py", tmp_path / "out", "--only", "example-1"],
                   check=True)
    library = shared(tmp_path / "out", tmp_path / "out/kilosig.c", optimize="-O0")
    assert [scheme.name for scheme in library.schemes()] == ["example-1"]
    scheme, inputs = library.scheme("example-1"), example("rainbow-1-classic")
    assert scheme is not None
    arguments = Arguments(anchor=scheme.anchor(inputs.key))
    assert library.verify(scheme, inputs.key, inputs.message, inputs.signature, arguments).code == verdicts.ACCEPT
    assert library.verify(scheme, inputs.key, b"another", inputs.signature, arguments).code == verdicts.SIGNATURE


def test_a_made_up_set(tmp_path: Path) -> None:
    """A new set is an entry in the list and parameters in its family: nothing else is edited, and it is in the list,
    has its state and verifies."""
    copy_checkout(tmp_path)
    text, parameters = (ROOT / "schemes.toml").read_text(), tmp_path / "src/mldsa/mldsa_params.c"
    end = text.index('[[family]]\nname = "HAETAE"')
    (tmp_path / "schemes.toml").write_text(text[:end] + SET + text[end:])
    subprocess.run([sys.executable, tmp_path / "scripts/schemes.py"], check=True)
    parameters.write_text(PARAMETERS + parameters.read_text())
    subprocess.run([sys.executable, tmp_path / "scripts/amalgamate.py", tmp_path / "out", "--only", "ml-dsa-44"],
                   check=True)
    library = shared(tmp_path / "out", tmp_path / "out/kilosig.c", "-DKSIG_ENABLE_ML_DSA_99=1", optimize="-O0")
    made_up, known = library.scheme("ml-dsa-99"), library.scheme("ml-dsa-44")
    assert made_up is not None and known is not None
    assert made_up.state_bytes == known.state_bytes and made_up.name in [each.name for each in library.schemes()]
    inputs = example("ml-dsa-44")
    for signature, code in ((inputs.signature, verdicts.ACCEPT), (inputs.signature[::-1], None)):
        verdict = library.verify(made_up, inputs.key, inputs.message, signature, Arguments(anchor=inputs.anchor))
        assert verdict.code == code or code is None and not verdict.accepted


def symbols_of(folder: Path, *options: str) -> bytes:
    """Of the one file with ml-dsa-44, made with these options in a folder."""
    subprocess.run([sys.executable, ROOT / "scripts/amalgamate.py", folder, "--only", "ml-dsa-44", *options],
                   check=True)
    subprocess.run(["gcc", "-std=c99", "-O0", "-Wall", "-Wextra", "-Werror", "-I", folder, "-c",
                    folder / "kilosig.c", "-o", folder / "kilosig.o"], check=True)
    return subprocess.run(["nm", folder / "kilosig.o"], check=True, stdout=subprocess.PIPE).stdout


@pytest.fixture(scope="module", name="without")
def _without(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("without")
    return folder, symbols_of(folder)


@pytest.mark.parametrize("name", ["cose", "x509", "composite"])
def test_what_one_asks_for(name: str, without: tuple[Path, bytes], tmp_path: Path) -> None:
    """Without --cose, --x509 or --composite there is neither their code nor their header."""
    for (folder, names), there in ((without, False), ((tmp_path, symbols_of(tmp_path, f"--{name}")), True)):
        assert (f"ksig_{name}_open".encode() in names) == there == (folder / f"kilosig/{name}.h").exists()
