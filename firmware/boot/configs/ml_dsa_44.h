/* A boot loader that asks for an ML-DSA-44 signature of the image.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_DEFAULT 0
#define KSIG_ENABLE_ML_DSA_44 1
#define KSIG_BOOT_SHA256 0 /* the signature covers the image itself */
#define KSIG_ENABLE_LMS_SHAKE 0
#define KSIG_ENABLE_PREHASH 0
#define KSIG_ENABLE_REASON_TEXT 0
#define KSIG_BOOT_COMPOSITE 0
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE
