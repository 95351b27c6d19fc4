/* A from rho: ExpandA, RejNTTPoly and CoeffFromThreeBytes (FIPS 204 Algorithms 32, 30 and 14). No
 * polynomial of A is stored: each coefficient is multiplied as it is sampled and added to a sum.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_EXPAND_A_H
#define KSIG_MLDSA_EXPAND_A_H

#include "hash/keccak.h"
#include "mldsa/mldsa_params.h"

/* Bytes of a kept A[i][j]: three per coefficient. */
enum { KSIG_MLDSA_UNIFORM_BYTES = 3 * KSIG_MLDSA_N };

/* Name: ExpandA (FIPS 204 Algorithm 32), the stream of one A[i][j]
 * index: from ksig_mldsa_index. Leaves the sponge at the end of its rate. */
void ksig_mldsa_begin_a(ksig_keccak *sponge, const uint8_t rho[KSIG_MLDSA_RHO_BYTES],
                        unsigned index);

/* Name: RejNTTPoly (FIPS 204 Algorithm 30), for verification
 * words: packed sums (ring/sum23.h). factors: from ksig_mldsa_public_factors (mldsa_row.h). count:
 * coefficients, a multiple of 4. The next call continues the stream. */
void ksig_mldsa_add_a(ksig_keccak *sponge, uint32_t *words, const void *factors, unsigned count);

/* Name: RejNTTPoly (FIPS 204 Algorithm 30), for secret factors
 * words: packed sums. factors: packed, secret. Takes all of a stream that has just begun. */
void ksig_mldsa_add_a_secret(ksig_keccak *sponge, uint32_t words[192], const uint32_t factors[192]);

/* Name: RejNTTPoly (FIPS 204 Algorithm 30), to memory; and products with the kept polynomial
 * kept: the polynomial. The stream has just begun. */
void ksig_mldsa_keep_a(ksig_keccak *sponge, uint8_t kept[KSIG_MLDSA_UNIFORM_BYTES]);
void ksig_mldsa_add_kept_a(uint32_t words[192], const uint32_t factors[192],
                           const uint8_t kept[KSIG_MLDSA_UNIFORM_BYTES]);

#endif
