/* The SiFive E executes from a serial flash, which the emulator models as read-only memory: every write and erase fails,
 * and its slots are what it was started with. A real board needs its flash's commands here.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 0x20400000 boot loader | 0x2040E000 two pages that remember | 0x20410000 primary slot, 64 kB and a page for the exchange
 * | 0x20421000 secondary slot, 64 kB
 *
 * slots: 0x20410000 */
#include "board_flash.h"

const ksig_boot_layout board_layout = {4096, {0x20410000, 0x20421000}, 16, 0x2040E000, 0};
const uint32_t board_boot = 0x20400000;
const uint32_t board_ram_begin = 0, board_ram_end = 0; /* no vector table: the code begins with its first instruction */

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
