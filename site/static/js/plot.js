// SPDX-License-Identifier: Apache-2.0 OR MIT
// RAM against time on logarithmic axes: a point for each row, hollow if it is out; a thin line from the floor of its
// hashes to it; the lines of 8 kB and of the limits.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  const NS = "http://www.w3.org/2000/svg", LEFT = 70, TOP = 12, NARROW = 36; // rem, as in site.css
  kilosig.FAMILIES = [["ML-DSA", /^(ml-dsa|dilithium)/, "#2f74c8"], ["SLH-DSA, SPHINCS+", /^(slh-dsa|sphincs)/, "#c05a12"],
                      ["LMS, HSS", /^(lms|hss)/, "#2b8a3e"], ["XMSS", /^xmss/, "#0e8f96"], ["Falcon, FN-DSA", /^(falcon|fn-dsa)/, "#a445b8"],
                      ["HAETAE", /^haetae/, "#c2325c"], ["Rainbow, GeMSS", /^(rainbow|gemss)/, "#8a8200"],
                      ["UOV, MAYO", /^(uov|mayo)/, "#6b5b4d"]];

  kilosig.familyOf = (scheme) => kilosig.FAMILIES.find(([, pattern]) => pattern.test(scheme));

  function make(tag, values, text) {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  // A scale from [least, most] to pixels; both become whole steps of the ticks.
  function scale(values, from, to, steps) {
    const least = Math.min(...values), most = Math.max(...values), ticks = [];
    for (const step of steps) if (step >= least / 10 && step <= most * 10) ticks.push(step);
    let low = ticks[0], high = ticks[ticks.length - 1];
    for (const tick of ticks) { if (tick <= least) low = tick; }
    for (const tick of [...ticks].reverse()) { if (tick >= most) high = tick; }
    const place = (value) => from + (to - from) * (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
    return { place, ticks: ticks.filter((tick) => tick >= low && tick <= high), low, high };
  }

  const TIMES = [], TENS = [], RAMS = [];
  for (let power = -5; power < 5; power++) {
    TENS.push(10 ** power);
    TIMES.push(10 ** power, 3 * 10 ** power);
  }
  for (let bytes = 128; bytes <= 1 << 20; bytes *= 2) RAMS.push(bytes);
  const timeText = (seconds) => (seconds < 1 ? `${+(1000 * seconds).toPrecision(1)} ms` : `${seconds} s`);
  const ramText = (bytes) => (bytes < 1024 ? `${bytes} B` : `${bytes / 1024} kB`);

  // One stop for Tab; then left and right go by time, up and down by RAM, Home and End to the ends. What has the focus is
  // told to whoever listens for "point".
  function walk(svg, shown, points) {
    const by = (value) => [...shown].sort((a, b) => value(a) - value(b));
    const time = by((one) => one.seconds), ram = by((one) => one.row.ram);
    const orders = { ArrowRight: [time, 1], ArrowLeft: [time, -1], ArrowUp: [ram, 1], ArrowDown: [ram, -1] };
    let current = shown[0];
    const to = (one) => {
      points.get(current).setAttribute("tabindex", -1);
      current = one;
      points.get(one).setAttribute("tabindex", 0);
    };
    to(current);
    for (const [one, group] of points) {
      group.addEventListener("focus", () => {
        to(one);
        svg.dispatchEvent(new CustomEvent("point", { detail: group.getAttribute("aria-label") }));
      });
    }
    svg.onkeydown = (event) => {
      const [order, step] = orders[event.key] || [];
      const next = event.key === "Home" ? time[0] : event.key === "End" ? time[time.length - 1]
        : order && order[Math.min(order.length - 1, Math.max(0, order.indexOf(current) + step))];
      if (!next) return;
      event.preventDefault();
      points.get(next).focus();
    };
  }

  // Names of schemes at their points, those that fit first, each where it covers no point and no other name; the others
  // have their names in the table. spots: [name, x, y]; taken: boxes [left, top, right, bottom]; room: the box of the axes.
  function label(svg, spots, taken, room) {
    const HIGH = 13, GAP = 9, named = new Set();
    for (const [name, px, py] of spots) {
      if (named.has(name)) continue;
      const text = make("text", { class: "label", "aria-hidden": "true" }, name);
      svg.append(text);
      const wide = text.getComputedTextLength();
      const places = [[px + GAP, py - HIGH / 2], [px - GAP - wide, py - HIGH / 2], [px - wide / 2, py - GAP - HIGH], [px - wide / 2, py + GAP]];
      const place = places.find(([x, y]) => x >= room[0] && y >= room[1] && x + wide <= room[2] && y + HIGH <= room[3] &&
        !taken.some((box) => x < box[2] && x + wide > box[0] && y < box[3] && y + HIGH > box[1]));
      if (!place) {
        text.remove();
        continue;
      }
      named.add(name);
      text.setAttribute("x", place[0]);
      text.setAttribute("y", place[1] + HIGH - 3);
      taken.push([place[0], place[1], place[0] + wide, place[1] + HIGH]);
    }
  }

  // advices: of kilosig.advise; choice: its limits. Returns how many rows have no time and are not shown.
  kilosig.plot = function (svg, advices, choice, clock) {
    const shown = advices.filter((one) => one.seconds !== null && one.row.ram);
    const narrow = matchMedia(`(max-width: ${NARROW}rem)`).matches, WIDTH = narrow ? 420 : 800, HEIGHT = narrow ? 420 : 500;
    const RIGHT = WIDTH - 15, BOTTOM = HEIGHT - 50;
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.replaceChildren();
    if (!shown.length) {
      svg.append(make("text", { x: WIDTH / 2, y: HEIGHT / 2, "text-anchor": "middle" }, "No row has a time on this core."));
      return advices.length;
    }
    const floorOf = (one) => (one.row.floor ? one.row.floor / clock + (one.transfer || 0) : one.seconds);
    const x = scale([...shown.map((one) => one.seconds), ...shown.map(floorOf)], LEFT, RIGHT, narrow ? TENS : TIMES);
    const y = scale([...shown.map((one) => one.row.ram), 8192], BOTTOM, TOP, RAMS);
    for (const tick of x.ticks) {
      svg.append(make("line", { class: "grid", x1: x.place(tick), x2: x.place(tick), y1: TOP, y2: BOTTOM }));
      svg.append(make("text", { x: x.place(tick), y: BOTTOM + 18, "text-anchor": "middle" }, timeText(tick)));
    }
    for (const tick of y.ticks) {
      svg.append(make("line", { class: "grid", x1: LEFT, x2: RIGHT, y1: y.place(tick), y2: y.place(tick) }));
      svg.append(make("text", { x: LEFT - 8, y: y.place(tick) + 4, "text-anchor": "end" }, ramText(tick)));
    }
    svg.append(make("text", { x: (LEFT + RIGHT) / 2, y: BOTTOM + 40, "text-anchor": "middle" }, "time: bus and computation"));
    const line = (value, axis, text) => {
      const at = axis.place(value);
      if (value < axis.low || value > axis.high) return;
      svg.append(axis === y ? make("line", { class: "limit", x1: LEFT, x2: RIGHT, y1: at, y2: at })
        : make("line", { class: "limit", x1: at, x2: at, y1: TOP, y2: BOTTOM }));
      svg.append(axis === y ? make("text", { x: RIGHT - 4, y: at < TOP + 20 ? at + 16 : at - 5, "text-anchor": "end" }, text)
        : make("text", { x: at - 5, y: TOP + 12, "text-anchor": "end" }, text));
    };
    line(8192, y, "8 kB");
    if (choice.ram !== null && choice.ram !== 8192) line(choice.ram, y, "your RAM");
    if (choice.time !== null) line(choice.time, x, "your time");
    const points = new Map(), taken = [...svg.querySelectorAll(".limit + text")].map((one) => {
      const { x: left, y: top, width, height } = one.getBBox();
      return [left, top, left + width, top + height];
    });
    for (const one of [...shown].reverse()) { // what fits lies on top
      const colour = kilosig.familyOf(one.row.scheme)[2], px = x.place(one.seconds), py = y.place(one.row.ram);
      const text = `${one.row.scheme} ${one.row.variant} -${one.row.opt}: ${one.row.ram} bytes, ` +
        `${(1000 * one.seconds).toFixed(0)} ms${one.misses.length ? `; out: ${one.misses.join("; ")}` : ""}`;
      const group = make("g", { role: "img", tabindex: -1, "aria-label": text });
      group.append(make("title", {}, text));
      points.set(one, group);
      group.append(make("line", { class: "floor", x1: x.place(floorOf(one)), x2: px, y1: py, y2: py }));
      group.append(one.misses.length ? make("circle", { class: "out", cx: px, cy: py, r: 5, stroke: colour })
        : make("circle", { class: "point", cx: px, cy: py, r: 6.5, fill: colour }));
      svg.append(group);
    }
    const spots = shown.map((one) => [one.row.scheme, x.place(one.seconds), y.place(one.row.ram)]);
    for (const [, px, py] of spots) taken.push([px - 7, py - 7, px + 7, py + 7]);
    label(svg, spots, taken, [LEFT, TOP, RIGHT, BOTTOM]);
    walk(svg, shown, points);
    return advices.length - shown.length;
  };
})();
