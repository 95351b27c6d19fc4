/* An example of an application in a slot: it takes updates over the serial line. The host confirms it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "board_flash.h"
#include "update.h"

static frame_receiver receiver;

int main(void) {
    ksig_boot_memory memory;
    board_init();
    ksig_boot_recall(&memory, &board_layout);
    update_serve(&receiver, UPDATE_IN_APPLICATION, board_layout.slot[board_layout.in_place ? memory.active & 1 : 0]);
}
