/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/sha2.h"
#include "kilosig/config.h"
#include "util/bytes.h"

#if !KSIG_ENABLE_ASSEMBLY || KSIG_COMPACT_HASH /* src/arch/armv7m/copy_64.S */

void ksig_copy_64(uint8_t *to, const uint8_t *from) { ksig_copy(to, from, 64); }

#endif
