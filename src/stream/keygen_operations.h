/* What a scheme implements for key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_KEYGEN_OPERATIONS_H
#define KSIG_KEYGEN_OPERATIONS_H

#include "stream/work.h"

/* Every state begins with a ksig_work_head, or if the scheme streams with a ksig_stream_head. */
struct ksig_keygen_operations {
    struct ksig_work_operations work;
    /* Keeps the seed, and computes nothing of it: the stack is not wiped. The head is set up; the rest is zero. */
    void (*open)(void *state, const uint8_t *seed);
};

#endif
