/* For transports that push. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"

ksig_verdict ksig_verify_push(void *state, const uint8_t *data, size_t length) {
    ksig_verdict verdict;
    do {
        const uint32_t wanted = ksig_verify_want(state).length;
        /* Where nothing is wanted, feed says why. */
        const size_t n = wanted != 0 && wanted < length ? (size_t)wanted : length;
        verdict = ksig_verify_feed(state, data, n);
        data += n;
        length -= n;
    } while (length != 0 && verdict == KSIG_PENDING);
    return verdict;
}
