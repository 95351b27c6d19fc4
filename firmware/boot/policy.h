/* The policy of the example boot loader: what an image must be signed with.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * An image must have a signature for each scheme that the library was built with (configs/), by one
 * of two anchors. The anchors are written into the finished boot loader, section .provisioned,
 * which `kilosig image provision` does. A product may write its own rules here instead: verify.h
 * says what a rule can ask for. */
#ifndef POLICY_H
#define POLICY_H

#include "verify.h"

/* Name: POLICY_SERIAL (1 or 0)
 * 1 reports on the serial line what is started, and waits there for an image if none can be. 0
 * leaves that out: with UPDATE_CAN (update.h) it waits on the CAN bus, else it has no recovery. */
#ifndef POLICY_SERIAL
#define POLICY_SERIAL 1
#endif

#define POLICY_ANCHORS 2 /* for each rule: the one in use, and its successor */
#define POLICY_ANCHOR_BYTES 64

/* X(scheme, type of the TLV, what it signs) */
#if KSIG_ENABLE_LMS
#define POLICY_LMS(X) X(lms, KSIG_BOOT_TLV_LMS, KSIG_BOOT_SIGNS_DIGEST)
#else
#define POLICY_LMS(X)
#endif
#if KSIG_ENABLE_ML_DSA_44
#define POLICY_ML_DSA_44(X) X(ml_dsa_44, 0x4BA0u, KSIG_BOOT_SIGNS_IMAGE)
#else
#define POLICY_ML_DSA_44(X)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_128S
#define POLICY_SLH_DSA(X) X(slh_dsa_sha2_128s, 0x4BA8u, KSIG_BOOT_SIGNS_IMAGE)
#else
#define POLICY_SLH_DSA(X)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_128_24
#define POLICY_SLH_DSA_24(X) X(slh_dsa_sha2_128_24, 0x4BD8u, KSIG_BOOT_SIGNS_IMAGE)
#else
#define POLICY_SLH_DSA_24(X)
#endif
#define POLICY_RULES(X) POLICY_LMS(X) POLICY_ML_DSA_44(X) POLICY_SLH_DSA(X) POLICY_SLH_DSA_24(X)

#define POLICY_STATE(id, tlv, signs) ksig_verify_##id id;
#define POLICY_ONE(id, tlv, signs) +1
enum { POLICY_RULE_COUNT = 0 POLICY_RULES(POLICY_ONE) };

/* The largest state of the rules' schemes. */
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
