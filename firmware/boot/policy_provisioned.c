/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "policy_provisioned.h"

#define TLV_OF(id, tlv, signs) (uint8_t)(tlv), (uint8_t)((tlv) >> 8),
#define NO_ANCHOR                                                      \
    {                                                                  \
        {0xFF, 0xFF}, {0xFF, 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}, { 0xFF } \
    }
#define NO_ANCHORS(id, tlv, signs) {NO_ANCHOR, NO_ANCHOR},

/* In a file of its own: where it is read, the compiler must not know what it holds. */
const struct policy_provisioned policy_provisioned
    __attribute__((section(".provisioned"), used)) = {{'K', 'S', 'I', 'G', 'B', 'O', 'O', 'T'},
                                                      {POLICY_RULES(TLV_OF)},
                                                      {0},
                                                      {POLICY_RULES(NO_ANCHORS)}};
