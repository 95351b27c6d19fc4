#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes slhdsa_*_24_verify_test.json.xz beside it: verification tests in Wycheproof's schema for the SLH-DSA sets of
NIST SP 800-230 (draft of 2026-04-13), for anybody's verifier. The same in every run; half a minute.

Keys and signatures are of tools/kilosig/schemes/slh24_material.py: real is what a verifier looks at. `result` follows
from how a test was made, and is compared with the verifier there, in plain Python, which shares no code with the
library. Mistakes BadChecksum and DigitsOfOneByte were found in published code.
"""
import json
import lzma
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from kilosig.schemes import slh24_material as material  # noqa: E402
from kilosig.schemes.slh24 import SETS, base_2b, digits_of, with_checksum  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = "mldsa_verify_schema.json"
NOTES = {
    "ValidSignature": ("BASIC", "The test is accepted."),
    "ModifiedSignature": ("BASIC", "A part of the signature was changed."),
    "ModifiedMessage": ("BASIC", "Message, context or the border between them were changed."),
    "InvalidLength": ("BASIC", "The signature has another length."),
    "WrongKey": ("BASIC", "The key is not that of the signature."),
    "ManipulatedChain": ("AUTH_BYPASS", "Anybody can walk a WOTS+ chain forward: the checksum must see it."),
    "BadChecksum": ("AUTH_BYPASS", "Signed with a checksum of zero, as where it is shifted by 8 instead of 0 bits "
                    "before its byte is cut off: then chains can be walked forward."),
    "DigitsOfOneByte": ("AUTH_BYPASS", "Where w is 8, a digit may lie in two bytes. Signed as by code of the SPHINCS+ "
                        "reference, which takes all digits from the first byte of the node."),
    "ForgedDigits": ("AUTH_BYPASS", "Made without the secret key, of one signature by such code, for another message: "
                     "a verifier that accepts it lets anybody forge."),
    "BitOrder": ("FUNCTIONALITY", "FORS indices with their lowest bit first, as in SPHINCS+ of round 3."),
    "Frame": ("FUNCTIONALITY", "Not the message of the pure mode was signed: the bare one, or that of pre-hash."),
    "SecretIsHashed": ("FUNCTIONALITY", "A FORS leaf in place of its secret."),
}


def flipped(data, place, bit=1):
    changed = bytearray(data)
    changed[place] ^= bit
    return bytes(changed)


class Tests:
    """The tests of a set."""

    def __init__(self, name):
        self.one = SETS[name]
        self.pair = material.Pair(self.one, b"wycheproof")
        self.groups, self.number, self.message = {}, 0, b"kilosig"
        self.good = self.pair.sign(self.message)

    def add(self, flag, comment, signature, message=None, context=b"", key=None, valid=False):
        message, key = self.message if message is None else message, key or self.pair.key
        framed = material.frame(message, context)
        assert material.verified(self.one, key, framed, signature) == valid, comment
        self.number += 1
        self.groups.setdefault(key, []).append({
            "tcId": self.number, "comment": comment, "flags": [flag], "msg": message.hex(),
            **({"ctx": context.hex()} if context else {}), "sig": signature.hex(),
            "result": "valid" if valid else "invalid"})

    def genuine(self):
        self.add("ValidSignature", "a message", self.good, valid=True)
        for comment, message, context in (("empty message", b"", b""),
                                          ("context of 255 bytes", b"m", bytes(range(255))),
                                          ("message of 1,000 bytes, context", bytes(1000), b"c")):
            self.add("ValidSignature", comment, self.pair.sign(message, context), message, context, valid=True)
        self.add("ModifiedMessage", "one bit of the message", self.good, flipped(self.message, 3))
        self.add("ModifiedMessage", "a byte behind the message", self.good, self.message + b"\0")
        self.add("ModifiedMessage", "a context that was not signed", self.good, context=b"\0")
        moved = self.pair.sign(b"ab", b"c")
        self.add("ModifiedMessage", "a byte of the context is the message's", moved, b"cab")
        self.add("ModifiedMessage", "a byte of the message is the context's", moved, b"b", b"ca")

    def changed(self):
        one, n, good, last = self.one, self.one.n, self.good, len(self.good)
        tree = n * (1 + one.a)
        places = {"R": 0, "first FORS secret": n, "lowest node of the first FORS path": 2 * n,
                  "highest node of the first FORS path": tree, "last FORS secret": n + (one.k - 1) * tree,
                  "highest node of the last FORS path": one.wots_at - n, "first WOTS+ chain": one.wots_at,
                  "last chain of the digits": one.wots_at + (one.digits - 1) * n,
                  "last chain of the checksum": one.wots_at + (one.chains - 1) * n,
                  "lowest node of the path": last - one.h * n, "highest node of the path": last - n,
                  "last bit": last - 1}
        for what, place in places.items():
            self.add("ModifiedSignature", f"one bit of: {what}", flipped(good, place))
        second = n + tree
        self.add("ModifiedSignature", "two FORS trees exchanged",
                 good[:n] + good[second:second + tree] + good[n:second] + good[second + tree:])
        self.add("ModifiedSignature", "zeros", bytes(last))
        for what, signature in (("empty", b""), ("one byte less", good[:-1]), ("one byte more", good + b"\0"),
                                ("one node less", good[:-n]), ("one node more", good + bytes(n)),
                                ("without R", good[n:]), ("twice", good + good)):
            self.add("InvalidLength", what, signature)

    def keys(self):
        key, n = self.pair.key, self.one.n
        self.add("WrongKey", "of another pair", self.good, key=material.Pair(self.one, b"other").key)
        self.add("WrongKey", "one bit of PK.seed", self.good, key=flipped(key, 0))
        self.add("WrongKey", "one bit of PK.root", self.good, key=flipped(key, 2 * n - 1))

    def crafted(self):
        one, n, pair = self.one, self.one.n, self.pair
        framed = material.frame(self.message)
        r = pair.randomizer(framed)
        digest = material.digest_of(one, r, pair.key, framed)
        leaf, functions = material.leaf_of(one, digest), material.Functions(one, pair.key[:n])
        place = base_2b(digest[:one.md_bytes], one.a, 1)[0]
        node = functions.call(material.FORS_TREE, (leaf, 0, place), self.good[n:2 * n])
        self.add("SecretIsHashed", "the first FORS tree", self.good[:n] + node + self.good[2 * n:])
        for what, chains in (("of a digit", range(one.digits)), ("of the checksum", range(one.digits, one.chains))):
            chain = self.low_chain(digest, leaf, functions, chains)
            if chain is not None:
                self.add("ManipulatedChain", f"one step too far: {what}", chain)
        for what, bare in (("no frame", self.message), ("frame of pre-hash, without its hash", b"\1\0" + self.message)):
            self.add("Frame", what, pair.sign_framed(bare, pair.randomizer(bare)))
        zero = self.patched("with_checksum", lambda one, digits: digits + [0] * one.sum_digits)
        self.add("BadChecksum", "zero", zero)
        self.add("BitOrder", "lowest bit first", self.patched("base_2b", self.backward))
        if one.lg_w == 3:
            mistaken = pair.sign_framed(framed, r, material.mistaken_digits)
            self.add("DigitsOfOneByte", "signed by such code", mistaken)
            forgery = material.forged(one, pair.key, mistaken, framed, b"never signed")
            assert material.verified(one, pair.key, material.frame(b"never signed"), forgery, material.mistaken_digits)
            self.add("ForgedDigits", "a message that was never signed", forgery, b"never signed")

    def low_chain(self, digest, leaf, functions, chains):
        """The signature with a chain walked one step, of those that are not at their end."""
        one, n, at, roots = self.one, self.one.n, self.one.n, b""
        for tree, index in enumerate(base_2b(digest[:one.md_bytes], one.a, one.k)):
            nodes = [self.good[i:i + n] for i in range(at, at + n * (1 + one.a), n)]
            place, at = (tree << one.a) + index, at + n * (1 + one.a)
            roots += functions.climb(material.FORS_TREE, leaf, place, functions.call(
                material.FORS_TREE, (leaf, 0, place), nodes[0]), nodes[1:])
        signed = functions.call(material.FORS_ROOTS, (leaf, 0, 0), roots)
        digits = with_checksum(one, digits_of(one, signed))
        found = next((i for i in chains if digits[i] < (1 << one.lg_w) - 1), None)
        if found is None:
            return None
        at = one.wots_at + found * n
        value = functions.chain(leaf, found, digits[found], digits[found] + 1, self.good[at:at + n])
        return self.good[:at] + value + self.good[at + n:]

    def patched(self, name, function):
        """A signature by a signer with one mistake."""
        framed, right = material.frame(self.message), getattr(material, name)
        r = self.pair.randomizer(framed)
        setattr(material, name, function)
        try:
            return self.pair.sign_framed(framed, r)
        finally:
            setattr(material, name, right)

    def backward(self, data, bits, count):
        """Indices of FORS alone."""
        found = base_2b(data, bits, count)
        if bits != self.one.a:
            return found
        value = sum(byte << 8 * i for i, byte in enumerate(data))
        return [value >> bits * i & (1 << bits) - 1 for i in range(count)]

    def file(self):
        """The bytes of the JSON file."""
        for part in (self.genuine, self.changed, self.keys, self.crafted):
            part()
        used = {flag for tests in self.groups.values() for test in tests for flag in test["flags"]}
        data = {"algorithm": self.one.name.upper(), "schema": SCHEMA, "numberOfTests": self.number,
                "header": ["Test vectors of type SlhDsaVerify.",
                           "NIST SP 800-230, initial public draft of 2026-04-13."],
                "notes": {flag: {"bugType": kind, "description": text} for flag, (kind, text) in NOTES.items()
                          if flag in used},
                "testGroups": [{"type": "SlhDsaVerify", "source": {"name": "kilosig", "version": "1"},
                                "publicKey": key.hex(), "tests": tests} for key, tests in self.groups.items()]}
        return json.dumps(data, indent=1).encode() + b"\n"


def path_of(name):
    return HERE / f"{name.replace('slh-dsa', 'slhdsa').replace('-', '_')}_verify_test.json.xz"


def main():
    for name in SETS:
        data = Tests(name).file()
        path_of(name).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
        print(f"{path_of(name).name}: {len(data):,} bytes, {path_of(name).stat().st_size:,} packed")


if __name__ == "__main__":
    main()
