/* One level alone. tested by: test_haetae
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_HAETAE_5 1
#include "all_off.inc"
