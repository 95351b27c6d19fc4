/* What a scheme implements for key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_KEYGEN_OPERATIONS_H
#define KSIG_KEYGEN_OPERATIONS_H

#include "stream/work.h"

/* Every state begins with a ksig_work_head or, if the scheme streams, with a ksig_stream_head. */
struct ksig_keygen_operations {
    struct ksig_work_operations work;
    /* Copies the seed and computes nothing from it: the stack is not wiped. The head is set up; the
     * rest is zero. Returns the address of the copy, recomputed: the copy is compared with the
     * seed. */
    const uint8_t *(*open)(void *state, const uint8_t *seed);
    /* For schemes that stream, before any output: returns 0 if the ready bytes are where they
     * should be and agree with the second computation. Secrets surround them. Not called if
     * KSIG_WORK_TWICE is 0. */
    uint32_t (*check)(void *state);
};

#endif
