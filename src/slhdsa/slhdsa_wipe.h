/* Wipes what a call leaves on the stack, before the call returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_WIPE_H
#define KSIG_SLHDSA_WIPE_H

/* Zero all stack that the operation uses below the caller (stream/wipe_stack.h). Short: for the
 * SHA-2 sets with n = 16. Message: for ksig_slhdsa_sign_open and _take. */
void ksig_slhdsa_wipe_keygen_stack(void);
void ksig_slhdsa_wipe_short_keygen_stack(void);
void ksig_slhdsa_wipe_sign_stack(void);
void ksig_slhdsa_wipe_short_sign_stack(void);
void ksig_slhdsa_wipe_message_stack(void);
void ksig_slhdsa_wipe_short_message_stack(void);

#endif
