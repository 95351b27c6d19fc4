# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A device on a CAN bus (docs/bus.md). python-can drives the adapter, can-isotp the transport, udsoncan the services;
they are the extra `can` of this package: pip install 'kilosig[can]'."""
from __future__ import annotations

import logging
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kilosig.device.frames import provision_payload
from kilosig.device.link import Inputs, Progress
from kilosig.device.transports import tcp_address
from kilosig.errors import UserError

REQUEST_ID, FUNCTIONAL_ID, RESPONSE_ID = 0x7E0, 0x7DF, 0x7E8
PREPARE, ACTIVATE, DEACTIVATE = 0x0300, 0x0301, 0x0302
SUM, INSTALL, CONFIRM = 0x0310, 0x0311, 0x0312  # of images
DID_FEATURES, DID_COUNTER, DID_REASON, DID_WANT, DID_SCHEME, DID_FIGURES = range(0x0100, 0x0106)
DID_PROVISION, DID_TIME, DID_SLOTS, DID_FEATURE = 0x0110, 0x0111, 0x0120, 0x0200
DID_DEVICE, DID_BOARD = 0xF18C, 0xF197
EXTENDED_SESSION = 3
PURPOSE_ACTIVATE, PURPOSE_VERIFY = 0, 1
BLOCK_HEAD = 2  # service and counter of a TransferData request
CONDITIONS_NOT_CORRECT, REQUEST_OUT_OF_RANGE, PROGRAMMING_FAILURE = 0x22, 0x31, 0x72
PADDING = 0xCC
BIT_RATE, DATA_BIT_RATE = 500_000, 2_000_000
CERTIFICATE_CONTEXT, PROOF_CONTEXT = b"kilosig tester certificate", b"kilosig tester proof"

# A device answers within P2 (50 ms), or says that it needs longer; an emulated one shares its computer with others.
ANSWER_SECONDS = 3.0
RETRIES = 6
START_SECONDS = 10.0

NOT_INSTALLED = "CAN needs more packages: run pip install 'kilosig[can]'."


class BusError(UserError):
    """The device does not answer, or answers something else than docs/bus.md says."""


class NegativeResponse(UserError):
    """The device refused a request with a negative response code."""

    def __init__(self, service: str, code: int, name: str) -> None:
        self.code = code
        super().__init__(f"The device refused {service}: {name} (0x{code:02X}). see "
                         "docs/bus.md.")


@dataclass(frozen=True)
class Want:
    """`length` bytes of `part` from `offset`; length 0: nothing more."""

    part: int
    offset: int
    length: int

    LAYOUT = struct.Struct(">BII")


@dataclass(frozen=True)
class Reason:
    """The last verdict and what became of the token; counter and features as stored."""

    verdict: int
    activation: int
    counter: int
    features: int

    LAYOUT = struct.Struct(">IBQI")


@dataclass(frozen=True)
class Figures:
    """RAM in bytes: as DeviceVerdict of frames.py has them."""

    state: int
    stack: int
    static: int
    peak: int
    ram: int

    LAYOUT = struct.Struct(">IIIII")


def open_bus(name: str, fd: bool = False) -> Any:
    """A python-can bus: `slcan:PORT`, `slcan:tcp:HOST:PORT`, or `INTERFACE:CHANNEL` of any other interface that
    python-can knows, such as `socketcan:can0`. Raises UserError."""
    try:
        import can
    except ImportError as error:
        raise UserError(NOT_INSTALLED) from error
    interface, colon, channel = name.partition(":")
    if not colon or not channel:
        raise UserError(f"'{name}' is not a CAN bus: write slcan:tcp:HOST:PORT, slcan:/dev/ttyACM0 or socketcan:can0.")
    options: dict[str, Any] = {"bitrate": BIT_RATE}
    if interface == "slcan":
        if channel.startswith("tcp:"):
            channel = "socket://{}:{}".format(*tcp_address(channel))
            options["sleep_after_open"] = 0  # behind TCP nothing resets when it is opened
    elif fd:
        options = {"fd": True, "bitrate": BIT_RATE, "data_bitrate": DATA_BIT_RATE}
    elif interface == "socketcan":
        options = {}  # the system sets the rate
    deadline = time.monotonic() + (START_SECONDS if channel.startswith("socket:") else 0.0)
    while True:
        try:
            bus = can.Bus(interface=interface, channel=channel, **options)
            break
        except (can.CanError, OSError, ValueError, TypeError, NotImplementedError, ImportError) as error:
            if time.monotonic() > deadline:
                raise UserError(f"The CAN bus {name} cannot be opened ({error}): check its name, and that it is "
                                "there.") from error
            time.sleep(0.05)
    if channel.startswith("socket:"):
        _awake(bus, name)
    return bus


def _awake(bus: Any, name: str) -> None:
    """Opens the channel again when the adapter answers: an emulated one may only just have been started. Raises
    UserError."""
    deadline = time.monotonic() + START_SECONDS
    while bus.get_version(0.3)[0] is None:
        if time.monotonic() > deadline:
            bus.shutdown()
            raise UserError(f"No CAN adapter answers at {name}: start it, and check that it speaks SLCAN.")
    bus.set_bitrate(BIT_RATE)


def _raw_codec() -> Any:
    """A codec of udsoncan that leaves the bytes of an identifier as they are."""
    from udsoncan import DidCodec

    class Raw(DidCodec):
        """Of any length."""

        def encode(self, *value: Any) -> bytes:
            return bytes(value[0])

        def decode(self, string_bin: bytes) -> bytes:
            return bytes(string_bin)

        def __len__(self) -> int:
            raise DidCodec.ReadAllRemainingData

    return Raw


class BusDevice:
    """A conversation with one device. Use it in a `with` statement, or call close()."""

    def __init__(self, bus: Any, fd: bool = False, answer_seconds: float = ANSWER_SECONDS,
                 notifier: Any = None) -> None:
        """bus: of python-can; closed with the device, unless a notifier says that others use it too."""
        try:
            import can
            import isotp
            import udsoncan.configs
            from udsoncan.client import Client
            from udsoncan.connections import PythonIsoTpConnection
        except ImportError as error:
            raise UserError(NOT_INSTALLED) from error
        for name in ("UdsClient", "isotp"):  # what they warn of is an error here, or is repeated
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._bus = bus
        self._shared = notifier is not None
        self._notifier = notifier or can.Notifier(bus, [], timeout=0.02)
        milliseconds = int(1000 * answer_seconds)
        self._stack = isotp.NotifierBasedCanStack(
            bus, self._notifier, address=isotp.Address(isotp.AddressingMode.Normal_11bits, txid=REQUEST_ID,
                                                       rxid=RESPONSE_ID),
            error_handler=lambda error: None,
            params={"tx_padding": PADDING, "can_fd": fd, "bitrate_switch": fd, "tx_data_length": 64 if fd else 8,
                    "rx_flowcontrol_timeout": milliseconds, "rx_consecutive_frame_timeout": milliseconds,
                    "blocking_send": True, "max_frame_size": 1 << 20})
        config: dict[str, Any] = dict(udsoncan.configs.default_client_config)
        config.update(request_timeout=None, p2_timeout=answer_seconds, p2_star_timeout=4 * answer_seconds,
                      use_server_timing=False, data_identifiers={"default": _raw_codec()})
        self.client = Client(PythonIsoTpConnection(self._stack), config=config)  # type: ignore[arg-type]
        self.client.open()
        self.block_bytes = 0

    def close(self) -> None:
        """Ends the connection; the device's session ends by itself after 5 s."""
        self.client.close()
        if self._shared:
            return
        self._notifier.stop()
        self._bus.shutdown()

    def __enter__(self) -> BusDevice:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def record(self, traffic: Any) -> None:
        """Gives every frame from here on, of both sides, to traffic.add."""
        send = self._bus.send

        def recorded(message: Any, timeout: float | None = None) -> None:
            traffic.add(message)
            send(message, timeout)

        self._bus.send = recorded
        self._notifier.add_listener(traffic.add)

    # ---- Requests -----------------------------------------------------------------------------------------------

    def ask(self, request: Callable[[], Any]) -> Any:
        """The response to a request, which is repeated if nothing comes. Raises NegativeResponse, BusError."""
        import isotp
        from udsoncan import exceptions
        strange = False
        for _ in range(1 + RETRIES):
            try:
                return request()
            except exceptions.NegativeResponseException as error:
                response: Any = error.response
                raise NegativeResponse(response.service.get_name(), response.code, response.code_name) from error
            except (exceptions.InvalidResponseException, exceptions.UnexpectedResponseException):
                strange = True  # perhaps a late answer to an earlier try
            except (exceptions.TimeoutException, isotp.BlockingSendFailure):
                strange = False
        if strange:
            raise BusError("The device answers something else than was asked: load a firmware image of this version.")
        raise BusError("The device does not answer on the bus: check that it runs firmware/can and is connected.")

    def session(self, number: int = EXTENDED_SESSION) -> None:
        """DiagnosticSessionControl."""
        self.ask(lambda: self.client.change_session(number))

    def read(self, identifier: int) -> bytes:
        """ReadDataByIdentifier."""
        response = self.ask(lambda: self.client.read_data_by_identifier(identifier))
        return bytes(response.service_data.values[identifier])

    def start(self, routine: int, option: bytes = b"") -> bytes:
        """RoutineControl, start; the status record."""
        response = self.ask(lambda: self.client.start_routine(routine, option))
        return bytes(response.service_data.routine_status_record)

    def reason(self) -> Reason:
        """The last verdict and activation."""
        return Reason(*Reason.LAYOUT.unpack(self.read(DID_REASON)))

    def figures(self) -> Figures:
        """RAM of the last verification and of the firmware."""
        return Figures(*Figures.LAYOUT.unpack(self.read(DID_FIGURES)))

    def provision(self, scheme: str, device_id: bytes, counter: int, secret: bytes, anchor: bytes) -> None:
        """Makes the device this owner's, once."""
        payload = provision_payload(scheme, device_id, counter, secret, anchor)
        self.ask(lambda: self.client.write_data_by_identifier(DID_PROVISION, payload))

    def identity(self) -> tuple[str, bytes]:
        """The provisioned scheme, and the device's id."""
        return self.read(DID_SCHEME).rstrip(b"\0").decode("ascii", "replace"), self.read(DID_DEVICE)

    # ---- Transfers ----------------------------------------------------------------------------------------------

    def prepare(self, purpose: int, lengths: tuple[int, int, int], rest: bytes = b"") -> Want:
        """Says what comes; lengths: of message, signature and key. Then RequestDownload."""
        option = struct.pack(">BIII", purpose, *lengths) + rest
        want = Want(*Want.LAYOUT.unpack(self.start(PREPARE, option)))
        self.download(0, sum(lengths))
        return want

    def download(self, address: int, length: int) -> None:
        """RequestDownload."""
        from udsoncan import MemoryLocation
        place = MemoryLocation(address=address, memorysize=length, address_format=32, memorysize_format=32)
        response = self.ask(lambda: self.client.request_download(place))
        self.block_bytes = response.service_data.max_length - BLOCK_HEAD

    def block(self, counter: int, data: bytes) -> bytes:
        """TransferData; what the device says to it."""
        response = self.ask(lambda: self.client.transfer_data(counter, data))
        return bytes(response.service_data.parameter_records)

    def transfer(self, counter: int, data: bytes) -> Want:
        """One block of a token; what the device wants next."""
        return Want(*Want.LAYOUT.unpack(self.block(counter, data)))

    def stream(self, want: Want, inputs: Inputs, progress: Progress | None = None,
               block_bytes: int | None = None) -> None:
        """Brings what the device wants until it wants no more, in blocks of block_bytes at most."""
        counter, most = 1, min(self.block_bytes, block_bytes or self.block_bytes)
        while want.length:
            data = inputs.read(want.part, want.offset, min(want.length, most))
            if not data:
                raise BusError("The device wants bytes that do not exist: load a firmware image of this version.")
            part = want.part
            want = self.transfer(counter, data)
            counter = (counter + 1) & 0xFF
            if progress is not None:
                progress(part, len(data))

    def run(self, purpose: int, inputs: Inputs, rest: bytes = b"", progress: Progress | None = None) -> Reason:
        """A whole verification. A rejection is no error, however early: it is in what is returned."""
        lengths = len(inputs.message), len(inputs.signature), len(inputs.key)
        try:
            self.stream(self.prepare(purpose, lengths, rest), inputs, progress)
            return self.finish()
        except NegativeResponse as error:
            reason = self.reason()
            if error.code not in (REQUEST_OUT_OF_RANGE, PROGRAMMING_FAILURE) or not reason.verdict:
                raise
            return reason

    def activate(self) -> Reason:
        """Has the device obey the token that it accepted. A refusal is no error: it is in what is returned."""
        try:
            self.start(ACTIVATE)
        except NegativeResponse as error:
            if error.code != CONDITIONS_NOT_CORRECT:
                raise
        return self.reason()

    def finish(self) -> Reason:
        """RequestTransferExit: the device judges. A rejection is no error: it is in what is returned."""
        try:
            self.ask(self.client.request_transfer_exit)
        except NegativeResponse as error:
            if error.code != PROGRAMMING_FAILURE:
                raise
        return self.reason()
