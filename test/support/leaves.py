# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Functions that key generation and signing are made of, and random arguments for them."""
from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import NamedTuple

from traces import Core

Q = 64513
Arguments = tuple[int, ...]


class Leaf(NamedTuple):
    """A function that must take the same way whatever its secret arguments are. `counts`: of which results."""

    function: str
    arguments: Callable[[Core, random.Random], Arguments]
    times: int = 12
    counts: Callable[[int], bool] | None = None


def words(core: Core, rng: random.Random, count: int, low: int = 0, high: int = 1 << 32) -> int:
    """The address of random words within low .. high - 1."""
    return core.allocate(struct.pack(f"<{count}I", *(rng.randrange(low, high) & 0xFFFFFFFF for _ in range(count))))


def polynomial(core: Core, rng: random.Random, bound: int = Q) -> int:
    """The address of 256 values below the bound."""
    return core.allocate(struct.pack("<256H", *(rng.randrange(bound) for _ in range(256))))


def packed_fields(rng: random.Random, bits: int) -> bytes:
    """A packed secret polynomial."""
    fields = sum(rng.randrange(3 if bits == 2 else 5) << bits * n for n in range(256))
    return fields.to_bytes(32 * bits, "little")


def packed(core: Core, rng: random.Random, bits: int) -> int:
    """The address of a packed secret polynomial."""
    return core.allocate(packed_fields(rng, bits))


def secret(core: Core, rng: random.Random, bits: int) -> int:
    """The address of a ksig_haetae_secret."""
    return core.allocate(struct.pack("<3I", packed(core, rng, bits), bits, bits - 1))


def sponge(core: Core, rng: random.Random, position: int = 17) -> int:
    """The address of a ksig_keccak of random lanes, as SHAKE256 squeezes."""
    return core.allocate(rng.randbytes(200) + bytes((position, 136, 0x1F, 0)))


def scale(core: Core, rng: random.Random) -> int:
    """The address of a factor F."""
    return core.allocate(struct.pack("<3I", rng.getrandbits(32), rng.getrandbits(32), 0xFB101 + rng.getrandbits(16)))


def challenge(core: Core) -> int:
    """The address of c, which is public: always the same."""
    bits = sum(1 << place for place in random.Random(3).sample(range(256), 58))
    return core.allocate(bits.to_bytes(32, "little"))


def rotations(core: Core) -> int:
    """The address of a ksig_haetae_rotations of c."""
    address, c = core.allocate(bytes(644)), challenge(core)
    core.go("ksig_haetae_set_rotations", address, c)
    return address


def of_scale(core: Core, rng: random.Random) -> Arguments:
    """A sum of squares with 76 fractional bits, near its mean; the result's address comes first."""
    norm = int(1538 * 2**76 * (1 + rng.uniform(-0.1, 0.1)))
    return (core.allocate(bytes(12)), core.symbols["ksig_haetae_level_2"], norm & 0xFFFFFFFF, norm >> 32 & 0xFFFFFFFF,
            norm >> 64)


def adjoint(bits: int, place: int) -> Leaf:
    """At a place of T."""
    return Leaf("ksig_haetae_add_adjoint", lambda core, rng: (
        words(core, rng, 256), packed(core, rng, bits), words(core, rng, 16, -2**22, 2**22), place + bits))


Q23 = 8380417


def mldsa_row(core: Core, rng: random.Random) -> int:
    """The address of a ksig_mldsa_secret_row: a polynomial below q, and a sum on 24 bits."""
    return core.allocate(struct.pack("<256I", *(rng.randrange(Q23) for _ in range(256))) + rng.randbytes(768))


def mldsa_c() -> bytes:
    """A ksig_mldsa_challenge; it is public, so always the same."""
    rng = random.Random(4)
    return bytes(rng.sample(range(256), 60)) + rng.randbytes(8)


def mldsa_fields(rng: random.Random, count: int) -> bytes:
    """Fields of secret coefficients, eta = 2."""
    return bytes(rng.randrange(5) for _ in range(count))


def mldsa_factor(core: Core, rng: random.Random) -> int:
    """The address of a ksig_mldsa_factor."""
    return core.allocate(mldsa_fields(rng, 288) + bytes(96))


def mldsa_t0_factor(core: Core, rng: random.Random) -> int:
    """The address of a ksig_mldsa_t0_factor."""
    return core.allocate(struct.pack("<272H", *(rng.randrange(8192) for _ in range(272))) + bytes(128))


def mldsa_state(core: Core, rng: random.Random) -> int:
    """The address of a ksig_mldsa_sign_state with a random expanded key and row; a signature of ml-dsa-44 without a
    buffer, which is checked."""
    state = core.allocate(rng.randbytes(4096))
    key = core.allocate(rng.randbytes(128) + b"".join(packed_fields(rng, 3) for _ in range(8)) + rng.randbytes(1664))
    core.write(state, struct.pack("<3I", core.symbols["ksig_ml_dsa_44_expanded_sign"], key, 0))
    core.write(state + 16, bytes((MLDSA_FINISH,)))
    core.write(state + core.offset("mldsa_c"), mldsa_c())
    row = state + core.offset("mldsa_row")
    core.write(row, mldsa_fields(rng, 512))
    core.write(row + 768, struct.pack("<256I", *(rng.randrange(Q23) for _ in range(256))))
    core.write(state + core.offset("mldsa_transcript"), bytes(200) + bytes((0, 136, 31, 0)))  # how far is public
    core.write(state + 36, bytes(5) + b"\1" + bytes(2))  # attempt 0; row 0, column 0, part; checked
    return state


def mldsa_buffered(core: Core, rng: random.Random, stage: int) -> int:
    """The same with a buffer, in a stage."""
    state = mldsa_state(core, rng)
    core.write(state + 8, struct.pack("<I", core.allocate(rng.randbytes(2420))))
    core.write(state + 16, bytes((stage,)))
    return state


def mldsa_parts(core: Core, state: int, *parts: str) -> tuple[int, ...]:
    """The addresses of a state's head and of others of its parts."""
    return (state, *(state + core.offset(f"mldsa_{part}") for part in parts))


def mldsa_slots(core: Core, rng: random.Random) -> int:
    """The same with slots, of which some are empty."""
    state = mldsa_state(core, rng)
    slots = (rng.choice((0, 1 << 31 | rng.randrange(256) << 23 | rng.randrange(Q23))) for _ in range(48))
    core.write(state + core.offset("mldsa_low_slots"), struct.pack("<48I", *slots))
    return state


MLDSA_COMMIT, MLDSA_RANGE, MLDSA_FINISH = 2, 4, 6  # stages of mldsa/sign/mldsa_sign.h
ML_DSA_44 = "ksig_mldsa_params_ml_dsa_44"
LEAVES = (
    # Of a verification, but the point is secret: a sender who knows it can stream passes that differ.
    Leaf("ksig_polyhash_update", lambda core, rng: (words(core, rng, 15, 1 << 27, 3 << 26),
                                                    core.allocate(rng.randbytes(48)), 48)),
    Leaf("ksig_short_ntt", lambda core, rng: (words(core, rng, 256, -2**24, 2**24),)),
    Leaf("ksig_short_inverse_ntt", lambda core, rng: (words(core, rng, 256, -2**22, 2**22),)),
    Leaf("ksig_short_inverse_ntt_times", lambda core, rng: (words(core, rng, 256, -2**22, 2**22),
                                                            core.symbols["ksig_inverse_last23"])),
    Leaf("ksig_short_negative_products", lambda core, rng: (mldsa_row(core, rng),
                                                            words(core, rng, 256, -2**22, 2**22))),
    *(Leaf("ksig_compact_transform", lambda core, rng, node=node: (  # type: ignore[misc]
        words(core, rng, 256, -2**24, 2**24), 256 if node == 1 else 128, node)) for node in (1, 2, 3)),
    Leaf("ksig_compact_negative_products", lambda core, rng: (mldsa_row(core, rng),
                                                              words(core, rng, 256, -2**22, 2**22), 256)),
    Leaf("ksig_mldsa_pack_high", lambda core, rng: (core.symbols[ML_DSA_44],
                                                    words(core, rng, 256, 0, Q23))),
    Leaf("ksig_mldsa_transform_operand", lambda core, rng: (mldsa_row(core, rng), core.allocate(bytes(768)))),
    Leaf("ksig_mldsa_add_transformed", lambda core, rng: (mldsa_row(core, rng), core.allocate(rng.randbytes(768)),
                                                          core.allocate(bytes(32)), 258)),
    Leaf("ksig_mldsa_undo_transform", lambda core, rng: (core.allocate(bytes(1024)),
                                                         core.allocate(rng.randbytes(768)))),
    Leaf("transform_s2", lambda core, rng: (mldsa_row(core, rng),)),
    Leaf("unpack_fields", lambda core, rng: (2, core.allocate(rng.randbytes(96)), core.allocate(bytes(256)))),
    Leaf("unpack_fields", lambda core, rng: (4, core.allocate(rng.randbytes(128)), core.allocate(bytes(256)))),
    Leaf("ksig_mldsa_end_row", lambda core, rng: (core.allocate(rng.randbytes(1024)),)),
    Leaf("ksig_mldsa_pack_t1", lambda core, rng: (words(core, rng, 256, 0, Q23), core.allocate(bytes(320)))),
    Leaf("ksig_mldsa_pack_t0", lambda core, rng: (words(core, rng, 256, 0, Q23), core.allocate(bytes(416)))),
    Leaf("ksig_mldsa_pack_y", lambda core, rng: (words(core, rng, 256, -2**17, 2**17), 18)),
    Leaf("ksig_mldsa_unpack_z", lambda core, rng: (core.allocate(rng.randbytes(1024)), 18)),
    Leaf("ksig_mldsa_multiply_c", lambda core, rng: (
        core.symbols[ML_DSA_44], core.allocate(mldsa_c()), mldsa_factor(core, rng), 32)),
    Leaf("ksig_mldsa_absorb_high", lambda core, rng: (
        core.symbols[ML_DSA_44], *mldsa_parts(core, mldsa_state(core, rng), "end_row", "transcript")[1:])),
    Leaf("ksig_mldsa_y_factors", lambda core, rng: (*mldsa_parts(core, mldsa_state(core, rng), "row"), 1)),
    Leaf("ksig_mldsa_y_factors", lambda core, rng: (
        *mldsa_parts(core, mldsa_buffered(core, rng, MLDSA_COMMIT), "row"), 1)),
    Leaf("ksig_mldsa_form_z", lambda core, rng: (mldsa_state(core, rng), 1)),
    Leaf("ksig_mldsa_form_z", lambda core, rng: (mldsa_buffered(core, rng, MLDSA_RANGE), 1)),
    Leaf("ksig_mldsa_form_z", lambda core, rng: (mldsa_buffered(core, rng, MLDSA_RANGE), 3)),
    Leaf("ksig_mldsa_load_z", lambda core, rng: (mldsa_state(core, rng), 1)),
    Leaf("ksig_mldsa_note_critical", lambda core, rng: mldsa_parts(core, mldsa_state(core, rng), "end_row", "slots")),
    Leaf("ksig_mldsa_low_too_large", lambda core, rng: mldsa_parts(core, mldsa_slots(core, rng), "seed", "c", "row")),
    Leaf("subtract_s2", lambda core, rng: mldsa_parts(core, mldsa_state(core, rng), "seed", "c", "row")),
    Leaf("ksig_mldsa_unpack_t0", lambda core, rng: (core.allocate(bytes(544)), core.allocate(rng.randbytes(416)))),
    Leaf("ksig_mldsa_multiply_t0", lambda core, rng: (
        core.symbols[ML_DSA_44], core.allocate(mldsa_c()), mldsa_t0_factor(core, rng), 16)),
    Leaf("compare_high", lambda core, rng: (*mldsa_parts(core, mldsa_state(core, rng), "row"), 16)),
    Leaf("ksig_multiply", lambda _core, rng: (rng.getrandbits(32), rng.getrandbits(32)), 100),
    Leaf("ksig_multiply_signed", lambda _core, rng: (rng.getrandbits(32), rng.getrandbits(32)), 100),
    Leaf("ksig_haetae_count_below", lambda _core, rng: (rng.getrandbits(16),), 100),
    Leaf("ksig_haetae_exp", lambda _core, rng: (rng.getrandbits(32), rng.getrandbits(14)), 100),
    Leaf("ksig_haetae_next_value", lambda core, rng: (sponge(core, rng),), 40),
    Leaf("ksig_haetae_next_value", lambda core, rng: (sponge(core, rng, 125),), 40),
    Leaf("ksig_haetae_next_sample", lambda core, rng: (sponge(core, rng), core.allocate(bytes(24))), 100,
         lambda rejected: rejected == 0),
    Leaf("ksig_haetae_scale_of", of_scale),
    Leaf("ksig_haetae_scale_whole", lambda core, rng: (core.allocate(rng.randbytes(8)), scale(core, rng)), 60),
    Leaf("ksig_haetae_scale_kept", lambda core, rng: (words(core, rng, 256), scale(core, rng), words(core, rng, 1))),
    Leaf("ksig_ntt16", lambda core, rng: (polynomial(core, rng),)),
    Leaf("ksig_inverse_ntt16", lambda core, rng: (polynomial(core, rng),)),
    *(adjoint(bits, place) for bits in (2, 3) for place in (0, 128)),
    *(Leaf("ksig_haetae_rotate", lambda core, rng, bits=bits: (  # type: ignore[misc]
        core.allocate(bytes(512)), rotations(core), secret(core, rng, bits))) for bits in (2, 3)),
    *(Leaf("ksig_haetae_product", lambda core, rng, bits=bits: (  # type: ignore[misc]
        core.allocate(bytes(32)), secret(core, rng, bits), challenge(core), 64)) for bits in (2, 3)),
    *(Leaf("ksig_haetae_transform", lambda core, rng, bits=bits: (  # type: ignore[misc]
        core.allocate(bytes(512)), packed(core, rng, bits), bits, 1)) for bits in (2, 3)),
    Leaf("ksig_haetae_add_squares", lambda core, rng: (words(core, rng, 64, 0, 1 << 20),
                                                       words(core, rng, 128, -2**26, 2**26))),
    Leaf("ksig_haetae_keep_largest", lambda core, rng: (words(core, rng, 5, 0, 1 << 30), 5,
                                                        words(core, rng, 64, 0, 1 << 30))),
    Leaf("ksig_haetae_singular_value", lambda core, rng: (core.symbols["ksig_haetae_level_2"],
                                                          words(core, rng, 5, 0, 1 << 28))),
    Leaf("ksig_haetae_unpack_secret", lambda core, rng: (core.allocate(bytes(512)), packed(core, rng, 2))),
    Leaf("ksig_haetae_split_b", lambda core, rng: (core.allocate(bytes(512)), packed(core, rng, 3),
                                                   polynomial(core, rng))),
    Leaf("ksig_haetae_absorb_row", lambda core, rng: (sponge(core, rng), core.symbols["ksig_haetae_schemes"],
                                                      polynomial(core, rng, 252))),
    Leaf("ksig_keccak_f1600", lambda core, rng: (words(core, rng, 50), 136)),
    Leaf("ksig_sha256_compress_from", lambda core, rng: (
        words(core, rng, 8), words(core, rng, 16), core.allocate(rng.randbytes(64)))),
    Leaf("ksig_sha512_compress", lambda core, rng: (words(core, rng, 16), words(core, rng, 32))),
    Leaf("ksig_sha256_chain_steps", lambda core, rng: (words(core, rng, 38), core.allocate(rng.randbytes(16)), 16, 3)),
)
