/* Sums of rotated fields: products with c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_ROTATE_H
#define KSIG_MLDSA_ROTATE_H

#include <stdint.h>

enum { KSIG_MLDSA_ROTATE_VALUES = 32 };

/* Adds 32 fields, four in a word, from fields[(first - position) & 255] on to `sums`, for each of
 * `count` positions; or subtracts them: where the position's sign is set or it is above `first`,
 * but not both. Returns how many it subtracted. terms: the signs, from bit 0 on; 1 in bit `count`,
 * 1 .. 28; `first` / 32 from bit 29 on. Positions and signs are public. */
unsigned ksig_mldsa_rotate(uint32_t sums[8], const uint8_t fields[256 + 32],
                           const uint8_t *positions, uint32_t terms);

/* The same of 16 fields, two in a word; `first` / 16 from bit 28 of terms on. */
unsigned ksig_mldsa_rotate_wide(uint32_t sums[8], const uint16_t fields[256 + 16],
                                const uint8_t *positions, uint32_t terms);

#endif
