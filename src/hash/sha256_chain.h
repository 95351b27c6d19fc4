/* Chains of SHA-256 hashes of one block after a midstate, as in F of SPHINCS+.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SHA256_CHAIN_H
#define KSIG_SHA256_CHAIN_H

#include <stdint.h>

typedef struct ksig_sha256_chain {
    uint32_t seed[8];   /* SHA-256 after the first block */
    uint32_t chain[8];  /* for other hashes; for a chain, the state common to its steps */
    uint32_t prefix[6]; /* 22 bytes, the last of them the step, and room for two bytes of x */
    uint32_t block[16];
} ksig_sha256_chain;

enum { KSIG_SHA256_CHAIN_PREFIX_BYTES = 22 };

/* Begins a chain. prefix: as numbers. */
void ksig_sha256_chain_begin(ksig_sha256_chain *s);

/* x = the first n bytes of SHA-256(first block | prefix | x), `steps` >= 1 times; the prefix's last
 * byte counts up. x is zeroed meanwhile: if a result were not stored, the old bytes must not remain
 * in its place. x: aligned to 4; n: 16, 24 or 32. */
void ksig_sha256_chain_steps(ksig_sha256_chain *s, uint8_t *x, unsigned n, unsigned steps);

/* With KSIG_SHA256_PARTS: rounds 0 to 4, after `seed`, of a block that begins with `words`, which
 * are numbers. The variables are in the order that ksig_sha256_end expects. */
void ksig_sha256_first_rounds(const uint32_t seed[8], const uint32_t words[5],
                              uint32_t variables[8]);

#endif
