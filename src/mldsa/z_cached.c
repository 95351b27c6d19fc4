/* Variant FAST: the transform of z stays in the state, 768 bytes a polynomial.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verdict.h"
#include "mldsa/state.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST

/* A transformed polynomial: 256 coefficients in [0, q). */
typedef struct cached {
    ksig_low_bits low[256];
    uint8_t high[256];
} cached;

static cached *cache_of(ksig_mldsa_state *v) {
    return (cached *)(void *)v->tail; /* aligned: the head of the state is a multiple of 4 bytes */
}

uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p) { return p->l * (uint32_t)sizeof(cached); }

/* Each polynomial twice: z is read only once, so no later use would notice a check that failed to run. */
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p) { return 2u * p->l; }

uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing) {
    return (uint8_t *)v->row.poly + sizeof v->row.poly - missing;
}

void ksig_mldsa_z_done(ksig_mldsa_state *v) {
    int32_t *const poly = v->row.poly;
    ksig_mldsa_unpack_z(v);
    ksig_mldsa_check_z(v);
    ksig_mldsa_check_z(v);
    ksig_ntt23(poly, 256, 1);
    cached *const z = cache_of(v) + v->column_index;
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        ksig_mldsa_store(z->low, z->high, n, ksig_reduce23(poly[n]));
}

void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    const cached *z = cache_of(v);
    for (unsigned j = 0; j < ksig_mldsa_params_of(v)->l; j++, z++) {
        unsigned position = KSIG_SHAKE128_RATE;
        ksig_mldsa_start_uniform(v, v->row_index, j);
        for (unsigned n = 0; n < KSIG_MLDSA_N; n++) {
            const int32_t a = ksig_mldsa_next_uniform(&v->xof.sponge, &position);
            ksig_mldsa_accumulate(&v->row, n, ksig_multiply23(a, ksig_mldsa_load(z->low, z->high, n)));
        }
    }
}

#endif
