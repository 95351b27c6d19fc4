/* Which routines are assembly. The C twin of each tests the same name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A build that leaves out the .S files does not link. Whoever includes this in C asks for a symbol
 * that says why. */
#ifndef KSIG_ARCH_GATES_H
#define KSIG_ARCH_GATES_H

#ifdef __ASSEMBLER__
#include "kilosig/config.h"
#if defined(__ELF__) && defined(__linux__)
/* clang-format off */
    .section .note.GNU-stack, "", %progbits
/* clang-format on */
#endif
#else
#include "kilosig/kilosig.h"
#if KSIG_ENABLE_ASSEMBLY && defined(KSIG_ASK_LINKER)
KSIG_ASK_LINKER(KSIG_LINKED_WORD("ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0"))
#endif
#endif

/* Whose assembly: of one folder beside this file. */
#if KSIG_ENABLE_ASSEMBLY && defined(__AVR__)
#define KSIG_ARMV7M 0
#define KSIG_ARMV6M 0
#define KSIG_RV32 0
#define KSIG_AVR 1
#elif KSIG_ENABLE_ASSEMBLY && defined(__riscv)
#define KSIG_ARMV7M 0
#define KSIG_ARMV6M 0
#define KSIG_RV32 1
#define KSIG_AVR 0
#elif KSIG_ENABLE_ASSEMBLY && (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__))
#define KSIG_ARMV7M 0
#define KSIG_ARMV6M 1
#define KSIG_RV32 0
#define KSIG_AVR 0
#else
#define KSIG_ARMV7M KSIG_ENABLE_ASSEMBLY
#define KSIG_ARMV6M 0
#define KSIG_RV32 0
#define KSIG_AVR 0
#endif

#define KSIG_ASM_KECCAK (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_HASH)
#define KSIG_ASM_KECCAK_COMPACT (KSIG_ARMV7M && KSIG_COMPACT_HASH)
/* The sponge's lanes may stay as the permutation works on them. */
#define KSIG_KECCAK_STAYS \
    ((KSIG_ARMV7M || KSIG_ARMV6M || KSIG_RV32) && KSIG_ASM_KECCAK && !KSIG_ENABLE_HASH_HOOKS)
#define KSIG_ASM_SHA256 (KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_HASH)
#define KSIG_ASM_SHA512 ((KSIG_ARMV7M || KSIG_ARMV6M) && !KSIG_COMPACT_HASH)
/* A chain stays within one function only if no hook takes its compressions. */
#define KSIG_ASM_SHA256_CHAIN (KSIG_ARMV7M && KSIG_ASM_SHA256 && !KSIG_ENABLE_HASH_HOOKS)
#define KSIG_ASM_BRWHASH KSIG_ARMV7M
/* Less flash than the C twins, too. */
#define KSIG_ASM_POLYHASH KSIG_ARMV6M
#define KSIG_ASM_NTT14 (KSIG_ARMV7M || KSIG_ARMV6M)
#ifdef __riscv_mul
#define KSIG_RV32_RING (KSIG_RV32 && !KSIG_COMPACT_RING)
#else
#define KSIG_RV32_RING 0
#endif
/* Secrets pass: where the time of a long product may depend on its operands, C has others. */
#define KSIG_ASM_NTT16                                       \
    (((KSIG_ARMV7M || KSIG_ARMV6M) && !KSIG_COMPACT_RING) || \
     (KSIG_RV32_RING && !KSIG_SHORT_PRODUCTS))
/* Where KSIG_SHORT_RING (ring/ntt23.h). */
#define KSIG_ASM_SHORT23 (KSIG_ARMV6M && !KSIG_COMPACT_RING)
#define KSIG_ASM_NTT23 ((KSIG_ARMV7M && !KSIG_COMPACT_RING) || KSIG_RV32_RING)
#define KSIG_ASM_SUM23 (KSIG_ARMV7M && !KSIG_COMPACT_RING)
#define KSIG_ASM_SUM23_ADD (KSIG_ASM_SUM23 || KSIG_RV32_RING) /* ksig_sum23_add_products */
/* What only Cortex-M4 may do with secrets. */
#ifdef __ARM_FEATURE_DSP
#define KSIG_ASM_SUM23_PACKED KSIG_ASM_SUM23
#else
#define KSIG_ASM_SUM23_PACKED 0
#endif
/* Lanes that stay are multiplied by packed factors, or by others. */
#define KSIG_ASM_SUM23_LANES (KSIG_ASM_SUM23_PACKED && KSIG_KECCAK_STAYS)
#define KSIG_ASM_SUM23_PLAIN_LANES \
    ((KSIG_ASM_SHORT23 || (KSIG_RV32 && KSIG_ASM_SUM23_ADD)) && KSIG_KECCAK_STAYS)
/* ksig_sum23_add_packed_products takes them, too. */
#define KSIG_ASM_SUM23_BOTH_LANES (KSIG_ASM_SUM23_PLAIN_LANES && KSIG_RV32)
#define KSIG_ASM_Z_LAYERS (((KSIG_ARMV7M || KSIG_ARMV6M) && !KSIG_COMPACT_RING) || KSIG_RV32_RING)
#define KSIG_ASM_ROTATE (KSIG_ARMV7M && !KSIG_COMPACT_RING)
#define KSIG_ASM_CRITICAL (KSIG_ARMV7M && !KSIG_COMPACT_RING)
#define KSIG_ASM_GAUSS (KSIG_ARMV7M && !KSIG_COMPACT_RING)
/* Less flash than the C twin, too. */
#define KSIG_ASM_EXP KSIG_ARMV6M
#define KSIG_ASM_ADJOINT (((KSIG_ARMV7M || KSIG_ARMV6M) && !KSIG_COMPACT_RING) || KSIG_RV32_RING)

#endif
