/* Key generation: what all schemes have in common. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/keygen_operations.h"

#include "api/configuration.h"
#include "api/lifecycle.h"
#include "util/compiler.h"

/* In a state that is zero. */
static ksig_verdict begin(ksig_work_head *head, const ksig_keygen_scheme *scheme, const uint8_t *seed,
                          uint8_t *output) {
    head->scheme.keygen = scheme;
    head->output = output;
    if (output == NULL && !scheme->streams)
        head->reason = KSIG_REJECT_ARGUMENT;
    else
        scheme->operations->open(head, seed);
    return head->reason;
}

ksig_verdict ksig_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme, const uint8_t *seed,
                              uint8_t *output) {
    ksig_verdict verdict = ksig_work_open(state, state_bytes, scheme->state_bytes);
    if (verdict == KSIG_PENDING)
        verdict = begin(state, scheme, seed, output);
    return ksig_work_opened(verdict, output, (size_t)scheme->output_bytes);
}

/* Nothing but the state is held across the calls: its frame is KSIG_STACK_FRAME (wipe_stack.h). */
ksig_verdict ksig_keygen_step(void *state) {
    const ksig_work_head *head = state;
    if (ksig_work_reason(state) != KSIG_PENDING) /* closed before, too */
        return ksig_work_reason(state);
    if (ksig_work_may_step(state, head->scheme.keygen->streams)) {
        head->scheme.keygen->operations->work.step(state);
        if (head->scheme.keygen->streams) {
            KSIG_HIDE(head); /* another look: what does not stream has no such head */
            ksig_work_flush(state, head->scheme.keygen->streams, (size_t)head->scheme.keygen->output_bytes);
        }
        head->scheme.keygen->operations->work.wipe_stack();
    }
    return ksig_work_progress(state, head->scheme.keygen->streams, (size_t)head->scheme.keygen->output_bytes);
}

size_t ksig_keygen_take(void *state, uint8_t *out, size_t length) {
    const ksig_work_head *const head = state;
    if (head->scheme.keygen == NULL)
        return 0;
    return ksig_work_taken(
        ksig_work_take(state, head->scheme.keygen->streams, (size_t)head->scheme.keygen->output_bytes, out, length),
        length);
}

ksig_verdict ksig_keygen_close(void *state) {
    const ksig_keygen_scheme *const scheme = ((const ksig_work_head *)state)->scheme.keygen;
    if (scheme == NULL)
        return KSIG_REJECT_ARGUMENT;
    return ksig_work_close(state, scheme->state_bytes, scheme->streams, (size_t)scheme->output_bytes);
}

ksig_verdict ksig_keygen(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme, const uint8_t *seed,
                         uint8_t *output) {
    ksig_verdict progress = ksig_keygen_open(state, state_bytes, scheme, seed, output);
    if (progress == KSIG_REJECT_STATE_SIZE)
        return progress;
    if (output == NULL) /* nobody would take it */
        ((ksig_work_head *)state)->reason = KSIG_REJECT_ARGUMENT;
    do {
        progress = ksig_keygen_step(state);
    } while (progress == KSIG_PENDING);
    return ksig_keygen_close(state);
}
