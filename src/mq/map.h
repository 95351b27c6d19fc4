/* Evaluates a quadratic map that is streamed column by column. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A map of n variables over GF(2) or GF(16): for i = 0 .. n-1, for j = i .. n-1, a column holds the coefficients of x_i x_j
 * in all equations, packed from the low bits on. The columns of one value of x_i x_j are added up in one sum, so a column
 * costs one addition and no multiplication; the sums, q - 1 of them, are joined in the end. Nothing of a column is
 * kept but its place: byte k of it meets byte k of a sum. Columns with x_i x_j = 0 are passed over, whole rows at once. */
#ifndef KSIG_MQ_MAP_H
#define KSIG_MQ_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct ksig_mq_shape {
    uint8_t variables;    /* n <= 255 */
    uint8_t column_bytes; /* multiple of 4 */
    uint8_t bits;         /* of an element: 1 or 4 */
} ksig_mq_shape;

/* A place in the stream: byte `filled` of the column of x_row x_column. */
typedef struct ksig_mq_place {
    uint32_t products[2]; /* nibble v: x_row times v */
    uint8_t row, column;
    uint8_t filled;
    uint8_t value; /* of x_row x_column */
} ksig_mq_place;

/* x: the variables, packed from the low bits on. */
static inline unsigned ksig_mq_variable(const ksig_mq_shape *shape, const uint8_t *x, unsigned i) {
    return shape->bits == 1 ? x[i / 8] >> i % 8 & 1u : x[i / 2] >> 4 * (i % 2) & 15u;
}

/* Goes to the begin of row `row`. */
void ksig_mq_begin_row(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, unsigned row);

/* Takes the next bytes of the map. sums: those of value 1, 2, ... one behind the other, as little-endian words. At most the
 * rest of the map. */
void ksig_mq_take(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, uint32_t *sums,
                  const uint8_t *data, size_t length);

/* Adds bytes to a sum from its byte `filled` on. */
void ksig_mq_add(uint32_t *sum, size_t filled, const uint8_t *data, size_t length);

#endif
