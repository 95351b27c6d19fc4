/* The hint: omega positions, then k counts (FIPS 204 Algorithms 20, 21 and 40).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_HINT_H
#define KSIG_MLDSA_HINT_H

#include "guard/tally.h"
#include "mldsa/alg/mldsa_decompose.h"
#include "mldsa/mldsa_params.h"
#include "ring/ntt23.h"

/* Name: HintBitPack (FIPS 204 Algorithm 20), one row
 * bits: one per coefficient of row i. hint: the positions of the rows before, *hints in all.
 * Returns 0, or 1 if there are more than omega. */
static inline uint32_t ksig_mldsa_append_hint(const ksig_mldsa_params *p, uint8_t *hint,
                                              uint8_t *hints, unsigned i,
                                              const uint8_t bits[KSIG_MLDSA_N / 8]) {
    for (unsigned place = 0; place < KSIG_MLDSA_N; place++) {
        if (bits[place / 8] >> place % 8 & 1) {
            if (*hints == p->omega)
                return 1;
            hint[(*hints)++] = (uint8_t)place;
        }
    }
    hint[p->omega + i] = *hints;
    return 0;
}

/* Name: HintBitUnpack (FIPS 204 Algorithm 21), its checks
 * Counts never decrease and do not exceed omega; positions increase strictly within a polynomial;
 * unused ones are 0. No position beyond omega is read.
 * Returns k + omega items. */
static inline ksig_tally ksig_mldsa_tally_hint(const uint8_t *hint, unsigned k, unsigned omega) {
    const uint8_t *const counts = hint + omega;
    ksig_tally tally = {0, 0};
    unsigned n = 0;
    for (unsigned i = 0; i < k; i++) {
        const unsigned first = n, end = counts[i];
        ksig_count(&tally, end < first || end > omega);
        for (; n < end && n < omega; n++)
            ksig_count(&tally, n > first && hint[n] <= hint[n - 1]);
    }
    for (; n < omega; n++)
        ksig_count(&tally, hint[n] != 0);
    return tally;
}

/* Name: UseHint (FIPS 204 Algorithm 40) for the positions of row i, found as in HintBitUnpack
 * (Algorithm 21)
 * reduced: 1 for a polynomial in [0, q), else in [-q, 2 q). Coefficients with a hint become
 * multiples of 2 gamma2 whose high part is the corrected one. */
static inline void ksig_mldsa_apply_hint(const ksig_mldsa_params *p, const uint8_t *hint,
                                         unsigned i, int32_t poly[KSIG_MLDSA_N], int reduced) {
    const uint8_t *const counts = hint + p->omega;
    for (unsigned h = i == 0 ? 0 : counts[i - 1]; h < counts[i]; h++) {
        int32_t *const w = &poly[hint[h]];
        const uint32_t r = (uint32_t)(reduced ? *w : ksig_positive23(*w));
        *w = (int32_t)(ksig_mldsa_use_hint(p, r) * 2 * p->gamma2);
    }
}

#endif
