/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_wipe.h"

#include "kilosig/ml_dsa.h"
#include "stream/wipe_stack.h"

/* RISC-V saves more registers: with -Os most. */
#ifdef __riscv
enum { MORE = 48 };
#else
enum { MORE = 0 };
#endif

KSIG_WIPE_STACK(ksig_mldsa_wipe_keygen_stack, KSIG_ML_DSA_KEYGEN_STACK_BYTES + MORE)
KSIG_WIPE_STACK(ksig_mldsa_wipe_sign_stack, KSIG_ML_DSA_SIGN_STACK_BYTES + MORE)
