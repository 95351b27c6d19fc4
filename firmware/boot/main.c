/* The boot loader of a board: verifies, starts; or waits for an image.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "board_flash.h"
#include "jump.h"
#include "policy.h"
#include "stack.h"
#include "update.h"

/* One or the other: recovery comes after all verifications. */
static union {
    policy_state state;
    update_memory update;
} memory;

#if POLICY_SERIAL
/* Says what was decided, and the RAM that it took: docs/protocol.md. */
static void report(int slot, const ksig_boot_result *result) {
    frame_begin(FRAME_BOOTED, 13);
    frame_put_u8((uint8_t)slot);
    frame_put_u32(result->reason);
    frame_put_u32(stack_static());
    frame_put_u32(stack_static() + stack_peak());
    frame_end();
}
#endif

int main(void) {
    policy_memory policy;
    ksig_boot_result result;
    board_guard(board_boot, board_layout.memory);
#if POLICY_SERIAL || UPDATE_CAN
    board_init();
#endif
    policy_load(&policy);
    const int slot = ksig_boot_choose(&result, &board_layout, &policy.policy, &memory.state,
                                      sizeof memory.state);
#if POLICY_SERIAL
    report(slot, &result);
#endif
    if (slot >= 0 && ksig_boot_accepted(&result)) {
        const uint32_t address = result.base + result.image.header_bytes;
        /* Once more: a skipped branch above does not suffice. And it is this slot that was
         * verified. */
        if (result.again == KSIG_BOOT_ACCEPT_AGAIN && result.base == board_layout.slot[slot])
            board_start(address);
    }
#if POLICY_SERIAL || UPDATE_CAN
    update_serve(&memory.update, UPDATE_IN_RECOVERY, 0);
#else
    for (;;) /* until somebody programs an image */
        ;
#endif
}
