/* Products with adjoints of secret polynomials, and how these are packed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_ADJOINT_H
#define KSIG_HAETAE_ADJOINT_H

#include "haetae/common/haetae_params.h"
#include "util/multiply.h"

/* A small secret polynomial, packed as in the secret key: value = top - field. */
typedef struct ksig_haetae_secret {
    const uint8_t *packed;
    unsigned bits;
    int top;
} ksig_haetae_secret;

/* Secret polynomial p = 0 .. m + k - 1 of a secret key: s1, then s2. */
ksig_haetae_secret ksig_haetae_secret_in(const ksig_haetae_params *level, const uint8_t *secret_key,
                                         unsigned p);

static inline int ksig_haetae_secret_value(const ksig_haetae_secret *secret, unsigned i) {
    const unsigned bit = secret->bits * i, shift = bit % 8;
    /* A field of 3 bits may reach into the next byte; only then is that byte read. */
    unsigned held = secret->packed[bit / 8];
    if (shift + secret->bits > 8)
        held |= (unsigned)secret->packed[bit / 8 + 1] << 8;
    return secret->top - (int)(held >> shift & ((1u << secret->bits) - 1));
}

enum { KSIG_HAETAE_ADJOINT_BLOCK = 16 };

/* T += adj(s) (y[0] x^i + .. + y[15] x^(i + 15)) modulo 2^32, i a multiple of 16; adj(s) is s(1 /
 * x), so that <c s, y> = <c, adj(s) y>. T itself fits an int32_t with room to spare. In constant
 * time. s is packed as in ksig_haetae_secret, with top = bits - 1; i_bits = i + bits. */
void ksig_haetae_add_adjoint(uint32_t t[KSIG_HAETAE_N], const uint8_t *packed,
                             const int32_t y[KSIG_HAETAE_ADJOINT_BLOCK], unsigned i_bits);

#endif
