# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig-bench rows and kilosig advise on rows made up for the test."""
import json

import pytest
from support import runner

from kilosig.cli.app import app
from kilosig.cli.repository import app as repository

pytestmark = pytest.mark.library
ROW = {"scheme": "ml-dsa-44", "op": "verify", "core": "cortex-m3", "variant": "default", "opt": "O2", "state": 4384,
       "stack": 328, "static": 0, "resident": 0, "flash": 5000, "flash_hash": 1700, "instructions": 1500000,
       "cycles": {"min": 1900000, "mean": 2000000, "max": 2400000}, "cycles_ldrst0": None, "hash_share": 0.6,
       "hash_calls": {"keccak": 102.0}, "hash_floor": 1100000, "floor_ratio": 1.82, "runs": 4}


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "bench.json"

    def write(*changes):
        path.write_text(json.dumps([{**ROW, **change} for change in changes]))
        return str(path)
    return write


def run(*arguments):
    return runner().invoke(app if arguments[0] == "advise" else repository, list(arguments))


def test_bench_shows_measured_and_unknown(rows):
    result = run("rows", "--rows", rows({}, {"core": "cortex-m0", "cycles": None}))
    assert result.exit_code == 0
    lines = [line for line in result.output.splitlines() if "ml-dsa-44" in line]
    assert len(lines) == 2
    assert "4,712" in lines[0] and "2,000k" in lines[0] and "60 %" in lines[0]
    assert "1,100k" in lines[0] and "1.82" in lines[0]
    assert "2,000k" not in lines[1]


def test_bench_filter_without_rows(rows):
    result = run("rows", "--rows", rows({}), "--core", "cortex-m7")
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1


@pytest.mark.parametrize("limits, fits, named", [
    ([], 0, "none"),
    (["--ram", "8k"], 0, "RAM"),
    (["--ram", "4712"], 0, "RAM"),
    (["--ram", "4711"], 1, "RAM: needs 4,712 of 4,711 bytes"),
    (["--flash", "6700"], 0, "flash"),
    (["--flash", "6k"], 1, "flash: needs 6,700 of 6,144 bytes"),
    # 2.4 M cycles at 24 MHz are 100 ms; 3765 bytes at 500 kbit/s are 60.24 ms.
    (["--max-time", "100ms"], 0, "time (cycles)"),
    (["--max-time", "99ms"], 1, "time (cycles): needs 100.0 of 99.0 ms"),
    (["--max-time", "99ms", "--clock", "48M"], 0, "time (cycles)"),
    (["--max-time", "161ms", "--bus", "500k"], 0, "time (cycles)"),
    (["--max-time", "160ms", "--bus", "500k"], 1, "time (cycles): needs 160.2 of 160.0 ms"),
    (["--max-time", "161ms", "--bus", "500k", "--clock", "240M"], 0, "time (bus)"),
])
def test_advise(rows, limits, fits, named):
    result = run("advise", "--rows", rows({}), *limits)
    assert result.exit_code == fits, result.output
    shown = named if fits else f"yes; {named.split()[0]}"
    assert shown in " ".join(result.output.split())


@pytest.mark.parametrize("op, transfer", [("verify", "45 ms"), ("sign", "24 ms"), ("keygen", "16 ms")])
def test_advise_counts_what_an_operation_moves(rows, op, transfer):
    """At 500 kbit/s: 2,805 bytes streamed; message and signature, 1,507 bytes; a public key of 992 bytes."""
    for scheme in ("haetae-2", "haetae-2-compact"):
        result = run("advise", "--rows", rows({"scheme": scheme, "op": op}), "--op", op, "--bus", "500k")
        assert result.exit_code == 0 and transfer in result.output, result.output


def test_advise_does_not_trust_what_was_not_measured(rows):
    result = run("advise", "--rows", rows({"cycles": None}), "--max-time", "10s")
    assert result.exit_code == 1
    assert "not measured" in " ".join(result.output.replace("│", " ").split())


@pytest.mark.parametrize("arguments", [
    ("--ram", "eight"), ("--ram", "0"), ("--max-time", "200"), ("--bus", "fast"), ("--core", "z80"),
])
def test_advise_says_what_is_wrong(rows, arguments):
    result = run("advise", "--rows", rows({}), *arguments)
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1


@pytest.mark.parametrize("content", ["", "{}", "[]", "[1]", '[{"scheme": "x"}]'])
def test_files_that_hold_no_rows(tmp_path, content):
    path = tmp_path / "bench.json"
    path.write_text(content)
    for command in ("rows", "advise"):
        result = run(command, "--rows", str(path))
        assert result.exit_code == 2
        assert len(result.output.strip().splitlines()) == 1


def test_who_works_on_kilosig_has_commands_of_their_own():
    """`kilosig` knows none of them, and a mistake names the help of the command line that was called."""
    for command in ("rows", "bench", "read", "ram", "campaign", "site"):
        result = runner().invoke(app, [command], prog_name="kilosig")
        assert result.exit_code == 2 and "'kilosig --help'" in result.stderr, command
    result = runner().invoke(repository, ["verify"], prog_name="kilosig-bench")
    assert result.exit_code == 2 and "'kilosig-bench --help'" in result.stderr
    result = runner().invoke(app, ["verify"], prog_name="kilosig")
    assert result.exit_code == 2 and "'kilosig verify --help'" in result.stderr


LOG = """\x00\x7fboard pico
hz 0x07ed6b40
image pico-ml-dsa-44-verify-default-O2
op verify
state 0x00001120
resident 0x00000000
cycles 0x00{first:06x}
cycles 0x00{second:06x}
painted ksig_verify_open 0x000000d0
painted ksig_verify_feed 0x00000104
runs 0x00000002
{verdict}
exit {status}
"""
M0_ROW = {"core": "cortex-m0", "state": 4384, "stack_painted": 260, "cycles": {"min": 1, "mean": 3366000, "max": 2},
          "cycles_mul32": {"min": 1, "mean": 8250000, "max": 2}}


@pytest.fixture
def log(tmp_path):
    def write(*changes):
        path = tmp_path / "board.log"
        shape = {"first": 3200000, "second": 3400000, "verdict": "right", "status": 0}
        path.write_bytes("".join(LOG.format(**{**shape, **change}) for change in changes).encode("latin-1"))
        return str(path)
    return write


def test_read_puts_a_board_beside_its_row(rows, log):
    result = run("read", log({}), "--rows", rows({}, M0_ROW))
    assert result.exit_code == 0
    line = next(line for line in result.output.splitlines() if "ml-dsa-44" in line).split()
    assert line == ["pico", "ml-dsa-44", "verify", "default", "O2", "2", "133", "3,200,000", "3,300,000", "3,400,000",
                    "24.8", "3,366,000", "+2.0%", "-", "+150.0%"]


def test_read_without_a_row_or_its_cycles(rows, log):
    for change in ({}, {**M0_ROW, "cycles": None, "cycles_mul32": None}):
        result = run("read", log({}), "--rows", rows(change))
        assert result.exit_code == 0 and "3,300,000" in result.output and "%" not in result.output


def test_read_of_rows_in_json(rows, tmp_path):
    """Lines of JSON alone are enough; after the others the same row is no second run; a garbled one is none."""
    row = ('{"image": "pico-ml-dsa-44-verify-default-O2", "state": 4384, "resident": 0, "stack_painted": 260, '
           '"right": true, "cycles": [3200000, 3400000]}\n')
    path = tmp_path / "board.log"
    whole = LOG.format(first=3200000, second=3400000, verdict="right", status=0)
    for text, clock in ((row, "-"), (whole.replace("runs ", row + "runs "), "133"), (row[:60] + "\n" + row, "-")):
        path.write_text(text)
        result = run("read", str(path), "--rows", rows({}, M0_ROW))
        lines = [line.split() for line in result.output.splitlines() if "ml-dsa-44" in line]
        assert result.exit_code == 0 and len(lines) == 1
        assert lines[0][5:10] == ["2", clock, "3,200,000", "3,300,000", "3,400,000"]
    path.write_text(row.replace("true", "false"))
    result = run("read", str(path), "--rows", rows(M0_ROW))
    assert result.exit_code == 1 and "failed" in result.output


def test_read_tells_what_is_wrong(rows, log):
    """A failed image, one that ended early, another state than the row's; and a second run counts beside them."""
    bad = ({"verdict": "WRONG", "status": 1}, {"verdict": "", "status": ""}, {})
    result = run("read", log(*bad), "--rows", rows({**M0_ROW, "state": 4388}))
    assert result.exit_code == 1
    lines = [line for line in result.output.splitlines() if "ml-dsa-44" in line]
    assert len(lines) == 3 and all("state 4384 on the board, 4388 in the row" in line for line in lines)
    assert ["failed" in line for line in lines] == [True, True, False]


def test_read_of_an_emulator_without_a_counter(rows, log):
    result = run("read", log({"first": 0, "second": 0}), "--rows", rows(M0_ROW))
    assert result.exit_code == 0 and "%" not in result.output


@pytest.mark.parametrize("text", [
    "", "board pico\nimage other\n", "board x\nimage x-ml-dsa-44-verify-default-O2\n", None])
def test_read_of_something_else(rows, tmp_path, text):
    path = tmp_path / "log"
    if text is not None:
        path.write_text(text)
    result = run("read", str(path), "--rows", rows(M0_ROW))
    assert result.exit_code == 2 and len(result.output.strip().splitlines()) == 1
