# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whole trees of SLH-DSA-*-24, by all cores: the tree of a key, which is kept beside it, and the FORS trees of a
signature, which nobody can keep.

Of the tree the nodes of one height are kept, KEY.tree; they are no secret, and count only if PK.root is above them.
While it is formed, KEY.tree.part gets every share of it, so that a run that was killed goes on."""
from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

from kilosig.errors import UserError
from kilosig.files.whole import NewFile
from kilosig.library.slh24 import FORS_TREE, NODES, TREE, Shape, Trees
from kilosig.schemes.family import Watch
from kilosig.schemes.slh24 import LimitedSet, base_2b

KEPT_HEIGHT = 8  # a signature forms 2^8 leaves again; 256 kB
SHARE_HEIGHT = 12  # of a FORS subtree: 65,536 leaves a call, milliseconds
LOG_NODES = 4  # check: NODES == 2**4
UNIT_BYTES, CHECK_BYTES = 4, 8
TREE_SUFFIX, PART_SUFFIX = ".tree", ".tree.part"
TRIES = 5
SHORT = 10  # seconds that nobody needs to be told


def shape_of(one: LimitedSet) -> Shape:
    """A parameter set for the library."""
    return Shape(one.n, one.shake, (1 << one.lg_w) - 1, one.chains)


def trees_of(one: LimitedSet, secret: bytes) -> Trees:
    """Of a secret key, SK.seed | SK.prf | PK.seed | PK.root, or of its first three parts."""
    return Trees(shape_of(one), secret[2 * one.n:3 * one.n], secret[:one.n])


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def beside(private: Path, suffix: str) -> Path:
    """A file beside a key's, wherever a link to that may be."""
    real = private.resolve()
    return real.with_name(real.name + suffix)


def _spread(work: Callable[[int], bytes], numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """All of them, by all cores, as they are done."""
    pool = ThreadPoolExecutor(cores())
    try:
        running = {pool.submit(work, number): number for number in numbers}
        for future in as_completed(running):
            yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _announce(watch: Watch, what: str, trees: Trees, work: Callable[[], bytes], times: int) -> None:
    """Says how long `times` of `work` will take, which is done for it."""
    def once() -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    seconds = min(once() for _ in range(TRIES)) * times / cores()
    if seconds >= SHORT:
        length = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
        watch.note(f"{what}: about {length} on {cores()} cores, by {trees.engine}.")


def _levels(trees: Trees, kind: int, leaf: int, height: int, first: int, nodes: bytes) -> list[bytes]:
    """The nodes of a height, from place `first` on, and of those above up to the one node."""
    levels = [nodes]
    while len(levels[-1]) > trees.n:
        height, first = height + 1, first >> 1
        levels.append(trees.join(kind, leaf, height, first, levels[-1]))
    return levels


def _path(levels: Sequence[bytes], place: int, n: int) -> bytes:
    """The neighbours on the way from a place of the lowest level to the top."""
    return b"".join(level[(place >> z ^ 1) * n:][:n] for z, level in enumerate(levels[:-1]))


# ---- The tree of a key ---------------------------------------------------------------------------------------------


def _kept_height(one: LimitedSet) -> int:
    return min(KEPT_HEIGHT, one.h - LOG_NODES)


def root_above(one: LimitedSet, trees: Trees, nodes: bytes) -> bytes:
    """PK.root of the nodes that are kept."""
    return _levels(trees, TREE, 0, _kept_height(one), 0, nodes)[-1]


class _Part:
    """The file of what is formed already: number, nodes and check of each share, in any order."""

    def __init__(self, path: Path, one: LimitedSet, public_seed: bytes) -> None:
        self._bound, self._nodes = one.name.encode() + public_seed, NODES * one.n
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self.done: dict[int, bytes] = {}
        size = UNIT_BYTES + self._nodes + CHECK_BYTES
        with open(os.dup(self._handle), "rb") as file:
            file.seek(0)
            while len(record := file.read(size)) == size:
                number, nodes = int.from_bytes(record[:UNIT_BYTES], "big"), record[UNIT_BYTES:-CHECK_BYTES]
                if record == self._record(number, nodes):
                    self.done[number] = nodes
        os.ftruncate(self._handle, 0)
        for number, nodes in self.done.items():
            self.add(number, nodes)

    def _record(self, number: int, nodes: bytes) -> bytes:
        head = number.to_bytes(UNIT_BYTES, "big")
        return head + nodes + hashlib.sha256(self._bound + head + nodes).digest()[:CHECK_BYTES]

    def add(self, number: int, nodes: bytes) -> None:
        """A share. Without room on the disk it is formed again."""
        with suppress(OSError):
            os.write(self._handle, self._record(number, nodes))
        self.done[number] = nodes

    def close(self) -> None:
        os.close(self._handle)


def formed(one: LimitedSet, trees: Trees, public_seed: bytes, private: Path, watch: Watch) -> bytes:
    """The nodes to be kept, of the whole tree; goes on where it was ended. Its part stays, for forget()."""
    height = _kept_height(one)
    units = range(1 << one.h - height - LOG_NODES)
    part = _Part(beside(private, PART_SUFFIX), one, public_seed)
    try:
        due = [unit for unit in units if unit not in part.done]
        _announce(watch, "forming the tree", trees, lambda: trees.leaves(0, 0), len(due) << height)
        with watch.counting("tree") as hook:
            hook(len(units) - len(due), len(units))
            for unit, nodes in _spread(lambda unit: trees.leaves(unit << height + LOG_NODES, height), due):
                part.add(unit, nodes)
                hook(1, len(units))
        return b"".join(part.done[unit] for unit in units)
    finally:
        part.close()


def forget(private: Path) -> None:
    """Removes the part of a tree that is whole now."""
    beside(private, PART_SUFFIX).unlink(missing_ok=True)


def kept(one: LimitedSet, secret: bytes, private: Path, watch: Watch) -> bytes:
    """The kept nodes of a key: those of the file if PK.root is above them, else formed again and written. Raises
    UserError for a key that has another root."""
    trees, place, root = trees_of(one, secret), beside(private, TREE_SUFFIX), secret[3 * one.n:]
    length = one.n << one.h - _kept_height(one)
    try:
        nodes = place.read_bytes()
    except OSError:
        nodes = b""
    if len(nodes) == length and root_above(one, trees, nodes) == root:
        return nodes
    watch.note(f"{place} is {'damaged' if nodes else 'missing'}: the tree is formed again.")
    nodes = formed(one, trees, secret[2 * one.n:3 * one.n], private, watch)
    if root_above(one, trees, nodes) != root:
        forget(private)
        raise UserError(f"{private} is not a key of {one.name}, or damaged: its tree has another root. Give the key as "
                        "it was made.")
    try:
        with NewFile(place, (nodes,), 0o666) as file:
            file.place(replace=True)
    except OSError as error:
        watch.note(f"{place} cannot be written ({error.strerror}): the next signature forms the tree again.")
    forget(private)
    return nodes


def tree_path(one: LimitedSet, trees: Trees, nodes: bytes, leaf: int) -> bytes:
    """The authentication path of a leaf, by the kept nodes."""
    height = _kept_height(one)
    first = leaf >> height << height
    low = b"".join(trees.leaves(first + i, 0) for i in range(0, 1 << height, NODES))
    return (_path(_levels(trees, TREE, 0, 0, first, low), leaf - first, one.n)
            + _path(_levels(trees, TREE, 0, height, 0, nodes), leaf >> height, one.n))


# ---- FORS ----------------------------------------------------------------------------------------------------------


def _fors_once(one: LimitedSet, trees: Trees, leaf: int, md: bytes, done: Callable[[], None]) -> tuple[bytes, bytes]:
    height = min(SHARE_HEIGHT, one.a - LOG_NODES)
    shares = 1 << one.a - height - LOG_NODES  # of a tree
    found = {}
    for number, nodes in _spread(lambda number: trees.fors(leaf, number << height + LOG_NODES, height),
                                 range(one.k * shares)):
        found[number] = nodes
        done()
    parts, roots = [], b""
    for tree, index in enumerate(base_2b(md, one.a, one.k)):
        nodes = b"".join(found[tree * shares + i] for i in range(shares))
        above = _levels(trees, FORS_TREE, leaf, height, tree << one.a - height, nodes)
        first = (tree << one.a) + (index >> height << height)
        low = b"".join(trees.fors(leaf, first + i, 0) for i in range(0, 1 << height, NODES))
        below = _levels(trees, FORS_TREE, leaf, 0, first, low)
        parts += [trees.secret(leaf, (tree << one.a) + index),
                  _path(below, index & (1 << height) - 1, one.n), _path(above, index >> height, one.n)]
        roots += above[-1]
    return b"".join(parts), trees.roots(leaf, roots)


def fors(one: LimitedSet, trees: Trees, leaf: int, md: bytes, watch: Watch) -> tuple[bytes, bytes]:
    """The FORS signature of a digest and its public key, formed twice: a wrong key that was signed would be a second
    message of its WOTS+ key. Raises UserError if they differ."""
    total = 2 * one.k << one.a - min(SHARE_HEIGHT, one.a - LOG_NODES) - LOG_NODES
    _announce(watch, "signing", trees, lambda: trees.fors(leaf, 0, LOG_NODES), 2 * one.k << one.a - 2 * LOG_NODES)
    with watch.counting("FORS, twice") as hook:
        first, second = (_fors_once(one, trees, leaf, md, lambda: hook(1, total)) for _ in range(2))
    if first != second:
        raise UserError("This machine has formed two different FORS keys of one digest: nothing was signed; test its "
                        "memory and its cores.")
    return first
