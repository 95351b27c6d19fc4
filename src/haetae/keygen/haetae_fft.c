/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/keygen/haetae_fft.h"

#include "haetae/common/haetae_pack.h"
#include "util/bytes.h"
#include "util/multiply.h"

#define LAST ((ksig_haetae_sine)65536)

/* test/unit/test_haetae_keygen.c recomputes this. */
const ksig_haetae_sine ksig_haetae_sines[129] = {
    0,     804,   1608,  2412,  3216,  4019,  4821,  5623,  6424,  7224,  8022,  8820,  9616,
    10411, 11204, 11996, 12785, 13573, 14359, 15143, 15924, 16703, 17479, 18253, 19024, 19792,
    20557, 21320, 22078, 22834, 23586, 24335, 25080, 25821, 26558, 27291, 28020, 28745, 29466,
    30182, 30893, 31600, 32303, 33000, 33692, 34380, 35062, 35738, 36410, 37076, 37736, 38391,
    39040, 39683, 40320, 40951, 41576, 42194, 42806, 43412, 44011, 44604, 45190, 45769, 46341,
    46906, 47464, 48015, 48559, 49095, 49624, 50146, 50660, 51166, 51665, 52156, 52639, 53114,
    53581, 54040, 54491, 54934, 55368, 55794, 56212, 56621, 57022, 57414, 57798, 58172, 58538,
    58896, 59244, 59583, 59914, 60235, 60547, 60851, 61145, 61429, 61705, 61971, 62228, 62476,
    62714, 62943, 63162, 63372, 63572, 63763, 63944, 64115, 64277, 64429, 64571, 64704, 64827,
    64940, 65043, 65137, 65220, 65294, 65358, 65413, 65457, 65492, 65516, 65531, LAST,
};

/* Loads a sine that may be the last one. */
static inline int32_t sine_of(const ksig_haetae_sine *sine) {
#if KSIG_COMPACT_RING
    return (int32_t)(*sine + ((uint32_t)(sine - ksig_haetae_sines) >> 7 << 16));
#else
    return (int32_t)*sine;
#endif
}

ksig_haetae_complex ksig_haetae_root(unsigned n) {
    const int32_t sign = n <= 128 ? 1 : -1;
    const unsigned m = n <= 128 ? 128 - n : n - 128; /* cos x = sin(pi / 2 - x) */
    const ksig_haetae_complex root = {sign * sine_of(&ksig_haetae_sines[m]),
                                      -sine_of(&ksig_haetae_sines[128 - m])};
    return root;
}

/* Eight packed fields, or those of the negated values: bits - 1 - s becomes bits - 1 + s, which is
 * 2 (bits - 1) minus the field. No field borrows. check: 2**1 * (4**8 - 1) / 3 == 43690 */
/* check: 2**2 * (8**8 - 1) / 7 == 9586980 */
static uint32_t signed_group(const uint8_t *packed, unsigned bits, unsigned group,
                             unsigned negated) {
    const uint32_t fields = ksig_haetae_group(packed, bits, group);
    return negated ? (bits == 3 ? UINT32_C(9586980) : UINT32_C(43690)) - fields : fields;
}

/* With w = exp(-pi i n / 256), n < 64: the roots of coefficients n, n + 64, n + 128, n + 192 are w,
 * w', -i w, -i w'. The first two layers combine these four to one number for each residue r: w s[n]
 * + (-i)^r w' s[n + 64] + (-1)^r (-i w) s[n + 128] + i^r (-i w') s[n + 192], which is a w - i b w +
 * a2 w' - i b2 w' with a, b = s[n], +-s[n + 128] and a2, b2 = +-s[n + 64], +-s[n + 192] or the
 * other way round. Nothing is rounded yet, as there are no products of fractions. Outputs are in
 * bit-reversed order. */
static void combine(ksig_haetae_complex out[KSIG_HAETAE_POINTS], const uint8_t *packed,
                    unsigned bits, unsigned residue) {
    static const uint8_t reversed[8] = {0, 4, 2, 6, 1, 5, 3, 7};
    const uint32_t mask = (1u << bits) - 1;
    const int32_t top = (int32_t)bits - 1;
    const unsigned odd = residue & 1, high = residue >> 1;
    for (unsigned group = 0; group < 8; group++) {
        uint32_t fields = ksig_haetae_group(packed, bits, group);
        uint32_t fields_b = signed_group(packed, bits, group + 16, odd);
        uint32_t fields_a2 = signed_group(packed, bits, group + (odd ? 24 : 8), high);
        uint32_t fields_b2 = signed_group(packed, bits, group + (odd ? 8 : 24), high);
        const ksig_haetae_sine *sine = &ksig_haetae_sines[8 * group],
                               *cosine = &ksig_haetae_sines[128 - 8 * group];
        for (unsigned i = 0; i < 8; i++, sine++, cosine--) {
            const int32_t s = (int32_t)sine[0], s2 = (int32_t)sine[64];
            const int32_t c = sine_of(cosine), c2 = (int32_t)cosine[-64];
            const int32_t a = top - (int32_t)(fields & mask), b = top - (int32_t)(fields_b & mask);
            const int32_t a2 = top - (int32_t)(fields_a2 & mask),
                          b2 = top - (int32_t)(fields_b2 & mask);
            ksig_haetae_complex *const x = &out[8u * reversed[i] + reversed[group]];
            x->re = 4 * (a * c - b * s + a2 * c2 - b2 * s2);
            x->im = -4 * (a * s + b * c + a2 * s2 + b2 * c2);
            fields >>= bits, fields_b >>= bits, fields_a2 >>= bits, fields_b2 >>= bits;
        }
    }
}

/* (x y + 2^15) >> 16 for x = x4 / 4 and y = y14 / 2^14: the product's high word, rounded by the bit
 * below. */
static inline int32_t multiply(int32_t y14, int32_t x4) {
    const int64_t product = ksig_multiply_signed(y14, x4);
    return (int32_t)(product >> 32) + (int32_t)((uint32_t)product >> 31);
}

void ksig_haetae_transform(ksig_haetae_complex out[KSIG_HAETAE_POINTS], const uint8_t *packed,
                           unsigned bits, unsigned residue) {
    combine(out, packed, bits, residue);
    /* A layer with blocks of 8 half, of which every fourth output is computed: output residue + 4 k
     * has the root of index (residue + 4 k) 256 / (4 half) = (residue + 4 k) 2^(6 - layer). */
    for (unsigned layer = 0; layer < 6; layer++) { /* check: 2**6 == 64 */
        const unsigned half = 1u << layer;
        for (unsigned k = 0; k < half; k++) {
            const ksig_haetae_complex root = ksig_haetae_root((residue + 4 * k) << (6 - layer));
            const int32_t re = root.re * (1 << 14), im = root.im * (1 << 14);
            for (unsigned n = k; n < KSIG_HAETAE_POINTS; n += 2 * half) {
                ksig_haetae_complex *const x = &out[n];
                const ksig_haetae_complex even = x[0], odd = x[half];
                const int32_t t_re = 4 * (multiply(re, odd.re) - multiply(im, odd.im));
                const int32_t t_im = 4 * (multiply(re, odd.im) + multiply(im, odd.re));
                x[0].re = even.re + t_re;
                x[0].im = even.im + t_im;
                x[half].re = even.re - t_re;
                x[half].im = even.im - t_im;
            }
        }
    }
}

/* (x^2 + 2^15) >> 16 for x = x4 / 4. */
static inline uint32_t square(int32_t x4) {
    return (uint32_t)(((uint64_t)ksig_multiply_signed(x4, x4) + (UINT32_C(1) << 19)) >> 20);
}

void ksig_haetae_add_squares(uint32_t sums[KSIG_HAETAE_POINTS],
                             const ksig_haetae_complex out[KSIG_HAETAE_POINTS]) {
    for (unsigned j = 0; j < KSIG_HAETAE_POINTS; j++)
        sums[j] += square(out[j].re) + square(out[j].im);
}

void ksig_haetae_keep_largest(uint32_t *largest, unsigned count,
                              const uint32_t sums[KSIG_HAETAE_POINTS]) {
    for (unsigned j = 0; j < KSIG_HAETAE_POINTS; j++) {
        uint32_t value = sums[j];
        for (unsigned i = 0; i < count; i++) {
            /* Exchanges them if value is larger; both are below 2^31. */
            const uint32_t change = (largest[i] ^ value) & ksig_sign_mask(largest[i] - value);
            largest[i] ^= change;
            value ^= change;
        }
    }
}

uint32_t ksig_haetae_singular_value(const ksig_haetae_params *p, const uint32_t *largest) {
    const unsigned count = p->sv_count;
    const uint32_t tau = p->tau, rest = p->sv_rest, smallest = largest[count - 1];
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        /* Weight tau, or rest for every sum that equals the smallest. */
        const uint32_t above = ksig_sign_mask(smallest - largest[i]);
        sum += ((largest[i] + 0x10200u) >> 10) * (rest + ((tau - rest) & above));
    }
    return (sum + 32u) >> 6; /* sum < 5 * 2^21 * 128 */
}
