/* The anchors, as they lie in section .provisioned: docs/boot.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef POLICY_PROVISIONED_H
#define POLICY_PROVISIONED_H

#include "policy_rules.h"

struct policy_anchor {
    uint8_t length[2]; /* u16; ff ff: none */
    uint8_t reserved[2];
    uint8_t retired_from[4]; /* u32 */
    uint8_t anchor[POLICY_ANCHOR_BYTES];
};

struct policy_provisioned {
    uint8_t magic[8];   /* KSIGBOOT */
    uint8_t rules[4];   /* u16 for each rule: type of its TLV; ff ff after the last */
    uint8_t product[4]; /* u32; 0: none */
    struct policy_anchor anchors[POLICY_RULE_COUNT][POLICY_ANCHORS];
};
extern const struct policy_provisioned policy_provisioned
    __attribute__((aligned(4))); /* read by words */

#endif
