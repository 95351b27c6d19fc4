/* Chains of SHA-256 hashes of one block after a midstate, as F of SPHINCS+ has them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SHA256_CHAIN_H
#define KSIG_SHA256_CHAIN_H

#include <stdint.h>

typedef struct ksig_sha256_chain {
    uint32_t seed[8];   /* SHA-256 after the first block */
    uint32_t chain[8];  /* for one's own hashes; of a chain, what is common to its steps */
    uint32_t prefix[6]; /* 22 bytes, the last of them the step, and the place of two bytes of x */
    uint32_t block[16];
} ksig_sha256_chain;

enum { KSIG_SHA256_CHAIN_PREFIX_BYTES = 22 };

/* Begins a chain. prefix: as numbers. */
void ksig_sha256_chain_begin(ksig_sha256_chain *s);

/* x = the first n bytes of SHA-256(first block | prefix | x), `steps` >= 1 times; the prefix's last
 * byte counts up. x is zeroed meanwhile: were a result not stored, what was there must not stay in
 * its place. x: at a multiple of 4; n: 16, 24 or 32. */
void ksig_sha256_chain_steps(ksig_sha256_chain *s, uint8_t *x, unsigned n, unsigned steps);

/* Where KSIG_SHA256_PARTS: rounds 0 to 4, after `seed`, of a block that begins with `words`, which
 * are numbers. For ksig_sha256_end, in the order of its names. */
void ksig_sha256_first_rounds(const uint32_t seed[8], const uint32_t words[5],
                              uint32_t variables[8]);

#endif
