/* What a scheme implements for key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_KEYGEN_OPERATIONS_H
#define KSIG_KEYGEN_OPERATIONS_H

#include "stream/work.h"

/* Every state begins with a ksig_work_head, or if the scheme streams with a ksig_stream_head. */
struct ksig_keygen_operations {
    struct ksig_work_operations work;
    /* Copies the seed, and computes nothing of it: the stack is not wiped. The head is set up; the
     * rest is zero. Returns where the copy is, found anew: it is compared with the seed. */
    const uint8_t *(*open)(void *state, const uint8_t *seed);
    /* Of schemes that stream, before anything leaves: returns 0 if what is ready lies where it
     * should, and is what was made twice. Around it are secrets. Not called where KSIG_WORK_TWICE
     * is 0. */
    uint32_t (*check)(void *state);
};

#endif
