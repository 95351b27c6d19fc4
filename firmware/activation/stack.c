/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stack.h"

#include "stack_paint.h"

uint32_t stack_call_peak, stack_firmware_peak;

ksig_verdict stack_open(void *state, size_t state_bytes, const ksig_scheme *scheme, const ksig_verify_args *args) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_verify_open(state, state_bytes, scheme, args);
    stack_measure(sp);
    return verdict;
}

ksig_verdict stack_feed(void *state, const uint8_t *data, size_t length) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_verify_feed(state, data, length);
    stack_measure(sp);
    return verdict;
}

ksig_verdict stack_close(void *state) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_verify_close(state);
    stack_measure(sp);
    return verdict;
}

uint32_t stack_peak(void) {
    uint32_t depth = stack_bytes_below(link_stack_top, stack_touched());
    return depth > stack_firmware_peak ? depth : stack_firmware_peak;
}

uint32_t stack_static(void) { return stack_bytes_below(link_static_end, link_static_start); }
