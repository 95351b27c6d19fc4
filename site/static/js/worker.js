// SPDX-License-Identifier: Apache-2.0 OR MIT
// The Worker: it holds a device (the library's instance and what the device trusts) and the parts that the sender has.
// A message {id, command, ...} is answered by one with the same id, or by {id, error}.
"use strict";

(function () {
  let module = null, library = null, job = null;

  function secretFor(scheme) {
    return crypto.getRandomValues(new Uint8Array(scheme.secretBytes));
  }

  function lengths(parts) {
    return { messageLength: parts.message.length, signatureLength: parts.signature.length, keyLength: parts.key.length };
  }

  // What the page shows.
  function picture() {
    const closed = job.verdict !== null;
    return {
      fed: job.fed, last: job.last, want: closed ? { part: 0, offset: 0, length: 0 } : library.want(),
      state: library.state(), verdict: job.verdict, verdictSoFar: job.soFar,
      reason: job.verdict === null ? "" : library.reason(job.verdict), complete: job.complete,
    };
  }

  function close() {
    job.verdict = library.close();
  }

  const commands = {
    // wasm: bytes of a variant. Returns the schemes.
    load({ wasm }) {
      module = new WebAssembly.Module(wasm);
      library = new kilosig.Library(module);
      job = null;
      return { schemes: [...library.schemes.values()] };
    },

    // What a genuine verification wants, in order: runs of one part, and all bytes together.
    plan({ scheme, trusted, parts, context, mode, hash }) {
      const device = new kilosig.Library(module), runs = [];
      let total = 0;
      const args = { anchor: device.anchor(scheme, trusted), secret: secretFor(device.schemes.get(scheme)), context, mode,
                     hash, ...lengths(parts) };
      const verdict = device.verify(scheme, args, parts, 0, (want, taken) => {
        const before = runs[runs.length - 1];
        if (before && before.part === want.part && before.offset + before.length === want.offset) before.length += taken;
        else runs.push({ part: want.part, offset: want.offset, length: taken });
        total += taken;
      });
      return { runs, total, verdict, reason: device.reason(verdict) };
    },

    // trusted: the key whose anchor the device holds. parts: what the sender sends.
    begin({ scheme, trusted, parts, context, mode, hash }) {
      const args = { anchor: library.anchor(scheme, trusted), secret: secretFor(library.schemes.get(scheme)), context,
                     mode, hash, ...lengths(parts) };
      job = { scheme, args, parts, fed: 0, last: null, verdict: null, soFar: 0, complete: false };
      job.soFar = library.open(scheme, args);
      if (job.soFar !== kilosig.PENDING) close();
      return picture();
    },

    // Feeds up to `bytes` bytes in chunks; closes when nothing more is wanted.
    run({ bytes, chunk }) {
      const data = [null, job.parts.key, job.parts.message, job.parts.signature];
      let left = bytes;
      while (left > 0 && job.verdict === null) {
        const want = library.want();
        if (want.length === 0) { job.complete = true; close(); break; }
        const count = Math.min(left, chunk, want.length, kilosig.CHUNK_BYTES);
        const taken = data[want.part].subarray(want.offset, want.offset + count);
        if (taken.length === 0) { close(); break; }
        job.soFar = library.feed(taken);
        job.fed += taken.length;
        job.last = { part: want.part, offset: want.offset, bytes: taken.slice(0, 16), length: taken.length };
        left -= taken.length;
      }
      if (job.verdict === null && library.want().length === 0) { job.complete = true; close(); }
      return picture();
    },

    // One byte of what the sender still has changes.
    flip({ part, offset, bit }) {
      const data = job.parts[kilosig.PARTS[part]];
      data[offset] ^= 1 << bit;
      return {};
    },

    // The transfer ends here and the device closes.
    cut() {
      close();
      return picture();
    },

    // The device is switched off and a new one goes on with the copy of the state.
    resume() {
      const state = library.state(), { scheme, args } = job;
      library = new kilosig.Library(module);
      library.restore(scheme, state, args);
      return picture();
    },

    // For the tests: the verdict of each of many verifications.
    verdicts({ tests }) {
      return { verdicts: tests.map(({ scheme, parts, args, trusted, chunk }) => {
        const known = library.schemes.get(scheme);
        if (!known) return null;
        const anchor = library.anchor(scheme, trusted);
        return library.verify(scheme, { ...args, anchor, secret: secretFor(known), ...lengths(parts) }, parts, chunk);
      }) };
    },
  };

  globalThis.onmessage = function (event) {
    const { id, command } = event.data;
    try {
      postMessage({ id, ...commands[command](event.data) });
    } catch (error) {
      postMessage({ id, error: String(error) });
    }
  };
})();
