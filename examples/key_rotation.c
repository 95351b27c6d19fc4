/* More than one key: a number travels ahead of everything else and says which. The anchor is part
 * of the first hash, so it must be known before the first byte.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

#define MESSAGE_BYTES 33
#define TRIES 5 /* of 100 ms */

static ksig_verify_ml_dsa_44 state;

/* 1 to room bytes; 0: the bus is dead. */
static size_t bring(uint8_t *data, size_t room) {
    for (unsigned i = 0; i < TRIES; i++) {
        const size_t n = bus_read(data, room);
        if (n != 0)
            return n;
    }
    return 0;
}

int application(void) {
    uint8_t id, piece[64];
    if (bring(&id, 1) == 0)
        return GAVE_UP;
    /* Whoever sends it chooses among the keys that are trusted, no more. So take back a key that is
     * lost: the number of the oldest one only grows. */
    const uint8_t *const anchor = id < oldest_key() ? NULL : flash_anchor(id);
    if (anchor == NULL) {
        log_line("this key is not trusted, or no longer");
        return REJECTED;
    }
    const ksig_verify_args args = {.anchor = anchor,
                                   .message_length = MESSAGE_BYTES,
                                   .signature_length = 2420,
                                   .key_length = 1312};
    size_t n = 1;
    ksig_verdict verdict = ksig_verify_open(&state, sizeof state, &ksig_ml_dsa_44, &args);
    while (n != 0 && verdict == KSIG_PENDING && ksig_verify_want(&state).length != 0) {
        n = bring(piece, sizeof piece);
        verdict = ksig_verify_push(&state, piece, n);
    }
    verdict = ksig_verify_close(&state);
    log_line(ksig_reason_text(verdict));
    if (n == 0)
        return GAVE_UP;
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
