/* Key generation: common to all schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/keygen_operations.h"

#include "api/configuration.h"
#include "api/lifecycle.h"
#include "arch/compiler.h"
#include "guard/guard.h"
#include "guard/tally.h"
#include "util/bytes.h"

/* A key made from a different seed, or from zeros, looks valid, but its owner must not use it. */
static KSIG_WORK_APART void compare_seed(ksig_work_head *head, const uint8_t *copy,
                                         const uint8_t *seed) {
    const uint32_t bytes = head->scheme.keygen->seed_bytes;
    uint32_t bad = KSIG_WORK_TWICE
                       ? ksig_compare_packed(copy, seed, (size_t)bytes) ^ KSIG_TALLY_ALL(bytes)
                       : 0;
    KSIG_BARRIER(bad);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(bad == 0))
        head->reason = KSIG_PENDING;
}

/* The state is zeroed. again: the seed, in a different register from the one used for the copy. */
static ksig_verdict begin(ksig_work_head *head, const ksig_keygen_scheme *scheme,
                          const uint8_t *seed, const uint8_t *again, uint8_t *output) {
    head->scheme.keygen = scheme;
    head->output = output;
    head->reason = KSIG_REJECT_FAULT; /* until the seed has been copied */
    if (output == NULL && !scheme->streams)
        head->reason = KSIG_REJECT_ARGUMENT;
    else
        compare_seed(head, scheme->operations->open(head, seed), again);
    return head->reason;
}

/* The caller draws the seed, as in ML-DSA.KeyGen (FIPS 204 Algorithm 1) and slh_keygen (FIPS 205
 * Algorithm 21). */
ksig_verdict ksig_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                              const uint8_t *seed, uint8_t *output) {
    const uint8_t *volatile const again = seed;
    ksig_verdict verdict = ksig_work_open(state, state_bytes, scheme->state_bytes);
    if (verdict == KSIG_PENDING)
        verdict = begin(state, scheme, seed, again, output);
    return ksig_work_opened(verdict, output, (size_t)scheme->output_bytes);
}

/* Checks the ready bytes, if the scheme streams. Here, not where they were made ready: a fault
 * there may have returned to the application at once. */
static KSIG_WORK_APART void look(void *state) {
    ksig_work_head *const head = state;
    if (!KSIG_WORK_TWICE || !head->scheme.keygen->streams)
        return;
    uint32_t bad = head->scheme.keygen->operations->check(state);
    KSIG_BARRIER(bad);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(bad != 0))
        head->reason = KSIG_REJECT_FAULT;
}

static size_t hand_out(void *state, uint8_t *out, size_t length) {
    const ksig_keygen_scheme *const scheme = ((const ksig_work_head *)state)->scheme.keygen;
    look(state);
    return ksig_work_take(state, scheme->streams, (size_t)scheme->output_bytes, out, length);
}

/* Moves the bytes that a step made ready to the output, if there is one. */
static KSIG_NOINLINE void flush(void *state) {
    const ksig_keygen_scheme *const scheme = ((const ksig_work_head *)state)->scheme.keygen;
    const ksig_stream_head *const head = state;
    look(state);
    if (KSIG_WORK_TWICE && scheme->streams && head->work.output != NULL)
        ksig_work_confirm(state, (const uint8_t *)state + head->ready_at,
                          head->work.output + head->given, head->ready);
    ksig_work_flush(state, scheme->streams, (size_t)scheme->output_bytes);
}

/* Only the state is kept across the calls, so the frame is KSIG_STACK_FRAME (wipe_stack.h). */
ksig_verdict ksig_keygen_step(void *state) {
    const ksig_work_head *const head = state;
    if (ksig_work_reason(state) != KSIG_PENDING) /* closed before, too */
        return ksig_work_reason(state);
    if (ksig_work_may_step(state, head->scheme.keygen->streams)) {
        head->scheme.keygen->operations->work.step(state);
        flush(state);
        head->scheme.keygen->operations->work.wipe_stack();
    }
    return ksig_work_progress(state, head->scheme.keygen->streams,
                              (size_t)head->scheme.keygen->output_bytes);
}

size_t ksig_keygen_take(void *state, uint8_t *out, size_t length) {
    const ksig_work_head *const head = state;
    if (head->scheme.keygen == NULL)
        return 0;
    return ksig_work_taken(hand_out(state, out, length), length);
}

/* Ends with a key in the caller's memory, which a fault in a step, or in the wipe of the state, may
 * have damaged: checks it after the wipe. Leaves the head with the verdict, and returns it. */
static KSIG_WORK_APART ksig_work_head *end_checked(ksig_work_head *head) {
    const ksig_keygen_scheme *const scheme = head->scheme.keygen;
    const size_t output_bytes = (size_t)scheme->output_bytes;
    ksig_verdict verdict = ksig_work_progress(head, scheme->streams, output_bytes);
    ksig_wipe(head + 1, scheme->state_bytes - sizeof *head);
    if (verdict == KSIG_DONE)
        verdict = head->output == NULL /* open had refused that */
                      ? KSIG_REJECT_FAULT
                      : ksig_work_check_output(head, output_bytes);
    if (verdict != KSIG_DONE && head->output != NULL) {
        ksig_wipe(head->output, output_bytes);
        KSIG_BARRIER(verdict);
        if (verdict == KSIG_DONE) /* no key, whatever led here */
            verdict = KSIG_REJECT_FAULT;
    }
    head->reason = verdict;
    return head;
}

/* Returns the verdict. Without a loop, which a fault could extend to the output. */
static ksig_verdict clear_head(ksig_work_head *head) {
    const ksig_verdict verdict = head->reason;
    head->scheme.keygen = NULL;
    head->key.sum = 0;
    head->output = NULL;
    head->stage = 0;
    head->reason = KSIG_REJECT_ARGUMENT;
    return verdict == KSIG_PENDING ? KSIG_REJECT_INCOMPLETE : verdict;
}

/* Only the state is kept across the calls, as in ksig_keygen_step. */
ksig_verdict ksig_keygen_close(void *state) {
    ksig_work_head *head = state;
    const ksig_keygen_scheme *const scheme = head->scheme.keygen;
    if (scheme == NULL)
        return KSIG_REJECT_ARGUMENT;
    if (!KSIG_WORK_TWICE || (head->output == NULL && scheme->streams))
        return ksig_work_close(state, scheme->state_bytes, scheme->streams,
                               (size_t)scheme->output_bytes);
    head = end_checked(head);
    head->scheme.keygen->operations->work.wipe_stack(); /* the sum of a secret key */
    return clear_head(head);
}

ksig_verdict ksig_keygen(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                         const uint8_t *seed, uint8_t *output) {
    ksig_verdict progress = ksig_keygen_open(state, state_bytes, scheme, seed, output);
    if (progress == KSIG_REJECT_STATE_SIZE)
        return progress;
    if (output == NULL) /* no caller would take it */
        ((ksig_work_head *)state)->reason = KSIG_REJECT_ARGUMENT;
    else if (KSIG_WORK_TWICE && progress != KSIG_PENDING &&
             ksig_work_reason(state) == KSIG_PENDING) /* the state was not opened */
        ((ksig_work_head *)state)->reason = KSIG_REJECT_FAULT;
    do {
        progress = ksig_keygen_step(state);
    } while (progress == KSIG_PENDING);
    return ksig_keygen_close(state);
}
