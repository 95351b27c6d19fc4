/* Which routines are assembly. The C twin of each tests the same name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A build that leaves out the .S files does not link. Whoever includes this in C asks for a symbol
 * that says why. */
#ifndef KSIG_ARMV7M_GATES_H
#define KSIG_ARMV7M_GATES_H

#ifdef __ASSEMBLER__
#include "kilosig/config.h"
#if defined(__ELF__) && defined(__linux__)
    .section .note.GNU-stack, "", %progbits
#endif
#else
#include "kilosig/kilosig.h"
#if KSIG_ENABLE_ASSEMBLY && defined(KSIG_ASK_LINKER)
KSIG_ASK_LINKER(KSIG_LINKED_WORD("ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0"))
#endif
#endif

#define KSIG_ASM_KECCAK (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_HASH)
#define KSIG_ASM_KECCAK_COMPACT (KSIG_ENABLE_ASSEMBLY && KSIG_COMPACT_HASH)
/* The sponge's lanes may stay as the permutation works on them. */
#define KSIG_KECCAK_STAYS (KSIG_ASM_KECCAK && !KSIG_ENABLE_HASH_HOOKS)
#define KSIG_ASM_SHA2 (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_HASH)
/* A chain stays within one function only if no hook takes its compressions. */
#define KSIG_ASM_SHA256_CHAIN (KSIG_ASM_SHA2 && !KSIG_ENABLE_HASH_HOOKS)
#define KSIG_ASM_BRWHASH KSIG_ENABLE_ASSEMBLY
/* Less flash than the C twin, too. */
#define KSIG_ASM_NTT14 KSIG_ENABLE_ASSEMBLY
#define KSIG_ASM_NTT16 (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_NTT23 (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_SUM23 (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
/* What only Cortex-M4 may do with secrets. */
#ifdef __ARM_FEATURE_DSP
#define KSIG_ASM_SUM23_PACKED KSIG_ASM_SUM23
#else
#define KSIG_ASM_SUM23_PACKED 0
#endif
#define KSIG_ASM_SUM23_LANES (KSIG_ASM_SUM23_PACKED && KSIG_KECCAK_STAYS)
#define KSIG_ASM_Z_LAYERS (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_ROTATE (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_CRITICAL (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_GAUSS (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_ADJOINT (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)
#define KSIG_ASM_MQ (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING)

#endif
