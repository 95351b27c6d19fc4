# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files that appear whole or not at all, and are on the disk by then: no half of one is seen, and none is left behind
by a process that is killed.

Until it is whole, a file has no name (O_TMPFILE, Linux): if its process is killed, it is gone. Where a file system
cannot do that, and for the moment in which one file replaces another, it is called `.NAME.kilosig-new-...` and locked;
whoever writes NAME next removes those that nobody holds."""
from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

try:
    import fcntl
except ImportError:  # not a Unix
    fcntl = None  # type: ignore[assignment]

Buffer = bytes | memoryview
# O_TMPFILE of a file system or kernel that does not have it.
_NO_TMPFILE = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT}


def settle_folder(folder: str | Path) -> None:
    """So that the names in it, too, are there after a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_all(handle: int, pieces: Iterable[Buffer]) -> None:
    """All of them into an open file, and that onto the disk."""
    for piece in pieces:
        left = memoryview(piece)
        while left:
            left = left[os.write(handle, left):]
    os.fsync(handle)


class NewFile:
    """A file that is to be at `path`; use it in a `with` statement. mode: as for os.open(), before the umask. folder:
    where it waits, on the same file system; that of `path` if absent."""

    def __init__(self, path: Path, pieces: Iterable[Buffer], mode: int, folder: Path | None = None) -> None:
        """Raises OSError; then nothing is left."""
        self.path, self._name = path, ""
        self._folder = folder.absolute() if folder else path.absolute().parent
        self._remove_stale()
        self._handle = self._opened(mode)
        try:
            write_all(self._handle, pieces)
        except BaseException:
            self.close()
            raise

    def _opened(self, mode: int) -> int:
        if hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd"):
            try:
                return os.open(self._folder, os.O_WRONLY | os.O_TMPFILE, mode)
            except OSError as error:
                if error.errno not in _NO_TMPFILE:
                    raise
        name = self._new_name()
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        self._name = name
        _locked(handle)
        return handle

    def _new_name(self) -> str:
        """A name that nobody has. Who uses it finds out if somebody was quicker."""
        return tempfile.mktemp(prefix=self._prefix, dir=self._folder)

    @property
    def _prefix(self) -> str:
        return f".{self.path.name}.kilosig-new-"

    def _link(self, name: str | Path) -> None:
        """Gives the file a name that nobody has. Raises FileExistsError."""
        if self._name:
            os.link(self._name, name)
        else:  # linkat() follows the link; a folder is named so that Python calls it
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.link(f"/proc/self/fd/{self._handle}", name, src_dir_fd=folder, follow_symlinks=True)
            finally:
                os.close(folder)

    def place(self, replace: bool) -> None:
        """Puts it in its place. replace: whatever is there; else FileExistsError is raised if anything is."""
        if not replace:
            self._link(self.path.absolute())
            return
        if not self._name:
            _locked(self._handle)
            name = self._new_name()
            self._link(name)
            self._name = name
        os.replace(self._name, self.path.absolute())
        self._name = ""

    def _remove_stale(self) -> None:
        """What processes that were killed have left of a file of this name."""
        for stale in self._folder.glob(f"{_literal(self._prefix)}*"):
            with suppress(OSError):
                handle = os.open(stale, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
                try:
                    if _locked(handle):
                        os.unlink(stale)
                finally:
                    os.close(handle)

    def close(self) -> None:
        """Removes it if it is not in its place."""
        if self._name:
            with suppress(OSError):
                os.unlink(self._name)
            self._name = ""
        os.close(self._handle)

    def __enter__(self) -> NewFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def _literal(name: str) -> str:
    """A pattern that means these letters alone."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _locked(handle: int) -> bool:
    """Whether the file is now locked for us: nobody else holds it."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
