/* The two loops in which MAYO spends its time beside AES.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Both make the sixteen multiples of something, and then look up one for each element of GF(16)
 * that it is multiplied by. Public data only. Assembly on ARMv7-M: research/arch/armv7m/mayo. */
#ifndef KSIG_MAYO_WORDS_H
#define KSIG_MAYO_WORDS_H

#include <stdint.h>

/* Adds a column, words of eight elements at any address, times `count` factors, 5 or 10 to 12:
 * those of `low` and `high`, packed from the low nibble on, zeros above. words > 0.
 *
 * For each word of the column the sums have `count` words. What its eight elements make of the
 * first eight factors is in eight of them, an element each; what they make of the other factors, or
 * of all if they are five, follows without gaps, from the low bit on. ksig_mayo_transpose makes of
 * it a word for each factor. */
void ksig_mayo_add_column(uint32_t *sums, const uint8_t *column, uint32_t low, uint32_t high,
                          unsigned words, unsigned count);

/* A power of z is a shift by a nibble: by how many bytes of whole words, and by how many bits. */
#define KSIG_MAYO_PLACE(power) (uint16_t)((power) / 8 * 4 << 8 | (power) % 8 * 4)

/* y += factors[i] z^power times words 0, count, 2 count and so on, for i < count, places[i] of the
 * power. number > 0 of words, eight powers of z apart. */
void ksig_mayo_add_shifted(uint32_t *y, const uint32_t *words, const uint8_t *factors,
                           const uint16_t *places, unsigned count, unsigned number);

/* What ksig_mayo_add_column made for a word of the columns: word i is what is multiplied by factor
 * i, eight elements. */
void ksig_mayo_transpose(uint32_t *sums, unsigned count);

#endif
