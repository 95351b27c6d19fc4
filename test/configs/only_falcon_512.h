/* One parameter set alone. tested by: test_falcon
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_FALCON_512 1
#include "all_off.inc"
