/* The twins of research/arch/armv7m/mayo/mayo_words_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mayo/mayo_words.h"

#include "arch/armv7m/research_gates.h"
#include "gf16/gf16_nibbles.h"
#include "util/bytes.h"

#if KSIG_ENABLE_MAYO && !KSIG_ASM_MAYO

void ksig_mayo_add_multiples(uint32_t *sums, const uint8_t *column, const uint8_t *factors,
                             unsigned count, unsigned words) {
    uint32_t multiples[16];
    for (; words > 0; words--, column += 4, sums += count) {
        ksig_nibbles_multiples(multiples, ksig_load32(column));
        for (unsigned i = 0; i < count; i++)
            sums[i] ^= multiples[factors[i]];
    }
}

void ksig_mayo_add_shifted(uint32_t *y, uint32_t word, const uint8_t *factors,
                           const uint8_t *powers, unsigned count) {
    uint32_t multiples[16];
    ksig_nibbles_multiples(multiples, word);
    for (unsigned i = 0; i < count; i++) {
        const uint32_t multiple = multiples[factors[i]];
        uint32_t *const to = y + powers[i] / 8;
        const unsigned shift = powers[i] % 8u * 4;
        to[0] ^= multiple << shift;
        to[1] ^= multiple >> 4 >> (28 - shift);
    }
}

#endif
