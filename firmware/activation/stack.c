/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stack.h"

#include "layout.h"

uint32_t stack_call_peak;
static uint32_t firmware_peak; /* until the last repainting */

/* The lowest word that lost its paint. */
LAYOUT_INLINE volatile uint32_t *touched(void) {
    volatile uint32_t *word = link_stack_limit;
    while (word < link_stack_top && *word == STACK_PAINT)
        word++;
    return word;
}

LAYOUT_INLINE uint32_t bytes_below(const volatile uint32_t *top, const volatile uint32_t *word) {
    return word < top ? (uint32_t)((uintptr_t)top - (uintptr_t)word) : 0;
}

/* Repaints all stack below the caller's frame and returns its SP. Inline, as is everything it does:
 * a frame of its own would lie in the paint and be counted. A function's SP is constant between
 * prologue and epilogue, so this is also the SP at the measured call, whose arguments are in
 * registers or above it; and no interrupt is ever taken. */
LAYOUT_INLINE const volatile uint32_t *paint(void) {
    volatile uint32_t *const sp = layout_stack_pointer();
    volatile uint32_t *word = touched();
    uint32_t depth = bytes_below(link_stack_top, word);
    if (depth > firmware_peak)
        firmware_peak = depth;
    while (word < sp)
        *word++ = STACK_PAINT;
    return sp;
}

LAYOUT_INLINE void measure(const volatile uint32_t *sp) {
    uint32_t depth = bytes_below(sp, touched());
    if (depth > stack_call_peak)
        stack_call_peak = depth;
}

/* stack_CALL does what ksig_CALL does. */
#define MEASURED(answer, call, parameters, arguments)  \
    answer stack_##call parameters {                   \
        const volatile uint32_t *const sp = paint();   \
        const answer answered = ksig_##call arguments; \
        measure(sp);                                   \
        return answered;                               \
    }

MEASURED(ksig_verdict, verify_open,
         (void *state, size_t bytes, const ksig_scheme *scheme, const ksig_verify_args *args),
         (state, bytes, scheme, args))
MEASURED(ksig_verdict, verify_feed, (void *state, const uint8_t *data, size_t length),
         (state, data, length))
MEASURED(ksig_verdict, verify_close, (void *state), (state))
MEASURED(ksig_verdict, x509_open, (void *state, size_t bytes, const ksig_x509_args *args),
         (state, bytes, args))
MEASURED(ksig_verdict, x509_push, (void *state, const uint8_t *data, size_t length),
         (state, data, length))
MEASURED(ksig_verdict, x509_close, (void *state, ksig_x509_end *end), (state, end))
MEASURED(ksig_verdict, keygen_open,
         (void *state, size_t bytes, const ksig_keygen_scheme *scheme, const uint8_t *seed,
          uint8_t *secret_key),
         (state, bytes, scheme, seed, secret_key))
MEASURED(ksig_verdict, keygen_step, (void *state), (state))
MEASURED(size_t, keygen_take, (void *state, uint8_t *out, size_t length), (state, out, length))
MEASURED(ksig_verdict, keygen_close, (void *state), (state))
MEASURED(ksig_verdict, sign_open,
         (void *state, size_t bytes, const ksig_sign_scheme *scheme, const ksig_sign_args *args,
          uint8_t *signature),
         (state, bytes, scheme, args, signature))
MEASURED(unsigned, sign_want, (void *state), (state))
MEASURED(ksig_verdict, sign_feed, (void *state, const uint8_t *message, size_t length),
         (state, message, length))
MEASURED(ksig_verdict, sign_step, (void *state), (state))
MEASURED(size_t, sign_take, (void *state, uint8_t *out, size_t length), (state, out, length))
MEASURED(ksig_verdict, sign_close, (void *state), (state))

uint32_t stack_peak(void) {
    uint32_t depth = bytes_below(link_stack_top, touched());
    return depth > firmware_peak ? depth : firmware_peak;
}

uint32_t stack_static(void) { return bytes_below(link_static_end, link_static_start); }
