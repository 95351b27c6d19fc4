/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt23.h"

#include "arch/gates.h"
#include "kilosig/config.h"

#if !KSIG_ASM_NTT23 && !KSIG_SHORT_RING /* short23.c */

/* A constant for ksig_times23. */
typedef struct constant {
    int32_t w, quotient;
} constant;

static inline constant constant_of(int32_t quotient) {
    const constant c = {ksig_constant23(quotient), quotient};
    return c;
}

static inline int32_t times(int32_t a, constant c) { return ksig_times23(a, c.w, c.quotient); }

/* Two layers at once: half the loads and stores. Quarter i of 4 h values begins at p[i h]; c holds
 * the zeta of the first layer, then the left and the right zeta of the second. */
static inline void two_layers(int32_t *p, unsigned h, const constant c[3]) {
    int32_t *const q = p + 2 * h; /* saves a base register */
    const int32_t a2 = times(q[0], c[0]), a3 = times(q[h], c[0]);
    const int32_t b0 = p[0] + a2, b2 = p[0] - a2;
    const int32_t b1 = times(p[h] + a3, c[1]), b3 = times(p[h] - a3, c[2]);
    p[0] = b0 + b1;
    p[h] = b0 - b1;
    q[0] = b2 + b3;
    q[h] = b2 - b3;
}

void ksig_ntt23_last(int32_t *a, unsigned count, unsigned root) {
    for (unsigned h = 16; h > 0; h /= 4, root *= 4) {
        const int32_t *zeta = &ksig_zetas23[root], *zetas = &ksig_zetas23[2 * root];
        for (int32_t *block = a; block < a + count; block += 4 * h, zetas += 2) {
            const constant c[3] = {constant_of(*zeta++), constant_of(zetas[0]),
                                   constant_of(zetas[1])};
            for (int32_t *p = block; p < block + h; p++)
                two_layers(p, h, c);
        }
    }
}

/* NTT (FIPS 204 Algorithm 41). */
void ksig_ntt23(int32_t a[256]) {
    const constant c[3] = {constant_of(ksig_zetas23[1]), constant_of(ksig_zetas23[2]),
                           constant_of(ksig_zetas23[3])};
    for (int32_t *p = a; p < a + 64; p++)
        two_layers(p, 64, c);
    ksig_ntt23_last(a, 256, 4);
}

/* Two layers of the inverse. Sums at most double in a layer: at most 2^8 q < 2^31 after the last
 * layer, and so do the differences; check: 2**8 * 8380417 // 2**31 == 0 */
static inline void two_inverse_layers(int32_t *p, unsigned h, const constant c[3]) {
    int32_t *const q = p + 2 * h;
    const int32_t b0 = p[0] + p[h], b1 = times(p[h] - p[0], c[1]);
    const int32_t b2 = q[0] + q[h], b3 = times(q[h] - q[0], c[2]);
    p[0] = b0 + b2;
    p[h] = b1 + b3;
    q[0] = times(b2 - b0, c[0]);
    q[h] = times(b3 - b1, c[0]);
}

#if KSIG_SCALED_Z
/* NTT^-1 (FIPS 204 Algorithm 42). */
void ksig_inverse_ntt23_times(int32_t a[256], const int32_t last[4]) {
#else
/* NTT^-1 (FIPS 204 Algorithm 42). */
void ksig_inverse_ntt23(int32_t a[256]) {
#endif
    /* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for k' at the mirrored
     * position in its layer. */
    for (unsigned h = 1, root = 255; h < 64; h *= 4, root /= 4) {
        const int32_t *zetas = &ksig_zetas23[root], *zeta = &ksig_zetas23[root / 2];
        for (int32_t *block = a; block < a + 256; block += 4 * h, zetas -= 2) {
            const constant c[3] = {constant_of(*zeta--), constant_of(zetas[0]),
                                   constant_of(zetas[-1])};
            for (int32_t *p = block; p < block + h; p++)
                two_inverse_layers(p, h, c);
        }
    }
#if KSIG_SCALED_Z
    const constant factor = {last[2], last[3]}, product = {last[0], last[1]};
#else
    /* The last two, with the factor 2^32 / 256: check: 2**24 % 8380417 == 16382 */
    const constant factor = {16382,
                             8395783}; /* check: (16382 * 2**32 + 8380416) // 8380417 == 8395783 */
    /* zeta^128 2^24; check: pow(1753, 128, 8380417) * 2**24 % 8380417 == 294725 */
    const constant product = {
        294725, 151046689}; /* check: (294725 * 2**32 + 8380416) // 8380417 == 151046689 */
#endif
    const constant c[3] = {product, constant_of(ksig_zetas23[3]), constant_of(ksig_zetas23[2])};
    for (int32_t *p = a; p < a + 64; p++) {
        two_inverse_layers(p, 64, c);
        p[0] = times(p[0], factor);
        p[64] = times(p[64], factor);
    }
}

#else
typedef int ksig_ntt23_is_elsewhere; /* ISO C forbids an empty file. */
#endif
