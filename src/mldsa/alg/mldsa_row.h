/* Rows: polynomials and their transforms, packed at a polynomial's end; factors of A's rows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A row is summed on 24 bits a value (ring/sum23.h), in the last 768 bytes of the polynomial that
 * it becomes. Each operand is transformed first. */
#ifndef KSIG_MLDSA_ROW_H
#define KSIG_MLDSA_ROW_H

#include "mldsa/alg/mldsa_expand_a.h"
#include "ring/short23.h"

/* ---- For secrets: no product longer than 32 bits on machines where its time depends on the
 * operands. */

/* begin: a polynomial, |a| <= 2^24, becomes its transform, packed at its end. end: the packed
 * transform becomes a polynomial in [0, q). */
void ksig_mldsa_begin_at_end(int32_t poly[KSIG_MLDSA_N]);
void ksig_mldsa_end_row(int32_t poly[KSIG_MLDSA_N]);

/* Turns the operand, which is lost, into factors, in the same place or elsewhere. */
void ksig_mldsa_transform_operand(int32_t *operand, uint32_t factors[192]);

/* The row becomes the polynomial whose transform is in factors; a short coefficient x becomes x or
 * x + q. */
void ksig_mldsa_undo_transform(int32_t row[KSIG_MLDSA_N], const uint32_t factors[192]);

/* ---- For public data, in verification. */

/* 1: z's first layers leave the factor KSIG_Z_SCALE, which the inverse transform of a row undoes.
 */
enum {
    KSIG_MLDSA_SCALED_ROW = KSIG_SCALED_Z && KSIG_ML_DSA_VARIANT == KSIG_VARIANT_DEFAULT,
};

#if KSIG_COMPACT_RING

/* Factors are packed here; without the compact ring they are 32-bit numbers. */
static inline void ksig_mldsa_begin_public(int32_t poly[KSIG_MLDSA_N], uint32_t words[192]) {
    (void)words; /* at the polynomial's end */
    ksig_mldsa_begin_at_end(poly);
}
static inline void ksig_mldsa_end_public(int32_t poly[KSIG_MLDSA_N], const uint32_t words[192]) {
    (void)words;
    ksig_mldsa_end_row(poly);
}
static inline void ksig_mldsa_keep_transform(uint32_t words[192], int32_t poly[KSIG_MLDSA_N]) {
    ksig_short_ntt_pack(words, poly);
}
static inline void ksig_mldsa_public_factors(int32_t operand[KSIG_MLDSA_N]) {
    ksig_short_ntt_pack((uint32_t *)operand, operand);
}
static inline const void *ksig_mldsa_kept_half(int32_t operand[KSIG_MLDSA_N / 2],
                                               const uint32_t words[96]) {
    (void)operand;
    return words;
}
void ksig_mldsa_transform_half(int32_t values[KSIG_MLDSA_N / 2], const uint8_t *packed,
                               unsigned bits, unsigned half);

#else

/* begin: poly becomes packed sums. end: these become a polynomial in [-q / 2, 3 q / 2]. */
static inline void ksig_mldsa_begin_public(int32_t poly[KSIG_MLDSA_N], uint32_t words[192]) {
    ksig_ntt23(poly);
    ksig_sum23_pack(words, poly);
}
static inline void ksig_mldsa_end_public(int32_t poly[KSIG_MLDSA_N], const uint32_t words[192]) {
    ksig_sum23_unpack(poly, words, KSIG_MLDSA_N / 4);
    if (KSIG_MLDSA_SCALED_ROW)
        ksig_inverse_ntt23_times(poly, ksig_inverse_last23[1]);
    else
        ksig_inverse_ntt23(poly);
}
/* Packs the transform of poly; poly is lost. */
static inline void ksig_mldsa_keep_transform(uint32_t words[192], int32_t poly[KSIG_MLDSA_N]) {
    ksig_ntt23(poly);
    ksig_sum23_pack(words, poly);
}
/* operand becomes factors for ksig_mldsa_add_a. */
static inline void ksig_mldsa_public_factors(int32_t operand[KSIG_MLDSA_N]) { ksig_ntt23(operand); }
/* Returns half of a kept transform as factors for ksig_mldsa_add_a, which may use the operand's
 * room. */
static inline const void *ksig_mldsa_kept_half(int32_t operand[KSIG_MLDSA_N / 2],
                                               const uint32_t words[96]) {
    ksig_sum23_unpack(operand, words, KSIG_MLDSA_N / 8);
    return operand;
}

/* Name: BitUnpack (FIPS 204 Algorithm 19) and the beginning of NTT (Algorithm 41)
 * Unpacks 256 fields of `bits` bits, 18 or 20, where f stands for 2^(bits - 1) - f, and does the
 * first two layers of the transform as far as half 0 or 1 of the slots needs them. The address of
 * `packed` is a multiple of 4. Coefficients n, n + 64, n + 128, n + 192 give values n and n + 64.
 * ksig_ntt23_last(values, 128, 4 + 2 half) does the rest.
 *
 * With KSIG_SCALED_Z times KSIG_Z_SCALE, which the inverse transform undoes: its product with zeta
 * 1 is as short as itself, so the first layer is not reduced. */
void ksig_mldsa_first_layers(int32_t values[KSIG_MLDSA_N / 2], const uint8_t *packed, unsigned bits,
                             unsigned half);

/* Half 0 or 1 of the transform of z, packed on `bits` bits, as 128 factors for ksig_mldsa_add_a. */
static inline void ksig_mldsa_transform_half(int32_t values[KSIG_MLDSA_N / 2],
                                             const uint8_t *packed, unsigned bits, unsigned half) {
    ksig_mldsa_first_layers(values, packed, bits, half);
    ksig_ntt23_last(values, KSIG_MLDSA_N / 2, 4 + 2 * half);
}

#endif

#endif
