/* One level alone. tested by: test_haetae; in make full
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_HAETAE_2 1
#include "all_off.inc"
