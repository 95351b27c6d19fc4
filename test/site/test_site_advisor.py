# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page "Which scheme" gives the answers of `kilosig advise`, and its links carry the choice."""
from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser import opened
from kilosig.cli.app import app
from sampling import FULL
from support import runner

SETTINGS = 200 if FULL else 15
CORES = ("cortex-m3", "cortex-m4", "cortex-m0", "rv32imac")


def drawn(random_: random.Random) -> dict[str, Any]:
    """A choice: what the page's rules take. Each limit may be absent."""
    def maybe(value: float) -> float | None:
        return value if random_.random() < 0.7 else None

    return {"ram": maybe(random_.choice([480, 584, random_.randrange(300, 20000), 8192])),
            "flash": maybe(random_.randrange(3000, 40000)),
            "bus": maybe(random_.choice([9600, 115200, 500000, 20000000])),
            "framing": random_.choice(["payload", "can", "can-fd"]),
            "time": maybe(random_.choice([0.05, 0.2, random_.randrange(1, 5000) / 1000, 30])),
            "clock": random_.choice([8e6, 24e6, 72e6, 168e6]), "core": random_.choice(CORES),
            "op": random_.choice(["verify", "verify", "sign", "keygen"]), "prehash": random_.random() < 0.2,
            "standard": random_.choice(["", "fips", "cnsa-2.0", "kpqc", "research"]),
            "opt": random_.choice(["", "", "O2", "Os"])}


def words(choice: dict[str, Any]) -> list[str]:
    """The same for the tool."""
    found = ["advise", "--json", "--clock", str(int(choice["clock"])), "--core", choice["core"], "--op", choice["op"],
             "--framing", choice["framing"]]
    for option, value in (("--ram", choice["ram"]), ("--flash", choice["flash"]), ("--bus", choice["bus"])):
        found += [option, str(value)] if value is not None else []
    found += ["--max-time", f"{choice['time']}s"] if choice["time"] is not None else []
    found += ["--standard", choice["standard"]] if choice["standard"] else []
    found += ["--opt", choice["opt"]] if choice["opt"] else []
    return found + (["--prehash"] if choice["prehash"] else [])


def of_tool(choice: dict[str, Any]) -> dict[str, Any]:
    done = runner().invoke(app, words(choice))
    if done.exit_code == 2:  # no row for that core and operation
        return {"rows": [], "recommended": None}
    assert done.exit_code in (0, 1), done.output
    answer = json.loads(done.stdout)
    return {"rows": answer["rows"], "recommended": answer.get("recommended")}


def of_page(page: Page, choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """In the form of the tool's JSON."""
    return list(page.evaluate("""(choices) => choices.map((choice) => {
        const ms = (seconds) => seconds === null ? null : 1000 * seconds;
        const advices = kilosig.advise(kilosig.advice, choice), best = advices[0];
        return {rows: advices.map((one) => ({scheme: one.row.scheme, standing: one.row.standing,
            variant: one.row.variant, opt: one.row.opt, ram: one.row.ram, flash: one.flash, transfer: ms(one.transfer),
            compute: ms(one.compute), fits:
                one.misses.length ? "no: " + one.misses.join("; ") : `yes; bottleneck: ${one.bottleneck}`})),
          recommended: best && !best.misses.length ? {scheme: best.row.scheme, standing: best.row.standing,
            variant: best.row.variant, opt: best.row.opt, config: best.row.settings[choice.prehash ? 1 : 0]} : null};
    })""", choices))


def test_the_tools_answers(page: Page, site: Path) -> None:
    """Random settings: the same rows in the same order, the same figures, sentences and recommendation."""
    opened(page, site, "advisor.html")
    random_ = random.Random(20)
    choices = [drawn(random_) for _ in range(SETTINGS)]
    fitting = 0
    for choice, ours in zip(choices, of_page(page, choices)):
        theirs = of_tool(choice)
        assert ours["recommended"] == theirs["recommended"], choice
        assert len(ours["rows"]) == len(theirs["rows"])
        for a, b in zip(ours["rows"], theirs["rows"]):
            for name in ("transfer", "compute"):
                x, y = a.pop(name), b.pop(name)
                assert (x is None) == (y is None) and (x is None or abs(x - y) < 0.001), (choice, a)
            assert a == b, choice
        fitting += theirs["recommended"] is not None
    assert SETTINGS / 5 < fitting < SETTINGS * 0.9


def test_every_row_is_there(page: Page, site: Path) -> None:
    """The page has every accepted row, and its figures."""
    opened(page, site, "advisor.html")
    rows = json.loads((Path(__file__).parents[2] / "bench" / "accepted.json").read_text())
    keys = ("scheme", "op", "core", "variant", "opt")
    assert sorted(tuple(row[key] for key in keys) for row in rows) == sorted(
        tuple(row[key] for key in keys) for row in page.evaluate("kilosig.advice.rows"))


def test_links_carry_the_choice(page: Page, site: Path) -> None:
    """A link opens the page with the choice, and the page's own link is such a one."""
    def answer(*more: str) -> str:
        done = runner().invoke(app, ["advise", "--json", "--max-time", "500ms", "--bus", "500k", "--core", "cortex-m4",
                                     "--standard", "cnsa-2.0", "--opt", "O2", *more])
        best = json.loads(done.stdout)["recommended"]
        return f"{best['scheme']}, variant {best['variant']}, -{best['opt']}"

    opened(page, site, "advisor.html#ram=1000&time=0.5&bus=500000&core=cortex-m4&standard=cnsa-2.0&opt=O2")
    expect(page.locator("#ram-value")).to_have_text("1000 B")
    expect(page.locator("#answer strong")).to_have_text(answer("--ram", "1000"))
    page.focus("#ram")
    page.keyboard.press("End")  # no limit
    assert answer() != answer("--ram", "1000")
    expect(page.locator("#answer strong")).to_have_text(answer())
    link = page.get_attribute("#link", "href")
    assert link is not None and "ram=any" in link
    shown = page.inner_text("#command")
    opened(page, site, "run.html")
    opened(page, site, "advisor.html" + link)
    expect(page.locator("#answer strong")).to_have_text(answer())
    assert page.inner_text("#command") == shown
    done = runner().invoke(app, shown.split()[1:] + ["--json"])
    assert answer().startswith(json.loads(done.stdout)["recommended"]["scheme"] + ",")
    for wrong in ("ram=-5", "ram=x", "core=z80", "time=1e999", "standard=<b>", "%%%"):
        opened(page, site, f"advisor.html#{wrong}")
        page.reload()
        expect(page.locator("#rows tr").first).to_be_visible()
