/* Streaming verification: common to all schemes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/operations.h"

#include "api/configuration.h"
#include "guard/guard.h"
#include "stream/given.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

/* For ksig_clear. */
#define KSIG_SCHEME(ID, ...) KSIG_ASSERT(KSIG_##ID##_STATE_BYTES % 4 == 0, state_is_words);
#include "kilosig/schemes.def"

ksig_verdict ksig_verify_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                              const ksig_verify_args *args) {
    ksig_verify_head *const head = state;
    if (state_bytes < sizeof *head || (uintptr_t)state % KSIG_ALIGNMENT != 0)
        return KSIG_REJECT_STATE_SIZE;
    const int fits = state_bytes >= scheme->state_bytes;
    /* The previous contents, for example of a verification that was never closed, may be a sender's
     * choice: no step may find them. Without a scheme the state is closed. */
    const uint32_t cleared = ksig_clear(state, fits ? (size_t)scheme->state_bytes : sizeof *head);
    if (!fits)
        return KSIG_REJECT_STATE_SIZE;
    head->scheme = scheme;
    head->unhashed = args->message_length;
    KSIG_RELOAD(args);
    /* Assigned, not added, so that the previous contents have no influence. ksig_want_message adds
     * the length back. */
    head->trail = cleared - scheme->state_bytes - args->message_length;
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
    return ksig_verify_feed(state, NULL, 0);
}

ksig_want ksig_verify_want(const void *state) {
    const ksig_verify_head *const head = state;
    ksig_want want = {0, head->reason == KSIG_PENDING ? head->length : 0, KSIG_PART_NONE};
    if (want.length != 0) {
        want.offset = head->offset;
        want.part = head->part;
    }
    return want;
}

ksig_verdict ksig_verify_feed(void *state, const uint8_t *data, size_t length) {
    ksig_verify_head *const head = state;
    volatile const uint32_t *const missing = &head->piece;
    if (head->scheme == NULL) /* never opened */
        return KSIG_REJECT_ARGUMENT;
    /* The application assumes that all bytes are hashed: any that are not spoil the trail. */
    head->trail += ksig_mark(data + length);
    if (head->reason == KSIG_PENDING && length > head->length)
        head->reason = KSIG_REJECT_OVERFEED;
    for (;;) {
        /* Lets the scheme work until it needs bytes, is done, or rejects. Tested twice: one skipped
         * instruction must not end a piece before all its bytes have arrived. */
        while (*missing == 0 && *missing == 0 && head->stage != KSIG_STAGE_DONE &&
               head->reason == KSIG_PENDING)
            head->scheme->verify->next(state);
        if (length == 0 || head->reason != KSIG_PENDING) {
            head->trail -= ksig_mark(data);
            return head->reason;
        }
        const size_t n = length < head->piece ? length : (size_t)head->piece;
        const size_t taken = head->scheme->verify->take(state, data, n);
        ksig_taken(head, taken, n);
        if (head->part == KSIG_PART_MESSAGE)
            head->unhashed -= (uint32_t)taken;
        data += n;
        KSIG_BARRIER(data);
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
    /* In memory: a register that a fault leaves unchanged may hold the caller's KSIG_ACCEPT. */
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    if (head->stage == KSIG_STAGE_DONE)
        verdict = head->scheme->verify->close(state);
    else
        verdict = head->reason == KSIG_PENDING ? KSIG_REJECT_INCOMPLETE : head->reason;
    /* A wiped state, which has no scheme, rejects every call. */
    ksig_wipe_words(state, head->scheme->state_bytes);
    return verdict;
}

#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE

/* The first run's verdict enters the second run's trail, so no branch decides alone. Nothing else
 * of the first run remains: its state is wiped. */
ksig_verdict ksig_verify_again(void *state, size_t state_bytes, const ksig_scheme *scheme,
                               const ksig_verify_args *args) {
    ksig_verify_head *const head = state;
    volatile ksig_verdict first = KSIG_REJECT_FAULT;
    if (head->scheme == NULL)
        return KSIG_REJECT_ARGUMENT;
    if (head->scheme != scheme || head->anchor != args->anchor)
        ksig_reject(head, KSIG_REJECT_ARGUMENT);
    head->trail += KSIG_SECOND_RUN;
    first = ksig_verify_close(state);
    if (first != KSIG_ACCEPT)
        return first;
    const ksig_verdict opened = ksig_verify_open(state, state_bytes, scheme, args);
    if (opened == KSIG_PENDING)
        head->trail += KSIG_SECOND_RUN + (first ^ KSIG_ACCEPT);
    return opened;
}

#endif
