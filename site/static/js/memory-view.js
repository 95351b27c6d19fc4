// SPDX-License-Identifier: Apache-2.0 OR MIT
// The 8 kB as a picture: one pixel for each byte. The stack lies at the low end and grows towards its first address, as
// on the boards of firmware/; the state follows it.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  const WIDTH = 128, RAM = 8192;
  // Of equal lightness, so that white for what changed stands out from each.
  kilosig.COLOURS = ["#3566a8", "#a3521d", "#5a7d1f", "#8a4a9e", "#1d7f86", "#a23a5c", "#6b6a1c", "#4f5bb0", "#9a6a12", "#2d7d4f"];
  const STACK = "#6a7275", CHANGED = "#ffffff";

  function rgb(colour) {
    const number = parseInt(colour.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  }

  kilosig.MemoryView = class {
    constructor(canvas, legend, note) {
      Object.assign(this, { canvas, legend, note, before: null });
    }

    // members: [{name, offset, size}] of the state; stack: its bound.
    begin(members, stateBytes, stack) {
      this.members = members;
      this.stack = stack || 0;
      this.stateBytes = stateBytes;
      const rows = Math.max(RAM, this.stack + stateBytes) / WIDTH;
      this.canvas.height = Math.ceil(rows);
      this.canvas.style.aspectRatio = `${WIDTH} / ${Math.ceil(rows)}`;
      this.before = null;
      this.#legend();
      this.draw(null);
    }

    // Nothing is known of the device.
    clear() {
      this.begin([], 0, 0);
      this.legend.replaceChildren();
      this.note.textContent = "";
      this.canvas.setAttribute("aria-label", "Memory of the device");
    }

    #legend() {
      const entries = [["stack bound", this.stack, STACK],
                       ...this.members.map((member, i) => [member.name, member.size, kilosig.COLOURS[i % kilosig.COLOURS.length]])];
      const free = RAM - this.stack - this.stateBytes;
      this.legend.replaceChildren(...entries.map(([name, size, colour]) => {
        const item = document.createElement("li"), swatch = document.createElement("span"), bytes = document.createElement("span");
        swatch.className = "swatch";
        swatch.style.background = colour;
        bytes.className = "size";
        bytes.textContent = size.toLocaleString("en");
        item.append(swatch, name, bytes);
        return item;
      }));
      this.note.textContent = free >= 0 ? `${free.toLocaleString("en")} bytes are left for the application.`
        : `This does not fit into 8 kB: ${(-free).toLocaleString("en")} bytes are missing.`;
      this.canvas.setAttribute("aria-label", `Memory of the device: ${entries.map(([name, size]) => `${name} ${size} bytes`).join(", ")}`);
    }

    // state: its bytes, or null before there is one.
    draw(state) {
      const context = this.canvas.getContext("2d"), image = context.createImageData(WIDTH, this.canvas.height);
      const put = (at, colour, alpha) => image.data.set([...colour, alpha], 4 * at);
      const changed = rgb(CHANGED), stack = rgb(STACK);
      for (let at = 0; at < this.stack; at++) put(at, stack, 150);
      const colours = this.members.map((_, i) => rgb(kilosig.COLOURS[i % kilosig.COLOURS.length]));
      this.members.forEach((member, i) => {
        for (let at = member.offset; at < member.offset + member.size; at++) {
          const fresh = state && this.before && state[at] !== this.before[at];
          put(this.stack + at, fresh ? changed : colours[i], 255);
        }
      });
      context.putImageData(image, 0, 0);
      this.before = state;
    }
  };
})();
