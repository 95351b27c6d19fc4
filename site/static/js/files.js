// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a visitor drops: keys in PEM, DER, the tool's armour or raw; signatures raw; COSE_Sign1 (RFC 9052) with ML-DSA.
// Errors are sentences that say what to do.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  const SETS = ["128s", "128f", "192s", "192f", "256s", "256f"];
  // 2.16.840.1.101.3.4.3.17 and on: RFC 9881 section 2, RFC 9909 section 3.
  const OIDS = ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87", ...SETS.map((set) => `slh-dsa-sha2-${set}`),
                ...SETS.map((set) => `slh-dsa-shake-${set}`)];
  const OID_START = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03], OID_FIRST = 17;
  const COSE_ALGORITHMS = { "-48": "ml-dsa-44", "-49": "ml-dsa-65", "-50": "ml-dsa-87" };
  const ARMOUR = /^\s*-----BEGIN KILOSIG PUBLIC KEY-----\r?\nScheme: ([a-z0-9-]+)\r?\n\r?\n([A-Za-z0-9+\/=\s]+)-----END KILOSIG PUBLIC KEY-----\s*$/;
  const PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+\/=\s]+)-----END PUBLIC KEY-----\s*$/;

  class FileError extends Error {}

  function base64(text, what) {
    try {
      return kilosig.fromBase64(text.replace(/\s+/g, ""));
    } catch {
      throw new FileError(`The ${what} is not base64: give the file as it was written.`);
    }
  }

  // [content, rest] of the DER element with this tag.
  function der(data, tag) {
    const bad = () => { throw new FileError("The key is not a SubjectPublicKeyInfo: give a public key, not a certificate or a secret key."); };
    if (data.length < 2 || data[0] !== tag) bad();
    let length = data[1], start = 2;
    if (length & 0x80) {
      const count = length & 0x7f;
      start = 2 + count;
      if (count < 1 || count > 3 || data.length < start || data[2] === 0) bad();
      length = 0;
      for (let i = 2; i < start; i++) length = 256 * length + data[i];
      if (length < 0x80) bad();
    }
    if (data.length < start + length) bad();
    return [data.subarray(start, start + length), data.subarray(start + length)];
  }

  function fromSpki(data) {
    const [info, behind] = der(data, 0x30), [algorithm, bits] = der(info, 0x30), [oid, parameters] = der(algorithm, 0x06);
    const [key, rest] = der(bits, 0x03);
    const scheme = oid.length === OID_START.length + 1 && OID_START.every((byte, i) => byte === oid[i])
      ? OIDS[oid[oid.length - 1] - OID_FIRST] : undefined;
    if (!scheme) throw new FileError("The key is of another algorithm: give one of ML-DSA or SLH-DSA.");
    if (behind.length || parameters.length || rest.length || key[0] !== 0) {
      throw new FileError("The key has bytes that do not belong to it: give the file as it was written.");
    }
    return { scheme, key: key.subarray(1) };
  }

  // {scheme, key} of a file; `chosen` is the scheme of a raw key.
  kilosig.readKey = function (data, chosen) {
    const text = new TextDecoder("latin1").decode(data);
    const armour = ARMOUR.exec(text), pem = PEM.exec(text);
    if (armour) return { scheme: armour[1], key: base64(armour[2], "key") };
    if (pem) return fromSpki(base64(pem[1], "key"));
    if (text.includes("-----BEGIN")) {
      throw new FileError("This PEM file holds no public key that this page reads: give BEGIN PUBLIC KEY or BEGIN KILOSIG PUBLIC KEY.");
    }
    if (!chosen && data[0] === 0x30) return fromSpki(data);
    if (!chosen) throw new FileError("The key does not name its scheme: choose the scheme.");
    return { scheme: chosen, key: data };
  };

  // ---- CBOR, as much as COSE_Sign1 needs ----------------------------------------------------------------------

  // {major, value, start, end} of the item at `at`; strings have their content from start to end.
  function item(data, at) {
    const bad = () => { throw new FileError("The COSE file is damaged or not COSE_Sign1: give the file as it was written."); };
    if (at >= data.length) bad();
    const major = data[at] >> 5, low = data[at] & 31, extra = low < 24 ? 0 : low < 28 ? 1 << (low - 24) : -1;
    if (extra < 0 || extra > 4 || at + 1 + extra > data.length) bad();
    let value = extra ? 0 : low;
    for (let i = 0; i < extra; i++) value = 256 * value + data[at + 1 + i];
    const start = at + 1 + extra, end = major === 2 || major === 3 ? start + value : start;
    if (end > data.length) bad();
    return { major, value, start, end };
  }

  // The place behind an item and all that it holds.
  function skip(data, at, depth) {
    const one = item(data, at);
    if (depth > 8) throw new FileError("The COSE file is nested too deeply.");
    const inside = one.major === 4 ? one.value : one.major === 5 ? 2 * one.value : one.major === 6 ? 1 : 0;
    let end = one.end;
    for (let i = 0; i < inside; i++) end = skip(data, end, depth + 1);
    return end;
  }

  function byteString(content) {
    const n = content.length;
    const head = n < 24 ? [0x40 | n] : n < 256 ? [0x58, n] : n < 65536 ? [0x59, n >> 8, n & 255]
      : [0x5a, n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255];
    return [...head, ...content];
  }

  // Whether the bytes look like COSE_Sign1: tag 18, or an array of four that begins with a byte string.
  kilosig.isCose = (data) => data[0] === 0xd2 || (data[0] === 0x84 && data.length > 1 && data[1] >> 5 === 2);

  // {scheme, message, signature} of COSE_Sign1 (RFC 9052 section 4.4); message is the Sig_structure. `detached` is the
  // payload if the file has none.
  kilosig.readCose = function (data, detached) {
    let at = data[0] === 0xd2 ? 1 : 0;
    const list = item(data, at);
    if (list.major !== 4 || list.value !== 4) throw new FileError("The COSE file is not COSE_Sign1: it needs four parts.");
    const protectedAt = item(data, list.end), head = data.subarray(protectedAt.start, protectedAt.end);
    if (protectedAt.major !== 2 || !head.length) throw new FileError("The COSE file protects no algorithm: this page does not guess one.");
    const map = item(head, 0);
    let place = map.end, scheme;
    for (let i = 0; map.major === 5 && i < map.value; i++) {
      const label = item(head, place), value = item(head, skip(head, place, 0));
      if (label.major === 0 && label.value === 1 && value.major === 1) scheme = COSE_ALGORITHMS[String(-1 - value.value)];
      place = skip(head, skip(head, place, 0), 0);
    }
    if (!scheme) throw new FileError("The COSE file has another algorithm: this page reads ML-DSA-44, -65 and -87.");
    at = skip(data, protectedAt.end, 0);
    const payloadAt = item(data, at), signatureAt = item(data, skip(data, at, 0));
    const payload = payloadAt.major === 2 ? data.subarray(payloadAt.start, payloadAt.end) : detached;
    if (!payload) throw new FileError("The payload is detached: give it as the message.");
    if (signatureAt.major !== 2) throw new FileError("The COSE file has no signature.");
    const message = new Uint8Array([0x84, 0x6a, ...new TextEncoder().encode("Signature1"), ...byteString(head), 0x40,
                                    ...byteString(payload)]);
    return { scheme, message, signature: data.subarray(signatureAt.start, signatureAt.end) };
  };

  kilosig.FileError = FileError;
})();
