/* What the examples of the ports run: every scheme of the image verifies, and what can sign signs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef SELFTEST_H
#define SELFTEST_H

#include "kilosig/kilosig.h"

/* Where constants are not in the address space of the core, the vectors are in flash all the same.
 */
#ifdef __AVR__
#define SELFTEST_FLASH __memx
#else
#define SELFTEST_FLASH
#endif

/* A genuine signature: anchor, key, message, signature, one after the other. The key of 0 bytes is
 * the anchor. */
struct selftest_case {
    const char *scheme;
    const SELFTEST_FLASH uint8_t *data;
    uint16_t anchor_length, key_length, message_length, signature_length;
};
extern const struct selftest_case
    selftest_cases[]; /* vectors.py makes it; the last one has no name */

/* Called with each result, and whenever a watchdog may be served; name is null then. */
typedef void selftest_report(const char *name, const char *what, int right);

/* Returns how many results were wrong. */
int selftest_run(selftest_report *report);

#endif
