/* What KSIG_DECLASSIFY (guard/guard.h) is where a checker follows secrets: KSIG_TAINT_FILE names
 * this file. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_TAINT_H
#define KSIG_TAINT_H

#include <stddef.h>

/* The checker takes memory for public from here on. The place is told where something of it was
 * secret until then; on AVR the simulator knows it. */
void taint_public(const volatile void *memory, size_t length, const char *file, unsigned line);

#ifdef __AVR__
#define TAINT_FILE NULL
#else
#define TAINT_FILE __FILE__
#endif

#define KSIG_DECLASSIFY_BYTES(memory, length) \
    taint_public((memory), (size_t)(length), TAINT_FILE, __LINE__)
/* A value that is no constant, promoted as it would be by itself. */
#define KSIG_DECLASSIFY(x)                                       \
    __extension__({                                              \
        __typeof__((x) + 0) taint_value = (x);                   \
        KSIG_DECLASSIFY_BYTES(&taint_value, sizeof taint_value); \
        taint_value;                                             \
    })

#endif
