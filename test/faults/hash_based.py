# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signatures of LMS, HSS, XMSS and XMSS^MT that exactly one check rejects: a type code, an index, a length, a level,
the steps of a chain, the checksum, a neighbour."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, cache

from faults.campaign import Forgery
from faults.comparisons import closes
from faults.lattices import judged
from faults.messages import SHORT
from faults.signers import SHAKE256, Hash, Signer
from faults.verification import OPEN, Call, Inputs
from kilosig.library import verdicts
from kilosig.library.binding import PART_SIGNATURE
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.stateful import LMS_SETS, XMSSMT_SETS, XMSS_SETS
from kilosig.schemes.stateful_material import (L_TREE, OTS, Address, HssPair, LmsPair, XmssPair, lms_digits,
                                               wots_digits, xor)

LMS = {"lms": LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"],
       "lms-w8": LMS_SETS["LMS_SHA256_M24_H5/LMOTS_SHA256_N24_W8"],
       "lms-shake": LMS_SETS["LMS_SHAKE_M24_H5/LMOTS_SHAKE_N24_W4"]}
XMSS = {"xmss": XMSS_SETS["XMSS-SHA2_10_256"], "xmss-192": XMSS_SETS["XMSS-SHA2_10_192"],
        "xmss-shake": XMSS_SETS["XMSS-SHAKE256_10_192"], "xmssmt": XMSSMT_SETS["XMSSMT-SHA2_20/4_192"]}
NAMES = (*LMS, "hss", *XMSS)
EVIL = b"activate everything for anybody.."
LEAF = 17


@cache
def lms_pair(name: str) -> LmsPair:
    return LmsPair(LMS[name], b"faults", LEAF)


@cache
def hss_pair(seed: bytes = b"faults") -> HssPair:
    return HssPair([LMS["lms"]] * 2, seed, [LEAF, 3])


@cache
def xmss_pair(name: str) -> XmssPair:
    return XmssPair(XMSS[name], b"faults", LEAF)


def inputs(scheme: str, key: bytes, message: bytes, signature: bytes) -> Inputs:
    return Inputs(scheme, key, message, signature, SCHEMES[scheme].anchor(key))


@cache
def signer(name: str) -> Signer:
    """Of NAMES: some are sets of a scheme."""
    if name in XMSS:
        pair = xmss_pair(name)
        n, scheme = pair.set.n, name.split("-")[0]

        def before(signed: Inputs) -> bytes:
            index = pair.set.index_bytes
            return b"".join([(2).to_bytes(pair.set.pad, "big"), signed.signature[index:index + n], pair.root,
                             LEAF.to_bytes(n, "big")])
        sign = pair.sign
    elif name == "hss":
        several = hss_pair()
        scheme, n, pair, sign = "hss", 32, several, several.sign
        below = several.pairs[1]

        def before(signed: Inputs) -> bytes:
            place = 4 + below.set.signature_bytes + below.set.key_bytes
            return b"".join([below.identifier, signed.signature[place:place + 4], b"\x81\x81",
                             signed.signature[place + 8:place + 40]])
    else:
        pair = lms_pair(name)
        scheme, n, sign = "lms", pair.set.n, pair.sign

        def before(signed: Inputs) -> bytes:
            return pair.identifier + signed.signature[:4] + b"\x81\x81" + signed.signature[8:8 + n]

    def signed(message: bytes, _context: bytes, _prehash: str) -> Inputs:
        return inputs(scheme, pair.key, message, sign(message))
    return Signer(scheme, SHAKE256 if "shake" in name else Hash(64, 0x80), lru_cache(maxsize=None)(signed), before,
                  contexts=False, prehashes=False, digest=n)


def opens(call: Call) -> bool:
    return call.function == OPEN


def _changed(data: bytes, place: int, value: bytes) -> bytes:
    return data[:place] + value + data[place + len(value):]


def _with(genuine: Inputs, label: str, place: int, value: bytes, reason: int, last: bool = False) -> Forgery:
    """A value in the place of another, attacked where it has come; or at the end."""
    forged = genuine.but(signature=_changed(genuine.signature, place, value))
    if last:
        return Forgery(label + ", answer", genuine, forged, closes, reason=reason)
    return judged(label, genuine, forged, PART_SIGNATURE, [place + len(value)], reason)


def _chains(genuine: Inputs, first: int, n: int, digits: list[int], most: int, checksum: int,
            walk: Callable[[int, int, int, bytes], bytes]) -> Iterator[Forgery]:
    """Values further along a chain, which are public once signed: one step, all but one, the end. checksum: the first
    chain of it."""
    chosen = [next(i for i, digit in enumerate(digits) if digit < most - 3),
              next(i for i in range(len(digits) - 1, -1, -1) if digits[i] < most)]
    for chain in dict.fromkeys([*chosen, len(digits) - 1]):
        place = first + n * chain
        value = genuine.signature[place:place + n]
        for step in sorted({digits[chain] + 1, most - 1, most}):
            if digits[chain] < step <= most:
                yield _with(genuine, f"chain {chain} from {digits[chain]} at {step} of {most}", place,
                            walk(chain, digits[chain], step, value), verdicts.SIGNATURE)
    ends = b"".join(walk(chain, digits[chain], most, genuine.signature[first + n * chain:first + n * (chain + 1)])
                    for chain in range(checksum, len(digits)))
    yield _with(genuine, "ends of the checksum's chains", first + n * checksum, ends, verdicts.SIGNATURE)


def _neighbours(genuine: Inputs, end: int, n: int, root: bytes) -> Iterator[Forgery]:
    for what, value in (("zeros", bytes(n)), ("the root itself", root)):
        for last in (False, True):
            yield _with(genuine, f"last neighbour is {what}", end - n, value, verdicts.SIGNATURE, last)


def lms(name: str) -> Iterator[Forgery]:
    """Of bare LMS."""
    pair, one = lms_pair(name), LMS[name]
    genuine = inputs("lms", pair.key, SHORT, pair.sign(SHORT))
    signature, n = genuine.signature, one.n
    place = 8 + n * (1 + one.chains)
    beyond = LmsPair(one, b"faults", (1 << one.height) + 3)
    yield judged("q beyond the tree", None, inputs("lms", beyond.key, SHORT, beyond.sign(SHORT)), PART_SIGNATURE,
                 [8 + n], verdicts.INDEX)
    for what, at in (("LM-OTS", 4), ("LMS", place)):
        for byte, value in ((0, 1), (3, signature[at + 3] ^ 1)):
            yield judged(f"{what} type, byte {byte}", genuine,
                         genuine.but(signature=_changed(signature, at + byte, bytes([value]))), PART_SIGNATURE,
                         [8 + n if at == 4 else at + 4], verdicts.TYPE)
        yield judged(f"{what} type 0", genuine, genuine.but(signature=_changed(signature, at, bytes(4))),
                     PART_SIGNATURE, [8 + n if at == 4 else at + 4], verdicts.TYPE)
    for extra in (b"\0", bytes(64)):
        yield Forgery(f"{len(extra)} bytes more", genuine, genuine.but(signature=signature + extra), opens,
                      reason=verdicts.SIG_LENGTH)
    digits = lms_digits(one, pair.hash(LEAF.to_bytes(4, "big"), b"\x81\x81", signature[8:8 + n], SHORT))
    yield from _chains(genuine, 8 + n, n, digits, (1 << one.width) - 1, 8 * n // one.width, pair.chain)
    yield from _neighbours(genuine, len(signature), n, pair.key[24:])


def hss() -> Iterator[Forgery]:
    """Levels."""
    pair, own, one = hss_pair(), hss_pair(b"attacker"), LMS["lms"]
    genuine = inputs("hss", pair.key, SHORT, pair.sign(SHORT))
    signature, size = genuine.signature, one.signature_bytes
    # A key of one's own below, with its signature of another message: the first level does not fit it.
    forged = signature[:4 + size] + own.pairs[1].key + own.pairs[1].sign(EVIL)
    yield judged("another's key below", genuine, genuine.but(message=EVIL, signature=forged), PART_SIGNATURE,
                 [4 + size + one.key_bytes, 4 + size], verdicts.SIGNATURE)
    # The first level for the whole: it signs a key, which would be the message.
    alone = bytes(4) + signature[4:4 + size]
    yield Forgery("one level for two", genuine, genuine.but(message=pair.pairs[1].key, signature=alone), opens,
                  reason=verdicts.SIG_LENGTH)
    for value in (0, 2):
        yield judged(f"Nspk {value}", genuine, genuine.but(signature=_changed(signature, 3, bytes([value]))),
                     PART_SIGNATURE, [4], verdicts.LEVELS)
    second = 4 + size + one.key_bytes
    yield judged("LM-OTS type of the level below", genuine,
                 genuine.but(signature=_changed(signature, second + 7, bytes([4]))), PART_SIGNATURE, [second + 40],
                 verdicts.TYPE)
    for extra in (b"\0", bytes(64)):
        yield judged(f"{len(extra)} bytes more", genuine, genuine.but(signature=signature + extra), PART_SIGNATURE,
                     [second], verdicts.SIG_LENGTH)
    # Another root at the top, in one byte, half of them, or all.
    anchor = genuine.anchor
    for count in (1, 16, 32):
        wrong = anchor[:-count] + bytes(byte ^ 0x5A for byte in anchor[-count:])
        yield judged(f"root of the top, {count} bytes wrong", genuine, genuine.but(anchor=wrong), PART_SIGNATURE,
                     [4 + size], verdicts.SIGNATURE)
    yield from _neighbours(genuine, len(signature), 32, pair.pairs[1].key[24:])


def xmss(name: str) -> Iterator[Forgery]:
    """Of XMSS and XMSS^MT."""
    pair, one = xmss_pair(name), XMSS[name]
    scheme, n = name.split("-")[0], one.n
    genuine = inputs(scheme, pair.key, SHORT, pair.sign(SHORT))
    signature, first = genuine.signature, one.index_bytes + n
    beyond = XmssPair(one, b"faults", (1 << one.height) + 3)
    yield judged("index beyond the tree", None, inputs(scheme, beyond.key, SHORT, beyond.sign(SHORT)), PART_SIGNATURE,
                 [first], verdicts.INDEX)
    for extra in (b"\0", bytes(64)):
        yield Forgery(f"{len(extra)} bytes more", genuine, genuine.but(signature=signature + extra), opens,
                      reason=verdicts.SIG_LENGTH)
    digits = wots_digits(pair.node(SHORT))

    def walk(chain: int, _first: int, last: int, _value: bytes) -> bytes:
        return pair.chain(0, chain, last)
    yield from _chains(genuine, first, n, digits, 15, 2 * n, walk)
    yield from _masked(pair, genuine, first, digits)
    yield from _without_checksum(pair)
    if one.layers > 1:
        yield _stale_checksum(pair)
    yield from _neighbours(genuine, len(signature), n, pair.root)


def _masked(pair: XmssPair, genuine: Inputs, first: int, digits: list[int]) -> Iterator[Forgery]:
    """A step further along a chain and masked, as F leaves it if it does not store its result."""
    tree, leaf = pair.place(0)
    chain = next(i for i, digit in enumerate(digits) if digit < 15)
    mask = pair.prf(Address(0, tree, OTS, leaf, chain, digits[chain]), 1)
    yield _with(genuine, f"chain {chain} a step further, masked", first + pair.set.n * chain,
                xor(pair.chain(0, chain, digits[chain] + 1), mask), verdicts.SIGNATURE)


def _without_checksum(pair: XmssPair) -> Iterator[Forgery]:
    """Where the last digit is 15, its chain takes no step: the node above the three leaves of the checksum in the place
    of the last of them, also masked as H leaves it, and nothing in those of the others."""
    one, n = pair.set, pair.set.n
    first = one.index_bytes + n
    message = next(text for text in (b"activate %d units of it" % number for number in range(1000))
                   if wots_digits(pair.node(text))[-1] == 15)
    genuine = inputs("xmssmt" if one.layers > 1 else "xmss", pair.key, message, pair.sign(message))
    (tree, leaf), last = pair.place(0), one.chains - 1
    ends = [pair.chain(0, chain, 15) for chain in range(last - 2, last + 1)]
    above = Address(0, tree, L_TREE, leaf, 1, last // 4)
    node = pair.h(above, pair.h(Address(0, tree, L_TREE, leaf, 0, last // 2 - 1), *ends[:2]), ends[2])
    for what, value in (("", node), (", masked", xor(node, pair.prf(above, 2)))):
        yield _with(genuine, f"the checksum's node as its last leaf{what}", first + n * (last - 2),
                    bytes(2 * n) + value, verdicts.SIGNATURE)


def _stale_checksum(pair: XmssPair) -> Forgery:
    """Layer 1 is signed with the checksum of layer 0, which has as many steps."""
    one, n = pair.set, pair.set.n
    layer = one.index_bytes + n + n * (one.chains + pair.layer_height)
    root = pair.tree_root(0, *pair.place(0), pair.ots_public(0))
    wanted = wots_digits(root)[-3:]
    message, other = next((text, digits) for text in (b"activate %d units" % number for number in range(1000))
                          if sum(digits := wots_digits(pair.node(text))[-3:]) == sum(wanted) and digits != wanted)
    signature = pair.sign(message)
    place = layer + n * (one.chains - 3)
    values = b"".join(pair.chain(1, one.chains - 3 + i, digit) for i, digit in enumerate(other))
    genuine = inputs("xmssmt", pair.key, message, signature)
    return judged("checksum of the layer below", genuine, genuine.but(signature=_changed(signature, place, values)),
                  PART_SIGNATURE, [layer], verdicts.SIGNATURE)


def checks(name: str) -> Iterator[Forgery]:
    """Those of any of NAMES."""
    return hss() if name == "hss" else lms(name) if name in LMS else xmss(name)
