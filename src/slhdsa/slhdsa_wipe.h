/* What a call leaves on the stack is wiped before it returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_WIPE_H
#define KSIG_SLHDSA_WIPE_H

/* Zero all stack below the caller that the operation uses (stream/wipe_stack.h). Short: of the
 * SHA-2 sets with n = 16. Message: for ksig_slhdsa_sign_open and _take. */
void ksig_slhdsa_wipe_keygen_stack(void);
void ksig_slhdsa_wipe_short_keygen_stack(void);
void ksig_slhdsa_wipe_sign_stack(void);
void ksig_slhdsa_wipe_short_sign_stack(void);
void ksig_slhdsa_wipe_message_stack(void);
void ksig_slhdsa_wipe_short_message_stack(void);

#endif
