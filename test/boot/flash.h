/* A simulated flash that stops at any write or erase. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FLASH_H
#define FLASH_H

#include <setjmp.h>
#include <stdint.h>

#define FLASH_BYTES (128u * 1024u)

extern uint8_t flash[FLASH_BYTES];
extern uint32_t flash_page;  /* bytes */
extern uint32_t flash_words; /* words written and pages erased, since it was set to 0 */
extern uint32_t
    flash_violations; /* bits that a write would have set, and accesses outside: a mistake of the boot loader */

/* How much of the operation that the power fails in is done. */
enum { CUT_BEFORE, CUT_WITHIN, CUT_AFTER };

/* The power fails in operation `at` (from 1; 0: never): longjmp(flash_power, 1). */
extern jmp_buf flash_power;
void flash_cut(uint32_t at, int how);

/* xorshift32, of the bits that a cut leaves behind, and for the caller. */
uint32_t flash_random(void);
void flash_seed(uint32_t seed);

#endif
