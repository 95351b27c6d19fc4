/* Arithmetic modulo q = 8380417 = 2^23 - 2^13 + 1 and the number-theoretic transform of
 * Z_q[x]/(x^256 + 1) (FIPS 204 section 7.5). Inputs are public: multiplications may take variable
 * time (UMULL, SMULL on Cortex-M3). SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_NTT_8380417_H
#define KSIG_NTT_8380417_H

#include <stdint.h>

#include "kilosig/config.h"

/* 1: verification uses the products of ring/short23.h, too. They are faster if a long product is a
 * call to the compiler's library. They leave no factor 2^-32: the functions below then behave as
 * for secrets. */
#ifndef KSIG_SHORT_RING
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1 && !KSIG_COMPACT_RING
#define KSIG_SHORT_RING 1
#else
#define KSIG_SHORT_RING 0
#endif
#endif
#if KSIG_SHORT_RING
#define ksig_ntt23 ksig_short_ntt
#define ksig_ntt23_last ksig_short_ntt_last
#define ksig_inverse_ntt23 ksig_short_inverse_ntt
#define ksig_sum23_pack ksig_short_pack
#define ksig_sum23_multiply ksig_short_multiply23
#define ksig_sum23_multiply_values ksig_short_multiply_values
#endif

/* 1: the inverse transform can undo a factor that z's first layers leave (mldsa/alg/mldsa_row.h),
 * KSIG_Z_SCALE. */
#if !KSIG_COMPACT_RING && (KSIG_SHORT_RING || defined(__riscv_mul))
#define KSIG_SCALED_Z 1
#else
#define KSIG_SCALED_Z 0
#endif
#if KSIG_SHORT_RING
#define ksig_inverse_ntt23_times ksig_short_inverse_ntt_times
#endif

#define KSIG_Q23 8380417          /* check: 8380417 == 2**23 - 2**13 + 1 */
#define KSIG_Q23_INVERSE 58728449 /* modulo 2^32; check: 8380417 * 58728449 % 2**32 == 1 */

/* Constants of the transform are kept as their quotients ceil(w 2^32 / q) for centred w. This
 * number is enough for ksig_times23, and the quotient of -w is 1 minus that of w. zeta^brv8(k) for
 * k = 0 .. 255, zeta = 1753: */
extern const int32_t ksig_zetas23[256];

/* The high word of a b, rounded down. */
static inline int32_t ksig_high32(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b >> 32); }

/* The representative in (-q, q) of a, |a| < 2^31 - 2^22: q is just above 2^23 - 2^13, so the
 * rounded quotient by 2^23 leaves |a - t q| < 2^22 + 2^8 2^13. */
static inline int32_t ksig_reduce23(int32_t a) {
    const int32_t t = (a + ((int32_t)1 << 22)) >> 23;
    return a - t * KSIG_Q23;
}

/* w from its quotient Q, which is above w 2^32 / q by less than 1: w = floor(Q q / 2^32) =
 * floor(Q / 2^9 - Q / 2^19 + Q / 2^32), where the fraction is below 2^-9: adding 2^-19 keeps it
 * below 1, and compensates for the bits that Q >> 13 drops. */
static inline int32_t ksig_short_constant23(int32_t quotient) {
    const uint32_t bits = (uint32_t)quotient;
    const int32_t fraction =
        (int32_t)((bits & 0x1ff) << 10) - (int32_t)(bits & 0x7ffff) + (quotient >> 13) + 1;
    return (quotient >> 9) - (quotient >> 19) + (fraction >> 19);
}

#if KSIG_SHORT_RING

static inline int32_t ksig_constant23(int32_t quotient) { return ksig_short_constant23(quotient); }

/* a w mod q, for w and its quotient, and |a| <= 2^24: within 0.742 q (ring/short23.c). */
static inline int32_t ksig_times23(int32_t a, int32_t w, int32_t quotient) {
    const int32_t t = (a >> 8) * ((quotient + 0x8000) >> 16) >> 8;
    return ksig_reduce23((int32_t)((uint32_t)a * (uint32_t)w - (uint32_t)t * (uint32_t)KSIG_Q23));
}

#else

/* w from its quotient, which is above w 2^32 / q by less than 1. */
static inline int32_t ksig_constant23(int32_t quotient) { return ksig_high32(quotient, KSIG_Q23); }

/* a w mod q, for w and its quotient: a w - floor(a quotient / 2^32) q lies between -|a| q / 2^32
 * and q + |a| q / 2^32, so low words are enough. One long multiplication (Barrett reduction with a
 * constant operand); Montgomery's takes two. */
static inline int32_t ksig_times23(int32_t a, int32_t w, int32_t quotient) {
    const uint32_t t = (uint32_t)ksig_high32(a, quotient);
    return (int32_t)((uint32_t)a * (uint32_t)w - t * (uint32_t)KSIG_Q23);
}

#endif

/* a 2^-32 mod q for |a| < 2^31 q, at most q / 2 + |a| / 2^32 in absolute value (MontgomeryReduce,
 * FIPS 204 Algorithm 49): a - t q is a multiple of 2^32, and both terms of the difference are below
 * 2^31 q in absolute value. Their low words are equal, so the difference of the high words is
 * exact. */
static inline int32_t ksig_montgomery23(int64_t a) {
    const int32_t t = (int32_t)(uint32_t)((uint32_t)a * (uint32_t)KSIG_Q23_INVERSE);
    return (int32_t)(a >> 32) - ksig_high32(t, KSIG_Q23);
}

/* (a b + c 2^32) 2^-32 mod q, for |a| and |c| up to q and |b| < q: at most 0.503 q in absolute
 * value. With 2^32 mod q one reduction is enough; check: 2**32 % 8380417 == 4193792 */
static inline int32_t ksig_multiply_add23(int32_t a, int32_t b, int32_t c) {
    const int64_t sum = (int64_t)a * b + (int64_t)c * 4193792;
    const uint32_t t = 0u - (uint32_t)sum * (uint32_t)KSIG_Q23_INVERSE;
    return (int32_t)((sum + (int64_t)(int32_t)t * KSIG_Q23) >> 32);
}

/* a b 2^-32 mod q in (-q, q), for |a b| < 2^31 q. */
static inline int32_t ksig_multiply23(int32_t a, int32_t b) {
    return ksig_montgomery23((int64_t)a * b);
}

/* The representative in [0, q) of a in [-q, 2 q). */
static inline int32_t ksig_positive23(int32_t a) {
    a -= KSIG_Q23;
    a += a >> 31 & KSIG_Q23;
    return a + (a >> 31 & KSIG_Q23);
}

/* The same for what ksig_inverse_ntt23 leaves. */
static inline int32_t ksig_inverse_positive23(int32_t a) {
#if KSIG_SHORT_RING
    return a + (a >> 31 & KSIG_Q23); /* within 0.742 q */
#else
    return ksig_positive23(a);
#endif
}

/* Transforms, in place, natural order in, bit-reversed order out. A layer adds less than 1.05 q to
 * the bound of |a|, which must stay below 2^31 / 32. ksig_ntt23 has all eight layers.
 * ksig_ntt23_last has the last six, for `count` values, a multiple of 64: the nodes root, root + 1,
 * .. of the level after the first two layers; 4 <= root < 8. */
void ksig_ntt23(int32_t a[256]);
void ksig_ntt23_last(int32_t *a, unsigned count, unsigned root);

/* Only with KSIG_SCALED_Z: the function below times a factor. last: zeta^128 / 256 and 1 / 256
 * times the factor, each with its quotient, or with KSIG_SHORT_RING its estimate;
 * ksig_inverse_last23 has those for the factors 1 and 1 / KSIG_Z_SCALE. */
enum { KSIG_Z_SCALE = 556 };
extern const int32_t ksig_inverse_last23[2][4];
void ksig_inverse_ntt23_times(int32_t a[256], const int32_t last[4]);

/* The inverse transform of 256 values in [-q, q] in place, times 2^32; outputs between -q / 2 and 3
 * q / 2. Undoes ksig_ntt23 and one factor 2^-32, as left by ksig_multiply23. */
#if KSIG_SCALED_Z
static inline void ksig_inverse_ntt23(int32_t a[256]) {
    ksig_inverse_ntt23_times(a, ksig_inverse_last23[0]);
}
#else
void ksig_inverse_ntt23(int32_t a[256]);
#endif

#endif
