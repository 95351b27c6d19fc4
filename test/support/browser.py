# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tests of the site share: where it is, and how a page is opened."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("index.html", "run.html", "advisor.html", "memory.html", "docs/index.html", "docs/streaming.html",
         "docs/figures.html", "docs/benchmarks.html", "docs/api-verify.html", "docs/api-ram.html")


TIMEOUT_MS = 120_000  # a slow machine
WINDOW = (1280, 900)


@contextmanager
def used(tab: Page, window: tuple[int, int] = WINDOW) -> Iterator[Page]:
    """A tab as if it were new: a new one would cost a process, which is most of what a page costs. At its end nothing
    may have gone wrong in it, and nothing is left."""
    wrong: list[str] = []
    listeners: dict[str, Any] = {
        "console": lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None,
        "pageerror": lambda error: wrong.append(str(error)),
        "request": lambda request: wrong.append(f"asks for {request.url}")
        if not request.url.startswith(("file:", "blob:", "data:")) else None}
    tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab.emulate_media(color_scheme="light", reduced_motion="no-preference")
    for event, listener in listeners.items():
        tab.on(event, listener)  # type: ignore[call-overload]
    try:
        yield tab
    finally:
        if tab.url.startswith("file:"):
            tab.evaluate("localStorage.clear()")
        tab.goto("about:blank")
        for event, listener in listeners.items():
            tab.remove_listener(event, listener)
    assert wrong == []


def opened(page: Page, site: Path, name: str) -> Page:
    """A page of the site; the name may have a fragment."""
    path, hash_, fragment = name.partition("#")
    page.goto((site / path).as_uri() + hash_ + fragment)
    return page
