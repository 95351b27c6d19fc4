/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/bytes.h"

#include <string.h>

#if defined(__GNUC__) || defined(__clang__)

/* Any object may be written as words. */
typedef uint32_t __attribute__((may_alias)) any_word;

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

void ksig_copy(void *to, const void *from, size_t length) {
    uint8_t *out = to;
    const uint8_t *in = from;
#if KSIG_FAST_UNALIGNED
    for (; length >= 4; length -= 4, in += 4, out += 4)
        ksig_store32(out, ksig_load32(in));
#endif
    for (; length > 0; length--)
        *out++ = *in++;
}
