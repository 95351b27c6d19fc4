/* What the two SHA-2 instantiations share: F. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_HASH_SHA2_H
#define KSIG_SLHDSA_HASH_SHA2_H

#include "hash/sha256_chain.h"
#include "slhdsa/address.h"

/* Sets up the seed. */
void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v);

/* Hashes the block, whose first `end` bytes are there and the others, but the last word's, 0, from the seed. The first n bytes of
 * the result go to `node`. */
void ksig_slhdsa_f256_block(ksig_slhdsa_state *v, unsigned end, uint8_t *node, unsigned n);

/* struct ksig_slhdsa_hash.f. */
void ksig_slhdsa_f256_walk(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);

/* Behind the common state of all SHA-2 sets. */
static inline ksig_sha256_chain *ksig_slhdsa_f256_of(ksig_slhdsa_state *v) {
    return (ksig_sha256_chain *)(void *)(v + 1);
}

#endif
