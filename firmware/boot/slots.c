/* Which image is started: the boot loader's part. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slots.h"

#include <string.h>

#include "little_endian.h"

#define PIECE_BYTES 64u
/* Decisions of one boot: finish an exchange, take it back, rescue, and again. More would be a flash
 * that forgets. */
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
    uint32_t slot; /* to be started */
};

static int read_slot(const ksig_boot_source *source, uint32_t offset, void *data, uint32_t length) {
    return ksig_boot_flash_read(source->base + offset, data, length);
}

/* The image in a slot. Of an exchange, every image is linked for the primary slot. Not inlined:
 * less flash. */
static ksig_boot_source __attribute__((noinline))
slot_source(const ksig_boot_layout *layout, uint32_t slot) {
    return (ksig_boot_source){read_slot, NULL, layout->slot[slot], layout->pages * layout->page,
                              layout->slot[layout->in_place ? slot : 0]};
}

/* Counters and product once more, all from flash: a skipped instruction must not bring another
 * image in. */
static int is_another(const struct boot *boot, const ksig_boot_source *source) {
    ksig_boot_memory memory;
    ksig_boot_image image;
    ksig_boot_recall(&memory, boot->layout);
    return ksig_boot_image_read(&image, source, 0, 0) != KSIG_BOOT_NONE ||
           image.counter < memory.counter || image.counter < boot->memory.counter ||
           image.product != boot->policy->product;
}

static int verify(struct boot *boot, uint32_t slot) {
    const ksig_boot_source source = slot_source(boot->layout, slot);
    ksig_boot_verify(boot->result, &source, boot->policy, boot->memory.counter, boot->state,
                     boot->state_bytes);
    if (is_another(boot, &source)) {
        if (boot->result->reason == KSIG_BOOT_NONE)
            boot->result->reason = KSIG_BOOT_FAULT;
        boot->result->verdict = 0;
    }
    return ksig_boot_accepted(boot->result);
}

static uint32_t active(const struct boot *boot) { return boot->memory.active & 1; }

/* ---- The exchange ------------------------------------------------------------------------ */

/* 3 n steps, each of which copies a page whose source it leaves alone, so that it can be done
 * again: n steps    the primary image one page up, from its end 2 n steps  secondary page i to
 * primary i, primary i + 1 (what was in i) to secondary i */
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
        if (ksig_boot_flash_read(from + at, piece, n) != 0 ||
            ksig_boot_flash_write(to + at, piece, n) != 0)
            return -1;
    }
    return 0;
}

/* Goes on with an exchange. Returns 0 when it is complete, -1 if it is stuck, 1 if it could not
 * begin: then both images are as they were. */
static int exchange(const struct boot *boot) {
    const uint32_t steps = 3 * boot->memory.pages;
    uint32_t step = steps;
    while (step > 0 &&
           !ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_FIXED_MARKS + step - 1))
        step--;
    if (step > 0) /* a power cut may have left it half set, and what it says cannot be done again
                     after the next step */
        (void)ksig_boot_mark(boot->layout, boot->index, KSIG_BOOT_FIXED_MARKS + step - 1);
    for (; step < steps; step++) {
        uint32_t from, to;
        step_pages(boot, step, &from, &to);
        const int failed = copy_page(boot->layout, from, to);
        if (failed && step == 0)
            return 1;
        /* A page that fails is left behind, if the others do not: the image is verified before it
         * is started. */
        if (ksig_boot_mark(boot->layout, boot->index, KSIG_BOOT_FIXED_MARKS + step) != 0 && failed)
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

/* ---- What happens next ------------------------------------------------------------------- */

/* What is remembered then, is in boot->memory: the record before, if this one cannot be written. */
static int remember(struct boot *boot, uint8_t kind) {
    boot->memory.kind = kind;
    return ksig_boot_remember(&boot->memory, boot->layout, &boot->index);
}

/* The other image becomes the active one: it was verified. */
static int begin(struct boot *boot, uint8_t kind) {
    const uint32_t first = pages_of(boot, 0), second = pages_of(boot, 1);
    boot->memory.pages = (uint16_t)(boot->layout->in_place ? 0 : first > second ? first : second);
    boot->memory.active = (uint8_t)(boot->layout->in_place ? active(boot) ^ 1 : 0);
    return remember(boot, kind);
}

/* An older image than the one that was verified must never run again. Returns 1 if that is new. */
static int raise_counter(struct boot *boot) {
    if (boot->result->image.counter <= boot->memory.counter)
        return 0;
    boot->memory.counter = boot->result->image.counter;
    return 1;
}

enum { AGAIN, START, STUCK };

/* Says why the other image is not installed. Without an erase, if it was asked for by a mark. */
static int reject(struct boot *boot) {
    const ksig_boot_rejection rejection = {boot->result->image.version, boot->result->reason};
    if (!KSIG_BOOT_IS_IDLE(boot->memory.kind) && remember(boot, KSIG_BOOT_IDLE) != 0)
        return STUCK;
    ksig_boot_answer(&boot->memory, boot->layout, boot->index, &rejection);
    return AGAIN;
}

/* The image before, if it is still good; else the one that is there stays, and has no say in the
 * counter. */
static int take_back(struct boot *boot) {
    const int failed = verify(boot, active(boot) ^ 1) ? begin(boot, KSIG_BOOT_TAKEBACK)
                                                      : remember(boot, KSIG_BOOT_ALONE);
    return failed ? STUCK : AGAIN;
}

/* The active image, when nothing else is to be done first. */
static int turn_to_start(struct boot *boot) {
    boot->slot = active(boot);
    if (verify(boot, boot->slot)) {
        if (boot->memory.kind != KSIG_BOOT_ALONE &&
            (raise_counter(boot) || boot->memory.kind != KSIG_BOOT_IDLE))
            (void)remember(boot,
                           KSIG_BOOT_IDLE); /* it runs, whether or not the flash can be written */
        return START;
    }
    if (boot->memory.kind == KSIG_BOOT_TRIAL)
        return take_back(boot);
    /* Damaged: rescue the device with the other one. */
    return verify(boot, active(boot) ^ 1) && begin(boot, KSIG_BOOT_TRIAL) == 0 ? AGAIN : STUCK;
}

static int idle_turn(struct boot *boot) {
    const uint32_t request = ksig_boot_request(&boot->memory, boot->layout, boot->index);
    const int asked = ksig_boot_marked(boot->layout, boot->index, request);
    if (asked || ksig_boot_marked(boot->layout, boot->index, request + 1)) {
        /* None that is older than what runs, whatever is remembered. */
        if (boot->memory.kind != KSIG_BOOT_ALONE && verify(boot, active(boot)))
            (void)raise_counter(boot);
        if (verify(boot, active(boot) ^ 1)) {
            if (begin(boot, asked ? KSIG_BOOT_TRIAL : KSIG_BOOT_INSTALL) == 0)
                return AGAIN;
            boot->result->reason = KSIG_BOOT_BAD_READ;
        }
        (void)reject(boot);
    }
    return turn_to_start(boot);
}

static int trial_turn(struct boot *boot) {
    if (ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_CONFIRMED))
        return idle_turn(boot);
    boot->slot = active(boot);
    if (!ksig_boot_marked(boot->layout, boot->index, KSIG_BOOT_MARK_STARTED) &&
        verify(boot, boot->slot) &&
        ksig_boot_mark(boot->layout, boot->index, KSIG_BOOT_MARK_STARTED) == 0)
        return START;
    return take_back(boot);
}

/* The record is lost. In place, either slot may have run: the one with the greater counter. */
static int lost_turn(struct boot *boot) {
    for (uint32_t slot = 0; slot <= boot->layout->in_place; slot++)
        if (verify(boot, slot) && raise_counter(boot))
            boot->slot = slot;
    boot->memory.active = (uint8_t)boot->slot;
    if (remember(boot, KSIG_BOOT_IDLE) == 0)
        return AGAIN;
    return verify(boot, boot->slot) ? START : STUCK;
}

static int turn(struct boot *boot) {
    if (boot->memory.kind == KSIG_BOOT_LOST)
        return lost_turn(boot);
    if (KSIG_BOOT_IS_IDLE(boot->memory.kind))
        return idle_turn(boot);
    const int done = exchange(boot);
    if (done != 0) {
        boot->result->reason = KSIG_BOOT_BAD_READ;
        return done > 0 ? reject(boot) : STUCK;
    }
    return boot->memory.kind == KSIG_BOOT_TRIAL ? trial_turn(boot) : turn_to_start(boot);
}

int ksig_boot_choose(ksig_boot_result *result, const ksig_boot_layout *layout,
                     const ksig_boot_policy *policy, void *state, uint32_t state_bytes) {
    struct boot boot = {.layout = layout,
                        .policy = policy,
                        .result = result,
                        .state = state,
                        .state_bytes = state_bytes};
    int next = AGAIN;
    memset(result, 0, sizeof *result);
    boot.index = ksig_boot_recall(&boot.memory, layout);
    for (unsigned turns = 0; next == AGAIN && turns < MOST_TURNS; turns++)
        next = turn(&boot);
    /* What cannot be written must not keep a good image from running. In place, an image on trial
     * that cannot be taken back by a record is by this. */
    for (int other = layout->in_place; next != START && other >= 0; other--) {
        boot.slot = active(&boot) ^ (uint32_t)other;
        if (verify(&boot, boot.slot))
            next = START;
    }
    if (next != START)
        return -1;
    if (ksig_boot_on_trial(&boot.memory, layout, boot.index))
        ksig_boot_watch();
    return (int)boot.slot;
}
