/* Variant FAST: the transform of z stays in the state, 768 bytes a polynomial.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_compact.h"
#include "mldsa/mldsa_state.h"
#include "ring/short23.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST

/* A transformed polynomial, as sums are kept. */
typedef struct cached {
    uint32_t words[192];
} cached;

static cached *cache_of(ksig_mldsa_state *v) {
    return (cached *)(void *)v->tail; /* aligned: the head of the state is a multiple of 4 bytes */
}

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) { return p->l * (uint32_t)sizeof(cached); }

/* Each polynomial twice: z is read only once, so no later use would notice a check that failed to
 * run. */
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return 2u * p->l; }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    return (uint8_t *)KSIG_MLDSA_POLY(&v->row) + sizeof KSIG_MLDSA_POLY(&v->row) - missing;
}

void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    ksig_mldsa_check_z(v);
    ksig_mldsa_check_z(v);
    ksig_mldsa_unpack_z(v);
#if KSIG_COMPACT_RING
    ksig_short_ntt_pack(cache_of(v)[v->column_index].words, KSIG_MLDSA_POLY(&v->row));
#else
    ksig_ntt23(v->row.poly);
    ksig_sum23_pack(cache_of(v)[v->column_index].words, v->row.poly);
#endif
}

/* MatrixVectorNTT (FIPS 204 Algorithm 48), one row. */
void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    const cached *z = cache_of(v);
    for (unsigned j = 0; j < ksig_mldsa_params_of(v)->l; j++, z++) {
#if KSIG_COMPACT_RING
        ksig_mldsa_begin_stream(&v->xof.sponge, v->rho, ksig_mldsa_index(v->row_index, j));
        ksig_mldsa_add_stream(&v->xof.sponge, v->row.sum.words, z->words, KSIG_MLDSA_N);
#else
        unsigned position = ksig_mldsa_start_uniform(v, v->row_index, j);
        for (unsigned half = 0; half < 2; half++) {
            ksig_sum23_unpack(v->row.sum.operand, z->words + 96 * half, 32);
            position = ksig_mldsa_add_uniform(v, position, 128 * half, 128);
        }
#endif
    }
}

#endif
