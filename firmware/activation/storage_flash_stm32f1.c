/* Storage in the last two 1 kB flash pages of an STM32F100. Registers: ST PM0063.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * NOT RUN ON HARDWARE YET; the emulator does not model the flash controller, where storage_store
 * answers false.
 *
 * A page holds one record, a sequence number and a crc. The record with the higher number counts. A
 * store erases and writes the page of the older one, so that a power cut at any moment leaves the
 * newer one, with its counter, intact. */
#include "storage.h"

#include <stddef.h>
#include <string.h>

#include "armv7m.h"
#include "protocol/crc16.h"

#define FLASH_KEYR REGISTER(0x40022004u)
#define FLASH_SR REGISTER(0x4002200Cu)
#define FLASH_CR REGISTER(0x40022010u)
#define FLASH_AR REGISTER(0x40022014u)

#define FLASH_SR_BUSY 1u
#define FLASH_SR_DONE_AND_ERRORS 0x34u /* EOP, WRPRTERR, PGERR: written as ones to clear */
#define FLASH_CR_PROGRAM 1u
#define FLASH_CR_ERASE_PAGE 2u
#define FLASH_CR_START 0x40u
#define FLASH_CR_LOCK 0x80u

#define PAGE_BYTES 1024u

struct page {
    uint32_t sequence;
    uint32_t crc; /* over sequence and record; 16 bits are used */
    storage_record record;
};

extern const uint8_t link_storage[]; /* memory.ld */

static const struct page *page_at(unsigned index) {
    return (const struct page *)(const void *)(link_storage + index * PAGE_BYTES);
}

static uint32_t page_crc(uint32_t sequence, const storage_record *record) {
    uint16_t crc = crc16(CRC16_INITIAL, (const uint8_t *)&sequence, sizeof sequence);
    return crc16(crc, (const uint8_t *)record, sizeof *record);
}

/* Erased pages read as ones, pages of the emulator as zeros: neither has this crc. */
static bool page_good(const struct page *page) {
    return page->crc == page_crc(page->sequence, &page->record) && page->record.scheme[0] != 0;
}

/* Index of the page that counts, or -1. */
static int newest(void) {
    bool good0 = page_good(page_at(0)), good1 = page_good(page_at(1));
    if (good0 && good1)
        return page_at(1)->sequence > page_at(0)->sequence;
    return good0 ? 0 : good1 ? 1 : -1;
}

const storage_record *storage_load(void) {
    int index = newest();
    return index >= 0 ? &page_at((unsigned)index)->record : NULL;
}

static void flash_wait(void) {
    while (FLASH_SR & FLASH_SR_BUSY)
        ;
    FLASH_SR = FLASH_SR_DONE_AND_ERRORS;
}

static void flash_program(const void *target, const void *source, size_t length) {
    const uint8_t *bytes = source;
    volatile uint16_t *cell = (volatile uint16_t *)(uintptr_t)target;
    FLASH_CR = FLASH_CR_PROGRAM;
    for (size_t i = 0; i < length; i += 2) {
        *cell++ = (uint16_t)(bytes[i] | bytes[i + 1] << 8);
        flash_wait();
    }
    FLASH_CR = 0;
}

bool storage_store(const storage_record *record) {
    int old = newest();
    const struct page *page = page_at(old == 0);
    uint32_t sequence = old >= 0 ? page_at((unsigned)old)->sequence + 1 : 1;
    uint32_t crc = page_crc(sequence, record);

    FLASH_KEYR = 0x45670123u;
    FLASH_KEYR = 0xCDEF89ABu;
    flash_wait();
    FLASH_CR = FLASH_CR_ERASE_PAGE;
    FLASH_AR = (uint32_t)(uintptr_t)page;
    FLASH_CR = FLASH_CR_ERASE_PAGE | FLASH_CR_START;
    flash_wait();
    /* The crc last: until it is there, the page does not count. */
    flash_program(&page->sequence, &sequence, sizeof sequence);
    flash_program(&page->record, record, sizeof *record);
    flash_program(&page->crc, &crc, sizeof crc);
    FLASH_CR = FLASH_CR_LOCK;

    /* Whatever went wrong (wear, write protection) shows when reading back. */
    return page_good(page) && page->sequence == sequence &&
           memcmp(&page->record, record, sizeof *record) == 0;
}
