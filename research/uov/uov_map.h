/* The quadratic map of UOV, column by column. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * y is the sum of x_i x_j times column (i, j). Bit b of x_i x_j adds the column to plane b, so a
 * column costs an addition for each bit that is set, half of them, and no multiplication; in the
 * end y is the sum of x^b times plane b. Columns lie in planes as they come, from the low byte on:
 * bytes of the last word beyond the column are of no use. */
#ifndef KSIG_UOV_MAP_H
#define KSIG_UOV_MAP_H

#include "uov/uov_state.h"

/* x_i. */
static inline unsigned uov_variable(const uov_set *set, const uint8_t *x, unsigned i) {
    return set->bits == 8 ? x[i] : (unsigned)x[i / 2] >> 4 * (i % 2) & 15;
}

/* Elements of GF(16) or GF(256). */
unsigned uov_multiply(unsigned bits, unsigned a, unsigned b);

/* Adds a column, of whose last word any bytes may be read, to the planes of `product`, not 0.
 * words: 8 and four planes, or a multiple of 6 and eight planes. Assembly on ARMv7-M. */
void ksig_uov_add_column(uint32_t *planes, const uint8_t *column, unsigned product, unsigned words);

/* To the next column. */
void uov_next_row(uov_place *place, const uov_set *set);
static inline void uov_advance(uov_place *place, const uov_set *set) {
    if (++place->column == (place->part == UOV_P1 ? set->vinegar : set->variables))
        uov_next_row(place, set);
}

/* Makes the products of a row. Returns x_row. */
enum { UOV_NO_ROW = 0x7fff };
unsigned uov_begin_row(uov_state *v, const uov_set *set, unsigned row);

/* x_row x_column, of that row. */
static inline unsigned uov_product(uov_state *v, const uov_set *set, unsigned column) {
    const unsigned variable = uov_variable(set, uov_x(v, set), column);
    return set->bits == 4
               ? v->products[variable]
               : (unsigned)(v->products[variable & 15] ^ v->products[16 + (variable >> 4)]);
}

/* Word k of y. */
uint32_t uov_value(const uov_set *set, const uint32_t *planes, unsigned k);

/* Makes the columns of P1 and P2 that are due. */
void uov_expand(uov_state *v);

#endif
