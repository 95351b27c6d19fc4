/* A universal hash that binds bytes that are streamed more than once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * At a secret point r of 128 random bits, modulo p = 2^130 - 5, the value of blocks m_1 .. m_n of
 * 16 bytes is V_n:
 *
 *     V_0 = e,    V_i = (V_(i-1) + m_i) (r + e) + e,    a constant e
 *
 * The contribution of e is the same for all sequences of n blocks. So the values of two different
 * sequences differ by d_1 x^n + ... + d_n x at x = r + e, d_i the differences of the blocks: a
 * nonzero polynomial of degree at most n, since |d_i| < 2^128 < p. Different r give different x, so
 * two sequences collide for at most n of the 2^128 points: with n <= 280 (ML-DSA-87's z), less than
 * 2^-119 per comparison. This holds as long as the values stay secret; a sender learns only whether
 * they were equal.
 *
 * e has 2^27 in each limb, so that no factor of a multiplication is below 2^27. Where the time of a
 * long multiplication depends on how many halves or bytes at the high end of a factor are zero, the
 * time is therefore constant (Cortex-M3: docs/schemes/ml_dsa.md). */
#ifndef KSIG_POLYHASH_H
#define KSIG_POLYHASH_H

#include <stddef.h>
#include <stdint.h>

#include "guard/tally.h"

enum { KSIG_POLYHASH_KEY_BYTES = 16 };

typedef struct ksig_polyhash {
    uint32_t point[5]; /* r + e: limbs of 26 bits, with 2^27 added to each */
    uint32_t value[5]; /* of the blocks so far: the same form, but limb 1 may be 2^9 larger */
    uint32_t first[5]; /* kept value of the first pass */
} ksig_polyhash;

/* Sets the point; the value is that of no blocks. */
void ksig_polyhash_init(ksig_polyhash *h, const uint8_t point[KSIG_POLYHASH_KEY_BYTES]);

/* Returns the first limb of the point: the low bits of its first word. */
#define KSIG_POLYHASH_POINT_MASK UINT32_C(0x3ffffff)
static inline uint32_t ksig_polyhash_point(const ksig_polyhash *h) {
    return h->point[0] - UINT32_C(0x08000000);
}

/* Hashes whole blocks. data: aligned to 4 bytes on ARMv6-M. length: a multiple of 16. */
void ksig_polyhash_update(ksig_polyhash *h, const uint8_t *data, size_t length);

/* _keep ends the first pass and keeps its value. _compare ends a later pass and compares its value
 * with the kept one: KSIG_POLYHASH_ITEMS items, one for each byte and one that says that a value
 * was kept. Equal bytes give equal limbs, so limbs are compared without a final reduction. Only
 * _compare counts as a check; if a fault makes a later pass look like the first, a check is
 * missing. */
enum { KSIG_POLYHASH_ITEMS = 20 + 1 };
void ksig_polyhash_keep(ksig_polyhash *h);
ksig_tally ksig_polyhash_compare(ksig_polyhash *h);

#endif
