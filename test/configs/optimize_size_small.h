/* The same, and ML-DSA's other variant. tested by: test_mldsa test_api
 * loaded by: test_ml_dsa_at_size.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE
#define KSIG_ML_DSA_VARIANT KSIG_VARIANT_SMALL
#define KSIG_ML_DSA_SIGN_VARIANT KSIG_VARIANT_SMALL
