# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What callers and senders may do wrong: each ends in its reason, and stays there."""
from __future__ import annotations

from dataclasses import replace

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import (PART_SIGNATURE, Arguments, Library, LibraryScheme, PackedArguments, Verification,
                                     ffi, load, prepare, want_order)
from kilosig.library.catalog import SCHEMES, is_broken
from kilosig.library.hashes import MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH
from kilosig.library.verdicts import REASONS, Verdict
from kilosig.schemes import fn_dsa
from support import (CANDIDATES, broken_example, candidate_example, chunk, falcon_example, haetae_example,
                     key_anchor_example, known_answers)

pytestmark = pytest.mark.library

Case = tuple[LibraryScheme, bytes, bytes, bytes, Arguments]


def is_pure(scheme: LibraryScheme) -> bool:
    """HAETAE, Rainbow and GeMSS know pure mode only. HAETAE's want order depends on two bytes of the signature."""
    return scheme.name.startswith("haetae") or is_broken(scheme.name) or scheme.name in CANDIDATES


def is_slh_dsa(scheme: LibraryScheme) -> bool:
    """SLH-DSA's key is the anchor: it is never streamed. There is no external mu."""
    return SCHEMES[scheme.name].key_anchor


def has_mu(scheme: LibraryScheme) -> bool:
    """Only ML-DSA and Dilithium take an external mu."""
    return scheme.name.startswith(("ml-dsa", "dilithium"))


@pytest.fixture(params=SCHEMES)
def case(request: pytest.FixtureRequest, library: Library) -> Case:
    """Inputs that go through to the last check. dilithium2-r3 takes those of ml-dsa-44: only the last check differs."""
    scheme = library.scheme(request.param)
    assert scheme is not None
    falcon = scheme.name in fn_dsa.LOG_N
    if falcon:
        pytest.importorskip("py_fn_dsa", exc_type=ImportError)
    if is_pure(scheme) or falcon:
        example = (broken_example if is_broken(scheme.name) else falcon_example if falcon
                   else candidate_example if scheme.name in CANDIDATES else haetae_example)
        vector = example(scheme.name)
        assert vector.key is not None
        given = prepare(scheme, Arguments(context=vector.context), vector.key, vector.message, vector.signature)
        return scheme, vector.key, vector.message, vector.signature, given
    if is_slh_dsa(scheme):
        vector = key_anchor_example(scheme.name)
        assert vector.key is not None
        given = prepare(scheme, Arguments(), vector.key, vector.message, vector.signature)
        return scheme, vector.key, vector.message, vector.signature, given
    framed = request.param != "dilithium2-r3"
    answer = known_answers(request.param if framed else "ml-dsa-44")[7]
    context = answer.context if framed else b""
    arguments = prepare(scheme, Arguments(context=context), answer.key, answer.message, answer.signature)
    return scheme, answer.key, answer.message, answer.signature, arguments


def final(scheme: LibraryScheme) -> int:
    """The verdict on the inputs of `case`."""
    return verdicts.SIGNATURE if scheme.name == "dilithium2-r3" else verdicts.ACCEPT


def run_until(case: Case, wants: int) -> Verification:
    """A verification that has got its first `wants` wants."""
    scheme, key, message, signature, arguments = case
    run = Verification(scheme, arguments)
    parts = (b"", key, message, signature)
    for _ in range(wants):
        want = run.want()
        run.feed(parts[want.part][want.offset:want.offset + want.length])
    return run


def want_count(case: Case) -> int:
    """How many wants `case` has."""
    scheme, key, message, signature, arguments = case
    order, verdict = want_order(scheme, key, message, signature, arguments)
    assert verdict.code == final(scheme)
    return len(order)


def test_overfeed(case: Case) -> None:
    """One byte more than wanted, at every want, and when nothing is wanted any more."""
    count = want_count(case)
    for wants in range(count + 1):
        run = run_until(case, wants)
        assert run.feed(bytes(run.want().length + 1)).code == verdicts.OVERFEED
        assert run.want().length == 0
        assert run.feed(b"x").code == verdicts.OVERFEED
        assert run.close().code == verdicts.OVERFEED


def test_close_early(case: Case) -> None:
    """Closed before a want, or one byte before its end."""
    for wants in range(want_count(case)):
        assert run_until(case, wants).close().code == verdicts.INCOMPLETE
        run = run_until(case, wants)
        want = run.want()
        data = (b"", *case[1:4])[want.part][want.offset:want.offset + want.length - 1]
        assert not data or run.feed(data).code == verdicts.PENDING
        assert run.want().length == 1
        assert run.close().code == verdicts.INCOMPLETE


def test_wants_are_a_function_of_lengths(case: Case) -> None:
    """All-one bytes are asked for in the same order until they are rejected."""
    scheme, key, message, signature, arguments = case
    genuine, _ = want_order(scheme, key, message, signature, arguments)
    zeros = bytearray(len(signature))
    if scheme.name.startswith("haetae"):
        sizes = {"2": 1056, "3": 1568, "5": 1824}[scheme.name[7]]
        zeros[sizes:sizes + 2] = signature[sizes:sizes + 2]
    dummy, verdict = want_order(scheme, bytes(len(key)), bytes(len(message)), bytes(zeros), arguments)
    assert not verdict.accepted
    assert 1 <= len(dummy) <= len(genuine) and dummy == genuine[:len(dummy)]


def test_wiped(case: Case) -> None:
    """After close nothing is left in the state, and nothing is wanted or taken."""
    run = run_until(case, want_count(case) - 1)
    secret = case[4].secret
    assert sum(byte != 0 for byte in run.state_copy()) > min(500, case[0].state_bytes // 8)
    assert not run.close().accepted
    assert sum(byte != 0 for byte in run.state_copy()) <= 4
    assert not secret or secret not in run.state_copy()
    assert run.want().length == 0
    assert run.feed(b"x").code not in (verdicts.PENDING, verdicts.ACCEPT)


@pytest.mark.parametrize("wrong", [-1, 1, None, 0xFFFFFFFF])
@pytest.mark.parametrize("what, reason", [("key_length", verdicts.KEY_LENGTH),
                                          ("signature_length", verdicts.SIG_LENGTH)])
def test_wrong_length(case: Case, what: str, reason: int, wrong: int) -> None:
    """Announced one byte short or long, empty, or enormous."""
    scheme, _, _, _, arguments = case
    right = getattr(arguments, what)
    # One key of HSS has signatures of many lengths; those of the others that vary have one for a key.
    varies = SCHEMES[scheme.name].signature_least and (scheme.name == "hss" or not SCHEMES[scheme.name].key_varies)
    if what == "signature_length" and varies:
        right = SCHEMES[scheme.name].signature_least if wrong == -1 else scheme.signature_bytes
    length = 0 if wrong is None else wrong if wrong > 1 else right + wrong
    if scheme.name == "hss" and what == "signature_length" and wrong is not None:
        # The keys within the signature say how long it is.
        changed = replace(arguments, signature_length=length)
        assert scheme.library.verify(scheme, case[1], case[2], case[3], changed).code == reason
        return
    run = Verification(scheme, replace(arguments, **{what: length}))
    assert run.opened.code == reason
    assert run.want().length == 0
    assert run.feed(b"x").code == reason
    assert run.close().code == reason


def test_message_longer_than_announced_or_shorter(case: Case) -> None:
    """The announced length is what is verified."""
    scheme, key, message, signature, arguments = case
    assert len(message) > 1
    for length in (len(message) - 1, 0):
        verdict = scheme.library.verify(scheme, key, message, signature, replace(arguments, message_length=length))
        assert verdict.code == verdicts.SIGNATURE
    longer = replace(arguments, message_length=len(message) + 1)
    assert scheme.library.verify(scheme, key, message, signature, longer).code == verdicts.INCOMPLETE


def test_state_size_and_alignment(case: Case) -> None:
    """Not aligned, or too small: refused. Where there is room for one, a closed head is left, and nothing else
    written."""
    scheme, _, _, _, arguments = case
    packed = PackedArguments(arguments)
    size = scheme.state_bytes
    memory = ffi.new("uint8_t[]", b"\x5c" * (size + 16))

    def open_at(offset: int, announced: int) -> int:
        return scheme.library.c.ksig_verify_open(memory + offset, announced, scheme.pointer, packed.pointer)

    for offset, announced in ((0, 0), (0, 8), (1, size), (2, size), (3, size + 8)):
        assert open_at(offset, announced) == verdicts.STATE_SIZE
    assert bytes(ffi.buffer(memory, size + 16)) == b"\x5c" * (size + 16)
    head = 48  # ksig_verify_head on a 64-bit machine
    for announced in (head, size - 1):
        assert open_at(0, announced) == verdicts.STATE_SIZE
        assert bytes(ffi.buffer(memory, size + 16))[head:] == b"\x5c" * (size + 16 - head)
        assert scheme.library.c.ksig_verify_feed(memory, b"", 0) == verdicts.ARGUMENT
        assert scheme.library.c.ksig_verify_close(memory) == verdicts.ARGUMENT
    assert open_at(0, size) == verdicts.PENDING
    assert bytes(ffi.buffer(memory, size + 16))[size:] == b"\x5c" * 16


def opened(scheme: LibraryScheme, arguments: Arguments) -> int:
    """What open answers; close must answer the same."""
    run = Verification(scheme, arguments)
    reason = run.opened.code
    assert run.want().length == 0 or reason == verdicts.PENDING
    assert run.close().code == (verdicts.INCOMPLETE if reason == verdicts.PENDING else reason)
    return reason


def test_arguments(case: Case) -> None:
    """Null pointers, unknown modes and hashes."""
    scheme, _, _, _, arguments = case
    framed = SCHEMES[scheme.name].has_context
    assert opened(scheme, arguments) == verdicts.PENDING
    assert opened(scheme, replace(arguments, anchor=b"")) == verdicts.ARGUMENT
    if scheme.secret_bytes:
        # GeMSS does without.
        missing = verdicts.PENDING if is_broken(scheme.name) else verdicts.ARGUMENT
        assert opened(scheme, replace(arguments, secret=b"")) == missing
    for mode in (4, 5, 0x80, 0xFF):
        assert opened(scheme, replace(arguments, mode=mode)) == verdicts.ARGUMENT
    for mode in (MODE_PREHASH, MODE_DIGEST):
        for arc in (0, 13, 0xFF):
            assert opened(scheme, replace(arguments, mode=mode, hash=arc)) == verdicts.ARGUMENT
    good = replace(arguments, mode=MODE_DIGEST, hash=1, message_length=32)
    if not has_mu(scheme):
        digests = framed and not is_pure(scheme)
        assert opened(scheme, good) == (verdicts.PENDING if digests else verdicts.ARGUMENT)
        assert opened(scheme, replace(arguments, mode=MODE_EXTERNAL_MU, message_length=64)) == verdicts.ARGUMENT
        return
    assert opened(scheme, good) == (verdicts.PENDING if framed else verdicts.ARGUMENT)
    long_mu = replace(arguments, mode=MODE_EXTERNAL_MU, context=b"", message_length=65)
    assert opened(scheme, long_mu) == verdicts.MSG_LENGTH


def test_context(case: Case) -> None:
    """Over 255 bytes, null, or where there is none."""
    scheme, _, _, _, arguments = case
    framed = SCHEMES[scheme.name].has_context
    assert opened(scheme, replace(arguments, context=bytes(255))) == (verdicts.PENDING if framed else verdicts.CONTEXT)
    assert opened(scheme, replace(arguments, context=bytes(256))) == verdicts.CONTEXT
    external = replace(arguments, context=b"x", mode=MODE_EXTERNAL_MU, message_length=64)
    assert opened(scheme, external) == (verdicts.CONTEXT if has_mu(scheme) else verdicts.ARGUMENT)
    packed = PackedArguments(replace(arguments, context=b""))
    packed.pointer.context_length = 1
    state = ffi.new("uint8_t[]", scheme.state_bytes)
    code = scheme.library.c.ksig_verify_open(state, scheme.state_bytes, scheme.pointer, packed.pointer)
    assert code == verdicts.CONTEXT


def test_wrong_anchor(case: Case) -> None:
    """One wrong bit of the anchor refuses the genuine key; found after the key, after every byte was taken."""
    scheme, key, message, signature, arguments = case
    assert arguments.anchor is not None
    named = SCHEMES[scheme.name].key_varies  # by the anchor's first byte: a set, or how many levels
    unknown = verdicts.LEVELS if scheme.name == "hss" else verdicts.SET
    for position in (0, (len(key) if named else scheme.anchor_bytes) - 1):
        anchor = bytearray(arguments.anchor)
        anchor[position] ^= 0x10
        wrong = replace(arguments, anchor=bytes(anchor))
        verdict = scheme.library.verify(scheme, key, message, signature, wrong, chunk(64))
        # SLH-DSA's anchor is the key under which the signature is verified.
        assert verdict.code == (unknown if named and position == 0 else verdicts.SIGNATURE if is_slh_dsa(scheme)
                                else verdicts.KEY)


def test_checkpoint(case: Case) -> None:
    """A copy of the state is a checkpoint: after garbage and a rejection the verification goes on from there."""
    for wants in range(want_count(case)):
        run = run_until(case, wants)
        checkpoint = run.state_copy()
        run.feed(b"\xff" * run.want().length)
        run.feed(bytes(5000))
        run.restore(checkpoint)
        parts = (b"", *case[1:4])
        while run.want().length:
            want = run.want()
            run.feed(parts[want.part][want.offset:want.offset + want.length])
        assert run.close().code == final(case[0])


@pytest.mark.parametrize("name", [name for name in SCHEMES if name.startswith(("ml-dsa", "dilithium"))])
def test_restream(name: str) -> None:
    """Variant small: one byte of z changed in a later pass, in every pass and all over z."""
    scheme = load("small").scheme(name)
    assert scheme is not None
    answer = known_answers("ml-dsa-44" if name == "dilithium2-r3" else name)[3]
    parts = (b"", answer.key, answer.message, answer.signature)
    arguments = Arguments(context=b"" if name == "dilithium2-r3" else answer.context)
    order, _ = want_order(scheme, *parts[1:], arguments)
    z_wants = [want for want in order if want.part == PART_SIGNATURE and want.length > 1000]
    z_begin, z_length = z_wants[0].offset, z_wants[0].length
    assert len(z_wants) >= 4 and all(want == z_wants[0] for want in z_wants)

    def verify_changed(changed: int, changed_pass: int) -> Verdict:
        """With a byte of the signature changed in one pass."""
        passes = 0

        def bring(part: int, offset: int, length: int) -> bytes:
            nonlocal passes
            data = bytearray(parts[part][offset:offset + length])
            if part == PART_SIGNATURE and offset <= changed < offset + length:
                passes += 1
                if passes == changed_pass:
                    data[changed - offset] ^= 1
            return bytes(data)

        return scheme.library.verify(scheme, *parts[1:], arguments, chunk(96), source=bring)

    tried = 0
    for changed_pass in range(2, len(z_wants) + 1):
        for position in (0, 1, z_length // 2, z_length - 1):
            verdict = verify_changed(z_begin + position, changed_pass)
            assert verdict.code == verdicts.RESTREAM, (changed_pass, position, str(verdict))
            tried += 1
    assert tried == 4 * (len(z_wants) - 1)


def test_verdict_constants(library: Library) -> None:
    """ACCEPT is far from every other verdict; each reason has its own sentence."""
    for other in (*range(len(REASONS)), 0xFFFFFFFF):
        assert bin(verdicts.ACCEPT ^ other).count("1") >= 12
        assert not Verdict(other).accepted
    texts = [library.reason_text(code) for code in (*range(len(REASONS)), verdicts.ACCEPT)]
    assert all(texts) and len(set(texts)) == len(REASONS) + 1
    assert library.reason_text(len(REASONS)) is not None
