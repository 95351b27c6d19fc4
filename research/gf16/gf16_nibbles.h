/* GF(16) = GF(2)[x]/(x^4 + x + 1), eight elements in a word, as used by UOV and MAYO.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Bit i of a nibble is the coefficient of x^i; addition is XOR. Not the tower field of Rainbow. For
 * public data only. */
#ifndef KSIG_GF16_NIBBLES_H
#define KSIG_GF16_NIBBLES_H

#include <stdint.h>

/* Each nibble times x: x^4 = x + 1. */
static inline uint32_t ksig_nibbles_times_x(uint32_t w) {
    const uint32_t top = w & UINT32_C(0x88888888);
    return (w ^ top) << 1 ^ top >> 3 ^ top >> 2;
}

/* Each nibble times one element, 0 .. 15. */
static inline uint32_t ksig_nibbles_multiply(uint32_t w, unsigned element) {
    uint32_t product = 0;
    for (; element != 0; element >>= 1, w = ksig_nibbles_times_x(w)) {
        if (element & 1)
            product ^= w;
    }
    return product;
}

/* All multiples of a word: products[e] is each nibble times e. */
static inline void ksig_nibbles_multiples(uint32_t products[16], uint32_t w) {
    const uint32_t w2 = ksig_nibbles_times_x(w), w4 = ksig_nibbles_times_x(w2),
                   w8 = ksig_nibbles_times_x(w4);
    products[0] = 0;
    products[1] = w;
    products[2] = w2;
    products[3] = w2 ^ w;
    products[4] = w4;
    products[5] = w4 ^ w;
    products[6] = w4 ^ w2;
    products[7] = w4 ^ w2 ^ w;
    products[8] = w8;
    products[9] = w8 ^ w;
    products[10] = w8 ^ w2;
    products[11] = w8 ^ w2 ^ w;
    products[12] = w8 ^ w4;
    products[13] = w8 ^ w4 ^ w;
    products[14] = w8 ^ w4 ^ w2;
    products[15] = w8 ^ w4 ^ w2 ^ w;
}

/* Element i of elements packed from the low nibble on. */
static inline unsigned ksig_nibble(const uint8_t *packed, unsigned i) {
    return (unsigned)packed[i / 2] >> 4 * (i % 2) & 15;
}

#endif
