/* Addresses (FIPS 205 section 4.2). SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_ADDRESS_H
#define KSIG_SLHDSA_ADDRESS_H

#include "hash/sha256_chain.h"
#include "slhdsa/slhdsa_state.h"

enum { KSIG_SLHDSA_ADRSC_BYTES = KSIG_SHA256_CHAIN_PREFIX_BYTES, KSIG_SLHDSA_ADRS_BYTES = 32 };

/* The address of the state's layer, tree and leaf with a type and two words, as numbers: stored
 * big-endian, they are the address. */
void ksig_slhdsa_address(const ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3,
                         uint32_t words[8]);

/* The same in the compressed form of the SHA-2 sets, whose last word has two bytes. Goes to the
 * chain after the state. */
void ksig_slhdsa_address_compressed(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);

/* The chain that all SHA-2 sets have after the state. */
static inline ksig_sha256_chain *ksig_slhdsa_chain_of(ksig_slhdsa_state *v) {
    return (ksig_sha256_chain *)(void *)(v + 1);
}

/* Numbers become big-endian bytes, in place. */
void ksig_slhdsa_big_endian(uint32_t *words, unsigned count);

#endif
