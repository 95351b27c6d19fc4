/* The SiFive E executes from a serial flash, which the emulator models as read-only memory: every
 * write and erase fails, and its slots are what it was started with. A real board needs its flash's
 * commands here. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 0x20400000 boot loader | 0x2040E000 two pages that remember | 0x20410000 primary slot, 64 kB and
 * a page for the exchange | 0x20421000 secondary slot, 64 kB
 *
 * slots: 0x20410000 */
#include "board_flash.h"
#include "layout.h"

#define WDOG_CONFIGURATION REGISTER(0x10000000u)
#define WDOG_FEED REGISTER(0x10000018u)
#define WDOG_KEY REGISTER(0x1000001Cu)
#define UNLOCK 0x51F15Eu
#define FOOD 0xD09F00Du
/* Resets, always counts, 32,768 Hz by 2^4: 65,536 ticks of those are 32 s (SiFive FE310-G002
 * manual, 14). */
#define WDOG_RESETS_32_S (1u << 12 | 1u << 8 | 4u)

const ksig_boot_layout board_layout = {4096, {0x20410000, 0x20421000}, 16, 0x2040E000, 0};
const uint32_t board_boot = 0x20400000;
const uint32_t board_ram_begin = 0,
               board_ram_end = 0; /* no vector table: the code begins with its first instruction */

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        ((uint8_t *)data)[i] = *(const volatile uint8_t *)(uintptr_t)(address + i);
    return 0;
}

int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    (void)address, (void)data, (void)length;
    return -1;
}

int ksig_boot_flash_erase(uint32_t address) {
    (void)address;
    return -1;
}

void ksig_boot_watch(void) {
    WDOG_KEY = UNLOCK;
    WDOG_CONFIGURATION = WDOG_RESETS_32_S;
}

void board_feed(void) {
    WDOG_KEY = UNLOCK;
    WDOG_FEED = FOOD;
}
