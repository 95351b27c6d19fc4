/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/sum_8380417.h"

#include "kilosig/config.h"
#include "util/bytes.h"

/* The value in the low 24 bits. */
static inline int32_t signed24(uint32_t word) { return (int32_t)(word << 8) >> 8; }

static inline void load_group(int32_t value[4], const uint32_t word[3]) {
    const uint32_t w0 = word[0], w1 = word[1], w2 = word[2];
    value[0] = signed24(w0);
    value[1] = signed24(w1);
    value[2] = signed24(w2);
    value[3] = signed24(w0 >> 24 | w1 >> 24 << 8 | w2 >> 24 << 16);
}

static inline void store_group(uint32_t word[3], const int32_t value[4]) {
    const uint32_t last = (uint32_t)value[3];
    word[0] = ((uint32_t)value[0] & 0xffffffu) | last << 24;
    word[1] = ((uint32_t)value[1] & 0xffffffu) | last >> 8 << 24;
    word[2] = ((uint32_t)value[2] & 0xffffffu) | last >> 16 << 24;
}

/* Ascending: a group's words lie at or below its values, or apart. */
void ksig_sum23_pack(uint32_t words[192], const int32_t values[256]) {
    for (const int32_t *end = values + 256; values < end; values += 4, words += 3) {
        const int32_t value[4] = {ksig_reduce23(values[0]), ksig_reduce23(values[1]), ksig_reduce23(values[2]),
                                  ksig_reduce23(values[3])};
        store_group(words, value);
    }
}

/* Descending, for the same reason. */
void ksig_sum23_unpack(int32_t *values, const uint32_t *words, unsigned groups) {
    while (groups-- > 0)
        load_group(values + 4 * groups, words + 3 * groups);
}

void ksig_sum23_multiply(uint32_t *words, const int32_t *factors, unsigned groups) {
    for (uint32_t *end = words + 3 * groups; words < end; words += 3, factors += 4) {
        int32_t value[4]; /* without loops: compilers leave them, and the values on the stack */
        load_group(value, words);
        value[0] = -ksig_multiply23(value[0], factors[0]);
        value[1] = -ksig_multiply23(value[1], factors[1]);
        value[2] = -ksig_multiply23(value[2], factors[2]);
        value[3] = -ksig_multiply23(value[3], factors[3]);
        store_group(words, value);
    }
}

/* A product is at most 0.52 q in size; so the sum, within 1.52 q, is within q again. */
static inline int32_t add_product(int32_t sum, int32_t a, int32_t b) {
    sum += ksig_multiply23(a, b);
    return sum + (sum < 0 ? KSIG_Q23 : -KSIG_Q23);
}

void ksig_sum23_add_product(uint32_t words[3], unsigned n, int32_t factor, int32_t uniform) {
    int32_t value[4];
    load_group(value, words);
    value[n] = add_product(value[n], uniform, factor);
    store_group(words, value);
}

#if !KSIG_ENABLE_ASSEMBLY || KSIG_COMPACT_RING /* else src/arch/armv7m/sum_8380417.S */

/* Four bytes of a sponge's output. */
static inline uint32_t stream_word(const uint8_t *p) {
#if KSIG_FAST_UNALIGNED
    return ksig_load32(p);
#else
    uint32_t word = 0;
    for (unsigned i = 4; i-- > 0;) /* lanes are words, so an address tells a byte's place in its word */
        word = word << 8 | *(const uint8_t *)KSIG_LE_INDEX((uintptr_t)(p + i));
    return word;
#endif
}

unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream, unsigned groups) {
    unsigned done = 0;
    for (; done < groups; done++, stream += 12, words += 3, factors += 4) {
        const uint32_t w0 = stream_word(stream), w1 = stream_word(stream + 4), w2 = stream_word(stream + 8);
        const uint32_t a0 = w0 & 0x7fffff, a1 = (w0 >> 24 | w1 << 8) & 0x7fffff;
        const uint32_t a2 = (w1 >> 16 | w2 << 16) & 0x7fffff, a3 = w2 >> 8 & 0x7fffff;
        if (a0 >= KSIG_Q23 || a1 >= KSIG_Q23 || a2 >= KSIG_Q23 || a3 >= KSIG_Q23)
            break;
        int32_t value[4];
        load_group(value, words);
        value[0] = add_product(value[0], (int32_t)a0, factors[0]);
        value[1] = add_product(value[1], (int32_t)a1, factors[1]);
        value[2] = add_product(value[2], (int32_t)a2, factors[2]);
        value[3] = add_product(value[3], (int32_t)a3, factors[3]);
        store_group(words, value);
    }
    return done;
}

#endif
