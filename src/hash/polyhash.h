/* A universal hash that binds bytes which are streamed more than once. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * n blocks m_1 .. m_n of 16 bytes are the polynomial m_1 r^n + ... + m_n r modulo 2^130 - 5 at a secret point r of 128
 * random bits. For two different sequences of n blocks the difference is a non-zero polynomial of degree at most n
 * without constant term, so they collide for at most n of the 2^128 points: with n <= 280 (ML-DSA-87's z), less than
 * 2^-119 per comparison. This holds as long as the values stay secret; all that a sender learns is whether they were
 * equal. */
#ifndef KSIG_POLYHASH_H
#define KSIG_POLYHASH_H

#include <stddef.h>
#include <stdint.h>

enum { KSIG_POLYHASH_KEY_BYTES = 16 };

typedef struct ksig_polyhash {
    uint32_t point[5]; /* r in limbs of 26 bits */
    uint32_t value[5]; /* of the blocks so far, limbs below 2^26 + 2^9 */
    uint32_t first[5]; /* kept value of the first pass */
} ksig_polyhash;

/* Sets the point; the value is that of no blocks. */
void ksig_polyhash_init(ksig_polyhash *h, const uint8_t point[KSIG_POLYHASH_KEY_BYTES]);

/* Hashes whole blocks. length: a multiple of 16. */
void ksig_polyhash_update(ksig_polyhash *h, const uint8_t *data, size_t length);

/* Ends a pass. The first keeps its value; a later one answers 0 if its value is the same, else non-zero. Equal bytes
 * give equal limbs, so limbs are compared without a last reduction. */
uint32_t ksig_polyhash_end_pass(ksig_polyhash *h, int first);

#endif
