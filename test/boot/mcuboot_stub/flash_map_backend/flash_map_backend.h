/* Stand-in for MCUboot's header of this name: only what ports/mcuboot uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FLASH_MAP_BACKEND_H
#define FLASH_MAP_BACKEND_H
#include <stdint.h>
struct flash_area {
    uint8_t fa_id;
    uint32_t fa_off, fa_size;
};
int flash_area_open(uint8_t id, const struct flash_area **area);
void flash_area_close(const struct flash_area *area);
int flash_area_read(const struct flash_area *area, uint32_t offset, void *to, uint32_t length);
int flash_area_id_from_multi_image_slot(int image_index, int slot);
static inline uint32_t flash_area_get_off(const struct flash_area *area) { return area->fa_off; }
static inline uint32_t flash_area_get_size(const struct flash_area *area) { return area->fa_size; }
#endif
