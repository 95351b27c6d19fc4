# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of docs/benchmarks.md, from the rows of run.py."""

OPT = "O2"  # of the plots, and of the rows that stand beside published ones
LIMIT = 8192
MODELLED = ("cortex-m3", "cortex-m4")
VARIANTS = ("default", "fast", "small", "unchecked", "sha2", "size", "sha2-size", "c")
OPTS = ("Os", "O2", "O3")
SECOND = {"cycles_mul32": "mul = 32", "cycles_ldrst0": "ldrst = 0"}  # figures of cycles, and their titles
PRIMITIVES = ("keccak", "sha256", "sha512")
# What KSIG_OPTIMIZE chooses: (variant of the bench's rows, optimization). Of GeMSS the variant is an option of its own.
SETTINGS = {"size": ("size", "Os"), "balanced": ("default", "O2"), "speed": ("fast", "O2")}
OWN_VARIANT = ("gemss-128",)


def in_order(rows):
    """Sorted: cores and schemes as they come first (at OPT, elsewhere not all are), then verify, keygen, sign, then
    variants and optimizations."""
    first = select(rows, opt=OPT) + rows
    cores, schemes = (list(dict.fromkeys(row[key] for row in first)) for key in ("core", "scheme"))
    return sorted(rows, key=lambda row: (cores.index(row["core"]), schemes.index(row["scheme"]), row["op"] != "verify",
                                         row["op"], VARIANTS.index(row["variant"]), OPTS.index(row["opt"])))


def number(value):
    return "" if value is None else f"{value:,}"


def thousands(value):
    return "" if value is None else f"{round(value / 1000):,}k"


def count(value):
    """A mean; digits after the point only of a small one."""
    return "" if value is None else f"{value:,.{0 if value == round(value) or value >= 100 else 1}f}"


def percent(value):
    return "" if value is None else f"{100 * value:.0f} %"


def ratio(row):
    """To the hash floor."""
    return f"{row['floor_ratio']:.2f}"


def ram(row):
    """None where the stack was not counted."""
    parts = [row[name] for name in ("state", "stack", "static", "resident")]
    return None if None in parts else sum(parts)


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
                      *("| " + " | ".join(map(str, line)) + " |" for line in lines)]) + "\n"


def select(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def with_assembly(rows):
    """All but variant c, which has a table of its own."""
    return [row for row in rows if row["variant"] != "c"]


def c_table(rows):
    """What C alone takes."""
    lines = [(row["scheme"], row["core"], number(ram(row)), number(row["flash"]), number(row["flash_hash"]),
              thousands(row["cycles"]["mean"]), thousands(row["cycles_ldrst0"]["mean"]), thousands(row["instructions"]))
             for row in select(rows, variant="c")]
    return table(("scheme", "core", "RAM", "flash", "+ hash", "cycles", "ldrst = 0", "instructions"), lines)


def ram_table(rows):
    lines = [(row["scheme"], row["op"], row["variant"], number(row["state"]), number(row["stack"]),
              number(row["static"]), number(row["resident"]),
              number(ram(row)), "yes" if ram(row) <= LIMIT else "no") for row in rows]
    return table(("scheme", "op", "variant", "state", "stack", "static", "resident", "RAM", "within 8 kB"), lines)


def core_table(rows, has_cycles):
    """Of one core. The second figure of cycles, which RISC-V has not, is that of other chips with it."""
    second = next((name for name in SECOND if rows[0].get(name)), None)
    head = ["scheme", "op", "variant", "opt", "RAM", "flash", "+ hash", "+ run time", "instructions"]
    if has_cycles:
        head += ["cycles", "min .. max", *([SECOND[second]] if second else []), "longest call"]
    lines = []
    for row in rows:
        line = [row["scheme"], row["op"], row["variant"], row["opt"], number(ram(row)), number(row["flash"]),
                number(row["flash_hash"]), number(row["flash_runtime"]), thousands(row["instructions"])]
        if has_cycles:
            spread = row["cycles"]
            line += [thousands(spread["mean"]), f"{thousands(spread['min'])} .. {thousands(spread['max'])}",
                     *([thousands(row[second]["mean"])] if second else []), thousands(row["longest_call"])]
        lines.append([*line, percent(row["hash_share"]), thousands(row["hash_floor"]), ratio(row)])
    return table([*head, "hash", "floor", "ratio"], lines)


def floor_table(rows):
    """One line for each scheme, operation and variant, of the cores that have a model."""
    lines, by_name = [], {}
    for core in MODELLED:
        for row in select(rows, core=core):
            by_name.setdefault((row["scheme"], row["op"], row["variant"]), {})[core] = row
    for name, own in by_name.items():
        calls = next(iter(own.values()))["hash_calls"]
        line = [*name, *(count(calls.get(key)) for key in PRIMITIVES)]
        for row in map(own.get, MODELLED):
            line += [thousands(row["cycles"]["mean"]), thousands(row["hash_floor"]), ratio(row)] if row else [""] * 3
        lines.append(line)
    return table(("scheme", "op", "variant", "Keccak-f", "SHA-256", "SHA-512", "M3 cycles", "floor", "ratio",
                  "M4 cycles", "floor", "ratio"), lines)


def optimize_table(rows):
    """Each scheme and operation as each setting of KSIG_OPTIMIZE builds it; those that are the same in one line."""
    lines = []
    for scheme, op in dict.fromkeys((row["scheme"], row["op"]) for row in rows):
        found = {}
        for setting, (variant, opt) in SETTINGS.items():
            own = {core: select(rows, scheme=scheme, op=op, core=core, variant=variant, opt=opt) for core in MODELLED}
            if not own[MODELLED[0]] or (setting == "speed" and scheme in OWN_VARIANT):
                continue
            found[setting] = [own[core][0] if own[core] else None for core in MODELLED]
        if "size" not in found or "balanced" not in found:
            continue
        for setting, (m3, m4) in found.items():
            name = "balanced, speed" if setting == "balanced" and "speed" not in found else setting
            own = [m3["flash"], m3["flash_hash"] - m3["flash_hash_idle"], m3["flash_runtime"]]
            lines.append((scheme, op, name, "-" + m3["opt"], *map(number, (*own, sum(own))),
                          number(m3["flash_hash_idle"]), number(ram(m3)), thousands(m3["cycles"]["mean"]), ratio(m3),
                          m4 and thousands(m4["cycles"]["mean"]) or "", m4 and ratio(m4) or ""))
    return table(("scheme", "op", "KSIG_OPTIMIZE", "compiler", "library", "hashes", "run time", "flash", "idle hashes",
                  "RAM", "M3 cycles", "x floor", "M4 cycles", "x floor"), lines)


def stack_table(rows):
    """One line for all schemes that agree."""
    lines, seen = [], {}
    for row in rows:
        figures = (row["core"], row["op"], row["variant"], row["opt"], number(row["stack_static"]),
                   number(row["stack"]), number(row["stack_painted"]), row["stack_note"] or "")
        seen.setdefault(figures, []).append(row["scheme"])
    for figures, names in seen.items():
        schemes = {row["scheme"] for row in rows if row["op"] == figures[1]}
        lines.append((figures[0], "all" if set(names) == schemes else ", ".join(names), *figures[1:]))
    return table(("core", "scheme", "op", "variant", "opt", "call graph", "counted", "painted", "why they differ"),
                 lines)


def published_table(rows, published):
    lines = []
    for row in published["rows"]:
        own = select(with_assembly(rows), scheme=row["scheme"], op=row["op"], core=row["core"], opt=OPT)
        if not own:
            continue
        name = published["sources"][row["source"]]["name"]
        lines.append((row["scheme"], row["op"], row["core"], f"{row['implementation']} ({name})", number(row["ram"]),
                      number(row["stack"]), number(row["code"]), thousands(row["cycles"]),
                      thousands(row.get("instructions")), percent(row["hash_share"])))
        for other in own:
            line = (other["scheme"], other["op"], other["core"], f"kilosig {other['variant']}", number(ram(other)),
                    number(other["stack"]), f"{number(other['flash'])} + {number(other['flash_hash'])}",
                    thousands(other["cycles"]["mean"]), thousands(other["instructions"]), percent(other["hash_share"]))
            if line not in lines:
                lines.append(line)
    lines.sort(key=lambda line: (line[2], line[0], line[1], line[3].startswith("kilosig"), line[3]))
    return table(("scheme", "op", "core", "by", "RAM", "of it stack", "code", "cycles", "instructions", "hash"), lines)


def flash_table(rows):
    """By object file of the library."""
    names = sorted({name for row in rows for name in row["flash_objects"]})
    lines = [(name, *(number(row["flash_objects"].get(name)) for row in rows)) for name in names]
    return table(("file", *(f"{row['variant']}, {row['opt']}" for row in rows)), lines)
