/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "uov/uov_map.h"

#if KSIG_ENABLE_UOV

/* The set of bytes with more than four bits set. */
const uint32_t ksig_uov_heavy[8] = {
    0x80000000, 0xe8808000, 0xe8808000, 0xfee8e880, 0xe8808000, 0xfee8e880, 0xfee8e880, 0xfffefee8,
};

#endif
