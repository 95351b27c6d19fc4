/* A universal hash for long streams that are sent more than once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A polynomial after Bernstein, Rabin and Winograd: two multiplications for three blocks, and one
 * reduction for both. The blocks, 14 bytes each, come in groups of three, a, b and c; modulo p =
 * 2^116 - 3 a group adds
 *
 *     (a + r)(b + s) + c + e,    s = r^2 + e, a constant e
 *
 * to the value times f = s^2 + e, at a secret point r of 116 random bits. The last group is padded
 * with zeros, which is injective because the length is the same in every pass, and a group of zeros
 * follows. As a polynomial in r a group is r^3 + a r^2 + (b + e) r + a (b + e) + c + e, of degree
 * 3, and f is monic of degree 4: the value of n groups is a number with n digits to the base f, and
 * that is unique. So the values of different bytes differ by a polynomial that is a multiple of f,
 * because of the zeros, not zero, and of degree at most 4n + 2, for two groups differ by degree 2.
 * Therefore
 *
 *     values differ by a given d, including 0, for fewer than 4n + 6 of the 2^116 points
 *
 * (three residues have two points). Without the group of zeros this would be false: the last c is
 * added in clear, so a truncated value might not show a difference there.
 *
 * e has 2^27 in each limb (and r has it added), so that no factor of a multiplication is below
 * 2^27. Where the time of a long multiplication depends on how many halves or bytes at the high end
 * of a factor are zero, the time is therefore constant (Cortex-M3: docs/schemes/multivariate.md).
 * The one exception is the value before the first group, which is 0 and not secret. */
#ifndef KSIG_BRWHASH_H
#define KSIG_BRWHASH_H

#include <stddef.h>
#include <stdint.h>

enum { KSIG_BRWHASH_KEY_BYTES = 16, KSIG_BRWHASH_GROUP_BYTES = 42 };

/* Numbers modulo p have four limbs of slightly more than 29 bits. */
typedef struct ksig_brwhash {
    uint32_t powers[3][4]; /* r, s, f */
    uint32_t value[4];
    uint8_t group[KSIG_BRWHASH_GROUP_BYTES];
    uint8_t filled; /* bytes of the group */
    uint8_t unused;
} ksig_brwhash;

/* Sets the point, of which 12 bits are not used; the value becomes that of no groups. */
void ksig_brwhash_init(ksig_brwhash *h, const uint8_t point[KSIG_BRWHASH_KEY_BYTES]);

/* Returns the first limb of the point: the low bits of its first word. */
#define KSIG_BRWHASH_POINT_MASK UINT32_C(0x1fffffff)
static inline uint32_t ksig_brwhash_point(const ksig_brwhash *h) {
    return h->powers[0][0] - UINT32_C(0x08000000);
}

void ksig_brwhash_update(ksig_brwhash *h, const uint8_t *data, size_t length);

/* Ends a pass: writes its value and begins the next. Limbs below 2^30, not reduced: equal bytes
 * give equal limbs. */
void ksig_brwhash_final(ksig_brwhash *h, uint32_t value[4]);

/* Takes whole groups, at least one, and returns how many bytes are left. */
size_t ksig_brwhash_groups(ksig_brwhash *h, const uint8_t *data, size_t length);

#endif
