/* A boot loader that asks for an SLH-DSA-SHA2-128-24 signature of the image (draft SP 800-230).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_DEFAULT 0
#define KSIG_ENABLE_SLH_DSA_SHA2_128_24 1
#define KSIG_ENABLE_LMS_SHAKE 0
#define KSIG_ENABLE_PREHASH 0
#define KSIG_ENABLE_REASON_TEXT 0
#define KSIG_BOOT_COMPOSITE 0
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE
