/* MCUboot that starts the newer of two slots in place, by the hooks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MCUBOOT_CONFIG_H
#define MCUBOOT_CONFIG_H
#define MCUBOOT_DIRECT_XIP
#define MCUBOOT_IMAGE_NUMBER 1
#define MCUBOOT_MAX_IMG_SECTORS 32
#define MCUBOOT_USE_FLASH_AREA_GET_SECTORS
#define MCUBOOT_IMAGE_ACCESS_HOOKS
#define MCUBOOT_VALIDATE_PRIMARY_SLOT
#define MCUBOOT_USE_CUSTOM_CRYPTO
#define MCUBOOT_FIH_PROFILE_OFF
#define MCUBOOT_WATCHDOG_FEED() ((void)0)
#define MCUBOOT_CPU_IDLE() ((void)0)
#include "mcuboot_custom_crypto.h"
#endif
