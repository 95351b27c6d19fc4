/* Where flash counts most, signing and verification share what they make of rows:
 * KSIG_COMPACT_RING. Constant-time, for signing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_COMPACT_H
#define KSIG_MLDSA_COMPACT_H

#include "hash/keccak.h"
#include "kilosig/config.h"
#include "mldsa/mldsa_params.h"

#if KSIG_COMPACT_RING

/* Field n of `bits` bits, 10 to 20. The three bytes that end with it are loaded, and stored: of the
 * first one, one may lie before all fields. */
uint32_t ksig_mldsa_field(const uint8_t *packed, unsigned n, unsigned bits);
void ksig_mldsa_set_field(uint8_t *packed, unsigned n, unsigned bits, uint32_t value);

/* The stream of A[i][j] begins (FIPS 204 Algorithm 30), for the index that ksig_mldsa_index makes;
 * `count` of its numbers, multiplied by packed factors, are added to packed sums. */
void ksig_mldsa_begin_stream(ksig_keccak *sponge, const uint8_t *rho, unsigned index);
void ksig_mldsa_add_stream(ksig_keccak *sponge, uint32_t *sums, const uint32_t *factors,
                           unsigned count);

/* A polynomial, |a| <= 2^24, becomes its transform, packed at its end; and from there a polynomial
 * in [0, q). */
void ksig_mldsa_begin_at_end(int32_t poly[256]);
void ksig_mldsa_end_at_end(int32_t poly[256]);

/* Packs w1 of a row in [0, q) over its beginning. Returns its end. */
uint8_t *ksig_mldsa_pack_high(const ksig_mldsa_params *p, int32_t row[256]);

#endif

#endif
