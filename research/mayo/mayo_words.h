/* The two loops in which MAYO spends its time beside AES.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Both make the sixteen multiples of a word, eight elements of GF(16), and then look up one for
 * each factor. Public data only. Assembly on ARMv7-M: research/arch/armv7m/mayo. */
#ifndef KSIG_MAYO_WORDS_H
#define KSIG_MAYO_WORDS_H

#include <stdint.h>

/* sums[i] += factors[i] word 0, sums[count + i] += factors[i] word 1 and so on, for i < count.
 * count: 5, or 10 to 12. column: words at any address, words > 0. */
void ksig_mayo_add_multiples(uint32_t *sums, const uint8_t *column, const uint8_t *factors,
                             unsigned count, unsigned words);

/* y += factors[i] z^powers[i] word, for i < count: a power of z is a shift by a nibble. */
void ksig_mayo_add_shifted(uint32_t *y, uint32_t word, const uint8_t *factors,
                           const uint8_t *powers, unsigned count);

#endif
