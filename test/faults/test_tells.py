# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Who judges signatures that were made under attack sees a bad one: each is crafted here, with the key."""
from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import images, signers, tells  # noqa: E402
from faults.slh_signing import SigningCampaign, SlhSigner  # noqa: E402
from faults.tells import Judge, Polynomial  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from kilosig.library.binding import load  # noqa: E402
from kilosig.schemes import haetae_sign, slh_dsa_sign  # noqa: E402

RIGHT, OTHER = b"order 1", b"order 2"


def _ml_dsa(level: int, message: bytes) -> bytes:
    _, expanded = signers.ML_DSA[f"ml-dsa-{level}"].key_derive(signers.SEED)
    return signers.ML_DSA[f"ml-dsa-{level}"]._sign_internal(expanded, bytes(2) + message, bytes(32))


class Crafted:
    """Signatures of one key, and ways to change them."""

    def __init__(self, scheme: str) -> None:
        self.family, level = scheme.rsplit("-", 1)
        self.level = int(level)
        if self.family == "ml-dsa":
            self.oracle = signers.ML_DSA[scheme]
            self.secret = self.oracle.key_derive(signers.SEED)[1]
            self.key = tells.ml_dsa(self.oracle, self.secret)
            self.bits = 18 if self.oracle.gamma_1 == 1 << 17 else 20
            self.right, self.other = (_ml_dsa(self.level, message) for message in (RIGHT, OTHER))
        else:
            self.secret = signers.haetae_pair(self.level).secret
            self.key = tells.haetae(self.level, self.secret)
            self.right, self.other = (haetae_sign.sign(load(), scheme, self.secret, message)
                                      for message in (RIGHT, OTHER))
        self.judge = Judge(self.key)

    def with_z(self, signature: bytes, j: int, z: Polynomial) -> bytes:
        """The signature with another z_j."""
        if self.family == "ml-dsa":
            size, begin = 32 * self.bits, self.oracle.c_tilde_bytes
            packed = sum((self.oracle.gamma_1 - value & (1 << self.bits) - 1) << self.bits * n
                         for n, value in enumerate(z)).to_bytes(size, "little")
        else:
            size, begin = 256, 32
            packed = struct.pack("256B", *(value % 256 for value in z))
        at = begin + j * size
        return signature[:at] + packed + signature[at + size:]

    def c_s(self, signature: bytes, j: int) -> list[int]:
        return tells.product(self.key.parts(signature).c, self.key.s[j])

    def y(self, signature: bytes, j: int) -> list[int]:
        return [a - b for a, b in zip(self.key.parts(signature).z[j], self.c_s(signature, j))]

    def of(self, y: list[int], j: int, sign: int = 1) -> bytes:
        """The other signature, but this y is its y_j."""
        return self.with_z(self.other, j, tuple(a + sign * b for a, b in zip(y, self.c_s(self.other, j))))


def _half(one: list[int], other: list[int]) -> list[int]:
    return one[:N // 2] + other[N // 2:]


N = tells.N
BAD: dict[str, tuple[str, Callable[[Crafted], bytes]]] = {
    "y is zero": ("y_1 short", lambda made: made.of([0] * N, 1)),
    "an eighth of y is zero": ("y_1 short", lambda made: made.of([0] * (N // 8) + made.y(made.other, 1)[N // 8:], 1)),
    "another's y": ("y_1 is y_1 of signature 0", lambda made: made.of(made.y(made.right, 1), 1)),
    "half of another's y": ("y_1 is y_1 of signature 0",
                            lambda made: made.of(_half(made.y(made.right, 1), made.y(made.other, 1)), 1)),
    "another's y elsewhere": ("y_2 is y_0 of signature 0", lambda made: made.of(made.y(made.right, 0), 2)),
    "another's y, turned": ("a part of y_1 is in signature 0",
                            lambda made: made.of((lambda y: y[37:] + y[:37])(made.y(made.right, 1)), 1)),
    "another's y, negated": ("y_1 is y_1 of signature 0",
                             lambda made: made.of([-value for value in made.y(made.right, 1)], 1)),
    "z without c s": ("y_1 is y_1 of signature 0, c s left out",
                      lambda made: made.with_z(made.right, 1, tuple(made.y(made.right, 1)))),
    "z with the other sign": ("y_1 is y_1 of signature 0, other sign", lambda made: made.with_z(
        made.right, 1, tuple(a - b for a, b in zip(made.y(made.right, 1), made.c_s(made.right, 1))))),
    "one y twice": ("y_2 = y_1", lambda made: made.of(made.y(made.other, 1), 2)),
    "a part of y twice": ("y repeated", lambda made: made.of(
        made.y(made.other, 1)[:20] + made.y(made.other, 1)[:20] + made.y(made.other, 1)[40:], 1)),
    "bytes of the key": ("bytes of a secret",
                         lambda made: made.other[:500] + made.key.secrets[-1][40:60] + made.other[520:]),
}
EXACT: dict[str, tuple[str, Callable[[Crafted], bytes]]] = {  # of ML-DSA, of whose z all is known
    "a small y": ("y_1 short", lambda made: made.of([value // 4 for value in made.y(made.other, 1)], 1)),
    "z out of range": ("z_1 out of range", lambda made: made.with_z(made.other, 1, (
        made.oracle.gamma_1 - made.oracle.beta, *made.key.parts(made.other).z[1][1:])))}
SCHEMES = ("ml-dsa-44", "ml-dsa-65", "haetae-2", pytest.param("ml-dsa-87", marks=pytest.mark.full),
           pytest.param("haetae-3", marks=pytest.mark.full), pytest.param("haetae-5", marks=pytest.mark.full))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_bad_signature_is_seen(scheme: str) -> None:
    """Whatever is wrong with one polynomial of it, while all others are as they should be."""
    made = Crafted(scheme)
    for what, (seen, bad) in {**BAD, **(EXACT if made.family == "ml-dsa" else {})}.items():
        told = made.judge.told(bad(made), [made.right])
        if scheme.startswith("haetae"):  # whose sign the judge does not know
            seen = seen.replace(", other sign", "")
            told = tuple(one.replace(", other sign", "") for one in told)
        assert seen in told, what


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_good_signature_tells_nothing(scheme: str) -> None:
    """Of another message; of the same; one whose end is missing, or whose c was changed behind its back."""
    made = Crafted(scheme)
    for good in (made.other, made.right, made.other[:1000], made.right[:700],
                 bytes([made.right[0] ^ 1]) + made.right[1:]):
        assert made.judge.told(good, [made.right]) == ()


def test_a_scaled_y_is_seen() -> None:
    """HAETAE's y is a Gaussian vector times a scale: one that is a little off is nearly the same y."""
    made = Crafted("haetae-2")
    assert any(told.startswith("y_1 is y_1") for told in made.judge.told(
        made.of([value + (value > 0) for value in made.y(made.right, 1)], 1), [made.right]))


@pytest.mark.parametrize("name", ["sha2_128f", "sha2_192f", pytest.param("shake_128f", marks=pytest.mark.full)])
def test_a_secret_of_slh_dsa_is_seen(name: str) -> None:
    """A FORS secret, a value of a chain or the key in the place of a node of a path, after which signing ends; the
    genuine bytes, and another node, tell nothing."""
    pair = slh_dsa_sign.generate(load(), f"slh-dsa-{name.replace('_', '-')}", bytes(32))
    campaign = SigningCampaign(SlhSigner(images.signing(), name, pair.secret, b"", 1))
    p, genuine = campaign.signer.set, campaign.genuine
    at = 2 * p.n  # the first path
    assert campaign._judge(0, genuine, verdicts.FAULT, p) == "refused, what left is genuine"
    assert campaign._judge(0, genuine[:at] + bytes(p.n), verdicts.FAULT, p) == "refused behind a wrong path"
    assert len(campaign.secrets) > 2 + p.k * ((1 << p.a) - 1) + 3 * p.chains
    assert not any(secret in genuine for secret in campaign.secrets)
    for secret in sorted(campaign.secrets)[::67]:
        for place in (0, 5):
            taken = genuine[:at] + bytes(place) + secret
            assert campaign._judge(0, taken, verdicts.FAULT, p) == "BAD: a secret"
