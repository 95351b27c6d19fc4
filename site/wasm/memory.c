/* The two functions that the library takes from outside: there is no C library here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Compiled with -fno-builtin, or the compiler would make a call of memcpy of the loop in memcpy. */
#include <stdint.h>

#include "util/memory.h"

void *memcpy(void *restrict to, const void *restrict from, size_t length) {
    uint8_t *out = to;
    const uint8_t *in = from;
    for (size_t i = 0; i < length; i++)
        out[i] = in[i];
    return to;
}

void *memset(void *to, int byte, size_t length) {
    uint8_t *out = to;
    for (size_t i = 0; i < length; i++)
        out[i] = (uint8_t)byte;
    return to;
}
