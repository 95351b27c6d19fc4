/* Which image is started: the boot loader's part. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slots.h"

#include <string.h>

#include "little_endian.h"

#define PIECE_BYTES 64u
/* Decisions of one boot: finish an exchange, take it back, rescue, and again. More would be a flash that forgets. */
#define MOST_TURNS 6

/* What one boot knows. */
struct boot {
    const ksig_boot_layout *layout;
    const ksig_boot_policy *policy;
    ksig_boot_result *result;
    void *state;
    uint32_t state_bytes;
    ksig_boot_memory memory;
    int index;
};

static int read_slot(const ksig_boot_source *source, uint32_t offset, void *data, uint32_t length) {
    return ksig_boot_flash_read(source->base + offset, data, length);
}

/* The image in a slot. Of an exchange, every image is linked for the primary slot. Not inlined: less flash. */
static ksig_boot_source __attribute__((noinline)) slot_source(const ksig_boot_layout *layout, uint32_t slot) {
    return (ksig_boot_source){read_slot, NULL, layout->slot[slot], layout->pages * layout->page,
                              layout->slot[layout->in_place ? slot : 0]};
}

/* The counters once more, both from flash: a skipped instruction must not bring an older image back. */
static int is_older(const ksig_boot_layout *layout, const ksig_boot_source *source) {
    ksig_boot_memory memory;
    ksig_boot_image image;
    ksig_boot_recall(&memory, layout);
    return ksig_boot_image_read(&image, source, 0, 0) != KSIG_BOOT_NONE || image.counter < memory.counter;
}

static int verify(struct boot *boot, uint32_t slot) {
    const ksig_boot_source source = slot_source(boot->layout, slot);
    ksig_boot_verify(boot->result, &source, boot->policy, boot->memory.counter, boot->state, boot->state_bytes);
    if (is_older(boot->layout, &source)) {
        if (boot->result->reason == KSIG_BOOT_NONE)
            boot->result->reason = KSIG_BOOT_FAULT;
        boot->result->verdict = 0;
    }
    return ksig_boot_accepted(boot->result);
}

static uint32_t active(const struct boot *boot) { return boot->memory.active & 1; }

/* ---- The exchange ------------------------------------------------------------------------------------------------ */

/* 3 n steps, each of which copies a page whose source it leaves alone, so that it can be done again:
 *   n steps    the primary image one page up, from its end
 *   2 n steps  secondary page i to primary i, primary i + 1 (what was in i) to secondary i */
static void step_pages(const struct boot *boot, uint32_t step, uint32_t *from, uint32_t *to) {
    const uint32_t n = boot->memory.pages, page = boot->layout->page;
    const uint32_t *const slot = boot->layout->slot;
    if (step < n) {
        *from = slot[0] + (n - 1 - step) * page;
        *to = *from + page;
    } else {
        const uint32_t offset = (step - n) / 2 * page;
        *from = (step - n) % 2 == 0 ? slot[1] + offset : slot[0] + offset + page;
        *to = (step - n) % 2 == 0 ? slot[0] + offset : slot[1] + offset;
    }
}

static int copy_page(const ksig_boot_layout *layout, uint32_t from, uint32_t to) {
    uint8_t piece[PIECE_BYTES];
    if (ksig_boot_flash_erase(to) != 0)
        return -1;
    for (uint32_t at = 0; at < layout->page; at += sizeof piece) {
        const uint32_t n = layout->page - at < sizeof piece ? layout->page - at : sizeof piece;
        if (ksig_boot_flash_read(from + at, piece, n) != 0 || ksig_boot_flash_write(to + at, piece, n) != 0)
            return -1;
    }
    return 0;
}

/* Goes on with an exchange. Returns 0 when it is complete. */
static int exchange(const struct boot *boot) {
    if (boot->layout->in_place)
        return 0;
    for (uint32_t step = 0; step < 3 * boot->memory.pages; step++) {
        uint32_t from, to;
        if (ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_FIXED_MARKS + step))
            continue;
        step_pages(boot, step, &from, &to);
        if (copy_page(boot->layout, from, to) != 0 ||
            ksig_boot_mark(boot->layout, boot->index, KSIG_BOOT_FIXED_MARKS + step) != 0)
            return -1;
    }
    return 0;
}

/* Pages that an image has; 0 where there is none. */
static uint32_t pages_of(const struct boot *boot, uint32_t slot) {
    ksig_boot_image image;
    const ksig_boot_source source = slot_source(boot->layout, slot);
    if (ksig_boot_image_read(&image, &source, 0, 0) != KSIG_BOOT_NONE)
        return 0;
    uint32_t pages = 0; /* a loop: a core without division would need a function for it */
    while (pages * boot->layout->page < image.total_bytes)
        pages++;
    return pages;
}

/* ---- What happens next ------------------------------------------------------------------------------------------- */

static int remember(struct boot *boot, uint32_t kind) {
    boot->memory.kind = kind;
    if (ksig_boot_remember(&boot->memory, boot->layout) != 0)
        return -1;
    boot->index = ksig_boot_recall(&boot->memory, boot->layout);
    return 0;
}

/* The other image becomes the active one: it was verified. */
static int begin(struct boot *boot, uint32_t kind) {
    if (kind != KSIG_BOOT_TAKEBACK)
        boot->memory.rejected = KSIG_BOOT_NONE;
    const uint32_t first = pages_of(boot, 0), second = pages_of(boot, 1);
    boot->memory.pages = boot->layout->in_place ? 0 : first > second ? first : second;
    boot->memory.active = boot->layout->in_place ? active(boot) ^ 1 : 0;
    return remember(boot, kind);
}

static int reject(struct boot *boot) {
    boot->memory.rejected = boot->result->reason;
    boot->memory.rejected_version = boot->result->image.version;
    return remember(boot, KSIG_BOOT_IDLE);
}

/* The image before, if it is still good; else the one that is there stays. */
static int take_back(struct boot *boot) {
    return verify(boot, active(boot) ^ 1) ? begin(boot, KSIG_BOOT_TAKEBACK) : reject(boot);
}

/* Ends a trial that was confirmed. A new request that came with it is kept. */
static int end_trial(struct boot *boot) {
    const int asked = ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_ASKED);
    const int for_good = ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_FOR_GOOD);
    if (remember(boot, KSIG_BOOT_IDLE) != 0)
        return -1;
    return asked ? ksig_boot_ask(boot->layout, for_good) : 0;
}

/* An older image must never run again once this one is the only one. */
static int raise_counter(struct boot *boot) {
    if (boot->result->image.counter <= boot->memory.counter)
        return 0;
    boot->memory.counter = boot->result->image.counter;
    return boot->memory.kind == KSIG_BOOT_IDLE && remember(boot, KSIG_BOOT_IDLE) != 0;
}

enum { AGAIN, START, STUCK };

/* The active image, when nothing else is to be done first. */
static int turn_to_start(struct boot *boot) {
    if (verify(boot, active(boot))) {
        if (boot->memory.kind != KSIG_BOOT_TRIAL) /* that raises it when it confirmed itself */
            (void)raise_counter(boot);            /* a board without writable flash runs, too */
        return START;
    }
    if (boot->memory.kind == KSIG_BOOT_TRIAL)
        return take_back(boot) == 0 ? AGAIN : STUCK;
    /* Damaged: rescue the device with the other one. */
    const ksig_boot_reason reason = boot->result->reason;
    if (!verify(boot, active(boot) ^ 1)) {
        boot->result->reason = reason; /* of the image that ought to run */
        return STUCK;
    }
    return begin(boot, KSIG_BOOT_INSTALL) == 0 ? AGAIN : STUCK;
}

static int idle_turn(struct boot *boot) {
    if (!ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_ASKED))
        return turn_to_start(boot);
    if (!verify(boot, active(boot) ^ 1))
        return reject(boot) == 0 ? AGAIN : STUCK;
    const int for_good = ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_FOR_GOOD);
    return begin(boot, for_good ? KSIG_BOOT_INSTALL : KSIG_BOOT_TRIAL) == 0 ? AGAIN : STUCK;
}

static int trial_turn(struct boot *boot) {
    if (ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_CONFIRMED)) {
        if (verify(boot, active(boot))) {
            if (boot->result->image.counter > boot->memory.counter)
                boot->memory.counter = boot->result->image.counter;
            return end_trial(boot) == 0 ? AGAIN : STUCK;
        }
        return take_back(boot) == 0 ? AGAIN : STUCK;
    }
    if (ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_STARTED))
        return take_back(boot) == 0 ? AGAIN : STUCK;
    const int next = turn_to_start(boot);
    if (next != START)
        return next;
    return ksig_boot_mark(boot->layout, boot->index, KSIG_BOOT_MARK_STARTED) == 0 ? START : STUCK;
}

static int turn(struct boot *boot) {
    if (boot->memory.kind == KSIG_BOOT_IDLE)
        return idle_turn(boot);
    if (exchange(boot) != 0)
        return STUCK;
    if (boot->memory.kind == KSIG_BOOT_TRIAL)
        return trial_turn(boot);
    return remember(boot, KSIG_BOOT_IDLE) == 0 ? AGAIN : STUCK;
}

int ksig_boot_choose(ksig_boot_result *result, const ksig_boot_layout *layout, const ksig_boot_policy *policy,
                     void *state, uint32_t state_bytes) {
    struct boot boot = {
        .layout = layout, .policy = policy, .result = result, .state = state, .state_bytes = state_bytes};
    int next = AGAIN;
    memset(result, 0, sizeof *result);
    boot.index = ksig_boot_recall(&boot.memory, layout);
    for (unsigned turns = 0; next == AGAIN && turns < MOST_TURNS; turns++)
        next = turn(&boot);
    return next == START ? (int)active(&boot) : -1;
}
