/* The policy of the example boot loader: what an image must be signed with.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * An image must have a signature for each scheme that the library was built with (configs/), by one
 * of two anchors. The anchors are written into the finished boot loader, section .provisioned,
 * which `kilosig image provision` does. A product may write its own rules here instead: verify.h
 * says what a rule can ask for. */
#ifndef POLICY_H
#define POLICY_H

#include "policy_rules.h"

/* Name: POLICY_SERIAL (1 or 0)
 * 1 reports on the serial line what is started, and waits there for an image if none can be. 0
 * leaves that out: with UPDATE_CAN (update.h) it waits on the CAN bus, else it has no recovery. */
#ifndef POLICY_SERIAL
#define POLICY_SERIAL 1
#endif

/* The largest state of the rules' schemes. */
#define POLICY_STATE(id, tlv, signs) ksig_verify_##id id;
typedef union policy_state {
    uint64_t align;
    POLICY_RULES(POLICY_STATE)
} policy_state;

typedef struct policy_memory {
    ksig_boot_anchor anchors[POLICY_RULE_COUNT][POLICY_ANCHORS];
    ksig_boot_rule rules[POLICY_RULE_COUNT];
    ksig_boot_policy policy;
} policy_memory;

/* Fills *memory with the rules and the anchors that were provisioned; one without anchors accepts
 * nothing. */
void policy_load(policy_memory *memory);

#endif
