/* Signing: z and the hint, rounded and packed. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "haetae/challenge.h"
#include "haetae/sign_state.h"
#include "ring/ntt_64513.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N, Q2 = 2 * 64513 };

/* The symbol of HighBits(z1), and the low byte beside it. `bad` if it is not in the alphabet. */
static uint32_t z1_symbol(const ksig_haetae_params *p, int32_t rounded, uint8_t *low, uint32_t *bad) {
    *low = (uint8_t)rounded;
    const uint32_t symbol = (uint32_t)((rounded + 128) >> 8) + p->hb_offset;
    *bad |= (p->hb_symbols - 1u - symbol) >> 31 | symbol >> 31;
    return symbol;
}

/* The symbol of the hint for w in [0, 2 q): HighBits(w) - HighBits(w - 2 z2) (specification 4.5). */
static uint32_t hint_symbol(const ksig_haetae_params *p, uint32_t w, int32_t rounded, uint32_t *bad) {
    uint32_t moved = w - 2 * (uint32_t)rounded; /* in (-2 q, 4 q) */
    moved += Q2 & (0u - (moved >> 31));
    moved -= Q2;
    moved += Q2 & (0u - (moved >> 31));
    uint32_t h = ksig_haetae_high_bits(p, w) - ksig_haetae_high_bits(p, moved);
    h += ksig_haetae_hint_modulus(p) & (0u - (h >> 31));
    const uint32_t above = (p->hint_cut - h) >> 31;             /* h > cut */
    const uint32_t gap = (p->hint_cut + p->hint_gap - h) >> 31; /* h > cut + gap */
    *bad |= above & ~gap;
    return h - (p->hint_gap & (0u - above));
}

/* Both sections are there, one behind the other at the end of the signature: moves them to their place and writes what
 * is left. Returns 1 if their lengths have no code. */
static int finish(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    uint8_t *const signature = s->head.signature;
    const uint32_t end = s->head.scheme->signature_bytes, start = s->encoder.limit;
    const uint32_t hb_code = s->hint_front - s->encoder.front - p->base_hb, hint_code = end - s->hint_front - p->base_h;
    if (hb_code > 255 || hint_code > 255)
        return 1;
    memcpy(signature, s->c, sizeof s->c);
    signature[start - 2] = (uint8_t)hb_code;
    signature[start - 1] = (uint8_t)hint_code;
    memmove(signature + start, signature + s->encoder.front, end - s->encoder.front);
    memset(signature + start + (end - s->encoder.front), 0, s->encoder.front - start);
    return 0;
}

int ksig_haetae_sign_emit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->head.index;
    uint8_t *const signature = s->head.signature, *const symbols = s->work.emit.symbols;
    const int32_t sign = 1 - 2 * (s->head.sign & 1);
    uint32_t bad = 0;
    ksig_haetae_y y;

    ksig_haetae_sign_times_c(s, i);
    ksig_haetae_start_y(&y, &s->sponge, s->seed, s->head.nonce - (uint32_t)(p->l + p->k) + i, &s->norm);
    for (unsigned n = 0; n < N; n++) {
        const uint32_t negative = (KSIG_Q16 / 2 - s->operand[n]) >> 31;
        const int32_t cs = (int32_t)s->operand[n] - (int32_t)(KSIG_Q16 & (0u - negative));
        const int32_t z = ksig_haetae_round(ksig_haetae_next_y(&y)) + sign * cs; /* 2^13 c s rounds to c s */
        if (i < p->l) {
            symbols[n] = (uint8_t)z1_symbol(p, z, &signature[KSIG_HAETAE_C_BYTES + 256 * i + n], &bad);
        } else {
            const unsigned row = i - p->l;
            const uint32_t w = ksig_haetae_sign_lift(s, row, n, ksig_haetae_sign_row(s, row)[n]);
            symbols[n] = (uint8_t)hint_symbol(p, w, z, &bad);
        }
    }
    ksig_wipe(&y, sizeof y);
    if (bad != 0 ||
        ksig_rans_encode(&s->encoder, signature, i < p->l ? p->hb_frequency : p->hint_frequency, symbols) != 0)
        return 1;
    if (i != p->l && i != 0)
        return 0;
    if (ksig_rans_finish(&s->encoder, signature) != 0) /* a section is complete */
        return 1;
    if (i == 0)
        return finish(s);
    s->hint_front = s->encoder.front;
    ksig_rans_start(&s->encoder, s->encoder.front, s->encoder.limit);
    return 0;
}
