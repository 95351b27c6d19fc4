/* Least flash for the hashes. tested by: unit tests
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_COMPACT_HASH 1
