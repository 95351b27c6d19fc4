/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/short23.h"

#include "arch/gates.h"
#include "ring/groups23.h"

#if !KSIG_COMPACT_RING /* compact23.c */

void ksig_short_unpack(int32_t values[256], const uint32_t words[192]) {
    for (const int32_t *end = values + 256; values < end; values += 4, words += 3)
        ksig_load_group23(values, words);
}

#if !KSIG_SHORT_IS_LONG

#if !KSIG_ASM_SHORT23

typedef struct factor {
    int32_t w, estimate;
} factor;

static inline factor factor_of(int32_t quotient) {
    const factor f = {ksig_short_constant23(quotient), (quotient + 0x8000) >> 16};
    return f;
}

/* ksig_short_times without the rounding of a: over all constants of the transforms and |a| <= 2^24
 * the error of the quotient is below 247, which leaves the product within 0.742 q. */
static inline int32_t times(int32_t a, factor f) {
    const int32_t quotient = (a >> 8) * f.estimate >> 8;
    return ksig_reduce23(
        (int32_t)((uint32_t)a * (uint32_t)f.w - (uint32_t)quotient * (uint32_t)KSIG_Q23));
}

/* Two layers at once. All values are within 2 q. Those not multiplied first are reduced: sums are
 * below 0.501 q + 0.742 q before the second layer's products, which add up to 0.742 q. */
static inline void two_layers(int32_t *p, unsigned h, const factor f[3]) {
    int32_t *const q = p + 2 * h;
    const int32_t a0 = ksig_reduce23(p[0]), a1 = ksig_reduce23(p[h]), a2 = times(q[0], f[0]),
                  a3 = times(q[h], f[0]);
    const int32_t b1 = times(a1 + a3, f[1]), b3 = times(a1 - a3, f[2]);
    p[0] = a0 + a2 + b1;
    p[h] = a0 + a2 - b1;
    q[0] = a0 - a2 + b3;
    q[h] = a0 - a2 - b3;
}

static KSIG_INLINE void transform(int32_t *a, unsigned count, unsigned h, unsigned root) {
    for (; h > 0; h /= 4, root *= 4) {
        const int32_t *zeta = &ksig_zetas23[root], *zetas = &ksig_zetas23[2 * root];
        for (int32_t *block = a; block < a + count; block += 4 * h, zetas += 2) {
            const factor f[3] = {factor_of(*zeta++), factor_of(zetas[0]), factor_of(zetas[1])};
            for (int32_t *p = block; p < block + h; p++)
                two_layers(p, h, f);
        }
    }
}

/* NTT (FIPS 204 Algorithm 41) of secrets. */
void ksig_short_ntt(int32_t a[256]) { transform(a, 256, 64, 1); }

#if KSIG_SHORT_RING
void ksig_short_ntt_last(int32_t *a, unsigned count, unsigned root) {
    transform(a, count, 16, root);
}
#endif

/* Two layers of the inverse: all stay within 0.742 q. The sums are within 1.49 q before they are
 * reduced or multiplied by 1 / 256. */
static inline void two_inverse_layers(int32_t *p, unsigned h, const factor f[3],
                                      const factor *last) {
    int32_t *const q = p + 2 * h;
    const int32_t b0 = ksig_reduce23(p[0] + p[h]), b1 = times(p[h] - p[0], f[1]);
    const int32_t b2 = ksig_reduce23(q[0] + q[h]), b3 = times(q[h] - q[0], f[2]);
    p[0] = last ? times(b0 + b2, *last) : ksig_reduce23(b0 + b2);
    p[h] = last ? times(b1 + b3, *last) : ksig_reduce23(b1 + b3);
    q[0] = times(b2 - b0, f[0]);
    q[h] = times(b3 - b1, f[0]);
}

#if KSIG_SHORT_RING
/* NTT^-1 (FIPS 204 Algorithm 42) of secrets. */
void ksig_short_inverse_ntt_times(int32_t a[256], const int32_t last_layer[4]) {
#else
/* NTT^-1 (FIPS 204 Algorithm 42) of secrets. */
void ksig_short_inverse_ntt(int32_t a[256]) {
#endif
    for (unsigned h = 1, root = 255; h < 64; h *= 4, root /= 4) {
        const int32_t *zetas = &ksig_zetas23[root], *zeta = &ksig_zetas23[root / 2];
        for (int32_t *block = a; block < a + 256; block += 4 * h, zetas -= 2) {
            const factor f[3] = {factor_of(*zeta--), factor_of(zetas[0]), factor_of(zetas[-1])};
            for (int32_t *p = block; p < block + h; p++)
                two_inverse_layers(p, h, f, NULL);
        }
    }
#if KSIG_SHORT_RING
    const factor last = {last_layer[2], last_layer[3]}, root = {last_layer[0], last_layer[1]};
#else
    /* The last two, with the factor 1 / 256; check: -32736 * 256 % 8380417 == 1 */
    const factor last = {-32736, -256};
    /* zeta^128 / 256;
     * check: pow(1753, 128, 8380417) * pow(256, -1, 8380417) % 8380417 == -46690 % 8380417 */
    const factor root = {-46690, -365};
#endif
    const factor f[3] = {root, factor_of(ksig_zetas23[3]), factor_of(ksig_zetas23[2])};
    for (int32_t *p = a; p < a + 64; p++) {
#if KSIG_SHORT_RING /* as in the assembly */
        two_inverse_layers(p, 64, f, &last);
#else /* less code */
        two_inverse_layers(p, 64, f, NULL);
        p[0] = times(p[0], last);
        p[64] = times(p[64], last);
#endif
    }
}

#endif

void ksig_short_pack(uint32_t words[192], const int32_t values[256]) {
    for (const int32_t *end = values + 256; values < end; values += 4, words += 3) {
        const int32_t value[4] = {ksig_reduce23(values[0]), ksig_reduce23(values[1]),
                                  ksig_reduce23(values[2]), ksig_reduce23(values[3])};
        ksig_store_group23(words, value);
    }
}

static inline int32_t negative_product(int32_t value, int32_t by) {
    const int32_t w = ksig_reduce23(by);
    return -ksig_short_times(value, w, ksig_short_estimate(w));
}

/* MultiplyNTT (FIPS 204 Algorithm 45), negated. */
static void negative_products(uint32_t *words, const int32_t *factors, unsigned groups) {
    for (const int32_t *end = factors + 4 * groups; factors < end; factors += 4, words += 3) {
        int32_t value[4];
        ksig_load_group23(value, words);
        value[0] = negative_product(value[0], factors[0]);
        value[1] = negative_product(value[1], factors[1]);
        value[2] = negative_product(value[2], factors[2]);
        value[3] = negative_product(value[3], factors[3]);
        ksig_store_group23(words, value);
    }
}

void ksig_short_negative_products(uint32_t words[192], const int32_t factors[256]) {
    negative_products(words, factors, 64);
}

#if KSIG_SHORT_RING
void ksig_short_multiply23(uint32_t *words, const int32_t *factors, unsigned groups) {
    negative_products(words, factors, groups);
}

#if !KSIG_ASM_SHORT23
/* MultiplyNTT (FIPS 204 Algorithm 45), negated. */
void ksig_short_multiply_values(uint32_t *words, const int32_t *values, const int32_t *factors,
                                unsigned groups) {
    for (const int32_t *end = values + 4 * groups; values < end;
         values += 4, words += 3, factors += 4) {
        const int32_t value[4] = {
            negative_product(values[0], factors[0]), negative_product(values[1], factors[1]),
            negative_product(values[2], factors[2]), negative_product(values[3], factors[3])};
        ksig_store_group23(words, value);
    }
}
#endif
#endif

/* AddNTT (FIPS 204 Algorithm 44) of a product (MultiplyNTT, Algorithm 45). The sum is reduced with
 * the product: within 169 q it is that of ksig_short_times. Factors are within 0.51 q. */
static inline int32_t add_product(int32_t sum, int32_t a, uint32_t uniform) {
    const int32_t w = (int32_t)uniform;
    const int32_t quotient = ((a + 128) >> 8) * ksig_short_estimate(w) >> 8;
    return ksig_reduce23((int32_t)((uint32_t)sum + (uint32_t)a * (uint32_t)w -
                                   (uint32_t)quotient * (uint32_t)KSIG_Q23));
}

void ksig_short_add_products(uint32_t words[3], const uint32_t factors[3],
                             const uint32_t uniform[4]) {
    int32_t value[4], by[4];
    ksig_load_group23(value, words);
    ksig_load_group23(by, factors);
    value[0] = add_product(value[0], by[0], uniform[0]);
    value[1] = add_product(value[1], by[1], uniform[1]);
    value[2] = add_product(value[2], by[2], uniform[2]);
    value[3] = add_product(value[3], by[3], uniform[3]);
    ksig_store_group23(words, value);
}

void ksig_short_unpack_unscaled(int32_t values[256], const uint32_t words[192]) {
    ksig_short_unpack(values, words);
}

#else

void ksig_short_unpack_unscaled(int32_t values[256], const uint32_t words[192]) {
    for (const int32_t *end = values + 256; values < end; values += 4, words += 3) {
        int32_t value[4];
        ksig_load_group23(value, words);
        values[0] = ksig_montgomery23(value[0]);
        values[1] = ksig_montgomery23(value[1]);
        values[2] = ksig_montgomery23(value[2]);
        values[3] = ksig_montgomery23(value[3]);
    }
}

#endif

#else
typedef int ksig_short23_is_compact; /* ISO C forbids an empty file. */
#endif
