/* No product of 64 bits in key generation and signing.
 * tested by: test_haetae test_multiply test_ntt16
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_SHORT_PRODUCTS 1
