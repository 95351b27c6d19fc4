/* Chains of one-block SHA-256 hashes, as used by LM-OTS (RFC 8554 section 4).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_LMOTS_CHAIN_H
#define KSIG_LMOTS_CHAIN_H

#include <stdint.h>

/* A block is I (16 bytes) | q (4) | i (2) | j (1) | x | padding. */
typedef struct ksig_lmots_chain {
    uint32_t prefix[6];    /* those 23 bytes as in memory, and room for one byte of x */
    uint32_t variables[8]; /* for other hashes; for chains, the state common to all with the same I
                            * and q */
    uint32_t block[16];    /* x is at KSIG_LMOTS_CHAIN_X */
} ksig_lmots_chain;

enum { KSIG_LMOTS_CHAIN_STEP = 22, KSIG_LMOTS_CHAIN_X = 23 };

/* Begins all chains with the I and q of the prefix. */
void ksig_lmots_chain_begin(ksig_lmots_chain *s);

/* x = the first n bytes of SHA-256(prefix | x), `steps` >= 1 times; j counts up. n: 24 or 32. */
void ksig_lmots_chain_steps(ksig_lmots_chain *s, unsigned n, unsigned steps);

#endif
