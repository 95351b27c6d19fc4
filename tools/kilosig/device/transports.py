# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Byte transports to a device: a serial port, a Unix socket (an emulated UART) or a TCP socket (a terminal server)."""
from __future__ import annotations

import socket
from typing import Protocol

import serial

from kilosig.errors import UserError

BAUD_RATE = 115200


class Transport(Protocol):
    """What the link needs."""

    def send(self, data: bytes) -> None:
        """Sends everything. Raises UserError if the other side is gone."""

    def receive(self, seconds: float) -> bytes:
        """What arrives within `seconds`, or the first of it; empty if nothing. Raises UserError if closed."""

    def close(self) -> None:
        """Ends the connection; the device keeps its state."""


class SocketTransport:
    """A connected stream socket."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def send(self, data: bytes) -> None:
        """See Transport."""
        try:
            self._socket.settimeout(10)
            self._socket.sendall(data)
        except OSError as error:
            raise UserError("The connection to the device is closed: start the device and connect again.") from error

    def receive(self, seconds: float) -> bytes:
        """See Transport."""
        try:
            self._socket.settimeout(max(seconds, 0.001))
            data = self._socket.recv(4096)
        except TimeoutError:
            return b""
        except OSError as error:
            raise UserError("The connection to the device is closed: start the device and connect again.") from error
        if not data:
            raise UserError("The device closed the connection: start the device and connect again.")
        return data

    def close(self) -> None:
        """See Transport."""
        self._socket.close()


class SerialTransport:
    """A serial port, 115200 8N1."""

    def __init__(self, path: str) -> None:
        try:
            self._port = serial.Serial(path, BAUD_RATE)
        except (serial.SerialException, ValueError, OSError) as error:
            raise UserError(f"The port {path} cannot be opened: check its name and your access rights.") from error

    def send(self, data: bytes) -> None:
        """See Transport."""
        try:
            self._port.write(data)
        except (serial.SerialException, OSError) as error:
            raise UserError("The serial port is gone: connect the board again.") from error

    def receive(self, seconds: float) -> bytes:
        """See Transport."""
        try:
            self._port.timeout = max(seconds, 0.001)
            first = self._port.read(1)
            return first + self._port.read(self._port.in_waiting) if first else b""
        except (serial.SerialException, OSError) as error:
            raise UserError("The serial port is gone: connect the board again.") from error

    def close(self) -> None:
        """See Transport."""
        self._port.close()


def tcp_address(name: str) -> tuple[str, int]:
    """Host and port of `tcp:HOST:PORT`. Raises UserError."""
    host, colon, port = name[len("tcp:"):].rpartition(":")
    if not name.startswith("tcp:") or not colon or not port.isdecimal():
        raise UserError(f"The port '{name}' is incomplete: write tcp:HOST:PORT.")
    return host, int(port)


def open_transport(name: str) -> Transport:
    """Connects to `unix:PATH`, `tcp:HOST:PORT`, or else the serial port of that name. Raises UserError."""
    try:
        if name.startswith("unix:"):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(name[len("unix:"):])
            except OSError:
                connection.close()
                raise
            return SocketTransport(connection)
        if name.startswith("tcp:"):
            return SocketTransport(socket.create_connection(tcp_address(name), timeout=5))
    except (OSError, OverflowError) as error:
        raise UserError(f"Nothing answers at {name}: start the device, or give another --port.") from error
    return SerialTransport(name)
