/* The schemes below research/ beside the others.
 * tested by: test_api test_mq test_not_opened test_schemes test_stateful
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_RESEARCH 1
#define KSIG_ENABLE_RAINBOW_1_CLASSIC 1
#define KSIG_ENABLE_GEMSS_128 1
