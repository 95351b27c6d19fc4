/* Signing: the rows of t and of w. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_high_part.h"
#include "mldsa/mldsa_sign.h"
#include "util/bytes.h"

int ksig_mldsa_step_t(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(s);
    ksig_mldsa_add_t_column(p, &from, ksig_mldsa_sign_rho(s), s->row_index, s->column_index, &s->work.row);
    if (++s->column_index < p->l)
        return 0;
    s->column_index = 0;
    return 1;
}

/* Row by row. */
static int step_row(ksig_mldsa_sign_state *s) {
    if (s->column_index == 0)
        ksig_mldsa_clear_row(&s->work.row);
    ksig_mldsa_load_y(s, s->column_index);
    ksig_mldsa_add_operand(&s->work.row, ksig_mldsa_sign_rho(s), s->row_index, s->column_index);
    if (++s->column_index < ksig_mldsa_sign_params(s)->l)
        return 0;
    s->column_index = 0;
    ksig_mldsa_end_row(&s->work.row);
    return 1;
}

#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST

/* Row i > 0, behind all that the form of the key takes. */
static uint32_t *kept_row(ksig_mldsa_sign_state *s, unsigned i) {
    const size_t before =
        ksig_mldsa_sign_seeded(s) ? sizeof(ksig_mldsa_sign_state) : offsetof(ksig_mldsa_sign_state, seed);
    return (uint32_t *)(void *)((uint8_t *)s + before) + (size_t)192 * (i - 1);
}

/* Column by column: y_j is transformed once. Then the rows, one after the other. */
int ksig_mldsa_step_w(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    ksig_mldsa_secret_row *const row = &s->work.row;
    const unsigned i = s->row_index, j = s->column_index;
    uint32_t *const words = i == 0 ? row->sum.words : kept_row(s, i);
    if (s->head.work.output == NULL)
        return step_row(s);
    if (s->part != 0) {
        if (i != 0)
            (void)ksig_copy(row->sum.words, words, sizeof row->sum.words);
        ksig_mldsa_end_row(row);
        return 1;
    }
    if (i == 0) {
        ksig_mldsa_load_y(s, j);
        ksig_mldsa_transform_operand(row);
    }
    if (j == 0)
        ksig_wipe(words, sizeof row->sum.words);
    ksig_mldsa_add_transformed(row, words, ksig_mldsa_sign_rho(s), i, j);
    if (++s->row_index < p->k)
        return 0;
    s->row_index = 0;
    if (++s->column_index < p->l)
        return 0;
    s->column_index = 0;
    s->part = 1;
    return 0;
}

#else

int ksig_mldsa_step_w(ksig_mldsa_sign_state *s) { return step_row(s); }

#endif

/* Over the beginning of the row: four coefficients in two or three bytes, of 16 read. */
static inline uint8_t *pack_high(const ksig_mldsa_params *params, const int32_t *w, uint8_t *out, unsigned bits) {
    const ksig_mldsa_params p = {
        .gamma2 = params->gamma2, .high_parts = params->high_parts, .high_factor = params->high_factor};
    for (const int32_t *end = w + KSIG_MLDSA_N; w < end; w += 4) {
        uint32_t held = ksig_mldsa_high(&p, (uint32_t)w[0]);
        held |= ksig_mldsa_high(&p, (uint32_t)w[1]) << bits;
        held |= ksig_mldsa_high(&p, (uint32_t)w[2]) << 2 * bits;
        held |= ksig_mldsa_high(&p, (uint32_t)w[3]) << 3 * bits;
        *out++ = (uint8_t)held;
        *out++ = (uint8_t)(held >> 8);
        if (bits == 6)
            *out++ = (uint8_t)(held >> 16);
    }
    return out;
}

KSIG_NOINLINE void ksig_mldsa_absorb_high(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    int32_t *const row = s->work.row.sum.operand;
    uint8_t *const packed = (uint8_t *)row;
    const uint8_t *const end = p->w1_bits == 6 ? pack_high(p, row, packed, 6) : pack_high(p, row, packed, 4);
    ksig_mldsa_absorb(&s->transcript, packed, (size_t)(end - packed));
}

void ksig_mldsa_load_s2(ksig_mldsa_sign_state *s, unsigned i) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(s);
    ksig_mldsa_factor *const s2 = &s->work.row.with.s2;
    ksig_mldsa_secret_fields(p, &s->work.row.with.sponge, &from, (unsigned)p->l + i, s2->fields);
    ksig_mldsa_turn(p, s2);
}
