/* For skips.py: the policy of a boot loader that asks for a composite signature.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board_flash.h"
#include "policy.h"

enum { TR_BYTES = 64, WORD_BYTES = 4 };

/* The test writes tr and the classical key here. */
extern const uint8_t composite_anchor[TR_BYTES + WORD_BYTES];
const uint8_t composite_anchor[TR_BYTES + WORD_BYTES] = {0};

uint32_t composite_classical(const uint8_t *key, const uint8_t *message, uint32_t message_length,
                             const uint8_t *signature, uint32_t signature_length);

/* Nobody would take it for a signature: key ^ the last word of the message. */
uint32_t composite_classical(const uint8_t *key, const uint8_t *message, uint32_t message_length,
                             const uint8_t *signature, uint32_t signature_length) {
    uint32_t bad = signature_length ^ WORD_BYTES;
    for (uint32_t i = 0; i < WORD_BYTES; i++)
        bad |= (uint32_t)(signature[i] ^ key[i] ^ message[message_length - WORD_BYTES + i]);
    return bad == 0 ? KSIG_ACCEPT : KSIG_REJECT_SIGNATURE;
}

void policy_load(policy_memory *memory) {
    static const ksig_boot_composite composite = {composite_classical,
                                                  "COMPSIG-MLDSA44-ECDSA-P256-SHA256"};
    memory->anchors[0][0] = (ksig_boot_anchor){composite_anchor, TR_BYTES, KSIG_BOOT_NEVER,
                                               composite_anchor + TR_BYTES};
    memory->rules[0] = (ksig_boot_rule){
        &ksig_ml_dsa_44, memory->anchors[0], &composite, 0x4BD0u, 1, KSIG_BOOT_SIGNS_COMPOSITE};
    memory->policy =
        (ksig_boot_policy){memory->rules, POLICY_RULE_COUNT, board_ram_begin, board_ram_end, 7};
}
