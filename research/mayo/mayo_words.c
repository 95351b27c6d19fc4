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

/* y += multiple z^power: its shift, and where its words are. */
static inline void add_at(uint32_t *to, uint32_t multiple, unsigned shift) {
    to[0] ^= multiple << shift;
    to[1] ^= multiple >> 4 >> (28 - shift);
}

void ksig_mayo_add_shifted(uint32_t *y, uint32_t word, const uint8_t *factors,
                           const uint16_t *places, unsigned count) {
    uint32_t multiples[16];
    ksig_nibbles_multiples(multiples, word);
    for (unsigned i = 0; i < count; i++)
        add_at(y + (places[i] >> 10), multiples[factors[i]], places[i] & 31u);
}

void ksig_mayo_add_row(uint32_t *y, const uint32_t *words, const uint32_t *items, unsigned stride,
                       unsigned pairs) {
    uint32_t multiples[16];
    for (unsigned number = 2 * pairs; number > 0; number--, words += stride, y++) {
        const uint32_t *next = items;
        uint32_t item;
        ksig_nibbles_multiples(multiples, *words);
        do {
            item = *next++;
            add_at(y + (item >> 26), multiples[item >> 10 & 15], item & 31);
        } while (~item & KSIG_MAYO_LAST);
    }
}

#endif

/* Exchanges the bits of `mask` in the lower word with those `shift` higher in the upper word. */
static inline void exchange(uint32_t *upper, uint32_t *lower, unsigned shift, uint32_t mask) {
    const uint32_t both = (*upper >> shift ^ *lower) & mask;
    *lower ^= both;
    *upper ^= both << shift;
}

/* Eight words of eight elements: element i of word e becomes element e of word i. */
static KSIG_NOINLINE void transpose_words(uint32_t x[8]) {
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
}

void ksig_mayo_transpose(uint32_t *sums, unsigned count) {
    const unsigned whole = whole_of(count), rest = count - whole;
    uint32_t *const others = sums + whole;
    uint32_t x[8]; /* what is stored without gaps: the rest of a word only reaches words not used */
    for (unsigned e = 0, at = 0; e < 8; e++, at += 4 * rest) {
        const unsigned w = at / WORD_BITS, shift = at % WORD_BITS;
        x[e] = others[w] >> shift;
        if (shift + 4 * rest > WORD_BITS)
            x[e] |= others[w + 1] << (WORD_BITS - shift);
    }
    transpose_words(x);
    for (unsigned i = 0; i < rest; i++)
        others[i] = x[i];
    if (whole != 0)
        transpose_words(sums);
}

#endif
