# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How workers on other machines get a job and answer: each task by a connection of its own to the process that began
the run.

The job may hold a private key. What goes through a cluster's scheduler stays there, is shown, and is given to workers
that come later; so only a ticket does. It is good for one task, as long as that task is not done: who has it fetches
the job, keeps it while the task takes, and answers on the same connection. Both sides prove that they know the ticket's
secret, and each message is authenticated by it; over TLS, both show a certificate of the cluster before.

An answer is data of a declared shape, in JSON. Nothing that a worker sends is unpickled or otherwise made an object."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import math
import pickle
import queue
import secrets
import socket
import ssl
import struct
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

SECRET_BYTES = NONCE_BYTES = MAC_BYTES = 32
HEAD = struct.Struct(f"<Q{MAC_BYTES}s")
ASK = struct.Struct(f"<Q{NONCE_BYTES}s{MAC_BYTES}s")
MOST_ANSWER = 1 << 26  # bytes: of an audit of 65,536 rows less than 3 MB
MOST_JOB = 1 << 26
GREETING_SECONDS = 30.0  # for what comes before the job
LAST_SECONDS = 60.0  # for the answer's receipt


@dataclass(frozen=True)
class Ticket:
    """Lets a worker fetch the job of a task. Its text says nothing, because schedulers show arguments."""

    address: tuple[str, int] = field(repr=False)
    number: int = field(repr=False)
    secret: bytes = field(repr=False)

    def __repr__(self) -> str:
        return "<kilosig>"


class _Wire:
    """Authenticated messages over a connection."""

    def __init__(self, connection: socket.socket, secret: bytes, nonces: bytes) -> None:
        self._connection, self._secret, self._nonces = connection, secret, nonces

    def mac(self, what: bytes, payload: bytes) -> bytes:
        """Of a message of this connection. what: which one it is, four letters."""
        return hmac.new(self._secret, what + self._nonces + payload, hashlib.sha256).digest()

    def send(self, what: bytes, payload: bytes) -> None:
        """A message."""
        self._connection.sendall(HEAD.pack(len(payload), self.mac(what, payload)) + payload)

    def receive(self, what: bytes, most: int) -> bytes:
        """A message of at most so many bytes. Raises ConnectionError for any other."""
        length, mac = HEAD.unpack(_exactly(self._connection, HEAD.size))
        if length > most:
            raise ConnectionError("the message is too long")
        payload = _exactly(self._connection, length)
        if not hmac.compare_digest(mac, self.mac(what, payload)):
            raise ConnectionError("the message is not authentic")
        return payload


def _exactly(connection: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        piece = connection.recv(min(length - len(data), 1 << 16))
        if not piece:
            raise ConnectionError("the connection has ended")
        data += piece
    return bytes(data)


class Exchange:
    """Gives the job to who has a ticket, and collects answers; use it in a `with` statement. address: its host and
    port. events: (number of a task, its answer), and what else its owner puts there."""

    def __init__(self, job: Any, address: tuple[str, int], context: ssl.SSLContext | None) -> None:
        """context: of TLS. Raises OSError if nobody can listen at the address."""
        self._job, self._context = pickle.dumps(job), context
        self._tickets: dict[int, Ticket] = {}
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        self.events: queue.SimpleQueue[tuple[int, bytes | int]] = queue.SimpleQueue()
        family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self._listener = socket.create_server(address, family=family, backlog=128)
        self.address = address[0], int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def ticket(self, number: int) -> Ticket:
        """A new one for a task; one that the task had is good no more."""
        made = Ticket(self.address, number, secrets.token_bytes(SECRET_BYTES))
        with self._guard:
            self._tickets[number] = made
        return made

    def withdraw(self, number: int) -> None:
        """The task is done, or given up: its ticket is good no more."""
        with self._guard:
            self._tickets.pop(number, None)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return  # it is closed
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        connection = plain
        try:
            plain.settimeout(GREETING_SECONDS)
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            if self._context is not None:
                connection = self._context.wrap_socket(plain, server_side=True)
            with self._guard:
                self._open.add(connection)
            self._talk(connection)
        except (OSError, ValueError):
            pass  # a worker that is lost: its task is given out again
        finally:
            with self._guard:
                self._open.discard(connection)
            with suppress(OSError):
                connection.close()

    def _talk(self, connection: socket.socket) -> None:
        """With one worker. Raises OSError."""
        ours = secrets.token_bytes(NONCE_BYTES)
        connection.sendall(ours)
        number, theirs, mac = ASK.unpack(_exactly(connection, ASK.size))
        with self._guard:
            ticket = self._tickets.get(number)
        wire = _Wire(connection, secrets.token_bytes(SECRET_BYTES) if ticket is None else ticket.secret, ours + theirs)
        if not hmac.compare_digest(mac, wire.mac(b"asks", struct.pack("<Q", number))) or ticket is None:
            return
        wire.send(b"job ", self._job)
        connection.settimeout(None)  # as long as the task takes
        answer = wire.receive(b"done", MOST_ANSWER)
        with self._guard:
            due = self._tickets.get(number) is ticket
            if due:
                del self._tickets[number]
        if due:
            self.events.put((number, answer))
        wire.send(b"good", b"")  # now the task may end for its scheduler: the answer was here first

    def close(self) -> None:
        """Nobody gets the job any more."""
        with self._guard:
            self._tickets.clear()
            still = list(self._open)
        # shutdown() wakes who waits in accept() or recv(); close() alone does not.
        for one in (self._listener, *still):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def __enter__(self) -> Exchange:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


class Errand:
    """On a worker: a task whose job is fetched and whose answer is brought; use it in a `with` statement."""

    def __init__(self, ticket: Ticket, context: ssl.SSLContext | None) -> None:
        """Raises OSError if the job is not to be had."""
        self._connection = socket.create_connection(ticket.address, GREETING_SECONDS)
        try:
            if context is not None:
                self._connection = context.wrap_socket(self._connection)
            theirs, ours = _exactly(self._connection, NONCE_BYTES), secrets.token_bytes(NONCE_BYTES)
            self._wire = _Wire(self._connection, ticket.secret, theirs + ours)
            mac = self._wire.mac(b"asks", struct.pack("<Q", ticket.number))
            self._connection.sendall(ASK.pack(ticket.number, ours, mac))
            # Pickled, but by who made the ticket: a worker does what that one says.
            self.job = pickle.loads(self._wire.receive(b"job ", MOST_JOB))
        except BaseException:
            self._connection.close()
            raise

    def bring(self, answer: bytes) -> None:
        """Answers. Raises OSError if nobody takes it."""
        self._connection.settimeout(LAST_SECONDS)
        self._wire.send(b"done", answer)
        self._wire.receive(b"good", 0)

    def __enter__(self) -> Errand:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._connection.close()


# ---- Answers --------------------------------------------------------------------------------------------------------

# What an answer looks like: bool, int, float, str, bytes; [shape], a list of it; (shape, ...), a tuple of these;
# {"name": shape, ...}, a dictionary with these keys; {str: shape}, one with any.
Shape = Any
ERROR: Shape = {"failed": str}


def encode(result: Any) -> bytes:
    """A result as data."""
    return json.dumps(result, default=_text_of_bytes, allow_nan=False).encode()


def _text_of_bytes(value: Any) -> str:
    return base64.b64encode(value).decode()


def decode(data: bytes, *shapes: Shape) -> Any:
    """What `encode` was given, if it has one of the shapes. Raises ValueError for anything else."""
    try:
        content = json.loads(data.decode())
    except RecursionError as error:
        raise ValueError("the answer is nested too deeply") from error
    for shape in shapes[:-1]:
        with suppress(ValueError):
            return _shaped(content, shape)
    return _shaped(content, shapes[-1])


def _shaped(value: Any, shape: Shape) -> Any:
    if isinstance(shape, list) and isinstance(value, list):
        return [_shaped(one, shape[0]) for one in value]
    if isinstance(shape, tuple) and isinstance(value, list) and len(value) == len(shape):
        return tuple(_shaped(one, other) for one, other in zip(value, shape))
    if isinstance(shape, dict) and isinstance(value, dict):
        if str in shape:
            return {name: _shaped(one, shape[str]) for name, one in value.items()}
        if value.keys() == shape.keys():
            return {name: _shaped(value[name], one) for name, one in shape.items()}
    if shape is bytes and isinstance(value, str):
        return base64.b64decode(value, validate=True)
    if shape is float and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if shape in (bool, int, str) and type(value) is shape:
        return value
    raise ValueError("the answer of a worker is not of its shape")
