#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of README.md, docs/figures.md (two) and docs/x509.md, from bench/accepted.json, bench/other_cores.json and
bench/published.json. `make bench-docs` writes them.

usage: headline.py [--check]
"""
import json
import re
import sys
import tomllib

from elf import ROOT

BEGIN, END = "<!-- headline: begin -->\n", "<!-- headline: end -->"
CHAINS_BEGIN, CHAINS_END = "<!-- chains: begin -->\n", "<!-- chains: end -->"
CORES_BEGIN, CORES_END = "<!-- cores: begin -->\n", "<!-- cores: end -->"
OPT = "O2"
CLOCK = 24e6  # of the STM32VLDISCOVERY board, Hz
SMALL_CORE, SMALL_CLOCK = "cortex-m0", 48e6  # cycles of a Cortex-M0+; as STM32C0, SAMD21 and MSPM0 have it
PICO_CLOCK, PICO_PQCLEAN = 133e6, 44.0  # of the RP2040; ms that PQClean's ML-DSA-44 took there (arXiv 2603.19340)
# Of the README, five at most: what products may use by a standard in force, and one draft. Scheme, operation,
# variant, variant with the least flash.
PRODUCTS = (
    ("ml-dsa-44", "verify", "default", "size"), ("slh-dsa-sha2-128s", "verify", "default", "size"),
    ("slh-dsa-sha2-128-24", "verify", "default", "size"),
    ("lms-sha256-h10-w8", "verify", "sha2", "sha2-size"), ("ml-dsa-44", "sign", "small", None),
)
ROWS = (
    ("ml-dsa-44", "verify", "default"), ("ml-dsa-44", "verify", "fast"), ("ml-dsa-44", "verify", "small"),
    ("ml-dsa-65", "verify", "default"), ("ml-dsa-87", "verify", "default"), ("dilithium2-r3", "verify", "default"),
    ("slh-dsa-sha2-128s", "verify", "default"), ("slh-dsa-sha2-256f", "verify", "default"),
    ("sphincs-sha256-128s-simple-r3", "verify", "default"), ("sphincs-sha256-128f-simple-r3", "verify", "default"),
    ("lms-sha256-h10-w8", "verify", "default"), ("lms-sha256-h10-w8", "verify", "sha2"),
    ("lms-sha256-h10-w4", "verify", "sha2"), ("hss-sha256-h10-w4-x2", "verify", "sha2"),
    ("xmss-sha2-10-256", "verify", "default"), ("xmss-sha2-10-256", "verify", "sha2"),
    ("falcon-512-r3", "verify", "default"), ("falcon-1024-r3", "verify", "default"),
    ("haetae-2", "verify", "default"), ("haetae-3", "verify", "default"), ("haetae-5", "verify", "default"),
    ("haetae-2", "keygen", "default"), ("haetae-5", "keygen", "default"),
    ("haetae-2", "sign", "default"), ("haetae-2", "sign", "fast"), ("haetae-2", "sign", "small"),
    ("haetae-3", "sign", "default"), ("haetae-5", "sign", "default"),
    *((f"ml-dsa-{level}", op, variant) for level in (44, 65, 87)
      for op, variant in (("keygen", "default"), ("sign", "small"))),
    *((f"ml-dsa-{level}-expanded", "sign", variant) for level in (44, 65, 87)
      for variant in ("small", "default", "fast")),
    *((f"slh-dsa-{name}", op, "default") for name in ("sha2-128f", "sha2-192f", "shake-128f")
      for op in ("keygen", "sign")),
    ("rainbow-1-classic", "verify", "default"), ("gemss-128", "verify", "default"),
)
CORES = ("cortex-m3", "cortex-m4")
# Of the second table: scheme and operation, in the default variant; what is shown of a core, and the head of its
# column.
OTHER_ROWS = (
    ("ml-dsa-44", "verify"), ("ml-dsa-65", "verify"), ("ml-dsa-87", "verify"), ("slh-dsa-sha2-128s", "verify"),
    ("lms-sha256-h10-w8", "verify"), ("falcon-512-r3", "verify"), ("haetae-2", "verify"),
    ("ml-dsa-44-expanded", "sign"),
)
OTHER_CORES = (
    ("cortex-m23", "instructions", "M23"), ("cortex-m33", "instructions", "M33"),
    ("cortex-m33", "cycles", "cycles M33, estimated"), ("cortex-m7", "instructions", "M7"),
    ("rv32imac", "instructions", "RV32IMAC"), ("rv32imac", "cycles", "cycles E31"),
    ("hazard3", "instructions", "RP2350 RISC-V"), ("hazard3", "cycles", "cycles Hazard3"),
)
# Of chains: the scheme of a row, what the chain is, and a core with its name and clock.
CHAINS = (("ml-dsa-44", "three of ml-dsa-44"), ("slh-dsa-sha2-128s", "two of slh-dsa-sha2-128s, the root hss"))
CHAIN_CORES = (("cortex-m3", "Cortex-M3", CLOCK), ("cortex-m4", "Cortex-M4", CLOCK),
               ("cortex-m0", "Cortex-M0+", SMALL_CLOCK), ("rv32imac", "RV32IMAC", None))
SHORT = {"eprint-2021-662": "ePrint 2021/662", "pqm4": "pqm4", "low_haetae": "low_haetae", "wolfssl": "wolfSSL",
         "hash-sigs": "hash-sigs", "xmss-reference": "xmss-reference"}


def amount(count):
    """Three digits, in M."""
    return "" if count is None else f"{count / 1e6:#.3g} M" if count < 1e8 else f"{count / 1e6:,.0f} M"


def ratio(row):
    """To the hash floor (docs/measuring.md)."""
    return f"{row['cycles'] / row['hash_floor']:.2f}" if row.get("hash_floor") else ""


def beside(published, scheme, op):
    """What others publish for the same, on either core."""
    texts = []
    for row in published["rows"]:
        if (row["scheme"], row["op"]) != (scheme, op):
            continue
        time = amount(row["cycles"]) or f"{amount(row.get('instructions'))} instructions"
        memory = f"{row['ram']:,} B, " if row["ram"] else ""
        kind = row["implementation"] if row["source"] == "pqm4" else ""
        texts.append(f"{SHORT[row['source']]} {kind}".strip() + f": {memory}{time}, M{row['core'][-1]}")
    return "<br>".join(texts)


def accepted_rows(opt):
    return {(row["scheme"], row["op"], row["variant"], row["core"]): row
            for name in ("accepted", "other_cores")
            for row in json.loads((ROOT / f"bench/{name}.json").read_text()) if row["opt"] == opt}


def transferred(scheme, op):
    """Bytes of the signature, and of the public key where the device does not hold it."""
    hash_based = re.search(rf"\b{scheme}=\d+,(\d+)", (ROOT / "bench/CMakeLists.txt").read_text())
    if hash_based:
        return int(hash_based[1])
    families = tomllib.loads((ROOT / "schemes.toml").read_text())["family"]
    found = next(one for family in families for one in family["set"] if one["name"] == scheme)
    most = found["signature"][1] if isinstance(found["signature"], list) else found["signature"]
    is_anchor = "hash" not in found["anchor"]
    return most + (0 if is_anchor or op == "sign" else found["key"])


def short_table():
    """README.md's block in Markdown."""
    fast, least = accepted_rows(OPT), accepted_rows("Os")
    lines = ["| scheme | RAM, bytes | M3, 24 MHz | M0+, 48 MHz | least flash, bytes | on the bus, bytes |",
             "|---|--:|--:|--:|--:|--:|"]
    for scheme, op, variant, smallest in PRODUCTS:
        row = fast[scheme, op, variant, CORES[0]]
        small = f"{least[scheme, op, smallest, CORES[0]]['flash']:,}" if smallest else "-"
        other = fast.get((scheme, op, variant, SMALL_CORE))
        if other is None and op == "verify":
            other = fast[scheme, op, "default", SMALL_CORE]
        time = f"{other['cycles'] / SMALL_CLOCK * 1e3:,.0f} ms" if other else "-"
        lines.append(f"| {scheme} {op} | **{row['bound']:,}** | {row['cycles'] / CLOCK * 1e3:,.0f} ms | {time} | "
                     f"{small} | {transferred(scheme, op):,} |")
    pico = fast["ml-dsa-44", "verify", "default", SMALL_CORE]
    time = f"{pico['cycles'] / PICO_CLOCK * 1e3:.1f} ms"
    lines += ["", f"For an RP2040 at 133 MHz that model says {time} for ML-DSA-44's verification, in "
              f"{pico['bound']:,} bytes.",
              f"PQClean was measured there: {PICO_PQCLEAN} ms in 50.6 kB "
              "([arXiv 2603.19340](https://arxiv.org/abs/2603.19340))."]
    chain = fast["ml-dsa-44", "chain", "default", CORES[0]]
    lines += ["", f"A chain of three X.509 certificates with ML-DSA-44 takes {chain['bound']:,} bytes and "
              f"{chain['cycles'] / CLOCK * 1e3:,.0f} ms on the Cortex-M3."]
    return "\n".join(lines) + "\n"


def table():
    """The block of docs/figures.md in Markdown."""
    accepted = accepted_rows(OPT)
    published = json.loads((ROOT / "bench/published.json").read_text())
    lines = ["| scheme | operation | variant | RAM, bytes | cycles M3 | cycles M4 | x hash floor | flash | published |",
             "|---|---|---|--:|--:|--:|--:|--:|---|"]
    for name in ROWS:
        m3, m4 = (accepted[(*name, core)] for core in CORES)
        shown = next((row for row in ROWS if row == (*name[:2], "default")), None) or \
            next(row for row in ROWS if row[:2] == name[:2])
        others = beside(published, *name[:2]) if name == shown else ""
        lines.append(f"| {' | '.join(name)} | **{m3['ram']:,}** | {amount(m3['cycles'])} | {amount(m4['cycles'])} | "
                     f"{', '.join(filter(None, map(ratio, (m3, m4))))} | {m3['flash']:,} | {others} |")
    return "\n".join(lines) + "\n"


def other_cores():
    """The second block of docs/figures.md: columns that a row was accepted for; RAM is the most of these cores."""
    accepted = accepted_rows(OPT)
    columns = [(core, figure, title) for core, figure, title in OTHER_CORES
               if any(row[figure] for (*_, own), row in accepted.items() if own == core)]
    lines = ["| scheme | operation | RAM, bytes | " + " | ".join(title for _, _, title in columns) + " |",
             "|---|---|" + "--:|" * (1 + len(columns))]
    for scheme, op in OTHER_ROWS:
        found = [(accepted.get((scheme, op, "default", core)), figure) for core, figure, _ in columns]
        most = max(row["ram"] for row, _ in found if row)
        lines.append(f"| {scheme} | {op} | **{most:,}** | "
                     + " | ".join(amount(row[figure]) if row else "" for row, figure in found) + " |")
    return "\n".join(lines) + "\n"


def chains():
    """The block of docs/x509.md: chains of certificates."""
    accepted = accepted_rows(OPT)
    lines = ["| chain | core | state | stack, bound | state and stack | flash | cycles | ms |",
             "|---|---|--:|--:|--:|--:|--:|--:|"]
    for scheme, chain in CHAINS:
        for core, name, clock in CHAIN_CORES:
            row = accepted[scheme, "chain", "default", core]
            time = f"{row['cycles'] / clock * 1e3:,.0f}" if clock else "-"
            cells = (row["bound"] - row["stack_static"], row["stack_static"], row["bound"],
                     row["flash"] - row["flash_idle"], row["cycles"])
            lines.append(f"| {chain} | {name} | {' | '.join(f'{cell:,}' for cell in cells)} | {time} |")
    return "\n".join(lines) + "\n"


def main():
    differ = 0
    for path, begin, end, new in ((ROOT / "README.md", BEGIN, END, short_table()),
                                  (ROOT / "docs/figures.md", BEGIN, END, table()),
                                  (ROOT / "docs/figures.md", CORES_BEGIN, CORES_END, other_cores()),
                                  (ROOT / "docs/x509.md", CHAINS_BEGIN, CHAINS_END, chains())):
        before, rest = path.read_text().split(begin)
        old, after = rest.split(end)
        if "--check" not in sys.argv[1:]:
            path.write_text(before + begin + new + end + after)
        elif old != new:
            differ = 1
            print(f"{path.name}: the table is not that of bench/accepted.json: run 'make bench-docs'", file=sys.stderr)
    return differ


if __name__ == "__main__":
    sys.exit(main())
