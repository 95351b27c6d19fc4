/* Flash of the nRF51822: 256 pages of 1 kB, words of 4 bytes (nRF51 Series Reference Manual 3.0,
 * chapter 6, NVMC). SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 0x00000 boot loader, 30 kB | 0x07800 two pages that remember | 0x08000 primary slot, 78 pages and
 * one for the exchange | 0x1BC00 secondary slot, 78 pages
 *
 * slots: 0x00008000; images may also be linked for 0x0001BC00 */
#include "board_flash.h"
#include "layout.h"

#define NVMC_READY REGISTER(0x4001E400u)
#define NVMC_CONFIG REGISTER(0x4001E504u)
#define NVMC_ERASEPAGE REGISTER(0x4001E508u)
#define CONFIG_READ 0u
#define CONFIG_WRITE 1u
#define CONFIG_ERASE 2u
#define BOARD_TRIAL_SECONDS 30u
#define WDT_START REGISTER(0x40010000u)
#define WDT_CRV REGISTER(0x40010504u)
#define WDT_RR0 REGISTER(0x40010600u)
#define WDT_RELOAD 0x6E524635u
#define WDT_HZ 32768u

const ksig_boot_layout board_layout = {1024, {0x8000, 0x1BC00}, 78, 0x7800, BOARD_IN_PLACE};
const uint32_t board_boot = 0;
const uint32_t board_ram_begin = 0x20000000, board_ram_end = 0x20004000;

static void configure(uint32_t mode) {
    NVMC_CONFIG = mode;
    while (NVMC_READY == 0)
        ;
}

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    const volatile uint8_t *const from = (const volatile uint8_t *)(uintptr_t)address;
    for (uint32_t i = 0; i < length; i++)
        ((uint8_t *)data)[i] = from[i];
    return 0;
}

int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    const uint8_t *const bytes = data;
    uint32_t wrong = 0;
    configure(CONFIG_WRITE);
    for (uint32_t i = 0; i < length; i += 4) {
        const uint32_t word = bytes[i] | (uint32_t)bytes[i + 1] << 8 |
                              (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
        REGISTER(address + i) = word;
        while (NVMC_READY == 0)
            ;
        wrong |= REGISTER(address + i) ^ word;
    }
    configure(CONFIG_READ);
    return wrong != 0;
}

int ksig_boot_flash_erase(uint32_t address) {
    configure(CONFIG_ERASE);
    NVMC_ERASEPAGE = address;
    configure(CONFIG_READ);
    return REGISTER(address) != 0xFFFFFFFFu;
}

/* Its configuration after a reset is the one that is needed: register 0, also while the core sleeps
 * (chapter 24). */
void ksig_boot_watch(void) {
    WDT_CRV = WDT_HZ * BOARD_TRIAL_SECONDS - 1;
    WDT_START = 1;
}

void board_feed(void) { WDT_RR0 = WDT_RELOAD; }
