/* The rules of the example policy: a signature for each scheme that the library was built with.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef POLICY_RULES_H
#define POLICY_RULES_H

#include "verify.h"

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

#define POLICY_ONE(id, tlv, signs) +1
enum { POLICY_RULE_COUNT = 0 POLICY_RULES(POLICY_ONE) };

#endif
