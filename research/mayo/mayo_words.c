/* The C version of research/arch/armv7m/mayo/mayo_words_armv7m.S, and the transposition of the
 * sums. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mayo/mayo_words.h"

#include "arch/armv7m/research_gates.h"
#include "gf16/gf16_nibbles.h"
#include "util/bytes.h"

#if KSIG_ENABLE_MAYO

enum { WORD_BITS = 32 };

/* Elements with a separate word: 8, or none. */
static inline unsigned whole_of(unsigned count) { return count > 8 ? 8 : 0; }

#if !KSIG_ASM_MAYO

void ksig_mayo_add_column(uint32_t *sums, const uint8_t *column, uint32_t low, uint32_t high,
                          unsigned words, unsigned count) {
    const unsigned whole = whole_of(count), bits = 4 * (count - whole);
    uint32_t multiples[16];
    uint16_t others[16];
    ksig_nibbles_multiples(multiples, low);
    others[0] = 0;
    for (unsigned bit = 1; bit < 16; bit *= 2, high = ksig_nibbles_times_x(high)) {
        for (unsigned i = 0; i < bit; i++)
            others[bit + i] = (uint16_t)(others[i] ^ high);
    }
    for (; words > 0; words--, column += 4) {
        uint32_t elements = ksig_load32(column), gathered = 0;
        unsigned filled = 0;
        uint32_t *const first = sums, *rest = sums + whole;
        sums += count;
        for (unsigned e = 0; e < 8; e++, elements >>= 4) {
            uint32_t product = multiples[elements & 15];
            if (whole != 0) {
                first[e] ^= product;
                product = others[elements & 15];
            }
            gathered |= product << filled;
            filled += bits;
            if (filled >= WORD_BITS) {
                *rest++ ^= gathered;
                filled -= WORD_BITS;
                gathered = filled == 0 ? 0 : product >> (bits - filled);
            }
        }
    }
}

void ksig_mayo_add_shifted(uint32_t *y, const uint32_t *words, const uint8_t *factors,
                           const uint16_t *places, unsigned count, unsigned number) {
    uint32_t multiples[16];
    for (; number > 0; number--, words += count, y++) {
        ksig_nibbles_multiples(multiples, *words);
        for (unsigned i = 0; i < count; i++) {
            const uint32_t multiple = multiples[factors[i]];
            uint32_t *const to = y + (places[i] >> 10);
            const unsigned shift = places[i] & 31u;
            to[0] ^= multiple << shift;
            to[1] ^= multiple >> 4 >> (28 - shift);
        }
    }
}

#endif

/* Exchanges the bits of `mask` in the lower word with those `shift` higher in the upper word. */
static inline void exchange(uint32_t *upper, uint32_t *lower, unsigned shift, uint32_t mask) {
    const uint32_t both = (*upper >> shift ^ *lower) & mask;
    *lower ^= both;
    *upper ^= both << shift;
}

/* Transposes elements stored without gaps: those of equations e and e + 4 go to the halves of a
 * word, then four words are transposed; the fifth element of each is collected separately. */
static void transpose_rest(uint32_t *sums, unsigned rest) {
    const unsigned bits = 4 * rest;
    uint32_t x[4] = {0}, fifth = 0;
    for (unsigned e = 0, at = 0; e < 8; e++, at += bits) {
        const uint32_t *const from = sums + at / WORD_BITS;
        const unsigned shift = at % WORD_BITS;
        uint32_t field = from[0] >> shift;
        if (shift + bits > WORD_BITS)
            field |= from[1] << (WORD_BITS - shift);
        field &= (UINT32_C(1) << bits) - 1;
        x[e % 4] |= e < 4 ? field & UINT32_C(0xffff) : field << 16;
        fifth |= field >> 16 << 4 * e;
    }
    exchange(x, x + 2, 8, UINT32_C(0x00ff00ff));
    exchange(x + 1, x + 3, 8, UINT32_C(0x00ff00ff));
    exchange(x, x + 1, 4, UINT32_C(0x0f0f0f0f));
    exchange(x + 2, x + 3, 4, UINT32_C(0x0f0f0f0f));
    for (unsigned i = 0; i < rest; i++)
        sums[i] = i < 4 ? x[i] : fifth;
}

void ksig_mayo_transpose(uint32_t *sums, unsigned count) {
    const unsigned whole = whole_of(count);
    if (whole != 0) {
        uint32_t x[8];
        KSIG_COPY_FEW(x, sums, sizeof x);
        exchange(x, x + 4, 16, UINT32_C(0x0000ffff));
        exchange(x + 1, x + 5, 16, UINT32_C(0x0000ffff));
        exchange(x + 2, x + 6, 16, UINT32_C(0x0000ffff));
        exchange(x + 3, x + 7, 16, UINT32_C(0x0000ffff));
        for (unsigned half = 0; half < 8; half += 4) {
            uint32_t *const y = x + half;
            exchange(y, y + 2, 8, UINT32_C(0x00ff00ff));
            exchange(y + 1, y + 3, 8, UINT32_C(0x00ff00ff));
            exchange(y, y + 1, 4, UINT32_C(0x0f0f0f0f));
            exchange(y + 2, y + 3, 4, UINT32_C(0x0f0f0f0f));
        }
        KSIG_COPY_FEW(sums, x, sizeof x);
    }
    transpose_rest(sums + whole, count - whole);
}

#endif
