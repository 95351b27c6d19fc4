/* Stack depth by painting. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Everything is inline: a frame of its own would lie in the paint and be counted. On the machines
 * here a function's SP is constant between prologue and epilogue, so the SP read is also the one at
 * the call that follows, which takes its arguments in registers. No interrupt is enabled. */
#ifndef BENCH_PAINT_H
#define BENCH_PAINT_H

#include "bench.h"
#include "layout.h"

#define BENCH_INLINE static inline __attribute__((always_inline))

/* Paints all stack below the caller's frame; returns its SP. Volatile: or the compiler makes a call
 * of the loop. */
BENCH_INLINE const volatile uint32_t *bench_paint(void) {
    const volatile uint32_t *const sp = layout_stack_pointer();
    for (volatile uint32_t *word = link_stack_limit; word < sp; word++)
        *word = STACK_PAINT;
    return sp;
}

/* From the lowest word that lost its paint up to sp. */
BENCH_INLINE void bench_raise(bench_peak *peak, const volatile uint32_t *sp) {
    const volatile uint32_t *word = link_stack_limit;
    while (word < sp && *word == STACK_PAINT)
        word++;
    const uint32_t bytes = (uint32_t)((uintptr_t)sp - (uintptr_t)word);
    if (bytes > peak->bytes)
        peak->bytes = bytes;
}

#endif
