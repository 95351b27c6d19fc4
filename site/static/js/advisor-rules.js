// SPDX-License-Identifier: Apache-2.0 OR MIT
// The rules of `kilosig advise`, for the rows that the tool exported: tools/kilosig/files/bench_rows.py and
// cli/bench.py. test/site/test_site_advisor.py compares both for random settings.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  // One decimal; halves go to the even digit, as in Python, since the sentences are compared. Only quarters are halves
  // of a tenth that a double holds exactly.
  function fixed(value) {
    const below = Math.floor(10 * value), half = Number.isInteger(4 * value) && !Number.isInteger(2 * value);
    return half ? ((below % 2 === 0 ? below : below + 1) / 10).toFixed(1) : value.toFixed(1);
  }

  // Seconds on the bus; null without a rate.
  function transferOf(row, choice, data) {
    if (!choice.bus) return null;
    if (choice.framing === "payload") return 8 * row.bytes / Math.trunc(choice.bus);
    const frame = data.frames[choice.framing];
    return row.frames[choice.framing] * (frame.bits / choice.bus + frame.seconds);
  }

  function judge(row, choice, data) {
    const transfer = transferOf(row, choice, data), compute = row.cycles === null ? null : row.cycles / choice.clock;
    const flash = row.flash === null ? null : row.flash - (choice.prehash ? 0 : row.idle);
    const misses = [], shares = [];
    if (choice.standard && !row.allowed.includes(choice.standard)) misses.push(`standard: not in ${data.standards[choice.standard]}`);
    const used = [["RAM", row.ram, choice.ram], ["flash", flash, choice.flash]];
    if (choice.time !== null) {
      const longer = transfer !== null && compute !== null && transfer > compute ? "bus" : "cycles";
      used.push([`time (${longer})`, compute === null ? null : compute + (transfer || 0), choice.time]);
    }
    for (const [name, value, limit] of used) {
      if (limit === null) continue;
      shares.push([name, value === null ? Infinity : value / limit]);
      if (value === null) misses.push(`${name}: not measured`);
      else if (value > limit) {
        const need = name.startsWith("time") ? `${fixed(1000 * value)} of ${fixed(1000 * limit)} ms`
          : `${value.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} bytes`;
        misses.push(`${name}: needs ${need}`);
      }
    }
    const most = shares.reduce((best, one) => (best === null || one[1] > best[1] ? one : best), null);
    return { row, flash, transfer, compute, misses, bottleneck: most ? most[0] : "none",
             seconds: compute === null ? null : compute + (transfer || 0) };
  }

  // choice: ram, flash (bytes or null), bus (bit/s or null), framing, time (seconds or null), clock (Hz), core, op,
  // prehash, standard (or ""), opt (or ""). Returns all rows, those that fit first, in the tool's order.
  kilosig.advise = function (data, choice) {
    let rows = data.rows.filter((row) => row.core === choice.core && row.op === choice.op && (!choice.opt || row.opt === choice.opt)
                                && row.variant !== "c" && !(choice.prehash && row.variant.endsWith("size")));
    const sound = rows.filter((row) => row.standing !== "BROKEN");
    rows = sound.length ? sound : rows;
    const advices = rows.map((row) => judge(row, choice, data));
    const rank = (one) => [one.misses.length > 0 ? 1 : 0, data.standings.indexOf(one.row.standing), one.seconds || 1e9];
    return advices.map((one) => [rank(one), one]).sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(([, one]) => one);
  };
})();
