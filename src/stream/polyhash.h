/* A universal hash that binds bytes which are streamed more than once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * At a secret point r of 128 random bits, modulo p = 2^130 - 5, the value of blocks m_1 .. m_n of
 * 16 bytes is V_n:
 *
 *     V_0 = e,    V_i = (V_(i-1) + m_i) (r + e) + e,    a constant e
 *
 * What e adds is the same for all sequences of n blocks. So the values of two different ones differ
 * by d_1 x^n + ... + d_n x at x = r + e, d_i the differences of the blocks: a non-zero polynomial
 * of degree at most n, since |d_i| < 2^128 < p. Different r are different x, so they collide for at
 * most n of the 2^128 points: with n <= 280 (ML-DSA-87's z), less than 2^-119 per comparison. This
 * holds as long as the values stay secret; all that a sender learns is whether they were equal.
 *
 * e has 2^27 in each limb, so that no factor of a multiplication is below 2^27. Where the time of a
 * long multiplication depends on how many halves or bytes at the high end of a factor are zero, it
 * is always the same (Cortex-M3: docs/schemes/ml_dsa.md). */
#ifndef KSIG_POLYHASH_H
#define KSIG_POLYHASH_H

#include <stddef.h>
#include <stdint.h>

#include "guard/tally.h"

enum { KSIG_POLYHASH_KEY_BYTES = 16 };

typedef struct ksig_polyhash {
    uint32_t point[5]; /* r + e: limbs of 26 bits, with 2^27 added to each */
    uint32_t value[5]; /* of the blocks so far: the same, but limb 1 may be 2^9 more */
    uint32_t first[5]; /* kept value of the first pass */
} ksig_polyhash;

/* Sets the point; the value is that of no blocks. */
void ksig_polyhash_init(ksig_polyhash *h, const uint8_t point[KSIG_POLYHASH_KEY_BYTES]);

/* The first limb of the point that is set, which is the low bits of its first word. */
#define KSIG_POLYHASH_POINT_MASK UINT32_C(0x3ffffff)
static inline uint32_t ksig_polyhash_point(const ksig_polyhash *h) {
    return h->point[0] - UINT32_C(0x08000000);
}

/* Hashes whole blocks. length: a multiple of 16. */
void ksig_polyhash_update(ksig_polyhash *h, const uint8_t *data, size_t length);

/* Ends the first pass, whose value is kept; or a later one, whose value is compared with that:
 * KSIG_POLYHASH_ITEMS, one for each byte and one for a value that was kept at all. Equal bytes give
 * equal limbs, so limbs are compared without a last reduction. Only the latter counts as a check; a
 * pass that a fault takes for the first one leaves a check out. */
enum { KSIG_POLYHASH_ITEMS = 20 + 1 };
void ksig_polyhash_keep(ksig_polyhash *h);
ksig_tally ksig_polyhash_compare(ksig_polyhash *h);

#endif
