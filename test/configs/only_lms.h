/* LMS alone, with one width, one n and one hash function: what a boot loader has. See the .c file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_LMS 1
#define KSIG_ENABLE_LMS_SHAKE 0
#define KSIG_ENABLE_LMS_N24 0
#define KSIG_ENABLE_LMS_W1 0
#define KSIG_ENABLE_LMS_W2 0
#define KSIG_ENABLE_LMS_W4 0
#define KSIG_ENABLE_PREHASH 0
#include "all_off.inc"
