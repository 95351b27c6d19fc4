/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt14.h"

#include "arch/gates.h"

#if !KSIG_ASM_NTT14

/* Two layers at a time, so that a value is loaded and stored half as often. Quarter i of 4 h values
 * begins at p[i h]; upper is the root of the outer layer. Of the four inputs only the first is
 * never multiplied: it is reduced instead. So all outputs are below 3 q / 2 in absolute value,
 * whatever the inputs. */
static inline void two_layers(int16_t *p, unsigned h, uint32_t one, uint32_t upper, uint32_t left,
                              uint32_t right) {
    const int32_t t2 = ksig_multiply14(p[2 * h], upper), t3 = ksig_multiply14(p[3 * h], upper);
    const int32_t a0 = ksig_multiply14(p[0], one), a1 = p[h];
    const int32_t b1 = ksig_multiply14(a1 + t3, left), b3 = ksig_multiply14(a1 - t3, right);
    p[0] = (int16_t)(a0 + t2 + b1);
    p[h] = (int16_t)(a0 + t2 - b1);
    p[2 * h] = (int16_t)(a0 - t2 + b3);
    p[3 * h] = (int16_t)(a0 - t2 - b3);
}

void ksig_ntt14(int16_t *a, unsigned n) {
    unsigned k = 1;
    if (n == 1024) { /* an odd number of layers: the first alone */
        for (int16_t *p = a; p < a + 512; p++) {
            const int32_t low = p[0], t = ksig_multiply14(p[512], ksig_zetas14[1]);
            p[0] = (int16_t)(low + t);
            p[512] = (int16_t)(low - t);
        }
        k = 2;
    }
    for (unsigned h = 128; h >= 2; h /= 4, k *= 4) {
        const uint32_t *outer = &ksig_zetas14[k], *inner = &ksig_zetas14[2 * k];
        for (int16_t *block = a; block < a + n; block += 4 * h) {
            const uint32_t upper = *outer++, left = *inner++, right = *inner++;
            for (int16_t *p = block; p < block + h; p++)
                two_layers(p, h, ksig_zetas14[0], upper, left, right);
        }
    }
}

/* Two layers of the inverse, for inputs of up to q: sums are below 4 q. Only one of the outputs is
 * a sum of all inputs; it is reduced. Outputs are up to q. */
static inline void two_inverse_layers(int16_t *p, unsigned h, uint32_t one, uint32_t left,
                                      uint32_t right, uint32_t upper) {
    const int32_t a0 = p[0], a1 = p[h], a2 = p[2 * h], a3 = p[3 * h];
    const int32_t b0 = a0 + a1, b1 = ksig_multiply14(a1 - a0, left);
    const int32_t b2 = a2 + a3, b3 = ksig_multiply14(a3 - a2, right);
    p[0] = (int16_t)ksig_multiply14(b0 + b2, one);
    p[h] = (int16_t)(b1 + b3);
    p[2 * h] = (int16_t)ksig_multiply14(b2 - b0, upper);
    p[3 * h] = (int16_t)ksig_multiply14(b3 - b1, upper);
}

void ksig_inverse_ntt14(int16_t *a, unsigned n) {
    /* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for k' at the mirrored
     * position in its layer. */
    for (unsigned h = 2, k = n / 2; h <= 128; h *= 4, k /= 4) {
        const uint32_t *inner = &ksig_zetas14[k], *outer = &ksig_zetas14[k / 2];
        for (int16_t *block = a; block < a + n; block += 4 * h) {
            const uint32_t left = *--inner, right = *--inner, upper = *--outer;
            for (int16_t *p = block; p < block + h; p++)
                two_inverse_layers(p, h, ksig_zetas14[0], left, right, upper);
        }
    }
    if (n == 1024) {
        for (int16_t *p = a; p < a + 512; p++) {
            const int32_t low = p[0], high = p[512];
            p[0] = (int16_t)(low + high);
            p[512] = (int16_t)ksig_multiply14(high - low, ksig_zetas14[1]);
        }
    }
}

#endif

#if !KSIG_ASM_NTT14 || KSIG_ARMV6M

/* Pairs are polynomials modulo x^2 - z, where z is a root of the last layer for every other pair,
 * and -z for the next. */
void ksig_multiply_ntt14(int16_t *a, const int16_t *b, unsigned n) {
    const uint32_t *zetas = &ksig_zetas14[n / 4];
    for (const int16_t *const end = a + n; a < end; a += 4, b += 4) {
        const uint32_t zeta = *zetas++;
        const int32_t high0 = ksig_multiply14(ksig_product14(a[1], b[1]), zeta);
        const int32_t high1 = ksig_multiply14(ksig_product14(a[3], b[3]), zeta);
        const int32_t low0 = ksig_product14(a[0], b[0]), low1 = ksig_product14(a[2], b[2]);
        a[1] = (int16_t)ksig_reduce14((int32_t)a[0] * b[1] + (int32_t)a[1] * b[0]);
        a[3] = (int16_t)ksig_reduce14((int32_t)a[2] * b[3] + (int32_t)a[3] * b[2]);
        a[0] = (int16_t)(low0 + high0);
        a[2] = (int16_t)(low1 - high1);
    }
}

#else
typedef int ksig_ntt14_is_assembly; /* ISO C forbids an empty file. */
#endif
