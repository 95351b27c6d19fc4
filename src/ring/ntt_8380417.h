/* Arithmetic modulo q = 8380417 = 2^23 - 2^13 + 1 and the number-theoretic transform of Z_q[x]/(x^256 + 1) (FIPS 204
 * section 7.5). Inputs are public: multiplications may take variable time (UMULL, SMULL on Cortex-M3).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_NTT_8380417_H
#define KSIG_NTT_8380417_H

#include <stdint.h>

#define KSIG_Q23 8380417          /* check: 8380417 == 2**23 - 2**13 + 1 */
#define KSIG_Q23_INVERSE 58728449 /* modulo 2^32; check: 8380417 * 58728449 % 2**32 == 1 */

/* zeta^brv8(k) 2^32 mod q for k = 0 .. 255, centred; zeta = 1753. */
extern const int32_t ksig_zetas23[256];

/* a 2^-32 mod q in (-q, q), for |a| < 2^31 q (Montgomery reduction): a - t q is a multiple of 2^32, and both terms of the
 * difference are below 2^31 q in size. Their low words are equal, so the difference of the high words is exact. */
static inline int32_t ksig_montgomery23(int64_t a) {
    const int32_t t = (int32_t)(uint32_t)((uint32_t)a * (uint32_t)KSIG_Q23_INVERSE);
    return (int32_t)(a >> 32) - (int32_t)((int64_t)t * KSIG_Q23 >> 32);
}

/* a b 2^-32 mod q in (-q, q), for |a b| < 2^31 q. */
static inline int32_t ksig_multiply23(int32_t a, int32_t b) { return ksig_montgomery23((int64_t)a * b); }

/* The value in [0, q) of a in [-q, q). */
static inline int32_t ksig_positive23(int32_t a) { return a + (a < 0 ? KSIG_Q23 : 0); }

/* The value in [0, q) of any |a| < 2^31 - 2^22. */
static inline int32_t ksig_reduce23(int32_t a) {
    /* q is just above 2^23 - 2^13: the rounded quotient by 2^23 leaves |a - t q| < 2^22 + 2^8 2^13 < q. */
    const int32_t t = (a + (1 << 22)) >> 23;
    return ksig_positive23(a - t * KSIG_Q23);
}

/* The transform in place of the n = 256 >> d values at a, where a is node `root` of level d of the tree of factors:
 * root = 1, n = 256 is the whole transform; root = 2, 3 with n = 128 are the halves that remain after the first layer.
 * Natural order in, bit-reversed order out. |a| < B in gives |a| < B + log2(n) q out; needs B + 8 q < 2^31. */
void ksig_ntt23(int32_t *a, unsigned n, unsigned root);

/* The inverse transform of 256 values |a| < q in place, times 2^32; |a| < q out. Undoes ksig_ntt23 with one factor 2^-32,
 * as a product by ksig_multiply23 has it. */
void ksig_inverse_ntt23(int32_t a[256]);

#endif
