/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/lifecycle.h"

#include "guard/guard.h"
#include "guard/tally.h"
#include "util/bytes.h"

/* A wiped head does nothing and rejects every call. */
static void close_head(ksig_work_head *head) { head->reason = KSIG_REJECT_ARGUMENT; }

ksig_verdict ksig_work_open(void *state, size_t state_bytes, size_t wanted_bytes) {
    ksig_work_head *const head = state;
    if (state_bytes < sizeof *head || (uintptr_t)state % KSIG_ALIGNMENT != 0)
        return KSIG_REJECT_STATE_SIZE;
    ksig_verdict verdict = KSIG_PENDING;
    /* The remains of an operation that was never closed are as secret as the key, and it must not
     * continue. */
    if (state_bytes < wanted_bytes)
        verdict = KSIG_REJECT_STATE_SIZE;
    else if (ksig_clear(state, wanted_bytes) != wanted_bytes)
        verdict = KSIG_REJECT_FAULT;
    if (verdict != KSIG_PENDING) {
        ksig_wipe(state, state_bytes);
        close_head(head);
    }
    return verdict;
}

ksig_verdict ksig_work_opened(ksig_verdict verdict, uint8_t *output, size_t output_bytes) {
    if (verdict == KSIG_PENDING || output == NULL)
        return verdict;
    ksig_wipe(output, output_bytes);
    KSIG_BARRIER(verdict);
    return verdict == KSIG_PENDING ? KSIG_REJECT_FAULT
                                   : verdict; /* a seed may have been there, and was wiped */
}

/* Bytes to be taken before work continues. */
static unsigned waiting(const void *state, unsigned streams) {
    return streams ? ((const ksig_stream_head *)state)->ready : 0;
}

int ksig_work_may_step(const void *state, unsigned streams) {
    const ksig_work_head *const head = state;
    return head->reason == KSIG_PENDING && head->stage != KSIG_WORK_DONE &&
           waiting(state, streams) == 0;
}

ksig_verdict ksig_work_progress(const void *state, unsigned streams, size_t output_bytes) {
    const ksig_work_head *const head = state;
    if (head->reason != KSIG_PENDING || head->stage != KSIG_WORK_DONE ||
        waiting(state, streams) != 0)
        return head->reason;
    if (streams && ((const ksig_stream_head *)state)->given != output_bytes)
        return KSIG_REJECT_FAULT;
    return KSIG_DONE;
}

/* Afterwards it checks that the bytes are in the right place in the output: bytes written elsewhere
 * would be part of a wrong signature or key. */
void ksig_work_flush(void *state, unsigned streams, size_t output_bytes) {
    ksig_stream_head *head = state;
    if (!streams || head->work.output == NULL || head->ready == 0)
        return;
    const uint32_t n = head->ready;
    KSIG_RELOAD(head); /* tested twice, so that nothing is written to null */
    if (head->work.output != NULL)
        (void)ksig_work_take(state, streams, output_bytes, head->work.output + head->given,
                             (size_t)n);
    KSIG_RELOAD(head);
    if (!KSIG_WORK_TWICE || head->work.reason != KSIG_PENDING)
        return;
    uint32_t other = KSIG_REJECT_FAULT;
    if (head->given >= n && head->work.output != NULL)
        other = KSIG_TALLY_ALL(n) ^
                ksig_compare_packed(head->work.output + (head->given - n),
                                    (const uint8_t *)head + (head->ready_at - n), (size_t)n);
    KSIG_BARRIER(other);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(other != 0))
        head->work.reason = KSIG_REJECT_FAULT;
}

/* Secrets follow the ready bytes. So the counts are checked before and after the copy: a fault must
 * not hand out more bytes than are ready, nor the same bytes twice. */
size_t ksig_work_take(void *state, unsigned streams, size_t output_bytes, uint8_t *out,
                      size_t length) {
    ksig_stream_head *const head = state;
    if (!streams || head->work.reason != KSIG_PENDING)
        return 0;
    const uint32_t ready = head->ready, at = head->ready_at, given = head->given;
    uint32_t n = length < ready ? (uint32_t)length : ready;
    const ksig_stream_head *again = head;
    KSIG_BARRIER(n);
    KSIG_RELOAD(again); /* reloaded: a skipped load would hand out bytes from elsewhere */
    if ((KSIG_WORK_TWICE &&
         ((again->ready ^ ready) | (again->ready_at ^ at) | (again->given ^ given)) != 0) ||
        n > again->ready || given > output_bytes || ready > output_bytes - given) {
        head->work.reason = KSIG_REJECT_FAULT;
        return 0;
    }
    uint32_t bad = (uint32_t)ksig_copy(out, (const uint8_t *)state + at, (size_t)n) ^ n;
    if (KSIG_WORK_TWICE && n > 0)
        bad |= ksig_compare_packed(out, (const uint8_t *)state + at, (size_t)n) ^ KSIG_TALLY_ALL(n);
    head->ready = (uint16_t)(ready - n);
    head->ready_at = (uint16_t)(at + n);
    head->given = given + n;
    KSIG_RELOAD(state);
    bad |= (head->ready + n) ^ ready;
    bad |= (head->ready_at - n) ^ at;
    bad |= (head->given - n) ^ given;
    KSIG_BARRIER(bad);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(bad != 0)) {
        head->work.reason = KSIG_REJECT_FAULT;
        ksig_wipe(out, (size_t)n);
        return 0;
    }
    return (size_t)n;
}

ksig_verdict ksig_work_close(void *state, size_t state_bytes, unsigned streams,
                             size_t output_bytes) {
    ksig_work_head *const head = state;
    ksig_verdict verdict = ksig_work_progress(head, streams, output_bytes);
    if (verdict == KSIG_PENDING)
        verdict = KSIG_REJECT_INCOMPLETE;
    if (verdict != KSIG_DONE && head->output != NULL)
        ksig_wipe(head->output, output_bytes);
    ksig_wipe(state, state_bytes);
    close_head(head);
    return verdict;
}
