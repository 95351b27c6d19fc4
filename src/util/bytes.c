/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/bytes.h"

#include <string.h>

void ksig_wipe(void *memory, size_t length) {
#if defined(__GNUC__) || defined(__clang__)
    memset(memory, 0, length);
    /* The memory may be read here, for all that the compiler knows. */
    __asm__ volatile("" : : "r"(memory) : "memory");
#else
    for (volatile uint8_t *p = memory; length > 0; length--)
        *p++ = 0;
#endif
}
