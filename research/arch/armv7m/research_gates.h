/* Which routines under research/ are assembly; see arch/gates.h of the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_ARMV7M_RESEARCH_GATES_H
#define KSIG_ARMV7M_RESEARCH_GATES_H

#include "arch/gates.h"

#define KSIG_ASM_MQ (KSIG_ARMV7M && !KSIG_COMPACT_RING)
/* Also when optimizing for size: in C, UOV and MAYO took 1.3 and 3.0 kB less flash, but three times
 * as long. */
#define KSIG_ASM_AES (KSIG_ARMV7M && !KSIG_ENABLE_AES_HOOK)
#define KSIG_ASM_UOV KSIG_ARMV7M
/* With the hash within: not for hooks and other hashes. */
#ifdef __ASSEMBLER__
#define KSIG_HASH_SHA256 1 /* as in kilosig.h */
#define KSIG_HASH_SHAKE256 12
#endif
#define KSIG_ASM_UOV_TAKE                                                               \
    (KSIG_ARMV7M && KSIG_ASM_SHA256 && !KSIG_COMPACT_RING && !KSIG_ENABLE_HASH_HOOKS && \
     KSIG_ANCHOR_HASH == KSIG_HASH_SHA256)
#define KSIG_ASM_MAYO KSIG_ARMV7M

#endif
