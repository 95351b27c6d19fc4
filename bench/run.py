#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures the library and writes a list of rows as JSON: RAM, flash, instructions, modelled cycles.

usage: run.py [--scheme NAME] [--op NAME] [--core NAME] [--variant NAME] [--opt NAME] [--output FILE]

Builds what it needs with the presets of CMakePresets.json, runs every image in QEMU with the plugin of bench/plugin,
and reads the rest from the images. docs/measuring.md says what the figures mean. Options take several names: --core
cortex-m3 cortex-m4. Without them: cortex-m3 and cortex-m4 at Os, O2 and O3; cortex-m0 and rv32imac at Os and O2;
cortex-m7, cortex-m23, cortex-m33, hazard3 and rv32ec are measured only if they are named.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from collections import namedtuple

from elf import ROOT
from measure import CORES, DEFAULT_CORES, BenchError, measure
from static_stack import StackError

sys.path.insert(0, str(ROOT / "test/support"))
from alone import alone  # noqa: E402

BUILD = ROOT / "build"
PLUGIN = BUILD / "bench/plugin.so"
OPTS = {"cortex-m0": ("Os", "O2"), "rv32imac": ("Os", "O2"), "rv32ec": ("Os", "O2"),
        "cortex-m7": ("O2",), "cortex-m23": ("O2",), "cortex-m33": ("O2",), "hazard3": ("O2",)}  # others: all
RAM_OVERFLOW = re.compile(r"region .RAM. overflowed by \d+ bytes")
NEWEST_QEMU = 8  # with the plugin interface of bench/plugin

Name = namedtuple("Name", "scheme op core variant opt")  # what a row is about
Image = namedtuple("Image", "name objects")  # where the library's objects are, in the build of the core


def what_is_missing(core):
    """Why a core cannot be measured on this computer; empty if it can."""
    qemu = CORES[core].qemu[0]
    missing = [tool for tool in (CORES[core].prefix + "gcc", qemu) if not shutil.which(tool)]
    if missing:
        return f"needs {' and '.join(missing)}"
    text = subprocess.run([qemu, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    version = re.search(r"version (\d+)", text)
    if version and int(version[1]) > NEWEST_QEMU:
        return f"{qemu} {version[1]} does not serve version 1 of the plugin interface; use QEMU 4.2 to 8.2"
    return ""


def run(command, what):
    """Runs a command; its output is only shown if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        raise BenchError(f"{what} failed:\n{done.stdout[-4000:]}")


def images_of(core, args):
    """The images of a core that the options select."""
    folder = BUILD / core / "bench"
    run(["cmake", "--preset", core], f"cmake --preset {core}")
    opts = args.opt or OPTS.get(core)
    images = []
    for line in (folder / "images.txt").read_text().splitlines():
        scheme, op, variant, opt, objects = line.split()
        wanted = ((scheme, args.scheme), (op, args.op), (variant, args.variant), (opt, opts))
        if all(not choice or value in choice for value, choice in wanted):
            images.append(Image(Name(scheme, op, core, variant, opt), objects))
    return images


def path_of(name):
    return BUILD / name.core / "bench" / f"{name.scheme}-{name.op}-{name.variant}-{name.opt}.elf"


def build(names):
    """Builds the images of one core; returns those that fit and, for the others, why they do not."""
    command = ["cmake", "--build", "--preset", names[0].core, "--target", *(path_of(name).stem for name in names),
               "--", "-k", "0"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    skipped = {}
    if done.returncode != 0:
        by_path = {f"bench/{path_of(name).name}": name for name in names}
        for job in re.split(r"^FAILED: ", done.stdout, flags=re.MULTILINE)[1:]:
            target = job.split()[0]
            overflow = RAM_OVERFLOW.search(job.split("\n[", 1)[0])
            if target not in by_path or not overflow:
                raise BenchError(f"{target} was not built:\n{job[:4000]}")
            skipped[by_path[target]] = f"does not fit: {overflow[0]}"
        if not skipped:
            raise BenchError(f"the build of {names[0].core} failed:\n{done.stdout[-4000:]}")
    return [name for name in names if name not in skipped], skipped


def one(image):
    name = image.name
    return measure(name, path_of(name), PLUGIN, BUILD / name.core / image.objects)


def contradictions(rows):
    """Runs of one operation on different cores call as many permutations, whatever the compiler does: else it inlined
    some, and the hash floor is too low. Signing with `size` keeps no samples (KSIG_COMPACT_RING) and draws more than
    `default`; and it makes keys once, not twice (KSIG_ENABLE_SIGN_CHECK 0)."""
    found, told = {}, []
    for row in rows:
        variant = row["variant"]
        if row["op"] == "verify" and variant in ("size", "c", "sha2", "sha2-size"):
            variant = "default"
        key = (row["scheme"], row["op"], variant, row["runs"])
        first = found.setdefault(key, row)
        if row["hash_calls"] != first["hash_calls"]:
            names = (" ".join((*key[:3], one["core"], one["opt"])) for one in (first, row))
            told.append(" and ".join(f"{name}: {one['hash_calls']}" for name, one in zip(names, (first, row))))
    return told


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
        for core in args.core or DEFAULT_CORES:
            missing = what_is_missing(core)
            if missing and args.core:
                raise BenchError(f"{core}: {missing}")
            if missing:
                print(f"skipped: {core}: {missing}", flush=True)
                continue
            with alone(BUILD / core):  # the tests of faults build there, too
                images = images_of(core, args)
                if not images:
                    continue
                built, skipped = build([image.name for image in images])
            for name, reason in sorted(skipped.items()):
                print(f"skipped: {' '.join(name)}: {reason}", flush=True)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                futures = [pool.submit(one, image) for image in images if image.name in built]
                for future in futures:
                    try:
                        rows.append(future.result())
                    except (BenchError, StackError) as error:
                        failures.append(str(error))
            print(f"{core}: {len(built)} images, {time.monotonic() - begin:.0f} s", flush=True)
    except BenchError as error:
        failures.append(str(error))
    failures += [f"calls of hashes differ: {text}" for text in contradictions(rows)]
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if rows:
        # What was measured is not lost for one image that failed.
        args.output.parent.mkdir(parents=True, exist_ok=True)
        args.output.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")
        print(f"{args.output}: {len(rows)} rows")
    elif not failures:
        print("FAILED: the options select nothing", file=sys.stderr)
    return 1 if failures or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
