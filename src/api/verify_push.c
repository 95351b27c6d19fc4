/* For transports that push. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"
#include "guard/guard.h"
#include "stream/given.h"

/* All bytes between data and stop must be fed, each once: `length` counts the rest independently of
 * the pointer. If bytes were not fed, the trail is wrong from here on, whatever the application
 * does with the result. */
ksig_verdict ksig_verify_push(void *state, const uint8_t *data, size_t length) {
    ksig_verify_head *const head = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_verify_head, trail));
    const uint8_t *const stop = data + length;
    if (given != ksig_mark_word(state, data, length)) {
        ksig_reject(head, KSIG_REJECT_FAULT);
        return KSIG_REJECT_FAULT;
    }
    ksig_verdict verdict;
    do {
        const uint32_t wanted = ksig_verify_want(state).length;
        /* If nothing is wanted, feed returns the reason. */
        const size_t n = wanted != 0 && wanted < length ? (size_t)wanted : length;
        const uint32_t answer = ksig_feed_given(state, data, n);
        verdict = ksig_verify_feed(state, NULL, 0);
        data += n;
        length -= n;
        KSIG_BARRIER(data);
        KSIG_BARRIER(length);
        ksig_taken(head, ksig_fed_end(state, answer, verdict), ksig_word(stop - length));
    } while (length != 0 && verdict == KSIG_PENDING);
    head->trail -= ksig_mark(data);
    return verdict;
}
