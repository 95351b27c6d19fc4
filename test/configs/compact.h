/* Least flash for the hashes. tested by: test_hash test_open test_slhdsa test_stateful
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_COMPACT_HASH 1
