/* Signing: the rows of t and of w. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "mldsa/mldsa_compact.h"
#include "mldsa/mldsa_high_part.h"
#include "mldsa/mldsa_sign.h"
#include "util/bytes.h"

/* With a buffer the transforms of s1 lie there from the first row on, where those of y will be; the
 * last one stays in the state. */
static KSIG_NOINLINE void add_kept_t_column(ksig_mldsa_sign_state *s,
                                            const ksig_mldsa_secrets *from) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    ksig_mldsa_secret_row *const row = &s->work.row;
    const unsigned i = s->row_index, j = s->column_index;
    uint32_t *factors = ksig_mldsa_factors_in_buffer(s, j);
    if (factors == NULL)
        factors = row->multiply.factors;
    if (j == 0)
        ksig_mldsa_begin_t_row(p, from, i, row);
    if (i == 0) {
        ksig_mldsa_load_s1(p, from, j, row);
        ksig_mldsa_transform_operand(row, factors);
    }
    ksig_mldsa_add_transformed(row, factors, s->seed.rho, ksig_mldsa_index(i, j));
    if (j + 1 == p->l)
        ksig_mldsa_end_row(row);
}

int ksig_mldsa_step_t(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(s);
    const int first = s->head.work.stage == KSIG_MLDSA_PUBLIC;
    const unsigned left = first && s->row_index != 0 ? KSIG_MLDSA_FACTORS_LEFT : 0;
    if (KSIG_MLDSA_KEEPS_SECRETS && first && s->head.work.output != NULL)
        add_kept_t_column(s, &from);
    else
        ksig_mldsa_add_t_column(p, &from, ksig_mldsa_sign_rho(s), s->row_index + left,
                                s->column_index, &s->work.row);
    if (++s->column_index < p->l)
        return 0;
    s->column_index = 0;
    return 1;
}

#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST

/* A[i][j] if it is one of the first k - 1, which are kept after all that the form of the key takes;
 * else null. FINISH may trust them: t is that of the true A, so a row with another one is not that
 * of w. */
static uint8_t *kept_of_a(ksig_mldsa_sign_state *s, unsigned i, unsigned j) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const size_t before = ksig_mldsa_sign_seeded(s) ? sizeof(ksig_mldsa_sign_state)
                                                    : offsetof(ksig_mldsa_sign_state, seed);
    const unsigned number = i * p->l + j;
    return number + 1 < p->k ? (uint8_t *)s + before + (size_t)KSIG_MLDSA_UNIFORM_BYTES * number
                             : NULL;
}

void ksig_mldsa_add_column(ksig_mldsa_sign_state *s, const uint32_t factors[192], unsigned j) {
    ksig_mldsa_secret_row *const row = &s->work.row;
    uint8_t *const kept = kept_of_a(s, s->row_index, j);
    if (kept != NULL && s->attempt == 0 && s->head.work.stage == KSIG_MLDSA_COMMIT)
        ksig_mldsa_expand_uniform(row, ksig_mldsa_sign_rho(s), s->row_index, j, kept);
    if (kept != NULL)
        ksig_mldsa_add_uniform_products(row, factors, kept);
    else
        ksig_mldsa_add_transformed(row, factors, ksig_mldsa_sign_rho(s),
                                   ksig_mldsa_index(s->row_index, j));
}

#else

void ksig_mldsa_add_column(ksig_mldsa_sign_state *s, const uint32_t factors[192], unsigned j) {
    ksig_mldsa_add_transformed(&s->work.row, factors, ksig_mldsa_sign_rho(s),
                               ksig_mldsa_index(s->row_index, j));
}

#endif

/* Row by row; every second one backwards, for what was multiplied last is still there. */
int ksig_mldsa_step_w(ksig_mldsa_sign_state *s) {
    const unsigned last = ksig_mldsa_sign_params(s)->l - 1u, column = s->column_index;
    const unsigned j = s->row_index % 2 == 0 ? column : last - column;
    if (column == 0)
        ksig_mldsa_clear_row(&s->work.row);
    ksig_mldsa_add_column(s, ksig_mldsa_y_factors(s, j), j);
    s->column_index++;
    if (column < last)
        return 0;
    s->column_index = 0;
    ksig_mldsa_end_row(&s->work.row);
    return 1;
}

#if !KSIG_COMPACT_RING /* mldsa_compact.c */

/* w1Encode (FIPS 204 Algorithm 28) of one row, with HighBits. Over the beginning of the row: four
 * coefficients in two or three bytes, of 16 read. */
static inline uint8_t *pack_high(const ksig_mldsa_params *params, const int32_t *w, uint8_t *out,
                                 unsigned bits) {
    const ksig_mldsa_params p = {.gamma2 = params->gamma2,
                                 .high_parts = params->high_parts,
                                 .high_factor = params->high_factor};
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

#endif

KSIG_NOINLINE void ksig_mldsa_absorb_high(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    int32_t *const row = s->work.row.end.row;
    uint8_t *const packed = (uint8_t *)row;
#if KSIG_COMPACT_RING
    const uint8_t *const end = ksig_mldsa_pack_high(p, row);
#else
    const uint8_t *const end =
        p->w1_bits == 6 ? pack_high(p, row, packed, 6) : pack_high(p, row, packed, 4);
#endif
    ksig_mldsa_absorb(&s->transcript, packed, (size_t)(end - packed));
}

void ksig_mldsa_look_at_key(ksig_mldsa_sign_state *s, uint32_t bad) {
    KSIG_BARRIER(bad);
    if (bad != 0)
        s->head.work.reason = KSIG_REJECT_KEY;
}

void ksig_mldsa_load_s2(ksig_mldsa_sign_state *s, unsigned i, ksig_keccak *sponge,
                        ksig_mldsa_factor *s2) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(s);
    ksig_mldsa_look_at_key(
        s, ksig_mldsa_secret_fields(p, sponge, &from, (unsigned)p->l + i, s2->fields));
    ksig_mldsa_turn(p, s2);
}
