/* Variant DEFAULT: z stays packed in the state, and is transformed again for every row.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verdict.h"
#include "mldsa/state.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_DEFAULT

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) { return p->l * ksig_mldsa_z_packed(p); }

/* When z comes, and again in every row: the check does not rest on one reading of the bytes. */
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return p->l * (1u + p->k); }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    return v->tail + (v->column_index + 1u) * ksig_mldsa_z_packed(p) - missing;
}

void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const uint8_t *const packed = ksig_mldsa_z_room(v, ksig_mldsa_z_packed(p));
    ksig_tally tally = {0, 0};
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        ksig_count(&tally, ksig_mldsa_z_excess(p, ksig_mldsa_z_coefficient(p, packed, n)));
    ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
}

/* Slots 128 half .. 128 half + 127 of NTT(z_j): the first layer while unpacking, then the half's own layers. */
static KSIG_NOINLINE void transform_half(ksig_mldsa_state *v, unsigned j, unsigned half) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const uint8_t *const packed = v->tail + j * ksig_mldsa_z_packed(p);
    ksig_tally tally = {0, 0};
    for (unsigned n = 0; n < 128; n++) {
        const int32_t a = ksig_mldsa_z_coefficient(p, packed, n);
        const int32_t b = ksig_mldsa_z_coefficient(p, packed, n + 128);
        if (half == 0) {
            ksig_count(&tally, ksig_mldsa_z_excess(p, a));
            ksig_count(&tally, ksig_mldsa_z_excess(p, b));
        }
        const int32_t t = ksig_multiply23(ksig_zetas23[1], b);
        v->row.sum.operand[n] = half ? a - t : a + t;
    }
    if (half == 0)
        ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
    ksig_ntt23(v->row.sum.operand, 128, 2 + half);
}

void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    for (unsigned j = 0; j < ksig_mldsa_params_of(v)->l; j++) {
        unsigned position = KSIG_SHAKE128_RATE;
        ksig_mldsa_start_uniform(v, v->row_index, j);
        for (unsigned half = 0; half < 2; half++) {
            transform_half(v, j, half);
            const int32_t *operand = v->row.sum.operand;
            for (unsigned n = 128 * half; n < 128 * half + 128; n++) {
                const int32_t a = ksig_mldsa_next_uniform(&v->xof.sponge, &position);
                ksig_mldsa_accumulate(&v->row, n, ksig_multiply23(a, *operand++));
            }
        }
    }
}

#endif
