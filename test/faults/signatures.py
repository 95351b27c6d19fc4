# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signatures that are made under attack: of the first attempt, and of the second because one check rejects the first.
Deterministic ones, whose y a forger can have again."""
from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial, cache
from pathlib import Path
from typing import Any, NamedTuple

from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA

from faults import images, signers, tells
from faults.layout import HAETAE_DECIDE, HAETAE_SEED, HAETAE_Y_NORM
from faults.processors import CORTEX_M3, PROCESSORS
from faults.signing import (STAGE, STEP, Call, Outcomes, Reached, Signer, SignerCampaign, Signing, with_results)
from kilosig.library.binding import load
from kilosig.library.hashes import message_prime
from kilosig.library.verdicts import PENDING
from kilosig.schemes import haetae_sign, ml_dsa

DRAWS = 150  # messages among which those that are wanted are looked for
# By what rejects the first attempt: how many steps more a signature then has. ML-DSA-44 has 16 for w, one for each
# row's r0, and one for each polynomial of z.
ML_DSA_44_MORE = {"accepted": (0,), "r0": (17, 18, 19, 20), "z": (21, 22, 23, 24)}
FORMS = {"seed": "", "seed with the public key": "", "expanded": "expanded_",
         "expanded with the public key": "expanded_"}
EARLIER = b"an order that was signed before"
RND = bytes(range(100, 132))
# Of each family, and of both ways to take a signature of ML-DSA: on every core.
ON_EACH = ("ml-dsa-44, expanded, accepted", "ml-dsa-44, seed with the public key, buffered", "haetae-2, accepted")
# If time is short: of the addresses outside WORKERS one in so many, of all instructions so many, of the calls of each
# stage so many. A signature of HAETAE goes on for long after each fault.
QUICK_THIN, QUICK_REST, QUICK_CALLS = 32, 60, 3
QUICK_THIN_HAETAE, QUICK_REST_HAETAE = 500, 35
# Whether a wrong coefficient of HAETAE's w leaves depends on it: its hint may make up for the error.
BETWEEN = 2


class _Later(ML_DSA):  # type: ignore[misc]
    """Signs as if so many attempts had been dropped before the first."""

    dropped = 1

    def _expand_mask_vector(self, rho_prime: bytes, mu: int) -> object:
        return super()._expand_mask_vector(rho_prime, mu + self.dropped * self.l)


def _steps(run: Any, message: bytes) -> int:
    """Of a signature by the library."""
    steps, fed = 0, False
    assert run.open() == PENDING
    while True:
        if not fed and load().c.ksig_sign_want(run.state):
            fed = run.feed(message) == PENDING
        steps += 1
        if run.step() != PENDING:
            run.close()
            return steps


@cache
def _ml_dsa_messages(level: int, secret: bytes, public: bytes) -> dict[str, bytes]:
    """One message for each entry of ML_DSA_44_MORE, of two attempts at most; of other levels, one of one attempt."""
    steps = {message: _steps(ml_dsa.Signing(load(), f"ml-dsa-{level}", secret, public_key=public), message)
             for message in (b"attest %d" % n for n in range(DRAWS if level == 44 else DRAWS // 3))}
    wanted = ML_DSA_44_MORE if level == 44 else {"accepted": (0,)}
    return {what: next(message for message, count in steps.items() if count - min(steps.values()) in more)
            for what, more in wanted.items()}


def ml_dsa_signer(level: int, form: str, what: str, streams: bool = True, earlier: bool = False) -> Signer:
    """form: of FORMS; what: of ML_DSA_44_MORE; streams: taken as it is made, else in a buffer; earlier: in memory in
    which another message was signed."""
    oracle = signers.ML_DSA[f"ml-dsa-{level}"]
    public, expanded = oracle.key_derive(signers.SEED)
    secret = signers.SEED if form.startswith("seed") else expanded
    given = public if form.endswith("public key") else b""
    message = _ml_dsa_messages(level, secret, given)[what]
    later = _Later(DEFAULT_PARAMETERS[f"ML_DSA_{level}"])
    later.dropped = 1 if what == "accepted" else 2
    framed = message_prime(message, b"", "")
    return Signer(f"ml-dsa-{level}, {form}, {what}", f"ksig_ml_dsa_{level}_{FORMS[form]}sign", secret, given, message,
                  streams, oracle._sign_internal(expanded, framed, bytes(32)),
                  later._sign_internal(expanded, framed, bytes(32)), tells.Judge(tells.ml_dsa(oracle, expanded)),
                  earlier=EARLIER if earlier else None)


@cache
def _haetae_messages(level: int, secret: bytes, rnd: bytes) -> dict[str, bytes]:
    """Messages of one attempt and of two."""
    steps = {message: _steps(haetae_sign.Signing(load(), f"haetae-{level}", secret, rnd=rnd), message)
             for message in (b"attest %d" % n for n in range(DRAWS))}
    counts = sorted(set(steps.values()))
    return {what: next(message for message, count in steps.items() if count == counts[number])
            for number, what in enumerate(("accepted", "z"))}


def haetae(level: int, what: str, rnd: bytes = b"", earlier: bool = False) -> Signer:
    """what: accepted, or z: too long the first time."""
    pair = signers.haetae_pair(level)
    judge = tells.Judge(tells.haetae(level, pair.secret))
    plain = Signer(f"haetae-{level}, {what}", f"ksig_haetae_{level}_sign", pair.secret, b"",
                   _haetae_messages(level, pair.secret, rnd)[what], False, judge=judge, rnd=rnd,
                   earlier=EARLIER if earlier else None, seed=(HAETAE_SEED, HAETAE_DECIDE))
    left = [1 if what == "accepted" else 2]  # attempts to drop

    def drop(run: Signing, call: Call) -> None:
        memory = run.core.memory().state
        if call.function == STEP and memory[STAGE] == HAETAE_DECIDE and left[0]:
            left[0] -= 1
            run.core.machine.write(run.core.state + HAETAE_Y_NORM, (1 << 60).to_bytes(8, "little"))
    return with_results(images.signer_core(plain.symbol), plain, drop)


class SignerCase(NamedTuple):
    """A signature, and how the first attempt ends."""

    name: str
    signer: Callable[[], Signer]
    variant: str = "default"
    on: str = CORTEX_M3

    def __str__(self) -> str:
        return self.name if self.on == CORTEX_M3 else f"{self.on}-{self.name}"

    def image(self) -> Path:
        """What is attacked."""
        return images.signer(self.signer().symbol, self.variant, self.on)

    def executed(self) -> set[str]:
        """The parts of it that the signature runs through without a fault."""
        blocks = set[int]()
        signer = self.signer()  # before the core, in whose place it may have another one made
        core = images.signer_core(signer.symbol, self.variant, self.on)
        with core.noting(blocks):
            SignerCampaign(core, signer)
        return images.executed(self.image(), blocks)

    def campaign(self) -> SignerCampaign:
        """On the image that signs."""
        signer = self.signer()
        return SignerCampaign(images.signer_core(signer.symbol, self.variant, self.on), signer)

    def attacked(self, stride: int, quick: bool = False) -> Outcomes:
        """All calls; or if the first attempt is rejected, the one that does it, which is made in vain if it is not
        heard. quick: of each stage some calls, of addresses a share."""
        campaign = self.campaign()
        if self.rejects:
            rejecting = _rejecting(campaign.reached)
            return campaign.attack(stride, lambda number, _: number == rejecting)
        if not quick:
            return campaign.attack(stride, between=BETWEEN if self.name.startswith("haetae") else 0)
        phase = zlib.crc32(self.name.encode())
        calls = _some(campaign.reached, phase)
        long = self.name.startswith("haetae")
        thin, rest = (QUICK_THIN_HAETAE, QUICK_REST_HAETAE) if long else (QUICK_THIN, QUICK_REST)
        return campaign.attack(stride, lambda number, _: number in calls, thin, phase, rest)

    @property
    def rejects(self) -> bool:
        """Whether the first attempt is rejected."""
        return self.name.endswith((", z", ", r0"))


def _some(calls: list[Reached], phase: int) -> list[int]:
    """Of each stage and function the first call, the last one, and others between."""
    groups: dict[tuple[str, int], list[int]] = {}
    for number, reached in enumerate(calls):
        groups.setdefault((reached.call.function, reached.stage), []).append(number)
    return sorted({number for group in groups.values() for number in (
        group[0], group[-1], *(group[(phase + 7 * n) % len(group)] for n in range(QUICK_CALLS - 2)))})


def _rejecting(calls: list[Reached]) -> int:
    """The first step after which an attempt begins again."""
    steps = [number for number, reached in enumerate(calls) if reached.call.function == STEP]
    return next(number for number, following in zip(steps, steps[1:])
                if 0 < calls[following].stage < calls[number].stage)


SIGNERS = [SignerCase(f"ml-dsa-44, {form}, {what}", partial(ml_dsa_signer, 44, form, what))
           for form, what in (("expanded", "accepted"), ("expanded", "z"), ("expanded", "r0"), ("seed", "accepted"),
                               ("expanded with the public key", "z"))]  # which FINISH finds
SIGNERS += [SignerCase(f"haetae-2, {what}", partial(haetae, 2, what)) for what in ("accepted", "z")]
# In a buffer, in which y lies meanwhile; in memory that holds zeros, and where another message was signed.
SIGNERS += [SignerCase(f"ml-dsa-{level}, {form}, buffered{', ' + variant if variant != 'default' else ''}{after}",
                       partial(ml_dsa_signer, level, form, "accepted", False, bool(after)), variant)
            for level, form, variant, after in (
                (44, "seed with the public key", "default", ""), (44, "seed", "default", ", after another"),
                (44, "expanded", "default", ", after another"), (65, "expanded", "default", ", after another"),
                (65, "seed with the public key", "small", ""), (87, "seed with the public key", "fast", ""),
                (87, "expanded with the public key", "default", ", after another"), (44, "seed", "small", ""),
                (44, "seed", "fast", ", after another"))]
SIGNERS += [SignerCase(f"ml-dsa-{level}, {form}, {variant}, after another",
                       partial(ml_dsa_signer, level, form, "accepted", True, True), variant)
            for level, form, variant in ((65, "seed", "default"), (87, "expanded", "small"), (44, "seed", "fast"))]
SIGNERS += [SignerCase("haetae-2, fresh rnd", partial(haetae, 2, "accepted", RND)),
            SignerCase("haetae-3, accepted, after another", partial(haetae, 3, "accepted", b"", True)),
            SignerCase("haetae-5, fresh rnd, after another", partial(haetae, 5, "accepted", RND, True))]
SIGNERS += [SignerCase(f"haetae-2, accepted, {variant}", partial(haetae, 2, "accepted"), variant)
            for variant in ("fast", "small")]
SIGNERS += [SignerCase(case.name, case.signer, on=on) for on in PROCESSORS if on != CORTEX_M3 for case in SIGNERS
            if case.name in ON_EACH]
