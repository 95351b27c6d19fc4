# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Starts QEMU with a firmware image; the board's UART is a Unix socket that accepts one connection
after another, so that a transfer can be broken off and resumed."""
from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from kilosig.device.link import LinkError
from kilosig.device.transports import SocketTransport
from kilosig.device.watchpoint import WriteWatch
from kilosig.errors import UserError, remedy
from kilosig.files.children import environment

START_SECONDS = 10.0
# What is sent before the firmware has enabled its UART is lost, and would be sent again only after 2 s.
BOOT_SECONDS = 0.15


@dataclass(frozen=True)
class Board:
    """A QEMU machine: build directory of its core, emulator, and the Debian package that has it."""

    core: str
    qemu: str = "qemu-system-arm"
    package: str = "qemu-system-arm"
    options: tuple[str, ...] = ()


BOARDS: dict[str, Board] = {
    "stm32vldiscovery": Board("cortex-m3"),
    "mps2-an385": Board("cortex-m3"),
    "mps2-an386": Board("cortex-m4"),
    "microbit": Board("cortex-m0"),
    "sifive_e": Board("rv32imac", "qemu-system-riscv32", "qemu-system-misc", ("-bios", "none")),
}


def free_port() -> int:
    """A TCP port of this computer that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def build_directory() -> Path:
    """Where images are: $KSIG_BUILD_DIR, else build/ of the checkout this package is in."""
    named = os.environ.get("KSIG_BUILD_DIR")
    return Path(named) if named else Path(__file__).resolve().parents[3] / "build"


def image_path(board: str, variant: str = "default", application: str = "activation", research: bool = False) -> Path:
    """The image of a board and variant; research: with the schemes below research/. Raises UserError for an
    unknown board."""
    if board not in BOARDS:
        raise UserError(f"Unknown board '{board}': choose one of {', '.join(BOARDS)}.")
    suffix = ("-research" if research else "") + ("" if variant == "default" else f"-{variant}")
    return build_directory() / BOARDS[board].core / "firmware" / f"{application}-{board}{suffix}.elf"


def _end_in_order() -> None:
    """`kill`, or a terminal that is closed, ends this process as an exit does, with what is registered for that: QEMU
    would run on. A signal that is ignored, by nohup for example, stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, lambda received, _frame: sys.exit(128 + received))


def firmware_remedy(core: str) -> str:
    """What to do where an image of the firmware is not there."""
    return remedy(f"scripts/build.sh {core}:firmware", "build it in a checkout, and name its build/ in KSIG_BUILD_DIR")


class Emulator:
    """A running board; use it in a `with` statement, or call stop(). Storage is fresh at every start."""

    def __init__(self, board: str, variant: str = "default", image: Path | None = None,
                 research: bool = False, listen: tuple[str, int] | None = None) -> None:
        """listen: TCP address of the UART, instead of a socket of its own. Raises UserError if QEMU or the image is
        missing, or QEMU does not start."""
        self.board = board
        self.image = image or image_path(board, variant, research=research)
        machine = BOARDS[board]
        if shutil.which(machine.qemu) is None:
            raise UserError(f"{machine.qemu} is not installed: install it (Debian: apt install {machine.package}).")
        if not self.image.is_file():
            raise UserError(f"{self.image} does not exist: {firmware_remedy(machine.core)}, or choose another board or "
                            "variant.")
        self._folder = tempfile.mkdtemp(prefix="kilosig-")
        self.socket_path = os.path.join(self._folder, "uart")
        self._control = os.path.join(self._folder, "control")
        self._log = os.path.join(self._folder, "log")
        place = f"path={self.socket_path}" if listen is None else f"host={listen[0]},port={listen[1]}"
        _end_in_order()
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [machine.qemu, "-M", board, *machine.options, "-kernel", str(self.image), "-display", "none",
                 "-monitor", "none", "-serial", "chardev:uart", "-chardev",
                 f"socket,id=uart,{place},server=on,wait=off", "-qmp", f"unix:{self._control},server=on,wait=off"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment())
        atexit.register(self.stop)
        self._booted = False
        self._await()

    def _await(self) -> None:
        """Until its sockets are there: what is given socket_path, like the tool's --port, does not wait for it."""
        deadline = time.monotonic() + START_SECONDS
        while self.running() and time.monotonic() < deadline:
            try:
                self._obeys()
                return
            except UserError:
                time.sleep(0.02)

    def connect(self) -> SocketTransport:
        """Connects to the UART. The connection before it must be closed. Raises UserError if QEMU ended."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(self.socket_path)
            except OSError:
                connection.close()
                time.sleep(0.02)
                continue
            if not self._booted:
                time.sleep(BOOT_SECONDS)
                self._booted = True
            return SocketTransport(connection)
        raise UserError(f"The emulated board does not run ({self.messages() or 'no message'}): "
                        "build the firmware again.")

    def _obeys(self, *commands: tuple[str, dict[str, str]]) -> list[Any]:
        """Answers of the emulator's control socket. Raises UserError."""
        answers = []
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as control:
            control.settimeout(START_SECONDS)
            try:
                control.connect(self._control)
                with control.makefile("rw") as lines:
                    lines.readline()  # the greeting
                    for command, arguments in (("qmp_capabilities", {}), *commands):
                        lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
                        lines.flush()
                        answer = json.loads(lines.readline())
                        while "return" not in answer and "error" not in answer:
                            answer = json.loads(lines.readline())  # it was an event
                        answers.append(answer.get("return"))
            except (OSError, ValueError) as error:
                raise UserError("The emulator does not obey: start it again.") from error
        return answers

    def cut_power(self) -> None:
        """Resets the board at once, whatever it does: as if power had failed. Flash that can be written keeps what it
        holds; RAM is set up anew by the firmware. Raises UserError."""
        self._obeys(("system_reset", {}))

    def cut_power_when(self, address: int, count: int, due: Callable[[list[int]], bool], seconds: float) -> bool:
        """The same as soon as `due` says so of the `count` words from `address` on; False if it does not in time.
        Looks before the board goes on, and after each of its writes there. Raises UserError."""
        path = os.path.join(self._folder, "debug")
        self._obeys(("human-monitor-command", {"command-line": f"gdbserver unix:{path},server=on,wait=off"}))
        try:
            with WriteWatch(path, address, 4 * count, seconds) as watch:
                while not (found := due(self.words(address, count))) and watch.next_write():
                    pass
                self._obeys(*[("system_reset", {})] * found)
        except OSError as error:
            raise UserError("The emulator does not obey: start it again.") from error
        finally:
            self._obeys(("human-monitor-command", {"command-line": "gdbserver none"}), ("cont", {}))
        return found

    def words(self, address: int, count: int) -> list[int]:
        """Words of memory. Raises UserError."""
        text = str(self._obeys(("human-monitor-command", {"command-line": f"xp /{count}wx {address:#x}"}))[-1])
        return [int(word, 16) for line in text.splitlines() for word in line.partition(":")[2].split()]

    def word(self, address: int) -> int:
        """A word of memory. Raises UserError."""
        return self.words(address, 1)[0]

    def runs_at(self) -> int:
        """The program counter of an Arm board. Raises UserError."""
        text = str(self._obeys(("human-monitor-command", {"command-line": "info registers"}))[-1])
        return int(text.partition("R15=")[2].split()[0], 16)

    def messages(self) -> str:
        """What QEMU printed, on one line."""
        try:
            return " ".join(Path(self._log).read_text(errors="replace").split())
        except OSError:
            return ""

    def running(self) -> bool:
        """False after a crash of the emulator (a locked-up core ends it) or stop()."""
        return self._process.poll() is None

    def wait(self) -> None:
        """Until QEMU ends. Raises UserError, because it does not end by itself."""
        self._process.wait()
        raise UserError(f"The emulated board does not run ({self.messages() or 'no message'}): choose another port, or "
                        "build the firmware again.")

    def stop(self) -> None:
        """Ends QEMU and removes its files; may be called again."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        if isinstance(value, LinkError):
            value.args = (f"{value} {self._stands()}",)
        self.stop()

    def _stands(self) -> str:
        """Why it may be silent, in a sentence: nobody can look at an emulated board later."""
        try:
            return f"The emulated core is at {self.runs_at():#x}."
        except (UserError, IndexError, ValueError):  # RISC-V has no R15
            return "The emulator runs." if self.running() else "The emulator has ended."
