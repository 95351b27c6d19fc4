// SPDX-License-Identifier: Apache-2.0 OR MIT
// The WebAssembly build of the library: one object for each instance, with one verification at a time. It runs in the
// page's Worker and in the tests. Every verdict comes from the C code; nothing here decides.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  const STATE = 0, CHUNK = 1, ANCHOR = 2, CONTEXT = 3, SECRET = 4;
  const MEMBERS = ["name", "anchorBytes", "stateBytes", "keyBytes", "signatureBytes", "signatureLeast", "secretBytes",
                   "flags", "anchorHash"];
  const PAGE_BYTES = 65536;

  kilosig.ACCEPT = 0xA5C3963C;
  kilosig.DONE = 0x00D0E000;
  kilosig.PENDING = 0;
  kilosig.PARTS = ["none", "key", "message", "signature", "object"]; // object: KSIG_PART_COSE
  // KSIG_HAS_*, KSIG_IS_* of kilosig.h.
  kilosig.HAS_CONTEXT = 1;
  kilosig.IS_DRAFT = 8;
  kilosig.IS_SUPERSEDED = 16;
  kilosig.IS_BROKEN = 32;
  kilosig.IS_STATEFUL = 64;

  kilosig.fromBase64 = function (text) {
    const binary = atob(text), bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  };

  class Library {
    // module: a WebAssembly.Module; nothing is imported.
    constructor(module) {
      this.c = new WebAssembly.Instance(module, {}).exports;
      this.pointers = [0, 1, 2, 3, 4].map((which) => this.c.page_buffer(which));
      this.sizes = [0, 1, 2, 3, 4].map((which) => this.c.page_buffer_bytes(which));
      this.schemes = new Map();
      for (let i = 0; this.c.page_scheme(i) !== 0; i++) {
        const scheme = this.#describe(this.c.page_scheme(i));
        this.schemes.set(scheme.name, scheme);
      }
      this.coseBytes = this.c.page_cose_bytes();
      this.cose = 0; // 1: the state is of the reader of COSE_Sign1
      this.stateBytes = 0;
    }

    #bytes(pointer, length) {
      return new Uint8Array(this.c.memory.buffer, pointer, length); // anew each time: memory that grew has moved
    }

    #text(pointer) {
      const all = new Uint8Array(this.c.memory.buffer, pointer);
      return new TextDecoder().decode(all.slice(0, all.indexOf(0)));
    }

    #describe(pointer) {
      const scheme = { pointer };
      MEMBERS.forEach((member, i) => { scheme[member] = this.c.page_scheme_member(pointer, i) >>> 0; });
      scheme.name = this.#text(scheme.name);
      return scheme;
    }

    #fill(which, data) {
      if (data.length > this.sizes[which]) throw new RangeError(`${data.length} bytes in a buffer of ${this.sizes[which]}`);
      const room = this.#bytes(this.pointers[which], this.sizes[which]);
      room.fill(0);
      room.set(data);
    }

    reason(verdict) { return this.#text(this.c.page_reason(verdict)); }

    // The anchor of a trusted key; zeros for a key of a wrong length.
    anchor(name, key) {
      const scheme = this.schemes.get(name), place = this.c.__heap_base.value;
      const missing = place + key.length - this.c.memory.buffer.byteLength;
      if (missing > 0) this.c.memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.#bytes(place, key.length).set(key);
      this.c.page_anchor(scheme.pointer, place, key.length);
      return this.#bytes(this.pointers[ANCHOR], scheme.anchorBytes).slice();
    }

    // SHA-256, in hex.
    digest(data) {
      this.c.page_digest_begin();
      for (let at = 0; at < data.length; at += CHUNK_BYTES) {
        const piece = data.subarray(at, at + CHUNK_BYTES);
        this.#bytes(this.pointers[CHUNK], piece.length).set(piece);
        this.c.page_digest_take(piece.length);
      }
      this.c.page_digest_end();
      return [...this.#bytes(this.pointers[CHUNK], 32)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }

    // args: anchor, secret, context, mode, hash, messageLength, signatureLength, keyLength; or, for a COSE_Sign1 object,
    // anchor, secret, keyLength, objectLength, messageLength and cose: {algorithm, detached}. Returns the verdict.
    open(name, args) {
      const scheme = this.schemes.get(name);
      this.cose = args.cose ? 1 : 0;
      this.stateBytes = scheme.stateBytes + this.cose * this.coseBytes;
      this.#bytes(this.pointers[STATE], this.sizes[STATE]).fill(0xd5); // not zeros, as memory may be
      this.trust(args);
      if (args.cose) {
        return this.c.page_cose_open(scheme.pointer, this.stateBytes, args.cose.algorithm, args.cose.detached ? 1 : 0,
                                     args.objectLength, args.messageLength, args.keyLength) >>> 0;
      }
      return this.c.page_open(scheme.pointer, this.stateBytes, args.mode || 0, args.hash || 0,
                              args.context ? args.context.length : 0, args.messageLength, args.signatureLength,
                              args.keyLength) >>> 0;
    }

    // Where the object has its payload and its signature; null before its beginning was read.
    place() {
      const [payload, length, signature] = [0, 1, 2].map((member) => this.c.page_cose_place(member) >>> 0);
      return signature ? { payload, length, signature } : null;
    }

    // What the device keeps beside the state; a state that is restored needs it, too.
    trust(args) {
      this.#fill(ANCHOR, args.anchor);
      this.#fill(CONTEXT, args.context ? args.context.subarray(0, this.sizes[CONTEXT]) : new Uint8Array());
      this.#fill(SECRET, args.secret || new Uint8Array());
    }

    want() {
      const [part, offset, length] = [0, 1, 2].map((member) => this.c.page_want(this.cose, member) >>> 0);
      return { part, offset, length };
    }

    feed(data) {
      if (data.length > this.sizes[CHUNK]) throw new RangeError("a chunk is too long");
      this.#bytes(this.pointers[CHUNK], data.length).set(data);
      return this.c.page_feed(this.cose, data.length) >>> 0;
    }

    close() { return this.c.page_close(this.cose) >>> 0; }

    state() { return this.#bytes(this.pointers[STATE], this.stateBytes).slice(); }

    restore(name, state, args) {
      this.cose = args.cose ? 1 : 0;
      this.stateBytes = this.schemes.get(name).stateBytes + this.cose * this.coseBytes;
      this.#bytes(this.pointers[STATE], this.stateBytes).set(state);
      this.trust(args);
    }

    // A whole verification of parts {key, message, signature, object}: those that args ask for. Calls seen(want, taken)
    // before each feed. Returns the verdict.
    verify(name, args, parts, chunk, seen) {
      const step = Math.min(chunk || CHUNK_BYTES, CHUNK_BYTES);
      if (this.open(name, args) !== kilosig.PENDING) return this.close();
      for (let want = this.want(); want.length !== 0; want = this.want()) {
        const taken = parts[kilosig.PARTS[want.part]].subarray(want.offset, want.offset + Math.min(step, want.length));
        if (taken.length === 0) break;
        if (seen) seen(want, taken.length);
        this.feed(taken);
      }
      return this.close();
    }
  }

  const CHUNK_BYTES = 4096;
  kilosig.Library = Library;
  kilosig.CHUNK_BYTES = CHUNK_BYTES;
})();
