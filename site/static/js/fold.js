// SPDX-License-Identifier: Apache-2.0 OR MIT
// On a narrow screen a document of more than six screens is folded: each of its sections is opened by its heading, and
// by whatever link leads into it.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const narrow = matchMedia("(max-width: 36rem)"), SCREENS = 6, article = document.querySelector(".prose");

  function fold(level) {
    for (const heading of [...article.querySelectorAll(`:scope > ${level}`)]) {
      const details = document.createElement("details"), summary = document.createElement("summary"), inside = [];
      details.className = "fold";
      for (let next = heading.nextSibling; next && !/^H[12]$/.test(next.nodeName); next = next.nextSibling) inside.push(next);
      heading.before(details);
      summary.append(heading);
      details.append(summary, ...inside);
    }
  }

  function reveal() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let one = target.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    target.scrollIntoView();
  }

  if (!narrow.matches) return;
  document.getElementById("contents").open = false;
  if (article.offsetHeight <= (SCREENS - 1) * innerHeight) return;
  fold("h2");
  for (const table of article.querySelectorAll(":scope > .scroll")) table.classList.toggle("tall", table.offsetHeight > innerHeight);
  reveal();
  addEventListener("hashchange", reveal);
  const all = () => { for (const one of document.querySelectorAll(".fold")) one.open = true; };
  addEventListener("beforeprint", all);
  narrow.addEventListener("change", () => narrow.matches || all());
});
