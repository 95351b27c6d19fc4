// SPDX-License-Identifier: Apache-2.0 OR MIT
// The page "Run it": buttons, figures and pictures around what the Worker answers.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const $ = (id) => document.getElementById(id), number = (value) => Math.round(value).toLocaleString("en");
  const device = new kilosig.Device(), view = new kilosig.MemoryView($("memory"), $("legend"), $("legend-note"));
  const still = matchMedia("(prefers-reduced-motion: reduce)"), SECONDS = 4, FRAMES = 60 * SECONDS;
  const CONTROLS = ["play", "step", "finish", "restart", "flip-message", "flip-signature", "flip-key", "other-key", "cut", "resume"];
  const TEXTS = ["about", "own-note", "want", "last", "ram", "fed", "cycles", "compute", "bus-time"]; // of a verification
  const OWN = ["own-key", "own-message", "own-signature", "own-scheme", "own-context"];
  let loaded = null, job = null, playing = false, busy = Promise.resolve(), turn = 0;

  // ---- Turns: what is shown is of what is chosen ---------------------------------------------------------------

  class Over extends Error {}

  // Begins a turn, and is the only way to begin one: whatever the page says of a verification goes, before anything of the
  // next is read, and what is under way for the turn before will find that its turn is over. Returns the turn.
  function clear(title, text) {
    [job, playing, busy] = [null, false, Promise.resolve()];
    for (const id of TEXTS) $(id).replaceChildren();
    $("parts").replaceChildren();
    view.clear();
    controls();
    say("", title, text, []);
    return ++turn;
  }

  // Waits for a promise of the turn `mine`. What comes, or fails, after another turn has begun never lands.
  async function during(mine, promise) {
    try {
      return await promise;
    } finally {
      if (mine !== turn) throw new Over();
    }
  }

  // Does work(turn) after what this turn has to do before. Whatever fails clears the page, and says why.
  function queue(work) {
    const mine = turn;
    busy = busy.then(() => mine === turn && during(mine, work(mine))).catch((error) => {
      if (mine !== turn) return;
      const file = error instanceof kilosig.FileError;
      clear("No verdict", file ? "These files were not verified: see below." : "");
      if (file) $("own-note").replaceChildren(...kilosig.sentence(error.message, error.names));
      else say("bad", "This page has failed", error.message, []);
    });
    return busy;
  }

  // A turn for something else to verify.
  function select(work) {
    clear("No verdict yet", "Another verification gets ready.");
    return queue(work);
  }

  // of: what it is said of, each [part's title, file's name or null, text].
  function say(kind, title, text, of) {
    const list = Object.assign(document.createElement("ul"), { className: "of" });
    list.append(...of.map(([part, name, facts]) => {
      const line = document.createElement("li");
      line.append(`${part} `, ...(name === null ? [] : kilosig.sentence("{} ", [name])), facts);
      return line;
    }));
    $("verdict").className = `verdict ${kind}`;
    $("verdict").replaceChildren(Object.assign(document.createElement("strong"), { textContent: title }),
                                 Object.assign(document.createElement("span"), { textContent: text }), list);
  }

  // What the bytes that the device gets are, by the digests that came with its answer.
  const TITLES = { key: "Public key", message: "Message", signature: "Signature", object: "COSE_Sign1", payload: "Payload in it" };
  function of() {
    const { source, picture } = job, facts = Object.keys(TITLES).filter((part) => picture.of[part]).map((part) => {
      const { length, sha256 } = picture.of[part], scheme = part === "key" ? ` of ${source.scheme}` : "";
      return [TITLES[part], (source.names && source.names[part]) || null, `${number(length)} bytes${scheme}, SHA-256 ${sha256}`];
    });
    if (source.context.length) facts.push(["Context", new TextDecoder().decode(source.context), `${number(source.context.length)} bytes`]);
    return source.own ? facts : [["Example", null, source.name], ...facts];
  }

  // ---- What is verified ---------------------------------------------------------------------------------------

  function option(value, text) {
    return Object.assign(document.createElement("option"), { value, textContent: text });
  }

  function fill(schemes) {
    const groups = new Map();
    for (const one of kilosig.index) {
      if (!groups.has(one.standing)) groups.set(one.standing, Object.assign(document.createElement("optgroup"), { label: one.standing }));
      groups.get(one.standing).append(option(one.name, one.name));
    }
    $("example").append(...groups.values());
    $("own-scheme").append(option("", "as the key says"), ...schemes.map((scheme) => option(scheme.name, scheme.name)));
  }

  // No verdict of an example is above the names of somebody's own files.
  async function choose(mine) {
    for (const id of OWN) $(id).value = "";
    const one = await during(mine, kilosig.exampleOf($("example").value));
    await prepare(mine, { ...one, own: false });
  }

  // Plans the genuine transfer and begins. source: name, scheme, parts, other, context, own; of files also names, algorithm.
  async function prepare(mine, source) {
    const variant = $("variant").value, about = kilosig.index.find((one) => one.name === source.name);
    const { schemes, coseBytes } = await during(mine, device.load(variant));
    const scheme = schemes.find((one) => one.name === source.scheme), { key, message, signature, object } = source.parts;
    const plan = await during(mine, device.ask("plan", asked(source, variant, source.parts, key)));
    const members = kilosig.layouts[variant][source.scheme] || [{ name: "state", offset: 0, size: scheme.stateBytes }];
    const front = object ? coseBytes : 0, moved = members.map((one) => ({ ...one, offset: one.offset + front }));
    const one = { source, scheme, plan, row: rowOf(about, variant, source), variant, stateBytes: scheme.stateBytes + front,
                  members: object ? [{ name: "reader of COSE_Sign1", offset: 0, size: front }, ...moved] : members };
    const what = about && about.standing === "broken" ? "BROKEN: anyone who has the public key can sign. For research only. " : "";
    const form = variant === "default" || !about || about.rows[variant] ? ""
      : `There is no variant ${variant} of ${source.scheme}: its verification has one form, and this is it. `;
    const sizes = [["Key", key], ["message", message], ["signature", signature], ["object", object]].filter(([, bytes]) => bytes)
      .map(([name, bytes], i) => `${name} ${number(bytes.length)}${i ? "" : " bytes"}`).join(", ");
    one.about = `${what}${form}${sizes}; the device keeps an anchor of ${number(scheme.anchorBytes)} bytes in flash` +
      (about && about.measured !== source.name && about.measured ? `. Cycles and stack are those of ${about.measured}, whose code it shares` : "") + ".";
    await begin(mine, one, "", copies(one));
  }

  // For the Worker: a device that trusts a key, and what the sender has.
  function asked({ scheme, context, algorithm }, variant, parts, trusted) {
    return { variant, scheme, context, algorithm, parts, trusted };
  }

  // What the bench says. Its cycles are those of its message, not in an object: else only the stack's bound holds.
  function rowOf(about, variant, source) {
    const row = about && !source.parts.object ? (about.rows[variant] || about.rows.default || null) : null;
    return row && source.parts.message.length !== kilosig.messageBytes ? { ...row, cycles: null } : row;
  }

  function copies(one) {
    return Object.fromEntries(Object.entries(one.source.parts).map(([name, bytes]) => [name, bytes.slice()]));
  }

  // one: a job that is planned; sent: the bytes that the sender sends; trusted: another key than the source's.
  async function begin(mine, one, attack, sent, trusted) {
    const values = { ...asked(one.source, one.variant, sent, trusted || one.source.parts.key), place: one.plan.place };
    const picture = await during(mine, device.ask("begin", values));
    job = { ...one, attack, sent };
    $("about").textContent = one.about;
    if (one.source.own) $("own-note").textContent = `Your files: ${sent.object ? "COSE_Sign1 with " : ""}${one.source.scheme}.`;
    view.begin(one.members, one.stateBytes, one.row ? one.row.stack : 0);
    bars();
    show(picture);
  }

  // A turn with the same sources, perhaps attacked: attack, sent and trusted as begin takes them.
  function again(attack, sent, trusted) {
    const one = job;
    clear("No verdict yet", "The transfer begins again.");
    return queue((mine) => begin(mine, one, attack, sent, trusted));
  }

  // ---- Pictures and figures -----------------------------------------------------------------------------------

  function bars() {
    $("parts").replaceChildren(...[1, 2, 3, 4].filter((part) => job.sent[kilosig.PARTS[part]]).map((part) => {
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
    else if (!picture.fed) say("", job.attack ? `Ready: ${job.attack}` : "Ready", "The device has its anchor and waits for the first byte.", of());
    else say("", "Pending", "No verdict yet: nothing that was streamed may be acted upon.", of());
    controls();
  }

  function figures() {
    const { fed } = job.picture, clock = Number($("clock").value) * 1e6, rate = Number($("bus").value), row = job.row;
    const share = row ? row.cycles * Math.min(1, fed / Math.max(1, job.plan.total)) : 0;
    $("clock-value").textContent = `${$("clock").value} MHz`;
    $("ram").textContent = row ? `${number(job.stateBytes)} + ${number(row.stack)} = ${number(job.stateBytes + row.stack)} bytes`
      : `${number(job.stateBytes)} bytes, stack not measured`;
    $("fed").textContent = `${number(fed)} of ${number(job.plan.total)}`;
    $("cycles").textContent = row && row.cycles ? number(share) : "not measured";
    $("compute").textContent = row && row.cycles ? `${(1000 * share / clock).toFixed(1)} ms at ${$("clock").value} MHz` : "not measured";
    $("bus-time").textContent = `${(8000 * fed / rate).toFixed(1)} of ${(8000 * job.plan.total / rate).toFixed(1)} ms`;
  }

  // KSIG_COSE_REJECT_PAYLOAD: two payloads, or none.
  const PAYLOAD = 70;

  function end() {
    playing = false;
    const { verdict, reason } = job.picture, accepted = verdict === kilosig.ACCEPT;
    say(accepted ? "good" : "bad", accepted ? "Accepted" : "Rejected",
        `${job.attack ? job.attack + ". " : ""}The library says: ${reason} (verdict 0x${verdict.toString(16).padStart(8, "0")})`, of());
    if (job.sent.object && verdict === PAYLOAD) {
      $("own-note").textContent += job.sent.message ? " The COSE_Sign1 file has its payload in it: give no message beside it."
        : " The payload is not in the COSE_Sign1 file: give it as the message.";
    }
  }

  function controls() {
    for (const id of CONTROLS) $(id).disabled = !job;
    $("play").textContent = "Verify";
    if (!job) return;
    const open = job.picture.verdict === null, fed = job.picture.fed;
    for (const id of ["play", "step", "finish"]) $(id).disabled = !open;
    $("cut").disabled = $("resume").disabled = !open || !fed;
    for (const name of FLIPPED) $(`flip-${name}`).disabled = !middle(name);
    $("play").textContent = playing ? "Pause" : fed && open ? "Go on" : "Verify";
  }

  // ---- Buttons ------------------------------------------------------------------------------------------------

  function piece() { return Number($("chunk").value); }

  async function run(mine, bytes) {
    if (job.picture.verdict === null) show(await during(mine, device.ask("run", { job: job.picture.job, bytes, chunk: piece() })));
  }

  function frame() {
    if (!playing) return;
    const pace = $("pace").value, all = pace === "all" || still.matches, mine = turn;
    const bytes = all ? job.plan.total + 1 : pace === "piece" ? piece() : Math.max(piece(), Math.ceil(job.plan.total / FRAMES));
    queue(() => run(mine, bytes)).then(() => requestAnimationFrame(() => mine === turn && frame()));
  }

  $("play").addEventListener("click", () => {
    playing = !playing;
    controls();
    if (playing) frame();
  });
  const on = (id, work) => $(id).addEventListener("click", () => { playing = false; queue(work); });
  on("step", (mine) => run(mine, piece()));
  on("finish", (mine) => run(mine, Number.MAX_SAFE_INTEGER));
  $("restart").addEventListener("click", () => again("", copies(job)));

  // [part, offset] of the byte in the middle of what a button names; null if the page does not know where it is.
  const FLIPPED = ["message", "signature", "key"];
  function middle(name) {
    const { parts } = job.source, { place } = job.plan;
    if (parts[name]) return parts[name].length ? [name, parts[name].length >> 1] : null;
    if (!place) return null;
    const [start, length] = name === "message" ? [place.payload, place.length] : [place.signature, parts.object.length - place.signature];
    return length ? ["object", start + (length >> 1)] : null;
  }

  const anchored = () => !job.plan.runs.some((one) => one.part === 1);

  // What has been fed is sent again from the beginning.
  for (const name of FLIPPED) {
    $(`flip-${name}`).addEventListener("click", () => {
      const sent = copies(job), [part, at] = middle(name), trusts = name === "key" && anchored();
      sent[part][at] ^= 1;
      const bit = `Bit 0 of byte ${number(at)} of the ${part}`;
      again(trusts ? `The device trusts a key with bit 0 of byte ${at} flipped` : `${bit} is flipped`, sent, trusts ? sent.key : undefined);
    });
  }
  $("other-key").addEventListener("click", () => {
    const sent = { ...copies(job), key: job.source.other.slice() }, trusts = anchored();
    again(trusts ? "The device trusts another key" : "The sender sends another key", sent, trusts ? sent.key : undefined);
  });
  on("cut", async (mine) => {
    job.attack = "The transfer was cut";
    show(await during(mine, device.ask("cut", { job: job.picture.job })));
  });
  on("resume", async (mine) => {
    job.attack = "A new device went on from the copy of the state";
    show(await during(mine, device.ask("resume", { job: job.picture.job })));
    say("", "Resumed", "The old device is gone. A new one has the copy of the state, and wants what the old one wanted.", of());
  });
  for (const id of ["clock", "bus"]) $(id).addEventListener("input", () => job && figures());

  // ---- Choices ------------------------------------------------------------------------------------------------

  $("example").addEventListener("change", () => select(choose));
  $("variant").addEventListener("change", () => {
    const source = job && job.source;
    if (source && source.own) select((mine) => prepare(mine, source));
    else if ($("example").value) select(choose);
    else changed();
  });

  // Something of the visitor's own is another: what was said of it before is gone.
  function changed() {
    $("example").value = ""; // so that it can be chosen again
    clear("No verdict", "Press \"Use these files\", or choose an example.");
  }
  for (const id of OWN) for (const event of ["input", "change"]) $(id).addEventListener(event, changed);

  function use(files) {
    changed();
    select(async (mine) => {
      for (const [place, file] of Object.entries(files())) {
        const list = new DataTransfer();
        list.items.add(file);
        $(`own-${place}`).files = list.files;
      }
      const { schemes } = await during(mine, loaded);
      const given = Object.fromEntries(["key", "message", "signature"].map((place) => [place, $(`own-${place}`).files[0]]));
      const context = new TextEncoder().encode($("own-context").value);
      await prepare(mine, await during(mine, kilosig.readOwn(given, $("own-scheme").value, context, schemes)));
      await run(mine, Number.MAX_SAFE_INTEGER);
    });
  }
  $("own-use").addEventListener("click", () => use(() => ({})));
  $("own-forget").addEventListener("click", () => {
    for (const id of OWN) $(id).value = "";
    changed();
  });
  const holds = (event) => { event.preventDefault(); };
  $("drop").addEventListener("dragover", holds);
  $("drop").addEventListener("drop", (event) => {
    holds(event);
    const files = [...event.dataTransfer.files]; // the event's own list ends with it
    use(() => kilosig.sortDropped(files));
  });

  loaded = device.load("default");
  select(async (mine) => {
    fill((await loaded).schemes);
    if (mine !== turn) return;
    $("example").value = "ml-dsa-44";
    await choose(mine);
  });
});
