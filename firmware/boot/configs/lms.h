/* A boot loader that asks for an LMS signature of the image's SHA-256.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_DEFAULT 0
#define KSIG_ENABLE_LMS 1
#define KSIG_ENABLE_LMS_SHAKE 0
#define KSIG_ENABLE_PREHASH 0
#define KSIG_ENABLE_REASON_TEXT 0
#define KSIG_BOOT_COMPOSITE 0
#define KSIG_BOOT_IMAGE 0 /* signatures cover the digest */
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE
