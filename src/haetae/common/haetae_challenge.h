/* The challenge: what it hashes, and c from the hash.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * h = SHAKE256(k packed rows of HighBits(w) | 32 bytes lsb(round(y1[0])) | first 32 bytes of mu).
 * Rows are absorbed one by one as they are formed (streaming transcript). */
#ifndef KSIG_HAETAE_CHALLENGE_H
#define KSIG_HAETAE_CHALLENGE_H

#include "haetae/common/haetae_params.h"
#include "hash/keccak.h"
#include "util/bytes.h"

/* Absorbs a row of HighBits, values below the hint modulus: 9 bits each (288 bytes), or in profile
 * ksx at levels 2 and 3 one byte each and 32 zero bytes. */
void ksig_haetae_absorb_row(ksig_keccak *transcript, const ksig_haetae_scheme *scheme,
                            const uint16_t row[KSIG_HAETAE_N]);

/* c from a transcript that has absorbed everything: finishes it and squeezes. Coefficient i is bit
 * i % 8 of c[i / 8]. c of a rejected attempt is public, so this may take variable time. Returns
 * ksig_haetae_sampled(p), or another number if a fault left out a part. */
uint32_t ksig_haetae_sample_challenge(ksig_keccak *transcript, const ksig_haetae_params *p,
                                      uint8_t c[KSIG_HAETAE_C_BYTES]);

/* The weight of c or, at level 5, how many bytes were squeezed. */
static inline uint32_t ksig_haetae_sampled(const ksig_haetae_params *p) {
    return p->d == 0 ? KSIG_HAETAE_C_BYTES : p->tau;
}

/* HB(r) for r in [0, 2 q): (r + alpha / 2) / alpha, where the hint modulus itself becomes 0.
 * Without a branch. */
static inline uint32_t ksig_haetae_high_bits(const ksig_haetae_params *p, uint32_t r) {
    const uint32_t high = (r + (UINT32_C(1) << p->alpha_log >> 1)) >> p->alpha_log;
    const uint32_t below = (high - ksig_haetae_hint_modulus(p)) >> 31; /* high <= modulus */
    return high & ksig_mask(below);
}

#endif
