/* One parameter set alone. tested by: test_falcon; in make full
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_FN_DSA_512 1
#include "all_off.inc"
