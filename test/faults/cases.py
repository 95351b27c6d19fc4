# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which forgeries are made of which scheme, in which variant of the library."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from faults import comparisons, hash_based, lattices, leftovers, messages, others, signers
from faults.campaign import STRIDE, Campaign, Forgery, Outcome
from faults.images import core, executed, parts, verifier
from faults.processors import CORTEX_M0, CORTEX_M3, RV32IMAC
from faults.starts import STARTS, Start
from kilosig.library.catalog import SCHEMES as EVERY

# Of the forged messages of a case one in so many is tried, others in other cases; of SLH-DSA and XMSS, whose
# verifications are long, fewer.
SHARE, SLOW_SHARE = (1, 1) if STRIDE == 1 else (20, 50)
# By which hash a scheme pads, and what its registers hold then, is its own; so is how open keeps the arguments.
ALWAYS = ("message | suffix", "X for no message", "no context for one")


@dataclass(frozen=True)
class Case:
    """A scheme and a kind of forgeries, which may hang on the image of a core. start: the memory and registers in which
    all of them begin; without, one forgery after the other has the next of STARTS. on: the core."""

    scheme: str
    variant: str
    kind: str
    forgeries: Callable[[str], Iterator[Forgery]]
    start: Start | None = None
    on: str = CORTEX_M3

    def __str__(self) -> str:
        return "-".join(part for part in (self.on.replace(CORTEX_M3, ""), self.scheme,
                                          self.variant.replace("default", ""), self.kind) if part)

    @property
    def slow(self) -> bool:
        """A verification takes long."""
        return self.scheme.startswith(("slh-dsa", "xmss", "uov", "mayo"))

    def chosen(self) -> list[Forgery]:
        """The forgeries, or their share."""
        all_of_them = list(self.forgeries(self.on))
        if not self.kind.startswith("message"):
            return all_of_them
        share = SLOW_SHARE if self.slow else SHARE
        first = NUMBERS[self] % share % len(all_of_them)
        return [forgery for number, forgery in enumerate(all_of_them)
                if number % share == first or forgery.name in ALWAYS[:1 if self.slow else None]]

    def image(self) -> Path:
        """What is attacked."""
        return verifier(self.scheme, self.variant, self.on)

    def executed(self) -> set[str]:
        """The parts of it that the forgeries run through without a fault, and the parameters that the caller passes."""
        target, chosen, blocks = core(self.scheme, self.variant, self.on), self.chosen(), set[int]()
        with target.noting(blocks):
            for forgery, start in zip(chosen, self.starts(chosen)):
                Campaign(target, forgery, start)
        return executed(self.image(), blocks) | self._parameters()

    def _parameters(self) -> set[str]:
        scheme = self.scheme.split("-")[0] if self.scheme in hash_based.NAMES else self.scheme
        section = ".rodata.ksig_" + scheme.replace("-", "_")
        return {part.name for part in parts(self.image()) if part.name.endswith(":" + section)}

    def starts(self, forgeries: list[Forgery]) -> list[Start]:
        """Of each forgery. Which one the first has is another one for each case."""
        first = NUMBERS.get(self, 0)
        return [self.start or STARTS[(first + number) % len(STARTS)] for number in range(len(forgeries))]

    def attacked(self, model: str = "skip", stride: int = STRIDE, thin: int = 1) -> dict[str, Outcome]:
        """Outcomes by forgery."""
        target, chosen = core(self.scheme, self.variant, self.on), self.chosen()
        return {forgery.name: Campaign(target, forgery, start).attack(model, stride, thin)
                for forgery, start in zip(chosen, self.starts(chosen))}


# Scheme, variant, and the hash functions of pre-hashed messages: each family of them with some scheme.
SCHEMES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("ml-dsa-44", "default", ("sha256", "shake128")), ("ml-dsa-44", "small", ()), ("ml-dsa-44", "fast", ()),
    ("ml-dsa-65", "default", ("sha3-512",)), ("dilithium2-r3", "default", ()), ("dilithium2-r3", "small", ()),
    ("dilithium2-r3", "fast", ()), ("haetae-2", "default", ()), ("haetae-5", "default", ()),
    ("haetae-2-kpqc", "default", ()), ("falcon-512-r3", "default", ()), ("falcon-1024-padded-r3", "default", ()),
    ("fn-dsa-512", "default", ("sha256", "sha3-512")), ("slh-dsa-sha2-128s", "default", ("sha512", "shake128")),
    ("slh-dsa-sha2-192f", "default", ("sha256",)), ("slh-dsa-shake-128s", "default", ()),
    ("sphincs-sha256-128s-simple-r3", "default", ()), ("rainbow-1-classic", "default", ()),
    ("gemss-128", "default", ()), ("gemss-128", "fast", ()),
    *((name, "default", ()) for name in hash_based.NAMES))
OWN: dict[str, Callable[[str], Iterator[Forgery]]] = {
    "dilithium2-r3": lattices.dilithium, "haetae-2": lattices.haetae, "haetae-5": lattices.haetae_5,
    "falcon-512-r3": lattices.falcon, "gemss-128": lambda _on: others.gemss(),
    "rainbow-1-classic": lambda _on: others.rainbow(),
    "slh-dsa-sha2-128s": lambda _on: others.slh(signers.signer("slh-dsa-sha2-128s")),
    "slh-dsa-shake-128s": lambda _on: others.slh(signers.signer("slh-dsa-shake-128s")),
    **{name: (lambda _on, name=name: hash_based.checks(name)) for name in hash_based.NAMES}}


def signer(scheme: str) -> signers.Signer:
    """Of a scheme, or of one of its sets."""
    return hash_based.signer(scheme) if scheme in hash_based.NAMES else signers.signer(scheme)

HUGE = {"uov-3-r3", "uov-5-r3"}  # keys that do not fit the emulated flash, of the code of uov-1p-r3
# Of a candidate each fault takes a second; other sets have the same code.
COMPARED = ("uov-1s", "uov-1p-pkc", "uov-3", "uov-5", "mayo-2", "mayo-3", "mayo-5")
CHECKED = ("uov-1p-r3", "uov-1p-pkc-r3", "uov-1s-r3", "mayo-1-r3", "mayo-2-r3")  # each way through that code
# Other parameters of the same code, and other variants: not in `make test`.
REST: tuple[tuple[str, str], ...] = (
    ("ml-dsa-65", "small"), ("ml-dsa-65", "fast"), ("ml-dsa-87", "small"), ("ml-dsa-87", "fast"),
    *((name, "default") for name in EVERY if name not in {scheme for scheme, _, _ in SCHEMES} | HUGE))
LEFT = ("ml-dsa-44", "dilithium2-r3", "falcon-512-r3", "fn-dsa-512", "haetae-2", "slh-dsa-shake-128s", "lms-shake",
        "xmss-shake")  # what begins a sponge over other data: each family's own places
PASSES = (("ml-dsa-44", "small"), ("dilithium2-r3", "small"))  # GeMSS's are among its checks
FRAMED = ("ml-dsa-44", "haetae-2", "fn-dsa-512", "slh-dsa-sha2-128s", "slh-dsa-shake-128s")


def _cases() -> Iterator[Case]:
    for scheme, variant, hashes in SCHEMES:
        yield Case(scheme, variant, "message", lambda _on, scheme=scheme: messages.pure(signer(scheme)))
        for prehash in hashes:
            yield Case(scheme, variant, f"message-{prehash}",
                       lambda _on, scheme=scheme, prehash=prehash: messages.prehashed(signer(scheme), prehash))
        yield Case(scheme, variant, "comparison", lambda _on, scheme=scheme: comparisons.all_of(signer(scheme)))
        if scheme in LEFT and variant == "default":
            yield Case(scheme, variant, "leftover", lambda on, scheme=scheme: leftovers.words(signer(scheme), on))
        if (scheme, variant) in PASSES:
            yield Case(scheme, variant, "passes", lambda _on, scheme=scheme: lattices.passes(signer(scheme)))
        if scheme in FRAMED and variant == "default":
            yield Case(scheme, variant, "frame", lambda _on, scheme=scheme: messages.frames(signer(scheme)))
        if scheme in OWN:
            yield Case(scheme, variant, "check", OWN[scheme])
    for scheme, variant in REST:
        if scheme in ("ml-dsa-65", "ml-dsa-87") and variant == "small":
            yield Case(scheme, variant, "passes", lambda _on, scheme=scheme: lattices.passes(signer(scheme)))
        if not scheme.startswith(COMPARED):
            yield Case(scheme, variant, "message", lambda _on, scheme=scheme: messages.pure(signer(scheme)))
        yield Case(scheme, variant, "comparison", lambda _on, scheme=scheme: comparisons.all_of(signer(scheme)))


def _on_small_cores() -> Iterator[Case]:
    """The same as the cores with 8 kB of RAM run it: of each family all that its own code decides."""
    for on in (CORTEX_M0, RV32IMAC):
        for case in _cases():
            if (case.scheme, case.variant) not in REST and (case.variant == "default" or case.kind == "passes"):
                yield replace(case, on=on)


def _candidates() -> Iterator[Case]:
    """The checks of UOV and MAYO, and messages of each way through them; the same as the smaller cores run it."""
    for scheme in CHECKED:
        yield Case(scheme, "default", "check", lambda _on, scheme=scheme: others.candidate(scheme))
    for on in (CORTEX_M0, RV32IMAC):
        for scheme in CHECKED:
            yield Case(scheme, "default", "comparison", lambda _on, scheme=scheme: comparisons.all_of(signer(scheme)),
                       on=on)
            yield Case(scheme, "default", "check", lambda _on, scheme=scheme: others.candidate(scheme), on=on)
    for on, schemes in ((CORTEX_M3, ("mayo-2-r3", "uov-1p-pkc-r3", "uov-1s-r3")),
                        *((small, ("uov-1p-r3", "uov-1p-pkc-r3", "mayo-2-r3")) for small in (CORTEX_M0, RV32IMAC))):
        for scheme in schemes:
            yield Case(scheme, "default", "message", lambda _on, scheme=scheme: messages.pure(signer(scheme)), on=on)
        for scheme in ("uov-1p-r3", "mayo-2-r3"):
            yield Case(scheme, "default", "leftover", lambda on, scheme=scheme: leftovers.words(signer(scheme), on),
                       on=on)


CASES = [*_cases(), *_on_small_cores(), *_candidates()]
NUMBERS = {case: number for number, case in enumerate(CASES)}
COMPARISONS = [case for case in CASES if case.kind == "comparison"]
