/* The ring modulo 8380417 in the least flash: KSIG_COMPACT_RING.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * One transform for signing and verification, layer by layer, with the products of ring/short23.h.
 * A root of the transform is one of 16 numbers times one of another 16, so 32 numbers replace a
 * table of 256. A packed value is three bytes, little-endian. */
#include "ring/short23.h"

#if KSIG_COMPACT_RING

/* zeta^brv8(k) for k = 0 .. 15, then for k = 0, 16, .. 240, between -q / 2 and q / 2;
 * test/unit/test_short_ring.c compares their transforms with those of the whole table. */
static const int32_t roots[32] = {
    1,       -3572223, 3765607,  3761513, -3201494, -2883726, -3145678, -3201430,
    -601683, 3542485,  2682288,  2129892, 3764867,  -1005239, 557458,   -1221177,
    1,       -3370349, 3602218,  3415069, 3073009,  1528066,  -2579253, 1356448,
    1753,    -27812,   -4146264, 2998219, -1623354, -3033742, 3994671,  -2185084,
};

static KSIG_NOINLINE int32_t times(int32_t a, int32_t w, int32_t estimate) {
    return ksig_compact_times(a, w, estimate);
}

/* BitRev8 (FIPS 204 Algorithm 43) is in the order of the table. zeta^brv8(k), within 0.6 q. */
static KSIG_NOINLINE int32_t root_of(unsigned k) {
    const int32_t w = roots[k % 16];
    return times(roots[16 + k / 16], w, ksig_short_estimate(w));
}

/* NTT (FIPS 204 Algorithm 41), or a part of it. The sum of a reduced value, within 0.51 q, and a
 * product by a root, within 0.73 q, is within 1.24 q. */
void ksig_compact_transform(int32_t *a, unsigned count, unsigned node) {
    const int32_t *const end = a + count;
    for (unsigned h = count / 2; h > 0; h /= 2, node *= 2) {
        unsigned k = node;
        int32_t *p = a;
        do {
            const int32_t w = root_of(k++), estimate = ksig_short_estimate(w);
            unsigned n = h;
            do {
                const int32_t b = ksig_compact_times(p[h], w, estimate),
                              value = ksig_compact_reduce(*p);
                p[h] = value - b;
                *p++ = value + b;
            } while (--n > 0);
            p += h;
        } while (p < end);
    }
}

/* NTT^-1 (FIPS 204 Algorithm 42). All values stay within 0.73 q, and within 0.7 q at the end. */
void ksig_short_inverse_ntt(int32_t a[256]) {
    int32_t *const end = a + 256;
    unsigned k = 256;
    for (unsigned h = 1; h < 256; h *= 2) {
        int32_t *p = a;
        do {
            const int32_t w = root_of(--k), estimate = ksig_short_estimate(w);
            unsigned n = h;
            do {
                const int32_t difference = p[h] - p[0], sum = p[h] + p[0];
                p[h] = ksig_compact_times(difference, w, estimate);
                *p++ = ksig_compact_reduce(sum);
            } while (--n > 0);
            p += h;
        } while (p < end);
    }
    /* 1 / 256; check: -32736 * 256 % 8380417 == 1 */
    do {
        *a = times(*a, -32736, -256);
    } while (++a < end);
}

void ksig_compact_pack(uint32_t *words, const int32_t *values, unsigned count) {
    uint8_t *packed = (uint8_t *)words;
    for (const int32_t *const end = values + count; values < end; packed += 3)
        ksig_compact_store(packed, ksig_compact_reduce(*values++));
}

void ksig_short_unpack(int32_t values[256], const uint32_t words[192]) {
    const uint8_t *packed = (const uint8_t *)words;
    for (const int32_t *const end = values + 256; values < end; packed += 3)
        *values++ = ksig_compact_load(packed);
}

/* MultiplyNTT (FIPS 204 Algorithm 45), negated. Values within 0.7 q, factors reduced to 0.51 q. */
void ksig_compact_negative_products(uint32_t *words, const int32_t *factors, unsigned count) {
    uint8_t *packed = (uint8_t *)words;
    for (const int32_t *const end = factors + count; factors < end; packed += 3) {
        const int32_t w = ksig_compact_reduce(*factors++);
        ksig_compact_store(packed, -times(ksig_compact_load(packed), w, ksig_short_estimate(w)));
    }
}

#else
typedef int ksig_compact23_is_not_compiled; /* ISO C forbids an empty file. */
#endif
