/* One SLH-DSA set alone, and no pre-hash: only its own hash functions are in the image. See the .c
 * file. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_SLH_DSA_SHA2_256F 1
#define KSIG_ENABLE_PREHASH 0
#include "all_off.inc"
