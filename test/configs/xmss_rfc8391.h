/* The sets of XMSS that SP 800-208 does not approve. tested by: test_stateful test_api
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_XMSS_RFC8391 1
