/* What the two SHA-2 instantiations share: F. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_HASH_SHA2_H
#define KSIG_SLHDSA_HASH_SHA2_H

#include "slhdsa/address.h"

/* In structs, for assignment. */
typedef struct ksig_slhdsa_chain256 {
    uint32_t word[8];
} ksig_slhdsa_chain256;

typedef struct ksig_slhdsa_block256 {
    uint32_t word[16];
} ksig_slhdsa_block256;

/* F's room: the block of a chain, and what a compression works on. */
typedef struct ksig_slhdsa_f256 {
    ksig_slhdsa_block256 block, work;
    ksig_slhdsa_chain256 chain;
} ksig_slhdsa_f256;

/* SHA-256 behind the block PK.seed | 0...: how every hash of an address begins. */
void ksig_slhdsa_seed256(const ksig_slhdsa_state *v, ksig_slhdsa_f256 *room, ksig_slhdsa_chain256 *seed);

/* struct ksig_slhdsa_hash.f. */
void ksig_slhdsa_f256_chain(ksig_slhdsa_state *v, const ksig_slhdsa_chain256 *seed, ksig_slhdsa_f256 *room,
                            unsigned type, uint32_t w2, uint32_t w3, unsigned count);

#endif
