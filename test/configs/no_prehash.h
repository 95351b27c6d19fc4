/* Pure mode, digests and external mu only; no SHA-2.
 * tested by: test_api test_cose test_haetae_sign test_haetae_verify test_hash test_mldsa
 * tested by: test_not_opened test_schemes test_slhdsa
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_PREHASH 0
