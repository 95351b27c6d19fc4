/* The challenge times a secret polynomial as a sum of rotations.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * c has coefficients 0 and 1, so c s is a sum of tau rotations of s: four coefficients to a word, 8
 * bits each. Where a rotation begins follows from c, which is public or treated as such; nothing
 * depends on s. */
#ifndef KSIG_HAETAE_ROTATE_H
#define KSIG_HAETAE_ROTATE_H

#include "haetae/sign/haetae_adjoint.h"

/* The places where c is 1, and room for a polynomial of fields: 644 bytes. */
typedef struct ksig_haetae_rotations {
    uint32_t weight;
    uint8_t places[KSIG_HAETAE_N / 2];
    uint8_t extended[2 * KSIG_HAETAE_N]; /* top - s, then top + s */
} ksig_haetae_rotations;

/* Takes c, of weight at most 128. */
void ksig_haetae_set_rotations(ksig_haetae_rotations *r, const uint8_t c[KSIG_HAETAE_C_BYTES]);

/* cs = c s, at most 2 * 128 in absolute value. */
void ksig_haetae_rotate(int16_t cs[KSIG_HAETAE_N], ksig_haetae_rotations *r,
                        const ksig_haetae_secret *secret);

#endif
