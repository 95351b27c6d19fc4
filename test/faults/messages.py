# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Forged messages: for each of them a fault in the hash would make a genuine signature fit.

A message may be longer, shorter or framed otherwise than what was signed; or other bytes may lie where a fault would
not look, or take something twice."""
from __future__ import annotations

from collections.abc import Iterator

from faults.campaign import Forgery
from faults.signers import HASH_OF, Hash, Signer
from faults.sponge import absorbed
from faults.verification import OPEN, Call, Inputs
from kilosig.library.binding import PART_MESSAGE, PART_SIGNATURE
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_PREHASH, hash_oid

SHORT = b"activate 33 units of the machine."
APPENDED = b" AND ALSO: transfer 1000000 to the attacker"
EVIL = b"EVIL CODE "


def message_calls(call: Call) -> bool:
    """Open, and the feeds of the message."""
    return call.function == OPEN or call.part == PART_MESSAGE


def all_calls(_call: Call) -> bool:
    """Of a session."""
    return True


def frame_calls(call: Call) -> bool:
    """Those, and the feed of what is hashed before the frame."""
    return message_calls(call) or (call.part == PART_SIGNATURE and call.offset < 64)


def _cuts(*offsets: int) -> tuple[tuple[int, int], ...]:
    return tuple((PART_MESSAGE, offset) for offset in offsets)


def _forgery(name: str, genuine: Inputs, message: bytes, *cuts: int, signature: bytes | None = None) -> Forgery:
    return Forgery(name, genuine, genuine.but(message=message, signature=signature or genuine.signature,
                                              cuts=_cuts(*cuts)), message_calls, others=all_calls)


def lengths(signer: Signer, prehash: str = "") -> Iterator[Forgery]:
    """More or less than what was signed."""
    genuine = signer.sign(SHORT, b"", prehash)
    message = genuine.message
    end = len(message)
    yield _forgery("message | X", genuine, message + APPENDED, end)
    yield _forgery("X | message", genuine, APPENDED + message, len(APPENDED))
    yield _forgery("message split by X", genuine, message[:16] + APPENDED + message[16:], 16, 16 + len(APPENDED))
    yield _forgery("beginning of the message", genuine, message[:16])
    yield _forgery("end of the message", genuine, message[16:])
    yield _forgery("no message", genuine, b"")
    if signer.any_message:
        nothing = signer.sign(b"", b"", prehash)
        yield _forgery("X for no message", nothing, APPENDED)
        yield _forgery("X in two for no message", nothing, APPENDED, 7)


def padding(signer: Signer, hashed: Hash, prehash: str = "") -> Iterator[Forgery]:
    """What the hash itself puts after the message, put there by the sender."""
    short = signer.sign(SHORT, b"", prehash)
    message, suffix = short.message, bytes([hashed.suffix])
    before = 0 if prehash else len(signer.before(short))
    yield _forgery("message | suffix", short, message + suffix, len(message))
    if not hashed.sponge:
        bits = 8 * (before + len(message))
        width = 16 if hashed.block == 128 else 8
        zeros = -(before + len(message) + 1 + width) % hashed.block
        padded = message + suffix + bytes(zeros) + bits.to_bytes(width, "big")
        yield _forgery("message | padding", short, padded, len(message))
        yield _forgery("message | padding, at once", short, padded)
        return
    # The suffix falls on the first byte of a block that is not permuted: that byte makes up for it.
    fill = -(before + len(message) + 1) % hashed.block
    if signer.nonce is not None and not prehash and before + len(message) < hashed.block:
        nonce = bytearray(short.signature)
        nonce[signer.nonce] ^= hashed.suffix
        yield _forgery("message | suffix and zeros to the block's end", short, message + suffix + bytes(fill),
                       len(message), signature=bytes(nonce))
    if signer.any_message:
        head = -before % hashed.block
        long = signer.sign((SHORT * 9)[:head + 50], b"", prehash)
        changed = bytearray(long.message + suffix + bytes(hashed.block - 51))
        changed[head] ^= hashed.suffix
        yield _forgery("a block's end, its first byte changed", long, bytes(changed), head, len(long.message))
        yield _forgery("a block's end at once", long, bytes(changed), head)
    # A piece that is not cut at the block's end counts the position round to the message's last byte.
    changed = bytearray(message + suffix)
    position = (before + len(message)) % hashed.block
    changed[len(message) - 1] ^= hashed.suffix
    yield _forgery("message | zeros round the position", short, bytes(changed) + bytes(256 - 2), len(message))
    yield _forgery("message | 200 bytes", short, message + suffix + bytes(200 - position - 1), len(message))


def content(signer: Signer, hashed: Hash, prehash: str = "") -> Iterator[Forgery]:
    """Other bytes in a message of the same length."""
    if not signer.any_message:
        return
    before = 0 if prehash else len(signer.before(signer.sign(SHORT, b"", prehash)))
    head = b"image header".ljust(-before % hashed.block or 16, b"h")
    tail = b"the end of the image"
    for fill in (b"\xff", b"\0"):
        genuine = signer.sign(head + fill * (4 * hashed.block) + tail, b"", prehash)
        for unit in sorted({hashed.block, 64, 71}):
            if fill == b"\0" and unit != hashed.block:
                continue
            begin = len(head)
            evil = EVIL * 20
            message = head + fill * unit + evil[:unit] + genuine.message[begin + 2 * unit:]
            yield _forgery(f"fill {fill.hex()}, another {unit} bytes", genuine, message, begin, begin + 2 * unit)
            if unit == hashed.block:
                yield _forgery(f"fill {fill.hex()}, another block in a feed of its own", genuine, message, begin,
                               begin + unit, begin + 2 * unit)
    zeros = signer.sign(SHORT + bytes(32) + SHORT, b"", prehash)
    message = SHORT + bytes(12) + b"ROOT" + bytes(16) + SHORT
    yield _forgery("a word for zeros", zeros, message, len(SHORT), len(SHORT) + 32)


def prefixes(signer: Signer) -> Iterator[Forgery]:
    """Two blocks for the price of one: the second is chosen for a permutation that is left out."""
    rate = signer.hash.block
    if not signer.hash.sponge:
        return
    genuine = signer.sign(SHORT, b"", "")
    before = signer.before(genuine)
    used, whole = len(before) % rate, len(before) // rate * rate
    chosen = b"FIRMWARE v6.66 by the attacker; sha256=deadbeef; ".ljust(rate, b".")
    if used + len(SHORT) < rate:
        target = bytearray(rate)
        target[used:used + len(SHORT) + 1] = SHORT + bytes([signer.hash.suffix])
        first = chosen[:rate - used - 1] + bytes([signer.hash.suffix])
        second = bytes(used) + bytes(a ^ b for a, b in zip(first, target[used:]))
        yield _forgery("chosen beginning", genuine, first + second[:rate - 1], len(first))
        yield _forgery("chosen beginning, at once", genuine, first + second[:rate - 1])
    if signer.digest:
        def squeezed(blocks: bytes) -> bytes:
            return absorbed(blocks, rate)
        padded = bytearray(before + SHORT + bytes([signer.hash.suffix]))
        padded += bytes(-len(padded) % rate)
        padded[-1] ^= 0x80
        wanted = squeezed(bytes(padded))[:signer.digest]
        first = chosen[:rate - used]
        state = squeezed(before[:whole] + before[whole:] + first)
        second = bytes(a ^ b for a, b in zip(state, wanted))
        yield _forgery("chosen beginning, last permutation", genuine, first + second, len(first))
        yield _forgery("chosen beginning, last permutation, at once", genuine, first + second)


def framing(signer: Signer) -> Iterator[Forgery]:
    """The same bytes, otherwise divided between context and message, or said to be another hash's."""
    if not signer.contexts:
        return
    context = b"fw:"
    for name, signed, claimed in (("context taken for message", (context + SHORT, b""), (SHORT, context)),
                                  ("message taken for context", (SHORT, context), (context + SHORT, b""))):
        genuine = signer.sign(signed[0], signed[1], "")
        yield Forgery(name, genuine, genuine.but(message=claimed[0], context=claimed[1]), message_calls,
                      others=all_calls)
    genuine = signer.sign(SHORT, b"live", "")
    yield Forgery("another context", genuine, genuine.but(context=b"test"), message_calls,
                  others=all_calls)
    genuine = signer.sign(SHORT, b"", "")
    yield Forgery("no context for one", genuine, genuine.but(context=b"test"), message_calls, others=all_calls)
    if not signer.prehashes:
        return
    for mode, length in ((MODE_PREHASH, len(SHORT)), (MODE_DIGEST, 32)):
        genuine = signer.sign(SHORT[:length], b"", "")
        yield Forgery(f"pure for pre-hashed, the same message, mode {mode}", genuine,
                      genuine.but(mode=mode, hash_id=HASHES["sha256"][0]), message_calls, others=all_calls)
    number, _, function = HASHES["sha256"]
    digest = function(SHORT)
    genuine = signer.sign(hash_oid("sha256") + digest, b"", "")
    for mode, message in ((MODE_PREHASH, SHORT), (MODE_DIGEST, digest)):
        yield Forgery(f"pure signature as pre-hashed, mode {mode}", genuine,
                      genuine.but(message=message, mode=mode, hash_id=number), message_calls, others=all_calls)
    hashed = signer.sign(SHORT, b"", "sha256")
    yield Forgery("pre-hashed signature as pure", hashed,
                  hashed.but(message=hash_oid("sha256") + digest, mode=0, hash_id=0), message_calls,
                  others=all_calls)
    given = hashed.but(message=digest, mode=MODE_DIGEST)
    yield Forgery("another hash's digest", given, given.but(hash_id=HASHES["sha3-256"][0]), message_calls,
                  others=all_calls)


def frames(signer: Signer) -> Iterator[Forgery]:
    """The sender streams what the library should have hashed before the message."""
    genuine = signer.sign(SHORT, b"live", "")
    frame = len(b"?live") if signer.scheme.startswith("haetae") else len(b"??live")
    for name, length in (("the frame streamed", frame), ("key and frame streamed", frame + len(genuine.anchor))):
        yield Forgery(name, genuine, genuine.but(message=signer.before(genuine)[-length:] + SHORT, context=b""),
                      frame_calls, others=all_calls)


def prehashed(signer: Signer, prehash: str) -> Iterator[Forgery]:
    """The forgeries of lengths, padding and content where the message is hashed first."""
    yield from lengths(signer, prehash)
    yield from padding(signer, HASH_OF[prehash], prehash)
    yield from content(signer, HASH_OF[prehash], prehash)


def pure(signer: Signer) -> Iterator[Forgery]:
    """All of the message itself."""
    yield from lengths(signer)
    yield from padding(signer, signer.hash)
    yield from content(signer, signer.hash)
    yield from prefixes(signer)
    yield from framing(signer)
