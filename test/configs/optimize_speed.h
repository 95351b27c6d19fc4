/* Least time. tested by: test_api test_haetae test_mldsa test_schemes
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SPEED
