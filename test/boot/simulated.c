/* firmware/boot for the Python tests: one policy that they fill, and the simulated flash.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdlib.h>
#include <string.h>

#include "flash.h"
#include "slots.h"

#define MOST_RULES 4
#define MOST_ANCHORS 4
#define MOST_ANCHOR_BYTES 136

/* Filled by the tests, field by field; see test/support/boot_device.py. */
static ksig_boot_policy policy;
static ksig_boot_rule rules[MOST_RULES];
static ksig_boot_anchor anchors[MOST_RULES][MOST_ANCHORS];
static ksig_boot_composite composites[MOST_RULES];
static uint8_t anchor_bytes[MOST_RULES][MOST_ANCHORS][MOST_ANCHOR_BYTES];
static uint8_t classical_bytes[MOST_RULES][MOST_ANCHORS][MOST_ANCHOR_BYTES];
static uint64_t state[1024];
static ksig_boot_layout layout;
static ksig_boot_result result;

/* What is remembered, and the last rejection. */
typedef struct simulated_memory {
    uint32_t magic, sequence, kind, pages, active, counter;
    ksig_boot_reason rejected;
    ksig_boot_version rejected_version;
} simulated_memory;

void simulated_policy(uint32_t ram_begin, uint32_t ram_end, uint32_t product);
int simulated_rule(const char *scheme, uint16_t tlv, uint8_t signs, const char *label,
                   ksig_boot_classical *classical);
void simulated_anchor(const uint8_t *anchor, uint16_t length, uint32_t retired_from,
                      const uint8_t *classical, uint32_t classical_length);
uint32_t simulated_verify(const uint8_t *data, uint32_t length, uint32_t run, uint32_t counter);
void simulated_layout(uint32_t page, uint32_t first, uint32_t second, uint32_t pages,
                      uint32_t memory, uint8_t in_place);
int simulated_choose(void);
int simulated_ask(int for_good);
int simulated_confirm(void);
uint32_t simulated_update_slot(void);
const ksig_boot_result *simulated_result(void);
uint32_t simulated_remembered(simulated_memory *found);
int simulated_remember(uint32_t kind, uint32_t counter);
uint8_t *simulated_flash(void);

void simulated_policy(uint32_t ram_begin, uint32_t ram_end, uint32_t product) {
    memset(anchors, 0, sizeof anchors);
    policy = (ksig_boot_policy){rules, 0, ram_begin, ram_end, product};
}

int simulated_rule(const char *scheme, uint16_t tlv, uint8_t signs, const char *label,
                   ksig_boot_classical *classical) {
    const uint32_t i = policy.rule_count++;
    composites[i] = (ksig_boot_composite){classical, label};
    rules[i] =
        (ksig_boot_rule){ksig_scheme_by_name(scheme), anchors[i], &composites[i], tlv, 0, signs};
    return rules[i].scheme != NULL;
}

void simulated_anchor(const uint8_t *anchor, uint16_t length, uint32_t retired_from,
                      const uint8_t *classical, uint32_t classical_length) {
    const uint32_t i = policy.rule_count - 1, j = rules[i].anchor_count++;
    memcpy(anchor_bytes[i][j], anchor, length);
    memcpy(classical_bytes[i][j], classical, classical_length);
    anchors[i][j] = (ksig_boot_anchor){anchor_bytes[i][j], length, retired_from,
                                       classical_length != 0 ? classical_bytes[i][j] : NULL};
}

/* A copy of exactly `length` bytes: a sanitizer sees what is read after it. */
static int read_copy(const ksig_boot_source *source, uint32_t offset, void *data, uint32_t length) {
    memcpy(data, (const uint8_t *)source->context + offset, length);
    return 0;
}

uint32_t simulated_verify(const uint8_t *data, uint32_t length, uint32_t run, uint32_t counter) {
    uint8_t *const copy = malloc(length != 0 ? length : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, data, length);
    const ksig_boot_source source = {read_copy, copy, 0, length, run};
    ksig_boot_verify(&result, &source, &policy, counter, state, sizeof state);
    free(copy);
    if (ksig_boot_accepted(&result) != (result.reason == KSIG_BOOT_NONE))
        return KSIG_BOOT_FAULT;
    return result.reason;
}

void simulated_layout(uint32_t page, uint32_t first, uint32_t second, uint32_t pages,
                      uint32_t memory, uint8_t in_place) {
    flash_page = page;
    layout = (ksig_boot_layout){page, {first, second}, pages, memory, in_place};
    flash_renew();
}

int simulated_choose(void) {
    return ksig_boot_choose(&result, &layout, &policy, state, sizeof state);
}
int simulated_ask(int for_good) { return ksig_boot_ask(&layout, for_good); }
int simulated_confirm(void) { return ksig_boot_confirm(&layout); }
uint32_t simulated_update_slot(void) { return ksig_boot_update_slot(&layout); }
const ksig_boot_result *simulated_result(void) { return &result; }

uint32_t simulated_remembered(simulated_memory *found) {
    ksig_boot_memory memory;
    ksig_boot_rejection rejection;
    ksig_boot_recall(&memory, &layout);
    ksig_boot_last_rejection(&rejection, &layout);
    *found =
        (simulated_memory){memory.magic,  memory.sequence, memory.kind,      memory.pages,
                           memory.active, memory.counter,  rejection.reason, rejection.version};
    return flash_violations;
}

/* A record of that kind, as a mistake of the boot loader would write it. */
int simulated_remember(uint32_t kind, uint32_t counter) {
    ksig_boot_memory memory;
    int index;
    ksig_boot_recall(&memory, &layout);
    memory.kind = (uint8_t)kind;
    memory.counter = counter;
    return ksig_boot_remember(&memory, &layout, &index);
}

uint8_t *simulated_flash(void) { return flash; }
