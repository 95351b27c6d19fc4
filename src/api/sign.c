/* Signing: common to all schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/sign_operations.h"

#include "api/configuration.h"
#include "api/lifecycle.h"
#include "arch/compiler.h"
#include "guard/guard.h"

/* Either fresh randomness or KSIG_SIGN_DETERMINISTIC, exactly one: an omitted argument must not
 * select the mode. */
static int fits(const ksig_sign_scheme *scheme, const ksig_sign_args *args) {
    const unsigned flags = args->flags & ~(KSIG_ENABLE_SIGN_CHECK ? KSIG_SIGN_CHECKED : 0u);
    if (args->rnd == NULL)
        return flags == KSIG_SIGN_DETERMINISTIC;
    return scheme->rnd_bytes != 0 && ((args->flags & ~KSIG_SIGN_UNCHECKED) == 0 || flags == 0);
}

/* The state is zeroed. */
static ksig_verdict begin(ksig_work_head *head, const ksig_sign_scheme *scheme,
                          const ksig_sign_args *args, uint8_t *signature) {
    head->scheme.sign = scheme;
    head->key.secret = args->secret_key;
    head->output = signature;
    head->mode = args->mode;
    head->hash = args->hash;
    if (args->secret_key == NULL || (signature == NULL && !scheme->streams) || !fits(scheme, args))
        head->reason = KSIG_REJECT_ARGUMENT;
    else if (args->context_length > 255 || (args->context_length != 0 && args->context == NULL))
        head->reason = KSIG_REJECT_CONTEXT;
    else
        head->reason = scheme->operations->open(head, args);
    return head->reason;
}

ksig_verdict ksig_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                            const ksig_sign_args *args, uint8_t *signature) {
    ksig_verdict verdict = ksig_work_open(state, state_bytes, scheme->state_bytes);
    if (verdict == KSIG_PENDING)
        verdict = begin(state, scheme, args, signature);
    return ksig_work_opened(verdict, signature, (size_t)scheme->signature_bytes);
}

unsigned ksig_sign_want(const void *state) {
    const ksig_work_head *const head = state;
    if (ksig_work_reason(state) != KSIG_PENDING) /* closed before, too */
        return KSIG_PART_NONE;
    return head->stage == KSIG_WORK_FEED ? KSIG_PART_MESSAGE : KSIG_PART_NONE;
}

ksig_verdict ksig_sign_feed(void *state, const uint8_t *message, size_t length) {
    ksig_work_head *const head = state;
    size_t taken = 0, wanted = length;
    KSIG_BARRIER(taken); /* or one register held both, and one skip changed both */
    KSIG_BARRIER(wanted);
    if (head->scheme.sign == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    ksig_verdict reason = head->reason;
    if (reason == KSIG_PENDING) {
        reason = KSIG_REJECT_OVERFEED;
        if (head->stage == KSIG_WORK_FEED) {
            if (length > 0)
                taken = head->scheme.sign->operations->take(state, message, length);
            reason = head->reason;
        }
    }
    KSIG_BARRIER(reason); /* wherever it comes from, KSIG_PENDING says that the bytes were taken */
    KSIG_BARRIER(taken);
    if (reason == KSIG_PENDING && taken != wanted)
        reason = KSIG_REJECT_FAULT;
    if (reason == KSIG_PENDING)
        head->fed = 1;
    head->reason = reason;
    return reason;
}

/* The step ends a message. A message that was never fed is an error; the empty message is fed with
 * length 0. */
static void end_message(ksig_work_head *head) {
    if (head->stage != KSIG_WORK_FEED)
        return;
    if (!head->fed)
        head->reason = KSIG_REJECT_INCOMPLETE;
    head->fed = 0; /* SLH-DSA wants it once more */
}

/* Only the state is kept across the calls, so the frame is KSIG_STACK_FRAME (wipe_stack.h). */
ksig_verdict ksig_sign_step(void *state) {
    const ksig_work_head *head = state;
    if (ksig_work_reason(state) != KSIG_PENDING) /* closed before, too */
        return ksig_work_reason(state);
    end_message(state);
    if (ksig_work_may_step(state, head->scheme.sign->streams)) {
        head->scheme.sign->operations->work.step(state);
        if (head->scheme.sign->streams) {
            KSIG_RELOAD(head); /* re-read: only schemes that stream have a ksig_stream_head */
            ksig_work_flush(state, head->scheme.sign->streams,
                            (size_t)head->scheme.sign->signature_bytes);
        }
        head->scheme.sign->operations->work.wipe_stack();
    }
    return ksig_work_progress(state, head->scheme.sign->streams,
                              (size_t)head->scheme.sign->signature_bytes);
}

size_t ksig_sign_take(void *state, uint8_t *out, size_t length) {
    const ksig_work_head *const head = state;
    if (head->scheme.sign == NULL)
        return 0;
    return ksig_work_taken(ksig_work_take(state, head->scheme.sign->streams,
                                          (size_t)head->scheme.sign->signature_bytes, out, length),
                           length);
}

ksig_verdict ksig_sign_close(void *state) {
    const ksig_sign_scheme *const scheme = ((const ksig_work_head *)state)->scheme.sign;
    if (scheme == NULL)
        return KSIG_REJECT_ARGUMENT;
    return ksig_work_close(state, scheme->state_bytes, scheme->streams,
                           (size_t)scheme->signature_bytes);
}

ksig_verdict ksig_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                       const ksig_sign_args *args, const uint8_t *message, size_t message_length,
                       uint8_t *signature) {
    ksig_verdict verdict = ksig_sign_open(state, state_bytes, scheme, args, signature);
    if (verdict == KSIG_REJECT_STATE_SIZE)
        return verdict;
    if (signature == NULL) /* no caller would take it */
        ((ksig_work_head *)state)->reason = verdict = KSIG_REJECT_ARGUMENT;
    while (verdict == KSIG_PENDING) {
        if (ksig_sign_want(state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(state, message, message_length);
        verdict = ksig_sign_step(state);
    }
    return ksig_sign_close(state);
}
