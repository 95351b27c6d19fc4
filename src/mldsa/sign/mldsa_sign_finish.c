/* Signing: the hint, and the check before the first byte leaves.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * With r = w - c s2, the hint tells where r + c t0 and r differ in their high parts. A verifier
 * computes r + c t0 as A z - c t1 2^13; so that is computed here, from z as it will be output, and
 * r is that minus c t0. Then the hint is applied and c~ made again, as a verifier does. t1 is from
 * the given public key, or made from the secret key.
 *
 * Two signatures with one y but two challenges reveal s1: z - z' = (c - c') s1. rho'', and so y, is
 * a hash of K, rnd and mu. A copy of the state, resumed before the challenge, has the same y but
 * also the same mu, and ends with the same signature: a different message gives a different y. Only
 * a fault could make a second challenge for the same y, and such a signature does not verify.
 *
 * Without the check, r is made from y and c s2, and t1 is not needed.
 *
 * By now z and r0 have passed their rejection tests (z at the latest in the first row), so c and z
 * carry no information about the key. Everything here follows from them and from t; t0 is not
 * secret either: the security proof gives it to the forger. But a row's hint becomes public only
 * after all its r0 have passed. */
#include "guard/guard.h"
#include "mldsa/alg/mldsa_decompose.h"
#include "mldsa/alg/mldsa_hint.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/sign/mldsa_sign.h"
#include "ring/short23.h"
#include "util/bytes.h"

enum { N = KSIG_MLDSA_N, VALUES = KSIG_MLDSA_T0_VALUES };

ksig_mldsa_progress ksig_mldsa_begin_finish(ksig_mldsa_sign_state *s) {
    const uint8_t *const rho = ksig_mldsa_sign_rho(&s->head, &s->seed);
    uint32_t other = 0;
    s->head.hints = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_HINT_BYTES; n++)
        s->late.signature.hint[n] = 0;
    if (!ksig_mldsa_sign_checks(s))
        return KSIG_MLDSA_NEXT;
    if (ksig_mldsa_sign_seeded(&s->head))
        s->seed.t_again = 0;
    ksig_shake256_init(&s->transcript);
    ksig_mldsa_absorb(&s->transcript, s->head.mu, sizeof s->head.mu);
    for (unsigned n = 0; s->head.public_key != NULL && n < KSIG_MLDSA_RHO_BYTES; n++)
        other |= (uint32_t)s->head.public_key[n] ^ rho[n];
    return other != 0 ? KSIG_MLDSA_FAULT : KSIG_MLDSA_NEXT;
}

#if KSIG_ENABLE_SIGN_CHECK

/* SimpleBitUnpack (FIPS 204 Algorithm 18). Loads t1 2^13 into the operand, from the row of t or the
 * public key. Not 0 if t was not rounded: the hint would absorb so small an error, but no verifier
 * would accept it. */
static uint32_t load_t1(ksig_mldsa_sign_state *s) {
    int32_t *const t = s->work.row.sum.operand;
    uint32_t bad = 0;
    if (s->head.public_key == NULL) {
        for (unsigned n = 0; n < N; n++) {
            const int32_t *const here = s->work.row.end.row,
                                 *again = here; /* read before it is overwritten */
            KSIG_RELOAD(again);
            const uint32_t t1 = ksig_mldsa_t1(here[n]);
            bad |= t1 ^ ksig_mldsa_t1(again[n]);
            t[n] = (int32_t)(t1 << KSIG_MLDSA_D);
        }
        for (unsigned n = 0; n < N; n++)
            bad |= (uint32_t)t[n] << (32 - KSIG_MLDSA_D);
        return bad;
    }
    ksig_mldsa_unpack_t1(t, s->head.public_key + KSIG_MLDSA_RHO_BYTES +
                                KSIG_MLDSA_T1_BYTES * (uint32_t)s->head.row_index);
    return bad;
}

/* ScalarVectorNTT (FIPS 204 Algorithm 47): the row begins as -c t1 2^13. */
static KSIG_NOINLINE void begin_row(ksig_mldsa_sign_state *s) {
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(load_t1(s) != 0))
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
    ksig_short_ntt_pack(s->work.row.sum.words, s->work.row.sum.operand);
    ksig_mldsa_times_c_secret(s->work.row.sum.words, s->work.row.sum.operand, &s->late.signature.c,
                              ksig_mldsa_sign_params(&s->head)->tau);
}

/* Checks that c~ is the hash of the rows' high parts and c that of c~: z with two values of c
 * reveals s1. Also that the hint ends in zeros, not in old memory. */
static KSIG_NOINLINE ksig_mldsa_progress compare(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    const ksig_mldsa_challenge *const c = &s->late.signature.c, *const again =
                                                                    &s->work.row.sample.sampling.c;
    const uint8_t *const hint = s->late.signature.hint;
    const unsigned bytes = p->challenge_bytes;
    uint32_t other = 0;
    ksig_mldsa_sample(p, &s->work.row.sample.sponge, s->late.signature.challenge,
                      &s->work.row.sample.sampling);
    for (unsigned m = 0; m < p->tau; m++)
        other |= (uint32_t)c->position[m] ^ again->position[m];
    for (unsigned n = 0; n < sizeof c->signs; n++)
        other |= (uint32_t)c->signs[n] ^ again->signs[n];
    for (unsigned h = hint[(unsigned)p->omega + p->k - 1u]; h < p->omega; h++)
        other |= hint[h];
    ksig_keccak_finish(&s->transcript);
    const ksig_tally tally =
        ksig_keccak_squeeze_compare(&s->transcript, s->late.signature.challenge, bytes);
    return (other | tally.bad | (tally.good ^ bytes)) != 0 ? KSIG_MLDSA_FAULT : KSIG_MLDSA_COMPLETE;
}

#endif

/* Packed t0 of the row. */
static const uint8_t *t0_of_row(const ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    if (ksig_mldsa_sign_seeded(&s->head))
        return s->seed.late.t0;
    return s->head.stream.work.secret_key + ksig_mldsa_expanded_bytes(p) -
           KSIG_MLDSA_T0_BYTES * ((unsigned)p->k - s->head.row_index);
}

/* w becomes r = w - c s2. */
static KSIG_NOINLINE void subtract_s2(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    int32_t *const row = s->work.row.end.row;
    ksig_mldsa_factor *const s2 = &s->work.row.with.s2;
    ksig_mldsa_load_s2(s, s->head.row_index, &s->work.row.with.sponge, s2);
    for (unsigned first = 0; first < N; first += KSIG_MLDSA_PRODUCTS) {
        ksig_mldsa_multiply_c(p, &s->late.signature.c, s2, first);
        for (unsigned n = 0; n < KSIG_MLDSA_PRODUCTS; n++)
            row[first + n] = ksig_short_positive(row[first + n] - s2->product[n]);
    }
}

typedef struct findings {
    uint32_t low;  /* not 0: an r0 is too large */
    uint32_t high; /* not 0: c t0 is */
} findings;

/* MakeHint (FIPS 204 Algorithm 39): one bit per coefficient, set where the high parts of r + c t0
 * and r differ. The row holds r + c t0 if the signature is checked, else r. The high part stays if
 * r0 + c t0 is still within gamma2, or is -gamma2 where the high part is 0: that of q - gamma2 is 0
 * too. */
static KSIG_NOINLINE void compare_high(ksig_mldsa_sign_state *s, unsigned first, findings *found) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    const uint32_t sum = ksig_mask((uint32_t)ksig_mldsa_sign_checks(s));
    const int32_t *row = s->work.row.end.row + first, *product = s->work.row.low.product;
    uint32_t bits = 0, low = 0, high = 0;
    for (const int32_t *const end = row + VALUES; row < end; row++, product++) {
        const uint32_t r =
            (uint32_t)ksig_short_positive(*row - (int32_t)((uint32_t)*product & sum));
        const uint32_t r1 = ksig_mldsa_raw_high(p, r), wraps = ((r1 ^ p->high_parts) - 1) >> 31;
        const int32_t r0 = (int32_t)(r - r1 * 2 * p->gamma2 - wraps), moved = r0 + *product;
        const uint32_t is_0 = wraps | (r1 - 1) >> 31;
        low |= ksig_mldsa_exceeds(r0, p->gamma2 - p->beta);
        high |= ksig_mldsa_exceeds(*product, p->gamma2);
        bits =
            bits >> 1 |
            ((p->gamma2 - (uint32_t)moved) | ((uint32_t)moved + p->gamma2 - 1 + is_0)) >> 31 << 15;
    }
    found->low |= low;
    found->high |= high;
    s->work.row.low.bits[first / 8] = (uint8_t)bits;
    s->work.row.low.bits[first / 8 + 1] = (uint8_t)(bits >> 8);
}

static findings make_hint(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    findings found = {0, 0};
    ksig_mldsa_unpack_t0(s->work.row.low.t0, t0_of_row(s));
    for (unsigned first = 0; first < N; first += VALUES) {
        ksig_mldsa_multiply_t0(p, &s->late.signature.c, &s->work.row.low, first);
        compare_high(s, first, &found);
    }
    return found;
}

static uint32_t append_hint(ksig_mldsa_sign_state *s) {
    return ksig_mldsa_append_hint(ksig_mldsa_sign_params(&s->head), s->late.signature.hint,
                                  &s->head.hints, s->head.row_index, s->work.row.low.bits);
}

/* Accepts or rejects the row. LOW has checked r0: one that is too large now did not fit its slots,
 * or is a fault. */
static KSIG_NOINLINE ksig_mldsa_progress end_row(ksig_mldsa_sign_state *s) {
    ksig_mldsa_end_row(s->work.row.end.row);
    if (!ksig_mldsa_sign_checks(s))
        subtract_s2(s);
    findings found = make_hint(s);
    KSIG_BARRIER(found.low);
    KSIG_BARRIER(found.high);
    /* Public: which row rejects the attempt. */
    if (KSIG_DECLASSIFY(found.low != 0))
        return s->head.overflows ? KSIG_MLDSA_REJECTED : KSIG_MLDSA_FAULT;
    /* Public: which row rejects the attempt. */
    if (KSIG_DECLASSIFY(found.high != 0))
        return KSIG_MLDSA_REJECTED;
    /* Public: z and r0 of the row have passed. The rest follows from c, z and t. */
    KSIG_DECLASSIFY_BYTES(s->work.row.low.bits, sizeof s->work.row.low.bits);
    if (append_hint(s) != 0)
        return KSIG_MLDSA_REJECTED;
#if KSIG_ENABLE_SIGN_CHECK
    if (s->head.checks) {
        /* Public: z and r0 of the row have passed. The rest follows from c, z and t. */
        KSIG_DECLASSIFY_BYTES(s->work.row.end.row, sizeof s->work.row.end.row);
        ksig_mldsa_apply_hint(ksig_mldsa_sign_params(&s->head), s->late.signature.hint,
                              s->head.row_index, s->work.row.end.row, 1);
        ksig_mldsa_absorb_high(s);
    }
#endif
    if (++s->head.row_index < ksig_mldsa_sign_params(&s->head)->k)
        return KSIG_MLDSA_NEXT;
#if KSIG_ENABLE_SIGN_CHECK
    if (s->head.checks)
        return compare(s);
#endif
    return KSIG_MLDSA_COMPLETE;
}

/* Makes the row of t where t1 or a seed's t0 is needed. 1 when done. */
static KSIG_NOINLINE int step_t(ksig_mldsa_sign_state *s) {
    const int seeded = ksig_mldsa_sign_seeded(&s->head);
    if ((seeded || (ksig_mldsa_sign_checks(s) && s->head.public_key == NULL)) &&
        !ksig_mldsa_step_t(s))
        return 0;
    if (seeded && ksig_mldsa_sign_checks(s) && s->head.public_key == NULL &&
        s->head.stream.work.mode != KSIG_MODE_EXTERNAL_MU) {
        ksig_mldsa_pack_t1(s->work.row.end.row, s->work.row.bytes);
        ksig_mldsa_tag_t1(&s->seed.t_again, s->work.row.bytes);
    }
    if (seeded)
        ksig_mldsa_pack_t0(s->work.row.end.row, s->seed.late.t0);
    return 1;
}

static void begin_columns(ksig_mldsa_sign_state *s) {
    s->head.part = KSIG_MLDSA_PART_W;
#if KSIG_ENABLE_SIGN_CHECK
    if (s->head.checks) {
        begin_row(s);
        return;
    }
#endif
    ksig_wipe(s->work.row.sum.words, sizeof s->work.row.sum.words);
}

/* Adds one column. Not 0 if z_j is too large. */
static KSIG_NOINLINE uint32_t add_column(ksig_mldsa_sign_state *s) {
    ksig_mldsa_secret_row *const row = &s->work.row;
    const uint32_t *factors = row->multiply.factors;
    uint32_t bad = 0;
    if (ksig_mldsa_sign_checks(s)) {
        bad = ksig_mldsa_load_z(s, s->head.column_index);
        ksig_mldsa_transform_operand(row->sum.operand, row->multiply.factors);
    } else {
        factors = ksig_mldsa_y_factors(s, s->head.column_index);
    }
    ksig_mldsa_add_column(s, factors, s->head.column_index);
    s->head.column_index++;
    return bad;
}

ksig_mldsa_progress ksig_mldsa_step_finish(ksig_mldsa_sign_state *s) {
    if (s->head.part == KSIG_MLDSA_PART_T) {
        if (step_t(s))
            begin_columns(s);
        return KSIG_MLDSA_NEXT;
    }
    uint32_t bad = add_column(s);
    KSIG_BARRIER(bad);
    /* Public: which polynomial rejects the attempt. */
    if (KSIG_DECLASSIFY(bad != 0))
        return s->head.row_index == 0 && ksig_mldsa_ranges_in_finish(s) ? KSIG_MLDSA_REJECTED
                                                                        : KSIG_MLDSA_FAULT;
    if (s->head.column_index < ksig_mldsa_sign_params(&s->head)->l)
        return KSIG_MLDSA_NEXT;
    s->head.column_index = 0;
    s->head.part = KSIG_MLDSA_PART_T;
    return end_row(s);
}
