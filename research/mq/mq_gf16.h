/* GF(16) as Rainbow constructs it, eight per word. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * GF(4) = GF(2)[x]/(x^2 + x + 1), GF(16) = GF(4)[y]/(y^2 + y + x); a nibble b is b0 + b1 x + (b2 +
 * b3 x) y. Addition is XOR. */
#ifndef KSIG_GF16_H
#define KSIG_GF16_H

#include <stdint.h>

/* Each nibble times x: (b0 + b1 x) x = b1 + (b0 + b1) x, in both halves. */
static inline uint32_t ksig_gf16_times_x(uint32_t w) {
    const uint32_t even = w & UINT32_C(0x55555555), odd = w ^ even;
    return odd >> 1 ^ odd ^ even << 1;
}

/* Each nibble times y: (a + c y) y = c x + (a + c) y. */
static inline uint32_t ksig_gf16_times_y(uint32_t w) {
    const uint32_t low = w & UINT32_C(0x33333333), high = w ^ low;
    return ksig_gf16_times_x(high >> 2) ^ high ^ low << 2;
}

/* Each nibble times one element, 0 .. 15. */
static inline uint32_t ksig_gf16_multiply(uint32_t w, unsigned element) {
    const uint32_t y = ksig_gf16_times_y(w);
    uint32_t product = 0;
    if (element & 1)
        product = w;
    if (element & 2)
        product ^= ksig_gf16_times_x(w);
    if (element & 4)
        product ^= y;
    if (element & 8)
        product ^= ksig_gf16_times_x(y);
    return product;
}

#endif
