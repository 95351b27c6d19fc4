/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/adjoint.h"

enum { N = KSIG_HAETAE_N };

ksig_haetae_secret ksig_haetae_secret_in(const ksig_haetae_params *level, const uint8_t *secret_key, unsigned p) {
    const unsigned m = level->l - 1u;
    const uint8_t *const s1 = secret_key + ksig_haetae_key_bytes(level);
    ksig_haetae_secret secret = {s1 + 64 * p, 2, 1};
    if (p >= m) {
        secret.bits = ksig_haetae_s2_bits(level);
        secret.top = 1 + level->d;
        secret.packed = s1 + 64 * m + 32 * secret.bits * (p - m);
    }
    return secret;
}

/* Eight fields of a packed polynomial from coefficient i on, a multiple of 8, in 3 bits each. */
static inline uint32_t eight_fields(const ksig_haetae_secret *secret, unsigned i) {
    const uint8_t *const p = secret->packed + i / 8 * secret->bits;
    uint32_t fields = p[0] | (uint32_t)p[1] << 8;
    if (secret->bits == 3)
        return fields | (uint32_t)p[2] << 16;
    fields = (fields & 0xff) | (fields & 0xff00) << 4; /* fours, pairs and single fields of 2 bits move apart */
    fields = (fields & 0x00f00f) | (fields & 0x0f00f0) << 2;
    return (fields & 0x0c30c3) | (fields & 0x30c30c) << 1;
}

/* To T[n] y[b] s[i + b - n], where an index below 0 is 256 more and changes the sign. The fields of the eight s slide
 * through a word; -(top - field) = top - (2 top - field), so the sign changes with the fields. */
void ksig_haetae_add_adjoint(uint32_t t[N], const ksig_haetae_secret *secret, const int32_t y[8], unsigned i) {
    const uint32_t y0 = (uint32_t)y[0], y1 = (uint32_t)y[1], y2 = (uint32_t)y[2], y3 = (uint32_t)y[3],
                   y4 = (uint32_t)y[4], y5 = (uint32_t)y[5], y6 = (uint32_t)y[6], y7 = (uint32_t)y[7];
    const uint32_t top = (uint32_t)secret->top, all = top * (y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7);
    uint32_t window = eight_fields(secret, i);
    const uint32_t *const end = t + N;
    unsigned from = i;
    while (t < end) {
        uint32_t fields = eight_fields(secret, (from - 8) % N);
        if (from < 8 || from > i)                 /* indices below 0; from wraps once */
            fields = 2 * top * 0x249249 - fields; /* check: 0x249249 == (8**8 - 1) // 7 */
        from = (from - 8) % N;
        fields <<= 8;
        for (const uint32_t *const stop = t + 8; t < stop; t++) {
            uint32_t sum = *t + all;
            sum -= y0 * (window & 7);
            sum -= y1 * (window >> 3 & 7);
            sum -= y2 * (window >> 6 & 7);
            sum -= y3 * (window >> 9 & 7);
            sum -= y4 * (window >> 12 & 7);
            sum -= y5 * (window >> 15 & 7);
            sum -= y6 * (window >> 18 & 7);
            sum -= y7 * (window >> 21 & 7);
            *t = sum;
            window = window << 3 | fields >> 29;
            fields <<= 3;
        }
    }
}
