// SPDX-License-Identifier: Apache-2.0 OR MIT
// Light, dark, or what the system says. Loaded before the page is painted.
"use strict";
(function () {
  const NAMES = ["system", "light", "dark"], root = document.documentElement;

  function stored() {
    try { return localStorage.getItem("kilosig-theme"); } catch { return null; } // file:// may have no storage
  }

  function show(name) {
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
  }

  let current = NAMES.includes(stored()) ? stored() : "system";
  show(current);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    button.hidden = false;
    button.textContent = `Theme: ${current}`;
    button.addEventListener("click", () => {
      current = NAMES[(NAMES.indexOf(current) + 1) % NAMES.length];
      show(current);
      button.textContent = `Theme: ${current}`;
      try { localStorage.setItem("kilosig-theme", current); } catch { /* only this page then */ }
      document.dispatchEvent(new Event("kilosig-theme"));
    });
  });
})();
