/* For transports that push. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"
#include "stream/given.h"

/* The bytes between data and stop must all be fed, each once: what is left is counted apart from where it lies. */
ksig_verdict ksig_verify_push(void *state, const uint8_t *data, size_t length) {
    ksig_verify_head *const head = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_verify_head, trail));
    if (given != ksig_mark_word(state, data, length))
        return KSIG_REJECT_FAULT; /* this is not the state, and the mark of that one stays */
    const uint8_t *const stop = data + length;
    ksig_verdict verdict;
    do {
        const uint32_t wanted = ksig_verify_want(state).length;
        /* Where nothing is wanted, feed says why. */
        const size_t n = wanted != 0 && wanted < length ? (size_t)wanted : length;
        const uint32_t answer = ksig_feed_given(state, data, n);
        verdict = ksig_verify_feed(state, NULL, 0);
        data += n;
        length -= n;
        ksig_taken(head, ksig_fed_end(state, answer), ksig_word(stop - length));
    } while (length != 0 && verdict == KSIG_PENDING);
    if (verdict != KSIG_PENDING)
        data += length;
    KSIG_HIDE(data);
    ksig_taken(head, 0, ksig_word(data));
    return verdict;
}
