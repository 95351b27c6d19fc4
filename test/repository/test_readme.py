# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures of README.md and of the documents are those that boards and bench report; README's example compiles."""
import subprocess
import sys
from pathlib import Path

import pytest

from kilosig.device import measured, measured_firmware
from kilosig.device.emulator import Emulator
from kilosig.device.link import Inputs, Link, verdict_of
from kilosig.schemes.vectors import read_vectors
from kilosig.library.binding import VARIANTS
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT

pytestmark = pytest.mark.board
ROOT = Path(__file__).resolve().parents[2]
# kB = 1000 bytes: the promise of the variants, largest set by set.
PROMISED = {
    ("ml-dsa-44", "default"): 4750, ("ml-dsa-65", "default"): 5600, ("ml-dsa-87", "default"): 7000,
    ("ml-dsa-44", "fast"): 8000, ("ml-dsa-65", "fast"): 8000, ("ml-dsa-87", "fast"): 8000,
    ("ml-dsa-44", "small"): 3000, ("ml-dsa-65", "small"): 3000, ("ml-dsa-87", "small"): 3000,
}


@pytest.fixture(scope="module")
def rows():
    return list(measured.all_rows())


def test_table_is_what_boards_report(rows):
    text = (ROOT / "docs/schemes/ml_dsa.md").read_text()
    table = text.split(measured.README_BEGIN + "\n")[1].split(measured.README_END)[0]
    assert table == measured.markdown(rows), "run 'make ram'"


@pytest.mark.parametrize("name", measured_firmware.TABLES)
def test_firmware_tables_are_what_boards_report(name):
    begin, end = measured_firmware.marks(name)
    text = "".join((ROOT / path).read_text() for path in measured_firmware.DOCUMENTS)
    assert text.count(begin) == 1
    assert text.split(begin + "\n")[1].split(end)[0] == measured_firmware.TABLES[name](), "run 'make ram'"


def test_headline_is_what_was_accepted():
    subprocess.run([sys.executable, ROOT / "bench/headline.py", "--check"], check=True)


def test_promises(rows):
    assert {(row.scheme, row.variant) for row in rows} == set(PROMISED)
    for row in rows:
        assert row.verdict.verdict == ACCEPT
        assert row.verdict.state + row.verdict.stack <= PROMISED[row.scheme, row.variant]
        assert row.verdict.peak <= row.verdict.ram
        if row.board == measured.BOARD:
            assert row.verdict.ram == 8192


@pytest.mark.parametrize("variant", VARIANTS)
def test_dilithium2_needs_what_ml_dsa_44_needs(rows, variant):
    vector = next(v for v in read_vectors(ROOT / "test/vectors/dilithium2.json") if v.valid and len(v.message) == 33)
    inputs = Inputs(vector.key, vector.message, vector.signature)
    with Emulator(measured.BOARD, variant) as emulator:
        link = Link(emulator.connect())
        link.hello()
        first = link.verify(1, inputs, "dilithium2-r3", SCHEMES["dilithium2-r3"].anchor(vector.anchor_key))
        result = verdict_of(link.stream(first, inputs))
    like = next(row.verdict for row in rows if (row.scheme, row.variant) == ("ml-dsa-44", variant))
    assert (result.verdict, result.state, result.stack) == (ACCEPT, like.state, like.stack)


def test_example_compiles(tmp_path):
    text = (ROOT / "README.md").read_text()
    example = text.split("```c\n")[1].split("```")[0]
    source = tmp_path / "example.c"
    source.write_text("#include <stddef.h>\n#include <stdint.h>\n"
                      "size_t receive(uint8_t part, uint32_t offset, uint8_t *buffer, uint32_t most);\n"
                      "int token_is_genuine(const uint8_t tr[64], uint32_t token_length);\n" + example)
    done = subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                           f"-I{ROOT / 'include'}", str(source)], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
