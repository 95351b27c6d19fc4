/* An AES engine of the application; see aes_hook.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_RESEARCH 1
#define KSIG_ENABLE_MAYO 1
#define KSIG_ENABLE_UOV 1
#define KSIG_ENABLE_AES_HOOK 1
