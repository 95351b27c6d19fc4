/* What a scheme implements for signing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_API_SIGN_H
#define KSIG_API_SIGN_H

#include "kilosig/kilosig.h"

/* head->stage: a message is being fed, or the signature is complete. The other stages are the scheme's own. */
#define KSIG_SIGN_STAGE_FEED 0
#define KSIG_SIGN_STAGE_DONE 0xff

/* Every state begins with a ksig_sign_head. */
struct ksig_sign_operations {
    /* Checks the scheme's own arguments and sets up all but the head. */
    ksig_verdict (*open)(void *state, const ksig_sign_args *args);
    /* Takes bytes of the message, at KSIG_SIGN_STAGE_FEED. */
    void (*take)(void *state, const uint8_t *message, size_t length);
    /* A bounded piece of work; leaves KSIG_SIGN_STAGE_FEED. Not called at KSIG_SIGN_STAGE_DONE. */
    void (*step)(void *state);
    /* Wipes the stack that `step` used: called behind it, from the same function. */
    void (*wipe_stack)(void);
};

#endif
