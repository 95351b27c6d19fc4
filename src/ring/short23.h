/* Arithmetic modulo q = 8380417 for secrets: no product is longer than 32 bits.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A 64-bit product takes variable time on Cortex-M3, and a run-time function on Cortex-M0. It would
 * only be needed for the quotient by q, of which an estimate is enough: computed from 16 bits of
 * each factor, the quotient of a w is within 200 of the true one. The remainder is below 200 q,
 * which fits 32 bits, and is reduced by a shift. Every product is the low word of MUL, MLA or MLS:
 * constant time on the cores that matter. */
#ifndef KSIG_SHORT_8380417_H
#define KSIG_SHORT_8380417_H

#include <stdint.h>

#include "kilosig/config.h"
#include "ring/ntt23.h"
#include "ring/sum23.h"
#include "util/bytes.h"
#include "util/memory.h"

/* round(w 2^16 / q) within 0.57, for |w| < q;
 * check: (2**16 * 2**10 * 2**7 - 8380417 * (2**10 + 1)) // 8380417 == 0 */
static inline int32_t ksig_short_estimate(int32_t w) { return (w + (w >> 10) + 64) >> 7; }

/* ksig_positive23 for secrets. */
static inline int32_t ksig_short_positive(int32_t a) {
    a -= KSIG_Q23;
    a += (int32_t)(KSIG_Q23 & ksig_sign_mask((uint32_t)a));
    return a + (int32_t)(KSIG_Q23 & ksig_sign_mask((uint32_t)a));
}

/* a w mod q, within 0.7 q, from w and its estimate. The error of the quotient is
 *     2^-8 |estimate| / 2   for the rounding of a to 16 bits,
 *     0.57 2^-16 |a|        for that of w, and
 *     1                     for that of itself:
 * for |w| < q / 2 and |a| <= 2^24 at most 64 + 146 + 1; for |w| < q and |a| < 0.51 q at most 128 +
 * 38 + 1. */
static inline int32_t ksig_short_times(int32_t a, int32_t w, int32_t estimate) {
    const int32_t quotient = ((a + 128) >> 8) * estimate >> 8;
    return ksig_reduce23(
        (int32_t)((uint32_t)a * (uint32_t)w - (uint32_t)quotient * (uint32_t)KSIG_Q23));
}

/* 1 if long products take constant time, which KSIG_SHORT_PRODUCTS denies, and there is assembly
 * that uses them: the functions below are then those for public data, with their bounds, and
 * products have the factor 2^-32 that the inverse transform removes. */
#if KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING && !KSIG_SHORT_PRODUCTS && \
    (defined(__ARM_FEATURE_DSP) || defined(__riscv_mul))
#define KSIG_SHORT_IS_LONG 1
#else
#define KSIG_SHORT_IS_LONG 0
#endif

/* 1 if ksig_sum23_add_packed_products is for secrets, with the scale of the functions below. */
#define KSIG_SUM23_SHORT (KSIG_SHORT_IS_LONG || KSIG_SHORT_RING)

/* Unpacks sum23.h's words, which are separate from the values or at their end. */
void ksig_short_unpack(int32_t values[256], const uint32_t words[192]);

/* The same for separate words, for values that were not multiplied before the inverse transform.
 */
void ksig_short_unpack_unscaled(int32_t values[256], const uint32_t words[192]);

#if KSIG_SHORT_IS_LONG

/* The result of a product by 1, 2^-32; check: -114592 * 2**32 % 8380417 == 1 */
enum { KSIG_SHORT_PRODUCT_OF_1 = -114592 };

static inline void ksig_short_ntt(int32_t a[256]) { ksig_ntt23(a); }
static inline void ksig_short_inverse_ntt(int32_t a[256]) { ksig_inverse_ntt23(a); }
static inline void ksig_short_ntt_pack(uint32_t words[192], int32_t values[256]) {
    ksig_ntt23_pack(words, values);
}
static inline void ksig_short_negative_products(uint32_t words[192], const int32_t factors[256]) {
    ksig_sum23_multiply(words, factors, 64);
}

#else

enum { KSIG_SHORT_PRODUCT_OF_1 = 1 };

/* The inverse transform of 256 values within 0.7 q, in place; outputs within 0.7 q. No factor is
 * left. */
#if !KSIG_SHORT_RING /* ring/ntt23.h */
void ksig_short_inverse_ntt(int32_t a[256]);
#endif

#if KSIG_COMPACT_RING /* compact23.c: the least flash, also for verification */

/* ksig_reduce23: within 0.51 q for inputs within 169 q. */
static KSIG_INLINE int32_t ksig_compact_reduce(int32_t a) {
    return a - ((a + ((int32_t)1 << 22)) >> 23) * KSIG_Q23;
}

/* ksig_short_times: within 0.73 q for |w| < 0.62 q and |a| <= 2^24. */
static KSIG_INLINE int32_t ksig_compact_times(int32_t a, int32_t w, int32_t estimate) {
    const int32_t quotient = ((a + 128) >> 8) * estimate >> 8;
    return ksig_compact_reduce(
        (int32_t)((uint32_t)a * (uint32_t)w - (uint32_t)quotient * (uint32_t)KSIG_Q23));
}

/* A packed value is three bytes, little-endian. */
static inline int32_t ksig_compact_load(const uint8_t packed[3]) {
#if KSIG_FAST_UNALIGNED
    uint16_t low;
    KSIG_COPY_FEW(&low, packed, 2);
    return (int32_t)((uint32_t)(int32_t)(int8_t)packed[2] << 16 | low);
#else
    return (int32_t)(ksig_load24(packed) << 8) >> 8;
#endif
}

static inline void ksig_compact_store(uint8_t packed[3], int32_t value) {
#if KSIG_FAST_UNALIGNED
    const uint16_t low = (uint16_t)value;
    KSIG_COPY_FEW(packed, &low, 2);
#else
    packed[0] = (uint8_t)value;
    packed[1] = (uint8_t)((uint32_t)value >> 8);
#endif
    packed[2] = (uint8_t)((uint32_t)value >> 16);
}

/* Adds the product of a factor within 0.51 q and uniform < q to a sum within 0.7 q. */
static inline void ksig_compact_add_product(uint8_t sum[3], const uint8_t factor[3],
                                            uint32_t uniform) {
    const int32_t w = (int32_t)uniform;
    const int32_t product =
        ksig_compact_times(ksig_compact_load(factor), w, ksig_short_estimate(w));
    ksig_compact_store(sum, ksig_compact_reduce(ksig_compact_load(sum) + product));
}

/* The transform of `count` values, 256 or 128, |a| <= 2^24, which form node `node` of their level:
 * a whole polynomial is node 1, its halves after the first layer are 2 and 3. Outputs within 1.24
 * q. */
void ksig_compact_transform(int32_t *a, unsigned count, unsigned node);

/* ksig_short_pack and ksig_short_negative_products for `count` values. */
void ksig_compact_pack(uint32_t *words, const int32_t *values, unsigned count);
void ksig_compact_negative_products(uint32_t *words, const int32_t *factors, unsigned count);

static inline void ksig_short_ntt(int32_t a[256]) { ksig_compact_transform(a, 256, 1); }

static inline void ksig_short_pack(uint32_t words[192], const int32_t values[256]) {
    ksig_compact_pack(words, values, 256);
}

static inline void ksig_short_negative_products(uint32_t words[192], const int32_t factors[256]) {
    ksig_compact_negative_products(words, factors, 256);
}

#else

/* ksig_ntt23 for |a| <= 2^24: outputs within 1.9 q. */
void ksig_short_ntt(int32_t a[256]);

/* As in sum23.h, with packed values within 0.7 q. _pack packs values below 2^31 - 2^22;
 * _negative_products sets them to -value factor, factors within 2^31 - 2^22; _add_products adds the
 * four products of a group, of packed factors and uniform < q. */
void ksig_short_pack(uint32_t words[192], const int32_t values[256]);
void ksig_short_negative_products(uint32_t words[192], const int32_t factors[256]);
void ksig_short_add_products(uint32_t words[3], const uint32_t factors[3],
                             const uint32_t uniform[4]);

#endif

static inline void ksig_short_ntt_pack(uint32_t words[192], int32_t values[256]) {
    ksig_short_ntt(values);
    ksig_short_pack(words, values);
}

#endif

#endif
