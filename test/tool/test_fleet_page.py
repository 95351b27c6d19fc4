# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page of kilosig report, opened in Chromium without a network."""
from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")

from fleet import keys, table  # noqa: E402
from test_fleet import here  # noqa: E402

from kilosig.cli.app import app  # noqa: E402
from support import runner  # noqa: E402

pytestmark = pytest.mark.library
RESULTS = Path(__file__).resolve().parents[2] / "build" / "results"


def run(*words: object, code: int = 0) -> str:
    done = runner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, (words, done.output, done.exception)
    return str(done.stdout)


@pytest.fixture
def tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a hostile name: 600 rows, three of them refused, in three files."""
    monkeypatch.setattr("kilosig.fleet.cluster.cluster", here)
    devices: list[Any] = [f"CAR-{number:08d}" for number in range(600)]
    devices[7], devices[9], devices[11] = None, devices[0], "<script>alert(1)</script>"
    path = table(tmp_path / "d.parquet", 600, device=devices)
    out = tmp_path / "<img src=x onerror=alert(1)>"
    run("issue", "--key", keys(tmp_path), "--devices", path, "--out", out, code=1)
    return out


@contextmanager
def opened(path: Path, width: int = 1100) -> Iterator[Any]:
    """A page of a real browser that has no network; anything but the file itself is an error."""
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("there is no Chromium")
    wrong: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"], timeout=300_000)
        context = browser.new_context(offline=True, viewport={"width": width, "height": 900}, locale="en-US")
        context.set_default_timeout(300_000)
        page = context.new_page()
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file://") else None)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
        page.goto(path.resolve().as_uri())
        yield page
        browser.close()
    assert wrong == []


def figures(page: Any) -> dict[str, str]:
    return {name: page.locator(f"#{name}").inner_text() for name in ("issued", "rows", "refused", "files")}


def test_page_in_a_browser(tokens: Path) -> None:
    """What it says before and after the audit, and of a damaged folder; the screenshot is kept."""
    assert "wrote" in run("report", tokens, "--html")
    page_file = tokens / "_report.html"
    text = page_file.read_text()
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)|url\((?!#)|@import|<script""", text.replace("&lt;", ""))
    assert "<img src" not in text
    with opened(page_file) as page:
        assert figures(page) == {"issued": "597", "rows": "600", "refused": "3", "files": "3"}
        assert "Nobody has verified" in page.locator("#state").inner_text()
    run("audit", tokens)
    run("report", tokens, "--html")
    RESULTS.mkdir(parents=True, exist_ok=True)
    with opened(page_file) as page:
        assert "accepted by the library" in page.locator("#state").inner_text()
        box = page.locator("#plot svg").bounding_box()
        assert box["width"] > 500 and box["height"] > 150
        assert "device-id" in page.locator("body").inner_text() and "ml-dsa-44" in page.locator("body").inner_text()
        page.screenshot(path=str(RESULTS / "fleet-report.png"), full_page=True)
        page.set_viewport_size({"width": 400, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
    (tokens / "part-000001.parquet").unlink()
    run("audit", tokens, code=1)
    run("report", tokens, "--html", "--output", tokens.parent / "bad.html")
    with opened(tokens.parent / "bad.html") as page:
        assert "not there yet" in page.locator("#state").inner_text()
        assert page.locator("#failures").is_visible()
    assert (RESULTS / "fleet-report.png").stat().st_size > 10_000


def test_report_without_a_page(tokens: Path) -> None:
    """The same on a terminal; a page is not overwritten unasked."""
    said = run("report", tokens)
    assert "unaudited" in said and "597 tokens of 600 rows" in said
    run("report", tokens, "--html", "--output", tokens.parent / "page.html")
    run("report", tokens, "--html", "--output", tokens.parent / "page.html", code=2)
    run("report", tokens, "--output", tokens.parent / "page.html", code=2)
