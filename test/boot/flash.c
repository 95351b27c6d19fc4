/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "flash.h"

#include <string.h>

#include "slots.h"

uint8_t flash[FLASH_BYTES];
uint32_t flash_page = 512, flash_words, flash_violations;
jmp_buf flash_power;

static uint32_t cut_at, random_state = 1;
static int cut_how;

void flash_seed(uint32_t seed) { random_state = seed * 2654435761u | 1; }

uint32_t flash_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

void flash_cut(uint32_t at, int how) {
    cut_at = at;
    cut_how = how;
    flash_words = 0;
}

static int outside(uint32_t address, uint32_t length) {
    const int bad = address > FLASH_BYTES || length > FLASH_BYTES - address;
    flash_violations += (uint32_t)bad;
    return bad;
}

/* One operation: `length` bytes at `address` become `data`, or all ones. */
static void operate(uint32_t address, const uint8_t *data, uint32_t length) {
    const int fails = ++flash_words == cut_at;
    for (uint32_t i = 0; i < length; i++) {
        const uint8_t old = flash[address + i], now = data != NULL ? data[i] : 0xFF;
        if (fails && cut_how == CUT_BEFORE)
            break;
        /* Within: some of the bits that change have changed. */
        const uint8_t stay = fails && cut_how == CUT_WITHIN ? (uint8_t)flash_random() : 0;
        flash[address + i] = (uint8_t)((old & stay) | (now & ~stay));
    }
    if (fails)
        longjmp(flash_power, 1);
}

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    if (outside(address, length))
        return -1;
    memcpy(data, flash + address, length);
    return 0;
}

int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    if (outside(address, length) || address % 4 != 0 || length % 4 != 0) {
        flash_violations++;
        return -1;
    }
    for (uint32_t i = 0; i < length; i += 4) {
        const uint8_t *const word = (const uint8_t *)data + i;
        for (unsigned j = 0; j < 4; j++)
            flash_violations += (word[j] & ~flash[address + i + j]) != 0;
        operate(address + i, word, 4);
    }
    return 0;
}

int ksig_boot_flash_erase(uint32_t address) {
    if (outside(address, flash_page) || address % flash_page != 0) {
        flash_violations++;
        return -1;
    }
    operate(address, NULL, flash_page);
    return 0;
}
