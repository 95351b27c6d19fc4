/* Flash of the STM32F100RB: 128 pages of 1 kB, half-words (ST PM0063, 2.3). Not run on the real
 * board: the emulator has no flash controller, every write and erase fails there, and its slots are
 * what it was started with. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 0x08000000 boot loader, 22 kB | 0x08005800 two pages that remember | 0x08006000 primary slot, 50
 * pages and one for the exchange | 0x08012C00 secondary slot, 50 pages
 *
 * slots: 0x08006000 */
#include "board_flash.h"
#include "layout.h"

#define FLASH_KEYR REGISTER(0x40022004u)
#define FLASH_SR REGISTER(0x4002200Cu)
#define FLASH_CR REGISTER(0x40022010u)
#define FLASH_AR REGISTER(0x40022014u)
#define KEY_1 0x45670123u
#define KEY_2 0xCDEF89ABu
#define SR_BSY 1u
#define CR_PG 1u
#define CR_PER 2u
#define CR_STRT (1u << 6)
#define CR_LOCK (1u << 7)
#define IWDG_KR REGISTER(0x40003000u)
#define IWDG_PR REGISTER(0x40003004u)
#define IWDG_RLR REGISTER(0x40003008u)
#define IWDG_START 0xCCCCu
#define IWDG_CHANGE 0x5555u
#define IWDG_RELOAD 0xAAAAu
#define IWDG_BY_256 6u
#define IWDG_LONGEST 0xFFFu

const ksig_boot_layout board_layout = {1024, {0x08006000, 0x08012C00}, 50, 0x08005800, 0};
const uint32_t board_boot = 0x08000000;
const uint32_t board_ram_begin = 0x20000000, board_ram_end = 0x20002000;

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        ((uint8_t *)data)[i] = *(const volatile uint8_t *)(uintptr_t)(address + i);
    return 0;
}

static void begin(uint32_t mode) {
    if (FLASH_CR & CR_LOCK) {
        FLASH_KEYR = KEY_1;
        FLASH_KEYR = KEY_2;
    }
    FLASH_CR = mode;
}

static void end(void) {
    while (FLASH_SR & SR_BSY)
        ;
}

int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    const uint8_t *const bytes = data;
    uint32_t wrong = 0;
    begin(CR_PG);
    if ((FLASH_CR & CR_PG) == 0)
        return -1; /* no controller */
    for (uint32_t i = 0; i < length; i += 2) {
        volatile uint16_t *const to = (volatile uint16_t *)(uintptr_t)(address + i);
        const uint16_t half = (uint16_t)(bytes[i] | bytes[i + 1] << 8);
        if (half != 0xFFFF)
            *to = half;
        end();
        wrong |= (uint32_t)(*to ^ half);
    }
    FLASH_CR = CR_LOCK;
    return wrong != 0;
}

int ksig_boot_flash_erase(uint32_t address) {
    begin(CR_PER);
    if ((FLASH_CR & CR_PER) == 0)
        return -1;
    FLASH_AR = address;
    FLASH_CR = CR_PER | CR_STRT;
    end();
    FLASH_CR = CR_LOCK;
    return REGISTER(address) != 0xFFFFFFFFu;
}

/* The longest it can: 4,096 times 256 ticks of about 40 kHz (ST RM0041, 17). */
void ksig_boot_watch(void) {
    IWDG_KR = IWDG_START;
    IWDG_KR = IWDG_CHANGE;
    IWDG_PR = IWDG_BY_256;
    IWDG_RLR = IWDG_LONGEST;
    board_feed();
}

void board_feed(void) { IWDG_KR = IWDG_RELOAD; }
