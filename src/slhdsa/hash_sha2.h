/* What the two SHA-2 instantiations share: F. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_HASH_SHA2_H
#define KSIG_SLHDSA_HASH_SHA2_H

#include "slhdsa/address.h"

/* In structs, for assignment. */
typedef struct ksig_slhdsa_chain256 {
    uint32_t word[8];
} ksig_slhdsa_chain256;

typedef struct ksig_slhdsa_address256 {
    uint32_t word[6]; /* the compressed address, and the place of two bytes of the input */
} ksig_slhdsa_address256;

/* Behind the common state of all SHA-2 sets. */
typedef struct ksig_slhdsa_f256 {
    ksig_slhdsa_chain256 seed; /* SHA-256 behind the block PK.seed | 0...: how every hash of an address begins */
    ksig_slhdsa_chain256 chain;
    ksig_slhdsa_address256 address;
    uint32_t block[16];
} ksig_slhdsa_f256;

/* Sets up the seed. */
void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v);

/* Hashes the block, whose first `end` bytes are there, from the seed. The first n bytes of the result go to `node` and are
 * counted here: what is not stored does not count. */
void ksig_slhdsa_f256_block(ksig_slhdsa_state *v, unsigned end, uint8_t *node, unsigned n);

/* struct ksig_slhdsa_hash.f. */
void ksig_slhdsa_f256_walk(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);

static inline ksig_slhdsa_f256 *ksig_slhdsa_f256_of(ksig_slhdsa_state *v) {
    return (ksig_slhdsa_f256 *)(void *)(v + 1);
}

#endif
