# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands of a document, run as they stand by one shell in a copy of the tree, and what they print."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path

from sampling import FULL

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = 80
LENDER = ".venv/bin/lent"  # in a copy of the tree
LENT = ("host", "cortex-m0")  # presets
PORT = "127.0.0.1:4000"  # that the documents write
MARK = "-- status of the command:"


def copy_of_tree(folder: Path) -> Path:
    """What git has or would add, without anything that was built. Its .venv is made of the Python that runs this: `make
    tool` finds it complete, and `pip install` there checks that the packages can be imported."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE, text=True).stdout.splitlines()
    tree = folder / "kilosig"
    for name in listed:
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    programs = tree / ".venv/bin"
    programs.mkdir(parents=True)
    run = f'PYTHONPATH="{tree}/tools" exec "{sys.executable}"'
    for name, text in (("python", f'{run} "$@"'), ("python3", f'{run} "$@"'), ("kilosig", f'{run} -m kilosig "$@"'),
                       ("pip", f'{run} -c "import can, isotp, udsoncan"')):
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    # As scripts/setup.sh has it.
    stamp = 'echo "tool $(pwd) $(cat tools/pyproject.toml tools/requirements/*.txt | cksum)" >.venv/kilosig-stamp'
    subprocess.run(["sh", "-c", stamp], cwd=tree, check=True)
    if not FULL:
        lend(tree)
    return tree


def objects(preset: str) -> dict[str, list[str]]:
    """What the tree's own build has compiled with its present rules, and what each was made of; without what is older
    than that."""
    folder = ROOT / "build" / preset
    rules = [ROOT / "CMakeLists.txt", ROOT / "CMakePresets.json", ROOT / "schemes.toml", *ROOT.glob("cmake/*"),
             *(path for room in ("test", "firmware", "bench") for path in (ROOT / room).rglob("CMakeLists.txt"))]
    made = folder / "build.ninja"
    if not made.is_file() or made.stat().st_mtime < max(path.stat().st_mtime for path in rules):
        return {}
    said = subprocess.run(["ninja", "-C", folder, "-t", "deps"], check=True, stdout=subprocess.PIPE, text=True).stdout
    blocks = (block.splitlines() for block in said.split("\n\n") if ": #deps" in block)
    found = {lines[0].split(":")[0]: [line.strip() for line in lines[1:]] for lines in blocks}

    @cache
    def time_of(name: str) -> float:
        path = folder / name  # or `name`, if that begins at the root
        return path.stat().st_mtime if path.exists() else float("inf")

    return {name: sources for name, sources in found.items()
            if max(map(time_of, sources), default=0) <= time_of(name) < float("inf")}


def lend(tree: Path) -> None:
    """Lets the copy's compiler take the objects of the tree's own build: all of them once more take two and a half
    minutes. What they were made of must be in the copy, too."""
    lent = tree / ".venv/lent"
    for preset in LENT:
        made = objects(preset)
        ours = {name[len(str(ROOT)) + 1:] for name in set(chain(*made.values())) if name.startswith(f"{ROOT}/")}
        missing = [name for name in ours if not name.startswith("build/") and not (tree / name).is_file()]
        assert not missing, f"a clone has no {missing[0]}"
        for folder in {os.path.dirname(name) for name in made}:
            (lent / preset / folder).mkdir(parents=True, exist_ok=True)
        for name in made:
            os.symlink(f"{ROOT}/build/{preset}/{name}", f"{lent}/{preset}/{name}")
    (tree / LENDER).write_text(f"""#!/bin/sh
for word; do case $before in -o) object=$word ;; esac; before=$word; done
known="{lent}/${{PWD#"{tree}/build/"}}/$object"
[ -f "$known" ] && exec cp "$known" "$object"
exec "$@"
""")
    (tree / LENDER).chmod(0o755)


def tidied(tree: Path) -> Path:
    """The copy without the files that commands made beside what it has; what was built stays."""
    for path in tree.iterdir():
        if path.is_file() and not (ROOT / path.name).exists():
            path.unlink()
    return tree


class Shell:
    """bash in a folder, on a terminal of COLUMNS columns. port: instead of the one that the documents write."""

    def __init__(self, folder: Path, port: int) -> None:
        self.address = f"127.0.0.1:{port}"
        lender = {"CMAKE_C_COMPILER_LAUNCHER": str(folder / LENDER)} if (folder / LENDER).is_file() else {}
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("KSIG_", "KILOSIG_", "PYTHON", "PYTEST", "MAKE"))}
        self._bash = subprocess.Popen(["bash", "--noprofile", "--norc"], cwd=folder, text=True, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=1,
                                      env={**kept, **lender, "COLUMNS": str(COLUMNS), "TERM": "dumb",
                                           "LC_ALL": "C.UTF-8"})

    def run(self, command: str) -> tuple[int, str]:
        """Exit status and output of a command, which may have several lines. What it starts in the background runs
        on."""
        assert self._bash.stdin is not None and self._bash.stdout is not None
        command = command.replace(PORT, self.address)
        self._bash.stdin.write(f"{{ {command}\n}} </dev/null\nSTATUS=$?; echo; echo '{MARK}' $STATUS\n")
        self._bash.stdin.flush()
        lines: list[str] = []
        for line in self._bash.stdout:
            if line.startswith(MARK):
                said = "\n".join(lines).rstrip("\n").replace(self.address, PORT)
                return int(line[len(MARK):]), said
            lines.append(line.rstrip())
        raise AssertionError(f"the shell ended in: {command}")

    def close(self) -> None:
        """Ends what runs in the background, too."""
        assert self._bash.stdin is not None
        self._bash.stdin.write("kill $(jobs -p) 2>/dev/null; exit 0\n")
        self._bash.stdin.close()
        self._bash.wait(60)


@contextmanager
def shell(folder: Path, port: int) -> Iterator[Shell]:
    """Closed at the end."""
    made = Shell(folder, port)
    try:
        yield made
    finally:
        made.close()


def commands(document: Path) -> list[str]:
    """Of its ```sh blocks, without comments; a line that ends with a backslash goes on."""
    blocks = re.findall(r"^```sh\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)
    lines = re.split(r"(?<!\\)\n", "".join(blocks))
    return [line for line in lines if line.strip() and not line.startswith("#")]


def steps(document: str) -> list[tuple[str, str]]:
    """Commands of its ```console blocks after `$ `, on further lines after `> `, and what is printed after each."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"^```console\n(.*?)^```", document, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], ""))
            elif line.startswith("> "):
                found[-1] = (found[-1][0] + "\n" + line[2:], "")
            else:
                found[-1] = (found[-1][0], (found[-1][1] + "\n" + line).removeprefix("\n"))
    return found


def rewritten(document: str, outputs: list[str]) -> str:
    """The document with that after its commands."""
    left = iter(outputs)

    def block(match: re.Match[str]) -> str:
        text = ""
        for command, _ in steps(match[0]):
            text += "$ " + command.replace("\n", "\n> ") + "\n"
            text += folded(next(left))
        return f"```console\n{text}```"

    return re.sub(r"^```console\n.*?^```", block, document, flags=re.MULTILINE | re.DOTALL)


def folded(output: str) -> str:
    """Lines that a terminal of COLUMNS would break, broken between words."""
    return "".join(textwrap.fill(line, COLUMNS, break_on_hyphens=False) + "\n" if len(line) > COLUMNS else line + "\n"
                   for line in output.splitlines())


def likeness(output: str) -> list[str]:
    """Words without what differs between compilers and runs: numbers."""
    return re.sub(r"\d[\d,.]*", "#", output).split()
