/* One SLH-DSA set of the draft SP 800-230 alone, and no pre-hash: what a boot loader has. See the
 * .c file. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_SLH_DSA_SHA2_128_24 1
#define KSIG_ENABLE_PREHASH 0
#include "all_off.inc"
