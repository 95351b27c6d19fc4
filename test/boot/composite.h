/* For skips.py: a boot loader that asks for a composite signature.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_DEFAULT 0
#define KSIG_ENABLE_ML_DSA_44 1
#define KSIG_ENABLE_PREHASH 0
#define KSIG_ENABLE_REASON_TEXT 0
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE
