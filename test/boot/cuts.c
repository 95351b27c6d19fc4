/* Cuts the power of a simulated device at every write and erase of an update, and looks what it
 * starts then. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: boot_cuts ANCHOR OLD NEW FORGED OLDER RUNS [in-place OLD1 NEW1 FORGED1 OLDER1]
 * Files: an LMS key, and images for the primary slot: the one that runs; its successor, with a
 * greater security counter; one whose signature is wrong; one with a smaller counter. in-place: the
 * same for the secondary slot, but OLD1 is not used. RUNS: how many random double cuts, and
 * defects; 100/8: 100 of them, and of single cuts among words of an image that move one in eight.
 * Prints the counts; exit status 1 if anything was wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flash.h"
#include "slots.h"

#define PAGE 512u
#define PAGES 12u
#define NEAR 2u      /* operations */
#define MOST_BOOTS 6 /* three, and one for each cut; one to see that it stays so */

enum { OLD, NEW, FORGED, OLDER, IMAGES };

static uint8_t images[2][IMAGES][PAGES * PAGE];
static size_t lengths[2][IMAGES];
static uint8_t key[60];
static ksig_boot_anchor anchor = {key, 0, KSIG_BOOT_NEVER, NULL};
static ksig_boot_rule rule = {NULL, &anchor, NULL, KSIG_BOOT_TLV_LMS, 1, KSIG_BOOT_SIGNS_DIGEST};
static const ksig_boot_policy policy = {&rule, 1, 0, 0, 0};
static ksig_boot_layout layout = {PAGE, {0x1000, 0x4000}, PAGES, 0x8000, 0};
static uint64_t state[128];

static uint64_t runs, boots, wrong;

/* A story: what is in the slot for updates, and what the application does when it runs. */
struct story {
    const char *name;
    int update;   /* image in the slot for updates */
    int for_good; /* asked for so */
    int confirms; /* the new image does */
    int end;      /* image that runs at last */
};
static const struct story stories[] = {
    {"new, confirmed", NEW, 0, 1, NEW},      {"new, not confirmed", NEW, 0, 0, OLD},
    {"new, for good", NEW, 1, 1, NEW},       {"forged", FORGED, 0, 1, OLD},
    {"forged, for good", FORGED, 1, 1, OLD}, {"rollback", OLDER, 0, 1, OLD},
};
enum { STORIES = sizeof stories / sizeof stories[0] };

/* What fails besides the power, in a part of flash that `damage` chooses. */
enum {
    NOTHING,
    RECORD_PAGE,
    RECORD_BIT,
    SECOND_PAGE,
    SPARE_PAGE,
    PRIMARY_PAGE,
    RECORD_LOST,
    DEFECTS
};
static const char *const defects[DEFECTS] = {"bits that read differently",
                                             "pages that remember fail",
                                             "bits of them stick",
                                             "pages of the second slot fail",
                                             "the page for the exchange fails",
                                             "pages of the primary slot fail",
                                             "records are lost"};
static int defect;       /* one of those */
static int lost_in_life; /* the records are */

/* What the application remembers, outside of the flash: what must be true whatever was cut. */
static int asked, confirmed, ended;

static int is_image(uint32_t slot, int image) {
    const uint32_t linked = layout.in_place ? slot : 0;
    return memcmp(flash + layout.slot[slot], images[linked][image], lengths[linked][image]) == 0;
}

/* One life of the device: boots, then the application does what the story says. */
static void live(const struct story *story) {
    ksig_boot_result result;
    boots++;
    const int slot = ksig_boot_choose(&result, &layout, &policy, state, sizeof state);
    if (slot < 0 || !ksig_boot_accepted(&result)) {
        if (defect == PRIMARY_PAGE) /* nothing can run there */
            return;
        printf("%s: bricked, reason %u (%s)\n", story->name, (unsigned)result.reason,
               defects[defect]);
        wrong++;
        return;
    }
    const int old = is_image((uint32_t)slot, OLD), new = is_image((uint32_t)slot, NEW);
    if (!old && !new) {
        printf("%s: started what is neither the old nor the new image\n", story->name);
        wrong++;
    }
    if (new && story->update != NEW) {
        printf("%s: started what was not there\n", story->name);
        wrong++;
    }
    if (new &&defect == NOTHING && !is_image(!slot, OLD)) {
        printf("%s: lost the old image\n", story->name);
        wrong++;
    }
    if (old && confirmed == 2) {
        printf("%s: went back after it was confirmed\n", story->name);
        wrong++;
    }
    if (new)
        asked = 1; /* a request that was cut, and counts */
    if (old && !asked) {
        if (ksig_boot_ask(&layout, story->for_good) == 0)
            asked = 1;
    } else if (new && story->confirms && confirmed == 0) {
        confirmed = 1; /* whether a cut mark counts is open */
        if (ksig_boot_confirm(&layout) == 0)
            confirmed = 2;
    }
    ended = new ? NEW : OLD;
}

/* Chooses what fails, and when. */
static void damage(uint32_t operations) {
    const uint32_t r = flash_random(), at = flash_random() % (operations + 1);
    const uint32_t pages = (uint32_t)(lengths[0][NEW] + PAGE - 1) / PAGE,
                   some = flash_random() % pages;
    const int how = 1 + (int)(r % 3) + (r & 4 ? FAILS_SILENTLY : 0);
    switch (defect) {
    case RECORD_PAGE:
        flash_fail(layout.memory + (r & 8 ? PAGE : 0), how, at);
        break;
    case RECORD_BIT:
        flash_stick(layout.memory + (r & 8 ? PAGE : 0) + flash_random() % 128,
                    (uint8_t)(1u << (r >> 4) % 8), (uint8_t)(r >> 8), at);
        break;
    case SECOND_PAGE:
        flash_fail(layout.slot[1] + some * PAGE, how, at);
        break;
    case SPARE_PAGE:
        flash_fail(layout.slot[0] + pages * PAGE, how, at);
        break;
    case PRIMARY_PAGE:
        flash_fail(layout.slot[0] + some * PAGE, how, at);
        break;
    case RECORD_LOST:
        lost_in_life = 1 + (int)(r % MOST_BOOTS);
        break;
    default:
        break;
    }
}

/* Both pages that remember: noise, or half erased. */
static void lose_records(void) {
    for (uint32_t i = 0; i < 2 * PAGE; i++)
        flash[layout.memory + i] |= (uint8_t)flash_random();
}

static void prepare(const struct story *story) {
    ksig_boot_memory memory;
    int index;
    flash_renew();
    memcpy(flash + layout.slot[0], images[0][OLD], PAGES * PAGE);
    memcpy(flash + layout.slot[1], images[layout.in_place][story->update], PAGES * PAGE);
    /* A device that ran the old image before. */
    ksig_boot_recall(&memory, &layout);
    memory.counter = 5;
    if (ksig_boot_remember(&memory, &layout, &index) != 0)
        exit(2);
    asked = confirmed = ended = lost_in_life = 0;
}

/* A story to its end, with the power failing at the operations given, each counted from the last
 * one. Returns the operations that it took without cuts. */
static uint32_t tell(const struct story *story, uint32_t first, int how_first, uint32_t second,
                     int how_second, uint32_t damaged_until) {
    static volatile uint32_t total;
    static volatile int lives, stage;
    runs++;
    prepare(story);
    total = 0;
    lives = stage = 0;
    flash_cut(first, how_first);
    if (defect != NOTHING)
        damage(damaged_until);
    if (setjmp(flash_power) != 0) {
        stage++;
        flash_cut(stage == 1 ? second : 0, how_second);
    }
    while (lives < MOST_BOOTS) {
        if (++lives == lost_in_life)
            lose_records();
        live(story);
        if (wrong > 2)
            exit(1);
    }
    total = flash_words;
    /* A story in which the request, or the trial, was cut may end with the old image. */
    if (defect == NOTHING && how_first != CUT_WEAK && ended != story->end &&
        !(stage != 0 && ended == OLD && confirmed != 2)) {
        printf("%s: ended with image %d; cuts %u/%d %u/%d\n", story->name, ended, (unsigned)first,
               how_first, (unsigned)second, how_second);
        wrong++;
    }
    return total;
}

static void load(const char *name, uint8_t *place, size_t room, size_t *length) {
    FILE *const file = fopen(name, "rb");
    if (file == NULL) {
        printf("%s cannot be read\n", name);
        exit(2);
    }
    *length = fread(place, 1, room, file);
    fclose(file);
}

/* Whether a page that remembers is written or erased then, or nearly: in an exchange those are the
 * marks, the erases between them, and the first and last words of pages. */
static int near(uint32_t at, const uint32_t *logged, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (at + NEAR >= logged[i] && at <= logged[i] + NEAR)
            return 1;
    return 0;
}

int main(int count, char **words) {
    size_t length;
    char *rest;
    if (count != 7 && count != 12) {
        printf("usage: boot_cuts ANCHOR OLD NEW FORGED OLDER RUNS [in-place OLD1 NEW1 FORGED1 "
               "OLDER1]\n");
        return 2;
    }
    rule.scheme = &ksig_lms;
    load(words[1], key, sizeof key, &length);
    anchor.length = (uint16_t)length;
    memset(images, 0xFF, sizeof images);
    layout.in_place = count == 12;
    for (int i = 0; i < IMAGES; i++) {
        load(words[2 + i], images[0][i], sizeof images[0][i], &lengths[0][i]);
        if (layout.in_place)
            load(words[8 + i], images[1][i], sizeof images[1][i], &lengths[1][i]);
    }
    const unsigned long doubles = strtoul(words[6], &rest, 10);
    const uint32_t thin = *rest == '/' ? (uint32_t)strtoul(rest + 1, NULL, 10) : 1;
    static uint32_t records[STORIES][FLASH_LOGS];
    uint32_t operations[STORIES], record_count[STORIES];
    uint64_t singles = 0;
    flash_logged = layout.memory;
    for (int i = 0; i < STORIES; i++) {
        operations[i] = tell(&stories[i], 0, 0, 0, 0, 0);
        memcpy(records[i], flash_log, sizeof records[i]);
        record_count[i] = flash_logs;
    }
    for (int i = 0; i < STORIES; i++) {
        for (uint32_t at = 1; at <= operations[i]; at++) { /* before it: as after the one before */
            if (at % thin != (uint32_t)i % thin && !near(at, records[i], record_count[i]))
                continue;
            for (int how = CUT_WITHIN; how <= CUT_AFTER; how++)
                tell(&stories[i], at, how, 0, 0, 0);
            singles += 2;
        }
    }
    flash_seed(1);
    for (unsigned long i = 0; i < doubles; i++) {
        const int which = (int)(flash_random() % STORIES);
        const uint32_t most = operations[which] + 8;
        const uint32_t first = 1 + flash_random() % most, second = 1 + flash_random() % most;
        tell(&stories[which], first, (int)(flash_random() % 3), second, (int)(flash_random() % 3),
             0);
    }
    printf("%s: %llu single cuts (%s of %u stories), %lu double cuts, %llu boots, %u "
           "misuses of the flash, "
           "%llu wrong\n",
           layout.in_place ? "in place" : "exchange", (unsigned long long)singles,
           thin == 1 ? "every one" : "some", (unsigned)STORIES, doubles, (unsigned long long)boots,
           (unsigned)flash_violations, (unsigned long long)wrong);
    for (defect = NOTHING; defect < DEFECTS; defect++) {
        boots = 0;
        for (unsigned long i = 0; i < doubles / DEFECTS; i++) {
            const int which = (int)(flash_random() % STORIES);
            const uint32_t most = operations[which] + 8, weak = defect == NOTHING;
            /* Bits of a record or mark that read differently, and soon another cut. */
            const uint32_t first = records[which][flash_random() % record_count[which]];
            tell(&stories[which], weak * first, CUT_WEAK,
                 weak * (1 + flash_random() % (2 * PAGE / 4)), CUT_WEAK, most);
        }
        printf("    %s: %lu times, %llu boots, %llu wrong\n", defects[defect], doubles / DEFECTS,
               (unsigned long long)boots, (unsigned long long)wrong);
    }
    return wrong != 0 || flash_violations != 0;
}
