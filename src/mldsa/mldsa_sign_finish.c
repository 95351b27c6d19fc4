/* Signing: the hint, and the check before the first byte leaves.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * With r = w - c s2 a hint says where r + c t0 has another high part than r. r + c t0 is what a
 * verification computes, A z - c t1 2^13: so that is computed, from z as it will be given away. r
 * is the same less c t0; the hint is applied, and c~ made again, as whoever verifies does. t1 is
 * the given public key's, or made from the secret key.
 *
 * A forger who gets two signatures with one y and two challenges knows s1: z - z' = (c - c') s1.
 * rho'', hence y, is a hash of K, rnd and mu; so a copy of the state, resumed before the challenge,
 * has the same y but the same mu too, and ends with the same signature: another message gives
 * another y. Only a fault could make another challenge of the same y, and such a signature does not
 * verify.
 *
 * Unchecked, r comes from y, c s2 and c t0, and t1 is not needed.
 *
 * By now z and r0 have passed their rejection tests (z at the latest in the first row), so c and z
 * carry no information about the key. Everything here follows from them and from t; t0 is no secret
 * either, FIPS 204's proof gives it to the forger. But a row's hint is only looked at when all its
 * r0 have passed. */
#include "guard/guard.h"
#include "mldsa/mldsa_high_part.h"
#include "mldsa/mldsa_sign.h"
#include "ring/short23.h"
#include "util/bytes.h"

enum { N = KSIG_MLDSA_N, VALUES = KSIG_MLDSA_T0_VALUES };

ksig_mldsa_progress ksig_mldsa_begin_finish(ksig_mldsa_sign_state *s) {
    const uint8_t *const rho = ksig_mldsa_sign_rho(s);
    uint32_t other = 0;
    s->hints = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_HINT_BYTES; n++)
        s->late.signature.hint[n] = 0;
    if (!ksig_mldsa_sign_checks(s))
        return KSIG_MLDSA_NEXT;
    if (ksig_mldsa_sign_seeded(s))
        s->seed.t_again = 0;
    ksig_shake256_init(&s->transcript);
    ksig_mldsa_absorb(&s->transcript, s->mu, sizeof s->mu);
    for (unsigned n = 0; s->public_key != NULL && n < KSIG_MLDSA_RHO_BYTES; n++)
        other |= (uint32_t)s->public_key[n] ^ rho[n];
    return other != 0 ? KSIG_MLDSA_FAULT : KSIG_MLDSA_NEXT;
}

#if KSIG_ENABLE_SIGN_CHECK

/* SimpleBitUnpack (FIPS 204 Algorithm 18). t1 2^13 in the operand: of t that is there, or of the
 * public key. Not 0 if t was not rounded: the hint would make up for so little, and would be one
 * that nobody accepts. */
static uint32_t load_t1(ksig_mldsa_sign_state *s) {
    int32_t *const t = s->work.row.sum.operand;
    uint32_t bad = 0;
    if (s->public_key == NULL) {
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
    const uint8_t *packed =
        s->public_key + KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_T1_BYTES * (uint32_t)s->row_index;
    for (unsigned n = 0; n < N; n += 4, packed += 5) {
        const uint32_t low = ksig_load32(packed), high = packed[4];
        t[n] = (int32_t)((low & 0x3ff) << KSIG_MLDSA_D);
        t[n + 1] = (int32_t)((low >> 10 & 0x3ff) << KSIG_MLDSA_D);
        t[n + 2] = (int32_t)((low >> 20 & 0x3ff) << KSIG_MLDSA_D);
        t[n + 3] = (int32_t)((low >> 30 | high << 2) << KSIG_MLDSA_D);
    }
    return bad;
}

/* ScalarVectorNTT (FIPS 204 Algorithm 47): the row begins as -c t1 2^13. */
static KSIG_NOINLINE void begin_row(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_challenge *const c = &s->late.signature.c;
    int32_t *const operand = s->work.row.sum.operand;
    if (load_t1(s) != 0)
        s->head.work.reason = KSIG_REJECT_FAULT;
    ksig_short_ntt_pack(s->work.row.sum.words, operand);
    for (unsigned n = 0; n < N; n++)
        operand[n] = 0;
    for (unsigned m = 0; m < ksig_mldsa_sign_params(s)->tau; m++)
        operand[c->position[m]] = c->signs[m / 8] >> m % 8 & 1 ? -1 : 1;
    ksig_short_ntt(operand);
    ksig_short_negative_products(s->work.row.sum.words, operand);
}

/* UseHint (FIPS 204 Algorithm 40): coefficients with a hint become multiples of 2 gamma2 whose high
 * part is the corrected one. */
static void use_hint(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const uint8_t *const hint = s->late.signature.hint, *const counts = hint + p->omega;
    const uint32_t most = p->high_parts;
    for (unsigned h = s->row_index == 0 ? 0 : counts[s->row_index - 1]; h < counts[s->row_index];
         h++) {
        int32_t *const w = &s->work.row.end.row[hint[h]];
        const uint32_t r1 = ksig_mldsa_high(p, (uint32_t)*w);
        const uint32_t up = r1 + 1 == most ? 0 : r1 + 1, down = r1 == 0 ? most - 1 : r1 - 1;
        *w = (int32_t)((ksig_mldsa_low(p, (uint32_t)*w) > 0 ? up : down) * 2 * p->gamma2);
    }
}

/* c~ is that of the rows' high parts, and c that of c~: a forger who had z with two c knows s1.
 * Behind the hint are zeros, not what was there before. */
static KSIG_NOINLINE ksig_mldsa_progress compare(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
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

/* BitUnpack (FIPS 204 Algorithm 19). t0 of the row, in fields of 16 bits, 2^12 - t0; after them the
 * first ones' negatives, as ksig_mldsa_turn has them. 8 fields of 13 bits at a time would take
 * 64-bit words; one is within three bytes. */
static KSIG_NOINLINE void unpack_t0(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    uint16_t *const fields = s->work.row.low.t0;
    const uint8_t *packed = s->seed.late.t0;
    if (!ksig_mldsa_sign_seeded(s))
        packed = s->head.work.secret_key + ksig_mldsa_expanded_bytes(p) -
                 KSIG_MLDSA_T0_BYTES * ((unsigned)p->k - s->row_index);
    uint32_t held = 0;
    unsigned count = 0;
    for (unsigned n = 0; n < N; n++) {
        for (; count < 13; count += 8)
            held |= (uint32_t)*packed++ << count;
        fields[n] = (uint16_t)(held & 0x1fff);
        held >>= 13;
        count -= 13;
    }
    for (unsigned n = 0; n < VALUES; n++)
        fields[N + n] = (uint16_t)(8192 - fields[n]);
}

/* Coefficients first .. first + 15 of c t0 to work.row.low.product, as ksig_mldsa_multiply_c has
 * those of c s: two fields in a word, sums of 7 are below 2^16. `first` is a multiple of 16. */
static KSIG_NOINLINE void multiply_t0(ksig_mldsa_sign_state *s, unsigned first) {
    const ksig_mldsa_challenge *const c = &s->late.signature.c;
    uint32_t *const sums = s->work.row.low.sums;
    const unsigned tau = ksig_mldsa_sign_params(s)->tau;
    int32_t *const products = s->work.row.low.product;
    for (unsigned n = 0; n < VALUES; n++)
        products[n] = (int32_t)tau * 4096;
    for (unsigned m = 0; m < tau; m += 7) {
        const unsigned count = tau - m < 7 ? tau - m : 7, byte = m / 8 < 7 ? m / 8 : 6;
        const uint32_t signs =
            (c->signs[byte] | (uint32_t)c->signs[byte + 1] << 8) >> (m - 8 * byte);
        const uint32_t end = UINT32_C(1) << count;
        for (unsigned n = 0; n < VALUES / 2; n++)
            sums[n] = 0;
        const uint32_t negative =
            UINT32_C(0x20002000) *
            ksig_mldsa_rotate_wide(sums, s->work.row.low.t0, c->position + m,
                                   (signs & (end - 1)) | end | (uint32_t)(first / 16) << 28);
        int32_t *product = products;
        for (const uint32_t *word = sums; word < sums + VALUES / 2; word++, product += 2) {
            const uint32_t sum = *word + negative;
            product[0] -= (int32_t)(sum & 0xffff);
            product[1] -= (int32_t)(sum >> 16);
        }
    }
}

/* w becomes r = w - c s2. */
static KSIG_NOINLINE void subtract_s2(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    int32_t *const row = s->work.row.end.row;
    ksig_mldsa_factor *const s2 = &s->work.row.with.s2;
    ksig_mldsa_load_s2(s, s->row_index, &s->work.row.with.sponge, s2);
    for (unsigned first = 0; first < N; first += KSIG_MLDSA_ROTATE_VALUES) {
        ksig_mldsa_multiply_c(p, &s->late.signature.c, s2, first);
        for (unsigned n = 0; n < KSIG_MLDSA_ROTATE_VALUES; n++)
            row[first + n] = ksig_short_positive(row[first + n] - s2->product[n]);
    }
}

typedef struct findings {
    uint32_t low;  /* not 0: an r0 is too large */
    uint32_t high; /* not 0: c t0 is */
} findings;

/* MakeHint (FIPS 204 Algorithm 39): one bit for each of some coefficients of r + c t0 whose high
 * part is not that of r. The row is the former if the signature is checked, else the latter. With
 * r0 + c t0 the high part stays if that is still within gamma2, or is -gamma2 where the high part
 * is 0: q - gamma2 has that one too. */
static KSIG_NOINLINE void compare_high(ksig_mldsa_sign_state *s, unsigned first, findings *found) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
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
    findings found = {0, 0};
    unpack_t0(s);
    for (unsigned first = 0; first < N; first += VALUES) {
        multiply_t0(s, first);
        compare_high(s, first, &found);
    }
    return found;
}

/* HintBitPack (FIPS 204 Algorithm 20): the bits' places to the list. Not 0 if there are too many.
 */
static uint32_t append_hint(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    uint8_t *const hint = s->late.signature.hint;
    for (unsigned place = 0; place < N; place++) {
        if (s->work.row.low.bits[place / 8] >> place % 8 & 1) {
            if (s->hints == p->omega)
                return 1;
            hint[s->hints++] = (uint8_t)place;
        }
    }
    hint[p->omega + s->row_index] = s->hints;
    return 0;
}

/* Whether the row is one of a signature. r0 have been looked at before: what is too large now was
 * lost then, or is a fault. */
static KSIG_NOINLINE ksig_mldsa_progress end_row(ksig_mldsa_sign_state *s) {
    ksig_mldsa_end_row(&s->work.row);
    if (!ksig_mldsa_sign_checks(s))
        subtract_s2(s);
    findings found = make_hint(s);
    KSIG_BARRIER(found.low);
    KSIG_BARRIER(found.high);
    if (found.low != 0)
        return s->overflows ? KSIG_MLDSA_REJECTED : KSIG_MLDSA_FAULT;
    if (found.high != 0 || append_hint(s) != 0)
        return KSIG_MLDSA_REJECTED;
#if KSIG_ENABLE_SIGN_CHECK
    if (s->checks) {
        use_hint(s);
        ksig_mldsa_absorb_high(s);
    }
#endif
    if (++s->row_index < ksig_mldsa_sign_params(s)->k)
        return KSIG_MLDSA_NEXT;
#if KSIG_ENABLE_SIGN_CHECK
    if (s->checks)
        return compare(s);
#endif
    return KSIG_MLDSA_COMPLETE;
}

/* A seed has no t0 but that of the row of t. 1 when the row begins. */
static KSIG_NOINLINE int step_t(ksig_mldsa_sign_state *s) {
    const int seeded = ksig_mldsa_sign_seeded(s);
    if ((seeded || (ksig_mldsa_sign_checks(s) && s->public_key == NULL)) && !ksig_mldsa_step_t(s))
        return 0;
    if (seeded && ksig_mldsa_sign_checks(s) && s->public_key == NULL &&
        s->head.work.mode != KSIG_MODE_EXTERNAL_MU) {
        ksig_mldsa_pack_t1(&s->work.row, s->work.row.bytes);
        ksig_mldsa_tag_t1(&s->seed.t_again, s->work.row.bytes);
    }
    if (seeded)
        ksig_mldsa_pack_t0(&s->work.row, s->seed.late.t0);
    return 1;
}

static void begin_columns(ksig_mldsa_sign_state *s) {
    s->part = KSIG_MLDSA_PART_W;
#if KSIG_ENABLE_SIGN_CHECK
    if (s->checks) {
        begin_row(s);
        return;
    }
#endif
    ksig_mldsa_clear_row(&s->work.row);
}

/* One column. Not 0 if z_j is too large. */
static KSIG_NOINLINE uint32_t add_column(ksig_mldsa_sign_state *s) {
    ksig_mldsa_secret_row *const row = &s->work.row;
    const uint32_t *factors = row->multiply.factors;
    uint32_t bad = 0;
    if (ksig_mldsa_sign_checks(s)) {
        bad = ksig_mldsa_load_z(s, s->column_index);
        ksig_mldsa_transform_operand(row, row->multiply.factors);
    } else {
        factors = ksig_mldsa_y_factors(s, s->column_index);
    }
    ksig_mldsa_add_column(s, factors, s->column_index);
    s->column_index++;
    return bad;
}

ksig_mldsa_progress ksig_mldsa_step_finish(ksig_mldsa_sign_state *s) {
    if (s->part == KSIG_MLDSA_PART_T) {
        if (step_t(s))
            begin_columns(s);
        return KSIG_MLDSA_NEXT;
    }
    uint32_t bad = add_column(s);
    KSIG_BARRIER(bad);
    if (bad != 0)
        return s->row_index == 0 && ksig_mldsa_ranges_in_finish(s) ? KSIG_MLDSA_REJECTED
                                                                   : KSIG_MLDSA_FAULT;
    if (s->column_index < ksig_mldsa_sign_params(s)->l)
        return KSIG_MLDSA_NEXT;
    s->column_index = 0;
    s->part = KSIG_MLDSA_PART_T;
    return end_row(s);
}
