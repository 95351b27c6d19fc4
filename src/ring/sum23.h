/* Sums of products modulo q = 8380417 in 24 bits per value: 768 bytes for 256.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Values are in [-q, q], as signed 24-bit numbers. Four of them, n .. n + 3 with n a multiple of 4,
 * are three words: the low 24 bits of the words are the first three values, the words' top bytes
 * are the fourth, its low byte first. With KSIG_SHORT_RING (ring/ntt23.h) they are within
 * 0.7 q, and products have no factor 2^-32. */
#ifndef KSIG_SUM_8380417_H
#define KSIG_SUM_8380417_H

#include <stdint.h>

#include "ring/ntt23.h"
#include "util/bytes.h"

/* Packs 256 values, |value| < 2^31 - 2^22, which are reduced first. words may be where values is.
 */
void ksig_sum23_pack(uint32_t words[192], const int32_t values[256]);

/* Packs ksig_ntt23 of values, which are lost; words may be where values is. */
void ksig_ntt23_pack(uint32_t words[192], int32_t values[256]);

/* Unpacks 4 `groups` values; values may be where words is. */
void ksig_sum23_unpack(int32_t *values, const uint32_t *words, unsigned groups);

/* Sets the 4 `groups` values to -value factor 2^-32 mod q; |factor| < 2^7 q. */
void ksig_sum23_multiply(uint32_t *words, const int32_t *factors, unsigned groups);

/* The same for values that are not packed, both they and factors below 16 q; with KSIG_SHORT_RING
 * |value| <= 2^24. words may be where they are. */
void ksig_sum23_multiply_values(uint32_t *words, const int32_t *values, const int32_t *factors,
                                unsigned groups);

/* Adds uniform_n factor_n 2^-32 mod q to values n = 0 .. 4 `groups` - 1, where uniform_n is the
 * next 23-bit number below q in `stream`, three bytes each, as in Keccak's rate (FIPS 204 Algorithm
 * 14). |factor| < 2^31 - 2^22. Stops before the first group of four with a number that must be
 * rejected. Returns how many groups were done. */
unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream,
                                 unsigned groups);

/* With KSIG_ASM_SUM23_PLAIN_LANES (arch/gates.h) `groups` may say that `stream` are lanes as the
 * permutation leaves them with KSIG_KECCAK_STAYS_OWN (hash/keccak.h): so many groups after the
 * block's first ones, both even and together at most 14. */
#define KSIG_SUM23_OF_LANES(first, groups) ((groups) + 256u + 512u * (first))

/* The same, of lanes with KSIG_ASM_SUM23_BOTH_LANES, with factors packed in groups of three words,
 * too, within q; with KSIG_SHORT_RING within 0.51 q, as packing leaves them. */
unsigned ksig_sum23_add_packed_products(uint32_t *words, const uint32_t *factors,
                                        const uint8_t *stream, unsigned groups);

/* The same for lanes as the permutation leaves them with KSIG_KECCAK_STAYS_OWN (hash/keccak.h); an
 * even number of groups, up to 14. Only with KSIG_ASM_SUM23_LANES. */
unsigned ksig_sum23_add_lanes_products(uint32_t *words, const uint32_t *factors,
                                       const uint32_t *lanes, unsigned groups);

/* ksig_sum23_add_products for value n of the first group, n < 4, and a known number below q. */
void ksig_sum23_add_product(uint32_t words[3], unsigned n, int32_t factor, int32_t uniform);

#endif
