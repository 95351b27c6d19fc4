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

/* T[n] += all - sum_b y[b] f[b - n], n = 0 .. 3, b = 0 .. 7: a field serves four sums. Field j >= 0 is 3 bits at 3 j of
 * `window`, field -j at 24 - 3 j of `below`. */
static inline void add_four(uint32_t t[4], const int32_t y[8], uint32_t all, uint32_t window, uint32_t below) {
    uint32_t t0 = t[0] + all, t1 = t[1] + all, t2 = t[2] + all, t3 = t[3] + all;
    uint32_t f, y0, y1, y2, y3;
    f = below >> 15 & 7;
    y3 = (uint32_t)y[0];
    t3 -= f * y3;
    f = below >> 18 & 7;
    y0 = (uint32_t)y[1];
    t2 -= f * y3, t3 -= f * y0;
    f = below >> 21 & 7;
    y1 = (uint32_t)y[2];
    t1 -= f * y3, t2 -= f * y0, t3 -= f * y1;
    f = window & 7;
    y2 = (uint32_t)y[3];
    t0 -= f * y3, t1 -= f * y0, t2 -= f * y1, t3 -= f * y2;
    f = window >> 3 & 7;
    y3 = (uint32_t)y[4];
    t0 -= f * y0, t1 -= f * y1, t2 -= f * y2, t3 -= f * y3;
    f = window >> 6 & 7;
    y0 = (uint32_t)y[5];
    t0 -= f * y1, t1 -= f * y2, t2 -= f * y3, t3 -= f * y0;
    f = window >> 9 & 7;
    y1 = (uint32_t)y[6];
    t0 -= f * y2, t1 -= f * y3, t2 -= f * y0, t3 -= f * y1;
    f = window >> 12 & 7;
    y2 = (uint32_t)y[7];
    t0 -= f * y3, t1 -= f * y0, t2 -= f * y1, t3 -= f * y2;
    f = window >> 15 & 7;
    t0 -= f * y0, t1 -= f * y1, t2 -= f * y2;
    f = window >> 18 & 7;
    t0 -= f * y1, t1 -= f * y2;
    f = window >> 21 & 7;
    t0 -= f * y2;
    t[0] = t0, t[1] = t1, t[2] = t2, t[3] = t3;
}

/* To T[n] y[b] s[i + b - n], where an index below 0 is 256 more and changes the sign. Eight fields of s are in `window`;
 * -(top - field) = top - (2 top - field), so the sign changes with the fields. */
void ksig_haetae_add_adjoint(uint32_t t[N], const ksig_haetae_secret *secret, const int32_t y[8], unsigned i) {
    const uint32_t top = (uint32_t)secret->top;
    uint32_t all = 0, window = eight_fields(secret, i);
    const uint32_t *const end = t + N;
    for (unsigned b = 0; b < 8; b++)
        all += top * (uint32_t)y[b];
    for (unsigned from = i; t < end;) {
        uint32_t next = eight_fields(secret, (from - 8) % N);
        if (from < 8 || from > i)             /* indices below 0; from wraps once */
            next = 2 * top * 0x249249 - next; /* check: 0x249249 == (8**8 - 1) // 7 */
        from = (from - 8) % N;
        uint32_t below = next;
        for (const uint32_t *const stop = t + 8; t < stop; t += 4) {
            add_four(t, y, all, window, below);
            window = window << 12 | below >> 12;
            below <<= 12;
        }
        window = next;
    }
}
