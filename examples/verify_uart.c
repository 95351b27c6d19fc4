/* A token that comes over a UART: the device asks for what it wants, 64 bytes at a time, and gives
 * up if nothing comes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

#define TOKEN_BYTES 33
#define TRIES 5 /* of 100 ms */

static ksig_verify_ml_dsa_44 state;
static uint8_t token[TOKEN_BYTES];

/* Request: part, offset, length; numbers little-endian. */
static void ask(uint8_t part, uint32_t offset, uint32_t length) {
    const uint8_t request[9] = {part,
                                (uint8_t)offset,
                                (uint8_t)(offset >> 8),
                                (uint8_t)(offset >> 16),
                                (uint8_t)(offset >> 24),
                                (uint8_t)length,
                                (uint8_t)(length >> 8),
                                (uint8_t)(length >> 16),
                                (uint8_t)(length >> 24)};
    bus_write(request, sizeof request);
}

/* Bytes of what is wanted, fewer perhaps than were asked for; 0: the bus is dead. */
static size_t bring(const ksig_want *want, uint8_t *piece, size_t room) {
    const uint32_t length = want->length < room ? want->length : (uint32_t)room;
    for (unsigned i = 0; i < TRIES; i++) {
        ask(want->part, want->offset, length);
        const size_t n = bus_read(piece, length);
        if (n != 0)
            return n;
    }
    return 0;
}

int application(void) {
    const ksig_verify_args args = {.anchor = flash_anchor(1),
                                   .message_length = TOKEN_BYTES,
                                   .signature_length = 2420,
                                   .key_length = 1312};
    uint8_t piece[64];
    size_t n = 1;
    if (ksig_verify_open(&state, sizeof state, &ksig_ml_dsa_44, &args) != KSIG_PENDING)
        return REJECTED;
    while (n != 0) {
        const ksig_want want = ksig_verify_want(&state);
        if (want.length == 0)
            break;
        n = bring(&want, piece, sizeof piece);
        /* Kept as it is fed: what the device acts upon is what was verified. */
        for (size_t i = 0; i < n && want.part == KSIG_PART_MESSAGE; i++)
            token[want.offset + i] = piece[i];
        (void)ksig_verify_feed(&state, piece, n);
    }
    /* Always closed, and so wiped. Of a transfer that was given up it says that bytes are missing.
     */
    const ksig_verdict verdict = ksig_verify_close(&state);
    log_line(ksig_reason_text(verdict));
    if (n == 0)
        return GAVE_UP;
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED; /* accepted: now read `token` */
}
