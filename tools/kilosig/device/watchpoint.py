# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Watchpoints of an emulated board, over QEMU's GDB server (GDB's remote serial protocol, as far as that needs it)."""
from __future__ import annotations

import socket
from contextlib import suppress
from types import TracebackType

WRITES = 2  # of Z and z: a watchpoint on writes


class WriteWatch:
    """Stops a board after each write into `count` bytes from `address` on; use it in a `with` statement. The board
    stands still from the beginning, and runs on at the end."""

    def __init__(self, path: str, address: int, count: int, seconds: float) -> None:
        """path: the server's Unix socket. seconds: how long a write is waited for. Raises OSError."""
        self._place = f"{WRITES},{address:x},{count:x}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(seconds)
        self._socket.connect(path)
        self._stream = self._socket.makefile("rb")

    def next_write(self) -> bool:
        """Lets the board run until it has written there. False if that does not come in time, or QEMU ends."""
        try:
            self._say("c")
            if not self._answer().startswith("T"):
                return False
            # QEMU 7.2 stops before a write into emulated flash, and at the same place again: it is one step without.
            self._take(f"z{self._place}")
            self._say("s")
            self._answer()
            self._take(f"Z{self._place}")
            return True
        except OSError:
            return False

    def _say(self, command: str) -> None:
        data = command.encode()
        self._socket.sendall(b"$%s#%02x" % (data, sum(data) & 0xFF))

    def _answer(self) -> str:
        answer = b""
        while not answer.endswith(b"#"):
            byte = self._stream.read(1)
            if not byte:
                raise OSError("the debug server ended")
            answer += byte
        self._stream.read(2)
        self._socket.sendall(b"+")
        return answer.rpartition(b"$")[2][:-1].decode()

    def _take(self, command: str) -> None:
        """Of a command whose answer is OK. Raises OSError."""
        self._say(command)
        answer = self._answer()
        if answer.startswith("T"):  # a new connection stops the board, and that is told first
            answer = self._answer()
        if answer != "OK":
            raise OSError("the debug server takes no watchpoint")

    def __enter__(self) -> WriteWatch:
        try:
            self._take(f"Z{self._place}")
        except OSError:
            self._close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        with suppress(OSError):  # QEMU ended, or the board runs
            self._take(f"z{self._place}")
        self._close()

    def _close(self) -> None:
        self._stream.close()
        self._socket.close()
