/* MCUboot's boot_go with the hooks of ports/mcuboot as the boot loader of mps2-an385, whose code
 * memory has the slots. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * MCUBOOT_KEY: the bytes of the trusted key; MCUBOOT_COUNTER: the device's security counter.
 * Reports as firmware/boot does: the slot that is started, -1 for none, and the last reason. */
#include <stdlib.h>

#include "board.h"
#include "bootutil/bootutil.h"
#include "bootutil/fault_injection_hardening.h"
#include "jump.h"
#include "mcuboot_flash.h"
#include "mcuboot_policy.h"
#include "stack.h"
#include "update.h"

enum { SLOT = 32768 };
#define PRIMARY 0x10000u
#define SECONDARY 0x20000u

static const uint8_t trusted[] = {MCUBOOT_KEY};
uint8_t *const mcuboot_slots[2] = {(uint8_t *)PRIMARY, (uint8_t *)SECONDARY};
const struct flash_area mcuboot_areas[2] = {{1, 0, 0, PRIMARY, SLOT}, {2, 0, 0, SECONDARY, SLOT}};

/* Of MCUboot's checks, and of the flash map's. */
void abort(void) { board_reset(0); }

int main(void) {
    struct boot_rsp response = {0};
    board_init();
    memcpy(key, trusted, sizeof trusted);
    anchor.length = sizeof trusted;
    counter = MCUBOOT_COUNTER;
    const fih_ret answer = boot_go(&response);
    const int slot = FIH_EQ(answer, FIH_SUCCESS) ? response.br_image_off == SECONDARY : -1;
    frame_begin(FRAME_BOOTED, 13);
    frame_put_u8((uint8_t)slot);
    frame_put_u32(ksig_mcuboot_rejected);
    frame_put_u32(stack_static());
    frame_put_u32(stack_static() + stack_peak());
    frame_end();
    if (FIH_EQ(answer, FIH_SUCCESS))
        board_start(response.br_image_off + response.br_hdr->ih_hdr_size);
    for (;;)
        ;
}
