/* An example of an application in a slot: it takes updates. The host confirms it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "board_flash.h"
#include "update.h"

static update_memory memory;

int main(void) {
    ksig_boot_memory recalled;
    board_init();
    ksig_boot_recall(&recalled, &board_layout);
    update_serve(&memory, UPDATE_IN_APPLICATION, board_layout.slot[board_layout.in_place ? recalled.active & 1 : 0]);
}
