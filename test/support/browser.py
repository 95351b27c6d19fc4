# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tests of the site share: where it is, and how a page is opened."""
from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("index.html", "run.html", "advisor.html", "memory.html", "docs/index.html", "docs/streaming.html",
         "docs/figures.html", "docs/benchmarks.html", "docs/api-verify.html", "docs/api-ram.html")


def opened(page: Page, site: Path, name: str) -> Page:
    """A page of the site; the name may have a fragment."""
    path, hash_, fragment = name.partition("#")
    page.goto((site / path).as_uri() + hash_ + fragment)
    return page
