// SPDX-License-Identifier: Apache-2.0 OR MIT
// A visitor's own files: read, and told apart. What cannot be verified as it was given is refused in a sentence.
"use strict";
var kilosig = globalThis.kilosig || (globalThis.kilosig = {});

(function () {
  const PLACES = ["key", "message", "signature"];
  // No key or signature of the library is longer; an object may have a message in it.
  const MOST = { key: 1 << 20, message: 1 << 26, signature: 1 << 20, object: 1 << 26 };

  function limit(file, place, most) {
    if (file.size <= most) return;
    const [size, bytes] = [file.size, most].map((value) => value.toLocaleString("en"));
    throw new kilosig.FileError(`The ${place} {} has ${size} bytes, and this page takes ${bytes} at most: verify it with 'kilosig verify'.`,
                                file.name);
  }

  async function read(file, place) {
    if (!file) return null;
    limit(file, place, place === "signature" ? MOST.object : MOST[place]);
    let data;
    try {
      data = new Uint8Array(await file.arrayBuffer());
    } catch {
      throw new kilosig.FileError(`The ${place} {} cannot be read: choose it again.`, file.name);
    }
    if (place === "signature" && !kilosig.beginsAsCose(data)) limit(file, place, MOST.signature);
    return data;
  }

  // files: {key, message, signature}, each a File or undefined. chosen: the scheme of a raw key, or "". context: bytes.
  // schemes: those of the library. Answers what is verified: {name, scheme, parts, names, algorithm, context, other, own}.
  // parts: bytes of key, message and signature, or of key and object and perhaps of message, its detached payload.
  // names: of the files of these parts. other: some other key.
  kilosig.readOwn = async function (files, chosen, context, schemes) {
    const [file, message, signature] = await Promise.all(PLACES.map((place) => read(files[place], place)));
    if (!file || !signature) throw new kilosig.FileError("Choose a key and a signature.");
    const { scheme, key } = kilosig.readKey(file, chosen), known = schemes.find((one) => one.name === scheme);
    if (!known) {
      throw new kilosig.FileError(`This page has no scheme '${scheme}': give a key of one that is listed beside "Scheme".`);
    }
    const parts = { key }, names = { key: files.key.name }, cose = kilosig.isCose(signature, known);
    if (cose && context.length) throw new kilosig.FileError("COSE_Sign1 has no context: leave it empty.");
    if (!cose && !message) throw new kilosig.FileError("Choose the message, too: a raw signature has none in it.");
    if (message) [parts.message, names.message] = [message, files.message.name];
    const part = cose ? "object" : "signature";
    [parts[part], names[part]] = [signature, files.signature.name];
    return { name: scheme, scheme, parts, names, algorithm: kilosig.coseAlgorithms[scheme], context,
             other: key.map((byte) => byte ^ 0xff), own: true };
  };

  // Where a dropped file goes, by its name.
  const LOOKS = [["key", /\.(pem|der|pub|pk|key)$|public|key/i], ["signature", /\.(sig|cose|cbor)$|signature/i]];

  // {place: file} of what was dropped.
  kilosig.sortDropped = function (files) {
    const found = {};
    if (!files.length) throw new kilosig.FileError("What was dropped is no file: drop files, or choose them.");
    for (const file of files) {
      const place = (LOOKS.find(([, pattern]) => pattern.test(file.name)) || ["message"])[0];
      if (found[place]) {
        throw new kilosig.FileError(`{} and {} both look like the ${place}: choose them one by one.`, found[place].name, file.name);
      }
      found[place] = file;
    }
    return found;
  };
})();
