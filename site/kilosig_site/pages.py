# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The frame that every page has, and files that scripts load."""
from __future__ import annotations

import json
import re
import string
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kilosig_site import ROOT, SITE

NAVIGATION = (("index.html", "Start"), ("run.html", "Run it"), ("advisor.html", "Which scheme"),
              ("memory.html", "Memory"), ("docs/index.html", "Documentation"))
# Nothing but what lies beside the page. Chromium counts files of a file:// page as 'self'; the Worker is a blob.
POLICY = ("default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; "
          "img-src 'self' data:; base-uri 'none'; form-action 'none'")


def version() -> str:
    """Of the library, as its header says."""
    text = (ROOT / "include" / "kilosig" / "kilosig.h").read_text(encoding="utf-8")
    return str(re.findall(r'#define KSIG_VERSION "([^"]+)"', text)[0])


def page(title: str, description: str, content: str, current: str, scripts: Sequence[str] = (), depth: int = 0) -> str:
    """A whole page. current: its entry in NAVIGATION; depth: folders that it lies below the site's."""
    root = "../" * depth
    links = "".join(f'<li><a href="{root}{path}"{" aria-current=page" if path == current else ""}>{name}</a></li>'
                    for path, name in NAVIGATION)
    links = links.replace("aria-current=page", 'aria-current="page"')
    tags = "\n".join(f'<script src="{root}{path}" defer></script>' for path in scripts)
    template = string.Template((SITE / "pages" / "base.html").read_text(encoding="utf-8"))
    return template.substitute(title=title, description=description, content=content, navigation=links, scripts=tags,
                               root=root, policy=POLICY, version=version())


def source(name: str) -> str:
    """A file of site/pages."""
    return (SITE / "pages" / name).read_text(encoding="utf-8")


def write(path: Path, text: str) -> None:
    """With its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def script(path: Path, name: str, value: Any) -> None:
    """A script that sets a member of `kilosig`: pages from file:// can load scripts, but fetch nothing."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    write(path, f"(globalThis.kilosig||(globalThis.kilosig={{}})){name}={text};\n")
