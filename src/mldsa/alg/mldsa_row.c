/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_row.h"

#include "arch/gates.h"
#include "mldsa/alg/mldsa_pack.h"

enum { N = KSIG_MLDSA_N, HALF = N / 2 };

/* Packs at the beginning of poly, then moves the words up, the last one first. */
void ksig_mldsa_begin_at_end(int32_t poly[N]) {
    uint32_t *const words = (uint32_t *)poly;
    ksig_short_ntt_pack(words, poly);
    for (unsigned n = 192; n-- > 0;) {
        words[n + 64] = words[n];
        KSIG_KEEP_LOOP();
    }
}

KSIG_NOINLINE void ksig_mldsa_transform_operand(int32_t *operand, uint32_t factors[192]) {
    ksig_short_ntt_pack(factors, operand);
}

#if KSIG_COMPACT_RING

void ksig_mldsa_end_row(int32_t poly[N]) {
    ksig_short_unpack(poly, (const uint32_t *)poly + 64);
    ksig_short_inverse_ntt(poly);
    for (unsigned n = 0; n < N; n++)
        poly[n] = ksig_short_positive(poly[n]);
}

void ksig_mldsa_undo_transform(int32_t row[N], const uint32_t factors[192]) {
    ksig_short_unpack(row, factors);
    ksig_short_inverse_ntt(row);
}

/* The first layer, with BitUnpack (FIPS 204 Algorithm 19): a half is modulo x^128 - r, where r is
 * zeta^128 or its negative. Fields n and n + 128 begin at the same bit of their bytes: see
 * ksig_mldsa_field.
 * check: pow(1753, 128, 8380417) == 8380417 - 3572223 */
void ksig_mldsa_transform_half(int32_t values[HALF], const uint8_t *packed, unsigned bits,
                               unsigned half) {
    const int32_t w = half ? 3572223 : -3572223, estimate = ksig_short_estimate(w),
                  gamma1 = (int32_t)1 << (bits - 1);
    for (unsigned n = 0, bit = bits + 7; n < HALF; n++, bit += bits) {
        const uint8_t *const low = packed + bit / 8 - 3, *const high = low + 16 * bits;
        const unsigned left = 15 - bit % 8, right = 32 - bits;
        const int32_t a = gamma1 - (int32_t)((uint32_t)ksig_compact_load(low) << left >> right);
        const int32_t b = gamma1 - (int32_t)((uint32_t)ksig_compact_load(high) << left >> right);
        values[n] = a + ksig_compact_times(b, w, estimate);
    }
    ksig_compact_transform(values, HALF, 2 + half);
    ksig_compact_pack((uint32_t *)values, values, HALF);
}

#else

static void finish(int32_t *poly) {
    ksig_short_inverse_ntt(poly);
    for (int32_t *const end = poly + N; poly < end; poly += 4) {
        const int32_t a = poly[0], b = poly[1], c = poly[2], d = poly[3];
        poly[0] = ksig_short_positive(a);
        poly[1] = ksig_short_positive(b);
        poly[2] = ksig_short_positive(c);
        poly[3] = ksig_short_positive(d);
    }
}

KSIG_NOINLINE void ksig_mldsa_end_row(int32_t poly[N]) {
    ksig_short_unpack(poly, (const uint32_t *)poly + 64);
    finish(poly);
}

KSIG_NOINLINE void ksig_mldsa_undo_transform(int32_t row[N], const uint32_t factors[192]) {
    ksig_short_unpack_unscaled(row, factors);
    ksig_short_inverse_ntt(row);
}

#if !KSIG_ASM_Z_LAYERS

/* The first layer. With KSIG_SCALED_Z: |a| and |b| up to 2^19 make less than 2^31 - 2^22.
 * check: 556 * pow(1753, 128, 8380417) % 8380417 == 2841
 * check: (556 + 2841) * 2**19 // (2**31 - 2**22) == 0 */
static inline int32_t first_layer(int32_t a, int32_t b, unsigned half) {
    if (KSIG_SCALED_Z) {
        const int32_t sum = KSIG_Z_SCALE * a + (half ? -2841 : 2841) * b;
        return KSIG_SHORT_RING ? ksig_reduce23(sum) : sum;
    }
    /* The halves differ in the sign of the first constant. */
    const int32_t quotient = half ? 1 - ksig_zetas23[1] : ksig_zetas23[1];
    return a + ksig_times23(b, ksig_constant23(quotient), quotient);
}

/* BitUnpack (FIPS 204 Algorithm 19) and the beginning of NTT. */
void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits,
                             unsigned half) {
    const int32_t quotient2 = ksig_zetas23[2 + half], w2 = ksig_constant23(quotient2);
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    for (unsigned n = 0; n < 64; n++) {
        int32_t a[4];
        for (unsigned i = 0; i < 4; i++)
            a[i] = gamma1 -
                   (int32_t)ksig_mldsa_z_field(packed + (n / 4 + 16 * i) * (bits / 2), n % 4, bits);
        const int32_t b = first_layer(a[0], a[2], half);
        const int32_t t = ksig_times23(first_layer(a[1], a[3], half), w2, quotient2);
        values[n] = b + t;
        values[n + 64] = b - t;
    }
}

#endif

#endif
