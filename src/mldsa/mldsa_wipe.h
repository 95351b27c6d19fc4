/* What a call leaves on the stack is wiped before it returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_WIPE_H
#define KSIG_MLDSA_WIPE_H

/* Zero all stack below the caller that the operation uses (stream/wipe_stack.h). */
void ksig_mldsa_wipe_keygen_stack(void);
void ksig_mldsa_wipe_sign_stack(void);

#endif
