# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A file that counts what a key has signed: one process at a time has it, under its one name.

The file itself is locked, not its name, so that every name of it meets the same lock and the same content. Who copies
or restores the file has gone back in time: no program can tell."""
from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kilosig.errors import UserError


def refused(path: Path, why: str, advice: str) -> UserError:
    """The sentence for a file that is not signed with."""
    return UserError(f"{path} {why}: {advice}.")


@contextmanager
def held(path: Path, what: str, busy: str = "is signing elsewhere") -> Iterator[int]:
    """The open file, to be read and appended to; nobody else has it meanwhile. what: it should be;
    busy: what somebody who has it does. Raises UserError."""
    try:
        # Nothing is waited for, should it be a pipe. A link to it is followed here and never again.
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NONBLOCK)
    except OSError as error:
        raise refused(path, f"cannot be opened ({error.strerror})",
                      f"give {what}, where it can be written") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise refused(path, busy, "wait for it to end") from error
        except OSError as error:
            raise refused(path, f"cannot be locked ({error.strerror})", "keep it on a local disk") from error
        check_file(path, handle, what)
        yield handle
    finally:
        os.close(handle)


def check_file(path: Path, handle: int, what: str) -> None:
    """The file that is locked is still the one that the name says, and has no other name that a copy or a removal could
    go by. Raises UserError."""
    opened = os.fstat(handle)
    if not stat.S_ISREG(opened.st_mode):
        raise refused(path, "is not a file", f"give {what}")
    try:
        same = os.path.samestat(os.stat(path), opened)
    except OSError:
        same = False
    if not same:
        raise refused(path, "was moved or replaced just now", "start again with the one file that counts")
    if opened.st_nlink != 1:
        raise refused(path, f"has {opened.st_nlink} names (hard links)", "what counts has one, so remove the others")


def content(handle: int) -> bytes:
    """All of an open file."""
    with open(os.dup(handle), "rb") as file:
        file.seek(0)
        return file.read()
