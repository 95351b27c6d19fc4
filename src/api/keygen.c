/* Key generation: what all schemes have in common. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/keygen.h"

#include <string.h>

#include "util/bytes.h"

ksig_verdict ksig_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme, const uint8_t *seed,
                              uint8_t *secret_key) {
    ksig_keygen_head *const head = state;
    if (state_bytes < scheme->state_bytes || (uintptr_t)state % 8 != 0)
        return KSIG_REJECT_STATE_SIZE;

    memset(head, 0, sizeof *head);
    head->scheme = scheme;
    head->secret_key = secret_key;
    head->progress = KSIG_PENDING;
    scheme->operations->open(state, seed);
    return KSIG_PENDING;
}

ksig_verdict ksig_keygen_step(void *state) {
    ksig_keygen_head *const head = state;
    if (head->progress == KSIG_PENDING) {
        head->scheme->operations->step(state);
        head->scheme->operations->wipe_stack();
    }
    return head->progress;
}

ksig_verdict ksig_keygen_close(void *state) {
    ksig_keygen_head *const head = state;
    const ksig_keygen_scheme *const scheme = head->scheme;
    if (scheme == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    const int done = head->progress == KSIG_DONE;
    if (!done)
        ksig_wipe(head->secret_key, scheme->secret_key_bytes);
    ksig_wipe(state, scheme->state_bytes);
    /* A wiped state does nothing. */
    head->progress = KSIG_REJECT_ARGUMENT;
    return done ? KSIG_DONE : KSIG_REJECT_INCOMPLETE;
}

ksig_verdict ksig_keygen(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme, const uint8_t *seed,
                         uint8_t *secret_key) {
    ksig_verdict progress = ksig_keygen_open(state, state_bytes, scheme, seed, secret_key);
    if (progress != KSIG_PENDING)
        return progress;
    do {
        progress = ksig_keygen_step(state);
    } while (progress == KSIG_PENDING);
    return ksig_keygen_close(state);
}
