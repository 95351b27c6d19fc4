/* Products with c, which is public and has tau coefficients 1 or -1.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_TIMES_C_H
#define KSIG_MLDSA_TIMES_C_H

#include "mldsa/alg/mldsa_expand_s.h"
#include "mldsa/alg/mldsa_pack.h"
#include "mldsa/alg/mldsa_sample_in_ball.h"

/* ---- In the transform domain: ScalarVectorNTT (FIPS 204 Algorithm 47), one row. words: packed
 * values of NTT(t1 2^13), which become those of -NTT(c t1 2^13). */

/* operand: room for 256 values of c, or 128 for halves. */
void ksig_mldsa_times_c(uint32_t words[192], int32_t *operand, const ksig_mldsa_challenge *c,
                        unsigned tau);

/* The same for values that depend on secrets. */
void ksig_mldsa_times_c_secret(uint32_t words[192], int32_t *operand, const ksig_mldsa_challenge *c,
                               unsigned tau);

/* The same, one half of the slots after the other; only with the compact ring. */
void ksig_mldsa_times_c_by_halves(uint32_t words[192], int32_t *operand,
                                  const ksig_mldsa_challenge *c, unsigned tau);

/* The same, without the compact ring, for values that are not packed before: words may be where
 * they are. With the factor of z's first layers (mldsa_row.h) where those leave one. One quarter of
 * the slots after the other.
 */
void ksig_mldsa_times_c_by_quarters(uint32_t words[192], const int32_t *values, int32_t *operand,
                                    const ksig_mldsa_challenge *c, unsigned tau);

/* ---- For short secrets, without a transform. */

/* Fields for such products: 256, and the first 32 of -s. */
enum { KSIG_MLDSA_TURNED = KSIG_MLDSA_N + KSIG_MLDSA_PRODUCTS };

/* The working memory of a product with c. Fields are eta - s. */
typedef struct ksig_mldsa_factor {
    uint8_t fields[KSIG_MLDSA_TURNED];
    uint32_t sums[KSIG_MLDSA_PRODUCTS / 4];
    int16_t product[KSIG_MLDSA_PRODUCTS];
} ksig_mldsa_factor;

/* The same for t0, with a row's hint. Fields are 2^12 - t0. */
typedef struct ksig_mldsa_t0_factor {
    uint16_t t0[KSIG_MLDSA_N + KSIG_MLDSA_T0_VALUES];
    uint8_t bits[KSIG_MLDSA_N / 8];
    uint32_t sums[KSIG_MLDSA_T0_VALUES / 2];
    int32_t product[KSIG_MLDSA_T0_VALUES];
} ksig_mldsa_t0_factor;

/* Makes the 32 fields after the 256. */
void ksig_mldsa_turn(const ksig_mldsa_params *p, ksig_mldsa_factor *factor);

/* Writes coefficients first .. first + 31 of c s to factor->product. The fields are turned; `first`
 * is a multiple of 32. */
void ksig_mldsa_multiply_c(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                           ksig_mldsa_factor *factor, unsigned first);

/* Coefficients first .. first + 15 of c t0, likewise; `first` is a multiple of 16. */
void ksig_mldsa_multiply_t0(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                            ksig_mldsa_t0_factor *factor, unsigned first);

/* Adds 32 fields, four in a word, from fields[(first - position) & 255] on to `sums`, for each of
 * `count` positions; subtracts them where either the position's sign is set or the position is
 * above `first`, but not both. Returns how many it subtracted. terms: the signs, from bit 0 on; 1
 * in bit `count`, 1 .. 28; `first` / 32 from bit 29 on. Positions and signs are public. */
unsigned ksig_mldsa_rotate(uint32_t sums[8], const uint8_t fields[KSIG_MLDSA_TURNED],
                           const uint8_t *positions, uint32_t terms);

/* The same for 16 fields, two in a word; `first` / 16 from bit 28 of terms on. */
unsigned ksig_mldsa_rotate_wide(uint32_t sums[8], const uint16_t fields[256 + 16],
                                const uint8_t *positions, uint32_t terms);

#endif
