/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/bytes.h"

#include <string.h>

uint32_t ksig_difference(const uint8_t *a, const uint8_t *b, size_t length) {
    uint32_t difference = 0;
    for (size_t i = 0; i < length; i++)
        difference |= (uint32_t)(a[i] ^ b[i]);
    return difference;
}

/* A call through a volatile pointer cannot be proved to be memset, so it stays. */
static void *(*const volatile wipe_with)(void *, int, size_t) = memset;

void ksig_wipe(void *memory, size_t length) { wipe_with(memory, 0, length); }
