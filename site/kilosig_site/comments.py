#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Doxygen's filter for the headers, whose comments are plain C: a comment after a declaration describes it, any other
what follows. Their lines are kept as they stand.

usage: comments.py HEADER"""
import re
import sys
from pathlib import Path

COMMENT = re.compile(r"/\*(?!\*)(.*?)\*/", re.DOTALL)


def converted(text: str) -> str:
    """The same header with doxygen's comments. What separates parts of a header (----) and its first comment describe
    no declaration."""
    def comment(match: "re.Match[str]") -> str:
        line = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        body = re.sub(r"\n[ \t]*\* ?", "\n", match[1]).strip("\n ")
        if match.start() == 0 or body.startswith("----") or "*/" in body or line.lstrip().startswith("#include"):
            return match[0]
        mark = "/**<" if line.strip() else "/**"
        end = "\n" if "\n" in body else " "
        return f"{mark} @verbatim {body}{end}@endverbatim */"

    return COMMENT.sub(comment, text)


if __name__ == "__main__":
    sys.stdout.write(converted(Path(sys.argv[1]).read_text(encoding="utf-8")))
