/* What a scheme implements for signing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SIGN_OPERATIONS_H
#define KSIG_SIGN_OPERATIONS_H

#include "stream/work.h"

/* Every state begins with a ksig_work_head, or if the scheme streams with a ksig_stream_head. */
struct ksig_sign_operations {
    struct ksig_work_operations work;
    /* Checks the scheme's own arguments and sets up all but the head; the rest is zero. It has
     * secrets in no more than registers: the stack is not wiped. */
    ksig_verdict (*open)(void *state, const ksig_sign_args *args);
    /* Takes bytes of the message, at KSIG_WORK_FEED. No secrets. Returns how many the hash took:
     * `length`, unless a fault struck. */
    size_t (*take)(void *state, const uint8_t *message, size_t length);
};

#endif
