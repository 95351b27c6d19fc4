/* The quadratic map of MAYO, column by column. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * y = sum over a, b of z^E(a, b) u_ab + sum over a of z^E(a, 0) sum over r of s_a[r] lambda_r,
 * where u_ab is the sum of s_a[i] s_b[j] times column (i, j), i <= j. One unreduced polynomial Y
 * collects everything; no u_ab is kept.
 *
 * A row of P1 and P2 is accumulated in k sums of s_a[j] times column (i, j); at its end s_b[i]
 * times sum a is added to Y, shifted by E(a, b) nibbles. Columns of P3 arrive meanwhile and need no
 * sums: each is added to Y at once, with k (k + 1) / 2 coefficients. So is lambda_r, with k. */
#ifndef KSIG_MAYO_MAP_H
#define KSIG_MAYO_MAP_H

#include "mayo/mayo_state.h"

/* Takes bytes of P3 as they arrive. */
void ksig_mayo_take_columns(mayo_state *v, const uint8_t *data, size_t length);

/* Makes the columns that are due: P1 and P2, and then lambda. */
void ksig_mayo_make_columns(mayo_state *v);

/* Reduces Y modulo f: m nibbles, the others are zero. Stores them as little-endian bytes. */
void ksig_mayo_reduce(mayo_state *v);

#endif
