# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the documents warn of is so: checkpoints, keys in two schemes, bytes that do not matter, copies of a state."""
from __future__ import annotations


import pytest

from kilosig.library import verdicts
from kilosig.library.binding import (PART_KEY, PART_MESSAGE, PART_SIGNATURE, VARIANTS, Arguments, LibraryScheme,
                                     Verification, load, prepare)
from kilosig.library.hashes import MODE_EXTERNAL_MU, external_mu, shake256
from kilosig.schemes import fn_dsa, haetae_sign
from kilosig.schemes.haetae import KeyGenerator
from support import haetae_example, private_key, public_key

pytestmark = pytest.mark.library

SECRET = b"only this device"


def scheme_of(name: str, variant: str = "default") -> LibraryScheme:
    scheme = load(variant).scheme(name)
    assert scheme is not None
    return scheme


def feed_until(run: Verification, parts: dict[int, bytes], part: int) -> None:
    """Until bytes of `part` are wanted; PART_NONE: to the end."""
    while True:
        want = run.want()
        if want.length == 0 or want.part == part:
            return
        run.feed(parts[want.part][want.offset:want.offset + want.length])


# ---- docs/streaming.md: checkpoints ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_checkpoint_is_confidential(variant: str) -> None:
    """In variant small a copy holds the secret while the message comes, and then the point in its place."""
    scheme, message = scheme_of("ml-dsa-44", variant), b"a message"
    key, signature = public_key("ml-dsa-44"), private_key("ml-dsa-44").sign(message)
    parts = {PART_KEY: key, PART_MESSAGE: message, PART_SIGNATURE: signature}
    run = Verification(scheme, prepare(scheme, Arguments(secret=SECRET), key, message, signature))
    assert (SECRET in run.state_copy()) == (variant == "small")
    feed_until(run, parts, PART_SIGNATURE)
    assert SECRET not in run.state_copy()
    # SHAKE256(secret | mu): who sees this copy knows it
    point = int.from_bytes(shake256(SECRET + external_mu(key, message), 16), "little")
    limbs = b"".join(((point >> 26 * i & 0x3ffffff) + 2**27).to_bytes(4, "little") for i in range(5))
    assert (limbs in run.state_copy()) == (variant == "small")
    feed_until(run, parts, 0)
    assert run.close().accepted


def test_roll_back() -> None:
    """The verdict is on what was fed on the way from the last checkpoint, so what the application kept of the message
    has to go back with the state."""
    scheme = scheme_of("ml-dsa-44")
    genuine, other = b"open: window", b"open: cellar"
    key, signature = public_key("ml-dsa-44"), private_key("ml-dsa-44").sign(genuine)
    run = Verification(scheme, prepare(scheme, Arguments(), key, genuine, signature))
    kept = bytearray()

    def feed(data: bytes) -> None:
        kept.extend(data)
        run.feed(data)

    feed(genuine[:6])
    checkpoint, mark = run.state_copy(), len(kept)
    feed(other[6:])
    run.restore(checkpoint)
    feed(genuine[6:])
    feed_until(run, {PART_KEY: key, PART_SIGNATURE: signature}, 0)
    assert run.close().accepted
    assert other in kept
    assert kept[:mark] + kept[-(len(genuine) - mark):] == genuine


def test_copies_of_the_end_all_accept() -> None:
    """A state that has all its bytes answers from every copy; the close of one does not reach the others."""
    scheme, message = scheme_of("ml-dsa-44"), b"once only, please"
    key, signature = public_key("ml-dsa-44"), private_key("ml-dsa-44").sign(message)
    run = Verification(scheme, prepare(scheme, Arguments(), key, message, signature))
    feed_until(run, {PART_KEY: key, PART_MESSAGE: message, PART_SIGNATURE: signature}, 0)
    end = run.state_copy()
    for _ in range(3):
        run.restore(end)
        assert run.close().accepted
        assert run.close().code == verdicts.ARGUMENT


def test_external_mu_says_nothing_of_the_message() -> None:
    """Who brings mu chooses what is verified: mu of any message fits its own signature."""
    scheme, key = scheme_of("ml-dsa-44"), public_key("ml-dsa-44")
    for message in (b"what the device was told", b"what the sender likes"):
        mu = external_mu(key, message)
        assert scheme.library.verify(scheme, key, mu, private_key("ml-dsa-44").sign(message),
                                     Arguments(mode=MODE_EXTERNAL_MU)).accepted


# ---- One key in two schemes: docs/schemes/haetae.md, docs/schemes/falcon.md -----------------------------------------


@pytest.mark.parametrize("level, confused", [(2, False), (3, False), (5, True)])
def test_haetae_profiles(level: int, confused: bool) -> None:
    """At level 5 a signature of one profile is one of the other: message = length, context, message."""
    pair = KeyGenerator(load(), level).generate(bytes(32))
    kpqc, ksx = scheme_of(f"haetae-{level}-kpqc"), scheme_of(f"haetae-{level}")
    context, message = b"fw:", b"boot me"
    framed = bytes([len(context)]) + context + message

    signature = haetae_sign.sign(load(), kpqc.name, pair.secret, framed)
    assert load().verify(kpqc, pair.public, framed, signature).accepted
    assert load().verify(ksx, pair.public, message, signature, Arguments(context=context)).accepted == confused

    signature = haetae_sign.sign(load(), ksx.name, pair.secret, message, context)
    assert load().verify(ksx, pair.public, message, signature, Arguments(context=context)).accepted
    assert load().verify(kpqc, pair.public, framed, signature).accepted == confused


@pytest.mark.parametrize("degree", [512, 1024])
def test_falcon_and_fn_dsa(degree: int) -> None:
    """A signature of FN-DSA is one of padded Falcon, of what FN-DSA hashes after the nonce."""
    pytest.importorskip("py_fn_dsa", exc_type=ImportError)
    draft, padded = scheme_of(f"fn-dsa-{degree}"), scheme_of(f"falcon-{degree}-padded-r3")
    pair, context, message = fn_dsa.generate(draft.name, b"seed"), b"fw:", b"boot me"
    signature = fn_dsa.sign(draft.name, pair.secret, message, context, seed=b"seed")
    framed = shake256(pair.public, 64) + bytes([0, len(context)]) + context + message
    assert load().verify(draft, pair.public, message, signature, Arguments(context=context)).accepted
    assert load().verify(padded, pair.public, framed, signature).accepted
    # So is the compressed form, once its zeros are cut off or filled up.
    compressed = scheme_of(f"falcon-{degree}-r3")
    assert load().verify(compressed, pair.public, framed, signature.rstrip(b"\0")).accepted
    # And the other way round.
    signature = fn_dsa.sign(padded.name, pair.secret, framed, seed=b"seed")
    assert load().verify(draft, pair.public, message, signature, Arguments(context=context)).accepted


# ---- SECURITY.md: bytes that are streamed more than once ------------------------------------------------------------


@pytest.mark.parametrize("name", ["haetae-2", "haetae-3", "haetae-5"])
def test_haetae_windows(name: str) -> None:
    """Of bytes that two windows have in common one answer is used; the other may be anything, and who stores the
    signature as it streams by may store another than was verified."""
    scheme, vector = scheme_of(name), haetae_example(name)
    assert vector.key is not None
    parts = {PART_KEY: vector.key, PART_MESSAGE: vector.message, PART_SIGNATURE: vector.signature}
    arguments = prepare(scheme, Arguments(context=vector.context), vector.key, vector.message, vector.signature)
    run = Verification(scheme, arguments)
    last: dict[int, int] = {}  # what was sent last
    ignored: list[tuple[int, int]] = []
    while True:
        want = run.want()
        if want.length == 0:
            break
        byte = parts[want.part][want.offset]
        if want.part == PART_SIGNATURE and want.offset in last:
            before = run.state_copy()
            run.feed(bytes([byte]))
            after = run.state_copy()
            run.restore(before)
            run.feed(bytes([byte ^ 0xFF]))
            if run.state_copy() == after:
                byte ^= 0xFF
                ignored.append((want.offset, byte))
            else:
                run.restore(after)
        else:
            run.feed(bytes([byte]))
        if want.part == PART_SIGNATURE:
            last[want.offset] = byte
    assert run.close().accepted
    assert len(ignored) > 100
    stored = bytes(last[offset] for offset in range(len(vector.signature)))
    assert stored != vector.signature
    assert not load().verify(scheme, vector.key, vector.message, stored, Arguments(context=vector.context)).accepted
