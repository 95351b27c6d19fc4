# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The reference: doxygen reads the public headers, and its XML becomes pages of the handbook; and one page with every
RAM number, from the debug information and the accepted rows."""
from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

from kilosig_site import BUILD, ROOT, SITE, VARIANTS, wasm
from kilosig_site.handbook import Document, sections_of
from kilosig_site.layouts import layouts

from kilosig.files.bench_rows import accepted_path

FAMILIES = tuple(dict.fromkeys(family["header"].removesuffix(".h") for family in wasm.families()))
HEADERS = ("kilosig", "verify", "sign", "config", *FAMILIES, "schemes")
PREDEFINED = ("KSIG_BEGIN=", "KSIG_END=", "KSIG_MUST_CHECK=", "UINT32_C(x)=x", "KSIG_ENABLE_HASH_HOOKS=1")
NUMBER = ' class="number"'
DOXYFILE = """
PROJECT_NAME = kilosig
OUTPUT_DIRECTORY = {output}
INPUT = {include} {research}
FILE_PATTERNS = *.h
INPUT_FILTER = "{python} {filter}"
FILTER_SOURCE_FILES = NO
EXTRACT_ALL = YES
OPTIMIZE_OUTPUT_FOR_C = YES
MARKDOWN_SUPPORT = NO
AUTOLINK_SUPPORT = NO
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
SEARCH_INCLUDES = NO
PREDEFINED = {predefined}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
QUIET = YES
WARNINGS = NO
"""


def doxygen() -> Path:
    """Runs it; returns the folder of the XML."""
    output = BUILD / "doxygen"
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    text = DOXYFILE.format(output=output, include=ROOT / "include" / "kilosig",
                           research=ROOT / "research" / "include" / "kilosig", python=sys.executable,
                           filter=SITE / "kilosig_site" / "comments.py",
                           predefined=" ".join(f'"{one}"' for one in PREDEFINED))
    (output / "Doxyfile").write_text(text, encoding="utf-8")
    subprocess.run(["doxygen", str(output / "Doxyfile")], check=True, stdout=subprocess.DEVNULL)
    return output / "xml"


def words(element: ElementTree.Element | None) -> str:
    """Plain text of an element."""
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip() if element is not None else ""


def described(element: ElementTree.Element) -> str:
    """The comment as HTML. comments.py makes each a verbatim block, whose paragraphs and indented lines stay."""
    blocks = [block.text or "" for name in ("briefdescription", "detaileddescription")
              for one in element.findall(name) for block in one.iter("verbatim")]
    text = "\n\n".join(block.strip() for block in blocks)
    return paragraphs(text)


def paragraphs(text: str) -> str:
    """Paragraphs, and what is indented as it stands."""
    found: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        if any(line.startswith("  ") for line in lines):
            found.append(f'<pre tabindex="0">{html.escape(block)}</pre>')
        elif block.strip():
            found.append(f"<p>{html.escape(' '.join(line.strip() for line in lines))}</p>")
    return "".join(found)


def declaration(member: ElementTree.Element) -> str:
    """In C."""
    name = words(member.find("name"))
    if member.get("kind") == "define":
        parameters = [words(one.find("defname")) for one in member.findall("param")]
        value = words(member.find("initializer"))
        head = f"#define {name}" + (f"({', '.join(parameters)})" if parameters else "")
        return f"{head} {value}" if len(value) < 90 else head
    text = f"{words(member.find('definition'))}{words(member.find('argsstring'))}".replace("( ", "(")
    return re.sub(r"\s*\*\s*", " *", text) + ";"


def member_of(member: ElementTree.Element) -> str:
    """Type and name."""
    kind = words(member.find("definition")).split("::")[0].rsplit(" ", 1)[0]
    return f"{kind} {words(member.find('name'))}{words(member.find('argsstring'))}"


def scrolled(label: str, head: Sequence[str], left: int, rows: str) -> str:
    """A table that scrolls by itself; the first `left` columns to the left."""
    cells = "".join(f'<th scope="col"{"" if i < left else NUMBER}>{name}</th>' for i, name in enumerate(head))
    return (f'<div class="scroll" tabindex="0" role="region" {label}><table><thead><tr>{cells}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>")


def structures(xml: Path, file: ElementTree.Element) -> list[tuple[int, str, str]]:
    """(line, name, HTML) of the structs in a header."""
    found = []
    for inner in file.findall("innerclass"):
        whole = ElementTree.parse(xml / f"{inner.get('refid')}.xml").getroot().find("compounddef")
        assert whole is not None
        rows = "".join(f'<tr><th scope="row"><code>{html.escape(member_of(member))}</code></th>'
                       f"<td>{described(member)}</td></tr>" for member in whole.iter("memberdef"))
        table = scrolled('aria-label="Members"', ("Member", "Meaning"), 2, rows) if rows else ""
        location = whole.find("location")
        line = int(location.get("line", "0")) if location is not None else 0
        found.append((line, words(whole.find("compoundname")), described(whole) + table))
    return found


def header(xml: Path, name: str) -> Document:
    """A page for one header."""
    file = ElementTree.parse(xml / f"{name.replace('_', '__')}_8h.xml").getroot().find("compounddef")
    assert file is not None
    entries = structures(xml, file)
    for member in file.iter("memberdef"):
        label, location = words(member.find("name")), member.find("location")
        known = any(label == struct for _, struct, _ in entries)  # a typedef of a struct that is there
        if label.endswith("_H") or label.startswith("@") or not label or (member.get("kind") == "typedef" and known):
            continue
        line = int(location.get("line", "0")) if location is not None else 0
        code = f'<pre class="declaration">{html.escape(declaration(member))}</pre>'
        entries.append((line, label, code + described(member)))
    source = next(path for path in (f"include/kilosig/{name}.h", f"research/include/kilosig/{name}.h")
                  if (ROOT / path).is_file())
    text = (ROOT / source).read_text(encoding="utf-8")
    comment = re.match(r"/\*(.*?)\*/", text, re.DOTALL)
    about = re.sub(r"^ \*( |$)", "", comment[1], flags=re.MULTILINE).strip() if comment else ""
    about = re.sub(r"SPDX-License-Identifier: \S+ OR \S+", "", about)
    parts = [f'<h1 id="{name}-h">kilosig/{name}.h</h1>', paragraphs(about)]
    if name == "config":  # options are read as they stand
        parts.append(f'<h2 id="options">Options</h2><pre tabindex="0">{html.escape(text)}</pre>')
    else:
        seen: dict[str, int] = {}
        for _, label, content in sorted(entries):
            seen[label] = seen.get(label, 0) + 1
            anchor = label if seen[label] == 1 else f"{label}-{seen[label]}"
            parts.append(f'<h2 id="{html.escape(anchor)}"><code>{html.escape(label)}</code></h2>{content}')
    content = "".join(parts)
    return Document(source, f"api-{name}.html", f"kilosig/{name}.h", content,
                    sections_of(content, f"kilosig/{name}.h"))


def stacks() -> dict[tuple[str, str, str], int]:
    """{(scheme, operation, variant): bound of the stack} of the accepted rows, Cortex-M3 at -O2."""
    found: dict[tuple[str, str, str], int] = {}
    for row in json.loads(accepted_path().read_text(encoding="utf-8")):
        if (row["core"], row["opt"]) == ("cortex-m3", "O2"):
            # The schemes whose keys name their sets have a row for some of them: the deepest counts.
            for name in (row["scheme"], row["scheme"].split("-")[0]):
                key = (name, row["op"], row["variant"])
                found[key] = max(found.get(key, 0), row["stack_static"])
    return found


def ram() -> Document:
    """Every RAM number."""
    known, rows = stacks(), []
    for variant in VARIANTS:
        for one in layouts(variant):
            stack = known.get((one.scheme, one.operation, variant), known.get((one.scheme, one.operation, "default")))
            measured = ("-", "-") if stack is None else (f"{stack:,}", f"{one.state_bytes + stack:,}")
            figures = "".join(f"<td{NUMBER}>{text}</td>" for text in (f"{one.state_bytes:,}", *measured))
            names = f'<th scope="row">{one.scheme}</th><td>{one.operation}</td><td>{variant}</td>'
            rows.append(f"<tr>{names}{figures}</tr>")
    about = ("In bytes. The state is what the debug information of the Cortex-M3 build says, with every set of "
             "parameters enabled. The stack is the bound of the accepted rows of the bench, Cortex-M3 at -O2; a dash "
             "where the bench has no row of that name. A signer also needs its secret key and perhaps its signature.")
    table = scrolled('aria-labelledby="ram"', ("Scheme", "Operation", "Variant", "State", "Stack", "Sum"), 3,
                     "".join(rows))
    content = f'<h1 id="ram">RAM of every operation</h1><p>{about}</p>{table}'
    return Document("api-ram", "api-ram.html", "RAM of every operation", content,
                    sections_of(content, "RAM of every operation"))


def reference() -> list[Document]:
    """All pages."""
    xml = doxygen()
    return [ram(), *(header(xml, name) for name in HEADERS)]
