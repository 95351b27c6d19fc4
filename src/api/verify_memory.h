/* Verification of inputs in addressable memory. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_VERIFY_MEMORY_H
#define KSIG_VERIFY_MEMORY_H

#include "guard/guard.h"
#include "stream/given.h"

/* Where the inputs are. */
typedef struct ksig_inputs {
    const ksig_input *key, *message, *signature;
    uint32_t arrived; /* KSIG_KEEP */
#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE
    size_t state_bytes; /* the arguments of open */
    const ksig_scheme *scheme;
    const ksig_verify_args *args;
#endif
} ksig_inputs;

#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE
#define KSIG_INPUTS(state_bytes, scheme, args) \
    { &key, &message, &signature, arrived, (state_bytes), (scheme), (args) }
#else
#define KSIG_INPUTS(state_bytes, scheme, args) \
    { &key, &message, &signature, arrived }
#endif

/* Returns a pointer to the next wanted byte. */
static KSIG_INLINE const uint8_t *ksig_wanted(const ksig_verify_head *head, ksig_inputs in) {
    const ksig_input *const part = head->part == KSIG_PART_KEY       ? in.key
                                   : head->part == KSIG_PART_MESSAGE ? in.message
                                                                     : in.signature;
    return *part + head->offset;
}

/* The most bytes that one call can feed. */
static inline size_t ksig_most(uint32_t length) {
#if SIZE_MAX < UINT32_MAX
    if (length > SIZE_MAX)
        return SIZE_MAX;
#endif
    return (size_t)length;
}

/* Feeds all wanted bytes. */
static KSIG_INLINE void ksig_feed_inputs(ksig_verify_head *head, ksig_inputs in) {
    void *const state = head;
    while (head->reason == KSIG_PENDING && head->length != 0) {
        const ksig_verify_head *again = head;
        const uint8_t *const data = ksig_wanted(head, in);
        const size_t length = ksig_most(head->length);
        KSIG_RELOAD(again);
        const uint8_t *const end = ksig_wanted(again, in) + ksig_most(again->length);
        const uint32_t answer = ksig_feed_given(state, data, length);
        ksig_taken(head, ksig_fed_end(state, answer, ksig_verify_feed(state, NULL, 0)),
                   ksig_word(end));
    }
}

/* Makes the run, or both runs, and closes. opened: the result of ksig_open_given with the word of
 * its arguments removed.
 */
static KSIG_INLINE ksig_verdict ksig_verify_inputs(void *state, ksig_verdict opened,
                                                   ksig_inputs in) {
    if (opened == KSIG_REJECT_STATE_SIZE)
        return opened;
    if (opened >> 8 != 0) /* not a reason: open was called for a different state */
        return KSIG_REJECT_FAULT;
    ksig_feed_inputs(state, in);
#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE
    const ksig_verdict again = ksig_verify_again(state, in.state_bytes, in.scheme, in.args);
    if (again != KSIG_PENDING)
        return again == KSIG_ACCEPT ? KSIG_REJECT_FAULT : again;
    ksig_feed_inputs(state, in);
#endif
    ksig_taken(state, ksig_kept(in.arrived, *in.key, *in.message, *in.signature), 0);
    /* In memory: a register that a fault leaves unchanged may hold the caller's KSIG_ACCEPT. */
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    verdict = ksig_verify_close(state);
    return verdict;
}

#endif
