# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The site as it is built, opened from file:// in the system's Chromium. Whatever a page says on its console that is
wrong, or asks of a network, fails the test."""
from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser import ROOT, TIMEOUT_MS, used

sys.path.insert(0, str(ROOT / "site"))
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def site() -> Path:
    """dist/site, made anew."""
    subprocess.run([sys.executable, str(ROOT / "site" / "make.py")], check=True)
    return ROOT / "dist" / "site"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window and without a network."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "run scripts/setup.sh test: Chromium is missing"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Page:
    """The only one that most tests need."""
    context = browser.new_context()
    context.set_default_timeout(TIMEOUT_MS)
    return context.new_page()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """A page that is as good as fresh. At its end nothing may have gone wrong in it."""
    with used(tab) as one:
        yield one
