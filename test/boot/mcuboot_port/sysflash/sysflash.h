/* The areas of MCUboot's flash map. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef SYSFLASH_H
#define SYSFLASH_H
#define FLASH_AREA_IMAGE_PRIMARY(x) 1
#define FLASH_AREA_IMAGE_SECONDARY(x) 2
#define FLASH_AREA_IMAGE_SCRATCH 3
#endif
