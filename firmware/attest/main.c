/* Example application: makes a signing key, and answers challenges.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "board.h"
#include "jobs.h"
#include "protocol/frame.h"
#include "requests.h"

static frame_receiver receiver;

int main(void) {
    board_init();
    for (;;) {
        uint32_t now_ms = millis();
        int byte = uart_read();
        if (byte < 0) {
            if (job_step())
                send_standing();
            else if (job.status != JOB_RUNNING)
                board_wait();
            continue;
        }
        switch (frame_receive(&receiver, (uint8_t)byte, now_ms)) {
        case FRAME_COMPLETE:
            request(receiver.type, receiver.payload, receiver.length);
            /* Seed and rnd are secret: keep no second copy. */
            memset(receiver.payload, 0, sizeof receiver.payload);
            break;
        case FRAME_BROKEN:
            send_error(ERROR_BAD_FRAME);
            break;
        default:
            break;
        }
    }
}
