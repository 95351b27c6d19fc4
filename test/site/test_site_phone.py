# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A phone of 390 x 844 pixels: nothing is cut, no page is longer than six screens, sections open by their headings and
by links. Names at the advisor's points. And whose verdict is above a visitor's file names."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import opened, used
from test_site_pages import ready

WIDTH, HEIGHT, SCREENS = 390, 844, 6

# What sticks out of the window, hides a part of its text, or is a list whose choice does not fit. What scrolls inside
# itself is reached by finger.
CUT = """(width) => {
    const wrong = [], scrolls = (one) => {
        while (one && !["auto", "scroll"].includes(getComputedStyle(one).overflowX)) one = one.parentElement;
        return one;
    };
    for (const one of document.querySelectorAll("body *")) {
        const box = one.getBoundingClientRect(), style = getComputedStyle(one);
        if (!box.width || !box.height || one.closest(".skip")) continue;
        const what = `${one.nodeName} ${one.id} ${one.textContent.trim().slice(0, 30)}`;
        if ((box.right > width + 1 || box.left < -1) && !scrolls(one)) wrong.push(`outside: ${what}`);
        if (style.overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1) wrong.push(`hidden: ${what}`);
        const plot = one.nodeName === "text" && one.closest("svg").getBoundingClientRect();
        if (plot && (box.left < plot.left - 1 || box.right > plot.right + 1)) wrong.push(`out of its plot: ${what}`);
        if (one.nodeName === "SELECT" && one.value) {
            const copy = document.createElement("span");
            copy.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}`;
            copy.textContent = one.selectedOptions[0].textContent;
            document.body.append(copy);
            if (copy.getBoundingClientRect().width > box.width - 20) wrong.push(`choice: ${what}`);
            copy.remove();
        }
    }
    return wrong;
}"""


@pytest.fixture
def phone(tab: Page) -> Iterator[Page]:
    with used(tab, (WIDTH, HEIGHT)) as page:
        yield page


def check(page: Page, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, name
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= SCREENS * HEIGHT, (name, height / HEIGHT)
    assert page.evaluate(CUT, WIDTH) == [], name


def test_every_page(phone: Page, site: Path) -> None:
    names = sorted(str(path.relative_to(site)) for path in site.rglob("*.html"))
    assert len(names) > 40
    for name in names:
        opened(phone, site, name)
        ready(phone, name)
        check(phone, name)


def test_a_verification(phone: Page, site: Path) -> None:
    """In its middle and at its end, of the largest examples too."""
    opened(phone, site, "run.html")
    ready(phone, "run.html")
    for scheme in ("ml-dsa-87", "slh-dsa-sha2-256f", "hss-sha256-h10-w8-x2"):
        phone.select_option("#example", scheme)
        expect(phone.locator("#verdict")).to_contain_text("Ready")
        phone.click("#step")
        expect(phone.locator("#verdict")).to_contain_text("Pending")
        check(phone, scheme)
        phone.click("#finish")
        expect(phone.locator("#verdict")).to_contain_text("Accepted")
        check(phone, scheme)


def test_sections_open(phone: Page, site: Path) -> None:
    """By their headings, by the link to a part of them, and all of them on a wider screen."""
    opened(phone, site, "docs/performance.html")
    assert phone.locator(".fold").count() > 3 and phone.locator(".fold[open]").count() == 0
    phone.locator(".fold > summary").nth(1).click()
    assert phone.locator(".fold[open]").count() == 1
    part = phone.evaluate("[...document.querySelectorAll('.fold h3')].at(-1).id")
    phone.evaluate("(part) => { location.hash = part; }", part)
    expect(phone.locator(f"[id='{part}']")).to_be_in_viewport()
    opened(phone, site, "docs/index.html")
    opened(phone, site, f"docs/performance.html#{part}")
    expect(phone.locator(f"[id='{part}']")).to_be_in_viewport()
    phone.set_viewport_size({"width": 1280, "height": 900})
    expect(phone.locator(".fold:not([open])")).to_have_count(0)


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    return list(page.eval_on_selector_all(selector, "all => all.map(one => one.getBoundingClientRect().toJSON())"))


@pytest.mark.parametrize("width, least", [(390, 8), (1280, 15)])
def test_names_at_points(phone: Page, site: Path, width: int, least: int) -> None:
    """Each name once, what fits best among them, and none upon a point or another name."""
    phone.set_viewport_size({"width": width, "height": HEIGHT})
    opened(phone, site, "advisor.html")
    ready(phone, "advisor.html")
    names = phone.locator("#plot .label").all_text_contents()
    assert len(names) == len(set(names)) >= least
    schemes = {one["scheme"] for one in phone.evaluate("kilosig.advice.rows")}
    assert set(names) <= schemes
    assert names[0] == phone.locator("#rows th").first.inner_text()
    found = boxes(phone, "#plot .label")
    for one, other in [*combinations(found, 2), *((a, b) for a in found for b in boxes(phone, "#plot circle"))]:
        apart = max(one["left"] - other["right"], other["left"] - one["right"], one["top"] - other["bottom"],
                    other["top"] - one["bottom"])
        assert apart > -6, (one, other)  # boxes of letters are higher than letters


def test_no_verdict_of_an_example_above_own_files(phone: Page, site: Path) -> None:
    opened(phone, site, "run.html")
    ready(phone, "run.html")
    phone.set_input_files("#own-key", {"name": "mine.pub", "mimeType": "", "buffer": b"key"})
    phone.fill("#own-context", "mine")
    expect(phone.locator("#verdict")).to_contain_text("No verdict")
    phone.select_option("#example", "ml-dsa-44")
    expect(phone.locator("#verdict")).to_contain_text("Ready")
    assert phone.evaluate("document.getElementById('own-key').files.length") == 0
    assert phone.input_value("#own-context") == ""
