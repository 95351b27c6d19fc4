/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "flash.h"

#include <string.h>

#include "slots.h"

uint8_t flash[FLASH_BYTES];
uint32_t flash_page = 512, flash_words, flash_erases, flash_watched, flash_violations;
uint32_t flash_logged = FLASH_BYTES, flash_log[FLASH_LOGS], flash_logs;
jmp_buf flash_power;

static uint8_t weak[FLASH_BYTES]; /* bits that read differently each time */
static uint32_t cut_at, random_state = 1;
static int cut_how;
static struct {
    uint32_t address, at;
    int how;
} failing;
static struct {
    uint32_t address, at;
    uint8_t mask, value;
} stuck;

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
    flash_words = flash_logs = 0;
}

void flash_renew(void) {
    memset(flash, 0xFF, sizeof flash);
    memset(weak, 0, sizeof weak);
    failing.how = 0;
    stuck.mask = 0;
    flash_cut(0, 0);
}

void flash_fail(uint32_t address, int how, uint32_t at) {
    failing.address = address;
    failing.how = how;
    failing.at = at;
}

void flash_stick(uint32_t address, uint8_t mask, uint8_t value, uint32_t at) {
    stuck.address = address;
    stuck.mask = mask;
    stuck.value = value;
    stuck.at = at;
}

static int outside(uint32_t address, uint32_t length) {
    const int bad = address > FLASH_BYTES || length > FLASH_BYTES - address;
    flash_violations += (uint32_t)bad;
    return bad;
}

/* How the page that has `address` fails by now. */
static int fails(uint32_t address) {
    return flash_words >= failing.at && address - failing.address < flash_page ? failing.how : 0;
}

static uint8_t seen(uint32_t address) {
    const uint8_t byte = (uint8_t)(flash[address] ^ (weak[address] & (uint8_t)flash_random()));
    return stuck.mask != 0 && address == stuck.address && flash_words >= stuck.at
               ? (uint8_t)((byte & ~stuck.mask) | (stuck.value & stuck.mask))
               : byte;
}

/* One operation: `length` bytes at `address` become `data`, or all ones. */
static void operate(uint32_t address, const uint8_t *data, uint32_t length) {
    const int cut = ++flash_words == cut_at;
    const int nothing = (fails(address) & (data != NULL ? FAILS_TO_WRITE : FAILS_TO_ERASE)) != 0;
    if (address - flash_logged < 2 * flash_page && flash_logs < FLASH_LOGS)
        flash_log[flash_logs++] = flash_words;
    const int within = cut && (cut_how == CUT_WITHIN || cut_how == CUT_WEAK);
    for (uint32_t i = 0; i < length && !nothing; i++) {
        const uint8_t old = flash[address + i],
                      now = data != NULL ? (uint8_t)(old & data[i]) : 0xFF;
        if (cut && cut_how == CUT_BEFORE)
            break;
        /* Within: some of the bits that change have changed. */
        const uint8_t stay = within ? (uint8_t)flash_random() : 0;
        flash[address + i] = (uint8_t)((old & stay) | (now & ~stay));
        if (!within)
            weak[address + i] &=
                data != NULL ? data[i] : 0; /* written or erased, they are what they should be */
        else if (cut_how == CUT_WEAK)
            weak[address + i] |= (uint8_t)(old ^ now);
    }
    if (cut)
        longjmp(flash_power, 1);
}

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    if (outside(address, length))
        return -1;
    for (uint32_t i = 0; i < length; i++)
        ((uint8_t *)data)[i] = seen(address + i);
    return 0;
}

/* As the boards do, it reads what it wrote. */
int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    uint32_t wrong = 0;
    if (outside(address, length) || address % 4 != 0 || length % 4 != 0) {
        flash_violations++;
        return -1;
    }
    for (uint32_t i = 0; i < length; i += 4) {
        const uint8_t *const word = (const uint8_t *)data + i;
        for (unsigned j = 0; j < 4; j++)
            flash_violations +=
                (word[j] & ~(flash[address + i + j] | weak[address + i + j])) != 0 &&
                failing.how == 0 && stuck.mask == 0;
        operate(address + i, word, 4);
        for (unsigned j = 0; j < 4; j++)
            wrong |= (uint32_t)(seen(address + i + j) ^ word[j]);
    }
    return wrong != 0 && (fails(address) & FAILS_SILENTLY) == 0;
}

int ksig_boot_flash_erase(uint32_t address) {
    if (outside(address, flash_page) || address % flash_page != 0) {
        flash_violations++;
        return -1;
    }
    flash_erases++;
    operate(address, NULL, flash_page);
    return (fails(address) & (FAILS_TO_ERASE | FAILS_SILENTLY)) == FAILS_TO_ERASE;
}

void ksig_boot_watch(void) { flash_watched++; }
