#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs every port that this machine has, and prints a table: port, built, run, RAM, skipped because.

`make ports` calls it. The rows come from the tests (test/support/port_rows.py); those of the test rooms that have no
row are one row each.
"""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build/results"
ROWS = RESULTS / "ports.jsonl"
COLUMNS = ("port", "built", "run", "ram", "skipped")
HEADS = ("port", "built", "run", "RAM", "skipped because")
OTHERS = {"CMake package, pkg-config, C++": "test/consumers/test_consumers.py",
          "amalgamation": "test/consumers/test_amalgamation.py",
          "AVR, with external RAM": "test/avr", "examples, on a board too": "test/consumers/test_examples.py",
          "Python wheel": "test/tool/test_tool_wheel.py",
          "Python, source archive and aarch64": "test/tool/test_tool_packages.py"}


def room(*tests):
    """passed, failed, and why tests were skipped."""
    report = RESULTS / "ports.xml"
    report.unlink(missing_ok=True)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}",
                           *tests],
                          cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    cases = list(ElementTree.parse(report).getroot().iter("testcase")) if report.exists() else []
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = {case.find("skipped").get("message", "") for case in cases if case.find("skipped") is not None}
    if failed or done.returncode not in (0, 5):
        print(done.stdout)
    passed = sum(case.find("skipped") is None for case in cases) - len(failed)
    return passed, len(failed) or int(done.returncode not in (0, 5)), sorted(skipped)


def main():
    RESULTS.mkdir(parents=True, exist_ok=True)
    os.environ["KSIG_PACKAGES"] = "1"
    ROWS.unlink(missing_ok=True)
    passed, failures, _ = room("test/ports")
    print(f"test/ports: {passed} passed, {failures} failed", flush=True)
    rows = [json.loads(line) for line in ROWS.read_text().splitlines()] if ROWS.exists() else []
    for port, tests in OTHERS.items():
        passed, failed, skipped = room(tests)
        failures += failed
        rows.append({"port": port, "built": "", "run": f"{passed} tests passed" if not failed else f"{failed} FAILED",
                     "ram": "", "skipped": "; ".join(skipped)})
    rows.sort(key=lambda row: row["port"].lower())
    widths = [max(len(head), *(len(row[column]) for row in rows)) for head, column in zip(HEADS, COLUMNS)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(cells, widths)).rstrip()
             for cells in (HEADS, tuple("-" * width for width in widths),
                           *(tuple(row[column] for column in COLUMNS) for row in rows))]
    (RESULTS / "ports.txt").write_text("\n".join(lines) + "\n")
    print(*lines, sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
