/* A coefficient of w and of z2 from the hint, and the sum of squares.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_HINT_H
#define KSIG_HAETAE_HINT_H

#include "haetae/common/haetae_params.h"
#include "ring/ntt16.h"

/* The row has t / 2 modulo q: so t, lifted to [0, 2 q) with the given parity, is 2 u + parity. w =
 * HighBits(t) + h modulo the hint modulus M; and z2 = (alpha w - t + parity) / 2 = alpha / 2 w - u,
 * centred modulo q: as alpha M = 2 q - 2, it is 1 more if w loses M, and 1 less if w gains M. */
static inline uint32_t ksig_haetae_use_hint(const ksig_haetae_params *p, uint32_t half,
                                            uint32_t parity, int32_t h, int32_t *z2) {
    const uint32_t modulus = ksig_haetae_hint_modulus(p);
    const unsigned shift = p->alpha_log - 1u;
    const uint32_t u = parity ? ksig_add16(half, (KSIG_Q16 - 1) / 2) : half;
    uint32_t w = ((u + (UINT32_C(1) << shift >> 1)) >> shift) + (uint32_t)h;
    *z2 = (int32_t)((w << shift) - u);
    if (w >= modulus) {
        const uint32_t below = w >> 31;
        *z2 += 1 - 2 * (int32_t)below;
        w -= below ? 0u - modulus : modulus;
    }
    return w;
}

/* The sum, in which bit 31 stays once it is set: a bound is less, and no square reaches 2^23. So no
 * sum wraps around, unless hundreds of additions fail to keep that bit. */
static KSIG_INLINE uint32_t ksig_haetae_sticky_sum(uint32_t sum, uint32_t square) {
    return (sum + square) | (sum & UINT32_C(0x80000000));
}

#endif
