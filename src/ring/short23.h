/* Arithmetic modulo q = 8380417 for secrets: no product is longer than 32 bits. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The product of 64 bits takes a varying time on Cortex-M3, and a run-time function on Cortex-M0. It is only wanted for
 * the quotient by q, and an estimate of that is enough: the quotient of a w is within 200 of the true one if it comes
 * from 16 bits of each factor. What is left is below 200 q, which fits 32 bits, and is reduced by a shift. Every product
 * takes the low word of MUL, MLA or MLS: always the same time on the cores that matter. */
#ifndef KSIG_SHORT_8380417_H
#define KSIG_SHORT_8380417_H

#include <stdint.h>

#include "kilosig/config.h"
#include "ring/ntt23.h"
#include "ring/sum23.h"
#include "util/bytes.h"

/* round(w 2^16 / q) within 0.57, for |w| < q; check: (2**16 * 2**10 * 2**7 - 8380417 * (2**10 + 1)) // 8380417 == 0 */
static inline int32_t ksig_short_estimate(int32_t w) { return (w + (w >> 10) + 64) >> 7; }

/* ksig_positive23 of what is secret. */
static inline int32_t ksig_short_positive(int32_t a) {
    a -= KSIG_Q23;
    a += (int32_t)(KSIG_Q23 & ksig_sign_mask((uint32_t)a));
    return a + (int32_t)(KSIG_Q23 & ksig_sign_mask((uint32_t)a));
}

/* a w mod q, within 0.7 q, from w and its estimate. The quotient is wrong by
 *     2^-8 |estimate| / 2   for the rounding of a to 16 bits,
 *     0.57 2^-16 |a|        for that of w, and
 *     1                     for that of itself:
 * for |w| < q / 2 and |a| <= 2^24 at most 64 + 146 + 1; for |w| < q and |a| < 0.51 q at most 128 + 38 + 1. */
static inline int32_t ksig_short_times(int32_t a, int32_t w, int32_t estimate) {
    const int32_t quotient = ((a + 128) >> 8) * estimate >> 8;
    return ksig_reduce23((int32_t)((uint32_t)a * (uint32_t)w - (uint32_t)quotient * (uint32_t)KSIG_Q23));
}

/* 1 where long products take the same time for all factors and there is assembly with them: the functions below are then
 * those for public data, with their bounds, and products have the factor 2^-32 that the inverse transform takes away. */
#if KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING && !KSIG_SHORT_PRODUCTS && defined(__ARM_FEATURE_DSP)
#define KSIG_SHORT_IS_LONG 1
#else
#define KSIG_SHORT_IS_LONG 0
#endif

/* Unpacks sum23.h's words, which are apart from the values or lie at their end. */
void ksig_short_unpack(int32_t values[256], const uint32_t words[192]);

/* The same where they are apart, for what the inverse transform is to undo that was not multiplied. */
void ksig_short_unpack_unscaled(int32_t values[256], const uint32_t words[192]);

#if KSIG_SHORT_IS_LONG

/* What a product by 1 comes to, 2^-32; check: -114592 * 2**32 % 8380417 == 1 */
enum { KSIG_SHORT_PRODUCT_OF_1 = -114592 };

static inline void ksig_short_ntt(int32_t a[256]) { ksig_ntt23(a); }
static inline void ksig_short_inverse_ntt(int32_t a[256]) { ksig_inverse_ntt23(a); }
static inline void ksig_short_ntt_pack(uint32_t words[192], int32_t values[256]) { ksig_ntt23_pack(words, values); }
static inline void ksig_short_negative_products(uint32_t words[192], const int32_t factors[256]) {
    ksig_sum23_multiply(words, factors, 64);
}

#else

enum { KSIG_SHORT_PRODUCT_OF_1 = 1 };

/* ksig_ntt23 of |a| <= 2^24: out within 1.9 q. */
void ksig_short_ntt(int32_t a[256]);

/* The inverse of 256 values within 0.7 q, in place; within 0.7 q out. No factor is left. */
void ksig_short_inverse_ntt(int32_t a[256]);

/* As in sum23.h, where values are within 0.7 q: packs values below 2^31 - 2^22. Sets them to
 * -value factor; adds the four products of a group with uniform < q. Factors of the one are within 2^31 - 2^22, those
 * of the other a group too. */
void ksig_short_pack(uint32_t words[192], const int32_t values[256]);
static inline void ksig_short_ntt_pack(uint32_t words[192], int32_t values[256]) {
    ksig_short_ntt(values);
    ksig_short_pack(words, values);
}
void ksig_short_negative_products(uint32_t words[192], const int32_t factors[256]);
void ksig_short_add_products(uint32_t words[3], const uint32_t factors[3], const uint32_t uniform[4]);

#endif

#endif
