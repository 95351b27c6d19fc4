/* The hooks with which MCUboot asks kilosig whether an image is good.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For MCUBOOT_IMAGE_ACCESS_HOOKS. The image is read by flash_area_read, 64 bytes at a time;
 * MCUboot's own check of digest and signature is not made, because the one here has made it, by the
 * policy. */
#include "kilosig_mcuboot.h"

#include "bootutil/boot_hooks.h"
#include "bootutil/bootutil_public.h"
#include "bootutil/fault_injection_hardening.h"
#include "flash_map_backend/flash_map_backend.h"

ksig_boot_reason ksig_mcuboot_rejected;

static int read_area(const ksig_boot_source *source, uint32_t offset, void *data, uint32_t length) {
    return flash_area_read(source->context, offset, data, length);
}

/* Headers are read as ever. */
int boot_read_image_header_hook(int img_index, int slot, struct image_header *img_head) {
    (void)img_index, (void)slot, (void)img_head;
    return BOOT_HOOK_REGULAR;
}

fih_ret boot_image_check_hook(int img_index, int slot) {
    const struct flash_area *area;
    ksig_boot_result result;
    const int id = flash_area_id_from_multi_image_slot(img_index, slot);
    ksig_mcuboot_rejected = KSIG_BOOT_BAD_READ;
    if (id < 0 || id > 255 || flash_area_open((uint8_t)id, &area) != 0)
        return FIH_FAILURE;
    const uint32_t at = (uint32_t)flash_area_get_off(area);
    const ksig_boot_source source = {read_area, area, at, (uint32_t)flash_area_get_size(area), at};
    ksig_boot_verify(&result, &source, &ksig_mcuboot_policy, ksig_mcuboot_counter(img_index),
                     ksig_mcuboot_state, ksig_mcuboot_state_bytes);
    flash_area_close(area);
    ksig_mcuboot_rejected = result.reason;
    /* Both values, one after the other: a skipped branch does not suffice. */
    if (!ksig_boot_accepted(&result))
        return FIH_FAILURE;
    if (result.again != KSIG_BOOT_ACCEPT_AGAIN || result.reason != KSIG_BOOT_NONE)
        return FIH_FAILURE;
    return FIH_SUCCESS;
}
