# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What holds for every page: it loads little, nothing shifts, axe-core finds nothing serious, it fits 360 pixels, links
lead somewhere. And the search, the memory maps, the command that opens it, and what documents show of it."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from browser import PAGES, ROOT, opened, used
from kilosig.cli.repository import app
from sampling import FULL
from support import runner

FIRST_LOAD_BYTES = 600_000
WIDTHS = (360, 768, 1280)
LONG = ("docs/benchmarks.html",)  # axe-core would take a minute for the same elements as in others
LONGER = ("docs/api-ram.html",)  # in `make full` alone: tables like those of docs/figures.html
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"


def ready(page: Page, name: str) -> None:
    """What its scripts have to do is done."""
    if name == "run.html":
        expect(page.locator("#verdict")).to_contain_text("Ready")
    elif name == "advisor.html":
        expect(page.locator("#rows tr").first).to_be_visible()
    elif name == "memory.html":
        expect(page.locator("#areas tr").first).to_be_visible()


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[Page]:
    """A tab that sees what moves."""
    context = browser.new_context()
    tab = context.new_page()
    tab.add_init_script("""window.shifts = 0;
        new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifts += one.value; })
            .observe({ type: "layout-shift", buffered: true });""")
    yield tab
    context.close()


@pytest.fixture
def watched_page(watched: Page) -> Iterator[Page]:
    with used(watched) as page:
        yield page


@pytest.mark.parametrize("name", PAGES)
def test_first_load(watched_page: Page, site: Path, name: str) -> None:
    """At most 600 kB until the page is ready, all files together; and what is there does not move while it loads."""
    page, loaded = watched_page, []

    def load(request: Request) -> None:
        loaded.append(request.url)

    page.on("request", load)
    opened(page, site, name)
    ready(page, name)
    page.wait_for_load_state("load")
    page.remove_listener("request", load)
    files = {url for url in loaded if url.startswith("file:")}
    size = sum(Path(url[len("file://"):].split("#")[0]).stat().st_size for url in files)
    assert 0 < size <= FIRST_LOAD_BYTES, (name, size)
    assert page.evaluate("window.shifts") <= 0.1, name


@pytest.mark.parametrize("name, colours", [
    *(pytest.param(name, "light", marks=[pytest.mark.full] * (name in LONGER)) for name in PAGES if name not in LONG),
    *((name, "dark") for name in ("run.html", "advisor.html", "memory.html", "docs/streaming.html"))])
def test_accessible(page: Page, site: Path, name: str, colours: str) -> None:
    """axe-core finds nothing serious or critical, contrast included. The page's own policy forbids foreign scripts, so
    axe-core is brought by the driver."""
    page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
    opened(page, site, name)
    ready(page, name)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run({ preload: false, resultTypes: ['violations'] })).violations")
    serious = [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found
               if one["impact"] in ("serious", "critical")]
    assert serious == [], name


@pytest.mark.parametrize("name", PAGES)
def test_widths(page: Page, site: Path, name: str) -> None:
    """Nothing is wider than the window. Loaded at the narrowest width, then wider; test_site_phone.py loads every page
    at 390 pixels. In `make full` loaded at each, and screenshots are kept to be looked at."""
    folder = ROOT / "build" / "results" / "site"
    folder.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if FULL or width == WIDTHS[0]:
            opened(page, site, name)
            ready(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        if FULL:
            page.screenshot(path=str(folder / f"{name.replace('/', '-')[:-5]}-{width}.png"))


def test_links(site: Path) -> None:
    """Every link of every page, and every anchor, is there; none asks for a network to show the page."""
    from kilosig_site.handbook import missing_links

    assert len(list(site.rglob("*.html"))) > 30
    assert missing_links(site) == []
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        text = path.read_text(encoding="utf-8")
        assert "@import" not in text and 'src="http' not in text and "url(http" not in text, path


def test_policy_holds(browser: Browser, site: Path) -> None:
    """A page cannot ask for anything, even if its script tries."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, site, "index.html")
    refused = page.evaluate("""async () => {
        const tries = [() => fetch("https://example.invalid/x"), () => fetch("file:///etc/hostname")];
        return Promise.all(tries.map((one) => one().then(() => false, () => true)));
    }""")
    assert refused == [True, True] and not [url for url in asked if url.startswith("http")]
    context.close()


def test_keyboard(page: Page, site: Path) -> None:
    """From the address bar to a verdict with the keyboard alone; the first stop skips the navigation."""
    opened(page, site, "run.html")
    ready(page, "run.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "play":
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Accepted")


def test_points_of_the_plot(page: Page, site: Path) -> None:
    """The plot is one stop of Tab; arrow keys go through all its points, by time and by RAM, and each is told."""
    opened(page, site, "advisor.html")
    ready(page, "advisor.html")
    points = page.eval_on_selector_all("#plot g", "all => all.map(one => one.getAttribute('aria-label'))")
    assert len(points) > 10 and all(" bytes, " in one for one in points)
    assert page.locator("#plot g[tabindex='0']").count() == 1
    page.focus("#link")
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "g":
            break
    told = page.evaluate("""() => { window.told = []; document.querySelector("#plot").addEventListener("focusin",
        () => window.told.push(document.querySelector("#plot-point").textContent)); return window.told; }""")
    assert told == []
    for key, numbers in (("Right", r", (\d+) ms"), ("Up", r": (\d+) bytes")):
        page.keyboard.press("Home")
        if key == "Up":
            for _ in points:
                page.keyboard.press("ArrowDown")
        page.evaluate("window.told.length = 0")
        seen = [page.evaluate("document.activeElement.getAttribute('aria-label')")]
        for _ in points[1:]:
            page.keyboard.press(f"Arrow{key}")
            seen.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        assert sorted(seen) == sorted(points)
        values = [int(re.search(numbers, one).group(1)) for one in seen]  # type: ignore[union-attr]
        assert values == sorted(values)
        assert page.inner_text("#plot-point") == seen[-1]
    assert page.evaluate("getComputedStyle(document.querySelector('#plot g:focus circle')).strokeWidth") == "4px"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "g"


def test_reduced_motion(page: Page, site: Path) -> None:
    """Who wants no motion gets the verdict at once."""
    page.emulate_media(reduced_motion="reduce")
    opened(page, site, "run.html")
    ready(page, "run.html")
    page.evaluate("""() => { window.drawn = 0; const draw = kilosig.MemoryView.prototype.draw;
        kilosig.MemoryView.prototype.draw = function (state) { window.drawn++; draw.call(this, state); }; }""")
    page.click("#play")
    expect(page.locator("#verdict")).to_contain_text("Accepted")
    assert page.evaluate("window.drawn") == 1


def test_theme(page: Page, site: Path) -> None:
    """The button goes from the system's theme to light and dark."""
    opened(page, site, "index.html")
    grounds = []
    for _ in range(3):
        page.click("#theme")
        grounds.append(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert grounds[0] != grounds[1] and page.inner_text("#theme") == "Theme: system"


def test_search(page: Page, site: Path) -> None:
    """Words of documents, of the reference and of the changelog are found; what is nowhere is not."""
    opened(page, site, "docs/index.html")
    for words, title in (("checkpoint", "Streaming verification: Checkpoints"),
                         ("ksig_verify_feed", "kilosig/verify.h: ksig_verify_feed"),
                         ("0.1.0", "Changelog: 0.1.0 - 2026-11-22")):
        page.fill("#search", words)
        expect(page.locator("#found a", has_text=title).first).to_be_visible()
    page.fill("#search", "xyzzyx")
    expect(page.locator("#found h2")).to_have_text('0 found for "xyzzyx"')
    page.fill("#search", "ksig_verify_feed")
    page.click("#found a >> nth=0")
    assert "api-verify.html#ksig_verify_feed" in page.url
    expect(page.locator("h1")).to_have_text("kilosig/verify.h")


def test_memory_maps(page: Page, site: Path) -> None:
    """Every scheme and operation has a picture, whose areas cover the state; the address carries the choice."""
    from kilosig_site.dwarf import build

    opened(page, site, "memory.html#sign/slh-dsa-sha2-128f/default")
    expect(page.locator("#title")).to_have_text("State of slh-dsa-sha2-128f signing: 736 bytes")
    maps = page.evaluate("kilosig.maps")
    assert {(one["scheme"], one["operation"]) for one in maps} == {
        (scheme, operation) for operation, states in build("default").states.items() for scheme in states}
    for one in maps:
        assert sum(area[2] for area in one["areas"]) == one["bytes"] and (site / one["file"]).is_file()
    page.select_option("#operation", "keygen")
    expect(page.locator("#title")).to_contain_text("key generation")
    assert page.evaluate("document.querySelector('#map').complete")


def test_states_are_those_of_the_headers() -> None:
    """The sizes of the maps against the table of kilosig.h."""
    from kilosig_site.dwarf import build

    states = build("default").states
    assert states["verify"]["ml-dsa-44"] == 4384 and states["verify"]["slh-dsa-sha2-128s"] == 440
    text = (ROOT / "include" / "kilosig" / "kilosig.h").read_text()
    for operation, scheme in (("sign", "ml-dsa"), ("sign", "haetae-2"), ("keygen", "slh-dsa-sha2-256f")):
        part = text.split({"sign": "signing ", "keygen": "key generation "}[operation] + 10 * " ")[1]
        size = int(part.split(f" *   {scheme} ")[1].split()[0])
        assert states[operation]["ml-dsa-87" if scheme == "ml-dsa" else scheme] == size


def test_documents_are_current() -> None:
    """The tables of docs/which_signature.md and the pictures of docs/memory/."""
    subprocess.run([sys.executable, str(ROOT / "site" / "documents.py"), "--check"], check=True)


def test_kilosig_site(site: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command finds the site, and says what to do if there is none."""
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: bool(shown.append(url)) or True)
    monkeypatch.setenv("KSIG_SITE_DIR", str(site))
    done = runner().invoke(app, ["site", "--page", "run", "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)["opened"] and shown == [(site / "run.html").as_uri()]
    assert runner().invoke(app, ["site", "--page", "../etc"]).exit_code == 2
    monkeypatch.setenv("KSIG_SITE_DIR", str(tmp_path))
    done = runner().invoke(app, ["site"])
    assert done.exit_code == 2 and "make site" in done.stderr


def test_make_spares_what_is_not_its_own(tmp_path: Path) -> None:
    """A directory with other files is not replaced."""
    (tmp_path / "letter.txt").write_text("mine")
    done = subprocess.run([sys.executable, str(ROOT / "site" / "make.py"), "--output", str(tmp_path)],
                          stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"empty directory" in done.stderr
    assert (tmp_path / "letter.txt").read_text() == "mine"
