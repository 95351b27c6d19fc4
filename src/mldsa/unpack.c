/* A polynomial of z in place of its bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verdict.h"
#include "mldsa/state.h"

#if KSIG_ML_DSA_VARIANT != KSIG_VARIANT_DEFAULT

/* Coefficient n takes its bytes before they are overwritten: 4 n + 3 is below 1024 - 32 b + (n + 1) b / 8 for n < 256 and
 * b = 18 or 20 bits. */
void ksig_mldsa_unpack_z(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    const uint8_t *const packed = (const uint8_t *)(poly + KSIG_MLDSA_N) - ksig_mldsa_z_packed(p);
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        poly[n] = ksig_mldsa_z_coefficient(p, packed, n);
}

void ksig_mldsa_check_z(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    ksig_tally tally = {0, 0};
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        ksig_count(&tally, ksig_mldsa_z_excess(p, KSIG_MLDSA_POLY(&v->row)[n]));
    ksig_counted(&v->head, tally, KSIG_MLDSA_N, KSIG_REJECT_Z_RANGE);
}

#endif
