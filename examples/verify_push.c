/* A message that comes unasked, in CAN frames of 8 bytes: the sender knows the order (`kilosig
 * plan`). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

#define MESSAGE_BYTES 33
#define TRIES 5 /* of 100 ms */

static ksig_verify_ml_dsa_44 state;

int application(void) {
    const ksig_verify_args args = {.anchor = flash_anchor(1),
                                   .message_length = MESSAGE_BYTES,
                                   .signature_length = 2420,
                                   .key_length = 1312};
    uint8_t frame[8];
    unsigned silent = 0;
    ksig_verdict verdict = ksig_verify_open(&state, sizeof state, &ksig_ml_dsa_44, &args);
    while (verdict == KSIG_PENDING && ksig_verify_want(&state).length != 0 && silent < TRIES) {
        const size_t n = bus_read(frame, sizeof frame);
        silent = n == 0 ? silent + 1 : 0;
        verdict = ksig_verify_push(&state, frame, n);
    }
    verdict = ksig_verify_close(&state);
    log_line(ksig_reason_text(verdict));
    if (silent == TRIES)
        return GAVE_UP;
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
