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

ksig_mldsa_progress ksig_mldsa_begin_finish(ksig_mldsa_sign_head *head,
                                            ksig_mldsa_expanded_seed *seed,
                                            uint8_t hint[KSIG_MLDSA_HINT_BYTES],
                                            ksig_keccak *transcript) {
    const uint8_t *const rho = ksig_mldsa_sign_rho(head, seed);
    uint32_t other = 0;
    head->hints = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_HINT_BYTES; n++)
        hint[n] = 0;
    if (!ksig_mldsa_sign_checks(head))
        return KSIG_MLDSA_NEXT;
    if (ksig_mldsa_sign_seeded(head))
        seed->t_again = 0;
    ksig_mldsa_begin_h(transcript, head->mu, sizeof head->mu);
    for (unsigned n = 0; head->public_key != NULL && n < KSIG_MLDSA_RHO_BYTES; n++)
        other |= (uint32_t)head->public_key[n] ^ rho[n];
    return other != 0 ? KSIG_MLDSA_FAULT : KSIG_MLDSA_NEXT;
}

/* SimpleBitUnpack (FIPS 204 Algorithm 18). Loads t1 2^13 into the operand, from the row of t or the
 * public key. Not 0 if t was not rounded: the hint would absorb so small an error, but no verifier
 * would accept it. */
static uint32_t load_t1(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row) {
    int32_t *const t = row->sum.operand;
    uint32_t bad = 0;
    if (head->public_key == NULL) {
        for (unsigned n = 0; n < N; n++) {
            const int32_t *const here = row->end.row,
                                 *again = here; /* read before it is overwritten */
            KSIG_RELOAD(again);
            const uint32_t t1 = ksig_mldsa_t1(here[n]);
            bad |= t1 ^ ksig_mldsa_t1(again[n]);
            t[n] = (int32_t)(t1 << KSIG_MLDSA_D);
        }
        for (unsigned n = 0; n < N; n++)
            bad |= (uint32_t)t[n] << (32 - KSIG_MLDSA_D);
    } else {
        ksig_mldsa_unpack_t1(t, head->public_key + KSIG_MLDSA_RHO_BYTES +
                                    KSIG_MLDSA_T1_BYTES * (uint32_t)head->row_index);
    }
    KSIG_MASK_BARRIER(bad); /* the comparison with 0 belongs to the caller's declassification */
    return bad;
}

/* ScalarVectorNTT (FIPS 204 Algorithm 47): the row begins as -c t1 2^13. */
static KSIG_NOINLINE void begin_row(ksig_mldsa_sign_head *head, const ksig_mldsa_challenge *c,
                                    ksig_mldsa_secret_row *row) {
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(load_t1(head, row) != 0))
        head->stream.work.reason = KSIG_REJECT_FAULT;
    ksig_short_ntt_pack(row->sum.words, row->sum.operand);
    ksig_mldsa_times_c_secret(row->sum.words, row->sum.operand, c,
                              ksig_mldsa_sign_params(head)->tau);
}

/* Checks that c~ is the hash of the rows' high parts and c that of c~: z with two values of c
 * reveals s1. Also that the hint ends in zeros, not in old memory. */
static KSIG_NOINLINE ksig_mldsa_progress compare(const ksig_mldsa_params *p,
                                                 const ksig_mldsa_signature *signature,
                                                 ksig_mldsa_secret_row *row,
                                                 ksig_keccak *transcript) {
    const ksig_mldsa_challenge *const c = &signature->c, *const again = &row->sample.sampling.c;
    const uint8_t *const hint = signature->hint;
    const unsigned bytes = p->challenge_bytes;
    uint32_t other = 0;
    ksig_mldsa_sample(p, &row->sample.sponge, signature->challenge, &row->sample.sampling);
    for (unsigned m = 0; m < p->tau; m++)
        other |= (uint32_t)c->position[m] ^ again->position[m];
    for (unsigned n = 0; n < sizeof c->signs; n++)
        other |= (uint32_t)c->signs[n] ^ again->signs[n];
    for (unsigned h = hint[(unsigned)p->omega + p->k - 1u]; h < p->omega; h++)
        other |= hint[h];
    ksig_keccak_finish(transcript);
    const ksig_tally tally = ksig_keccak_squeeze_compare(transcript, signature->challenge, bytes);
    return (other | tally.bad | (tally.good ^ bytes)) != 0 ? KSIG_MLDSA_FAULT : KSIG_MLDSA_COMPLETE;
}

/* Packed t0 of the row. */
static const uint8_t *t0_of_row(const ksig_mldsa_sign_head *head,
                                const ksig_mldsa_expanded_seed *seed) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    if (ksig_mldsa_sign_seeded(head))
        return seed->late.t0;
    return head->stream.work.key.secret + ksig_mldsa_expanded_bytes(p) -
           KSIG_MLDSA_T0_BYTES * ((unsigned)p->k - head->row_index);
}

/* w becomes r = w - c s2. */
static KSIG_NOINLINE void subtract_s2(ksig_mldsa_sign_head *head,
                                      const ksig_mldsa_expanded_seed *seed,
                                      const ksig_mldsa_challenge *c, ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    int32_t *const w = row->end.row;
    ksig_mldsa_factor *const s2 = &row->with.s2;
    ksig_mldsa_load_s2(head, seed, head->row_index, &row->with);
    for (unsigned first = 0; first < N; first += KSIG_MLDSA_PRODUCTS) {
        ksig_mldsa_multiply_c(p, c, s2, first);
        for (unsigned n = 0; n < KSIG_MLDSA_PRODUCTS; n++)
            w[first + n] = ksig_short_positive(w[first + n] - s2->product[n]);
    }
}

/* What compare_high found: an r0 is too large, or c t0 is. */
enum { LOW = 1, HIGH = 2 };

/* MakeHint (FIPS 204 Algorithm 39): one bit per coefficient, set where the high parts of r + c t0
 * and r differ. The row holds r + c t0 if the signature is checked, else r. The high part stays if
 * r0 + c t0 is still within gamma2, or is -gamma2 where the high part is 0: that of q - gamma2 is 0
 * too. */
static KSIG_NOINLINE uint32_t compare_high(const ksig_mldsa_sign_head *head,
                                           ksig_mldsa_secret_row *row, unsigned first) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const uint32_t sum = ksig_mask((uint32_t)ksig_mldsa_sign_checks(head));
    const int32_t *w = row->end.row + first, *product = row->low.product;
    uint32_t bits = 0, low = 0, high = 0;
    for (const int32_t *const end = w + VALUES; w < end; w++, product++) {
        const uint32_t r = (uint32_t)ksig_short_positive(*w - (int32_t)((uint32_t)*product & sum));
        const uint32_t r1 = ksig_mldsa_raw_high(p, r), wraps = ((r1 ^ p->high_parts) - 1) >> 31;
        const int32_t r0 = (int32_t)(r - r1 * 2 * p->gamma2 - wraps), moved = r0 + *product;
        const uint32_t is_0 = wraps | (r1 - 1) >> 31;
        low |= ksig_mldsa_exceeds(r0, p->gamma2 - p->beta);
        high |= ksig_mldsa_exceeds(*product, p->gamma2);
        bits =
            bits >> 1 |
            ((p->gamma2 - (uint32_t)moved) | ((uint32_t)moved + p->gamma2 - 1 + is_0)) >> 31 << 15;
    }
    row->low.bits[first / 8] = (uint8_t)bits;
    row->low.bits[first / 8 + 1] = (uint8_t)(bits >> 8);
    return low * LOW | high * HIGH;
}

static uint32_t make_hint(const ksig_mldsa_sign_head *head, const uint8_t *t0,
                          const ksig_mldsa_challenge *c, ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    uint32_t found = 0;
    ksig_mldsa_unpack_t0(row->low.t0, t0);
    for (unsigned first = 0; first < N; first += VALUES) {
        ksig_mldsa_multiply_t0(p, c, &row->low, first);
        found |= compare_high(head, row, first);
    }
    return found;
}

static uint32_t append_hint(ksig_mldsa_sign_head *head, uint8_t *hint, const uint8_t bits[N / 8]) {
    return ksig_mldsa_append_hint(ksig_mldsa_sign_params(head), hint, &head->hints, head->row_index,
                                  bits);
}

/* Accepts or rejects the row. LOW has checked r0: one that is too large now did not fit its slots,
 * or is a fault. */
static KSIG_NOINLINE ksig_mldsa_progress end_row(ksig_mldsa_sign_state *s) {
    ksig_mldsa_end_row(s->work.row.end.row);
    if (!ksig_mldsa_sign_checks(&s->head))
        subtract_s2(&s->head, &s->seed, &s->late.signature.c, &s->work.row);
    uint32_t found =
        make_hint(&s->head, t0_of_row(&s->head, &s->seed), &s->late.signature.c, &s->work.row);
    KSIG_BARRIER(found);
    /* Public: which row rejects the attempt. */
    if (KSIG_DECLASSIFY((found & LOW) != 0))
        return s->head.overflows ? KSIG_MLDSA_REJECTED : KSIG_MLDSA_FAULT;
    /* Public: which row rejects the attempt. */
    if (KSIG_DECLASSIFY((found & HIGH) != 0))
        return KSIG_MLDSA_REJECTED;
    /* Public: z and r0 of the row have passed. The rest follows from c, z and t. */
    KSIG_DECLASSIFY_BYTES(s->work.row.low.bits, sizeof s->work.row.low.bits);
    if (append_hint(&s->head, s->late.signature.hint, s->work.row.low.bits) != 0)
        return KSIG_MLDSA_REJECTED;
    if (ksig_mldsa_sign_checks(&s->head)) {
        /* Public: z and r0 of the row have passed. The rest follows from c, z and t. */
        KSIG_DECLASSIFY_BYTES(s->work.row.end.row, sizeof s->work.row.end.row);
        ksig_mldsa_apply_hint(ksig_mldsa_sign_params(&s->head), s->late.signature.hint,
                              s->head.row_index, s->work.row.end.row, 1);
        ksig_mldsa_absorb_high(ksig_mldsa_sign_params(&s->head), s->work.row.end.row,
                               &s->transcript);
    }
    if (++s->head.row_index < ksig_mldsa_sign_params(&s->head)->k)
        return KSIG_MLDSA_NEXT;
    if (ksig_mldsa_sign_checks(&s->head))
        return compare(ksig_mldsa_sign_params(&s->head), &s->late.signature, &s->work.row,
                       &s->transcript);
    return KSIG_MLDSA_COMPLETE;
}

static KSIG_NOINLINE void begin_columns(ksig_mldsa_sign_head *head, const ksig_mldsa_challenge *c,
                                        ksig_mldsa_secret_row *row) {
    head->part = KSIG_MLDSA_PART_W;
    if (ksig_mldsa_sign_checks(head)) {
        begin_row(head, c, row);
        return;
    }
    ksig_wipe(row->sum.words, sizeof row->sum.words);
}

/* Makes the row of t where t1 or a seed's t0 is needed; then begins the columns. */
static KSIG_NOINLINE void step_t(ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed,
                                 const ksig_mldsa_challenge *c, ksig_mldsa_secret_row *row) {
    const int seeded = ksig_mldsa_sign_seeded(head);
    const int needs_t1 = ksig_mldsa_sign_checks(head) && head->public_key == NULL;
    if ((seeded || needs_t1) && !ksig_mldsa_step_t(head, seed, row))
        return;
    if (seeded && needs_t1 && head->stream.work.mode != KSIG_MODE_EXTERNAL_MU) {
        ksig_mldsa_pack_t1(row->end.row, row->bytes);
        ksig_mldsa_tag_t1(&seed->t_again, row->bytes);
    }
    if (seeded)
        ksig_mldsa_pack_t0(row->end.row, seed->late.t0);
    begin_columns(head, c, row);
}

/* Adds one column. Not 0 if z_j is too large. */
static KSIG_NOINLINE uint32_t add_column(ksig_mldsa_sign_state *s) {
    ksig_mldsa_secret_row *const row = &s->work.row;
    const uint32_t *factors = row->multiply.factors;
    uint32_t bad = 0;
    if (ksig_mldsa_sign_checks(&s->head)) {
        bad = ksig_mldsa_load_z(s, s->head.column_index);
        ksig_mldsa_transform_operand(row->sum.operand, row->multiply.factors);
    } else {
        factors = ksig_mldsa_y_factors(&s->head, &s->work.row, s->head.column_index);
    }
    ksig_mldsa_add_column(s, factors, s->head.column_index);
    s->head.column_index++;
    return bad;
}

ksig_mldsa_progress ksig_mldsa_step_finish(ksig_mldsa_sign_state *s) {
    if (s->head.part == KSIG_MLDSA_PART_T) {
        step_t(&s->head, &s->seed, &s->late.signature.c, &s->work.row);
        return KSIG_MLDSA_NEXT;
    }
    uint32_t bad = add_column(s);
    KSIG_MASK_BARRIER(bad);
    /* Public: which polynomial rejects the attempt. */
    if (KSIG_DECLASSIFY(bad != 0))
        return s->head.row_index == 0 && ksig_mldsa_ranges_in_finish(&s->head) ? KSIG_MLDSA_REJECTED
                                                                               : KSIG_MLDSA_FAULT;
    if (s->head.column_index < ksig_mldsa_sign_params(&s->head)->l)
        return KSIG_MLDSA_NEXT;
    s->head.column_index = 0;
    s->head.part = KSIG_MLDSA_PART_T;
    return end_row(s);
}
