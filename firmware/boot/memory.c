/* What the device remembers, in two pages of flash. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "slots.h"

#define MAGIC UINT32_C(0x4B53424D) /* KSBM */
#define CRC_POLYNOMIAL UINT32_C(0xEDB88320)
#define ERASED UINT32_C(0xFFFFFFFF)
#define MARKED 28u /* so many ones are no mark */
/* In the words of a request, which begin with its two marks: ksig_boot_rejection, whose last word
 * is the reason. */
enum { ANSWER = 2, REASON = 4 };

uint32_t ksig_boot_crc32(uint32_t crc, const void *data, uint32_t length) {
    const uint8_t *const bytes = data;
    for (uint32_t i = 0; i < length; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? CRC_POLYNOMIAL : 0);
    }
    return crc;
}

static uint32_t crc_of(const ksig_boot_memory *memory) {
    return ~ksig_boot_crc32(KSIG_BOOT_CRC_INITIAL, memory,
                            (uint32_t)(sizeof *memory - sizeof memory->crc));
}

static uint32_t page_at(const ksig_boot_layout *layout, int index) {
    return layout->memory + (index == 1 ? layout->page : 0);
}

static uint32_t mark_at(const ksig_boot_layout *layout, int index, uint32_t mark) {
    return page_at(layout, index) + KSIG_BOOT_MARKS_AT + 4 * mark;
}

static uint32_t word_of(const ksig_boot_layout *layout, int index, uint32_t mark) {
    uint32_t word;
    return ksig_boot_flash_read(mark_at(layout, index, mark), &word, sizeof word) == 0 ? word
                                                                                       : ERASED;
}

/* Some bits of it are zeros: then what it says was done, though power may have failed while it was
 * set. Its bits may read differently each time then, and a mark that is seen as set once and not
 * another time would have a page copied again from one that is gone; so a bit that ever reads as
 * zero is one. A bit that sticks neither sets nor clears a mark. */
int ksig_boot_marked(const ksig_boot_layout *layout, int index, uint32_t mark) {
    unsigned ones = 0;
    uint32_t word = ERASED;
    if (index < 0)
        return 0;
    for (unsigned looks = 0; looks < 4; looks++)
        word &= word_of(layout, index, mark);
    for (; word != 0; word &= word - 1)
        ones++;
    return ones < MARKED;
}

static int set_mark(const ksig_boot_layout *layout, int index, uint32_t mark) {
    const uint32_t zeros = 0;
    return ksig_boot_flash_write(mark_at(layout, index, mark), &zeros, sizeof zeros);
}

int ksig_boot_mark(const ksig_boot_layout *layout, int index, uint32_t mark) {
    if (mark <= KSIG_BOOT_FIXED_MARKS) /* what is built on this record must not vanish: no step but
                                          the first does it */
        (void)set_mark(layout, index, KSIG_BOOT_MARK_VALID);
    (void)set_mark(layout, index, mark);
    return !ksig_boot_marked(layout, index, mark);
}

/* ---- Records ----------------------------------------------------------------------------- */

/* Copy i / 2 of page i % 2. */
static int load(ksig_boot_memory *memory, const ksig_boot_layout *layout, int i) {
    const uint32_t at = page_at(layout, i & 1) + (uint32_t)(i >> 1) * (uint32_t)sizeof *memory;
    return ksig_boot_flash_read(at, memory, sizeof *memory) == 0 && memory->magic == MAGIC &&
           memory->crc == crc_of(memory) && memory->kind >= KSIG_BOOT_IDLE &&
           memory->kind <= KSIG_BOOT_ALONE && memory->pages <= layout->pages &&
           memory->active <= layout->in_place &&
           ksig_boot_marked(layout, i & 1, KSIG_BOOT_MARK_VALID);
}

/* The newest of all copies: neither a bit that changed nor a skipped instruction loses a record,
 * and the counter. */
int ksig_boot_recall(ksig_boot_memory *memory, const ksig_boot_layout *layout) {
    ksig_boot_memory other;
    uint32_t blank = ERASED;
    int index = -1;
    for (int i = 0; i < 4; i++) {
        other.magic = 0;
        if (load(&other, layout, i) &&
            (index < 0 || (int32_t)(other.sequence - memory->sequence) > 0)) {
            *memory = other;
            index = i & 1;
        }
        blank &= other.magic;
    }
    if (index < 0) {
        memset(memory, 0, sizeof *memory);
        memory->kind = blank == ERASED ? KSIG_BOOT_IDLE : KSIG_BOOT_LOST;
    }
    return index;
}

int ksig_boot_remember(ksig_boot_memory *memory, const ksig_boot_layout *layout, int *index) {
    ksig_boot_memory now;
    *index = ksig_boot_recall(&now, layout);
    memory->magic = MAGIC;
    memory->sequence = now.sequence + 1;
    if (memory->counter < now.counter) /* never, unless a fault struck */
        memory->counter = now.counter;
    memory->crc = crc_of(memory);
    const uint32_t sequence = memory->sequence;
    for (int other = *index == 0, tries = *index < 0; tries >= 0; tries--, other ^= 1) {
        const uint32_t at = page_at(layout, other);
        if (ksig_boot_flash_erase(at) == 0 &&
            ksig_boot_flash_write(at, memory, sizeof *memory) == 0 &&
            ksig_boot_flash_write(at + (uint32_t)sizeof *memory, memory, sizeof *memory) == 0 &&
            set_mark(layout, other, KSIG_BOOT_MARK_VALID) == 0)
            break;
    }
    *index = ksig_boot_recall(memory, layout);
    return memory->sequence != sequence;
}

/* ---- Requests ---------------------------------------------------------------------------- */

int ksig_boot_on_trial(const ksig_boot_memory *memory, const ksig_boot_layout *layout, int index) {
    return !KSIG_BOOT_IS_IDLE(memory->kind) &&
           !ksig_boot_marked(layout, index, KSIG_BOOT_MARK_CONFIRMED);
}

uint32_t ksig_boot_request(const ksig_boot_memory *memory, const ksig_boot_layout *layout,
                           int index) {
    uint32_t request = KSIG_BOOT_MARK_ASKED;
    if (KSIG_BOOT_IS_IDLE(memory->kind))
        while (request < KSIG_BOOT_LAST_REQUEST &&
               word_of(layout, index, request + REASON) != ERASED)
            request += KSIG_BOOT_REQUEST_WORDS;
    return request;
}

void ksig_boot_answer(const ksig_boot_memory *memory, const ksig_boot_layout *layout, int index,
                      const ksig_boot_rejection *rejection) {
    const uint32_t request = ksig_boot_request(memory, layout, index);
    if (index >= 0 && request < KSIG_BOOT_LAST_REQUEST)
        (void)ksig_boot_flash_write(mark_at(layout, index, request + ANSWER), rejection,
                                    sizeof *rejection);
}

/* ---- For the application ----------------------------------------------------------------- */

uint32_t ksig_boot_update_slot(const ksig_boot_layout *layout) {
    ksig_boot_memory memory;
    const int index = ksig_boot_recall(&memory, layout);
    return ksig_boot_on_trial(&memory, layout, index) ? 0 : layout->slot[memory.active ^ 1];
}

int ksig_boot_ask(const ksig_boot_layout *layout, int for_good) {
    ksig_boot_memory memory;
    int index = ksig_boot_recall(&memory, layout);
    if (ksig_boot_on_trial(&memory, layout, index) ||
        (index < 0 && ksig_boot_remember(&memory, layout, &index) != 0))
        return 1;
    const uint32_t mark = ksig_boot_request(&memory, layout, index) + (for_good != 0);
    return !ksig_boot_marked(layout, index, mark) && ksig_boot_mark(layout, index, mark) != 0;
}

int ksig_boot_confirm(const ksig_boot_layout *layout) {
    ksig_boot_memory memory;
    const int index = ksig_boot_recall(&memory, layout);
    return memory.kind != KSIG_BOOT_TRIAL ||
           ksig_boot_mark(layout, index, KSIG_BOOT_MARK_CONFIRMED) != 0;
}

void ksig_boot_last_rejection(ksig_boot_rejection *rejection, const ksig_boot_layout *layout) {
    ksig_boot_memory memory;
    const int index = ksig_boot_recall(&memory, layout);
    const uint32_t request = ksig_boot_request(&memory, layout, index);
    memset(rejection, 0, sizeof *rejection);
    if (index >= 0 && request > KSIG_BOOT_MARK_ASKED)
        (void)ksig_boot_flash_read(
            mark_at(layout, index, request - KSIG_BOOT_REQUEST_WORDS + ANSWER), rejection,
            sizeof *rejection);
}
