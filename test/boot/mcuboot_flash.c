/* MCUboot's flash map: two slots in memory. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mcuboot_flash.h"

#include <stdlib.h>

#include "bootutil/boot_public_hooks.h"

enum { SECTOR = 1024 };

static uint8_t *place(const struct flash_area *area, uint32_t offset, uint32_t length) {
    if (offset > area->fa_size || length > area->fa_size - offset)
        abort();
    return mcuboot_slots[area->fa_id - 1] + offset;
}

int flash_area_open(uint8_t id, const struct flash_area **area) {
    if (id < 1 || id > 2)
        return -1;
    *area = &mcuboot_areas[id - 1];
    return 0;
}
void flash_area_close(const struct flash_area *area) { (void)area; }
int flash_area_read(const struct flash_area *area, uint32_t offset, void *to, uint32_t length) {
    memcpy(to, place(area, offset, length), length);
    return 0;
}
int flash_area_write(const struct flash_area *area, uint32_t offset, const void *from,
                     uint32_t length) {
    memcpy(place(area, offset, length), from, length);
    return 0;
}
int flash_area_erase(const struct flash_area *area, uint32_t offset, uint32_t length) {
    memset(place(area, offset, length), 0xFF, length);
    return 0;
}
uint32_t flash_area_align(const struct flash_area *area) {
    (void)area;
    return 4;
}
uint8_t flash_area_erased_val(const struct flash_area *area) {
    (void)area;
    return 0xFF;
}
int flash_area_get_sectors(int id, uint32_t *count, struct flash_sector *sectors) {
    (void)id;
    *count = mcuboot_areas[0].fa_size / SECTOR;
    for (uint32_t i = 0; i < *count; i++)
        sectors[i] = (struct flash_sector){i * SECTOR, SECTOR};
    return 0;
}
int flash_area_get_sector(const struct flash_area *area, uint32_t offset,
                          struct flash_sector *sector) {
    (void)area;
    *sector = (struct flash_sector){offset / SECTOR * SECTOR, SECTOR};
    return 0;
}
int flash_area_id_from_multi_image_slot(int image_index, int slot) {
    return image_index == 0 && slot >= 0 && slot < 2 ? slot + 1 : -1;
}
int flash_area_id_from_image_slot(int slot) { return flash_area_id_from_multi_image_slot(0, slot); }

int boot_read_swap_state_primary_slot_hook(int image_index, struct boot_swap_state *swap) {
    (void)image_index, (void)swap;
    return BOOT_HOOK_REGULAR;
}
