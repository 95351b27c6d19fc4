/* The code memory of the MPS2, which is RAM, as a flash with pages of 1 kB: what is written keeps
 * over a reset. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 0x00000 boot loader, 62 kB | 0x0F800 two pages that remember | 0x10000 primary slot, 64 pages and
 * one for the exchange | 0x20400 secondary slot, 64 pages
 *
 * slots: 0x00010000; images may also be linked for 0x00020400 */
#include <string.h>

#include "board_flash.h"
#include "layout.h"

#define BOARD_TRIAL_SECONDS 6u /* short: tests wait for it */
#define WATCHDOG_LOAD REGISTER(0x40008000u)
#define WATCHDOG_CONTROL REGISTER(0x40008008u)
#define WATCHDOG_CLEAR REGISTER(0x4000800Cu)
#define CONTROL_INTERRUPT_RESET 3u
#define WATCHDOG_HZ 25000000u

const ksig_boot_layout board_layout = {1024, {0x10000, 0x20400}, 64, 0xF800, BOARD_IN_PLACE};
const uint32_t board_boot = 0;
const uint32_t board_ram_begin = 0x20000000, board_ram_end = 0x20400000;

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        ((uint8_t *)data)[i] = *(const volatile uint8_t *)(uintptr_t)(address + i);
    return 0;
}

/* As flash does it: ones become zeros, never back. */
int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < length; i++) {
        volatile uint8_t *const to = (volatile uint8_t *)(uintptr_t)(address + i);
        const uint8_t wanted = ((const uint8_t *)data)[i];
        *to = (uint8_t)(*to & wanted);
        wrong |= (uint32_t)(*to ^ wanted);
    }
    return wrong != 0;
}

int ksig_boot_flash_erase(uint32_t address) {
    for (uint32_t i = 0; i < board_layout.page; i += 4)
        REGISTER(address + i) = 0xFFFFFFFFu;
    return 0;
}

/* It resets the chip when it has run down twice (Arm DDI 0479, 4.6). */
void ksig_boot_watch(void) {
    WATCHDOG_LOAD = WATCHDOG_HZ / 2 * BOARD_TRIAL_SECONDS;
    WATCHDOG_CONTROL = CONTROL_INTERRUPT_RESET;
}

void board_feed(void) { WATCHDOG_CLEAR = 1; }
