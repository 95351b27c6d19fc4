/* Least flash. tested by: unit tests
 * loaded by: test_ml_dsa_at_size.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_SIZE
