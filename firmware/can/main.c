/* A control unit on a CAN bus, whose features are activated by signed tokens (docs/bus.md).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "addresses.h"
#include "board.h"
#include "controller.h"
#include "uds.h"

static can_frame frame;

int main(void) {
    board_init();
    can_start();
    uds_start(REQUEST_ID, FUNCTIONAL_ID, RESPONSE_ID, BLOCK_SIZE, SEPARATION_TIME);
    for (;;) {
        if (can_receive(&frame))
            uds_receive(&frame, millis());
        else if (uds_idle())
            can_wait();
        uds_poll(millis());
    }
}
