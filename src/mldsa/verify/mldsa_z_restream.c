/* Variant SMALL: z is not kept. It is streamed once for every row, and a universal hash at a secret
 * point binds the later passes to the first one. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_expand_a.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/verify/mldsa_verify.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) {
    (void)p;
    return 0;
}

uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return (uint32_t)p->l * p->k; }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    return (uint8_t *)v->row.sum.operand + sizeof v->row.sum.operand - missing;
}

/* One product of MatrixVectorNTT (FIPS 204 Algorithm 48). One polynomial of z for the current row:
 * hashed, checked, transformed, multiplied, discarded. */
void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    const uint32_t bytes = ksig_mldsa_z_packed(ksig_mldsa_params_of(&v->head));
    ksig_polyhash_update(&v->passes, ksig_mldsa_z_room(v, bytes), (size_t)bytes);
    ksig_mldsa_check_z(v);
    ksig_mldsa_unpack_z(v->row.sum.operand, ksig_mldsa_params_of(&v->head)->z_bits);
    ksig_mldsa_public_factors(v->row.sum.operand);
    ksig_mldsa_begin_a(&v->xof.sponge, v->rho, ksig_mldsa_index(v->row_index, v->column_index));
    ksig_mldsa_add_a(&v->xof.sponge, v->row.sum.words, v->row.sum.operand, KSIG_MLDSA_N);
}

#endif
