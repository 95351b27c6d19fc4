/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/bytes.h"

#include "kilosig/config.h"
#include "util/memory.h"

#if defined(KSIG_MAY_ALIAS)

/* Any object may be accessed as words: four in a turn, or one where flash counts more than time. */
typedef uint32_t KSIG_MAY_ALIAS any_word;
enum { TURN = (KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE ? 1 : 4) * sizeof(any_word) };

KSIG_NOINLINE void ksig_wipe(void *memory, size_t length) {
    uint8_t *p = memory;
    if ((uintptr_t)p % sizeof(any_word) == 0) {
        volatile any_word *word = memory;
        for (; length >= TURN; length -= TURN, word += TURN / sizeof *word) {
            word[0] = 0;
            if (TURN > sizeof *word)
                word[1] = word[2] = word[3] = 0;
        }
        p = (uint8_t *)(uintptr_t)word;
    }
    for (volatile uint8_t *byte = p; length > 0; length--)
        *byte++ = 0;
}

/* What is not zero among the first words; moves `from` behind them. */
static inline uint32_t words_left(const uint8_t **from, const uint8_t *end) {
    const any_word *word = (const any_word *)(uintptr_t)*from;
    uint32_t left = 0;
    if ((uintptr_t)word % sizeof *word != 0)
        return 0;
    for (; (size_t)(end - (const uint8_t *)word) >= TURN; word += TURN / sizeof *word)
        left |= TURN > sizeof *word ? word[0] | word[1] | word[2] | word[3] : word[0];
    *from = (const uint8_t *)word;
    return left;
}

#else

KSIG_NOINLINE void ksig_wipe(void *memory, size_t length) {
    for (volatile uint8_t *byte = memory; length > 0; length--)
        *byte++ = 0;
}

static inline uint32_t words_left(const uint8_t **from, const uint8_t *end) {
    (void)from, (void)end;
    return 0;
}

#endif

/* What is read ends the loops, and counts. */
size_t ksig_clear(void *memory, size_t length) {
    const uint8_t *byte = memory, *const end = byte + length;
    ksig_wipe(memory, length);
    KSIG_HIDE(byte); /* what lies there is not known */
    uint32_t left = words_left(&byte, end);
    while (byte != end)
        left |= *byte++;
    return left == 0 ? (size_t)(byte - (const uint8_t *)memory) : 0;
}

/* What is read ends the loops, and what is written counts. */
size_t ksig_copy(void *to, const void *from, size_t length) {
    uint8_t *out = to;
    const uint8_t *in = from, *const end = in + length;
#if KSIG_FAST_UNALIGNED && !defined(__OPTIMIZE_SIZE__)
    for (; (size_t)(end - in) >= 16; in += 16, out += 16) {
        const uint32_t a = ksig_load32(in), b = ksig_load32(in + 4), c = ksig_load32(in + 8), d = ksig_load32(in + 12);
        ksig_store32(out, a);
        ksig_store32(out + 4, b);
        ksig_store32(out + 8, c);
        ksig_store32(out + 12, d);
    }
#endif
#if KSIG_FAST_UNALIGNED
    for (; (size_t)(end - in) >= 4; in += 4, out += 4)
        ksig_store32(out, ksig_load32(in));
#endif
    while (in != end)
        *out++ = *in++;
    return (size_t)(out - (uint8_t *)to);
}
