/* One parameter set alone. tested by: test_mldsa; in make full
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_ML_DSA_65 1
#include "all_off.inc"
