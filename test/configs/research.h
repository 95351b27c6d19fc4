/* The broken schemes beside the others. tested by: unit tests
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_RAINBOW_1_CLASSIC 1
#define KSIG_ENABLE_GEMSS_128 1
