// SPDX-License-Identifier: Apache-2.0 OR MIT
// The page "Run it": buttons, figures and pictures around what the Worker answers.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const $ = (id) => document.getElementById(id), number = (value) => Math.round(value).toLocaleString("en");
  const device = new kilosig.Device(), view = new kilosig.MemoryView($("memory"), $("legend"), $("legend-note"));
  const still = matchMedia("(prefers-reduced-motion: reduce)"), SECONDS = 4, FRAMES = 60 * SECONDS;
  const CONTROLS = ["play", "step", "finish", "restart", "flip-message", "flip-signature", "flip-key", "other-key", "cut", "resume"];
  let schemes = [], job = null, playing = false, busy = Promise.resolve();

  // One after the other; an error is shown, not lost.
  function queue(work) {
    busy = busy.then(work).catch((error) => {
      playing = false;
      say("bad", "This page has failed", error.message);
    });
    return busy;
  }

  function say(kind, title, text) {
    $("verdict").className = `verdict ${kind}`;
    $("verdict").replaceChildren(Object.assign(document.createElement("strong"), { textContent: title }),
                                 Object.assign(document.createElement("span"), { textContent: text }));
  }

  // ---- What is verified ---------------------------------------------------------------------------------------

  function option(value, text) {
    return Object.assign(document.createElement("option"), { value, textContent: text });
  }

  function fill() {
    const groups = new Map();
    for (const one of kilosig.index) {
      if (!groups.has(one.standing)) groups.set(one.standing, Object.assign(document.createElement("optgroup"), { label: one.standing }));
      groups.get(one.standing).append(option(one.name, one.name));
    }
    $("example").append(...groups.values());
    $("own-scheme").append(option("", "as the key says"), ...schemes.map((scheme) => option(scheme.name, scheme.name)));
  }

  async function choose() {
    const one = await kilosig.exampleOf($("example").value);
    await prepare({ ...one, own: false });
  }

  // Plans the genuine transfer and begins. source: scheme, key, message, signature, other, context.
  async function prepare(source) {
    playing = false;
    const variant = $("variant").value, about = kilosig.index.find((one) => one.name === source.name);
    const scheme = schemes.find((one) => one.name === source.scheme);
    const plan = await device.ask("plan", { scheme: source.scheme, trusted: source.key, context: source.context,
                                            parts: { key: source.key, message: source.message, signature: source.signature } });
    job = { source, scheme, plan, row: rowOf(about, variant, source), variant, attack: "", picture: null,
            members: (kilosig.layouts[variant][source.scheme] || [{ name: "state", offset: 0, size: scheme.stateBytes }]) };
    const what = about && about.standing === "broken" ? "BROKEN: anyone who has the public key can sign. For research only. " : "";
    const form = variant === "default" || !about || about.rows[variant] ? ""
      : `There is no variant ${variant} of ${source.scheme}: its verification has one form, and this is it. `;
    $("about").textContent = `${what}${form}Key ${number(source.key.length)} bytes, message ${number(source.message.length)}, signature ` +
      `${number(source.signature.length)}; the device keeps an anchor of ${number(scheme.anchorBytes)} bytes in flash` +
      (about && about.measured !== source.name && about.measured ? `. Cycles and stack are those of ${about.measured}, whose code it shares` : "") + ".";
    await begin(parts());
  }

  // What the bench says. Its cycles are those of its message: for another length only the stack's bound holds.
  function rowOf(about, variant, source) {
    const row = about ? (about.rows[variant] || about.rows.default || null) : null;
    return row && source.message.length !== kilosig.messageBytes ? { ...row, cycles: null } : row;
  }

  function parts() {
    const { key, message, signature } = job.source;
    return { key: key.slice(), message: message.slice(), signature: signature.slice() };
  }

  async function begin(sent, trusted) {
    job.sent = sent;
    view.begin(job.members, job.scheme.stateBytes, job.row ? job.row.stack : 0);
    bars();
    show(await device.ask("begin", { scheme: job.source.scheme, trusted: trusted || job.source.key, parts: sent, context: job.source.context }));
  }

  // ---- Pictures and figures -----------------------------------------------------------------------------------

  function bars() {
    $("parts").replaceChildren(...[1, 2, 3].map((part) => {
      const name = kilosig.PARTS[part], box = document.createElement("div"), label = document.createElement("span");
      const bar = document.createElement("div"), done = document.createElement("span"), now = document.createElement("span");
      label.textContent = `${name}: ${number(job.sent[name].length)} bytes` +
        (job.plan.runs.some((run) => run.part === part) ? "" : ", not asked for: the device has it");
      bar.className = "part"; done.className = "done"; now.className = "now"; now.hidden = true;
      bar.append(done, now);
      box.append(label, bar);
      box.dataset.part = part;
      return box;
    }));
  }

  function show(picture) {
    job.picture = picture;
    view.draw(picture.state);
    const { want, last, verdict } = picture;
    $("want").textContent = verdict !== null ? "The state is closed and wiped."
      : `Wanted: ${kilosig.PARTS[want.part]} from byte ${number(want.offset)}, up to ${number(want.length)} bytes.`;
    for (const box of $("parts").children) {
      const part = Number(box.dataset.part), length = Math.max(1, job.sent[kilosig.PARTS[part]].length);
      const now = box.querySelector(".now"), done = box.querySelector(".done"), at = want.part === part ? want : null;
      now.hidden = !at;
      if (at) { now.style.left = `${100 * at.offset / length}%`; now.style.width = `${100 * at.length / length}%`; }
      const reached = last && last.part === part ? last.offset + last.length : null;
      if (reached !== null) done.style.width = `${100 * reached / length}%`;
      else if (!picture.fed) done.style.width = "0";
    }
    $("last").textContent = last ? `${kilosig.PARTS[last.part]} ${last.offset}: ` +
      [...last.bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ") + (last.length > last.bytes.length ? " ..." : "") : "";
    figures();
    if (verdict !== null) end();
    else if (!picture.fed) say("", job.attack ? `Ready: ${job.attack}` : "Ready", "The device has its anchor and waits for the first byte.");
    else say("", "Pending", "No verdict yet: nothing that was streamed may be acted upon.");
    controls();
  }

  function figures() {
    const { fed } = job.picture, clock = Number($("clock").value) * 1e6, rate = Number($("bus").value), row = job.row;
    const share = row ? row.cycles * Math.min(1, fed / Math.max(1, job.plan.total)) : 0;
    $("clock-value").textContent = `${$("clock").value} MHz`;
    $("ram").textContent = row ? `${number(job.scheme.stateBytes)} + ${number(row.stack)} = ${number(job.scheme.stateBytes + row.stack)} bytes`
      : `${number(job.scheme.stateBytes)} bytes, stack not measured`;
    $("fed").textContent = `${number(fed)} of ${number(job.plan.total)}`;
    $("cycles").textContent = row && row.cycles ? number(share) : "not measured";
    $("compute").textContent = row && row.cycles ? `${(1000 * share / clock).toFixed(1)} ms at ${$("clock").value} MHz` : "not measured";
    $("bus-time").textContent = `${(8000 * fed / rate).toFixed(1)} of ${(8000 * job.plan.total / rate).toFixed(1)} ms`;
  }

  function end() {
    playing = false;
    const { verdict, reason } = job.picture, accepted = verdict === kilosig.ACCEPT;
    say(accepted ? "good" : "bad", accepted ? "Accepted" : "Rejected",
        `${job.attack ? job.attack + ". " : ""}The library says: ${reason} (verdict 0x${verdict.toString(16).padStart(8, "0")})`);
  }

  function controls() {
    const open = job.picture.verdict === null, fed = job.picture.fed;
    for (const id of CONTROLS) $(id).disabled = false;
    for (const id of ["play", "step", "finish"]) $(id).disabled = !open;
    $("cut").disabled = $("resume").disabled = !open || !fed;
    $("play").textContent = playing ? "Pause" : fed && open ? "Go on" : "Verify";
  }

  // ---- Buttons ------------------------------------------------------------------------------------------------

  function piece() { return Number($("chunk").value); }

  async function run(bytes) {
    if (job.picture.verdict === null) show(await device.ask("run", { bytes, chunk: piece() }));
  }

  function frame() {
    if (!playing) return;
    const pace = $("pace").value, all = pace === "all" || still.matches;
    const bytes = all ? job.plan.total + 1 : pace === "piece" ? piece() : Math.max(piece(), Math.ceil(job.plan.total / FRAMES));
    queue(() => run(bytes)).then(() => requestAnimationFrame(frame));
  }

  $("play").addEventListener("click", () => {
    playing = !playing;
    controls();
    if (playing) frame();
  });
  const on = (id, work) => $(id).addEventListener("click", () => { playing = false; queue(work); });
  on("step", () => run(piece()));
  on("finish", () => run(Number.MAX_SAFE_INTEGER));
  on("restart", () => { job.attack = ""; return begin(parts()); });

  // The bit is one in the middle of the part; what has been fed is sent again from the beginning.
  const flip = (name) => async () => {
    const sent = parts(), at = sent[name].length >> 1;
    if (!sent[name].length) return;
    const anchored = name === "key" && !job.plan.runs.some((one) => one.part === 1);
    sent[name][at] ^= 1;
    job.attack = anchored ? `The device trusts a key with bit 0 of byte ${at} flipped` : `Bit 0 of byte ${number(at)} of the ${name} is flipped`;
    await begin(sent, anchored ? sent.key : undefined);
  };
  on("flip-message", flip("message"));
  on("flip-signature", flip("signature"));
  on("flip-key", flip("key"));
  on("other-key", async () => {
    const sent = parts(), anchored = !job.plan.runs.some((one) => one.part === 1);
    sent.key = job.source.other.slice();
    job.attack = anchored ? "The device trusts another key" : "The sender sends another key";
    await begin(sent, anchored ? sent.key : undefined);
  });
  on("cut", async () => {
    job.attack = "The transfer was cut";
    show(await device.ask("cut", {}));
  });
  on("resume", async () => {
    job.attack = "A new device went on from the copy of the state";
    show(await device.ask("resume", {}));
    say("", "Resumed", "The old device is gone. A new one has the copy of the state, and wants what the old one wanted.");
  });
  $("example").addEventListener("change", () => queue(choose));
  $("variant").addEventListener("change", () => queue(async () => {
    await device.load($("variant").value);
    await (job.source.own ? prepare(job.source) : choose());
  }));
  for (const id of ["clock", "bus"]) $(id).addEventListener("input", () => job && figures());

  // ---- Own files ----------------------------------------------------------------------------------------------

  const PLACES = [["key", /\.(pem|der|pub|pk|key)$|public|key/i], ["signature", /\.(sig|cose|cbor)$|signature/i]];
  const MOST = 1 << 20, MOST_MESSAGE = 1 << 26; // no key or signature of the library is longer
  const drop = $("drop");
  const holds = (event) => { event.preventDefault(); };
  drop.addEventListener("dragover", holds);
  drop.addEventListener("drop", (event) => {
    holds(event);
    for (const file of event.dataTransfer.files) {
      const place = (PLACES.find(([, pattern]) => pattern.test(file.name)) || ["message"])[0], list = new DataTransfer();
      list.items.add(file);
      $(`own-${place}`).files = list.files;
    }
    queue(own);
  });
  $("own-use").addEventListener("click", () => queue(own));

  async function own() {
    const read = async (place) => {
      const file = $(`own-${place}`).files[0], most = place === "message" ? MOST_MESSAGE : MOST;
      if (file && file.size > most) throw new kilosig.FileError(`The ${place} has ${number(file.size)} bytes: this page takes ${number(most)} at most.`);
      return file ? new Uint8Array(await file.arrayBuffer()) : null;
    };
    const note = (text) => { $("own-note").textContent = text; };
    try {
      const file = await read("key");
      let signature = await read("signature"), message = await read("message");
      if (!file || !signature) throw new kilosig.FileError("Choose a key and a signature.");
      const { scheme, key } = kilosig.readKey(file, $("own-scheme").value);
      if (!schemes.some((one) => one.name === scheme)) throw new kilosig.FileError(`There is no scheme '${scheme}' here.`);
      if (kilosig.isCose(signature) && scheme.startsWith("ml-dsa") && signature.length !== schemes.find((one) => one.name === scheme).signatureBytes) {
        const cose = kilosig.readCose(signature, message);
        if (cose.scheme !== scheme) throw new kilosig.FileError(`The COSE file says ${cose.scheme}, the key ${scheme}: give the key of the signer.`);
        ({ message, signature } = cose);
      }
      const other = key.map((byte) => byte ^ 0xff), context = new TextEncoder().encode($("own-context").value);
      note(`Your files: ${scheme}.`);
      await prepare({ name: scheme, scheme, key, message: message || new Uint8Array(), signature, other, context, own: true });
      await run(Number.MAX_SAFE_INTEGER);
    } catch (error) {
      if (!(error instanceof kilosig.FileError)) throw error;
      note(error.message);
    }
  }

  queue(async () => {
    ({ schemes } = await device.load("default"));
    fill();
    $("example").value = "ml-dsa-44";
    await choose();
  });
});
