/* Rounding: Power2Round, Decompose, HighBits, LowBits and UseHint (FIPS 204 Algorithms 35 to 38 and
 * 40), without a branch except in UseHint. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_DECOMPOSE_H
#define KSIG_MLDSA_DECOMPOSE_H

#include "mldsa/mldsa_params.h"
#include "util/bytes.h"

/* Name: Power2Round (FIPS 204 Algorithm 35)
 * t: in [0, q) = t1 2^13 + t0 with -2^12 < t0 <= 2^12.
 * Returns t1, and t0. */
static inline uint32_t ksig_mldsa_t1(int32_t t) { return ((uint32_t)t + 4095) >> KSIG_MLDSA_D; }
static inline int32_t ksig_mldsa_t0(int32_t t) {
    return t - (int32_t)(ksig_mldsa_t1(t) << KSIG_MLDSA_D);
}

/* Name: Decompose (FIPS 204 Algorithm 36)
 * w: in [0, q) = r1 2 gamma2 + r0 with -gamma2 < r0 <= gamma2.
 * Returns r1; but high_parts for q - 1 and the values just below it, where the standard has r1 = 0
 * and r0 - 1. 2 gamma2 is a multiple of 512; the shift leaves a division by 372 or 1023, for which
 * the multiplication is exact for all w. */
static inline uint32_t ksig_mldsa_raw_high(const ksig_mldsa_params *p, uint32_t w) {
    return ((w + p->gamma2 - 1) >> 9) * p->high_factor >> 25;
}

/* Name: HighBits (FIPS 204 Algorithm 37)
 * w: in [0, q).
 * Returns the standard's r1. */
static inline uint32_t ksig_mldsa_high(const ksig_mldsa_params *p, uint32_t w) {
    const uint32_t r1 = ksig_mldsa_raw_high(p, w);
    return r1 & ksig_sign_mask(r1 - p->high_parts); /* r1 is at most high_parts */
}

/* Name: LowBits (FIPS 204 Algorithm 38)
 * w: in [0, q).
 * Returns r0. Where the standard has r0 - 1, r1 is the largest and its r0 is not above 0. */
static inline int32_t ksig_mldsa_low(const ksig_mldsa_params *p, uint32_t w) {
    const uint32_t r1 = ksig_mldsa_raw_high(p, w);
    return (int32_t)(w - r1 * 2 * p->gamma2 - (((r1 ^ p->high_parts) - 1) >> 31));
}

/* Name: UseHint (FIPS 204 Algorithm 40), where the hint is 1
 * w: in [0, q), public.
 * Returns the high part that the hint corrects. */
static inline uint32_t ksig_mldsa_use_hint(const ksig_mldsa_params *p, uint32_t w) {
    const uint32_t m = p->high_parts, r1 = ksig_mldsa_high(p, w);
    const uint32_t low = w - r1 * 2 * p->gamma2; /* r0, modulo 2^32; not above 0 for w <= r1 2
                                                    gamma2 and for w from (m - 1/2) 2 gamma2 on */
    return low - 1 < p->gamma2 ? (r1 == m - 1 ? 0 : r1 + 1) : r1 == 0 ? m - 1 : r1 - 1;
}

/* 1 if |x| >= bound, else 0; both below 2^30. */
static inline uint32_t ksig_mldsa_exceeds(int32_t x, uint32_t bound) {
    return (uint32_t)(((int32_t)bound - 1 - x) | ((int32_t)bound - 1 + x)) >> 31;
}

#endif
