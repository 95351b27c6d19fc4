/* Stand-in for MCUboot's header of this name: only what ports/mcuboot uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BOOTUTIL_PUBLIC_H
#define BOOTUTIL_PUBLIC_H
#define BOOT_HOOK_REGULAR 1
#endif
