/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/bytes.h"

/* Words: a library's memset may go byte by byte, which for a state of some kilobytes would show. */
void ksig_wipe(void *memory, size_t length) {
    volatile uint32_t *words = memory;
    if ((uintptr_t)memory % sizeof *words == 0)
        for (; length >= sizeof *words; length -= sizeof *words)
            *words++ = 0;
    for (volatile uint8_t *bytes = (volatile uint8_t *)words; length > 0; length--)
        *bytes++ = 0;
}
