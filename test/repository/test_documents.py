# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The documents: links and their anchors lead somewhere, files that sources name exist, lines have a limit."""
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = 120


def tracked(*patterns: str) -> list[str]:
    done = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                          text=True)
    return done.stdout.split()


DOCUMENTS = tracked("*.md")


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """Of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", without_code(path.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_files_that_are_named_exist() -> None:
    """Files of today: what sources and documents name with its folder. The changelog tells of others."""
    missing = []
    sources = tracked("*.c", "*.h", "*.S", "*.py", "*.md", "*.rs", "*.def", "Makefile", "*.sh")
    for source in sources:
        if source == "CHANGELOG.md":
            continue
        for name in re.findall(r"(?<![\w/.-])(?:docs|src|research|test|tools|bench|scripts|include|firmware|ports)/"
                               r"[\w/]+\.(?:md|c|h|S|py)\b", (ROOT / source).read_text()):
            if not (ROOT / name).exists():
                missing.append(f"{source}: {name}")
    assert not missing


def long_lines(text: str) -> list[str]:
    """But those of tables and of code, and a single long word."""
    return [line for line in without_code(text).splitlines()
            if len(line) > COLUMNS and not line.startswith(("|", "    ")) and " " in line[:COLUMNS].strip(" *-")]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_lines_have_a_limit(document: str) -> None:
    assert not long_lines((ROOT / document).read_text())


def test_what_is_wrong_is_seen() -> None:
    assert anchors(ROOT / "docs/streaming.md") >= {"checkpoints", "memory-that-changes"}
    assert long_lines("word " * 30) and not long_lines("| " + "word " * 30)
    assert not long_lines("```\n" + "word " * 30 + "\n```\n")
