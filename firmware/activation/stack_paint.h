/* Painting and measuring of the stack below one call, for stack.c and whoever measures other calls the same way.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef STACK_PAINT_H
#define STACK_PAINT_H

#include "armv7m.h"
#include "stack.h"

#define STACK_INLINE static inline __attribute__((always_inline))

extern uint32_t stack_firmware_peak; /* until the last repainting */

/* The lowest word that lost its paint. */
STACK_INLINE volatile uint32_t *stack_touched(void) {
    volatile uint32_t *word = link_stack_limit;
    while (word < link_stack_top && *word == STACK_PAINT)
        word++;
    return word;
}

STACK_INLINE uint32_t stack_bytes_below(const volatile uint32_t *top, const volatile uint32_t *word) {
    return word < top ? (uint32_t)((uintptr_t)top - (uintptr_t)word) : 0;
}

/* Repaints all stack below the caller's frame and returns its SP. Inline, as is everything it does: a frame of its own
 * would lie in the paint and be counted. On Arm a function's SP is constant between prologue and epilogue, so this is also
 * the SP at the measured call, whose arguments are in registers or above it; and no interrupt is ever enabled. */
STACK_INLINE const volatile uint32_t *stack_paint(void) {
    volatile uint32_t *sp;
    __asm__ volatile("mov %0, sp" : "=r"(sp)::"memory");
    volatile uint32_t *word = stack_touched();
    uint32_t depth = stack_bytes_below(link_stack_top, word);
    if (depth > stack_firmware_peak)
        stack_firmware_peak = depth;
    while (word < sp)
        *word++ = STACK_PAINT;
    return sp;
}

STACK_INLINE void stack_measure(const volatile uint32_t *sp) {
    uint32_t depth = stack_bytes_below(sp, stack_touched());
    if (depth > stack_call_peak)
        stack_call_peak = depth;
}

#endif
