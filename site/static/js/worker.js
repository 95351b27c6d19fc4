// SPDX-License-Identifier: Apache-2.0 OR MIT
// The Worker: it holds a device (the library's instance and what the device trusts) and the parts that the sender has.
// A message {id, command, ...} is answered by one with the same id, or by {id, error}. A picture says by digests what it
// is of: bytes and verdict come from one place, in one message.
"use strict";

(function () {
  const modules = new Map(); // of each variant
  let library = null, job = null, jobs = 0;

  function secretFor(scheme) {
    return crypto.getRandomValues(new Uint8Array(scheme.secretBytes));
  }

  // What open() takes, for the parts that there are: message and signature, or an object and perhaps its payload.
  function arguments_(device, { scheme, trusted, parts, context, mode, hash, algorithm }) {
    const length = (name) => (parts[name] ? parts[name].length : 0), known = device.schemes.get(scheme);
    const cose = parts.object ? { algorithm, detached: Boolean(parts.message) } : null;
    return { anchor: device.anchor(scheme, trusted), secret: secretFor(known), context, mode, hash, cose,
             keyLength: length("key"), messageLength: length("message"), signatureLength: length("signature"),
             objectLength: length("object") };
  }

  // What the page shows.
  function picture() {
    const closed = job.verdict !== null;
    return {
      job: job.number, fed: job.fed, last: job.last, want: closed ? { part: 0, offset: 0, length: 0 } : library.want(),
      state: library.state(), verdict: job.verdict, reason: closed ? library.reason(job.verdict) : "", of: job.of,
    };
  }

  function device(variant) { return new kilosig.Library(modules.get(variant)); }

  // A job that was begun before the last one has no device any more.
  function check(number) {
    if (number !== jobs) throw new Error("another verification has begun");
  }

  function close() {
    job.verdict = library.close();
  }

  const commands = {
    // wasm: bytes of a variant. Returns the schemes, and what a state has beside that of a verification for an object.
    load({ variant, wasm }) {
      modules.set(variant, new WebAssembly.Module(wasm));
      const { schemes, coseBytes } = device(variant);
      return { schemes: [...schemes.values()], coseBytes };
    },

    // What a genuine verification wants, in order: runs of one part, and all bytes together. place: where an object has its
    // payload and its signature.
    plan(values) {
      const one = device(values.variant), runs = [];
      let total = 0, place = null;
      const verdict = one.verify(values.scheme, arguments_(one, values), values.parts, 0, (want, taken) => {
        const before = runs[runs.length - 1];
        if (before && before.part === want.part && before.offset + before.length === want.offset) before.length += taken;
        else runs.push({ part: want.part, offset: want.offset, length: taken });
        total += taken;
        place = one.cose ? one.place() : null;
      });
      return { runs, total, place, verdict };
    },

    // trusted: the key whose anchor the device holds. parts: what the sender sends. place: the plan's.
    begin(values) {
      library = device(values.variant);
      const { variant, scheme, trusted, parts, place } = values, args = arguments_(library, values);
      const payload = place ? parts.object.subarray(place.payload, place.payload + place.length) : null;
      const of = Object.fromEntries(Object.entries({ ...parts, key: trusted, payload: parts.message ? null : payload })
        .filter(([, bytes]) => bytes).map(([name, bytes]) => [name, { length: bytes.length, sha256: library.digest(bytes) }]));
      job = { number: ++jobs, variant, scheme, args, parts, of, fed: 0, last: null, verdict: null };
      if (library.open(scheme, args) !== kilosig.PENDING) close();
      return picture();
    },

    // Feeds up to `bytes` bytes in chunks; closes when nothing more is wanted.
    run({ job: number, bytes, chunk }) {
      check(number);
      let left = bytes;
      while (left > 0 && job.verdict === null) {
        const want = library.want();
        if (want.length === 0) { close(); break; }
        const count = Math.min(left, chunk, want.length, kilosig.CHUNK_BYTES);
        const taken = job.parts[kilosig.PARTS[want.part]].subarray(want.offset, want.offset + count);
        if (taken.length === 0) { close(); break; }
        library.feed(taken);
        job.fed += taken.length;
        job.last = { part: want.part, offset: want.offset, bytes: taken.slice(0, 16), length: taken.length };
        left -= taken.length;
      }
      if (job.verdict === null && library.want().length === 0) close();
      return picture();
    },

    // The transfer ends here and the device closes.
    cut({ job: number }) {
      check(number);
      close();
      return picture();
    },

    // The device is switched off and a new one goes on with the copy of the state.
    resume({ job: number }) {
      check(number);
      const state = library.state(), { scheme, args } = job;
      library = device(job.variant);
      library.restore(scheme, state, args);
      return picture();
    },

    // For the tests: the verdict of each of many verifications.
    verdicts({ variant, tests }) {
      const one = device(variant);
      return { verdicts: tests.map(({ args, ...test }) => (one.schemes.has(test.scheme)
        ? one.verify(test.scheme, arguments_(one, { ...test, ...args }), test.parts, test.chunk) : null)) };
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
