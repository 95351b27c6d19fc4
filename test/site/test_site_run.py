# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page "Run it" in Chromium, from file://: every example, every attack, own files; and every verdict of the
WebAssembly build beside the native one."""
from __future__ import annotations

import base64
import itertools
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import ROOT, opened
from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library.binding import VARIANTS, Arguments, load
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.ml_dsa_keys import PRIVATE_KEYS
from sampling import FULL
from support import known_answers

ACCEPTED = "Accepted"
KEY_LENGTH, INCOMPLETE, KEY, SIGNATURE = 3, 8, 11, 12
CHUNK = 7
BATCH_BYTES = 3_000_000  # of base64 that are handed to the page at once
# Runs a command of the page's own Worker code on a device of its own. Bytes go in as base64.
IN_WORKER = """async ([variant, command, values]) => {
    kilosig.testDevices = kilosig.testDevices || {};
    if (!kilosig.testDevices[variant]) {
        kilosig.testDevices[variant] = new kilosig.Device();
        await kilosig.testDevices[variant].load(variant);
    }
    const bytes = (value) => typeof value === "object" && value !== null && "base64" in value
        ? kilosig.fromBase64(value.base64) : Array.isArray(value) ? value.map(bytes)
        : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bytes(inner)])) : value;
    return (await kilosig.testDevices[variant].ask(command, bytes(values))).verdicts;
}"""


def packed(data: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(data).decode()}


def verdict(page: Page, text: str) -> None:
    expect(page.locator("#verdict")).to_contain_text(text)


def choose(page: Page, example: str, variant: str = "default") -> None:
    """An example, ready to begin."""
    if page.input_value("#variant") != variant:
        page.select_option("#variant", variant)
    page.select_option("#example", example)
    page.wait_for_function("name => document.querySelector('#verdict').textContent.startsWith('Ready') && "
                           "document.querySelector('#example').value === name", arg=example)


def test_byte_by_byte(page: Page, site: Path) -> None:
    """The first thing that a visitor sees: ML-DSA-44, one byte at a time, accepted."""
    opened(page, site, "run.html")
    verdict(page, "Ready")
    page.select_option("#chunk", "1")
    page.click("#step")
    expect(page.locator("#fed")).to_have_text("1 of 3,765")
    verdict(page, "Pending")
    expect(page.locator("#want")).to_contain_text("message from byte 1")
    page.click("#play")
    verdict(page, ACCEPTED)
    expect(page.locator("#fed")).to_have_text("3,765 of 3,765")
    row = next(one for one in json.loads((ROOT / "bench" / "accepted.json").read_text())
               if (one["scheme"], one["op"], one["core"], one["variant"], one["opt"])
               == ("ml-dsa-44", "verify", "cortex-m3", "default", "O2"))
    expect(page.locator("#cycles")).to_have_text(f"{row['cycles']:,}")
    expect(page.locator("#ram")).to_have_text(f"4,384 + {row['stack_static']} = {4384 + row['stack_static']:,} bytes")


# Clicks buttons of the page, and waits for what the verdict then begins with, without asking again and again: the
# driver's own waits would take most of the time. Answers the texts.
BY_CLICKS = """async (clicks) => {
    const place = document.querySelector("#verdict"), found = [];
    for (const [button, ...begins] of clicks) {
        const right = () => begins.some((one) => place.textContent.startsWith(one));
        await new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new Error(`${button}: ${place.textContent}`)), 120000);
            const watch = new MutationObserver(() => {
                if (right()) { watch.disconnect(); clearTimeout(late); resolve(); }
            });
            watch.observe(place, { childList: true, characterData: true, subtree: true });
            const element = document.querySelector(button.split("=")[0]);
            if (element.disabled) reject(new Error(`${button} is disabled`));
            if (element.tagName === "SELECT") {
                element.value = button.split("=")[1];
                element.dispatchEvent(new Event("change"));
            } else element.click();
        });
        found.push(place.textContent);
    }
    return found;
}"""
ATTACKS = ("#flip-message", "#flip-signature", "#flip-key", "#other-key")


def test_every_example_and_attack(page: Page, site: Path) -> None:
    """Every scheme's example is accepted; each attack on it is rejected with the library's reason."""
    page.set_viewport_size({"width": 320, "height": 240})  # less to draw
    opened(page, site, "run.html")
    verdict(page, "Ready")
    names: list[str] = page.eval_on_selector_all("#example option", "all => all.map(one => one.value)")
    schemes: dict[str, str] = page.evaluate("Object.fromEntries(kilosig.index.map(one => [one.name, one.scheme]))")
    assert {schemes[name] for name in names} == set(SCHEMES)
    library = load()
    for name in names:
        clicks = [[f"#example={name}", "Ready"], ["#finish", ACCEPTED]]
        for attack in ATTACKS:
            clicks += [[attack, "Ready: "], ["#finish", "Rejected"]]
        clicks += [["#restart", "Ready"], ["#step", "Pending"], ["#cut", "Rejected"], ["#restart", "Ready"],
                   ["#step", "Pending"], ["#resume", "Resumed"], ["#finish", ACCEPTED]]
        said = page.evaluate(BY_CLICKS, clicks)
        assert len(said) == len(clicks) and page.input_value("#example") == name
        scheme = library.scheme(schemes[name])
        assert scheme is not None
        # Where the anchor is a digest, the key is streamed and another one is seen to be another.
        # A changed key may already not decode.
        streamed = {KEY, 15} if scheme.anchor_hash else set(range(1, 23))
        for number, (attack, reasons) in enumerate(zip(ATTACKS, (
                {SIGNATURE, 16}, set(range(9, 23)), streamed, streamed))):
            text = said[3 + 2 * number]
            code = int(text.split("verdict 0x")[1][:8], 16)
            assert code in reasons and library.reason_text(code) in text, (name, attack, text)
        assert library.reason_text(INCOMPLETE) in said[-5]


def test_one_form(page: Page, site: Path) -> None:
    """Where a variant changes nothing, the page says so; where it does, not."""
    opened(page, site, "run.html")
    verdict(page, "Ready")
    for name, variant, said in (("ml-dsa-44", "small", False), ("slh-dsa-sha2-128f", "fast", True),
                                ("gemss-128", "fast", False), ("gemss-128", "small", True)):
        choose(page, name, variant)
        about = expect(page.locator("#about"))
        (about.to_contain_text if said else about.not_to_contain_text)("its verification has one form")


@pytest.mark.parametrize("variant", ["fast", "small"])
def test_variants(page: Page, site: Path, variant: str) -> None:
    """The other builds, with their own plans."""
    opened(page, site, "run.html")
    verdict(page, "Ready")
    for name in ("ml-dsa-65", "gemss-128"):
        choose(page, name, variant)
        page.click("#finish")
        verdict(page, ACCEPTED)
        page.click("#other-key")
        page.click("#finish")
        verdict(page, load(variant).reason_text(KEY))


@pytest.mark.parametrize("variant", VARIANTS)
def test_layouts_are_those_of_the_module(page: Page, site: Path, variant: str) -> None:
    """What the debug information of the Cortex-M3 build says, covers each state of the WebAssembly build exactly."""
    opened(page, site, "run.html")
    verdict(page, "Ready")
    schemes = page.evaluate("async (variant) => (await new kilosig.Device().load(variant)).schemes", variant)
    layouts = page.evaluate("variant => kilosig.layouts[variant]", variant)
    assert {one["name"] for one in schemes} == set(layouts)
    for one in schemes:
        at = 0
        for area in layouts[one["name"]]:
            assert area["offset"] == at
            at += area["size"]
        assert at == one["stateBytes"], one["name"]


# ---- The same verdicts as natively --------------------------------------------------------------------------------


def native(vectors: list[Vector], variant: str) -> list[int]:
    library, found = load(variant), []
    for one in vectors:
        scheme = library.scheme(one.scheme)
        assert scheme is not None
        arguments = Arguments(anchor=scheme.anchor(one.anchor_key or b""), context=one.context, mode=one.mode,
                              hash=one.hash)
        found.append(library.verify_at_once(scheme, one.key or b"", one.message, one.signature, arguments).code)
    return found


def in_browser(page: Page, vectors: list[Vector], variant: str) -> list[int | None]:
    found: list[int | None] = []
    batch: list[dict[str, Any]] = []
    size = 0
    for number, one in enumerate(vectors):
        test = {"scheme": one.scheme, "chunk": CHUNK, "trusted": packed(one.anchor_key or b""),
                "args": {"mode": one.mode, "hash": one.hash, "context": packed(one.context)},
                "parts": {"key": packed(one.key or b""), "message": packed(one.message),
                          "signature": packed(one.signature)}}
        batch.append(test)
        size += 2 * len(one.key or b"") + len(one.message) + len(one.signature)
        if size > BATCH_BYTES or number == len(vectors) - 1:
            found += page.evaluate(IN_WORKER, [variant, "verdicts", {"tests": batch}])
            batch, size = [], 0
    return found


@cache
def all_vectors() -> list[Vector]:
    """Every verification in the repository's files."""
    files = [path for path in sorted((ROOT / "test" / "vectors").iterdir())
             if path.name.endswith((".json", ".json.xz", ".jsonl.xz")) and "-sign" not in path.name
             and path.name not in ("composite.json.xz", "wycheproof-classical.json.xz")]  # of no scheme of the page
    return [vector for path in files for vector in read_vectors(path)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_verdicts_equal_native_ones(page: Page, site: Path, variant: str) -> None:
    """All vector files, fed seven bytes at a time: the same 32-bit verdict from WebAssembly and from the host's
    library, reasons included. But in `make full` one in twenty of the valid vectors of each scheme, and of the
    others."""
    vectors = [one for one in all_vectors() if variant == "default" or one.scheme.startswith(("dilithium", "gemss"))]
    # And those of the ML-DSA standard, with contexts.
    vectors += [Vector(f"kat-{name}", "", name, one.key, one.key, one.message, one.signature, True, one.context)
                for name in PRIVATE_KEYS for one in known_answers(name)]
    share = 1 if FULL else 20
    numbers: defaultdict[tuple[str, bool], itertools.count[int]] = defaultdict(itertools.count)
    vectors = [one for one in vectors if next(numbers[one.scheme, one.valid]) % share == 0]
    opened(page, site, "run.html")
    verdict(page, "Ready")
    expected = native(vectors, variant)
    got = in_browser(page, vectors, variant)
    wrong = [(one.id, one.scheme, a, b) for one, a, b in zip(vectors, expected, got) if a != b]
    assert len(got) == len(vectors) and wrong == []
    assert len(set(expected)) > 5 and len(vectors) > (1400 if variant == "default" else 300) // share
    (ROOT / "build" / "results").mkdir(parents=True, exist_ok=True)
    (ROOT / "build" / "results" / f"site-verdicts-{variant}.txt").write_text(
        f"{len(vectors):,} verdicts of WebAssembly and the native library are equal, {len(set(expected))} kinds\n")
