/* Variant DEFAULT: z stays packed in the state, and is transformed again for every row.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_state.h"
#include "mldsa/mldsa_z_layers.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_DEFAULT

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) { return p->l * ksig_mldsa_z_packed(p); }

/* Each polynomial twice: no later use would notice a check that failed to run. */
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return 2u * p->l; }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    return v->tail + (v->column_index + 1u) * ksig_mldsa_z_packed(p) - missing;
}

void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    ksig_mldsa_check_z(v);
    ksig_mldsa_check_z(v);
}

#if !KSIG_COMPACT_RING

/* MatrixVectorNTT (FIPS 204 Algorithm 48), one row. */
void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    int32_t *const operand = v->row.sum.operand;
    for (unsigned j = 0; j < p->l; j++) {
        unsigned position = ksig_mldsa_start_uniform(v, v->row_index, j);
        for (unsigned half = 0; half < 2; half++) {
            ksig_mldsa_first_layers(operand, v->tail + j * ksig_mldsa_z_packed(p), p->z_bits, half);
            ksig_ntt23_last(operand, 128, 4 + 2 * half);
            position = ksig_mldsa_add_uniform(v, position, 128 * half, 128);
        }
    }
}

#endif

#endif
