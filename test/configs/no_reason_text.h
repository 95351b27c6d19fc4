/* Verdicts without sentences. tested by: test_api test_cose test_not_opened test_schemes
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_REASON_TEXT 0
