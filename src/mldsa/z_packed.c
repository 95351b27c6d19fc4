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

/* Slots 128 half .. 128 half + 127 of NTT(z_j): two layers while unpacking, which take coefficients n, n + 64, n + 128, n + 192 to slots
 * n and n + 64 of the half, then the other layers. */
static KSIG_NOINLINE void transform_half(ksig_mldsa_state *v, unsigned j, unsigned half) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const uint8_t *const packed = v->tail + j * ksig_mldsa_z_packed(p);
    /* The halves differ in the sign of the first constant. */
    const int32_t quotient = half ? 1 - ksig_zetas23[1] : ksig_zetas23[1], w = ksig_constant23(quotient);
    const int32_t quotient2 = ksig_zetas23[2 + half], w2 = ksig_constant23(quotient2);
    ksig_tally tally = {0, 0};
    for (unsigned n = 0; n < 64; n++) {
        int32_t a[4];
        for (unsigned i = 0; i < 4; i++) {
            a[i] = ksig_mldsa_z_coefficient(p, packed, n + 64 * i);
            if (half == 0)
                ksig_count(&tally, ksig_mldsa_z_excess(p, a[i]));
        }
        const int32_t b = a[0] + ksig_times23(a[2], w, quotient);
        const int32_t t = ksig_times23(a[1] + ksig_times23(a[3], w, quotient), w2, quotient2);
        v->row.sum.operand[n] = b + t;
        v->row.sum.operand[n + 64] = b - t;
    }
    if (half == 0)
        ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
    ksig_ntt23_last(v->row.sum.operand, 128, 4 + 2 * half);
}

void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    for (unsigned j = 0; j < ksig_mldsa_params_of(v)->l; j++) {
        unsigned position = ksig_mldsa_start_uniform(v, v->row_index, j);
        for (unsigned half = 0; half < 2; half++) {
            transform_half(v, j, half);
            position = ksig_mldsa_add_uniform(v, position, 128 * half, 128);
        }
    }
}

#endif
