/* Wipes what a call leaves on the stack, before the call returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_WIPE_H
#define KSIG_MLDSA_WIPE_H

/* Zero all stack that the operation uses below the caller (stream/wipe_stack.h). */
void ksig_mldsa_wipe_keygen_stack(void);
void ksig_mldsa_wipe_sign_stack(void);

#endif
