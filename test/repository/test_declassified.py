# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/declassified.md has every declassification of the code: what is planted is a change of that document."""
from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
import declassified  # noqa: E402


def documented(root: Path) -> bool:
    """Whether the document is that of a tree."""
    text = declassified.DOCUMENT.read_text()
    return declassified.written(list(declassified.uses(root)), text) == text


def test_the_document_is_that_of_the_code() -> None:
    """`scripts/declassified.py --write` writes it."""
    assert documented(ROOT)


def test_every_one_has_its_reason() -> None:
    """In a comment before it, and a function around it."""
    found = list(declassified.uses())
    assert len(found) > 50
    assert all(use.reason.endswith(".") and use.function and use.what for use in found), found


def test_a_planted_one_is_seen(tmp_path: Path) -> None:
    """In another function, and once more in one that has one: with a reason, or without."""
    for number, (file, planted) in enumerate((
            ("src/mldsa/alg/mldsa_pack.c", "\nint planted(int x) {\n    return KSIG_DECLASSIFY(x);\n}\n"),
            ("src/api/keygen.c", "\nint planted(int bad) {\n    /* Public: it is. */\n"
                                 "    return KSIG_DECLASSIFY(bad == 0);\n}\n"))):
        copy = tmp_path / str(number)
        shutil.copytree(ROOT / "src", copy / "src")
        with (copy / file).open("a") as source:
            source.write(planted)
        use, = set(declassified.uses(copy)) - set(declassified.uses())
        assert (use.file, use.function) == (file, "planted") and bool(use.reason) == bool(number)
        assert not documented(copy)


def test_no_release_has_any() -> None:
    """But for a file that a build must name, the macros are their argument and nothing."""
    text = (ROOT / declassified.CATALOGUE).read_text()
    begin = text.index("#ifdef KSIG_TAINT_FILE")
    assert text[begin:text.index("#endif", begin)].split("#else\n")[1] == (
        "#define KSIG_DECLASSIFY(x) (x)\n#define KSIG_DECLASSIFY_BYTES(memory, length) (void)0\n")
    builds = [path for path in ROOT.rglob("*") if path.suffix in (".cmake", ".txt", ".json", ".toml", ".sh")
              and not {".venv", "build", "dist", ".git"} & set(path.relative_to(ROOT).parts)]
    assert not [path for path in builds if path.is_file() and b"KSIG_TAINT_FILE" in path.read_bytes()]
