/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "measured.h"

#include "stack_paint.h"

ksig_verdict measured_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                  const uint8_t *seed, uint8_t *secret_key) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_keygen_open(state, state_bytes, scheme, seed, secret_key);
    stack_measure(sp);
    return verdict;
}

ksig_verdict measured_keygen_step(void *state) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_keygen_step(state);
    stack_measure(sp);
    return verdict;
}

ksig_verdict measured_keygen_close(void *state) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_keygen_close(state);
    stack_measure(sp);
    return verdict;
}

ksig_verdict measured_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                const ksig_sign_args *args, uint8_t *signature) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_sign_open(state, state_bytes, scheme, args, signature);
    stack_measure(sp);
    return verdict;
}

ksig_verdict measured_sign_feed(void *state, const uint8_t *message, size_t length) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_sign_feed(state, message, length);
    stack_measure(sp);
    return verdict;
}

ksig_verdict measured_sign_step(void *state) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_sign_step(state);
    stack_measure(sp);
    return verdict;
}

ksig_verdict measured_sign_close(void *state) {
    const volatile uint32_t *sp = stack_paint();
    ksig_verdict verdict = ksig_sign_close(state);
    stack_measure(sp);
    return verdict;
}
