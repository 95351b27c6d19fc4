/* A simulated flash that stops at any write or erase, and whose pages and bits fail.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FLASH_H
#define FLASH_H

#include <setjmp.h>
#include <stdint.h>

#define FLASH_BYTES (128u * 1024u)

extern uint8_t flash[FLASH_BYTES];
extern uint32_t flash_page;       /* bytes */
extern uint32_t flash_words;      /* words written and pages erased, since it was set to 0 */
extern uint32_t flash_erases;     /* pages erased */
extern uint32_t flash_watched;    /* images that were started under the watchdog */
extern uint32_t flash_violations; /* bits that a write would have set, and accesses outside: a
                                     mistake of the boot loader */

/* How much of the operation that the power fails in is done. CUT_WEAK: as CUT_WITHIN, and the bits
 * that were to change read differently each time, until they are written or erased once more. */
enum { CUT_BEFORE, CUT_WITHIN, CUT_AFTER, CUT_WEAK };

/* The power fails in operation `at` (from 1; 0: never): longjmp(flash_power, 1). */
extern jmp_buf flash_power;
void flash_cut(uint32_t at, int how);

/* The operations since flash_cut in the two pages from flash_logged on. */
#define FLASH_LOGS 512u
extern uint32_t flash_logged, flash_log[FLASH_LOGS], flash_logs;

/* All of it as new: erased, and nothing fails. */
void flash_renew(void);

/* From operation `at` on (as of flash_cut) the page at `address` does not erase, does not program,
 * or both. FAILS_SILENTLY: and the driver says that it did. */
enum { FAILS_TO_ERASE = 1, FAILS_TO_WRITE = 2, FAILS_SILENTLY = 4 };
void flash_fail(uint32_t address, int how, uint32_t at);

/* From operation `at` on the bits `mask` of the byte at `address` read as `value`. */
void flash_stick(uint32_t address, uint8_t mask, uint8_t value, uint32_t at);

/* xorshift32, of the bits that a cut leaves behind, and for the caller. */
uint32_t flash_random(void);
void flash_seed(uint32_t seed);

#endif
