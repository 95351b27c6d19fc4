/* Signing: the rows of t and of w. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "mldsa/alg/mldsa_expand_a.h"
#include "mldsa/alg/mldsa_pack.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/sign/mldsa_sign.h"
#include "util/bytes.h"

/* With a buffer, the transforms of s1 are kept there from the first row on, where those of y will
 * be; the last one stays in the state. */
static KSIG_NOINLINE void add_kept_t_column(const ksig_mldsa_sign_head *head,
                                            const ksig_mldsa_secrets *from, const uint8_t *rho,
                                            ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const unsigned i = head->row_index, j = head->column_index;
    uint32_t *factors = ksig_mldsa_factors_in_buffer(head, j);
    if (factors == NULL)
        factors = row->multiply.factors;
    if (j == 0)
        ksig_mldsa_begin_t_row(p, from, i, row);
    if (i == 0) {
        ksig_mldsa_load_s1(p, from, j, row);
        ksig_mldsa_transform_operand(row->sum.operand, factors);
    }
    ksig_mldsa_add_transformed(row, factors, rho, ksig_mldsa_index(i, j));
    if (j + 1 == p->l)
        ksig_mldsa_end_row(row->end.row);
}

int ksig_mldsa_step_t(ksig_mldsa_sign_head *head, const ksig_mldsa_expanded_seed *seed,
                      ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(head, seed);
    const uint8_t *const rho = ksig_mldsa_sign_rho(head, seed);
    const int first = head->stream.work.stage == KSIG_MLDSA_PUBLIC;
    const unsigned left = first && head->row_index != 0 ? KSIG_MLDSA_FACTORS_LEFT : 0;
    if (KSIG_MLDSA_KEEPS_SECRETS && first && head->stream.work.output != NULL)
        add_kept_t_column(head, &from, rho, row);
    else
        ksig_mldsa_add_t_column(p, &from, rho, head->row_index + left, head->column_index, row);
    if (++head->column_index < p->l)
        return 0;
    head->column_index = 0;
    return 1;
}

/* Variant FAST: A[row_index][j] if it is one of the first k - 1, which are kept; else null. FINISH
 * may trust them: t comes from the true A, so with a wrong A[i][j] its row would not match that of
 * w. */
static uint8_t *kept_of_a(const ksig_mldsa_sign_head *head, uint8_t *first, unsigned j) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const unsigned number = (unsigned)head->row_index * p->l + j;
    return number + 1 < p->k ? first + (size_t)KSIG_MLDSA_UNIFORM_BYTES * number : NULL;
}

void ksig_mldsa_add_column(ksig_mldsa_sign_state *s, const uint32_t factors[192], unsigned j) {
    ksig_mldsa_secret_row *const row = &s->work.row;
    uint8_t *const kept =
        KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST
            ? kept_of_a(&s->head, ksig_mldsa_kept_a(s, ksig_mldsa_sign_seeded(&s->head)), j)
            : NULL;
    if (kept != NULL && s->head.attempt == 0 && s->head.stream.work.stage == KSIG_MLDSA_COMMIT) {
        ksig_mldsa_begin_a(&row->multiply.sponge, ksig_mldsa_sign_rho(&s->head, &s->seed),
                           ksig_mldsa_index(s->head.row_index, j));
        ksig_mldsa_keep_a(&row->multiply.sponge, kept);
    }
    if (kept != NULL)
        ksig_mldsa_add_kept_a(row->multiply.words, factors, kept);
    else
        ksig_mldsa_add_transformed(row, factors, ksig_mldsa_sign_rho(&s->head, &s->seed),
                                   ksig_mldsa_index(s->head.row_index, j));
}

/* Row by row; every second one goes backwards and begins with the last factors. */
int ksig_mldsa_step_w(ksig_mldsa_sign_state *s) {
    const unsigned last = ksig_mldsa_sign_params(&s->head)->l - 1u, column = s->head.column_index;
    const unsigned j = s->head.row_index % 2 == 0 ? column : last - column;
    if (column == 0)
        ksig_wipe(s->work.row.sum.words, sizeof s->work.row.sum.words);
    ksig_mldsa_add_column(s, ksig_mldsa_y_factors(&s->head, &s->work.row, j), j);
    s->head.column_index++;
    if (column < last)
        return 0;
    s->head.column_index = 0;
    ksig_mldsa_end_row(s->work.row.end.row);
    return 1;
}

KSIG_NOINLINE void ksig_mldsa_absorb_high(const ksig_mldsa_params *p, int32_t row[KSIG_MLDSA_N],
                                          ksig_keccak *transcript) {
    const uint8_t *const packed = (const uint8_t *)row;
    const uint8_t *const end = KSIG_COMPACT_RING || p->w1_bits == 6
                                   ? ksig_mldsa_pack_w1(p, row, 6, 1)
                                   : ksig_mldsa_pack_w1(p, row, 4, 1);
    ksig_mldsa_absorb(transcript, packed, (size_t)(end - packed));
}

void ksig_mldsa_look_at_key(ksig_mldsa_sign_head *head, uint32_t bad) {
    KSIG_BARRIER(bad);
    /* Public: a key with a coefficient out of range is rejected. No generated key has one. */
    if (KSIG_DECLASSIFY(bad != 0))
        head->stream.work.reason = KSIG_REJECT_KEY;
}

void ksig_mldsa_load_s2(ksig_mldsa_sign_head *head, const ksig_mldsa_expanded_seed *seed,
                        unsigned i, ksig_mldsa_drawn_s2 *drawn) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(head, seed);
    ksig_mldsa_look_at_key(head, ksig_mldsa_secret_fields(p, &drawn->sponge, &from,
                                                          (unsigned)p->l + i, drawn->s2.fields));
    ksig_mldsa_turn(p, &drawn->s2);
}
