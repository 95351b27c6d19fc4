/* A row of w: what comes before and after the products with A; c from c~; z's range.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_hint.h"
#include "mldsa/alg/mldsa_pack.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/alg/mldsa_times_c.h"
#include "mldsa/verify/mldsa_verify.h"

enum { N = KSIG_MLDSA_N };

void ksig_mldsa_check_z(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    const uint8_t *const packed = ksig_mldsa_z_room(v, ksig_mldsa_z_packed(p));
    ksig_tally tally;
    if (KSIG_COMPACT_RING)
        tally = ksig_mldsa_tally_z(packed, p->beta, p->z_bits);
    else
        tally = p->z_bits == 18 ? ksig_mldsa_tally_z(packed, p->beta, 18)
                                : ksig_mldsa_tally_z(packed, p->beta, 20);
    ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
}

/* The list of c is built in a part of the operand's room that is not the polynomial's; the sponge
 * is where c goes in the end. */
void ksig_mldsa_sample_challenge(ksig_mldsa_state *v) {
    ksig_mldsa_sampling *const s = ksig_mldsa_sampling_room(&v->row);
    ksig_mldsa_sample(ksig_mldsa_params_of(&v->head), &v->xof.sponge,
                      ksig_mldsa_challenge_bytes(&v->head, v->tail), s);
    v->xof.challenge = s->c;
}

/* Not inlined, so that its frame does not add to that of the challenge. */
static KSIG_NOINLINE void transform_t1(ksig_mldsa_row *row) {
    int32_t *const poly = KSIG_MLDSA_POLY(row);
    ksig_mldsa_unpack_t1(poly, (const uint8_t *)(poly + N) - KSIG_MLDSA_T1_BYTES);
    if (KSIG_COMPACT_RING || KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL)
        ksig_mldsa_begin_public(poly, row->sum.words);
    else
        ksig_mldsa_public_factors(poly);
}

void ksig_mldsa_begin_row(ksig_mldsa_state *v) {
    transform_t1(&v->row);
    /* For each row: if c were computed once, a fault there could set it to a value that a forger
     * knows. */
    ksig_mldsa_sample_challenge(v);
    uint32_t *const words = v->row.sum.words;
    int32_t *const operand = v->row.sum.operand;
    const unsigned tau = ksig_mldsa_params_of(&v->head)->tau;
    if (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL && !KSIG_COMPACT_RING)
        ksig_mldsa_times_c(words, operand, &v->xof.challenge, tau);
    else if (KSIG_COMPACT_RING)
        ksig_mldsa_times_c_by_halves(words, operand, &v->xof.challenge, tau);
    else
        ksig_mldsa_times_c_by_quarters(words, KSIG_MLDSA_POLY(&v->row), operand + N / 4,
                                       &v->xof.challenge, tau);
}

void ksig_mldsa_finish_row(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    ksig_mldsa_end_public(poly, v->row.sum.words);
    ksig_mldsa_apply_hint(p, ksig_mldsa_hint(&v->head, v->tail), v->row_index, poly, 0);
    const unsigned bits = p->w1_bits;
    (void)ksig_mldsa_pack_w1(p, poly, bits, 0);
    const size_t bytes = 32u * bits; /* independent of what was packed */
    ksig_taken(&v->head, ksig_keccak_absorb(&v->transcript, (const uint8_t *)poly, bytes), bytes);
}
