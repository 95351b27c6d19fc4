/* Anchors by SHAKE256 wherever there is a choice. loaded by: test_anchor_hash.py
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ANCHOR_HASH KSIG_HASH_SHAKE256
#define KSIG_RESEARCH 1
#define KSIG_ENABLE_RAINBOW_1_CLASSIC 1
#define KSIG_ENABLE_GEMSS_128 1
#define KSIG_ENABLE_UOV 1
#define KSIG_ENABLE_MAYO 1
#define KSIG_ENABLE_SLH_DSA_24 1
#define KSIG_ENABLE_XMSS_RFC8391 1
