/* Stand-in for MCUboot's header of this name: only what ports/mcuboot uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BOOT_HOOKS_H
#define BOOT_HOOKS_H
#include "bootutil/fault_injection_hardening.h"
struct image_header;
int boot_read_image_header_hook(int img_index, int slot, struct image_header *img_head);
fih_ret boot_image_check_hook(int img_index, int slot);
#endif
