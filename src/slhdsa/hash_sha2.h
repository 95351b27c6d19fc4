/* What the two SHA-2 instantiations share: F. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_HASH_SHA2_H
#define KSIG_SLHDSA_HASH_SHA2_H

#include "hash/sha256_chain.h"
#include "slhdsa/address.h"

/* Sets up the seed. */
void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v);

/* F, or H of nodes of 16 bytes, with x of n bytes in place, at the address in the chain's prefix; what was done is counted. */
void ksig_slhdsa_f256_run(ksig_slhdsa_state *v, uint8_t *x, unsigned n, unsigned steps);

/* struct ksig_slhdsa_hash.f. */
void ksig_slhdsa_f256_walk(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);

/* Behind the common state of all SHA-2 sets. */
static inline ksig_sha256_chain *ksig_slhdsa_f256_of(ksig_slhdsa_state *v) {
    return (ksig_sha256_chain *)(void *)(v + 1);
}

#endif
