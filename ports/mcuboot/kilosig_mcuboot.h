/* Post-quantum signatures for MCUboot: what the application of the adapter defines. README.md says
 * how to add it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KILOSIG_MCUBOOT_H
#define KILOSIG_MCUBOOT_H

#include "verify.h"

/* What an image must be signed with: firmware/boot/verify.h. */
extern const ksig_boot_policy ksig_mcuboot_policy;

/* The least security counter of an image: that of boot_nv_security_counter_get, or 0 without
 * rollback protection. */
uint32_t ksig_mcuboot_counter(int image_index);

/* Memory for the largest state of the policy's schemes, aligned to 8 bytes, and its size; 112 bytes
 * or more. */
extern void *const ksig_mcuboot_state;
extern const uint32_t ksig_mcuboot_state_bytes;

/* The reason of the last rejection, KSIG_BOOT_NONE if there was none. */
extern ksig_boot_reason ksig_mcuboot_rejected;

#endif
