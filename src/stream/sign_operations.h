/* What a scheme implements for signing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SIGN_OPERATIONS_H
#define KSIG_SIGN_OPERATIONS_H

#include "stream/work.h"

/* Every state begins with a ksig_work_head or, if the scheme streams, with a ksig_stream_head. */
struct ksig_sign_operations {
    struct ksig_work_operations work;
    /* Checks the scheme-specific arguments and sets up everything except the head; the rest is
     * zero. Keeps secrets in registers only: the stack is not wiped. */
    ksig_verdict (*open)(void *state, const ksig_sign_args *args);
    /* Takes bytes of the message, at KSIG_WORK_FEED. Handles no secrets. Returns how many bytes the
     * hash took: `length`, unless a fault struck. */
    size_t (*take)(void *state, const uint8_t *message, size_t length);
};

#endif
