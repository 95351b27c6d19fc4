# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page "Run it": the modules, the examples, and what the bench says of each."""
from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from kilosig_site import SITE, VARIANTS, wasm
from kilosig_site.examples import Example, examples, measured_as
from kilosig_site.layouts import for_page
from kilosig_site.pages import page, script, source, write

from kilosig.cli.bench import MESSAGE_BYTES
from kilosig.files.bench_rows import accepted_path, read_rows
from kilosig.files.cose import ALGORITHMS
from kilosig.library.catalog import SCHEMES

SCRIPTS = ("js/library.js", "js/device.js", "js/files.js", "js/own.js", "js/memory-view.js", "data/worker.js",
           "data/index.js", "data/message.js", "data/cose.js", "data/layouts.js", "js/run.js")
GROUPS = ("standard", "stateful standard", "draft", "superseded", "broken")


def standing(name: str) -> str:
    """Of GROUPS."""
    scheme = SCHEMES[name]
    return ("broken" if scheme.broken else "superseded" if scheme.superseded else "draft" if scheme.draft else
            "stateful standard" if scheme.key_varies else "standard")


def figures() -> dict[str, dict[str, Any]]:
    """{scheme of the bench: {variant: mean cycles and bound of the stack}} of the accepted rows, Cortex-M3 at -O2."""
    found: dict[str, dict[str, Any]] = {}
    for row in json.loads(accepted_path().read_text(encoding="utf-8")):
        if (row["op"], row["core"], row["opt"]) == ("verify", "cortex-m3", "O2") and row["variant"] in VARIANTS:
            one = {"cycles": row["cycles"], "stack": row["stack_static"]}
            found.setdefault(row["scheme"], {})[row["variant"]] = one
    return found


def entry(example: Example, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What the page knows of an example before it is chosen."""
    measured = measured_as(example, tuple(known))
    return {"name": example.name, "scheme": example.scheme, "standing": standing(example.scheme), "measured": measured,
            "rows": known.get(measured or "", {})}


def make(output: Path) -> list[Example]:
    """Writes the page and its data."""
    known, data = figures(), output / "data"
    found = sorted(examples(read_rows()), key=lambda one: GROUPS.index(standing(one.scheme)))
    for variant in VARIANTS:
        module = base64.b64encode(wasm.build(variant).read_bytes()).decode()
        script(data / f"wasm-{variant}.js", f".wasm[{variant!r}]", module)
    for one in found:
        script(data / f"example-{one.name}.js", f".examples[{one.name!r}]", one.packed())
    script(data / "index.js", ".index", [entry(one, known) for one in found])
    script(data / "message.js", ".messageBytes", MESSAGE_BYTES)
    script(data / "cose.js", ".coseAlgorithms", ALGORITHMS)
    sources = [SITE / "static" / "js" / name for name in ("library.js", "worker.js")]
    worker = "".join(path.read_text(encoding="utf-8") for path in sources)
    script(data / "worker.js", ".workerSource", worker)
    script(data / "layouts.js", ".layouts", {variant: for_page(variant) for variant in VARIANTS})
    about = "The C library verifies a post-quantum signature in this page, byte by byte, with a view of its memory."
    write(output / "run.html", page("Run it: kilosig", about, source("run.html"), "run.html", SCRIPTS))
    return found
