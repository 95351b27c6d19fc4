/* What the fuzz targets share: inputs in memory, and a verification that streams them in any chunks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FUZZ_STREAM_H
#define FUZZ_STREAM_H

#include <stdlib.h>

#include "kilosig/kilosig.h"

/* By KSIG_PART_*; larger than any part of any scheme here, unless the target says otherwise. */
#ifndef FUZZ_LARGEST_PART
#define FUZZ_LARGEST_PART 5000
#endif
static uint8_t part_data[4][FUZZ_LARGEST_PART];
static uint32_t part_length[4];

static void require(int condition) {
    if (!condition)
        abort();
}

static ksig_verdict run(const ksig_scheme *scheme, const ksig_verify_args *args, const uint8_t *chunks, size_t count) {
    /* Exactly as large as declared, so that the address sanitizer sees one byte too many. */
    void *state = malloc(scheme->state_bytes);
    ksig_verdict verdict = ksig_verify_open(state, scheme->state_bytes, scheme, args);
    for (size_t i = 0;; i++) {
        const ksig_want want = ksig_verify_want(state);
        if (want.length == 0)
            break;
        require(want.part >= KSIG_PART_KEY && want.part <= KSIG_PART_SIGNATURE);
        require(want.offset + want.length <= part_length[want.part]);
        size_t n = count ? 1u + chunks[i % count] * 3u : want.length;
        if (n > want.length)
            n = want.length;
        verdict = ksig_verify_feed(state, part_data[want.part] + want.offset, n);
        require(verdict < KSIG_REASON_COUNT);
    }
    verdict = ksig_verify_close(state);
    free(state);
    return verdict;
}

/* libFuzzer has no header for it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
