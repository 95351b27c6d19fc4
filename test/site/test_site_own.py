# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page "Run it" with a visitor's own files. A verdict names what it is of; whatever is chosen, dropped or changed
clears it first, and nothing of an older choice lands. COSE_Sign1 is read as on a device, by the same code."""
from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page, expect
from test_cose import WRONG, object_of

from browser import ROOT, opened
from kilosig.files import cose
from kilosig.files.armour import PUBLIC, wrap
from kilosig.library import cose as device
from kilosig.library.binding import VARIANTS, load
from kilosig.library.verdicts import ACCEPT
from kilosig.schemes.ml_dsa_keys import PRIVATE_KEYS
from kilosig.schemes.stateful import LMS_SETS
from kilosig.schemes.stateful_material import pair_of

SCHEME = "ml-dsa-44"
PAIR = PRIVATE_KEYS[SCHEME].from_seed_bytes(bytes(32))
KEY = PAIR.public_key().public_bytes_raw()
MESSAGE = b"my own message"
KEY_LENGTH, SIGNATURE, LABEL, PAYLOAD = 3, 12, 68, 70
Objects = list[tuple[bytes, bytes | None]]  # and their detached payloads
PLACES = ("key", "message", "signature")
SHOWN = ("#about", "#want", "#last", "#parts", "#ram", "#fed", "#cycles", "#compute", "#bus-time", "#legend",
         "#legend-note")
BUTTONS = ("#play", "#step", "#finish", "#restart", "#flip-message", "#flip-key", "#cut", "#resume")


@cache
def signature(message: bytes = MESSAGE) -> bytes:
    return PAIR.sign(message)


@cache
def sign1(payload: bytes = MESSAGE, header: bytes | None = None, detached: bool = False) -> bytes:
    """A genuine object, whatever its protected header is."""
    protected = cose.protected_header(SCHEME) if header is None else header
    return cose.sign1(protected, None if detached else payload,
                      PAIR.sign(cose.sig_structure(protected, payload)))


@dataclass(frozen=True)
class Given:
    """Files by name and content, or by their paths; None: not chosen."""

    key: Any = ("k.pub", KEY)
    message: Any = ("m.txt", MESSAGE)
    signature: Any = None
    scheme: str = SCHEME
    context: str = ""

    def into(self, page: Page) -> None:
        for place in PLACES:
            file = getattr(self, place) or (("m.sig", signature()) if place == "signature" else None)
            page.set_input_files(f"#own-{place}", [] if file is None else str(file) if isinstance(file, Path) else
                                 [{"name": file[0], "mimeType": "application/octet-stream", "buffer": file[1]}])
        page.select_option("#own-scheme", self.scheme)
        page.fill("#own-context", self.context)

    def use(self, page: Page) -> None:
        self.into(page)
        page.click("#own-use")


def give(page: Page, key: bytes, message: bytes | None, signature_: bytes, scheme: str = "") -> None:
    Given(("key", key), None if message is None else ("message", message), ("signature", signature_), scheme).use(page)


def verdict(page: Page, text: str) -> None:
    expect(page.locator("#verdict")).to_contain_text(text)


def note(page: Page, text: str) -> None:
    expect(page.locator("#own-note")).to_contain_text(text)


def is_clear(page: Page) -> bool:
    """Nothing of a verification is shown, and nothing of one can be pressed."""
    return ("No verdict" in page.inner_text("#verdict") and "good" not in str(page.get_attribute("#verdict", "class"))
            and page.locator("#verdict li").count() == 0 and not any(page.inner_text(place) for place in SHOWN)
            and all(page.is_disabled(button) for button in BUTTONS))


@pytest.fixture
def run(page: Page, site: Path) -> Page:
    """The page, ready."""
    opened(page, site, "run.html")
    verdict(page, "Ready")
    return page


def accepted(page: Page) -> None:
    """The visitor's files, accepted."""
    Given().use(page)
    verdict(page, "Accepted")


# ---- Formats ------------------------------------------------------------------------------------------------------


def test_own_files(run: Page) -> None:
    """PEM, DER, the tool's PEM, raw and COSE; what is wrong is said in a sentence."""
    spki = PAIR.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pem = b"-----BEGIN PUBLIC KEY-----\n" + base64.encodebytes(spki) + b"-----END PUBLIC KEY-----\n"
    for file, scheme in ((spki, ""), (pem, ""), (KEY, SCHEME), (wrap(PUBLIC, SCHEME, KEY), "")):
        give(run, file, MESSAGE, signature(), scheme)
        expect(run.locator("#own-note")).to_have_text(f"Your files: {SCHEME}.")
        verdict(run, "Accepted")
        give(run, file, MESSAGE + b"!", signature(), scheme)
        verdict(run, load().reason_text(SIGNATURE))
    expect(run.locator("#cycles")).to_have_text("not measured")  # for a message of this length
    give(run, KEY[:-1], MESSAGE, signature(), SCHEME)
    verdict(run, load().reason_text(KEY_LENGTH))
    give(run, KEY, b"", b"\0" * (1 << 20) + b"\0", SCHEME)
    note(run, "1,048,576 at most")
    for message in (MESSAGE * 20, b""):
        give(run, pem, None, sign1(message))
        verdict(run, "Accepted")
        give(run, pem, message, sign1(message, detached=True))
        verdict(run, "Accepted")
    changed = sign1().replace(MESSAGE, MESSAGE[:-1] + b"!")
    give(run, pem, None, changed)
    verdict(run, load().reason_text(SIGNATURE))
    for file, said in ((KEY, "choose the scheme"), (spki[:100], "not a SubjectPublicKeyInfo"),
                       (spki[:16] + b"\x2a" + spki[17:], "another algorithm"), (spki + b"\0", "do not belong"),
                       (b"-----BEGIN PRIVATE KEY-----\n", "no public key"),
                       (wrap(PUBLIC, "ml-dsa-99", KEY), "no scheme 'ml-dsa-99'")):
        give(run, file, MESSAGE, signature())
        note(run, said)
        assert is_clear(run)
    give(run, pem, MESSAGE, signature(), "ml-dsa-65")
    note(run, "ml-dsa-65 is chosen")


def test_every_sentence_says_what_to_do() -> None:
    """About a visitor's files: after a colon, or it is that itself."""
    text = "".join(path.read_text() for path in (ROOT / "site/static/js").glob("*.js"))
    sentences = [said for _, said in re.findall(r'FileError\((["`])(.+?)\1[,)]', text)]
    assert len(sentences) == text.count("new kilosig.FileError(") + text.count("new FileError(") >= 14
    wrong = [said for said in sentences if not re.search(r"(^C|: c)hoose |: (give|leave|drop|verify) ", said)]
    assert not wrong


def test_missing_and_unfitting(run: Page) -> None:
    """No file is made up, and nothing that was given is passed over."""
    give(run, KEY, None, signature(), SCHEME)
    note(run, "Choose the message")
    assert is_clear(run)
    run.set_input_files("#own-key", [])
    run.click("#own-use")
    note(run, "Choose a key")
    replace(Given(), message=None, signature=("m.cose", sign1()), context="a context").use(run)
    note(run, "no context")
    assert is_clear(run)
    run.click("#own-forget")
    assert is_clear(run) and run.evaluate("[...document.querySelectorAll('#drop input')].every((one) => !one.value)")


# ---- Verdicts name what they are of -------------------------------------------------------------------------------


def facts(page: Page) -> list[str]:
    return page.locator("#verdict li").all_inner_texts()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_verdicts_name_what_they_are_of(run: Page) -> None:
    """File names, lengths and digests of the bytes that the library got, and the key's; of an object its payload."""
    accepted(run)
    assert facts(run) == [f'Public key "k.pub" 1,312 bytes of {SCHEME}, SHA-256 {sha256(KEY)}',
                          f'Message "m.txt" 14 bytes, SHA-256 {sha256(MESSAGE)}',
                          f'Signature "m.sig" 2,420 bytes, SHA-256 {sha256(signature())}']
    run.click("#flip-message")
    verdict(run, "Ready")
    changed = bytearray(MESSAGE)
    changed[7] ^= 1
    assert sha256(bytes(changed)) in facts(run)[1]
    data = sign1()
    Given(message=None, signature=("m.cose", data)).use(run)
    verdict(run, "Accepted")
    assert facts(run)[1:] == [f'COSE_Sign1 "m.cose" {len(data):,} bytes, SHA-256 {sha256(data)}',
                              f"Payload in it 14 bytes, SHA-256 {sha256(MESSAGE)}"]
    for button in ("#flip-message", "#flip-signature"):
        run.click(button)
        verdict(run, "Ready")
        run.click("#finish")
        verdict(run, load().reason_text(SIGNATURE))
    run.click("#restart")
    verdict(run, "Ready")
    run.click("#step")
    run.click("#resume")
    verdict(run, "Resumed")
    run.click("#finish")
    verdict(run, "Accepted")
    Given(context="a device").use(run)
    verdict(run, load().reason_text(SIGNATURE))
    assert facts(run)[3] == 'Context "a device" 8 bytes'
    run.select_option("#example", SCHEME)
    verdict(run, "Ready")
    assert facts(run)[0] == f"Example {SCHEME}" and len(facts(run)) == 4


HOSTILE = {
    "letter\u202etxt.exe": 'letter\\u{202e}txt.exe', "a\nAccepted": "a\\u{a}Accepted", "a\x1b[2Jb": "a\\u{1b}[2Jb",
    "a\u2028b\u200b\u3164\u2800\u2066c": "a\\u{2028}b\\u{200b}\\u{3164}\\u{2800}\\u{2066}c",
    "<b>bold</b>.txt": "<b>bold</b>.txt", 'a" b': "a\\u{22} b", "e" + 5 * "\u0316": "e\u0316\u0316" + 3 * "\\u{316}",
    "M\u00fcller \u4e2d\u6587.txt": "M\u00fcller \u4e2d\u6587.txt", "x" * 200: "x" * 32 + "..." + "x" * 32,
}


def test_names_of_strangers_are_text(run: Page) -> None:
    """What is invisible, controls, turns the direction or stacks up is shown as its number: in a verdict, and in the
    sentence about a file that cannot be read. Each name stands apart, so that letters from right to left stay in it."""
    for name, shown in HOSTILE.items():
        text, elements = run.evaluate("""(name) => {
            const place = document.createElement("p");
            place.append(...kilosig.sentence("{}", [name]));
            return [place.textContent, place.querySelectorAll("*").length];
        }""", name)
        assert text == f'"{shown}"' and elements == 1
    Given(message=("letter\u202etxt.exe", MESSAGE)).use(run)
    verdict(run, "Accepted")
    assert 'Message "letter\\u{202e}txt.exe" 14' in facts(run)[1]
    assert run.locator("#verdict li bdi").count() == 3
    Given(signature=("big\u202e.sig", bytes((1 << 20) + 1))).use(run)
    note(run, '"big\\u{202e}.sig"')
    assert is_clear(run)


# ---- What is shown is of what is chosen ---------------------------------------------------------------------------


def gone(path: Path) -> Callable[[Page], None]:
    """A file that is not there any more when it is read."""
    def choose(page: Page) -> None:
        path.write_bytes(MESSAGE)
        replace(Given(), message=path).into(page)
        path.unlink()

    return choose


def sparse(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate((1 << 26) + 1)
    return path


def test_what_cannot_be_read_leaves_no_verdict(run: Page, tmp_path: Path) -> None:
    """After an accepted verification a file that cannot be read: verdict, figures and pictures are gone, and the
    sentence says which file it was."""
    wrong: list[tuple[Callable[[Page], None], str]] = [
        (replace(Given(), key=("b", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n")).into,
         "not a SubjectPublicKeyInfo"),
        (gone(tmp_path / "gone.txt"), "gone.txt"),
        (replace(Given(), message=sparse(tmp_path / "big.bin")).into, "67,108,864 at most"),
        (replace(Given(), key=("k", wrap(PUBLIC, "ml-dsa-45", KEY)), scheme="").into, "no scheme"),
        (lambda page: page.set_input_files("#own-signature", []), "Choose a key"),
        (replace(Given(), scheme="").into, "choose the scheme"),
        (lambda page: page.evaluate("() => { File.prototype.arrayBuffer = () => Promise.reject(); }"),
         "cannot be read"),
    ]
    for choose, said in wrong:
        accepted(run)
        choose(run)
        run.click("#own-use")
        note(run, said)
        assert is_clear(run), said


CHANGES = {
    "key": "own-key", "message": "own-message", "signature": "own-signature", "scheme": "own-scheme",
    "context": "own-context", "example": "example", "variant": "variant",
}


DISPATCH = """([kind, id]) => {
    const drop = () => {
        const data = new DataTransfer();
        data.items.add(new File(["AAAA"], "other.pem"));
        document.querySelector("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
    };
    const press = { use: "own-use", attack: "flip-message", restart: "restart" }[kind];
    if (kind === "drop") drop();
    else if (press) document.getElementById(press).click();
    else {
        const element = document.getElementById(id);
        if (kind === "example") element.value = "ml-dsa-65";
        if (kind === "variant") element.value = "small";
        element.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return [document.querySelector("#verdict").textContent, document.querySelector("#fed").textContent];
}"""


def test_every_change_clears(run: Page) -> None:
    """The verdict is gone when the event has been handled, not when an answer comes."""
    for kind in (*CHANGES, "drop", "use", "attack", "restart"):
        accepted(run)
        said, fed = run.evaluate(DISPATCH, [kind, CHANGES.get(kind, "")])
        assert said.startswith("No verdict") and fed == "", kind
        if kind == "drop":
            verdict(run, "Rejected")
            assert 'Public key "other.pem" 4 bytes' in facts(run)[0]
        elif kind in ("use", "variant"):
            verdict(run, "Accepted" if kind == "use" else "Ready")
            assert 'Message "m.txt"' in facts(run)[1]
        elif kind in ("attack", "restart", "example"):
            verdict(run, "Ready")
        else:
            assert is_clear(run), kind


def test_drops(run: Page) -> None:
    """Files go where their names say; what is no file, or two for one place, is said and verified by nobody."""
    drop = """(files) => {
        const data = new DataTransfer();
        for (const [name, text] of files) data.items.add(new File([kilosig.fromBase64(text)], name));
        document.querySelector("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
    }"""
    files = [[name, base64.b64encode(data).decode()] for name, data in
             (("k.pem", wrap(PUBLIC, SCHEME, KEY)), ("m.txt", MESSAGE), ("m.sig", signature()))]
    run.evaluate(drop, files)
    verdict(run, "Accepted")
    for wrong, said in (([], "no file"), ([*files, ["other.pem", files[0][1]]], "both look like the key")):
        run.evaluate(drop, files)
        verdict(run, "Accepted")
        run.evaluate(drop, wrong)
        note(run, said)
        assert is_clear(run)


# Reading a file that is named slow, or an answer of the Worker, takes as long as the test wants.
SLOW_READS = """() => {
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = function () {
        if (!this.name.startsWith("slow")) return read.call(this);
        return new Promise((resolve) => { window.release = () => read.call(this).then(resolve); });
    };
}"""
SLOW_ANSWERS = """(command) => {
    const ask = kilosig.Device.prototype.ask;
    kilosig.Device.prototype.ask = function (name, values) {
        const answer = ask.call(this, name, values);
        if (name !== command || window.release) return answer;
        return new Promise((resolve) => { window.release = () => answer.then(resolve); });
    };
}"""
SETTLED = "() => new Promise((resolve) => { window.release(); setTimeout(resolve, 300); })"


@pytest.mark.parametrize("late", ["read", "run", *(pytest.param(name, marks=pytest.mark.full) for name in
                                                    ("plan", "begin"))])
def test_what_is_late_never_lands(run: Page, late: str) -> None:
    """Good files whose bytes or verdict come after other files were chosen: nothing is said of the good ones."""
    run.evaluate(SLOW_READS) if late == "read" else run.evaluate(SLOW_ANSWERS, late)
    replace(Given(), message=("slow.txt", MESSAGE)).use(run)
    run.wait_for_function("() => window.release")
    replace(Given(), message=("bad.txt", b"something else")).use(run)
    verdict(run, load().reason_text(SIGNATURE))
    shown = run.inner_text("main")
    run.evaluate(SETTLED)
    assert run.inner_text("main") == shown and '"bad.txt"' in facts(run)[1]


@pytest.mark.parametrize("late", ["read", "run"])
def test_what_is_late_after_a_change_never_lands(run: Page, late: str) -> None:
    """The same, when nothing followed but a change."""
    run.evaluate(SLOW_READS) if late == "read" else run.evaluate(SLOW_ANSWERS, late)
    replace(Given(), message=("slow.txt", MESSAGE)).use(run)
    run.wait_for_function("() => window.release")
    run.set_input_files("#own-key", [{"name": "other", "mimeType": "", "buffer": b"x"}])
    assert is_clear(run)
    run.evaluate(SETTLED)
    assert is_clear(run)


# ---- COSE_Sign1 as on a device ------------------------------------------------------------------------------------


def test_two_payloads_are_refused(run: Page) -> None:
    """An object with its payload in it, and a message beside it: which of them a verdict would be of, nobody knows."""
    for outside in (MESSAGE, b"another message", b""):
        accepted(run)
        replace(Given(), message=("shown.txt", outside), signature=("m.cose", sign1())).use(run)
        verdict(run, "Rejected")
        assert f"verdict 0x{PAYLOAD:08x}" in run.inner_text("#verdict")
        note(run, "give no message beside it")
    replace(Given(), message=None, signature=("m.cose", sign1(detached=True))).use(run)
    verdict(run, "Rejected")
    note(run, "give it as the message")


def test_critical_headers_are_refused(run: Page) -> None:
    """A header that must be understood, and is not."""
    for header in (cose.encoded({1: -48, 2: ["x-not-before"], "x-not-before": 4102444800}),
                   b"\xa2\x01\x38\x2f\x02\x81\x01", b"\xa2\x01\x38\x2f\x02\x80"):
        replace(Given(), message=None, signature=("m.cose", sign1(header=header))).use(run)
        verdict(run, "Rejected")
    assert f"verdict 0x{LABEL:08x}" in run.inner_text("#verdict")


def in_browser(page: Page, variant: str, objects: Objects, key: bytes, scheme: str = SCHEME) -> list[int]:
    """The verdicts of the page's own library, fed seven bytes at a time."""
    def packed(data: bytes) -> dict[str, str]:
        return {"base64": base64.b64encode(data).decode()}

    tests = [{"scheme": scheme, "chunk": 7, "trusted": packed(key), "algorithm": cose.ALGORITHMS[scheme],
              "parts": {"key": packed(key), "object": packed(data),
                        **({} if payload is None else {"message": packed(payload)})}} for data, payload in objects]
    return list(page.evaluate("""async ([variant, tests]) => {
        const unpacked = (value) => typeof value !== "object" ? value
            : "base64" in value ? kilosig.fromBase64(value.base64) : bytes(value);
        const bytes = (one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, unpacked(value)]));
        const device = new kilosig.Device();
        await device.load(variant);
        return (await device.ask("verdicts", { variant, tests: tests.map(bytes) })).verdicts;
    }""", [variant, tests]))


def on_device(variant: str, objects: Objects, key: bytes, scheme: str = SCHEME) -> list[int]:
    target = load(variant).scheme(scheme)
    assert target is not None
    return [device.verify(device.Device(target, target.anchor(key), cose.ALGORITHMS[scheme],
                                        detached=payload is not None), data, key, payload or b"")
            for data, payload in objects]


@pytest.mark.parametrize("variant", [VARIANTS[0], *(pytest.param(name, marks=pytest.mark.full) for name in
                                                    VARIANTS[1:])])
def test_objects_are_read_as_on_a_device(run: Page, variant: str) -> None:
    """Every encoding, header and structure that the device's reader knows cases of, detached payloads and truncations:
    the same verdict, reasons included."""
    from support import public_key

    hand: Objects = [(object_of(), None), (object_of(), b"pay"), (object_of(payload=b""), b"")]
    hand += [(object_of(**change), None) for _, change, _ in WRONG]
    hand += [(object_of()[:end], None) for end in (1, 2, 7, 8, 12, 100, 2400)] + [(object_of() + b"\0", None)]
    key = public_key(SCHEME)
    expected = on_device(variant, hand, key)
    assert in_browser(run, variant, hand, key) == expected
    assert expected[0] == ACCEPT and ACCEPT not in expected[1:] and len(set(expected)) > 8
    own: Objects = [(sign1(), None), (sign1(detached=True), MESSAGE), (sign1(detached=True), b"other"),
                    (sign1(detached=True), None)]
    assert in_browser(run, variant, own, KEY) == on_device(variant, own, KEY)


def test_hss_object(run: Page) -> None:
    """The page reads every scheme that has a number, as the tool does."""
    key, sign = pair_of("hss", [LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"]] * 2, b"page")
    header = cose.protected_header("hss")
    data = cose.sign1(header, MESSAGE, sign(cose.sig_structure(header, MESSAGE)))
    Given(("h.pub", key), None, ("h.cose", data), "hss").use(run)
    verdict(run, "Accepted")
    assert run.evaluate("kilosig.coseAlgorithms") == cose.ALGORITHMS
