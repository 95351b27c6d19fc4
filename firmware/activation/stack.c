/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stack.h"

#include "armv7m.h"

#define INLINE static inline __attribute__((always_inline))

uint32_t stack_call_peak;
static uint32_t firmware_peak; /* until the last repainting */

/* The lowest word that lost its paint. */
INLINE volatile uint32_t *touched(void) {
    volatile uint32_t *word = link_stack_limit;
    while (word < link_stack_top && *word == STACK_PAINT)
        word++;
    return word;
}

INLINE uint32_t bytes_below(const volatile uint32_t *top, const volatile uint32_t *word) {
    return word < top ? (uint32_t)((uintptr_t)top - (uintptr_t)word) : 0;
}

/* Repaints all stack below the caller's frame and returns its SP. Inline, as is everything it does: a frame of its own
 * would lie in the paint and be counted. On Arm a function's SP is constant between prologue and epilogue, so this is also
 * the SP at the measured call, which takes its arguments in registers; and no interrupt is ever enabled. */
INLINE const volatile uint32_t *paint(void) {
    volatile uint32_t *sp;
    __asm__ volatile("mov %0, sp" : "=r"(sp)::"memory");
    volatile uint32_t *word = touched();
    uint32_t depth = bytes_below(link_stack_top, word);
    if (depth > firmware_peak)
        firmware_peak = depth;
    while (word < sp)
        *word++ = STACK_PAINT;
    return sp;
}

INLINE void measure(const volatile uint32_t *sp) {
    uint32_t depth = bytes_below(sp, touched());
    if (depth > stack_call_peak)
        stack_call_peak = depth;
}

ksig_verdict stack_open(void *state, size_t state_bytes, const ksig_scheme *scheme, const ksig_verify_args *args) {
    const volatile uint32_t *sp = paint();
    ksig_verdict verdict = ksig_verify_open(state, state_bytes, scheme, args);
    measure(sp);
    return verdict;
}

ksig_verdict stack_feed(void *state, const uint8_t *data, size_t length) {
    const volatile uint32_t *sp = paint();
    ksig_verdict verdict = ksig_verify_feed(state, data, length);
    measure(sp);
    return verdict;
}

ksig_verdict stack_close(void *state) {
    const volatile uint32_t *sp = paint();
    ksig_verdict verdict = ksig_verify_close(state);
    measure(sp);
    return verdict;
}

uint32_t stack_peak(void) {
    uint32_t depth = bytes_below(link_stack_top, touched());
    return depth > firmware_peak ? depth : firmware_peak;
}

uint32_t stack_static(void) { return bytes_below(link_static_end, link_static_start); }
