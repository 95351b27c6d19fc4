/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_wipe.h"

#include "kilosig/ml_dsa.h"
#include "stream/wipe_stack.h"

/* RISC-V saves more registers: in key generation most with -Os, in signing with -O3, and in both
 * with KSIG_COMPACT_HASH. */
enum {
    MORE_KEYGEN = KSIG_STACK_ON(KSIG_COMPACT_HASH ? 112 : 48, 0, 0),
    MORE_SIGN = KSIG_STACK_ON(KSIG_COMPACT_HASH ? 96 : 80, 0, 0)
};

KSIG_WIPE_STACK(ksig_mldsa_wipe_keygen_stack, KSIG_ML_DSA_KEYGEN_STACK_BYTES + MORE_KEYGEN)
KSIG_WIPE_STACK(ksig_mldsa_wipe_sign_stack, KSIG_ML_DSA_SIGN_STACK_BYTES + MORE_SIGN)
