#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds everything and runs every test. The last line is the result: N passed, N failed, N skipped.

usage: test.py [--quick | --fuzz | --full]
    --quick: what a minute can tell, for `make check`
    --fuzz: the fuzz targets alone, for `make fuzz`; counts in build/results/fuzz.txt
    --full: every case of test/, with sanitizers too, for `make full`; counts in build/results/full.txt

`make test` calls it after scripts/setup.sh, with the Python of .venv. A build that fails ends the run; a test that
fails does not. KSIG_FUZZ_SECONDS (5) is the time of each fuzz target.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
RESULTS = BUILD / "results"
LONGEST = ["library", "site", "board", "faults", "ct", "tool", "bench"]  # rooms of test/
PRESETS = ["host:tool", "host", "host-clang", "host-sanitize:tests", "powerpc",
           "cortex-m3", "cortex-m4", "cortex-m0", "rv32imac", "avr:tests"]
FULL = os.environ.get("KSIG_FULL", "0") != "0" or "--full" in sys.argv[1:]
STAGE_SECONDS = 36000 if FULL else 3600  # a stage that takes longer hangs; a busy machine must not hit it
OLDEST_RUST = (1, 71)  # what the dependencies of ports/rust need


class Count:
    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def run(command, show=True, **environment):
    """Exit status and output; the output is shown too, as it comes."""
    process = subprocess.Popen([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                               errors="replace", env={**os.environ, **environment})
    lines = []
    for line in process.stdout:
        lines.append(line)
        if show:
            print(line, end="", flush=True)
    return process.wait(), "".join(lines)


def limited(command):
    """The command under a time limit, where the system has `timeout`."""
    # --foreground: an interrupt reaches the command too.
    return (["timeout", "--foreground", "-k", "10", STAGE_SECONDS] if shutil.which("timeout") else []) + list(command)


def counted(status, count):
    """A runner that failed without naming a test is one failure."""
    if status != 0 and count.failed == 0:
        print(f"exit status {status}")
        count.failed = 1
    return count


def from_junit(path, status):
    count = Count()
    if path.exists():
        for case in ElementTree.parse(path).getroot().iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                count.failed += 1
            elif case.find("skipped") is not None:
                count.skipped += 1
            else:
                count.passed += 1
    return counted(status, count)


def junit_path(name):
    path = RESULTS / f"{name}.xml"
    path.unlink(missing_ok=True)
    return path


def build(goals):
    status, _ = run(["scripts/build.sh", *goals])
    return Count(failed=1) if status else Count()


def unit_tests(preset, *options):
    report = junit_path(f"ctest-{preset}")
    status, output = run(limited(["ctest", "--preset", preset, "-j", os.cpu_count() or 1, "--output-junit", report,
                                  *options]), show=False)
    print(output if status else "\n".join(output.splitlines()[-3:]))
    return from_junit(report, status)


def check(*command):
    status, output = run([sys.executable, *command])
    match = re.search(r"(\d+) passed, (\d+) failed\s*\Z", output)
    return counted(status, Count(int(match[1]), int(match[2])) if match else Count())


def check_constants():
    return check("scripts/check_constants.py")


def lint():
    return check("scripts/lint.py")


def check_libraries():
    # Cortex-M0 has neither division nor long multiplication: what is called there shows every one.
    return check("scripts/check_library.py", *sorted((BUILD / "cortex-m3/lib").glob("*.a")),
                 *sorted((BUILD / "cortex-m0/lib").glob("*.a")))


def pytest(name, *options, show=True, tests="test", **environment):
    """One run of pytest. show: everything as it comes; else the end, or, if something failed, what it says of that."""
    if not list((ROOT / "test").rglob("test_*.py")):
        print("no test_*.py in test")
        return Count()
    report = junit_path(name)
    begin = time.monotonic()
    status, output = run(limited([sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider",
                             f"--junitxml={report}", *options, tests]), show, **environment)
    if not show:
        lines = [line for line in output.splitlines() if not re.fullmatch(r"[.sFEx]+ +\[ *\d+%\]", line)]
        print(*lines[-200 if status else -1:], f"   {name}: {time.monotonic() - begin:.1f} s", sep="\n", flush=True)
    no_tests_collected = 5
    return from_junit(report, 0 if status == no_tests_collected else status)


def system_tests():
    """Room by room, as many at once as there are cores, and the library once more with sanitizers."""
    rooms = sorted({path.parent.relative_to(ROOT / "test").parts[0] for path in (ROOT / "test").rglob("test_*.py")})
    # What takes longest begins first, so that nothing long is left at the end.
    rooms.sort(key=lambda room: LONGEST.index(room) if room in LONGEST else len(LONGEST))
    jobs = [lambda room=room: pytest(f"pytest-{room}", show=False, tests=f"test/{room}") for room in rooms]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return sum((one.result() for one in [pool.submit(job) for job in [sanitized_library_tests, *jobs]]), Count())


def sanitized_library_tests():
    """The tests of the library through Python once more, on the library with sanitizers."""
    runtimes = [subprocess.check_output(["gcc", f"-print-file-name={name}"], universal_newlines=True).strip()
                for name in ("libasan.so", "libubsan.so")]
    # Python's own allocator would hide the ends of its small blocks from the sanitizer.
    # A sample of the cases, those of the slow tests in `make full` only: test/support/sampling.py.
    marks = "library" if FULL else "library and not slow"
    return pytest("pytest-sanitize", "-m", marks, show=False, tests="test/library", KSIG_SANITIZED="1",
                  LD_PRELOAD=" ".join(runtimes), PYTHONMALLOC="malloc", ASAN_OPTIONS="detect_leaks=0",
                  UBSAN_OPTIONS="print_stacktrace=1", KSIG_LIBRARY_DIR=str(BUILD / "host-sanitize/lib"))


def fuzz_one(target):
    seconds = os.environ.get("KSIG_FUZZ_SECONDS", "5")
    corpus = BUILD / "fuzz-corpus" / target.name
    corpus.mkdir(parents=True, exist_ok=True)
    # All variants of a target begin with the same seeds: test/fuzz/corpus/fuzz_x for fuzz_x, fuzz_x_fast, ...
    seeds = [path for path in (ROOT / "test/fuzz/corpus").glob("*") if (target.name + "_").startswith(path.name + "_")]
    # -max_len: the largest key, signature and a message fit.
    status, output = run([target, f"-max_total_time={seconds}", "-max_len=16384", f"-artifact_prefix={RESULTS}/",
                          "-print_final_stats=1", corpus, *seeds], show=False)
    return target.name, status, output


def fuzz():
    targets = sorted(path for path in (BUILD / "host-clang/fuzz").glob("fuzz_*") if os.access(path, os.X_OK))
    count, lines = Count(), []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for name, status, output in pool.map(fuzz_one, targets):
            count += Count(failed=1) if status else Count(passed=1)
            if status:
                print(output)
            else:
                executed = re.search(r"number_of_executed_units: (\d+)", output)
                lines.append(f"{name}: {int(executed[1]) if executed else 0:,} executions")
                print(lines[-1])
    (RESULTS / "fuzz.txt").write_text("\n".join(lines) + "\n")
    return count


def rust():
    """Wycheproof and every scheme through the Rust crate, for each variant of the library."""
    manifest = ROOT / "ports/rust/Cargo.toml"
    cargo = shutil.which("cargo")
    if not cargo:
        print("skipped: cargo not found")
        return Count(skipped=1)
    status, output = run([cargo, "--version"], show=False)
    match = re.match(r"cargo (\d+)\.(\d+)", output)
    if status or not match or (int(match[1]), int(match[2])) < OLDEST_RUST:
        print(f"skipped: needs cargo {OLDEST_RUST[0]}.{OLDEST_RUST[1]} or newer, found: {output.strip()}")
        return Count(skipped=1)
    status, output = run([cargo, "fetch", "--locked", "--manifest-path", manifest], show=False)
    if status:
        print(output + "skipped: the crates are not here and could not be fetched")
        return Count(skipped=1)
    total = Count()
    for features in ([], ["--features", "fast,broken,embedded-io"], ["--features", "small,broken"]):
        status, output = run(limited([cargo, "test", "--locked", "--offline", "--quiet", "--manifest-path", manifest,
                                      "--target-dir", BUILD / "rust", *features]))
        count = Count()
        result = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
        for match in result.finditer(output):
            count += Count(*map(int, match.groups()))
        total += counted(status, count)
    return total + rust_package(cargo, manifest)


def rust_package(cargo, manifest):
    """A package of the crate has every file that it is built from, through the links in ports/rust/library."""
    status, output = run([cargo, "package", "--list", "--locked", "--offline", "--allow-dirty",
                          "--manifest-path", manifest], show=False)
    packed = set(output.split())
    sources = [path.relative_to(ROOT) for folder in ("src", "include") for path in (ROOT / folder).rglob("*.*")]
    missing = [str(path) for path in sources if f"library/{path.as_posix()}" not in packed]
    if status or missing:
        print(output if status else f"not in the package: {len(missing)} files, {missing[0]}")
        return Count(failed=1)
    return Count(passed=1)


QUICK = [
    ("build", lambda: build(["host:tool", "host:units"])),
    ("unit tests, default variant", lambda: unit_tests("host", "-E", "_(config|fast|small|plain)")),
    ("style", lint),
    ("constants", check_constants),
    ("known answers, structure, documents", lambda: pytest(
        "pytest-quick", "test/repository/test_structure.py", "test/repository/test_documents.py",
        "test/tool/test_tool_structure.py",
        tests="test/library/test_known_answers.py")),
]


def full():
    """Every case of test/; what `make test` takes of them, test/support/sampling.py says."""
    os.environ["KSIG_FULL"] = "1"
    count = system_tests()
    reports = sorted(RESULTS.glob("pytest-*.xml"))
    (RESULTS / "full.txt").write_text("".join(f"{path.stem}: {from_junit(path, 0)}\n" for path in reports))
    return count


FULL_STAGES = [("build", lambda: build(PRESETS)), ("every case", full)]
FUZZ = [("build", lambda: build(["host-clang"])), ("fuzz", fuzz)]


def main():
    os.chdir(ROOT)
    RESULTS.mkdir(parents=True, exist_ok=True)
    chosen = [stages for option, stages in (("--quick", QUICK), ("--fuzz", FUZZ), ("--full", FULL_STAGES))
              if option in sys.argv[1:]]
    stages = chosen[0] if chosen else [
        ("build", lambda: build(PRESETS)),
        ("unit tests, gcc", lambda: unit_tests("host")),
        ("unit tests, clang", lambda: unit_tests("host-clang")),
        ("unit tests, sanitizers", lambda: unit_tests("host-sanitize")),
        ("unit tests, big-endian", lambda: unit_tests("powerpc")),
        ("style", lint),
        ("constants", check_constants),
        ("library contents", check_libraries),
        ("library, tool and board tests", system_tests),
        ("fuzz", fuzz),
        ("Rust", rust),
    ]
    total = Count()
    summary = []
    for name, stage in stages:
        print(f"\n== {name}", flush=True)
        begin = time.monotonic()
        try:
            count = stage()
        except Exception as error:  # a broken stage must not hide the others
            print(f"{type(error).__name__}: {error}")
            count = Count(failed=1)
        total += count
        summary.append(f"{name:32} {time.monotonic() - begin:6.1f} s   {count}")
        print(f"-- {summary[-1]}", flush=True)
        if name == "build" and count.failed:
            break
    print("\n== summary", *summary, "", sep="\n")
    print(total, flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
