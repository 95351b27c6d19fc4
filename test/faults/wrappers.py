# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Forgeries against the calls over memory and push: what a fault would have to hand on from the run before."""
from __future__ import annotations

import struct
from collections.abc import Iterator

from faults import cases
from faults.callers import Attack, Script, Step
from faults.core import Core
from faults.verification import SECRET, Inputs
from kilosig.library import verdicts

MESSAGE = b"activate 33 units of the machine."
OTHER = b"EVIL: never signed by anybody...."
LONGER = MESSAGE + b" AND ALSO: transfer 1000000"
QUICK = "falcon-512-r3"
BEFORE = 40  # bytes of the signature of LMS that come before the message


def _arguments(core: Core, inputs: Inputs, anchor: bool) -> int:
    flash = core.flash
    return flash(struct.pack("<IIIIIIIBBxx", flash(inputs.anchor) if anchor else 0, 0, flash(SECRET), 0,
                             len(inputs.message), len(inputs.signature), len(inputs.key), inputs.mode, inputs.hash_id))


def _scheme(core: Core, inputs: Inputs) -> int:
    return core.machine.symbols["ksig_" + inputs.scheme.replace("-", "_")]


def _at_once(core: Core, function: str, inputs: Inputs) -> tuple[Script, tuple[int, ...]]:
    """One call, and the pointers that it gets."""
    arguments = _arguments(core, inputs, function != "ksig_verify_with_key")
    places = tuple(map(core.flash, (inputs.key, inputs.message, inputs.signature)))
    step = Step(function, (core.state, core.state_bytes, _scheme(core, inputs), arguments, *places))
    return Script([step]), (arguments, places[1])


def at_once(function: str, scheme: str, message: bytes) -> Attack:
    """Another message with the signature of one that was verified before."""
    def made(core: Core) -> tuple[Script, Script, tuple[int, ...]]:
        inputs = cases.signer(scheme).sign(MESSAGE, b"", "")
        genuine, pointers = _at_once(core, function, inputs)
        forged, _ = _at_once(core, function, inputs.but(message=message))
        return genuine, forged, (0, *pointers, verdicts.ACCEPT)
    what = "another message" if len(message) == len(MESSAGE) else "a longer message"
    return Attack(f"{function}, {scheme}: {what}", made)


def from_the_key() -> Attack:
    """The signed message is the beginning of the key."""
    def made(core: Core) -> tuple[Script, Script, tuple[int, ...]]:
        signer = cases.signer(QUICK)
        inputs = signer.sign(signer.sign(MESSAGE, b"", "").key[:33], b"", "")
        return (_at_once(core, "ksig_verify", inputs)[0], _at_once(core, "ksig_verify", inputs.but(message=OTHER))[0],
                (0,))
    return Attack("ksig_verify: the message read from the key", made)


def _pushed(core: Core, inputs: Inputs, *chunks: bytes) -> Script:
    steps = [Step("ksig_verify_open", (core.state, core.state_bytes, _scheme(core, inputs),
                                       _arguments(core, inputs, True)))]
    steps += [Step("ksig_verify_push", (core.state, core.flash(chunk), len(chunk))) for chunk in chunks]
    return Script([*steps, Step("ksig_verify_close", (core.state,))])


def pushed(core: Core, together: bool) -> tuple[Script, Script, tuple[int, ...]]:
    """The application takes for the message what follows the first part of the signature. A sender puts his own there
    and the signed one behind it; a fault would have to lose the former. together: in one call with the part before."""
    inputs = cases.signer("lms").sign(MESSAGE, b"", "")
    first, rest = inputs.signature[:BEFORE], inputs.signature[BEFORE:]
    evil = [first + OTHER] if together else [first, OTHER]
    forged = _pushed(core, inputs, *evil, MESSAGE, rest)
    honest = core.flash(MESSAGE)
    return _pushed(core, inputs, first, MESSAGE, rest), forged, (0, honest, verdicts.ACCEPT)


def attacks() -> Iterator[Attack]:
    """All of them."""
    yield at_once("ksig_verify", QUICK, OTHER)
    yield at_once("ksig_verify", QUICK, LONGER)
    yield from_the_key()
    yield at_once("ksig_verify_twice", QUICK, OTHER)
    for scheme in (QUICK, "lms"):
        yield at_once("ksig_verify_with_key", scheme, OTHER)
        yield at_once("ksig_verify_with_key", scheme, LONGER)
    yield Attack("ksig_verify_push: a chunk that is lost", lambda core: pushed(core, together=False))
    yield Attack("ksig_verify_push: the end of a chunk that is lost", lambda core: pushed(core, together=True))


