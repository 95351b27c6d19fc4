/* A control unit on a CAN bus, whose features are activated by signed tokens (docs/bus.md). SPDX-License-Identifier:
 * Apache-2.0 OR MIT */
#include "board.h"
#include "controller.h"
#include "uds.h"

/* ISO 15765-4: what testers ask an engine control unit with. */
#define REQUEST_ID 0x7E0u
#define FUNCTIONAL_ID 0x7DFu
#define RESPONSE_ID 0x7E8u

/* Eight frames wait in the controller while a row is computed; a product says how many of its own fit. */
#define BLOCK_SIZE 8
#define SEPARATION_TIME 0

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
