/* XMSS^MT alone, n = 32. See the .c file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_XMSSMT 1
#define KSIG_ENABLE_XMSS_N24 0
#define KSIG_ENABLE_PREHASH 0
#include "all_off.inc"
