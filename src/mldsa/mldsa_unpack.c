/* z from its bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_compact.h"
#include "mldsa/mldsa_state.h"
#include "mldsa/mldsa_z_layers.h"
#include "stream/verdict.h"

/* 1 if |z| >= gamma1 - beta, else 0, for the field of z: if that is not beta + 1 .. 2 gamma1 - beta
 * - 1. Without a branch. */
static inline uint32_t excess(uint32_t field, uint32_t beta, unsigned bits) {
    const uint32_t above = field - (beta + 1), most = (UINT32_C(1) << bits) - 2 * beta - 2;
    return (above | (most - above)) >> 31;
}

static inline ksig_tally tally_range(const uint8_t *packed, uint32_t beta, unsigned bits) {
    ksig_tally tally = {0, 0};
#if KSIG_COMPACT_RING
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        ksig_count(&tally, excess(ksig_mldsa_field(packed, n, bits), beta, bits));
#else
    for (const uint8_t *end = packed + 32 * bits; packed < end; packed += bits / 2) {
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 0, bits), beta, bits));
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 1, bits), beta, bits));
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 2, bits), beta, bits));
        ksig_count(&tally, excess(ksig_mldsa_z_field(packed, 3, bits), beta, bits));
    }
#endif
    return tally;
}

void ksig_mldsa_check_z(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const uint8_t *const packed = ksig_mldsa_z_room(v, ksig_mldsa_z_packed(p));
#if KSIG_COMPACT_RING
    const ksig_tally tally = tally_range(packed, p->beta, p->z_bits);
#else
    const ksig_tally tally =
        p->z_bits == 18 ? tally_range(packed, p->beta, 18) : tally_range(packed, p->beta, 20);
#endif
    ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
}

#if KSIG_ML_DSA_VARIANT != KSIG_VARIANT_DEFAULT

/* BitUnpack (FIPS 204 Algorithm 19). */
void ksig_mldsa_unpack_z(ksig_mldsa_state *v) {
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
    int32_t *const poly = v->row.sum.operand;
#else
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
#endif
    if (ksig_mldsa_params_of(v)->z_bits == 18)
        ksig_mldsa_unpack_in_place(poly, 18);
    else
        ksig_mldsa_unpack_in_place(poly, 20);
}

#endif
