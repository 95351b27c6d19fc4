/* High and low parts of coefficients, without a branch.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_HIGH_PART_H
#define KSIG_MLDSA_HIGH_PART_H

#include "mldsa/mldsa_params.h"
#include "util/bytes.h"

/* Decompose: r1 of w in [0, q) as w = r1 2 gamma2 + r0 with -gamma2 < r0 <= gamma2, or q - 1 where
 * the standard has r1 = 0 and r0 - 1 (FIPS 204 Algorithm 36). The quotient by 2 gamma2, a multiple
 * of 512, is one by 372 or 1023: see mldsa/mldsa_row.c. */
static inline uint32_t ksig_mldsa_raw_high(const ksig_mldsa_params *p, uint32_t w) {
    return ((w + p->gamma2 - 1) >> 9) * p->high_factor >> 25;
}

/* HighBits (FIPS 204 Algorithm 37): the standard's r1. */
static inline uint32_t ksig_mldsa_high(const ksig_mldsa_params *p, uint32_t w) {
    const uint32_t r1 = ksig_mldsa_raw_high(p, w);
    return r1 & ~ksig_mask(((r1 ^ p->high_parts) - 1) >> 31);
}

/* LowBits (FIPS 204 Algorithm 38): r0 for r1 as above. Where the standard has r0 - 1, r1 is the
 * largest, and its r0 not above 0. */
static inline int32_t ksig_mldsa_low(const ksig_mldsa_params *p, uint32_t w) {
    const uint32_t r1 = ksig_mldsa_raw_high(p, w);
    return (int32_t)(w - r1 * 2 * p->gamma2 - (((r1 ^ p->high_parts) - 1) >> 31));
}

/* 1 if |x| >= bound, else 0; both below 2^30. */
static inline uint32_t ksig_mldsa_exceeds(int32_t x, uint32_t bound) {
    return (uint32_t)(((int32_t)bound - 1 - x) | ((int32_t)bound - 1 + x)) >> 31;
}

#endif
