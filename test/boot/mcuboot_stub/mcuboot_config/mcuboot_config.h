/* A configuration for compiling against MCUboot's own headers. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MCUBOOT_CONFIG_H
#define MCUBOOT_CONFIG_H
#define MCUBOOT_IMAGE_ACCESS_HOOKS
#define MCUBOOT_FIH_PROFILE_LOW
#endif
