/* LMS and XMSS without what can be left out. tested by: test_stateful; loaded by: test_stateful.py
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_LMS_SHAKE 0
#define KSIG_ENABLE_LMS_N24 0
#define KSIG_ENABLE_LMS_W1 0
#define KSIG_ENABLE_LMS_W8 0
#define KSIG_ENABLE_XMSS_SHAKE 0
#define KSIG_ENABLE_XMSS_N24 0
