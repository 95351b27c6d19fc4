// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a visitor drops: keys in PEM, DER, the tool's armour or raw; signatures raw; COSE_Sign1 (RFC 9052), which goes to
// the library as it is. Errors are sentences that say what to do.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  const SETS = ["128s", "128f", "192s", "192f", "256s", "256f"];
  // 2.16.840.1.101.3.4.3.17 and on: RFC 9881 section 2, RFC 9909 section 3.
  const OIDS = ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87", ...SETS.map((set) => `slh-dsa-sha2-${set}`),
                ...SETS.map((set) => `slh-dsa-shake-${set}`)];
  const OID_START = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03], OID_FIRST = 17;
  const ARMOUR = /^\s*-----BEGIN KILOSIG PUBLIC KEY-----\r?\nScheme: ([a-z0-9-]{1,64})\r?\n\r?\n([A-Za-z0-9+\/=\s]+)-----END KILOSIG PUBLIC KEY-----\s*$/;
  const PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+\/=\s]+)-----END PUBLIC KEY-----\s*$/;

  // names: of strangers, one for each {} in the sentence.
  class FileError extends Error {
    constructor(sentence, ...names) {
      super(sentence);
      this.names = names;
    }
  }

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

  function namedKey(data, chosen) {
    const text = new TextDecoder("latin1").decode(data);
    const armour = ARMOUR.exec(text), pem = PEM.exec(text);
    if (armour) return { scheme: armour[1], key: base64(armour[2], "key") };
    if (pem) return fromSpki(base64(pem[1], "key"));
    if (text.includes("-----BEGIN")) {
      throw new FileError("This PEM file holds no public key that this page reads: give BEGIN PUBLIC KEY or BEGIN KILOSIG PUBLIC KEY.");
    }
    return !chosen && data[0] === 0x30 ? fromSpki(data) : null;
  }

  // {scheme, key} of a file; `chosen` is the scheme of a raw key, or "".
  kilosig.readKey = function (data, chosen) {
    const named = namedKey(data, chosen);
    if (!named && !chosen) throw new FileError("The key does not name its scheme: choose the scheme.");
    if (named && chosen && named.scheme !== chosen) {
      throw new FileError(`The key says that it is of ${named.scheme}, and ${chosen} is chosen: choose "as the key says".`);
    }
    return named || { scheme: chosen, key: data };
  };

  // Whether bytes begin as COSE_Sign1: tag 18, or an array of four that begins with a byte string.
  kilosig.beginsAsCose = (data) => data[0] === 0xd2 || (data[0] === 0x84 && data.length > 1 && data[1] >> 5 === 2);

  // Whether a signature file is COSE_Sign1. A raw signature may begin so by chance, but an object has more bytes than the
  // signature in it. What is in the object, the library reads.
  kilosig.isCose = (data, scheme) => scheme.name in kilosig.coseAlgorithms && data.length !== scheme.signatureBytes &&
    kilosig.beginsAsCose(data);

  // A stranger's name as text: what is invisible, controls, is stacked up or ends the quotes becomes its number.
  const HIDDEN = /(?<=\p{M}{2})\p{M}|[\p{Default_Ignorable_Code_Point}\u2800"\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, MOST_NAME = 64;
  kilosig.nameText = function (name) {
    const all = [...name.normalize("NFC")], half = MOST_NAME / 2;
    const some = all.length > MOST_NAME ? [...all.slice(0, half), "...", ...all.slice(-half)] : all;
    return some.join("").replace(HIDDEN, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
  };

  // What an element shows of a sentence with {} for names of strangers: each in quotes, and apart, so that letters from right
  // to left stay between them.
  kilosig.sentence = (text, names) => text.split("{}").flatMap((piece, i) => (i === 0 ? [piece]
    : [Object.assign(document.createElement("bdi"), { textContent: `"${kilosig.nameText(names[i - 1])}"` }), piece]));

  kilosig.FileError = FileError;
})();
