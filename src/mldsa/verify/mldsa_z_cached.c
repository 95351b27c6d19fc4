/* Variant FAST: the transform of z stays in the state, 768 bytes a polynomial.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_expand_a.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/verify/mldsa_verify.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) {
    return p->l * (uint32_t)sizeof(ksig_mldsa_cached);
}

/* Each polynomial twice: z is read only once, so no later use would notice a check that did not
 * run. */
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return 2u * p->l; }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    return (uint8_t *)(KSIG_MLDSA_POLY(&v->row) + KSIG_MLDSA_N) - missing;
}

void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    ksig_mldsa_check_z(v);
    if (KSIG_GUARDED)
        ksig_mldsa_check_z(v);
    ksig_mldsa_unpack_z(poly, ksig_mldsa_params_of(&v->head)->z_bits);
    ksig_mldsa_keep_transform(ksig_mldsa_cache(v->tail)[v->column_index].words, poly);
}

/* MatrixVectorNTT (FIPS 204 Algorithm 48), one row. */
void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    const ksig_mldsa_cached *z = ksig_mldsa_cache(v->tail);
    for (unsigned j = 0; j < ksig_mldsa_params_of(&v->head)->l; j++, z++) {
        ksig_mldsa_begin_a(&v->xof.sponge, v->rho, ksig_mldsa_index(v->row_index, j));
        for (unsigned half = 0; half < 2; half++) {
            const void *const factors =
                ksig_mldsa_kept_half(v->row.sum.operand, z->words + 96 * half);
            ksig_mldsa_add_a(&v->xof.sponge, v->row.sum.words + 96 * half, factors,
                             KSIG_MLDSA_N / 2);
        }
    }
}

#endif
