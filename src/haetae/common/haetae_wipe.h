/* Wipes what a call leaves on the stack, before the call returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_WIPE_H
#define KSIG_HAETAE_WIPE_H

#include "stream/wipe_stack.h"

/* Bytes beyond those that wipe_stack.h adds: what the compiler for ARMv6-M spills. Signing takes
 * less than that header assumes. */
enum {
    KSIG_HAETAE_KEYGEN_STACK_MORE = KSIG_STACK_ON(0, 24, 0),
    KSIG_HAETAE_SIGN_STACK_MORE =
        KSIG_STACK_ON(0, KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT ? -48 : -32, 0)
};

/* Zero all stack that the operation uses below the caller (stream/wipe_stack.h). */
void ksig_haetae_wipe_keygen_stack(void);
void ksig_haetae_wipe_sign_stack(void);

#endif
