/* Signatures that nobody verifies before they are given away. tested by: unit tests
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_SIGN_CHECK 0
