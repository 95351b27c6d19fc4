/* What the boot loader expects of a board's flash.c, beside ksig_boot_flash_read, _write, _erase
 * and ksig_boot_watch (slots.h). SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BOARD_FLASH_H
#define BOARD_FLASH_H

#include "slots.h"

/* Name: BOARD_IN_PLACE (1 or 0)
 * 1: images run in either slot, the one for which they are linked, and nothing is exchanged. */
#ifndef BOARD_IN_PLACE
#define BOARD_IN_PLACE 0
#endif

extern const ksig_boot_layout board_layout;
extern const uint32_t board_boot; /* where the boot loader lies */
/* Feeds the watchdog that ksig_boot_watch started; nothing to feed otherwise. An image that may be
 * on trial calls it more often than every 5 seconds. */
void board_feed(void);

extern const uint32_t board_ram_begin,
    board_ram_end; /* for stack pointers; both 0: no vector tables */

#endif
