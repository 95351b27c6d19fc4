// SPDX-License-Identifier: Apache-2.0 OR MIT
// Search in the documents: every section that has all words, those with the words in headings first. The index is
// loaded when somebody begins to search.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

document.addEventListener("DOMContentLoaded", () => {
  const field = document.getElementById("search"), found = document.getElementById("found");
  const MOST = 30, AROUND = 90;
  let loading = null;

  function load() {
    loading = loading || new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = "search-index.js";
      element.onload = resolve;
      element.onerror = reject;
      document.head.append(element);
    });
    return loading;
  }

  function search(words) {
    const hits = [];
    for (const [title, file, sections] of kilosig.pages) {
      for (const [anchor, heading, text] of sections) {
        const head = `${title} ${heading}`.toLowerCase(), body = text.toLowerCase();
        if (!words.every((word) => head.includes(word) || body.includes(word))) continue;
        const score = words.reduce((sum, word) => sum + (heading.toLowerCase().includes(word) ? 20 : head.includes(word) ? 8 : 0) +
          Math.min(5, body.split(word).length - 1), 0);
        hits.push({ score, title, heading, url: file + (anchor ? `#${anchor}` : ""), text, at: body.indexOf(words[0]) });
      }
    }
    return hits.sort((a, b) => b.score - a.score);
  }

  function show(hits, words) {
    const title = Object.assign(document.createElement("h2"), { textContent: `${hits.length} found for "${words.join(" ")}"` });
    const list = Object.assign(document.createElement("ol"), { className: "results" });
    list.append(...hits.slice(0, MOST).map((hit) => {
      const item = document.createElement("li"), link = Object.assign(document.createElement("a"), { href: hit.url });
      link.textContent = hit.heading === hit.title ? hit.title : `${hit.title}: ${hit.heading}`;
      const start = Math.max(0, hit.at - AROUND), text = Object.assign(document.createElement("p"), { className: "soft" });
      text.textContent = (start ? "... " : "") + hit.text.slice(start, start + 2 * AROUND) + " ...";
      item.append(link, text);
      return item;
    }));
    found.replaceChildren(title, list);
    found.hidden = false;
  }

  async function update() {
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    if (!words.length) { found.hidden = true; return; }
    await load();
    show(search(words), words);
  }

  field.addEventListener("focus", load);
  field.addEventListener("input", update);
  document.getElementById("search-form").addEventListener("submit", (event) => { event.preventDefault(); update(); });
  if (matchMedia("(max-width: 56rem)").matches) document.getElementById("contents").open = false;
});
