/* Arithmetic modulo q = 64513 = 63 2^10 + 1, which fits 16 bits unsigned, and the number-theoretic
 * transform of Z_q[x]/(x^256 + 1) with zeta = 426 (HAETAE). Values are in [0, q) everywhere; no
 * branch or address depends on them. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_NTT_64513_H
#define KSIG_NTT_64513_H

#include <stdint.h>

#include "arch/compiler.h"
#include "util/bytes.h"

#define KSIG_Q16 UINT32_C(64513) /* check: 64513 == 63 * 2**10 + 1 */
#define KSIG_Q16_INVERSE 1025u   /* modulo 2^16; check: 64513 * 1025 % 2**16 == 1 */

/* zeta^brv8(k) 2^32 mod q for k = 0 .. 255. */
extern const uint16_t ksig_zetas16[256];

/* a + b and a - b mod q for a, b in [0, q). Always inlined: gcc -Os would call them 131,072 times
 * in a verification. */
static KSIG_INLINE uint32_t ksig_add16(uint32_t a, uint32_t b) {
    const uint32_t sum = a + b - KSIG_Q16;
    return sum + (KSIG_Q16 & ksig_sign_mask(sum));
}

static KSIG_INLINE uint32_t ksig_subtract16(uint32_t a, uint32_t b) {
    const uint32_t difference = a - b;
    return difference + (KSIG_Q16 & ksig_sign_mask(difference));
}

/* a q^-1 mod 2^16. */
static inline uint32_t ksig_montgomery_factor16(uint32_t a) {
#if UINTPTR_MAX > 0xffff
    return a * ((uint32_t)KSIG_Q16_INVERSE << 16) >> 16;
#else
    return (a & 0xffffu) * KSIG_Q16_INVERSE & 0xffffu;
#endif
}

/* a 2^-16 mod q in [0, q), for a < 2^16 q (Montgomery reduction). The low halves of a and t q are
 * equal, so the difference of the high halves is exact. */
static inline uint32_t ksig_montgomery16(uint32_t a) {
    return ksig_subtract16(a >> 16, ksig_montgomery_factor16(a) * KSIG_Q16 >> 16);
}

/* a b 2^-16 mod q in [0, q), for a, b in [0, q). */
static inline uint32_t ksig_multiply16(uint32_t a, uint32_t b) { return ksig_montgomery16(a * b); }

/* 2^32 mod q: ksig_multiply16(a, KSIG_Q16_R2) is a 2^16 mod q. check: 2**32 % 64513 == 14321 */
#define KSIG_Q16_R2 14321u

/* The transform in place, natural order in, bit-reversed order out: slot i is a(zeta^(2 brv8(i) +
 * 1)). */
void ksig_ntt16(uint16_t a[256]);

/* The inverse in place, times 2^16: undoes ksig_ntt16 and one factor 2^-16, as left by
 * ksig_multiply16. */
void ksig_inverse_ntt16(uint16_t a[256]);

#endif
