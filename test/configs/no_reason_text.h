/* Verdicts without sentences. tested by: unit tests
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_REASON_TEXT 0
