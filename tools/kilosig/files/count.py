# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How many signatures a key has made, beside its file, for schemes that limit them.

KEY.count begins with the scheme, the digest of the public key and the share of the limit that this file may use up:
signatures `first` to `end` - 1. Each signature appends a record, which is on the disk before the signature is made; so
one that fails, or is killed, has been counted. Nothing in the key says how many there were: without this file there is
no signature, and a missing count is not zero."""
from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kilosig.errors import UserError
from kilosig.files.held import check_file, held, refused
from kilosig.files.whole import write_all

WHAT = "the count of a key"
SUFFIX = ".count"
_HEAD = re.compile(rb"kilosig count of signatures\nScheme: ([a-z0-9-]+)\nKey: ([0-9a-f]{64})\n"
                   rb"Share: ([0-9]{8}) to ([0-9]{8})\n\n")
_RECORD = re.compile(rb"([0-9]{8}) of ([0-9]{8}), ([0-9a-f]{16})\n")
HEAD_MOST, RECORD_BYTES = 512, 39
TAIL_BYTES = 4096


def place(private: Path) -> Path:
    """Where the count of a key's file is: beside the file itself, wherever a link to it may be."""
    real = private.resolve()
    return real.with_name(real.name + SUFFIX)


@dataclass(frozen=True)
class Count:
    """The next signature is number `made`. The share is from `first` to `end` - 1 of the limit."""

    scheme: str
    key: str
    first: int
    made: int
    end: int

    @property
    def left(self) -> int:
        return self.end - self.made

    @property
    def nearly_used_up(self) -> bool:
        """Nine tenths of the share are gone."""
        return 10 * (self.made - self.first) >= 9 * (self.end - self.first)

    def head(self) -> bytes:
        """The beginning of a file."""
        return (f"kilosig count of signatures\nScheme: {self.scheme}\nKey: {self.key}\n"
                f"Share: {self.first:08} to {self.end:08}\n\n").encode()

    def record(self) -> bytes:
        """What is appended. The check binds it to scheme and key."""
        text = f"{self.made:08} of {self.end:08}, "
        check = hashlib.sha256(f"{self.scheme} {self.key} {text}".encode()).hexdigest()[:16]
        return f"{text}{check}\n".encode()

    def file(self) -> bytes:
        """A new one."""
        return self.head() + self.record()


def new(scheme: str, public: bytes, first: int, end: int) -> Count:
    """The count of a key of which signatures before `first` are spent."""
    return Count(scheme, hashlib.sha256(public).hexdigest(), first, first, end)


def _records(data: bytes, head: Count) -> tuple[list[Count], int]:
    """Those of the end of a file, and how many bytes follow the last one."""
    found, end = [], 0
    for match in _RECORD.finditer(data):
        one = replace(head, made=int(match[1]), end=int(match[2]))
        if one.record() == match[0]:
            found.append(one)
            end = match.end()
    return found, len(data) - end


def _parse(handle: int, path: Path) -> tuple[Count, bool]:
    """What an open file holds, and whether it ends within a record. Each record that was broken off, or is damaged,
    counts as a signature. Raises UserError."""
    match = _HEAD.match(os.pread(handle, HEAD_MOST, 0))
    if match is None:
        raise refused(path, "is not a count of signatures, or damaged",
                      "a key whose signatures nobody can count must not sign, unless 'kilosig import' is told how many")
    head = Count(match[1].decode(), match[2].decode(), int(match[3]), 0, int(match[4]))
    size = os.fstat(handle).st_size
    begin = max(match.end(), size - TAIL_BYTES)
    records, behind = _records(os.pread(handle, TAIL_BYTES, begin), head)
    rising = all(a.made <= b.made and a.end >= b.end and (a.made, a.end) != (b.made, b.end)
                 for a, b in zip(records, records[1:]))
    last = records[-1] if records else None
    if last is None or not rising or not head.first <= last.made <= last.end <= head.end:
        raise refused(path, "holds counts that do not follow one another",
                      "a key whose signatures nobody can count must not sign, unless 'kilosig import' is told how many")
    lost = (behind + RECORD_BYTES - 1) // RECORD_BYTES
    return replace(last, made=min(last.made + lost, last.end)), behind != 0


def _check(count: Count, path: Path, scheme: str, public: bytes) -> None:
    if (count.scheme, count.key) != (scheme, hashlib.sha256(public).hexdigest()):
        raise refused(path, "is the count of another key", "give the one that was made with this key")


def _append(handle: int, path: Path, count: Count, broken: bool) -> None:
    try:
        write_all(handle, (b"\n" * broken + count.record(),))
    except OSError as error:
        raise refused(path, f"cannot be written ({error.strerror})", "make room; nothing was signed") from error


def _opened(path: Path) -> Path:
    if not path.exists():
        raise refused(path, "does not exist", "nobody knows how many signatures this key has made, so it must not "
                      "sign: bring its count along, or tell 'kilosig import' how many")
    return path


@contextmanager
def raised(path: Path, scheme: str, public: bytes) -> Iterator[Count]:
    """For one signature, which is made within: it is counted, and the count is on the disk. Nobody else signs with the
    key meanwhile. Raises UserError for a count that is missing, damaged, another key's, or used up; and after the
    signature, so that it is not handed out, for a file that was moved or replaced."""
    with held(_opened(path), WHAT) as handle:
        count, broken = _parse(handle, path)
        _check(count, path, scheme, public)
        if count.left <= 0:
            raise refused(path, f"says that all {count.end - count.first:,} signatures of this share are made",
                          "make another key, or bring another share")
        count = replace(count, made=count.made + 1)
        _append(handle, path, count, broken)
        yield count
        check_file(path, handle, WHAT)


def read(path: Path, scheme: str, public: bytes) -> Count:
    """The count of a key. Raises UserError."""
    with held(_opened(path), WHAT) as handle:
        count, _ = _parse(handle, path)
        _check(count, path, scheme, public)
        return count


def shared(path: Path, scheme: str, public: bytes, signatures: int) -> Count:
    """A copy's share: the last `signatures` of this one's, which loses them at once, and on the disk. Raises
    UserError."""
    with held(_opened(path), WHAT) as handle:
        count, broken = _parse(handle, path)
        _check(count, path, scheme, public)
        if not 1 <= signatures <= count.left:
            raise UserError(f"This key has {count.left:,} signatures left: give a copy at least 1 of them, and at most "
                            "all.")
        rest = replace(count, end=count.end - signatures)
        _append(handle, path, rest, broken)
        check_file(path, handle, WHAT)
        return replace(count, first=rest.end, made=rest.end)
