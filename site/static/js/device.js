// SPDX-License-Identifier: Apache-2.0 OR MIT
// The page's side of the Worker, and scripts that are loaded when they are needed. A Worker cannot be started from a
// file of a file:// page, so its source comes as a string and becomes a blob.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  kilosig.wasm = {};
  kilosig.examples = {};

  const scripts = new Map();

  // Loads js of the site once: data that is too much for the first load.
  kilosig.script = function (path) {
    if (!scripts.has(path)) {
      scripts.set(path, new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = path;
        element.onload = () => resolve();
        element.onerror = () => { scripts.delete(path); reject(new Error(`${path} is missing: run 'make site' again.`)); };
        document.head.append(element);
      }));
    }
    return scripts.get(path);
  };

  kilosig.Device = class {
    constructor() {
      const url = URL.createObjectURL(new Blob([kilosig.workerSource], { type: "text/javascript" }));
      this.worker = new Worker(url);
      URL.revokeObjectURL(url);
      this.waiting = new Map();
      this.last = 0;
      this.loads = new Map();
      this.worker.onmessage = ({ data }) => {
        const { resolve, reject } = this.waiting.get(data.id);
        this.waiting.delete(data.id);
        if (data.error) reject(new Error(data.error));
        else resolve(data);
      };
      this.worker.onerror = () => { // it could not even start
        for (const { reject } of this.waiting.values()) reject(new Error("the Worker ended"));
        this.waiting.clear();
      };
    }

    ask(command, values) {
      const id = ++this.last;
      return new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.worker.postMessage({ id, command, variant: this.variant, ...values });
      });
    }

    // The Worker can make devices of this variant from now on, and does where a command names none. Returns the schemes, and
    // how many bytes of a state belong to the reader of COSE_Sign1.
    async load(variant) {
      await kilosig.script(`data/wasm-${variant}.js`);
      if (!this.loads.has(variant)) {
        this.loads.set(variant, this.ask("load", { variant, wasm: kilosig.fromBase64(kilosig.wasm[variant]) }));
      }
      this.variant = variant;
      return this.loads.get(variant);
    }
  };

  // The example of that name, in bytes.
  kilosig.exampleOf = async function (name) {
    await kilosig.script(`data/example-${name}.js`);
    const packed = kilosig.examples[name], bytes = (member) => kilosig.fromBase64(packed[member]);
    const key = bytes("key"), other = bytes("other");
    return { name, scheme: packed.scheme, parts: { key, message: bytes("message"), signature: bytes("signature") },
             other: other.length ? other : key.map((byte) => byte ^ 0xff), context: bytes("context") };
  };
})();
