# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signatures that are made under attack: of the first attempt, and of the second because one check rejects the first.
Deterministic ones, whose y a forger can have again."""
from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Callable, Dict, List, NamedTuple

from dilithium_py.ml_dsa import ML_DSA_44
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA

from faults import images, signers
from faults.layout import HAETAE_DECIDE, HAETAE_SEED, HAETAE_Y_NORM, WORK_DONE
from faults.signing import (STAGE, STEP, Call, Outcomes, Reached, Signer, SignerCampaign, Signing, with_results)
from kilosig.library.binding import load
from kilosig.library.hashes import message_prime
from kilosig.library.verdicts import PENDING
from kilosig.schemes import haetae_sign, ml_dsa

DRAWS = 150  # messages among which those that are wanted are looked for
# By what rejects the first attempt: how many steps more a signature then has. ML-DSA-44 has 16 for w, one for each
# row's r0, and one for each polynomial of z.
ML_DSA_44_MORE = {"accepted": (0,), "r0": (17, 18, 19, 20), "z": (21, 22, 23, 24)}


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


@lru_cache(maxsize=None)
def _ml_dsa_messages(secret: bytes, public: bytes) -> Dict[str, bytes]:
    """One message for each entry of ML_DSA_44_MORE: of two attempts at most."""
    steps = {message: _steps(ml_dsa.Signing(load(), "ml-dsa-44", secret, public_key=public), message)
             for message in (b"attest %d" % n for n in range(DRAWS))}
    return {what: next(message for message, count in steps.items() if count - min(steps.values()) in more)
            for what, more in ML_DSA_44_MORE.items()}


def _ml_dsa_y(expanded: bytes) -> Callable[[bytes], object]:
    """y = z - c s1, where the signature's c~ and z are."""
    s1 = ML_DSA_44._unpack_sk(expanded)[3]

    def y_of(signature: bytes) -> object:
        begin, width = ML_DSA_44.c_tilde_bytes, ML_DSA_44.l * 576
        c = ML_DSA_44.R.sample_in_ball(signature[:begin], ML_DSA_44.tau)
        z = ML_DSA_44.M.bit_unpack_z(signature[begin:begin + width], ML_DSA_44.l, ML_DSA_44.gamma_1)
        return z - s1.scale(c)
    return y_of


def ml_dsa_44(form: str, what: str) -> Signer:
    """form: expanded, expanded with the public key, or seed; what: of ML_DSA_44_MORE."""
    public, expanded = ML_DSA_44.key_derive(signers.SEED)
    secret = signers.SEED if form == "seed" else expanded
    given = public if form.endswith("public key") else b""
    message = _ml_dsa_messages(secret, given)[what]
    oracle = _Later(DEFAULT_PARAMETERS["ML_DSA_44"])
    oracle.dropped = 1 if what == "accepted" else 2
    framed = message_prime(message, b"", "")
    return Signer(f"ml-dsa-44, {form}, {what}", f"ksig_ml_dsa_44_{'' if form == 'seed' else 'expanded_'}sign", secret,
                  given, message, True, ML_DSA_44._sign_internal(expanded, framed, bytes(32)),
                  oracle._sign_internal(expanded, framed, bytes(32)), _ml_dsa_y(expanded))


@lru_cache(maxsize=None)
def _haetae_messages(secret: bytes) -> Dict[str, bytes]:
    """Messages of one attempt and of two."""
    steps = {message: _steps(haetae_sign.Signing(load(), "haetae-2", secret), message)
             for message in (b"attest %d" % n for n in range(DRAWS))}
    counts = sorted(set(steps.values()))
    return {what: next(message for message, count in steps.items() if count == counts[number])
            for number, what in enumerate(("accepted", "z"))}


def haetae_2(what: str) -> Signer:
    """what: accepted, or z: too long the first time."""
    pair = signers.haetae_pair(2)
    plain = Signer(f"haetae-2, {what}", "ksig_haetae_2_sign", pair.secret, b"", _haetae_messages(pair.secret)[what],
                   False, seed=(HAETAE_SEED, HAETAE_DECIDE))
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

    def __str__(self) -> str:
        return self.name

    def code(self) -> str:
        """Of the image that is attacked, to know it again."""
        return images.fingerprint(images.signer(self.signer().symbol))

    def campaign(self) -> SignerCampaign:
        """On the image that signs."""
        signer = self.signer()
        return SignerCampaign(images.signer_core(signer.symbol), signer)

    def attacked(self, stride: int, quick: bool = False) -> Outcomes:
        """All calls; or if the first attempt is rejected, the one that does it, which is made in vain if it is not
        heard. quick: without the long calculations between the hash of the message and what is given away."""
        campaign = self.campaign()
        if not self.name.endswith("accepted"):
            rejecting = _rejecting(campaign.reached)
            return campaign.attack(stride, lambda number, _: number == rejecting)
        busy = {reached.stage for reached in campaign.reached} - {0, WORK_DONE}
        return campaign.attack(stride, lambda _, reached: not quick or reached.stage not in busy - {max(busy)})


def _rejecting(calls: List[Reached]) -> int:
    """The first step behind which an attempt begins again."""
    steps = [number for number, reached in enumerate(calls) if reached.call.function == STEP]
    return next(number for number, following in zip(steps, steps[1:])
                if 0 < calls[following].stage < calls[number].stage)


SIGNERS = [SignerCase(f"ml-dsa-44, {form}, {what}", partial(ml_dsa_44, form, what))
           for form, what in (("expanded", "accepted"), ("expanded", "z"), ("expanded", "r0"), ("seed", "accepted"),
                               ("expanded with the public key", "z"))]  # which FINISH finds
SIGNERS += [SignerCase(f"haetae-2, {what}", partial(haetae_2, what)) for what in ("accepted", "z")]
