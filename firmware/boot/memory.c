/* What the device remembers, in two pages of flash. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "slots.h"

#define MAGIC UINT32_C(0x4B53424D) /* KSBM */
#define CRC_POLYNOMIAL UINT32_C(0xEDB88320)

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
    return ~ksig_boot_crc32(KSIG_BOOT_CRC_INITIAL, memory, (uint32_t)(sizeof *memory - sizeof memory->crc));
}

static uint32_t page_at(const ksig_boot_layout *layout, int index) {
    return layout->memory + (index == 1 ? layout->page : 0);
}

static int load(ksig_boot_memory *memory, const ksig_boot_layout *layout, int index) {
    return ksig_boot_flash_read(page_at(layout, index), memory, sizeof *memory) == 0 && memory->magic == MAGIC &&
           memory->crc == crc_of(memory) && memory->kind >= KSIG_BOOT_IDLE && memory->kind <= KSIG_BOOT_TAKEBACK &&
           memory->pages <= layout->pages && memory->active <= layout->in_place;
}

/* Both pages twice, and the newest of all: a skipped instruction that loses a record would lose the counter. */
int ksig_boot_recall(ksig_boot_memory *memory, const ksig_boot_layout *layout) {
    ksig_boot_memory other;
    int index = -1;
    for (int i = 0; i < 4; i++)
        if (load(&other, layout, i & 1) && (index < 0 || (int32_t)(other.sequence - memory->sequence) > 0)) {
            *memory = other;
            index = i & 1;
        }
    if (index < 0) {
        memset(memory, 0, sizeof *memory);
        memory->kind = KSIG_BOOT_IDLE;
    }
    return index;
}

int ksig_boot_remember(ksig_boot_memory *memory, const ksig_boot_layout *layout) {
    ksig_boot_memory now;
    const int other = ksig_boot_recall(&now, layout) == 0;
    memory->magic = MAGIC;
    memory->sequence = now.sequence + 1;
    if (memory->counter < now.counter) /* never: but for a fault */
        memory->counter = now.counter;
    memory->crc = crc_of(memory);
    return ksig_boot_flash_erase(page_at(layout, other)) != 0 ||
           ksig_boot_flash_write(page_at(layout, other), memory, sizeof *memory) != 0;
}

static uint32_t mark_at(const ksig_boot_layout *layout, int index, uint32_t mark) {
    return page_at(layout, index) + KSIG_BOOT_MARKS_AT + 4 * mark;
}

int ksig_boot_marked(const ksig_boot_layout *layout, int index, uint32_t mark) {
    uint32_t word;
    return index >= 0 && ksig_boot_flash_read(mark_at(layout, index, mark), &word, sizeof word) == 0 &&
           word != UINT32_C(0xFFFFFFFF);
}

int ksig_boot_mark(const ksig_boot_layout *layout, int index, uint32_t mark) {
    const uint32_t zeros = 0;
    if (ksig_boot_marked(layout, index, mark))
        return 0;
    return ksig_boot_flash_write(mark_at(layout, index, mark), &zeros, sizeof zeros);
}

/* ---- For the application ----------------------------------------------------------------------------------------- */

/* On trial, and not confirmed: the other slot must stay as it is. */
static int on_trial(const ksig_boot_memory *memory, const ksig_boot_layout *layout, int index) {
    return memory->kind != KSIG_BOOT_IDLE && !ksig_boot_marked(layout, index, KSIG_BOOT_MARK_CONFIRMED);
}

uint32_t ksig_boot_update_slot(const ksig_boot_layout *layout) {
    ksig_boot_memory memory;
    const int index = ksig_boot_recall(&memory, layout);
    return on_trial(&memory, layout, index) ? 0 : layout->slot[memory.active ^ 1];
}

int ksig_boot_ask(const ksig_boot_layout *layout, int for_good) {
    ksig_boot_memory memory;
    int index = ksig_boot_recall(&memory, layout);
    if (on_trial(&memory, layout, index))
        return 1;
    /* The first time; or a request for good was cut short, and this is another one. */
    if (index < 0 || (!for_good && ksig_boot_marked(layout, index, KSIG_BOOT_MARK_FOR_GOOD))) {
        if (memory.kind != KSIG_BOOT_IDLE || ksig_boot_remember(&memory, layout) != 0)
            return 1;
        index = ksig_boot_recall(&memory, layout);
    }
    if (for_good && ksig_boot_mark(layout, index, KSIG_BOOT_MARK_FOR_GOOD) != 0)
        return 1;
    return index < 0 || ksig_boot_mark(layout, index, KSIG_BOOT_MARK_ASKED) != 0;
}

int ksig_boot_confirm(const ksig_boot_layout *layout) {
    ksig_boot_memory memory;
    const int index = ksig_boot_recall(&memory, layout);
    return memory.kind == KSIG_BOOT_TRIAL && ksig_boot_mark(layout, index, KSIG_BOOT_MARK_CONFIRMED) != 0;
}
