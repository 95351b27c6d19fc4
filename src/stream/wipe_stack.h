/* Traces of secrets on the stack are wiped before a call returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * An operation states its stack depth on Cortex-M3 and -M4: the bound in the public header. How
 * much deeper other cores go is defined here, once for all families, for -Os, -O2 and -O3 of gcc.
 * test/ct/test_stack_wiped.py checks every word. Frames must have a constant size, so that the
 * stack stays bounded: each operation has its own function. */
#ifndef KSIG_WIPE_STACK_H
#define KSIG_WIPE_STACK_H

#include "arch/compiler.h"
#include "arch/gates.h"
#include "kilosig/config.h"
#include "util/bytes.h"

/* MORE: bytes beyond those on Cortex-M3. LEAST: the depth of an operation that is hardly deeper
 * than a permutation or a transform. FRAME: that of the calling function, which is in use. UNIT:
 * frames are a multiple of it, so that they contain no padding that would not be wiped. */
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB >= 2
enum {
    KSIG_STACK_MORE = (KSIG_ENABLE_ASSEMBLY ? 0 : 48) + (KSIG_SHORT_PRODUCTS ? 24 : 0),
    KSIG_STACK_LEAST = 0
};
#elif defined(__riscv)
enum { KSIG_STACK_MORE = 32, KSIG_STACK_LEAST = 288 };
#elif KSIG_ARMV6M && !KSIG_COMPACT_HASH
enum { KSIG_STACK_MORE = 64, KSIG_STACK_LEAST = 0 };
#else /* in C, also on cores that have not been examined */
enum { KSIG_STACK_MORE = 264, KSIG_STACK_LEAST = 0 };
#endif
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB >= 2
enum { KSIG_STACK_UNIT = 8 };
#else
enum { KSIG_STACK_UNIT = 16 };
#endif
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1
enum { KSIG_STACK_FRAME = 24 }; /* and what the two functions that wipe there save */
#else
enum { KSIG_STACK_FRAME = 16 };
#endif

/* What an operation needs beyond that, on RISC-V, which saves more registers; on ARMv6-M with
 * assembly; and in C on ARMv6-M and other cores. */
#if defined(__riscv)
#define KSIG_STACK_ON(riscv, armv6m, others) (riscv)
#elif defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB >= 2
#define KSIG_STACK_ON(riscv, armv6m, others) 0
#elif KSIG_ARMV6M && !KSIG_COMPACT_HASH
#define KSIG_STACK_ON(riscv, armv6m, others) (armv6m)
#else
#define KSIG_STACK_ON(riscv, armv6m, others) (others)
#endif
#define KSIG_STACK_DEPTH(bytes) \
    ((bytes) + KSIG_STACK_MORE > KSIG_STACK_LEAST ? (bytes) + KSIG_STACK_MORE : KSIG_STACK_LEAST)
#define KSIG_STACK_BELOW(bytes)                                                             \
    ((KSIG_STACK_DEPTH(bytes) - KSIG_STACK_FRAME + KSIG_STACK_UNIT - 1) / KSIG_STACK_UNIT * \
     KSIG_STACK_UNIT)

/* For speed, four words at a time; the first ones are written twice if the count is not a multiple
 * of four. */
#if KSIG_LEAST_FLASH
#define KSIG_WIPE_FRAME(bytes)                                                     \
    volatile uint32_t words[(bytes) / 4];                                          \
    for (volatile uint32_t *word = words; word < words + sizeof words / 4; word++) \
    *word = 0
#else
#define KSIG_WIPE_FRAME(bytes)                              \
    volatile uint32_t words[(bytes) / 4];                   \
    volatile uint32_t *word = words + sizeof words / 4 % 4; \
    words[0] = 0;                                           \
    words[1] = 0;                                           \
    words[2] = 0;                                           \
    do {                                                    \
        word[0] = 0;                                        \
        word[1] = 0;                                        \
        word[2] = 0;                                        \
        word[3] = 0;                                        \
        word += 4;                                          \
    } while (word != words + sizeof words / 4)
#endif

/* Defines void name(void), which zeroes the stack below its caller, for an operation of at most
 * `bytes`. Two frames on ARMv6-M: compilers reserve a frame of more than 508 bytes with
 * instructions that the bench does not follow. */
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1
#define KSIG_WIPE_STACK(name, bytes)                                                               \
    static KSIG_NOINLINE void name##_below(void) { KSIG_WIPE_FRAME(KSIG_STACK_BELOW(bytes) / 2); } \
    KSIG_NOINLINE void name(void) {                                                                \
        name##_below();                                                                            \
        KSIG_WIPE_FRAME(KSIG_STACK_BELOW(bytes) / 2);                                              \
    }
#else
#define KSIG_WIPE_STACK(name, bytes) \
    KSIG_NOINLINE void name(void) { KSIG_WIPE_FRAME(KSIG_STACK_BELOW(bytes)); }
#endif

#endif
