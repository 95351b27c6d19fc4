/* Products of secrets, in constant time.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Code that multiplies secrets includes this file, which refuses to compile for a core without
 * multiplication. On a core without an instruction for 64-bit products the compiler would call a
 * run-time function, and libgcc's branches on a carry. With KSIG_SHORT_PRODUCTS they are composed
 * of products of 16-bit halves, which fit 32 bits. */
#ifndef KSIG_MULTIPLY_H
#define KSIG_MULTIPLY_H

#include <stdint.h>

#include "guard/guard.h"
#include "kilosig/config.h"
#include "util/bytes.h"

/* libgcc's functions branch on the bits or the signs of factors here. (__mulsi3 for AVR with MUL
 * does not.) */
#if (defined(__riscv) && !defined(__riscv_mul)) || \
    (defined(__AVR__) && !defined(__AVR_HAVE_MUL__)) || (SIZE_MAX == 0xffff && !defined(__AVR__))
#if !KSIG_ALLOW_LEAKY_PRODUCTS &&                                               \
    (KSIG_ENABLE_ML_DSA_44 || KSIG_ENABLE_ML_DSA_65 || KSIG_ENABLE_ML_DSA_87 || \
     KSIG_ENABLE_HAETAE_2 || KSIG_ENABLE_HAETAE_3 || KSIG_ENABLE_HAETAE_5)
#error \
    "no multiplication here: signing leaks by its time, unless KSIG_ALLOW_LEAKY_PRODUCTS 1 accepts it"
#endif
#endif

/* With a = ah 2^16 + al, b = bh 2^16 + bl, 0 <= al, bl < 2^16; for signed numbers, ah and bh have
 * the sign. The terms added to al bl, ah bl and al bh are within 0 .. 2^16 - 1, so that no sum
 * overflows:
 *
 *   unsigned: (2^16 - 1)^2 + 2^16 - 1 = 2^16 (2^16 - 1) < 2^32
 *   signed:   -2^15 (2^16 - 1) > -2^31, and
 *             (2^15 - 1)(2^16 - 1) + 2^16 - 1 = 2^15 (2^16 - 1) < 2^31
 *
 * ah bh and its added terms fit because the whole product does. The barriers keep the compiler from
 * recognizing the long product. */
static inline uint64_t ksig_short_multiply(uint32_t a, uint32_t b) {
    uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    KSIG_BARRIER(al);
    KSIG_BARRIER(ah);
    KSIG_FACTOR_BARRIER(bl);
    KSIG_FACTOR_BARRIER(bh);
    const uint32_t low = al * bl, middle = ah * bl + (low >> 16),
                   middle2 = al * bh + (middle & 0xffff);
    const uint32_t high = ah * bh + (middle >> 16) + (middle2 >> 16);
    return (uint64_t)high << 32 | (middle2 << 16 | (low & 0xffff));
}

static inline int64_t ksig_short_multiply_signed(int32_t a, int32_t b) {
    int32_t al = (int32_t)((uint32_t)a & 0xffff), ah = a >> 16,
            bl = (int32_t)((uint32_t)b & 0xffff), bh = b >> 16;
    KSIG_BARRIER(al);
    KSIG_BARRIER(ah);
    KSIG_FACTOR_BARRIER(bl);
    KSIG_FACTOR_BARRIER(bh);
    const uint32_t low = (uint32_t)al * (uint32_t)bl;
    const int32_t middle = ah * bl + (int32_t)(low >> 16),
                  middle2 = al * bh + (int32_t)((uint32_t)middle & 0xffff);
    const int32_t high = ah * bh + (middle >> 16) + (middle2 >> 16);
    return (int64_t)((uint64_t)(uint32_t)high << 32 | ((uint32_t)middle2 << 16 | (low & 0xffff)));
}

/* x^2, |x| < 2^15. */
static inline uint32_t ksig_square(int32_t x) {
    KSIG_FACTOR_BARRIER(x);
    return (uint32_t)(x * x);
}

/* KSIG_PRODUCTS_APART: a function of several products. Where each is a call, its terms would lie in
 * the caller's frame, below which other calls go deeper. */
#if KSIG_SHORT_PRODUCTS
#define KSIG_PRODUCTS_APART KSIG_NOINLINE
uint64_t ksig_multiply(uint32_t a, uint32_t b);
int64_t ksig_multiply_signed(int32_t a, int32_t b);
#else
#define KSIG_PRODUCTS_APART inline
static inline uint64_t ksig_multiply(uint32_t a, uint32_t b) { return (uint64_t)a * b; }
static inline int64_t ksig_multiply_signed(int32_t a, int32_t b) { return (int64_t)a * b; }
#endif

#endif
