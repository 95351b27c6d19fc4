# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What lies in memory and in the registers when a verification begins. A device has verified before: what it was, an
attacker had a say in. Nothing that open finds may help a forgery, whatever one fault does.

Registers that are no arguments hold KSIG_ACCEPT in each call, as they may where a caller compares with it, and so does
all of the stack in which no call has left anything. The exception is `zeros`."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from faults.core import Core, Memory
from faults.verification import Inputs, Reached, Verification
from kilosig.library import verdicts

WORD = verdicts.ACCEPT.to_bytes(4, "little")


class Session(NamedTuple):
    """A verification that began in memory that held nothing: where it stood before each call, what it left, and how
    long a call of it may take."""

    verdict: int
    reached: list[Reached]
    left: Memory
    seconds: float


def session(core: Core, inputs: Inputs) -> Session:
    """Of a stream."""
    run = Verification(core, inputs)
    verdict, reached = run.course()
    return Session(verdict, reached, core.memory(), run.seconds)


class Sessions(NamedTuple):
    """Of which something may be left: a genuine verification, and one of the stream that is to be forged."""

    core: Core
    genuine: Session
    forged: Inputs


@dataclass(frozen=True)
class Start:
    """memory: before open; registers: a word for those that are no arguments."""

    name: str
    memory: Callable[[Sessions], Memory]
    registers: int = verdicts.ACCEPT

    def __str__(self) -> str:
        return self.name


def _left(memory: Memory) -> Memory:
    """What a caller finds who was told of KSIG_ACCEPT."""
    words = (memory.stack[at:at + 4] for at in range(0, len(memory.stack), 4))
    return Memory(memory.state, b"".join(word if any(word) else WORD for word in words))


def _abandoned(which: Callable[[int], int]) -> Callable[[Sessions], Memory]:
    """A genuine verification before one of its calls."""
    def memory(sessions: Sessions) -> Memory:
        reached = sessions.genuine.reached
        return _left(reached[which(len(reached))].memory)
    return memory


def _closed(sessions: Sessions) -> Memory:
    """After a genuine verification, which was accepted."""
    return _left(sessions.genuine.left)


def _sent_before(sessions: Sessions) -> Memory:
    """The forged stream was sent once already, and abandoned when it was rejected, or before close."""
    return _left(session(sessions.core, sessions.forged).reached[-1].memory)


def filled(name: str, word: int) -> Start:
    """One word everywhere, which whoever streamed before has chosen."""
    return Start(name, lambda sessions: Memory.filled(sessions.core.state_bytes, word))


ZEROS = Start("zeros", lambda sessions: Memory.filled(sessions.core.state_bytes), 0)
STARTS: tuple[Start, ...] = (
    Start("abandoned at the end", _abandoned(lambda calls: calls - 1)),
    filled("full of KSIG_ACCEPT", verdicts.ACCEPT),
    Start("the forgery, abandoned", _sent_before),
    Start("abandoned midway", _abandoned(lambda calls: calls // 2)),
    Start("complete", _closed),
    Start("abandoned behind open", _abandoned(lambda calls: 1)),
    ZEROS)
BY_NAME: dict[str, Start] = {start.name: start for start in STARTS}
