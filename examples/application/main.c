/* An application in a slot of firmware/boot: it greets on the CAN bus, and takes updates there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "board.h"
#include "board_flash.h"
#include "controller.h"
#include "update.h"

#define GREETING "hello 1" /* 8 characters at most, as many as a frame of classic CAN has */
#define GREETING_ID 0x123
#define PERIOD_MS 500u

static update_memory memory;

/* The application's own work. It returns soon: requests wait meanwhile. */
static void work(void) {
    static uint32_t greeted;
    can_frame frame = {.id = GREETING_ID, .length = sizeof GREETING - 1};
    if (millis() - greeted < PERIOD_MS)
        return;
    greeted = millis();
    memcpy(frame.data, GREETING, sizeof GREETING - 1);
    (void)can_send(&frame);
}

int main(void) {
    board_init();
    update_start(&memory);
    for (;;) {
        /* Takes a new image into the other slot, and feeds the watchdog of an image on trial. */
        update_step(&memory, UPDATE_IN_APPLICATION, board_layout.slot[0]);
        work();
    }
}
