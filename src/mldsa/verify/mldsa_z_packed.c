/* Variant DEFAULT: z stays packed in the state, and is transformed again for every row.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_expand_a.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/verify/mldsa_verify.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_DEFAULT

/* Assembly loads z by words. */
KSIG_ASSERT(offsetof(ksig_mldsa_state, tail) % 4 == 0, mldsa_z_is_aligned);

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) { return p->l * ksig_mldsa_z_packed(p); }

/* Each polynomial twice: no later use would notice a check that did not run. */
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return 2u * p->l; }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    return v->tail + (v->column_index + 1u) * ksig_mldsa_z_packed(p) - missing;
}

void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    ksig_mldsa_check_z(v);
    if (KSIG_GUARDED)
        ksig_mldsa_check_z(v);
}

/* MatrixVectorNTT (FIPS 204 Algorithm 48), one row. */
void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    int32_t *const operand = v->row.sum.operand;
    const uint8_t *z = v->tail;
    for (unsigned j = 0; j < p->l; j++, z += ksig_mldsa_z_packed(p)) {
        ksig_mldsa_begin_a(&v->xof.sponge, v->rho, ksig_mldsa_index(v->row_index, j));
        for (unsigned half = 0; half < 2; half++) {
            ksig_mldsa_transform_half(operand, z, p->z_bits, half);
            ksig_mldsa_add_a(&v->xof.sponge, v->row.sum.words + 96 * half, operand,
                             KSIG_MLDSA_N / 2);
        }
    }
}

#endif
