/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_wipe.h"

#include "arch/compiler.h"
#include "kilosig/slh_dsa.h"
#include "stream/wipe_stack.h"

/* SPILLED: by gcc for ARMv6-M with -Os. MORE: for SHA-512 in C, also as a pre-hash, where registers
 * are few. ABOVE: for the public calls' frames, so that calls from ksig_slhdsa_sign_open go no
 * deeper than those of a step. */
#if KSIG_LEAST_FLASH
enum { SPILLED = 16 };
#else
enum { SPILLED = 0 };
#endif
enum { MORE = KSIG_STACK_ON(112, SPILLED, 176), ABOVE = 40 };

KSIG_WIPE_STACK(ksig_slhdsa_wipe_keygen_stack, KSIG_SLH_DSA_KEYGEN_STACK_BYTES + MORE)
KSIG_WIPE_STACK(ksig_slhdsa_wipe_short_keygen_stack,
                KSIG_SLH_DSA_SHA2_128_KEYGEN_STACK_BYTES + MORE)
KSIG_WIPE_STACK(ksig_slhdsa_wipe_sign_stack, KSIG_SLH_DSA_SIGN_STACK_BYTES + MORE)
KSIG_WIPE_STACK(ksig_slhdsa_wipe_short_sign_stack, KSIG_SLH_DSA_SHA2_128_SIGN_STACK_BYTES + MORE)
KSIG_WIPE_STACK(ksig_slhdsa_wipe_message_stack, KSIG_SLH_DSA_SIGN_STACK_BYTES - ABOVE + MORE)
KSIG_WIPE_STACK(ksig_slhdsa_wipe_short_message_stack,
                KSIG_SLH_DSA_SHA2_128_SIGN_STACK_BYTES - ABOVE + MORE)
