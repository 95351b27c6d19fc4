/* The slots of mcuboot_flash.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MCUBOOT_FLASH_H
#define MCUBOOT_FLASH_H

#include "flash_map_backend/flash_map_backend.h"

extern uint8_t *const mcuboot_slots[2];
extern const struct flash_area mcuboot_areas[2]; /* of one size, at most 32 kB */

#endif
