# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page "Run it" in Chromium, from file://."""
from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from conftest import opened


def test_byte_by_byte(page: Page, site: Path) -> None:
    """The first thing that a visitor sees: ML-DSA-44, one byte at a time, accepted."""
    opened(page, site, "run.html")
    expect(page.locator("#verdict")).to_contain_text("Ready")
    page.select_option("#chunk", "1")
    page.click("#step")
    expect(page.locator("#fed")).to_have_text("1 of 3,765")
    expect(page.locator("#verdict")).to_contain_text("Pending")
    page.click("#play")
    expect(page.locator("#verdict")).to_contain_text("Accepted")
    expect(page.locator("#fed")).to_have_text("3,765 of 3,765")
