/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_wipe.h"

#include "kilosig/haetae.h"

KSIG_WIPE_STACK(ksig_haetae_wipe_keygen_stack,
                KSIG_HAETAE_KEYGEN_STACK_BYTES + KSIG_HAETAE_KEYGEN_STACK_MORE)
KSIG_WIPE_STACK(ksig_haetae_wipe_sign_stack,
                KSIG_HAETAE_SIGN_STACK_BYTES + KSIG_HAETAE_SIGN_STACK_MORE)
