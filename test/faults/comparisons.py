# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Values that differ from what they are compared with, in one byte, in half of them or in all: the key's digest, the
challenge, the root, the value of a map, the first of two passes."""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from faults import signers
from faults.campaign import Forgery
from faults.messages import SHORT
from faults.verification import CLOSE, Call, Inputs, Verification
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import MODE_EXTERNAL_MU, shake256

WRONG: tuple[tuple[str, Callable[[int], int]], ...] = (
    ("1 byte", lambda length: 1), ("half", lambda length: length // 2), ("all", lambda length: length))


def spoilt(value: bytes, count: int) -> bytes:
    """The value with `count` wrong bytes, the last ones."""
    return value[:len(value) - count] + bytes(byte ^ 0x5A for byte in value[len(value) - count:])


def _ends_key(length: int) -> Callable[[Call], bool]:
    return lambda call: call.part == PART_KEY and call.offset + call.count == length and call.number == 0


def closes(call: Call) -> bool:
    """The call that answers."""
    return call.function == CLOSE


def without_anchor(signer: signers.Signer) -> Inputs:
    """A genuine stream in which the anchor does nothing but judge the key."""
    genuine = signer.sign(SHORT, b"", "")
    if not signer.scheme.startswith(("ml-dsa", "dilithium")):
        return genuine
    framing = bytes(2) if signer.contexts else b""
    mu = shake256(genuine.anchor + framing + genuine.message, 64)
    return genuine.but(message=mu, mode=MODE_EXTERNAL_MU)


def keys(signer: signers.Signer) -> Iterator[Forgery]:
    """Another anchor. Where it is hashed with the message too, it is another one only while the key is judged."""
    scheme = SCHEMES[signer.scheme]
    if scheme.key_anchor:
        return
    genuine = without_anchor(signer)
    late = signer.scheme.startswith(("ml-dsa", "dilithium", "rainbow", "uov", "mayo"))
    length = len(genuine.key)
    target = closes if late else _ends_key(length)
    cuts = () if late else ((PART_KEY, length - 1), (PART_KEY, length))
    for name, count in WRONG:
        other = spoilt(genuine.anchor, count(len(genuine.anchor)))

        def before(run: Verification, other: bytes = other) -> None:
            run.core.write(run.anchor, other)

        def after(run: Verification, right: bytes = genuine.anchor) -> None:
            if run.wanted() != PART_KEY:
                run.core.write(run.anchor, right)
        if signer.scheme.startswith("fn"):
            yield Forgery(f"anchor, {name} wrong", genuine, genuine.but(cuts=cuts), target, reason=verdicts.KEY,
                          before=before, after=after)
        else:
            yield Forgery(f"anchor, {name} wrong", genuine, genuine.but(anchor=other, cuts=cuts), target,
                          reason=verdicts.KEY)


def strangers(signer: signers.Signer) -> Iterator[Forgery]:
    """Another's key with his own signature of the message."""
    scheme = signer.scheme
    genuine = without_anchor(signer)
    if scheme.startswith("ml-dsa"):
        key, secret = signers.ML_DSA[scheme].key_derive(signers.OTHER_SEED)
        signature = signers.ML_DSA[scheme]._sign_internal(secret, genuine.message, bytes(32), external_mu=True)
    elif scheme.startswith("haetae"):
        pair = signers.haetae_pair(int(scheme[7]), 1)
        key, signature = pair.public, signers.haetae_sign.sign(signers.load(), scheme, pair.secret, SHORT)
    elif scheme.startswith("falcon"):
        pair = signers.fn_dsa.generate(scheme, signers.OTHER_SEED)
        key, signature = pair.public, signers.fn_dsa.sign(scheme, pair.secret, SHORT, seed=b"stranger")
    else:
        return
    last, late = len(key), scheme.startswith("ml-dsa")
    own = genuine.but(key=key, signature=signature, anchor=SCHEMES[scheme].anchor(key))
    yield Forgery("a stranger's key and signature", own,
                  own.but(anchor=genuine.anchor, cuts=((PART_KEY, last - 1), (PART_KEY, last))),
                  lambda call: closes(call) or not late and _ends_key(last)(call), reason=verdicts.KEY)


def _values(signer: signers.Signer, genuine: Inputs) -> bytes:
    """What the last comparison is with."""
    scheme, message = signer.scheme, genuine.message
    if scheme.startswith("rainbow"):
        return hashlib.sha256(hashlib.sha256(message).digest() + genuine.signature[-16:]).digest()
    return genuine.signature[:{"65": 48, "87": 64}.get(scheme[-2:], 32)]


def values(signer: signers.Signer) -> Iterator[Forgery]:
    """The challenge, the root, the value: all others agree."""
    genuine = signer.sign(SHORT, b"", "")
    scheme = SCHEMES[signer.scheme]
    if signer.scheme.startswith(("f", "gemss", "hss", "uov", "mayo")):
        # HSS keeps its roots: hash_based.hss. Falcon compares a norm with a bound. GeMSS keeps the value in sums:
        # others.gemss. UOV and MAYO form the value of what they have summed up while they compare.
        return
    for name, count in WRONG:
        if scheme.key_anchor:
            begin, end = root_place(signer.scheme, genuine.anchor)
            root = spoilt(genuine.anchor[begin:end], count(end - begin))
            other = genuine.anchor[:begin] + root + genuine.anchor[end:]

            def before(run: Verification, other: bytes = other) -> None:
                run.core.write(run.anchor, other)

            def after(run: Verification, right: bytes = genuine.anchor) -> None:
                run.core.write(run.anchor, right)
        else:
            value = _values(signer, genuine)
            wrong = spoilt(value, count(len(value)))

            def before(run: Verification, value: bytes = value, wrong: bytes = wrong) -> None:
                memory = run.core.memory().state
                if wrong not in memory:
                    assert memory.count(value) == 1, "the value is not where it is looked for"
                    run.core.machine.write(run.core.state + memory.index(value), wrong)

            def after(_run: Verification) -> None:
                return
        yield Forgery(f"last comparison, {name} wrong", genuine, genuine, closes, reason=verdicts.SIGNATURE,
                      before=before, after=after)


def root_place(scheme: str, anchor: bytes) -> tuple[int, int]:
    """Where a key that is the anchor has its root: begin and end. Zeros after it do not matter."""
    if scheme == "lms":
        return 24, 24 + (24 if anchor[3] in (*range(0x0a, 0x0f), *range(0x14, 0x19)) else 32)
    if scheme.startswith("xmss"):
        n = (len(anchor.rstrip(b"\0")) - 4) // 2
        return 4, 4 + n
    return len(anchor) // 2, len(anchor)


def signatures(signer: signers.Signer) -> Iterator[Forgery]:
    """A signature that is wrong from its first byte, and one of another message."""
    genuine = signer.sign(SHORT, b"", "")
    if not signer.scheme.startswith(("f", "slh", "sphincs", "gemss", "rainbow", "lms", "hss", "xmss")):
        flipped = bytes([genuine.signature[0] ^ 1]) + genuine.signature[1:]
        yield Forgery("signature, a bit wrong", genuine, genuine.but(signature=flipped), closes,
                      reason=verdicts.SIGNATURE)
    other = genuine.but(message=spoilt(genuine.message, 1))
    yield Forgery("another message", genuine, other, closes)


def all_of(signer: signers.Signer) -> Iterator[Forgery]:
    """All comparisons of a scheme."""
    yield from keys(signer)
    yield from strangers(signer)
    yield from values(signer)
    yield from signatures(signer)


