/* What a step leaves on the stack is wiped before it returns. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_WIPE_H
#define KSIG_HAETAE_WIPE_H

/* Zero all stack below the caller that a step of the operation uses, on the cores that wipe.c names. */
void ksig_haetae_wipe_keygen_stack(void);
void ksig_haetae_wipe_sign_stack(void);

#endif
