/* Signing: the symbols of the two compressed sections.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_SIGN_SYMBOLS_H
#define KSIG_HAETAE_SIGN_SYMBOLS_H

#include "haetae/common/haetae_challenge.h"
#include "ring/ntt16.h"
#include "util/bytes.h"

#define KSIG_HAETAE_Q2 ((int32_t)(2 * KSIG_Q16))

/* The symbol of HighBits(z1), and the low byte below it. `bad` if the symbol is not in the
 * alphabet. */
static inline uint32_t ksig_haetae_z1_symbol(const ksig_haetae_params *p, int32_t rounded,
                                             uint8_t *low, uint32_t *bad) {
    *low = (uint8_t)rounded;
    const uint32_t symbol = (uint32_t)((rounded + 128) >> 8) + p->hb_offset;
    *bad |= (p->hb_symbols - 1u - symbol) >> 31 | symbol >> 31;
    return symbol;
}

/* w - 2 z2 in [0, 2 q), for w in that range. */
static inline uint32_t ksig_haetae_moved(uint32_t w, int32_t rounded) {
    uint32_t moved = w - 2 * (uint32_t)rounded; /* in (-2 q, 4 q) */
    moved += KSIG_HAETAE_Q2 & ksig_sign_mask(moved);
    moved -= KSIG_HAETAE_Q2;
    return moved + (KSIG_HAETAE_Q2 & ksig_sign_mask(moved));
}

/* The symbol of the hint: HighBits(w) - HighBits(w - 2 z2) (specification 4.5). */
static inline uint32_t ksig_haetae_hint_symbol(const ksig_haetae_params *p, uint32_t w,
                                               uint32_t moved, uint32_t *bad) {
    uint32_t h = ksig_haetae_high_bits(p, w) - ksig_haetae_high_bits(p, moved);
    h += ksig_haetae_hint_modulus(p) & ksig_sign_mask(h);
    const uint32_t above = (p->hint_cut - h) >> 31;             /* h > cut */
    const uint32_t gap = (p->hint_cut + p->hint_gap - h) >> 31; /* h > cut + gap */
    *bad |= above & ~gap;
    return h - (p->hint_gap & ksig_mask(above));
}

#endif
