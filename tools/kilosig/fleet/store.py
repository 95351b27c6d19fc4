# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The folder of a fleet's tokens, local or wherever fsspec writes. A file is there whole or not at all."""
from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from kilosig.errors import UserError
from kilosig.files.whole import Buffer, NewFile, settle_folder

UNFINISHED = "_unfinished"
PIECE = 1 << 20


class Store:
    """A folder. Names are relative to it, with / between folders. Can be sent to other machines."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self.fs, self.root = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            raise UserError(f"{url} cannot be used ({error}): give a folder, or a URL that fsspec knows.") from error
        self.root = self.root.rstrip("/")
        self.local = isinstance(self.fs, LocalFileSystem)

    def path(self, name: str) -> str:
        """Of a file, for this file system."""
        return f"{self.root}/{name}"

    def prepare(self) -> None:
        """Makes the folder."""
        self.fs.makedirs(self.root, exist_ok=True)

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        self.fs.invalidate_cache()
        return bool(self.fs.exists(self.path(name)))

    def names(self, folder: str = "") -> list[str]:
        """Files right in a folder of it, in order; none if there is no folder."""
        path = self.path(folder).rstrip("/")
        self.fs.invalidate_cache()
        if not self.fs.isdir(path):
            return []
        found = (entry for entry in self.fs.ls(path, detail=True) if entry["type"] == "file")
        return sorted(entry["name"].rstrip("/").rsplit("/", 1)[-1] for entry in found)

    def open(self, name: str) -> Any:
        """A file to be read, which can seek."""
        return self.fs.open(self.path(name), "rb")

    def read(self, name: str) -> bytes:
        """All of a file."""
        return bytes(self.fs.cat_file(self.path(name)))

    def write(self, name: str, data: Buffer) -> None:
        """Puts a whole file in its place, whatever was there. Object stores do so with one request."""
        if self.local:
            self._place(name, (data,))
        else:
            self.fs.pipe_file(self.path(name), bytes(data))

    def put(self, name: str, file: IO[bytes]) -> None:
        """Puts what an open file holds in a place, without having all of it in memory."""
        file.seek(0)
        if self.local:
            self._place(name, iter(lambda: file.read(PIECE), b""))
        else:
            with self.fs.open(self.path(name), "wb") as there:
                shutil.copyfileobj(file, there)

    def claim(self, name: str, data: bytes) -> bool:
        """The same, but only if there is no such file: False if there is. Raises UserError where the file system cannot
        do that."""
        if self.local:
            try:
                self._place(name, (data,), replace=False)
            except FileExistsError:
                return False
            return True
        try:
            self.fs.pipe_file(self.path(name), data, mode="create")
            return True
        except FileExistsError:
            return False
        except (TypeError, NotImplementedError) as error:
            raise UserError(f"{self.url} cannot create a file only if there is none, which signing with --randomized "
                            "needs: sign without it, or into a local folder.") from error

    def remove(self, name: str) -> None:
        """Removes a file that may be there."""
        if self.exists(name):
            self.fs.rm_file(self.path(name))

    def remove_unfinished(self) -> int:
        """Removes what runs that were killed have left. Returns how many files."""
        found = self.names(UNFINISHED)
        for name in found:
            self.remove(f"{UNFINISHED}/{name}")
        return len(found)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """While this lasts, no other process of this machine holds the same local folder. Raises UserError."""
        if not self.local:
            yield
            return
        import fcntl
        with open(self.path("_lock"), "wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UserError(f"Another kilosig works in {self.url}: wait until it has ended.") from error
            yield

    def _place(self, name: str, pieces: Iterable[Buffer], replace: bool = True) -> None:
        """Of a local folder: a whole file in its place, which is on the disk before it is there. Where it cannot be
        written, nothing is left, so that a full disk has room for the next try. Raises OSError; FileExistsError."""
        path, unfinished = Path(self.path(name)), Path(self.path(UNFINISHED))
        for folder in (path.parent, unfinished):
            folder.mkdir(parents=True, exist_ok=True)
        with NewFile(path, pieces, 0o666, unfinished) as file:
            file.place(replace)
        settle_folder(path.parent)


def read_text(store: Store, name: str) -> str | None:
    """A small file, or None if there is none."""
    try:
        return store.read(name).decode()
    except FileNotFoundError:
        return None
