# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA-*-24 (draft NIST SP 800-230) keys and signatures: 2^24 for a key, which its count keeps (files/count.py).

A key is four files: KEY, KEY.count, KEY.tree, and while it is made KEY.making, with its seeds. A device cannot make
them: a key takes 10^9 hashes and a signature 3 to 12 * 10^8."""
from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kilosig.errors import UserError
from kilosig.files import armour, count
from kilosig.files.held import held
from kilosig.files.whole import NewFile, settle_folder
from kilosig.schemes.family import Counted, Features, KeyPair, Made, Signature, Watch, check_length, framed
from kilosig.schemes.slh24 import MOST_SIGNATURES, SETS, LimitedSet, digits_of, with_checksum
from kilosig.schemes.slh24_tree import (TREE_SUFFIX, beside, forget, formed, fors, kept, root_above, tree_path,
                                        trees_of)

MAKING_SUFFIX = ".making"


def _randomizer(one: LimitedSet, secret: bytes, opt_rand: bytes, wanted: Signature) -> bytes:
    """PRF_msg (FIPS 205 sections 11.1, 11.2)."""
    prf = secret[one.n:2 * one.n]
    if one.shake:
        state = hashlib.shake_256(prf + opt_rand)
        for piece in framed(wanted):
            state.update(piece)
        return state.digest(one.n)
    mac = hmac.new(prf, opt_rand, "sha256" if one.n == 16 else "sha512")
    for piece in framed(wanted):
        mac.update(piece)
    return mac.digest()[:one.n]


def _digest(one: LimitedSet, public: bytes, r: bytes, wanted: Signature) -> tuple[bytes, int]:
    """H_msg: md, and the leaf that signs."""
    length = one.md_bytes + 3
    if one.shake:
        sponge = hashlib.shake_256(r + public)
        for piece in framed(wanted):
            sponge.update(piece)
        found = sponge.digest(length)
    else:
        function = hashlib.sha256 if one.n == 16 else hashlib.sha512
        state = function(r + public)
        for piece in framed(wanted):
            state.update(piece)
        found = function(r + public[:one.n] + state.digest() + bytes(4)).digest()[:length]  # MGF1, of one block
    return found[:one.md_bytes], int.from_bytes(found[one.md_bytes:], "big") & (1 << one.h) - 1


def signature_of(one: LimitedSet, secret: bytes, nodes: bytes, wanted: Signature, watch: Watch) -> bytes:
    """FIPS 205 Algorithm 19. nodes: of the tree, as they are kept. Who calls it has counted the signature."""
    public, trees = secret[2 * one.n:], trees_of(one, secret)
    opt_rand = wanted.rnd or (public[:one.n] if wanted.deterministic else secrets.token_bytes(one.n))
    r = _randomizer(one, secret, opt_rand, wanted)
    md, leaf = _digest(one, public, r, wanted)
    part, signed = fors(one, trees, leaf, md, watch)
    return b"".join([r, part, trees.wots(leaf, bytes(with_checksum(one, digits_of(one, signed)))),
                     tree_path(one, trees, nodes, leaf)])


# ---- A key in the making -------------------------------------------------------------------------------------------


def _seeds(one: LimitedSet, place: Path, passphrase: bytes) -> bytes:
    """SK.seed | SK.prf | PK.seed of the key that is in the making, or fresh ones, which are on the disk then."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        seeds = secrets.token_bytes(3 * one.n)
        with NewFile(place, (armour.wrap(armour.SECRET, one.name, seeds, passphrase=passphrase),), 0o600) as file:
            file.place(replace=False)
        settle_folder(place.parent)
        return seeds
    found = armour.unwrap(data, str(place))
    if found.encrypted != bool(passphrase):
        raise UserError(f"{place} was begun {'with' if found.encrypted else 'without'} --encrypt: go on so, or remove "
                        "it to begin again.")
    if found.encrypted:
        found = armour.decrypted(found, passphrase, str(place))
    if found.scheme != one.name or len(found.raw) != 3 * one.n:
        raise UserError(f"{place} is of a key of {found.scheme} in the making: go on with that, or remove it.")
    return found.raw


class SlhDsaLimited(Counted):
    """The six sets, by the tool's library."""

    names = tuple(SETS)
    most = MOST_SIGNATURES

    def features(self, scheme: str) -> Features:
        return Features(context=True, prehash=True, rnd_bytes=SETS[scheme].n, whole=False, counted=True)

    def secret_bytes(self, scheme: str) -> int:
        return 4 * SETS[scheme].n

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        raise UserError(f"A key of {scheme} counts its signatures in a file beside it: make it with 'kilosig keygen'.")

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        check_length(scheme, secret, self.secret_bytes(scheme))
        return secret[len(secret) // 2:]

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        raise UserError(f"A key of {scheme} counts its signatures in a file beside it: sign with 'kilosig sign' or "
                        "'kilosig image sign', one after the other.")

    @contextmanager
    def making_key(self, scheme: str, private: Path, passphrase: bytes, watch: Watch) -> Iterator[Made]:
        one, place = SETS[scheme], beside(private, MAKING_SUFFIX)
        seeds = _seeds(one, place, passphrase)
        with held(place, "the seeds of a key in the making", "is in the making elsewhere"):
            trees = trees_of(one, seeds)
            nodes = formed(one, trees, seeds[2 * one.n:], private, watch)
            secret = seeds + root_above(one, trees, nodes)
            pair = KeyPair(secret[2 * one.n:], secret)
            yield Made(pair, [(count.place(private), count.new(scheme, pair.public, 0, self.most).file(), 0o600),
                              (beside(private, TREE_SUFFIX), nodes, 0o666)])
            os.unlink(place)
            forget(private)

    def beside(self, private: Path) -> list[Path]:
        return [count.place(private), beside(private, TREE_SUFFIX)]

    def sign_counted(self, scheme: str, secret: bytes, private: Path, wanted: Signature, watch: Watch) -> bytes:
        one = SETS[scheme]
        check_length(scheme, secret, self.secret_bytes(scheme))
        public, place = secret[2 * one.n:], count.place(private)
        count.read(place, scheme, public)  # before a tree is formed for nothing
        beside(private, MAKING_SUFFIX).unlink(missing_ok=True)  # of a run that was killed after the key's last file
        nodes = kept(one, secret, private, watch)
        with count.raised(place, scheme, public) as counted:
            watch.left(counted.left)
            if counted.nearly_used_up:
                watch.note(f"this key has {counted.left:,} signatures left, of {counted.end - counted.first:,}: make "
                           "its successor.")
            return signature_of(one, secret, nodes, wanted, watch)
