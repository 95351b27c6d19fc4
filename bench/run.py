#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures the library and writes a list of rows as JSON: RAM, flash, instructions, modelled cycles.

usage: run.py [--scheme NAME] [--op NAME] [--core NAME] [--variant NAME] [--opt NAME] [--output FILE]

Builds what it needs with the presets of CMakePresets.json, runs every image in QEMU with the plugin of bench/plugin, and
reads the rest from the images. docs/measuring.md says what the figures mean. Options take several names: --core cortex-m3
cortex-m4. Without them: cortex-m3 and cortex-m4 at Os, O2 and O3; cortex-m0 and rv32imac at Os and O2.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
from collections import namedtuple

from elf import ROOT
from measure import CORES, BenchError, measure
from static_stack import StackError

BUILD = ROOT / "build"
PLUGIN = BUILD / "bench/plugin.so"
OPTS = {"cortex-m0": ("Os", "O2"), "rv32imac": ("Os", "O2")}  # others: all
RAM_OVERFLOW = "region `RAM' overflowed by"

Name = namedtuple("Name", "scheme op core variant opt")  # what a row is about


def missing_tools(core):
    """The programs that a core needs and this computer has not."""
    return [tool for tool in (CORES[core].prefix + "gcc", CORES[core].qemu[0]) if not shutil.which(tool)]


def run(command, what):
    """Runs a command; its output is only shown if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, errors="replace")
    if done.returncode != 0:
        raise BenchError(f"{what} failed:\n{done.stdout[-4000:]}")


def images_of(core, args):
    """The images of a core that the options select."""
    folder = BUILD / core / "bench"
    run(["cmake", "--preset", core], f"cmake --preset {core}")
    opts = args.opt or OPTS.get(core)
    names = []
    for line in (folder / "images.txt").read_text().splitlines():
        scheme, op, variant, opt = line.split()
        wanted = ((scheme, args.scheme), (op, args.op), (variant, args.variant), (opt, opts))
        if all(not choice or value in choice for value, choice in wanted):
            names.append(Name(scheme, op, core, variant, opt))
    return names


def path_of(name):
    return BUILD / name.core / "bench" / f"{name.scheme}-{name.op}-{name.variant}-{name.opt}.elf"


def build(names):
    """Builds the images of one core; returns those that exist and, for the others, why they do not fit."""
    for name in names:
        path_of(name).unlink(missing_ok=True)
    command = ["cmake", "--build", "--preset", names[0].core, "--target", *(path_of(name).stem for name in names),
               "--", "-k", "0"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    built = [name for name in names if path_of(name).exists()]
    skipped = {}
    if len(built) < len(names):
        for name in set(names) - set(built):
            reason = [line for line in done.stdout.splitlines() if RAM_OVERFLOW in line and path_of(name).name in line]
            if not reason:
                raise BenchError(f"{path_of(name).name} was not built:\n{done.stdout[-4000:]}")
            skipped[name] = reason[0].split(": ", 1)[-1]
    return built, skipped


def one(name):
    return measure(name, path_of(name), PLUGIN, BUILD / name.core / "bench")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for key in ("scheme", "op", "variant", "opt"):
        parser.add_argument(f"--{key}", nargs="+", help="only these")
    parser.add_argument("--core", nargs="+", choices=CORES, help="only these")
    parser.add_argument("--output", type=pathlib.Path, default=BUILD / "bench.json")
    args = parser.parse_args()

    begin = time.monotonic()
    rows, failures = [], []
    try:
        PLUGIN.parent.mkdir(parents=True, exist_ok=True)
        run([ROOT / "bench/plugin/build.sh", PLUGIN], "the build of the plugin")
        for core in args.core or CORES:
            lacking = missing_tools(core)
            if lacking:
                message = f"{core}: needs {' and '.join(lacking)}"
                if args.core:
                    raise BenchError(message)
                print(f"skipped: {message}", flush=True)
                continue
            names = images_of(core, args)
            if not names:
                continue
            built, skipped = build(names)
            for name, reason in sorted(skipped.items()):
                print(f"skipped: {' '.join(name)}: {reason}", flush=True)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                futures = [pool.submit(one, name) for name in built]
                for future in futures:
                    try:
                        rows.append(future.result())
                    except (BenchError, StackError) as error:
                        failures.append(str(error))
            print(f"{core}: {len(built)} images, {time.monotonic() - begin:.0f} s", flush=True)
    except BenchError as error:
        failures.append(str(error))
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if failures:
        return 1
    if not rows:
        print("FAILED: the options select nothing", file=sys.stderr)
        return 1
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")
    print(f"{args.output}: {len(rows)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
