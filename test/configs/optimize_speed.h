/* Least time. tested by: unit tests
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SPEED
