// SPDX-License-Identifier: Apache-2.0 OR MIT
// The page "Memory": which of the generated pictures is shown. The address carries the choice.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const $ = (id) => document.getElementById(id), maps = kilosig.maps;

  function fill(id, values, wanted) {
    $(id).replaceChildren(...values.map((value) => Object.assign(document.createElement("option"), { value, textContent: value })));
    $(id).value = values.includes(wanted) ? wanted : values[0];
  }

  function cell(tag, text, className) {
    const element = Object.assign(document.createElement(tag), { textContent: text, className: className || "" });
    if (tag === "th") element.scope = "row";
    return element;
  }

  function show(first) {
    const operation = $("operation").value, ofOperation = maps.filter((one) => one.operation === operation);
    fill("scheme", [...new Set(ofOperation.map((one) => one.scheme))], first ? first.scheme : $("scheme").value);
    const ofScheme = ofOperation.filter((one) => one.scheme === $("scheme").value);
    fill("variant", ofScheme.map((one) => one.variant), first ? first.variant : $("variant").value);
    const one = ofScheme.find((map) => map.variant === $("variant").value);
    $("title").textContent = one.title;
    $("file").href = one.file;
    Object.assign($("map"), { width: one.width, height: one.height, src: one.file, alt: `${one.title}. The table has the same.` });
    $("areas").replaceChildren(...one.areas.map(([name, offset, size, also]) => {
      const row = document.createElement("tr");
      row.append(cell("th", also ? `${name}, one of: ${also}` : name), cell("td", offset.toLocaleString("en"), "number"),
                 cell("td", size.toLocaleString("en"), "number"));
      return row;
    }));
    if (!first) history.replaceState(null, "", `#${one.operation}/${one.scheme}/${one.variant}`);
  }

  const [operation, scheme, variant] = location.hash.slice(1).split("/");
  if (["verify", "sign", "keygen"].includes(operation)) $("operation").value = operation;
  show({ scheme: scheme || "ml-dsa-44", variant: variant || "default" });
  for (const id of ["operation", "scheme", "variant"]) $(id).addEventListener("change", () => show());
});
