/* One parameter set alone. tested by: test_mldsa
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_DILITHIUM2_R3 1
#include "all_off.inc"
