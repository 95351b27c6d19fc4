/* What a scheme implements for key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_API_KEYGEN_H
#define KSIG_API_KEYGEN_H

#include "kilosig/kilosig.h"

/* Every state begins with a ksig_keygen_head. */
struct ksig_keygen_operations {
    /* Takes the seed. The head is set up; the rest is not. */
    void (*open)(void *state, const uint8_t *seed);
    /* Does a bounded piece of work; sets head->progress to KSIG_DONE when head->secret_key is complete. */
    void (*step)(void *state);
    /* Wipes the stack that `step` used: called behind it, from the same function. */
    void (*wipe_stack)(void);
};

#endif
