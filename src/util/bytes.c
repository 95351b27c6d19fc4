/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/bytes.h"

#include "guard/guard.h"
#include "kilosig/config.h"
#include "util/memory.h"

#if defined(KSIG_MAY_ALIAS)
/* Any object may be accessed as words. */
typedef uint32_t KSIG_MAY_ALIAS any_word;
#endif

#if defined(KSIG_MAY_ALIAS) && KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE

void ksig_wipe(void *memory, size_t length) {
    uint8_t *p = memory;
    if ((uintptr_t)p % sizeof(any_word) == 0) {
        volatile any_word *word = memory;
        for (; length >= 4 * sizeof *word; length -= 4 * sizeof *word, word += 4)
            word[0] = word[1] = word[2] = word[3] = 0;
        p = (uint8_t *)(uintptr_t)word;
    }
    for (volatile uint8_t *byte = p; length > 0; length--)
        *byte++ = 0;
}

#else

void ksig_wipe(void *memory, size_t length) {
    for (volatile uint8_t *byte = memory; length > 0; length--)
        *byte++ = 0;
}

#endif

#if defined(KSIG_MAY_ALIAS)
typedef any_word cleared_unit;
#else
typedef uint8_t cleared_unit;
#endif

uint32_t ksig_clear(void *memory, size_t length) {
    uint8_t *const begin = memory;
    uint32_t left = 0;
    size_t cleared = 0;
#if KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE
    while (length - cleared >= 4 * sizeof(cleared_unit)) {
        volatile cleared_unit *const unit = (volatile cleared_unit *)(void *)(begin + cleared);
        unit[0] = unit[1] = unit[2] = unit[3] = 0;
        left |= (uint32_t)unit[0] | unit[1];
        left |= (uint32_t)unit[2] | unit[3];
        cleared += 4 * sizeof *unit;
        KSIG_BARRIER(cleared); /* counted, not inferred from the loop's end */
    }
#endif
    while (cleared < length) {
        volatile cleared_unit *const unit = (volatile cleared_unit *)(void *)(begin + cleared);
        *unit = 0;
        left |= *unit;
        cleared += sizeof *unit;
        KSIG_BARRIER(cleared);
    }
    return (uint32_t)cleared + left;
}

/* By words if both addresses are aligned: for 32-bit cores without unaligned loads. */
#if defined(KSIG_MAY_ALIAS) && !KSIG_FAST_UNALIGNED && KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE && \
    UINTPTR_MAX > 0xffff
#define KSIG_COPY_ALIGNED 1
#else
#define KSIG_COPY_ALIGNED 0
#endif

/* The source pointer ends the loops; the destination pointer counts. */
size_t ksig_copy(void *to, const void *from, size_t length) {
    uint8_t *out = to;
    const uint8_t *in = from, *const end = in + length;
#if KSIG_FAST_UNALIGNED && !KSIG_LEAST_FLASH
    for (; (size_t)(end - in) >= 16; in += 16, out += 16) {
        const uint32_t a = ksig_load32(in), b = ksig_load32(in + 4), c = ksig_load32(in + 8),
                       d = ksig_load32(in + 12);
        ksig_store32(out, a);
        ksig_store32(out + 4, b);
        ksig_store32(out + 8, c);
        ksig_store32(out + 12, d);
    }
#endif
#if KSIG_FAST_UNALIGNED && KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE
    for (; (size_t)(end - in) >= 4; in += 4, out += 4)
        ksig_store32(out, ksig_load32(in));
#elif KSIG_COPY_ALIGNED
    if (((uintptr_t)out | (uintptr_t)in) % sizeof(any_word) == 0)
        for (; (size_t)(end - in) >= 16; in += 16, out += 16) {
            const any_word *const from_word = (const any_word *)(const void *)in;
            any_word *const to_word = (any_word *)(void *)out;
            const uint32_t a = from_word[0], b = from_word[1], c = from_word[2], d = from_word[3];
            to_word[0] = a;
            to_word[1] = b;
            to_word[2] = c;
            to_word[3] = d;
        }
    for (; (size_t)(end - in) >= 4; in += 4, out += 4) {
        const uint8_t a = in[0], b = in[1], c = in[2], d = in[3];
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
        KSIG_BARRIER(out);
    }
#endif
    while (in != end) {
        *out++ = *in++;
        KSIG_BARRIER(out);
    }
    return (size_t)(out - (uint8_t *)to);
}
