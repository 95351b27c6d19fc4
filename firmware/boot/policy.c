/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "policy.h"

#include "board_flash.h"
#include "little_endian.h"
#include "policy_provisioned.h"

void policy_load(policy_memory *memory) {
#define POLICY_RULE(id, tlv, signs) {&ksig_##id, NULL, NULL, tlv, 0, signs},
    static const ksig_boot_rule rules[POLICY_RULE_COUNT] = {POLICY_RULES(POLICY_RULE)};
    for (unsigned i = 0; i < POLICY_RULE_COUNT; i++) {
        memory->rules[i] = rules[i];
        memory->rules[i].anchors = memory->anchors[i];
        for (unsigned j = 0; j < POLICY_ANCHORS; j++) {
            const struct policy_anchor *const found = &policy_provisioned.anchors[i][j];
            const uint16_t length = le16(found->length);
            if (length == 0 || length > POLICY_ANCHOR_BYTES) /* erased flash: none */
                break;
            memory->anchors[i][j] =
                (ksig_boot_anchor){found->anchor, length, le32(found->retired_from), NULL};
            memory->rules[i].anchor_count++;
        }
    }
    memory->policy = (ksig_boot_policy){memory->rules, POLICY_RULE_COUNT, board_ram_begin,
                                        board_ram_end, le32(policy_provisioned.product)};
}
