#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds everything and runs every test. The last line is the result: N passed, N failed, N skipped.

usage: test.py [--quick | --fuzz | --full | --campaigns]
    --quick: what a minute can tell, for `make check`
    --fuzz: the fuzz targets alone, for `make fuzz`; counts in build/results/fuzz.txt
    --full: every case of test/, with sanitizers too, for `make full`; counts in build/results/full.txt
    --campaigns: what `make test` skips while it is unchanged, for `make campaigns`; noted in test/campaigns.json

`make test` calls it after scripts/setup.sh, with the Python of .venv. A build that fails ends the run; a test that
fails does not. KSIG_FUZZ_SECONDS (1) is the time of each fuzz target; KSIG_FUZZ_TARGET names the only one to run,
KSIG_FUZZ_RUNS its executions, whatever time they take.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "test/support"))
import unchanged  # noqa: E402

BUILD = ROOT / "build"
RESULTS = BUILD / "results"
# What takes longest begins first, so that nothing long is left at the end; one that waits for much of its time beside
# one that does not. Rooms of test/, and "sanitizers".
LONGEST = ["faults", "faults, others", "tool", "boot", "board", "sanitizers", "ct", "library", "site", "consumers",
           "armv7m", "bench"]
# More than cores: tests with emulated boards, a bus or a browser wait for much of their time.
WORKERS = (os.cpu_count() or 1) + 4
FULL = os.environ.get("KSIG_FULL", "0") != "0" or "--full" in sys.argv[1:]
# Longest first. `tests` of a preset is what `make test` needs of it.
PRESETS = ["host:tool", *(f"{preset}:tests" for preset in (
    "host", "cortex-m3", "host-sanitize", "cortex-m0", "host-clang", "rv32imac", "powerpc", "cortex-m4", "avr"))]
FULL_PRESETS = ["host:tool", "host", "cortex-m3", "host-sanitize:tests", "cortex-m0", "host-clang", "rv32imac",
                "powerpc", "cortex-m4:applications", "avr"]
VARIANTS = ("_fast", "_small")
UNIT_PRESETS = ("host", "host-clang", "powerpc")  # those that have more unit tests in `make full`
STAGE_SECONDS = 36000 if FULL else 3600  # a stage that takes longer hangs; a busy machine must not hit it
OLDEST_RUST = (1, 71)  # what the dependencies of ports/rust need


class Count:
    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


class Busy(threading.local):
    """Seconds of processor time that the stage of a thread took with all that it started."""
    seconds = 0.0


BUSY = Busy()


def run(command, show=False, **environment):
    """Exit status and output. show: the output is printed too, as it comes."""
    process = subprocess.Popen([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                               errors="replace", env={**os.environ, **environment})
    lines = []
    for line in process.stdout:
        lines.append(line)
        if show:
            print(line, end="", flush=True)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    BUSY.seconds += usage.ru_utime + usage.ru_stime
    return process.returncode, "".join(lines)


def at_once(workers, function, parts):
    """The results of the function for each part, in the order of the parts."""
    def measured(part):
        before = BUSY.seconds
        return function(part), BUSY.seconds - before

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for result, seconds in pool.map(measured, parts):
            BUSY.seconds += seconds
            yield result


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
    """Two presets at once, since configuring and the last links of one keep no second core busy."""
    by_preset = {}
    for goal in goals:
        by_preset.setdefault(goal.split(":")[0], []).append(goal)
    done = at_once(2, lambda part: run(["scripts/build.sh", *part], show=True)[0], by_preset.values())
    return Count(failed=sum(map(bool, done)))


def unit_tests(preset, *options, jobs=1):
    """But for those with the label "full" outside `make full`: test/CMakeLists.txt."""
    report = junit_path(f"ctest-{preset}")
    options = [*options, *([] if FULL else ["-LE", "full"])]
    status, output = run(limited(["ctest", "--preset", preset, "-j", jobs, "--output-junit", report, *options]))
    print(output if status else "\n".join(output.splitlines()[-3:]))
    return from_junit(report, status)


def check(*command):
    status, output = run([sys.executable, *command])
    print(output)
    match = re.search(r"(\d+) passed, (\d+) failed\s*\Z", output)
    return counted(status, Count(int(match[1]), int(match[2])) if match else Count())


def check_constants():
    return check("scripts/check_constants.py")


def lint():
    return check("scripts/lint.py", *(["--deep"] if FULL else []))


def check_libraries():
    # Cortex-M0 has neither division nor long multiplication: what is called there shows every one.
    return check("scripts/check_library.py", *sorted((BUILD / "cortex-m3/lib").glob("*.a")),
                 *sorted((BUILD / "cortex-m0/lib").glob("*.a")))


def pytest(name, *options, tests="test", **environment):
    """One run of pytest. Prints its end, or, if something failed, what it says of that."""
    report = junit_path(name)
    status, output = run(limited([sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider",
                                  f"--junitxml={report}", *options, tests]), **environment)
    lines = [line for line in output.splitlines() if not re.fullmatch(r"[.sFEx]+ +\[ *\d+%\]", line)]
    lines = lines[-200 if status else -1:]
    print("\n".join(lines))
    no_tests_collected = 5
    return from_junit(report, 0 if status == no_tests_collected else status)


def rooms():
    """A stage for each room of test/, and one for the library with sanitizers."""
    names = {path.parent.relative_to(ROOT / "test").parts[0] for path in (ROOT / "test").rglob("test_*.py")}
    stages = {room: lambda room=room: pytest(f"pytest-{room}", tests=f"test/{room}") for room in sorted(names)}
    # In two, so that no other room waits for them: they are the longest.
    stages["faults"] = lambda: pytest("pytest-faults", tests="test/faults/test_faults.py")
    stages["faults, others"] = lambda: pytest("pytest-faults-others", "--ignore=test/faults/test_faults.py",
                                              tests="test/faults")
    stages["library"] = library_tests
    stages["sanitizers"] = sanitized_library_tests
    return sorted(stages.items(), key=lambda stage: LONGEST.index(stage[0]) if stage[0] in LONGEST else len(LONGEST))


def campaigns():
    """A stage for each room that has some."""
    return [(room, lambda room=room: pytest(f"pytest-{room}", "-m", "campaign", tests=f"test/{room}"))
            for room in ("faults", "ct", "boot", "armv7m")]


def library_tests():
    """On the library as it is released. What it does is judged with sanitizers just as well: without them only what
    takes long with them, and what has to be right in every build: known answers, vectors, one or two of each reader."""
    marks = () if FULL else ("-m", "slow or sampled or twice or not library")
    return pytest("pytest-library", *marks, tests="test/library")


def sanitized_library_tests():
    """The tests of the library through Python, on the library with sanitizers."""
    runtimes = [subprocess.check_output(["gcc", f"-print-file-name={name}"], universal_newlines=True).strip()
                for name in ("libasan.so", "libubsan.so")]
    # Python's own allocator would hide the ends of its small blocks from the sanitizer. It keeps 16 MB of what is
    # freed, not 256: Python frees so much that all this memory would be touched, again and again.
    # A sample of the cases, those of the slow tests in `make full` only: test/support/sampling.py.
    marks = "library" if FULL else "library and not slow"
    return pytest("pytest-sanitize", "-m", marks, tests="test/library", KSIG_SANITIZED="1",
                  LD_PRELOAD=" ".join(runtimes), PYTHONMALLOC="malloc",
                  ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:malloc_context_size=5",
                  UBSAN_OPTIONS="print_stacktrace=1", KSIG_LIBRARY_DIR=str(BUILD / "host-sanitize/lib"))


# fuzz_boot: the longest TLV is one of ML-DSA-44, and inputs that reach its verification take a hundred times longer.
FUZZ_OPTIONS = {"fuzz_boot": ["-max_len=4200", "-entropic_scale_per_exec_time=1"]}
# What is freed is watched for 4 MB, not 256: a run takes a tenth of the memory.
FUZZ_ASAN = "quarantine_size_mb=4:thread_local_quarantine_size_kb=64:malloc_context_size=1"


def fuzz_one(target):
    runs = os.environ.get("KSIG_FUZZ_RUNS")
    limit = f"-runs={runs}" if runs else f"-max_total_time={os.environ.get('KSIG_FUZZ_SECONDS', '1')}"
    corpus = BUILD / "fuzz-corpus" / target.name
    corpus.mkdir(parents=True, exist_ok=True)
    # All variants of a target begin with the same seeds: test/fuzz/corpus/fuzz_x for fuzz_x, fuzz_x_fast, ...
    seeds = [path for path in (ROOT / "test/fuzz/corpus").glob("*") if (target.name + "_").startswith(path.name + "_")]
    # -max_len: the largest key, signature and a message fit.
    status, output = run([target, limit, "-max_len=16384", *FUZZ_OPTIONS.get(target.name, []),
                          f"-artifact_prefix={RESULTS}/", "-print_final_stats=1", corpus, *seeds],
                         ASAN_OPTIONS=FUZZ_ASAN)
    return target.name, status, output


def fuzz(jobs=1, without=VARIANTS):
    """without: ends of the names of targets that are not run. Those of the variants are for `make fuzz`."""
    targets = sorted(path for path in (BUILD / "host-clang/fuzz").glob("fuzz_*")
                     if os.access(path, os.X_OK) and not path.name.endswith(without))
    count, lines, only = Count(), [], os.environ.get("KSIG_FUZZ_TARGET")
    for name, status, output in at_once(jobs, fuzz_one, [path for path in targets if only in (None, path.name)]):
        count += Count(failed=1) if status else Count(passed=1)
        if status:
            print(output)
        else:
            executed = re.search(r"number_of_executed_units: (\d+)", output)
            lines.append(f"{name}: {int(executed[1]) if executed else 0:,} executions")
    print("\n".join(lines))
    (RESULTS / (f"fuzz-{only}.txt" if only else "fuzz.txt")).write_text("\n".join(lines) + "\n")
    return count


def rust():
    """Wycheproof and every scheme through the Rust crate; the variants of the library in --full alone."""
    manifest = ROOT / "ports/rust/Cargo.toml"
    cargo = shutil.which("cargo")
    if not cargo:
        print("skipped: cargo not found")
        return Count(skipped=1)
    status, output = run([cargo, "--version"])
    match = re.match(r"cargo (\d+)\.(\d+)", output)
    if status or not match or (int(match[1]), int(match[2])) < OLDEST_RUST:
        print(f"skipped: needs cargo {OLDEST_RUST[0]}.{OLDEST_RUST[1]} or newer, found: {output.strip()}")
        return Count(skipped=1)
    status, output = run([cargo, "fetch", "--locked", "--manifest-path", manifest])
    if status:
        print(output + "skipped: the crates are not here and could not be fetched")
        return Count(skipped=1)
    total = Count()
    variants = [["--features", "broken,embedded-io"], [], ["--features", "fast,broken,embedded-io"],
                ["--features", "small,broken"]]
    for features in variants if FULL else variants[:1]:
        status, output = run(limited([cargo, "test", "--locked", "--offline", "--quiet", "--manifest-path", manifest,
                                      "--target-dir", BUILD / "rust", *features]))
        print(output)
        count = Count()
        result = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
        for match in result.finditer(output):
            count += Count(*map(int, match.groups()))
        total += counted(status, count)
    return total + rust_package(cargo, manifest)


def rust_package(cargo, manifest):
    """A package of the crate has every file that it is built from, through the links in ports/rust/library."""
    status, output = run([cargo, "package", "--list", "--locked", "--offline", "--allow-dirty",
                          "--manifest-path", manifest])
    packed = set(output.split())
    folders = "src", "include", "research"
    sources = [path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*.*")]
    missing = [str(path) for path in sources if f"library/{path.as_posix()}" not in packed]
    if status or missing:
        print(output if status else f"not in the package: {len(missing)} files, {missing[0]}")
        return Count(failed=1)
    return Count(passed=1)


QUICK = [
    ("unit tests, default variant", lambda: unit_tests("host", "-E", "_(config|fast|small|plain)")),
    ("style", lint),
    ("constants", check_constants),
    ("known answers, structure, documents", lambda: pytest(
        "pytest-quick", "test/repository/test_algorithms.py", "test/repository/test_documents.py",
        "test/repository/test_house.py", "test/repository/test_structure.py", "test/tool/test_tool_structure.py",
        tests="test/library/test_known_answers.py")),
]
WHOLE = [
    ("unit tests, gcc", lambda: unit_tests("host")),
    ("style", lint),
    ("Rust", rust),
    ("fuzz", fuzz),
    ("unit tests, clang", lambda: unit_tests("host-clang")),
    ("unit tests, sanitizers", lambda: unit_tests("host-sanitize")),
    ("unit tests, big-endian", lambda: unit_tests("powerpc")),
    ("constants", check_constants),
    ("library contents", check_libraries),
]


def one(name, stage):
    """Runs a stage: its count, and its line of the summary."""
    begin, busy = time.monotonic(), BUSY.seconds
    try:
        count = stage()
    except Exception as error:  # a broken stage must not hide the others
        print(f"{type(error).__name__}: {error}")
        count = Count(failed=1)
    line = f"{name:36} {time.monotonic() - begin:6.1f} s, busy {BUSY.seconds - busy:6.1f} s   {count}"
    print(f"-- {line}", flush=True)
    return count, line


def main():
    os.chdir(ROOT)
    # The many Python programs that tests start compile what they import once.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(BUILD / "pycache")
    RESULTS.mkdir(parents=True, exist_ok=True)
    goals, stages, workers = FULL_PRESETS if FULL else PRESETS, WHOLE, WORKERS
    if "--quick" in sys.argv[1:]:
        goals, stages = ["host:tool", "host:units"], QUICK
    elif "--fuzz" in sys.argv[1:]:
        goals, stages, workers = ["host-clang"], [("fuzz", lambda: fuzz(os.cpu_count() or 1, ()))], 1
    elif FULL:
        os.environ["KSIG_FULL"] = "1"  # every case; what `make test` takes of them, test/support/sampling.py says
        stages = [*rooms(), ("Rust", rust), ("style", lint),
                  *((f"unit tests, {preset}", lambda preset=preset: unit_tests(preset)) for preset in UNIT_PRESETS)]
    elif "--campaigns" in sys.argv[1:]:
        unchanged.fingerprint()  # of what they begin with
        stages = campaigns()
    else:
        os.environ["KSIG_SKIP_UNCHANGED"] = "1"
        stages = [*rooms(), *WHOLE]
    results = [one("build", lambda: build(goals))]
    if not results[0][0].failed:
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            results += [job.result() for job in [pool.submit(one, *stage) for stage in stages]]
    total = sum((count for count, _ in results), Count())
    summary = "\n".join(line for _, line in results)
    print(f"\n== summary\n{summary}\n\n{total}", flush=True)
    if FULL:
        (RESULTS / "full.txt").write_text(f"{summary}\n{total}\n")
    if "--campaigns" in sys.argv[1:] and not total.failed:
        unchanged.record(total.passed)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
