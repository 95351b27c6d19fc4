// SPDX-License-Identifier: Apache-2.0 OR MIT
// The page "Which scheme": sliders, the answer, the plot and the table. The address carries the choice.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const $ = (id) => document.getElementById(id), data = kilosig.advice, K = 1024;
  const bytes = (value) => (value % K ? `${value} B` : `${value / K} kB`);
  const rate = (value) => (value >= 1e6 ? `${value / 1e6} Mbit/s` : `${value / 1e3} kbit/s`);
  // What a slider can say; the last is no limit.
  const SLIDERS = {
    ram: { values: [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 32, 64].map((one) => one * K), text: bytes, any: "any", first: 8 * K },
    flash: { values: [3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128].map((one) => one * K), text: bytes, any: "any", first: null },
    time: { values: [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10, 30, 60], any: "any", first: null,
            text: (value) => (value < 1 ? `${+(1000 * value).toPrecision(6)} ms` : `${value} s`) },
    clock: { values: [1, 4, 8, 16, 24, 32, 48, 64, 72, 80, 100, 120, 168].map((one) => one * 1e6), first: 24e6,
             text: (value) => `${value / 1e6} MHz` },
    bus: { values: [9600, 19200, 57600, 115200, 250e3, 500e3, 1e6, 2e6, 5e6, 10e6, 20e6, 100e6], text: rate, any: "not counted", first: null },
  };
  const SELECTS = ["framing", "core", "op", "standard", "opt"];
  // As many rows as a reader can take in at first; "any" shows them all anyway.
  for (const core of data.cores) $("core").append(Object.assign(document.createElement("option"), { value: core, textContent: core }));

  function place(name, wanted) {
    const slider = SLIDERS[name], element = $(name);
    if (wanted !== null && !slider.values.includes(wanted)) slider.values = [...slider.values, wanted].sort((a, b) => a - b);
    element.min = 0;
    element.max = slider.values.length - (slider.any ? 0 : 1);
    element.step = 1;
    element.value = wanted === null ? slider.values.length : slider.values.indexOf(wanted);
  }

  function chosen(name) {
    const value = SLIDERS[name].values[Number($(name).value)];
    return value === undefined ? null : value;
  }

  function choice() {
    const found = { prehash: $("prehash").checked };
    for (const name of Object.keys(SLIDERS)) found[name] = chosen(name);
    for (const name of SELECTS) found[name] = $(name).value;
    return found;
  }

  // ---- The address --------------------------------------------------------------------------------------------

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const [name, slider] of Object.entries(SLIDERS)) {
      const text = given.get(name), value = Number(text);
      place(name, text === "any" && slider.any ? null : text !== null && value > 0 && Number.isFinite(value) ? value : slider.first);
    }
    for (const name of SELECTS) {
      const known = [...$(name).options].map((one) => one.value), value = given.get(name);
      $(name).value = known.includes(value) ? value : known[0];
    }
    $("prehash").checked = given.get("prehash") === "1";
  }

  function address(found) {
    const values = new URLSearchParams();
    for (const [name, slider] of Object.entries(SLIDERS)) if (found[name] !== slider.first) values.set(name, found[name] === null ? "any" : found[name]);
    for (const name of SELECTS) if (found[name] !== $(name).options[0].value) values.set(name, found[name]);
    if (found.prehash) values.set("prehash", "1");
    return `#${values}`;
  }

  function command(found) {
    const words = ["kilosig advise"], plain = (value) => (Number.isInteger(value) ? value : value.toFixed(9));
    if (found.ram !== null) words.push(`--ram ${plain(found.ram)}`);
    if (found.flash !== null) words.push(`--flash ${plain(found.flash)}`);
    if (found.bus !== null) words.push(`--bus ${plain(found.bus)}`);
    if (found.framing !== "payload") words.push(`--framing ${found.framing}`);
    if (found.time !== null) words.push(`--max-time ${+(1000 * found.time).toFixed(6)}ms`);
    words.push(`--clock ${plain(found.clock)}`, `--core ${found.core}`);
    if (found.op !== "verify") words.push(`--op ${found.op}`);
    if (found.standard) words.push(`--standard ${found.standard}`);
    if (found.opt) words.push(`--opt ${found.opt}`);
    if (found.prehash) words.push("--prehash");
    return words.join(" ");
  }

  // ---- The answer ---------------------------------------------------------------------------------------------

  const ms = (seconds) => (seconds === null ? "-" : `${(1000 * seconds).toFixed(seconds < 0.01 ? 1 : 0)} ms`);
  const count = (value) => (value === null ? "-" : value.toLocaleString("en-US"));
  const WARNINGS = { standard: "", stateful: " Its signer must never use a leaf twice: nothing standardized without state fits." };

  function answer(best, found) {
    const fits = best && !best.misses.length, title = document.createElement("strong"), text = document.createElement("span");
    $("answer").className = `verdict ${fits ? "good" : "bad"}`;
    title.textContent = fits ? `${best.row.scheme}, variant ${best.row.variant}, -${best.row.opt}` : "Nothing fits";
    const warning = fits ? WARNINGS[best.row.standing] ?? ` It is ${best.row.standing}, no standard: nothing standardized fits.` : "";
    text.textContent = fits
      ? `${count(best.row.ram)} bytes of RAM, ${count(best.flash)} of flash, ${ms(best.seconds)}.${warning} In config.h: ` +
        best.row.settings[found.prehash ? 1 : 0].join(", ")
      : best ? `Nearest: ${best.row.scheme}, out for ${best.misses.join("; ")}.` : "No row was measured for this core and operation.";
    $("answer").replaceChildren(title, text);
  }

  function cell(tag, text, className) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (className) element.className = className;
    if (tag === "th") element.scope = "row";
    return element;
  }

  function table(advices, found) {
    $("caption").textContent = `${advices.filter((one) => !one.misses.length).length} of ${advices.length} fit: ${found.core}, ` +
      `message of ${data.message} bytes. RAM is for any input and mode; cycles are modelled, the slowest run counts.`;
    $("rows").replaceChildren(...advices.map((one) => {
      const row = document.createElement("tr");
      row.append(cell("th", one.row.scheme), cell("td", one.row.standing), cell("td", one.row.variant), cell("td", one.row.opt),
                 cell("td", count(one.row.ram), "number"), cell("td", count(one.flash), "number"), cell("td", ms(one.transfer), "number"),
                 cell("td", ms(one.compute), "number"),
                 one.misses.length ? cell("td", `no: ${one.misses.join("; ")}`) : cell("td", `yes; bottleneck: ${one.bottleneck}`, "fits"));
      return row;
    }));
  }

  function legend(advices) {
    const shown = new Set(advices.map((one) => kilosig.familyOf(one.row.scheme)));
    $("plot-legend").replaceChildren(...kilosig.FAMILIES.filter((family) => shown.has(family)).map(([name, , colour]) => {
      const item = document.createElement("li"), swatch = cell("span", "", "swatch");
      swatch.style.background = colour;
      item.append(swatch, name);
      return item;
    }));
  }

  function update(first) {
    const found = choice(), advices = kilosig.advise(data, found);
    for (const [name, slider] of Object.entries(SLIDERS)) {
      const text = found[name] === null ? slider.any : slider.text(found[name]);
      $(`${name}-value`).textContent = text;
      $(name).setAttribute("aria-valuetext", text);
    }
    answer(advices[0], found);
    const without = kilosig.plot($("plot"), advices, found, found.clock);
    $("plot-point").textContent = "Each point has its text under the pointer; arrow keys go from one to the next.";
    $("plot-note").textContent = "Filled: fits. Hollow: out. The thin line begins where the permutations and compressions of the " +
      "scheme's hashes alone would end." + (without ? ` ${without} rows have no time and are in the table alone.` : "");
    legend(advices);
    table(advices, found);
    $("command").textContent = command(found);
    $("link").href = address(found) === "#" ? "advisor.html" : address(found);
    if (!first) history.replaceState(null, "", address(found));
  }

  $("plot").addEventListener("point", (event) => { $("plot-point").textContent = event.detail; });
  read();
  update(true);
  for (const name of [...Object.keys(SLIDERS), ...SELECTS, "prehash"]) $(name).addEventListener("input", () => update());
  matchMedia("(max-width: 36rem)").addEventListener("change", () => update(true));
  addEventListener("hashchange", () => { read(); update(true); });
});
