/* Arithmetic modulo q = 12289 and the number-theoretic transform of Z_q[x]/(x^n + 1), n = 512 or
 * 1024 (Falcon). Coefficients are signed 16-bit values, in place. All data is public.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Products are reduced by Plantard's method with signed words ("Improved Plantard Arithmetic",
 * TCHES 2022/4): for a product T in [-2^16 q, 2^32 - 2^17 q) the middle of T q^-1 mod 2^32 gives a
 * representative of -T 2^-32 mod q in
 * [-(q - 1) / 2, (q - 1) / 2]. A product by a constant saves one multiplication, as q^-1 is part of
 * the constant: two 32-bit multiplications, and no UMULL, which takes 3 to 5 cycles on a Cortex-M3.
 *
 * The transform stops one layer early: a pair of slots is a polynomial modulo x^2 -+ zeta. That
 * saves a layer and half the table. */
#ifndef KSIG_NTT_12289_H
#define KSIG_NTT_12289_H

#include <stdint.h>

#include "kilosig/config.h"

#define KSIG_Q14 INT32_C(12289) /* check: 12289 == 3 * 2**12 + 1 */
/* modulo 2^32; check: 12289 * 150982657 % 2**32 == 1 */
#define KSIG_Q14_INVERSE UINT32_C(150982657)

#if KSIG_ENABLE_FALCON_1024 || KSIG_ENABLE_FN_DSA_1024
#define KSIG_NTT14_ROOTS 512
#else
#define KSIG_NTT14_ROOTS 256
#endif

/* -7^brv10(k) 2^32 mod q, centred, times q^-1 mod 2^32: the roots of n = 1024 in bit-reversed
 * order. The table for a smaller n is a prefix. The first entry is that of 1. */
extern const uint32_t ksig_zetas14[KSIG_NTT14_ROOTS];

/* From t = T q^-1 mod 2^32. */
static inline int32_t ksig_plantard14(uint32_t t) {
    return (((int32_t)t >> 16) + 2) * KSIG_Q14 >> 16; /* below 2^15 q in absolute value: fits 32
                                                       * bits */
}

/* -T 2^-32 mod q in [-(q - 1) / 2, (q - 1) / 2] for |T| <= 2^16 q.
 * check: 2**16 * 12289 == 805371904 */
static inline int32_t ksig_reduce14(int32_t product) {
    return ksig_plantard14((uint32_t)product * KSIG_Q14_INVERSE);
}

/* -a b 2^-32 mod q, likewise. */
static inline int32_t ksig_product14(int32_t a, int32_t b) { return ksig_reduce14(a * b); }

/* a c mod q in the same range, for a constant in the form of the table and |a| <= 2^17. */
static inline int32_t ksig_multiply14(int32_t a, uint32_t constant) {
    return ksig_plantard14((uint32_t)a * constant);
}

/* The transform in place, without its last layer: inputs up to q in absolute value, outputs below 3
 * q / 2. */
void ksig_ntt14(int16_t *a, unsigned n);

/* a = -a b 2^-32 for two transforms; the result is up to q in absolute value. */
void ksig_multiply_ntt14(int16_t *a, const int16_t *b, unsigned n);

/* Back to coefficients, times n / 2, for slots up to q in absolute value; results up to 2 q. */
void ksig_inverse_ntt14(int16_t *a, unsigned n);

/* The constants for ksig_multiply14 that undo the factor -2^-32 n / 2 of a product: for -1514 2^-32
 * and -757 2^-32. */
/* check: 3340491286 * 12289 % 2**32 == 2**32 - 1514 */
#define KSIG_NTT14_UNSCALE_512 UINT32_C(3340491286)
/* check: 1670245643 * 12289 % 2**32 == 2**32 - 757 */
#define KSIG_NTT14_UNSCALE_1024 UINT32_C(1670245643)
/* check: (1514 * 256 + 2**64) % 12289 == 0 */
/* check: (757 * 512 + 2**64) % 12289 == 0 */

#endif
