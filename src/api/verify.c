/* Streaming verification: what all schemes have in common. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/operations.h"

#include "api/configuration.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

ksig_verdict ksig_verify_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                              const ksig_verify_args *args) {
    ksig_verify_head *const head = state;
    if (state_bytes < sizeof *head || (uintptr_t)state % KSIG_ALIGNMENT != 0)
        return KSIG_REJECT_STATE_SIZE;
    memset(head, 0, sizeof *head);
    if (state_bytes < scheme->state_bytes) {
        head->reason = KSIG_REJECT_ARGUMENT; /* as closed */
        return KSIG_REJECT_STATE_SIZE;
    }
    head->scheme = scheme;
    head->unhashed = args->message_length;
    head->anchor = args->anchor;
    head->mode = args->mode;
    head->hash = args->hash;
    if (args->anchor == NULL)
        head->reason = KSIG_REJECT_ARGUMENT;
    else if (scheme->verify->key_bytes == NULL && args->key_length != scheme->key_bytes)
        head->reason = KSIG_REJECT_KEY_LENGTH;
    else if (args->context_length > 255 || (args->context_length != 0 && args->context == NULL))
        head->reason = KSIG_REJECT_CONTEXT;
    else
        scheme->verify->open(state, args);
    /* It is also the length that is wanted: loaded once more, or a fault could make it 0. */
    KSIG_HIDE(args);
    ksig_taken(head, head->unhashed, args->message_length);
    return ksig_verify_feed(state, NULL, 0);
}

ksig_want ksig_verify_want(const void *state) {
    const ksig_verify_head *const head = state;
    ksig_want want = {0, 0, KSIG_PART_NONE};
    if (head->reason == KSIG_PENDING && head->length != 0) {
        want.offset = head->offset;
        want.length = head->length;
        want.part = head->part;
    }
    return want;
}

ksig_verdict ksig_verify_feed(void *state, const uint8_t *data, size_t length) {
    ksig_verify_head *const head = state;
    volatile const uint32_t *const missing = &head->piece;
    if (head->scheme == NULL) /* never opened */
        return KSIG_REJECT_ARGUMENT;
    if (head->reason == KSIG_PENDING && length > head->length)
        ksig_reject(head, KSIG_REJECT_OVERFEED);
    for (;;) {
        /* Lets the scheme work until bytes are missing, it is done, or it rejects. Twice: one instruction left out shall not
         * end a piece before its bytes are there. */
        while (*missing == 0 && *missing == 0 && head->stage != KSIG_STAGE_DONE && head->reason == KSIG_PENDING)
            head->scheme->verify->next(state);
        if (length == 0 || head->reason != KSIG_PENDING)
            return head->reason;
        const size_t n = length < head->piece ? length : (size_t)head->piece;
        const size_t taken = head->scheme->verify->take(state, data, n);
        ksig_taken(head, taken, n);
        if (head->part == KSIG_PART_MESSAGE)
            head->unhashed -= (uint32_t)taken;
        data += n;
        length -= n;
        head->offset += (uint32_t)n;
        head->length -= (uint32_t)n;
        head->piece -= (uint32_t)n;
    }
}

ksig_verdict ksig_verify_close(void *state) {
    ksig_verify_head *const head = state;
    if (head->scheme == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    if (head->stage != KSIG_STAGE_DONE)
        ksig_reject(head, KSIG_REJECT_INCOMPLETE);
    ksig_verdict verdict = head->reason;
    if (head->stage == KSIG_STAGE_DONE)
        verdict = head->scheme->verify->close(state);
    ksig_wipe(state, head->scheme->state_bytes);
    /* A wiped state rejects whatever is done with it. */
    head->reason = KSIG_REJECT_ARGUMENT;
    return verdict;
}
