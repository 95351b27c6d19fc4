# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Input and output without holding it in memory: files and standard streams, read by offset, written whole or not."""
from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from kilosig.errors import UserError
from kilosig.files.whole import NewFile, settle_folder

STREAM = Path("-")
PIECE = 1 << 20
LARGEST = 0xFFFFFFFF  # the library counts bytes in 32 bits


class Data:
    """Bytes of known length that are read piece by piece: bytes, or an open file that can seek. watch: is called with
    "" and how many bytes pieces() has read more."""

    def __init__(self, source: bytes | IO[bytes]) -> None:
        self._bytes = source if isinstance(source, bytes) else b""
        self._file: IO[bytes] | None = None if isinstance(source, bytes) else source
        self.watch: Callable[[str, int], None] = lambda part, count: None
        self._length = len(source) if isinstance(source, bytes) else source.seek(0, os.SEEK_END)

    def __len__(self) -> int:
        return self._length

    def read(self, offset: int, length: int) -> bytes:
        """`length` bytes from `offset`, or what there is of them, at most PIECE."""
        length = min(length, PIECE)
        if self._file is None:
            return self._bytes[offset:offset + length]
        self._file.seek(offset)
        return self._file.read(length)

    def pieces(self) -> Iterator[bytes]:
        """All of it."""
        for offset in range(0, self._length, PIECE):
            piece = self.read(offset, PIECE)
            self.watch("", len(piece))
            yield piece

    def whole(self) -> bytes:
        """All of it in memory."""
        return b"".join(self.pieces())


def unreadable(path: Path, error: OSError, what: str) -> UserError:
    """The sentence for a file that cannot be read."""
    return UserError(f"{path} cannot be read ({error.strerror or 'unreadable'}): give the file of {what}.")


def open_data(path: Path, what: str, largest: int | None = LARGEST) -> Data:
    """A file, or for `-` what comes on stdin, which is kept in a temporary file. Raises UserError naming `what` it
    should be; also for more than `largest` bytes."""
    try:
        if path == STREAM:
            data = Data(_spooled(sys.stdin.buffer))
        else:
            file = open(path, "rb")
            # What cannot seek, a pipe say, has no length.
            data = Data(file if file.seekable() else _spooled(file))
    except OSError as error:
        raise unreadable(path, error, what) from error
    if largest is not None and len(data) > largest:
        raise UserError(f"{path} has {len(data):,} bytes, and the library takes at most {largest:,}: sign and verify "
                        "its digest, with --prehash and --digest.")
    return data


def _spooled(stream: IO[bytes]) -> IO[bytes]:
    file = tempfile.SpooledTemporaryFile(max_size=16 * PIECE)
    while piece := stream.read(PIECE):
        file.write(piece)
    return file


def read_file(path: Path, what: str) -> bytes:
    """All bytes of a file, or for `-` of stdin. Raises UserError naming `what` the file should be."""
    return open_data(path, what).whole()


# ---- Output --------------------------------------------------------------------------------------------------------


def check_writable(path: Path, force: bool, secret: bool = False) -> None:
    """Raises UserError for a file that exists and would be overwritten without --force, or that has no folder. secret:
    what is written is for nobody else, so that it does not go to a device or a pipe either."""
    if path == STREAM:
        return
    if os.path.lexists(path) and path.is_dir():
        raise UserError(f"{path} is a directory: name a file.")
    if not force and os.path.lexists(path):
        if not _is_device(path):
            raise UserError(f"{path} exists already: choose another name, remove it, or add --force.")
        if secret:
            raise UserError(f"{path} is a device or a pipe, which would hand the private key on: choose another name, "
                            "or add --force.")
    if not path.absolute().parent.is_dir():
        raise UserError(f"{path} cannot be written (no directory {path.parent}): choose another place.")


def _is_device(path: Path) -> bool:
    return path.is_char_device() or path.is_fifo()


def is_secret(mode: int) -> bool:
    """Whether a file with these permissions is for its owner alone."""
    return not mode & 0o077


def _write_device(path: Path, content: bytes) -> None:
    """Into what is there, if it is still a device or a pipe."""
    handle = os.open(path, os.O_WRONLY)
    with open(handle, "wb") as file:
        mode = os.fstat(handle).st_mode
        if not (stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)):
            raise FileExistsError(errno.EEXIST, "it has become another file", str(path))
        file.write(content)


def write_files(files: Sequence[tuple[Path, bytes, int]], force: bool = False) -> None:
    """Writes all files, (path, content, mode) each, or none: whole.py. Raises UserError."""
    paths = [path.absolute() for path, _, _ in files if path != STREAM]
    if len(set(paths)) < len(paths) or len(files) - len(paths) > 1:
        raise UserError(f"{files[0][0]} is to hold both: give two names.")
    for path, _, mode in files:
        check_writable(path, force, is_secret(mode))
    done: list[Path] = []
    try:
        with ExitStack() as made:
            new = [made.enter_context(NewFile(path, (content,), mode)) for path, content, mode in files
                   if path != STREAM and not _is_device(path)]
            for file in new:
                file.place(force)
                if not force:
                    done.append(file.path)
            for folder in {file.path.absolute().parent for file in new}:
                settle_folder(folder)
        for path, content, _ in files:
            if path == STREAM:
                sys.stdout.buffer.write(content)
                sys.stdout.buffer.flush()
            elif _is_device(path):
                _write_device(path, content)
    except BaseException as error:
        for written in done:
            written.unlink()
        if not isinstance(error, OSError) or error.errno == errno.EPIPE:
            raise
        raise UserError(f"{files[0][0]} cannot be written ({error.strerror}): choose another place.") from error
