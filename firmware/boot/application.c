/* An example of an application in a slot: it takes updates. The host confirms it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "board_flash.h"
#include "update.h"

static update_memory memory;

int main(void) {
    const int second = board_layout.in_place && (uintptr_t)main >= board_layout.slot[1];
    board_init();
    update_serve(&memory, UPDATE_IN_APPLICATION, board_layout.slot[second]);
}
