/* A long transfer that goes on after a reset: every 512 bytes the state is copied to RAM that
 * outlives it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "board.h"
#include "kilosig/kilosig.h"

#define MESSAGE_BYTES 33
#define EVERY 512
#define TRIES 5 /* of 100 ms */

static ksig_verify_ml_dsa_44 state;

/* Who can write this decides the verdict: so internal RAM, which nobody else writes. The sum finds
 * accidents, such as RAM that lost its power. The message's bytes up to here belong to it, and
 * would be kept here too. */
struct checkpoint {
    ksig_verify_ml_dsa_44 state;
    uint32_t sum;
};
static RETAINED struct checkpoint saved;

/* FNV-1a. */
static uint32_t sum_of(const ksig_verify_ml_dsa_44 *s) {
    uint32_t sum = UINT32_C(2166136261);
    for (size_t i = 0; i < sizeof *s; i++)
        sum = (sum ^ ((const uint8_t *)s)[i]) * UINT32_C(16777619);
    return sum;
}

static void save(void) {
    saved.sum = 0; /* a reset in between leaves no valid one */
    saved.state = state;
    saved.sum = sum_of(&saved.state);
}

/* 1 if a transfer goes on. */
static int resume(void) {
    if (saved.sum == 0 || saved.sum != sum_of(&saved.state))
        return 0;
    state = saved.state;
    return 1;
}

static size_t bring(const ksig_want *want, uint8_t *piece, size_t room) {
    const uint32_t length = want->length < room ? want->length : (uint32_t)room;
    const uint8_t request[9] = {want->part,
                                (uint8_t)want->offset,
                                (uint8_t)(want->offset >> 8),
                                (uint8_t)(want->offset >> 16),
                                (uint8_t)(want->offset >> 24),
                                (uint8_t)length,
                                (uint8_t)(length >> 8)};
    for (unsigned i = 0; i < TRIES; i++) {
        bus_write(request, sizeof request);
        const size_t n = bus_read(piece, length);
        if (n != 0)
            return n;
    }
    return 0;
}

int application(void) {
    const ksig_verify_args args = {.anchor = flash_anchor(1),
                                   .message_length = MESSAGE_BYTES,
                                   .signature_length = 2420,
                                   .key_length = 1312};
    uint8_t piece[64];
    uint32_t since = 0;
    if (resume())
        log_line("resumed");
    else if (ksig_verify_open(&state, sizeof state, &ksig_ml_dsa_44, &args) != KSIG_PENDING)
        return REJECTED;
    for (;;) {
        const ksig_want want = ksig_verify_want(&state);
        if (want.length == 0)
            break;
        const size_t n = bring(&want, piece, sizeof piece);
        if (n == 0)
            return GAVE_UP; /* the checkpoint stays: the next attempt goes on there */
        (void)ksig_verify_feed(&state, piece, n);
        since += (uint32_t)n;
        if (since >= EVERY) {
            since = 0;
            save();
        }
    }
    /* Once: before anything is done with the verdict. */
    memset(&saved, 0, sizeof saved);
    const ksig_verdict verdict = ksig_verify_close(&state);
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
