/* Signing: what all schemes have in common. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/sign.h"

#include <string.h>

#include "util/bytes.h"

ksig_verdict ksig_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme, const ksig_sign_args *args,
                            uint8_t *signature) {
    ksig_sign_head *const head = state;
    if (state_bytes < scheme->state_bytes || (uintptr_t)state % 8 != 0)
        return KSIG_REJECT_STATE_SIZE;

    memset(state, 0, scheme->state_bytes);
    head->scheme = scheme;
    head->secret_key = args->secret_key;
    head->signature = signature;
    head->stage = KSIG_SIGN_STAGE_FEED;
    if (args->secret_key == NULL || signature == NULL)
        head->reason = KSIG_REJECT_ARGUMENT;
    else if (args->context_length > 255 || (args->context_length != 0 && args->context == NULL))
        head->reason = KSIG_REJECT_CONTEXT;
    else
        head->reason = scheme->operations->open(state, args);
    return head->reason;
}

ksig_verdict ksig_sign_feed(void *state, const uint8_t *message, size_t length) {
    ksig_sign_head *const head = state;
    if (head->reason != KSIG_PENDING)
        return head->reason;
    if (head->stage != KSIG_SIGN_STAGE_FEED)
        head->reason = KSIG_REJECT_OVERFEED;
    else if (length > 0)
        head->scheme->operations->take(state, message, length);
    return head->reason;
}

ksig_verdict ksig_sign_step(void *state) {
    ksig_sign_head *const head = state;
    if (head->reason == KSIG_PENDING && head->stage != KSIG_SIGN_STAGE_DONE) {
        head->scheme->operations->step(state);
        head->scheme->operations->wipe_stack();
    }
    if (head->reason == KSIG_PENDING && head->stage == KSIG_SIGN_STAGE_DONE)
        return KSIG_DONE;
    return head->reason;
}

ksig_verdict ksig_sign_close(void *state) {
    ksig_sign_head *const head = state;
    if (head->scheme == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    ksig_verdict verdict = head->reason;
    if (verdict == KSIG_PENDING)
        verdict = head->stage == KSIG_SIGN_STAGE_DONE ? KSIG_DONE : KSIG_REJECT_INCOMPLETE;
    if (verdict != KSIG_DONE && head->signature != NULL)
        ksig_wipe(head->signature, head->scheme->signature_bytes);
    ksig_wipe(state, head->scheme->state_bytes);
    /* A wiped state rejects whatever is done with it. */
    head->reason = KSIG_REJECT_ARGUMENT;
    return verdict;
}

ksig_verdict ksig_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme, const ksig_sign_args *args,
                       const uint8_t *message, size_t message_length, uint8_t *signature) {
    ksig_verdict verdict = ksig_sign_open(state, state_bytes, scheme, args, signature);
    if (verdict == KSIG_REJECT_STATE_SIZE)
        return verdict;
    verdict = ksig_sign_feed(state, message, message_length);
    while (verdict == KSIG_PENDING)
        verdict = ksig_sign_step(state);
    return ksig_sign_close(state);
}
