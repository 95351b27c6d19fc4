/* Signatures that nobody verifies before they are given away.
 * tested by: test_api test_haetae_sign test_haetae_steps test_mldsa test_not_opened test_schemes
 * tested by: test_slhdsa
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_SIGN_CHECK 0
