# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA signatures in a buffer, with one instruction of one step left out; and whether what comes of it gives anything
away, as somebody sees who has the key."""
from __future__ import annotations

import bisect
import hashlib
import struct
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65
from unicorn import UC_HOOK_CODE, Uc, UcError
from unicorn.arm_const import UC_ARM_REG_PC

from cortex import LIMIT, STACK_TOP, Machine, functions
from kilosig.library import verdicts

ORACLES = {44: ML_DSA_44, 65: ML_DSA_65}
COMMIT, RANGE, WRITE = 2, 4, 5  # stages of mldsa/sign/mldsa_sign.h
DETERMINISTIC = 1
Q = 8380417
ATTEMPTS = 64  # more than any signature here takes
STEPS = 10000  # likewise


class At(NamedTuple):
    """Where a signature stands before a step: members of ksig_mldsa_sign_state, and the number of the step."""

    stage: int
    attempt: int
    row: int
    column: int
    step: int


class Made(NamedTuple):
    """What close answered, and the buffer after it."""

    verdict: int
    signature: bytes


def _numbers(vector: Any) -> list[list[int]]:
    """Coefficients modulo q."""
    return [[number % Q for number in polynomial.coeffs] for row in vector._data for polynomial in row]


class Key:
    """A key of a level, in a form: seed, seed with the public key, expanded, expanded with the public key."""

    def __init__(self, level: int, form: str) -> None:
        self.level, self.form, self.oracle = level, form, ORACLES[level]
        self.seed = bytes(range(32))
        self.public, self.expanded = self.oracle.key_derive(self.seed)
        self.secret = self.seed if form.startswith("seed") else self.expanded
        self.given = self.public if form.endswith("public key") else b""
        self.symbol = f"ksig_ml_dsa_{level}_{'' if form.startswith('seed') else 'expanded_'}sign"
        self._s1 = self.oracle._unpack_sk(self.expanded)[3]

    def _rho2(self, message: bytes, rnd: bytes) -> bytes:
        mu = hashlib.shake_256(self.expanded[64:128] + b"\0\0" + message).digest(64)
        return hashlib.shake_256(self.expanded[32:64] + rnd + mu).digest(64)

    def attempt_of(self, message: bytes, rnd: bytes, signature: bytes) -> int | None:
        """The attempt whose y a signature has, all of it; None if a polynomial of y is none of that attempt."""
        p = self.oracle
        c = p.R.sample_in_ball(signature[:p.c_tilde_bytes], p.tau)
        width = 32 * (18 if p.gamma_1 == 2 ** 17 else 20)
        z = p.M.bit_unpack_z(signature[p.c_tilde_bytes:p.c_tilde_bytes + width * p.l], p.l, p.gamma_1)
        y, rho2 = _numbers(z - self._s1.scale(c)), self._rho2(message, rnd)
        return next((n for n in range(ATTEMPTS) if _numbers(p._expand_mask_vector(rho2, n * p.l)) == y), None)

    def is_long(self, signature: bytes) -> bool:
        """Whether a coefficient of z is out of range."""
        p = self.oracle
        width = 32 * (18 if p.gamma_1 == 2 ** 17 else 20)
        z = p.M.bit_unpack_z(signature[p.c_tilde_bytes:p.c_tilde_bytes + width * p.l], p.l, p.gamma_1)
        return bool(z.check_norm_bound(p.gamma_1 - p.beta))

    def long_first(self, message: bytes) -> list[bool]:
        """Of the first attempt's z, deterministic, which polynomials are out of range."""
        p, rho2 = self.oracle, self._rho2(message, bytes(32))
        y = p._expand_mask_vector(rho2, 0)
        w = (p._expand_matrix_from_seed(self.public[:32]) @ y.to_ntt()).from_ntt()
        mu = hashlib.shake_256(self.expanded[64:128] + b"\0\0" + message).digest(64)
        high = w.high_bits(2 * p.gamma_2).bit_pack_w(p.gamma_2)
        c = p.R.sample_in_ball(hashlib.shake_256(mu + high).digest(p.c_tilde_bytes), p.tau)
        z = y + self._s1.scale(c)
        return [any(p.gamma_1 - p.beta <= number <= Q - p.gamma_1 + p.beta for number in polynomial)
                for polynomial in _numbers(z)]

    def gives_away(self, message: bytes, rnd: bytes, made: Made) -> str:
        """What is wrong with a result; empty for none, or a signature that tells nothing but itself."""
        if made.verdict != verdicts.DONE:
            return "" if not any(made.signature) else "bytes without a signature"
        if self.is_long(made.signature):
            return "z out of range"
        if self.attempt_of(message, rnd, made.signature) is None:
            return "y of no attempt"
        return "" if self.oracle.verify(self.public, message, made.signature) else "no signature"


class Device:
    """An image that signs into a buffer."""

    def __init__(self, image: object, key: Key) -> None:
        self.machine, self.key = Machine(image), key  # type: ignore[arg-type]
        self._functions = sorted(functions(image))  # type: ignore[arg-type]
        self._begins = [begin for begin, _ in self._functions]
        machine = self.machine
        self._scheme = machine.symbols[key.symbol]
        state_bytes, = struct.unpack("<H", machine.read(self._scheme + 4, 2))
        self.signature_bytes, = struct.unpack("<I", machine.read(self._scheme + 12, 4))
        self._state, self._out = machine.allocate(bytes(state_bytes)), machine.allocate(bytes(self.signature_bytes))
        self._state_bytes = state_bytes
        self._secret = machine.allocate(key.secret)
        self._public = machine.allocate(key.given) if key.given else 0
        self._rnd, self._message = machine.allocate(bytes(32)), machine.allocate(bytes(64))
        self._arguments = machine.allocate(bytes(28))
        self._zero = machine.unicorn.context_save()

    def _call(self, function: str, *arguments: int) -> int:
        return self.machine.call(function, *arguments)

    def begin(self, message: bytes, rnd: bytes, flags: int) -> None:
        """Open and feed; the buffer is full of zeros, as after an earlier signature."""
        machine = self.machine
        machine.write(self._message, message)
        machine.write(self._rnd, rnd or bytes(32))
        machine.write(self._arguments, struct.pack("<IIIIIBBBx", self._secret, 0, self._rnd if rnd else 0, 0,
                                                   self._public, flags | (0 if rnd else DETERMINISTIC), 0, 0))
        machine.write(self._out, bytes(self.signature_bytes))
        machine.write(STACK_TOP, struct.pack("<I", self._out))
        assert self._call("ksig_sign_open", self._state, self._state_bytes, self._scheme,
                          self._arguments) == verdicts.PENDING
        while self._call("ksig_sign_want", self._state) == 0:
            assert self._call("ksig_sign_step", self._state) == verdicts.PENDING
        assert self._call("ksig_sign_feed", self._state, self._message, len(message)) == verdicts.PENDING

    def at(self, step: int) -> At:
        head = self.machine.read(self._state, 40)
        return At(head[16], struct.unpack_from("<H", head, 36)[0], head[38], head[39], step)

    def finish(self, verdict: int = verdicts.PENDING) -> Made:
        """Steps to the end."""
        for _ in range(STEPS):
            if verdict != verdicts.PENDING:
                break
            verdict = self._call("ksig_sign_step", self._state)
        closed = self._call("ksig_sign_close", self._state)
        return Made(closed, self.machine.read(self._out, self.signature_bytes))

    def course(self) -> list[At]:
        """Where it stands before each step; to the end."""
        stands, verdict = [], verdicts.PENDING
        while verdict == verdicts.PENDING:
            stands.append(self.at(len(stands)))
            verdict = self._call("ksig_sign_step", self._state)
        assert self._call("ksig_sign_close", self._state) == verdicts.DONE
        return stands

    def go_to(self, wanted: Callable[[At], bool]) -> bool:
        """Steps until a step that is wanted is the next; whether there is one."""
        step = 0
        while not wanted(self.at(step)):
            if self._call("ksig_sign_step", self._state) != verdicts.PENDING:
                return False
            step += 1
        return True

    def function(self, address: int) -> str:
        """The function of an instruction, without what a compiler adds to its name."""
        return self._functions[bisect.bisect_right(self._begins, address) - 1][1].split(".")[0]

    def trace(self) -> list[int]:
        """The addresses of the instructions of the next step, which is not made."""
        saved = self.machine.save()
        _, addresses = self.machine.trace("ksig_sign_step", self._state)
        self.machine.restore(saved)
        return addresses

    def calls(self, addresses: list[int]) -> Iterator[tuple[int, str]]:
        """(number of the instruction, function called), of each place in the code the first call."""
        begins, met = {begin: name for begin, name in self._functions}, set()
        for number, (at, then) in enumerate(zip(addresses, addresses[1:])):
            if then in begins and not 0 < then - at <= 4 and at not in met:
                met.add(at)
                yield number, begins[then].split(".")[0]

    def _step_without(self, address: int, times: int) -> int:
        """A step without the instruction at an address when it has been executed so many times."""
        unicorn, executed = self.machine.unicorn, [0]

        def leave_out(_: Uc, at: int, size: int, _data: object) -> None:
            executed[0] += 1
            if executed[0] == times + 1:
                unicorn.reg_write(UC_ARM_REG_PC, at + size | 1)
        unicorn.ctl_flush_tb()  # code that was translated before has no hook
        hook = unicorn.hook_add(UC_HOOK_CODE, leave_out, begin=address, end=address)
        try:
            return self.machine.call("ksig_sign_step", self._state, limit=LIMIT)
        finally:
            unicorn.hook_del(hook)
            unicorn.ctl_flush_tb()

    def without(self, number: int, trace: list[int], saved: bytes) -> Made:
        """The signature with an instruction of the next step, whose trace is given, left out; from what was saved
        before it."""
        self.machine.restore(saved)
        try:
            return self.finish(self._step_without(trace[number], trace[:number].count(trace[number])))
        except (UcError, RuntimeError):  # a crash: nothing that is good to anybody
            self.machine.unicorn.context_restore(self._zero)
            return Made(verdicts.FAULT, bytes(self.signature_bytes))
