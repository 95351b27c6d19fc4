/* z from its bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verdict.h"
#include "mldsa/state.h"
#include "mldsa/z_layers.h"

/* 1 if |z| >= gamma1 - beta, else 0, for the field of z: if that is not beta + 1 .. 2 gamma1 - beta - 1. Without a
 * branch. */
static inline uint32_t excess(uint32_t field, uint32_t beta, unsigned bits) {
    const uint32_t above = field - (beta + 1), most = (UINT32_C(1) << bits) - 2 * beta - 2;
    return (above | (most - above)) >> 31;
}

static inline ksig_tally tally_range(const uint8_t *packed, uint32_t beta, unsigned bits) {
    ksig_tally tally = {0, 0};
    for (const uint8_t *end = packed + 32 * bits; packed < end; packed += bits / 2) {
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 0, bits), beta, bits));
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 1, bits), beta, bits));
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 2, bits), beta, bits));
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 3, bits), beta, bits));
    }
    return tally;
}

void ksig_mldsa_check_z(ksig_mldsa_state *v, const uint8_t *packed) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const ksig_tally tally = p->z_bits == 18 ? tally_range(packed, p->beta, 18) : tally_range(packed, p->beta, 20);
    ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
}

#if KSIG_ML_DSA_VARIANT != KSIG_VARIANT_DEFAULT

/* Four coefficients take their bytes before they are overwritten: 4 n + 15 is below 1024 - 32 b + (n + 4) b / 8 for
 * n = 0, 4, .. 252 and b = 18 or 20 bits. */
static inline void unpack(int32_t poly[256], unsigned bits) {
    const uint8_t *packed = (const uint8_t *)(poly + KSIG_MLDSA_N) - 32 * bits;
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    for (int32_t *end = poly + KSIG_MLDSA_N; poly < end; poly += 4, packed += bits / 2) {
        const uint32_t f0 = ksig_mldsa_z_field(packed, 0, bits), f1 = ksig_mldsa_z_field(packed, 1, bits);
        const uint32_t f2 = ksig_mldsa_z_field(packed, 2, bits), f3 = ksig_mldsa_z_field(packed, 3, bits);
        poly[0] = gamma1 - (int32_t)f0;
        poly[1] = gamma1 - (int32_t)f1;
        poly[2] = gamma1 - (int32_t)f2;
        poly[3] = gamma1 - (int32_t)f3;
    }
}

void ksig_mldsa_unpack_z(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    if (ksig_mldsa_params_of(v)->z_bits == 18)
        unpack(poly, 18);
    else
        unpack(poly, 20);
}

#endif
