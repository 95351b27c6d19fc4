/* Example application: activates features of a device by signed tokens.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "board.h"
#include "protocol/frame.h"
#include "service.h"
#include "session.h"

static frame_receiver receiver;

int main(void) {
    board_init();
    for (;;) {
        uint32_t now_ms = millis();
        int byte = uart_read();
        if (byte < 0) {
            session_idle(now_ms);
            board_wait();
            continue;
        }
        switch (frame_receive(&receiver, (uint8_t)byte, now_ms)) {
        case FRAME_COMPLETE:
            session_request(receiver.type, receiver.payload, receiver.length, now_ms);
            /* PROVISION brings a secret: keep no second copy. */
            if (receiver.type == FRAME_PROVISION)
                memset(receiver.payload, 0, sizeof receiver.payload);
            break;
        case FRAME_BROKEN:
            service_send_error(ERROR_BAD_FRAME);
            break;
        default:
            break;
        }
    }
}
