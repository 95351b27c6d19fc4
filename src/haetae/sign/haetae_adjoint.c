/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_adjoint.h"

#include "arch/gates.h"
#include "kilosig/config.h"

enum { N = KSIG_HAETAE_N };

ksig_haetae_secret ksig_haetae_secret_in(const ksig_haetae_params *level, const uint8_t *secret_key,
                                         unsigned p) {
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

#if !KSIG_ASM_ADJOINT
/* Eight fields of a packed polynomial from coefficient i on, a multiple of 8, in 3 bits each. */
static inline uint32_t eight_fields(const uint8_t *packed, unsigned bits, unsigned i) {
    const uint8_t *const p = packed + i / 8 * bits;
    uint32_t fields = p[0] | (uint32_t)p[1] << 8;
    if (bits == 3)
        return fields | (uint32_t)p[2] << 16;
    fields = (fields & 0xff) | (fields & 0xff00)
                                   << 4; /* moves fours, pairs and single fields of 2 bits apart */
    fields = (fields & 0x00f00f) | (fields & 0x0f00f0) << 2;
    return (fields & 0x0c30c3) | (fields & 0x30c30c) << 1;
}

/* The lowest 3 bits, a signed number. */
static inline uint32_t value_of(uint32_t bits) { return ((bits & 7) ^ 4) - 4; }

/* T[n] += sum_b y[b] f[b - n], n = 0 .. 3: a field serves four sums. Field j >= 0 is at 3 j of
 * `window`, -j at 24 - 3 j of `below`. */
static inline void add_four(uint32_t t[4], const int32_t y[8], uint32_t window, uint32_t below) {
    uint32_t t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
    uint32_t f, y0 = (uint32_t)y[0], y1 = (uint32_t)y[1], y2 = (uint32_t)y[2], y3 = (uint32_t)y[3];
    f = value_of(below >> 15), t3 += f * y0;
    f = value_of(below >> 18), t2 += f * y0, t3 += f * y1;
    f = value_of(below >> 21), t1 += f * y0, t2 += f * y1, t3 += f * y2;
    f = value_of(window), t0 += f * y0, t1 += f * y1, t2 += f * y2, t3 += f * y3;
    y0 = (uint32_t)y[4];
    f = value_of(window >> 3), t0 += f * y1, t1 += f * y2, t2 += f * y3, t3 += f * y0;
    y1 = (uint32_t)y[5];
    f = value_of(window >> 6), t0 += f * y2, t1 += f * y3, t2 += f * y0, t3 += f * y1;
    y2 = (uint32_t)y[6];
    f = value_of(window >> 9), t0 += f * y3, t1 += f * y0, t2 += f * y1, t3 += f * y2;
    y3 = (uint32_t)y[7];
    f = value_of(window >> 12), t0 += f * y0, t1 += f * y1, t2 += f * y2, t3 += f * y3;
    f = value_of(window >> 15), t0 += f * y1, t1 += f * y2, t2 += f * y3;
    f = value_of(window >> 18), t0 += f * y2, t1 += f * y3;
    f = value_of(window >> 21), t0 += f * y3;
    t[0] = t0, t[1] = t1, t[2] = t2, t[3] = t3;
}

/* The same for eight sums. */
static void add_fields(uint32_t t[8], const int32_t y[8], uint32_t window, uint32_t below) {
    add_four(t, y, window, below);
    add_four(t + 4, y, window << 12 | (below >> 12 & 0xfff), below << 12);
}

/* check: 0o11111111 == (8**8 - 1) // 7 */
#define ONES UINT32_C(011111111)

/* Eight values of s, or of -s, on 3 bits each, from fields top - s: x in -2 .. 2 on 3 bits is (x +
 * 4) ^ 4. */
static inline uint32_t eight_values(const uint8_t *packed, unsigned bits, unsigned i,
                                    int negative) {
    const uint32_t fields = eight_fields(packed, bits, i), top = bits - 1;
    return (negative ? fields + (4 - top) * ONES : (4 + top) * ONES - fields) ^ 4 * ONES;
}

/* Adds y[b] s[i + b - n] to T[n]; an index below 0 wraps around and changes the sign. */
static void add_eight(uint32_t t[N], const uint8_t *packed, unsigned bits, const int32_t y[8],
                      unsigned i) {
    uint32_t window = eight_values(packed, bits, i, 0);
    unsigned from = i;
    int negative = 0;
    for (const uint32_t *const end = t + N; t < end; t += 8) {
        if (from == 0)
            negative = 1;
        from = (from - 8) % N;
        const uint32_t below = eight_values(packed, bits, from, negative);
        add_fields(t, y, window, below);
        window = below;
    }
}

void ksig_haetae_add_adjoint(uint32_t t[N], const uint8_t *packed,
                             const int32_t y[KSIG_HAETAE_ADJOINT_BLOCK], unsigned i_bits) {
    const unsigned bits = i_bits % 8, i = i_bits - bits;
    add_eight(t, packed, bits, y, i);
    add_eight(t, packed, bits, y + 8, i + 8);
}
#endif
