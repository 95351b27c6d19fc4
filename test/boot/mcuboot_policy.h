/* What both programs with ports/mcuboot accept: one key of LMS, of the digest.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MCUBOOT_POLICY_H
#define MCUBOOT_POLICY_H

#include "kilosig_mcuboot.h"

static uint8_t key[60];
static uint32_t counter;

static ksig_boot_anchor anchor = {key, 0, KSIG_BOOT_NEVER, NULL};
static const ksig_boot_rule rules[] = {
    {&ksig_lms, &anchor, NULL, KSIG_BOOT_TLV_LMS, 1, KSIG_BOOT_SIGNS_DIGEST}};
const ksig_boot_policy ksig_mcuboot_policy = {rules, 1, 0, 0, 0};
static ksig_verify_lms state;
void *const ksig_mcuboot_state = &state;
const uint32_t ksig_mcuboot_state_bytes = sizeof state;

uint32_t ksig_mcuboot_counter(int image_index) {
    (void)image_index;
    return counter;
}

#endif
