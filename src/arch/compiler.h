/* What depends on the compiler: every `__GNUC__` of the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Any C99 compiler builds the library. gcc and clang are also told what plain C cannot say: without
 * the barriers of guard/guard.h and KSIG_NOINLINE, another one may merge the two halves of a check,
 * make a branch of a mask, or keep more on the stack than kilosig.h states. What such a compiler
 * makes has to be looked at before it withstands faults or signs. */
#ifndef KSIG_COMPILER_H
#define KSIG_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define KSIG_GNU_C 1
#else
#define KSIG_GNU_C 0
#endif

/* Fails to compile unless the constant `condition` holds. `name` says what it is, and may occur in
 * other files. */
#define KSIG_ASSERT(condition, name) extern char ksig_assert_##name[(condition) ? 1 : -1]

/* How 64-bit numbers are aligned in structures: to 8 bytes, but to 4 on some machines, and to 1 on
 * those of 8 bits. */
struct ksig_aligned {
    char byte;
    uint64_t number;
};
#define KSIG_ALIGNMENT offsetof(struct ksig_aligned, number)

/* For KSIG_ASSERT: a struct takes what a public header states. Less where it needs no padding for
 * that alignment. */
#define KSIG_IS_STATED(bytes, stated) \
    ((bytes) == (stated) || (KSIG_ALIGNMENT < 8 && (bytes) < (stated)))

/* For a function whose locals must not lie below its caller's while deeper calls run. */
#if KSIG_GNU_C
#define KSIG_NOINLINE __attribute__((noinline))
#else
#define KSIG_NOINLINE
#endif

/* For what two functions are made of, of which an image has one. */
#if KSIG_GNU_C
#define KSIG_INLINE inline __attribute__((always_inline))
#else
#define KSIG_INLINE inline
#endif

/* 1 where the compiler is asked for the least flash (-Os, -Oz): a function is a call rather than
 * inlined, and inlined rather than kept apart. */
#ifdef __OPTIMIZE_SIZE__
#define KSIG_LEAST_FLASH 1
#define KSIG_INLINE_FOR_SPEED inline
#define KSIG_NOINLINE_FOR_SPEED inline
#else
#define KSIG_LEAST_FLASH 0
#define KSIG_INLINE_FOR_SPEED KSIG_INLINE
#define KSIG_NOINLINE_FOR_SPEED KSIG_NOINLINE
#endif

/* A type whose lvalues may refer to any object. */
#if KSIG_GNU_C
#define KSIG_MAY_ALIAS __attribute__((may_alias))
#endif

/* Nothing is loaded or stored across it. Keeps the compiler from holding more than there are
 * registers. */
#if KSIG_GNU_C
#define KSIG_KEEP_ORDER() __asm__ volatile("" : : : "memory")
#else
#define KSIG_KEEP_ORDER() (void)0
#endif

/* 1 on ARMv6-M and ARMv8-M Baseline: only eight registers take part in most instructions, and gcc
 * keeps a constant that a loop needs in one of the others, 4 bytes of stack deeper each. */
#if KSIG_GNU_C && (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__))
#define KSIG_FEW_REGISTERS 1
#else
#define KSIG_FEW_REGISTERS 0
#endif

/* With few registers, what is at and after `pointer` is found by this address, where gcc would keep
 * an offset for each. */
#if KSIG_FEW_REGISTERS
#define KSIG_ONE_ADDRESS(pointer) __asm__("" : "+r"(pointer))
#else
#define KSIG_ONE_ADDRESS(pointer) (void)0
#endif

/* 1 where a load does not advance its pointer (Cortex-M0, RISC-V): a skipped one leaves an old
 * value in the register and nothing else to show for it. Thumb-2 and AVR load and advance at once.
 */
#if KSIG_GNU_C && (KSIG_FEW_REGISTERS || defined(__riscv))
#define KSIG_LOAD_SHOWS_NOTHING 1
#else
#define KSIG_LOAD_SHOWS_NOTHING 0
#endif

/* In a loop that copies within one array or looks for its end, so that no compiler makes a memmove
 * or strlen of it: util/memory.h has what the library takes from outside. With -ffreestanding none
 * does, and this is nothing. */
#if KSIG_GNU_C && __STDC_HOSTED__
#define KSIG_KEEP_LOOP() KSIG_KEEP_ORDER()
#else
#define KSIG_KEEP_LOOP() (void)0
#endif

/* 1 on a big-endian machine. */
#if (defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && \
     __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ||                  \
    defined(__BIG_ENDIAN__) || defined(__ARM_BIG_ENDIAN)
#define KSIG_BIG_ENDIAN 1
#else
#define KSIG_BIG_ENDIAN 0
#endif

/* 1 where a load of four bytes from any address is one instruction and gives them little-endian. */
#if KSIG_GNU_C && !KSIG_BIG_ENDIAN && (defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__))
#define KSIG_FAST_UNALIGNED 1
#else
#define KSIG_FAST_UNALIGNED 0
#endif

/* The bytes of a word the other way round; only where one instruction does it. */
#if KSIG_FAST_UNALIGNED || (KSIG_GNU_C && defined(__ARMEL__))
#define KSIG_HAS_SWAP 1
#define KSIG_SWAP32(x) __builtin_bswap32(x)
#define KSIG_SWAP64(x) __builtin_bswap64(x)
#else
#define KSIG_HAS_SWAP 0
#endif

/* How many zeros are above the highest bit of x > 0; only where one instruction counts them. */
#if KSIG_GNU_C && (defined(__ARM_FEATURE_CLZ) || defined(__x86_64__))
#define KSIG_LEADING_ZEROS(x) ((unsigned)__builtin_clz(x))
#endif

#endif
