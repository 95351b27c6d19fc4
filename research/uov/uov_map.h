/* The quadratic map of UOV, column by column. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * y is the sum of x_i x_j times column (i, j). Bit b of x_i x_j adds the column to plane b; one
 * more plane stands for all bits: if most bits are set, the column is added to it and to the planes
 * of the bits that are not set. So a column costs 3.3 additions for 8 bits, 1.6 for 4, and no
 * multiplication; at the end y is the sum of x^b times plane b. Planes hold columns as they arrive,
 * from the low byte on: bytes of the last word beyond the column are ignored. Planes are stored
 * group by group of a column's words. */
#ifndef KSIG_UOV_MAP_H
#define KSIG_UOV_MAP_H

#include "uov/uov_state.h"

/* x_i. */
static inline unsigned uov_variable(unsigned bits, const uint8_t *x, unsigned i) {
    return bits == 8 ? x[i] : (unsigned)x[i / 2] >> 4 * (i % 2) & 15;
}

/* Elements of GF(16) or GF(256). */
unsigned ksig_uov_multiply(unsigned bits, unsigned a, unsigned b);

/* The planes for x_i x_j: bit b is plane b. */
extern const uint32_t ksig_uov_heavy[8];
static inline unsigned uov_planes_of(unsigned bits, unsigned product) {
    if (bits == 4) /* more than two bits: 7, 11, 13, 14, 15 */
        return (0xe880u >> product & 1) != 0 ? (product ^ 15) | 16 : product;
    return (ksig_uov_heavy[product / 32] >> product % 32 & 1) != 0 ? (product ^ 255) | 256
                                                                   : product;
}

/* Adds groups of a column, whose last word is read whole, to the planes of `product`, which is not
 * 0: for GF(256), six words per group; for GF(16), four. planes: those of the first group. Assembly
 * on ARMv7-M. */
void ksig_uov_add_256(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups);
void ksig_uov_add_16(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups);

static inline void uov_add(uov_state *v, unsigned bits, const uint8_t *column, unsigned product,
                           unsigned first, unsigned groups) {
    const unsigned planes = uov_planes_of(bits, product);
    if (product == 0)
        return;
    if (bits == 8)
        ksig_uov_add_256(uov_planes(v) + first * 6 * 9, column, planes, groups);
    else
        ksig_uov_add_16(uov_planes(v) + first * 4 * 5, column, planes, groups);
}

/* Move to the next row, and to the next column. */
void ksig_uov_next_row(uov_place *place, const uov_set *set);
static inline unsigned uov_row_end(const uov_place *place, const uov_set *set) {
    return place->part == UOV_P1 ? set->vinegar : set->variables;
}
static inline void uov_advance(uov_place *place, const uov_set *set) {
    if (++place->column == uov_row_end(place, set))
        ksig_uov_next_row(place, set);
}

/* Computes the products of a row. Returns x_row. */
enum { UOV_NO_ROW = 0x7fff };
unsigned ksig_uov_begin_row(uov_state *v, const uov_set *set, unsigned row);

/* x_row x_column in that row. */
static inline unsigned uov_product(uov_state *v, const uov_set *set, unsigned bits,
                                   unsigned column) {
    const unsigned variable = uov_variable(bits, uov_x(v, set), column);
    return bits == 4 ? v->products[variable]
                     : (unsigned)(v->products[variable & 15] ^ v->products[16 + (variable >> 4)]);
}

/* Word k of y. */
uint32_t ksig_uov_value(const uov_set *set, const uint32_t *planes, unsigned k);

/* Makes the columns of P1 and P2 that are due. */
void ksig_uov_expand(uov_state *v);

#endif
