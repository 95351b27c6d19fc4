/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/given.h"

uint32_t ksig_arguments_given(const void *state, size_t state_bytes, const ksig_scheme *scheme,
                              const void *args) {
    (void)state_bytes;
    KSIG_KEEP_ORDER(); /* so that the compiler does not move the call even if it sees the body */
    return ksig_open_word(state, scheme, args);
}

uint32_t ksig_open_given(void *state, size_t state_bytes, const ksig_scheme *scheme,
                         const ksig_verify_args *args) {
    return ksig_verify_open(state, state_bytes, scheme, args) ^ ksig_open_word(state, scheme, args);
}

uint32_t ksig_feed_given(void *state, const uint8_t *data, size_t length) {
    return ksig_verify_feed(state, data, length) ^ ~(ksig_word(state) ^ ksig_word(data + length));
}

uint32_t ksig_mark_given(void *state, const uint8_t *data, size_t length, size_t trail) {
    uint32_t *const word = (uint32_t *)(void *)((uint8_t *)state + trail);
    *word += ksig_mark(data + length);
    return ksig_mark_word(state, data, length);
}
