/* HSS alone, with n = 32 and 24. See the .c file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_HSS 1
#define KSIG_ENABLE_LMS_SHAKE 0
#define KSIG_ENABLE_PREHASH 0
#include "all_off.inc"
