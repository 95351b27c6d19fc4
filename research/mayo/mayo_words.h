/* The loops in which MAYO spends its time, apart from AES.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * All compute the multiples of a value, and then look up the multiple for each element of GF(16).
 * Public data only. Assembly on ARMv7-M: research/arch/armv7m/mayo. */
#ifndef KSIG_MAYO_WORDS_H
#define KSIG_MAYO_WORDS_H

#include <stdint.h>

/* Adds a column, words of eight elements at any address, times `count` factors (5 or 10 to 12),
 * which are in `low` and `high`, packed from the low nibble on, zeros above. words > 0.
 *
 * For each word of the column the sums have `count` words. The products with the first eight
 * factors are in eight words, one for each element; the products with the other factors, or with
 * all if there are five, follow without gaps, from the low bit on. ksig_mayo_transpose converts
 * this to a word for each factor. */
void ksig_mayo_add_column(uint32_t *sums, const uint8_t *column, uint32_t low, uint32_t high,
                          unsigned words, unsigned count);

/* A power of z is a shift by nibbles: bytes of whole words, and bits. */
#define KSIG_MAYO_PLACE(power) (uint16_t)((power) / 8 * 4 << 8 | (power) % 8 * 4)

/* y += factors[i] z^power times the word, for i < count; places[i] gives the power. */
void ksig_mayo_add_shifted(uint32_t *y, uint32_t word, const uint8_t *factors,
                           const uint16_t *places, unsigned count);

/* A factor and a power of z. From the low byte on: shift; 4 times the factor; a number and marks;
 * bytes of whole words. Factors below 8 come first; the last of them and the last of all are
 * marked. */
#define KSIG_MAYO_ITEM(factor) ((uint32_t)(factor) << 10)
#define KSIG_MAYO_ITEM_NUMBER(number) ((uint32_t)(number) << 16) /* up to 15, for the caller */
#define KSIG_MAYO_NUMBER_OF(item) ((unsigned)((item) >> 16) & 15)
#define KSIG_MAYO_LAST_BELOW_8 (UINT32_C(1) << 23)
#define KSIG_MAYO_LAST (UINT32_C(3) << 22)
#define KSIG_MAYO_ITEM_PLACE(place) (((uint32_t)(place) >> 8 << 24) | ((uint32_t)(place)&0xff))

/* y += factor z^power times words 0, stride, 2 stride and so on, for all items: 2 pairs > 0 of such
 * words, eight powers of z apart. Two words of y after the one in which a product begins may be
 * read and stored. */
void ksig_mayo_add_row(uint32_t *y, const uint32_t *words, const uint32_t *items, unsigned stride,
                       unsigned pairs);

/* Converts the output of ksig_mayo_add_column for one word of the columns: word i becomes the eight
 * products with factor i. */
void ksig_mayo_transpose(uint32_t *sums, unsigned count);

#endif
