# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The documents of the repository as pages, with navigation and an index to search: every Markdown file that an
integrator may want, rendered by Python-Markdown. Links between them go to the pages, links to headers to the reference,
links to other sources to a copy of the file."""
from __future__ import annotations

import html
import os
import posixpath
import re
import shutil
import struct
from dataclasses import dataclass, field
from pathlib import Path

import markdown

from kilosig_site import ROOT
from kilosig_site.pages import page, script, source, write

# Groups of the navigation: [(file, title or "" for the document's own)].
NAVIGATION: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Begin", (("docs/README.md", "Overview"), ("README.md", "Readme"), ("docs/which_signature.md", ""),
               ("docs/integrating.md", ""), ("docs/streaming.md", ""), ("examples/README.md", "Examples"),
               ("docs/protocol.md", ""))),
    ("Schemes", tuple((f"docs/schemes/{name}.md", "") for name in (
        "ml_dsa", "ml_dsa_sign", "slh_dsa", "slh_dsa_sign", "stateful", "falcon", "haetae", "multivariate"))),
    ("Figures", (("docs/figures.md", ""), ("docs/benchmarks.md", ""), ("docs/memory.md", ""),
                 ("docs/measuring.md", ""), ("docs/performance.md", ""))),
    ("Trust", (("docs/assurance.md", ""), ("SECURITY.md", ""))),
    ("Tools", (("tools/README.md", "Host tool"), ("firmware/README.md", "Firmware"), ("site/README.md", "This site"))),
    ("Project", (("CONTRIBUTING.md", ""), ("CHANGELOG.md", ""), ("bench/plugin/README.md", "QEMU plugin"),
                 ("bench/firmware/boards/README.md", "Boards of the bench"))),
)
SCRIPTS = ("js/search.js", "js/fold.js")


@dataclass
class Document:
    """A page of the handbook. content: HTML."""

    path: str
    file: str
    title: str
    content: str
    sections: list[tuple[str, str, str]] = field(default_factory=list)  # anchor, heading, text


def documents() -> list[str]:
    """Of the navigation, and every other document below docs/, which somebody may have added."""
    named = [path for _, group in NAVIGATION for path, _ in group if (ROOT / path).is_file()]
    others = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    return named + [path for path in others if path not in named]


def file_of(path: str) -> str:
    """docs/schemes/ml_dsa.md: schemes-ml_dsa.html; firmware/README.md: firmware.html."""
    if path == "docs/README.md":
        return "index.html"
    name = path[len("docs/"):] if path.startswith("docs/") else path
    name = re.sub(r"/README\.md$", "", name)
    return re.sub(r"\.md$", "", name).replace("/", "-").lower() + ".html"


def slug(text: str, _separator: str = "-") -> str:
    """Of a heading, as the forges make it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def plain(text: str) -> str:
    """HTML without tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text))).strip()


class Handbook:
    """All documents, and files that they link to."""

    def __init__(self, output: Path) -> None:
        self.output = output / "docs"
        self.known = documents()
        self.copied: dict[str, str] = {}

    def link(self, path: str, target: str) -> str:
        """Where a link of a document goes on the site; "" if that is not here."""
        place, _, anchor = target.partition("#")
        anchor = f"#{anchor}" if anchor else ""
        if re.match(r"[a-z]+:", target) or not place:
            return target
        name = posixpath.normpath(posixpath.join(posixpath.dirname(path), place))
        for candidate in (name, f"{name}/README.md"):
            if candidate in self.known:
                return file_of(candidate) + anchor
        if re.match(r"(research/)?include/kilosig/", name) and name.endswith(".h"):
            return f"api-{Path(name).stem}.html"
        found = ROOT / name
        if not found.is_file():
            return ""
        if found.suffix in (".svg", ".png"):
            copy = f"images/{name.replace('/', '-')}"
        else:
            copy = f"sources/{name.replace('/', '-')}.txt"
        self.copied[name] = copy
        (self.output / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, self.output / copy)
        return copy

    def rewritten(self, path: str, text: str) -> str:
        """Links, and what scrolls can be reached by keyboard."""
        def attribute(match: re.Match[str]) -> str:
            name, target = match[1], html.unescape(match[2])
            goal = self.link(path, target)
            return f'{name}="{html.escape(goal)}"' if goal else 'data-source="only in the repository"'

        text = re.sub(r'(href|src)="([^"]*)"', attribute, text)
        text = re.sub(r'<img [^>]*src="([^"]*)"[^>]*>', self.sized, text)
        text = text.replace("<table>", '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
        text = text.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
        return re.sub(r'(<t[hd]) style="text-align: right;"', r'\1 class="number"', text)

    def sized(self, match: re.Match[str]) -> str:
        """A picture takes its place before it is there, and is loaded when somebody comes near it."""
        head = (self.output / match[1]).read_bytes()[:2000]
        box = re.search(rb'viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', head)
        sides = (float(box[1]), float(box[2])) if box else ()
        if head.startswith(b"\x89PNG"):
            sides = struct.unpack(">II", head[16:24])
        size = f'width="{sides[0]:.0f}" height="{sides[1]:.0f}" ' if sides else ""
        return match[0].replace("<img ", f'<img loading="lazy" {size}', 1)

    def read(self, path: str, title: str) -> Document:
        """A document as HTML."""
        text = (ROOT / path).read_text(encoding="utf-8")
        maker = markdown.Markdown(extensions=["tables", "fenced_code", "toc", "sane_lists"],
                                  extension_configs={"toc": {"slugify": slug}}, output_format="html")
        content = self.rewritten(path, maker.convert(text))
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", content, re.DOTALL)
        own = plain(heading[1]) if heading else path
        made = Document(path, file_of(path), title or own, content)
        made.sections = sections_of(content, own)
        return made

    def write(self, made: Document, navigation: str) -> None:
        """The page."""
        body = source("handbook.html").replace("@navigation@", navigation).replace("@content@", made.content)
        body = body.replace(f'href="{made.file}"', f'href="{made.file}" aria-current="page"', 1)
        title = html.escape(made.title)
        write(self.output / made.file, page(f"{title}: kilosig", f"kilosig: {title}", body, "docs/index.html", SCRIPTS,
                                            depth=1))


def sections_of(content: str, title: str) -> list[tuple[str, str, str]]:
    """(anchor, heading, text) of the parts between headings."""
    parts = re.split(r'<h[1-4] id="([^"]+)"[^>]*>(.*?)</h[1-4]>', content, flags=re.DOTALL)
    found = [("", title, plain(parts[0]))] if plain(parts[0]) else []
    for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        found.append((anchor, plain(heading), plain(text)))
    return found


def navigation_of(made: list[Document], reference: list[Document]) -> str:
    """The list beside every page."""
    by_path = {one.path: one for one in made}
    listed = {path for _, group in NAVIGATION for path, _ in group}
    groups = [(name, [by_path[path] for path, _ in group if path in by_path]) for name, group in NAVIGATION]
    others = [one for one in made if one.path not in listed]
    groups += [("More", others)] if others else []
    groups.append(("Reference", reference))
    return "".join(f"<p>{name}</p><ul>" + "".join(f'<li><a href="{one.file}">{html.escape(one.title)}</a></li>'
                                                  for one in group) + "</ul>" for name, group in groups)


def make(output: Path, reference: list[Document]) -> None:
    """Writes all pages and the index. reference: pages that api.py made."""
    book = Handbook(output)
    titles = {path: title for _, group in NAVIGATION for path, title in group}
    made = [book.read(path, titles.get(path, "")) for path in book.known]
    navigation = navigation_of(made, reference)
    for one in [*made, *reference]:
        book.write(one, navigation)
    script(output / "docs" / "search-index.js", ".pages", [
        [one.title, one.file, [list(section) for section in one.sections]] for one in [*made, *reference]])
    write(output / "index.html", page("kilosig: post-quantum signatures in 8 kB of RAM",
                                      "Post-quantum signatures for microcontrollers with 8 kB of RAM.",
                                      start_page(), "index.html"))


def start_page() -> str:
    """The front page; its table is README.md's."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme.split("<!-- headline: begin -->")[1].split("<!-- headline: end -->")[0]
    text = markdown.markdown(table.strip(), extensions=["tables"])
    text = re.sub(r'(<t[hd]) style="text-align: right;"', r'\1 class="number"', text)
    return source("index.html").replace("@headline@", text)


def missing_links(output: Path) -> list[str]:
    """Links of all pages that lead nowhere: the test's."""
    wrong: list[str] = []
    pages = {path: path.read_text(encoding="utf-8") for path in output.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    for path, text in pages.items():
        for target in re.findall(r'(?:href|src)="([^"]*)"', text):
            target = html.unescape(target)
            if re.match(r"(https?|mailto|data):", target):
                continue
            name, _, anchor = target.partition("#")
            goal = Path(os.path.normpath(path.parent / name)) if name else path
            if not goal.exists() or (anchor and goal in anchors and "=" not in anchor and anchor not in anchors[goal]):
                wrong.append(f"{path.relative_to(output)}: {target}")
    return wrong
