/* The candidates of the Gaussian sampler (specification 4.1).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A polynomial's stream is SHAKE256(seed | nonce): 32 bytes of signs, then candidates of 17 bytes
 * without gaps. The specification's rule accepts or rejects a candidate; everything else done with
 * it takes the same time for all values. */
#ifndef KSIG_HAETAE_GAUSS_H
#define KSIG_HAETAE_GAUSS_H

#include "haetae/common/haetae_params.h"
#include "hash/keccak.h"

enum {
    KSIG_HAETAE_SIGN_SEED_BYTES = 64,
    KSIG_HAETAE_SIGNS_BYTES = 32,
    KSIG_HAETAE_CANDIDATE_BYTES = 17
};

/* An accepted sample: its value with 56 fractional bits (63 bits), and its square with 76, lowest
 * word first. */
typedef struct ksig_haetae_sample {
    uint64_t value;
    uint32_t square[3];
} ksig_haetae_sample;

/* Begins SHAKE256(seed | nonce). */
void ksig_haetae_start_stream(ksig_keccak *sponge, const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES],
                              uint32_t nonce);

/* Squeezes candidates until one is accepted. Returns how many were rejected. */
unsigned ksig_haetae_next_sample(ksig_keccak *sponge, ksig_haetae_sample *sample);

/* The value of the next candidate, without judging it. */
uint64_t ksig_haetae_next_value(ksig_keccak *sponge);

/* Number of entries of the cumulative distribution table below u, u < 2^16. */
uint32_t ksig_haetae_count_below(uint32_t u);

/* exp(-e / 2^48) 2^48 by the specification's polynomial, for e < 2^47. */
int64_t ksig_haetae_exp(uint64_t e);

#endif
