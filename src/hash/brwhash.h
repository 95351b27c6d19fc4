/* A universal hash for long streams that come more than once. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * As ksig_polyhash, but with two multiplications for three blocks and one reduction for both (a polynomial after Bernstein,
 * Rabin and Winograd). The blocks, 16 bytes each, come in groups of three, a, b and c; a group adds
 *
 *     (a + r)(b + r^2) + c = r^3 + a r^2 + b r + (ab + c)
 *
 * to the value times r^4, modulo p = 2^130 - 5, at a secret point r of 128 random bits. The last group is filled with zeros,
 * which is injective because the length is the same in every pass, and a group of zeros follows. So the value of n groups is a
 * polynomial in r of degree below 4n + 4. Above r^3 its coefficients are a, b and ab + c of every group, 1, and nothing
 * else: different bytes give different polynomials, whose difference is a multiple of r^4 of degree below 4n + 4. Therefore
 *
 *     values differ by a given d, 0 too, for fewer than 4n + 4 of the 2^128 points.
 *
 * Without the group of zeros this would be false: the last c is added in clear, so a difference there could be one that a
 * truncated value does not show. */
#ifndef KSIG_BRWHASH_H
#define KSIG_BRWHASH_H

#include <stddef.h>
#include <stdint.h>

enum { KSIG_BRWHASH_KEY_BYTES = 16 };

typedef struct ksig_brwhash {
    uint32_t powers[4][5]; /* r, r^2, r^4, 5 r^4 in limbs of 26 bits and a little more */
    uint32_t value[5];
    uint8_t group[48];
    uint32_t filled; /* bytes of the group */
} ksig_brwhash;

/* Sets the point; the value is that of nothing. */
void ksig_brwhash_init(ksig_brwhash *h, const uint8_t point[KSIG_BRWHASH_KEY_BYTES]);

void ksig_brwhash_update(ksig_brwhash *h, const uint8_t *data, size_t length);

/* Ends a pass: writes its value and begins another. Limbs below 2^28, not reduced: equal bytes give equal limbs. */
void ksig_brwhash_final(ksig_brwhash *h, uint32_t value[5]);

#endif
