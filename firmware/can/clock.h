/* The time that certificates are compared with. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef CAN_X509

/* Seconds since 1970, 0 if nobody has said: then dates count for nothing. clock_emulated.c believes
 * every tester: a product links its own. */
uint64_t clock_seconds(void);

/* A tester says what time it is. False: not later than what is known. */
bool clock_set(uint64_t seconds);

#else

static inline bool clock_set(uint64_t seconds) {
    (void)seconds;
    return false;
}

#endif

#endif
