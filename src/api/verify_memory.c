/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verify_memory.h"

#include "api/configuration.h"

ksig_verdict ksig_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                         const ksig_verify_args *args, KSIG_INPUT(key), KSIG_INPUT(message),
                         KSIG_INPUT(signature)) {
    KSIG_KEEP(key, message, signature);
    const ksig_inputs in = KSIG_INPUTS(state_bytes, scheme, args);
    const uint32_t answer = ksig_open_given(state, state_bytes, scheme, args);
    return ksig_verify_inputs(state, answer ^ ksig_open_word(state, scheme, args), in);
}

ksig_verdict ksig_verify_twice(void *state, size_t state_bytes, const ksig_scheme *scheme,
                               const ksig_verify_args *args, KSIG_INPUT(key), KSIG_INPUT(message),
                               KSIG_INPUT(signature)) {
    KSIG_KEEP(key, message, signature);
    if (KSIG_FAULTS == KSIG_FAULTS_DOUBLE)
        return ksig_verify(state, state_bytes, scheme, args, key, message, signature) ^
               ksig_kept(arrived, key, message, signature);
    volatile ksig_verdict first = KSIG_REJECT_FAULT, second = KSIG_REJECT_FAULT;
    first = ksig_verify(state, state_bytes, scheme, args, key, message, signature);
    second = ksig_verify(state, state_bytes, scheme, args, key, message, signature);
    if (first != KSIG_ACCEPT)
        return first;
    if (second != KSIG_ACCEPT)
        return second;
    return (first & second) ^ ksig_kept(arrived, key, message, signature);
}
