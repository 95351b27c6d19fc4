/* Rows: polynomials and their transforms, packed at a polynomial's end; factors of A's rows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A row is summed on 24 bits a value (ring/sum23.h), where the last 768 bytes of the polynomial
 * are that it becomes. What is multiplied is transformed first. */
#ifndef KSIG_MLDSA_ROW_H
#define KSIG_MLDSA_ROW_H

#include "mldsa/alg/mldsa_expand_a.h"
#include "ring/short23.h"

/* ---- Of secrets: no product is longer than 32 bits where such ones tell. */

/* A polynomial, |a| <= 2^24, becomes its transform, packed at its end; and from there a polynomial
 * in [0, q). */
void ksig_mldsa_begin_at_end(int32_t poly[KSIG_MLDSA_N]);
void ksig_mldsa_end_row(int32_t poly[KSIG_MLDSA_N]);

/* The operand is lost, and leaves factors, there or elsewhere. */
void ksig_mldsa_transform_operand(int32_t *operand, uint32_t factors[192]);

/* The row becomes the polynomial whose transform the factors are; short coefficients x are x or x +
 * q. */
void ksig_mldsa_undo_transform(int32_t row[KSIG_MLDSA_N], const uint32_t factors[192]);

/* ---- Of public data, for verification. */

#if KSIG_COMPACT_RING

/* Factors are packed; else they are numbers of 32 bits. */
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

/* poly becomes packed sums; and from there a polynomial in [-q / 2, 3 q / 2]. */
static inline void ksig_mldsa_begin_public(int32_t poly[KSIG_MLDSA_N], uint32_t words[192]) {
    ksig_ntt23(poly);
    ksig_sum23_pack(words, poly);
}
static inline void ksig_mldsa_end_public(int32_t poly[KSIG_MLDSA_N], const uint32_t words[192]) {
    ksig_sum23_unpack(poly, words, KSIG_MLDSA_N / 4);
    ksig_inverse_ntt23(poly);
}
/* poly is lost, and its transform packed. */
static inline void ksig_mldsa_keep_transform(uint32_t words[192], int32_t poly[KSIG_MLDSA_N]) {
    ksig_ntt23(poly);
    ksig_sum23_pack(words, poly);
}
/* operand becomes factors for ksig_mldsa_add_a. */
static inline void ksig_mldsa_public_factors(int32_t operand[KSIG_MLDSA_N]) { ksig_ntt23(operand); }
/* Half of a kept transform as factors for ksig_mldsa_add_a, perhaps in the operand. */
static inline const void *ksig_mldsa_kept_half(int32_t operand[KSIG_MLDSA_N / 2],
                                               const uint32_t words[96]) {
    ksig_sum23_unpack(operand, words, KSIG_MLDSA_N / 8);
    return operand;
}

/* Name: BitUnpack (FIPS 204 Algorithm 19) and the beginning of NTT (Algorithm 41)
 * Unpacks a polynomial of 256 fields of `bits` bits, 18 or 20, each of which stands for 2^(bits -
 * 1) minus it, and takes it through the first two layers of its transform, as far as half 0 or 1 of
 * the slots needs them; the address of `packed` is a multiple of 4. Coefficients n, n + 64, n +
 * 128, n + 192 give values n and n + 64. ksig_ntt23_last(values, 128, 4 + 2 half) does the rest. */
void ksig_mldsa_first_layers(int32_t values[KSIG_MLDSA_N / 2], const uint8_t *packed, unsigned bits,
                             unsigned half);

/* Half 0 or 1 of the transform of z, which is packed on `bits` bits: 128 factors for
 * ksig_mldsa_add_a. */
static inline void ksig_mldsa_transform_half(int32_t values[KSIG_MLDSA_N / 2],
                                             const uint8_t *packed, unsigned bits, unsigned half) {
    ksig_mldsa_first_layers(values, packed, bits, half);
    ksig_ntt23_last(values, KSIG_MLDSA_N / 2, 4 + 2 * half);
}

#endif

#endif
