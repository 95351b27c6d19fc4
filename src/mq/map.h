/* Evaluates a quadratic map that is streamed column by column. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A map of n variables over GF(2) or GF(16): for i = 0 .. n-1, for j = i .. n-1, a column holds the coefficients of x_i x_j
 * in all equations, packed from the low bits on. The columns of one value of x_i x_j are added up in one sum, so a column
 * costs one addition and no multiplication; the sums, q - 1 of them, are joined in the end. Nothing of a column is
 * kept but its place: byte k of it meets byte k of a sum. Columns with x_i x_j = 0 are passed over, whole rows at once.
 *
 * The shape is a constant of the caller, who inlines ksig_mq_take: lengths and field are then constants of the loops. */
#ifndef KSIG_MQ_MAP_H
#define KSIG_MQ_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "mq/gf16.h"
#include "util/bytes.h"

typedef struct ksig_mq_shape {
    uint8_t variables;    /* n <= 255 */
    uint8_t column_words; /* of 4 bytes */
    uint8_t bits;         /* of an element: 1 or 4 */
} ksig_mq_shape;

/* A place in the stream: byte `filled` of the column of x_row x_column. */
typedef struct ksig_mq_place {
    uint8_t products[16]; /* x_row times every element */
    uint8_t row, column;
    uint8_t filled;
    uint8_t unused;
} ksig_mq_place;

/* x_i, from the variables packed from the low bits on. */
static inline unsigned ksig_mq_variable(const ksig_mq_shape *shape, const uint8_t *x, unsigned i) {
    return shape->bits == 1 ? (unsigned)x[i / 8] >> i % 8 & 1 : (unsigned)x[i / 2] >> 4 * (i % 2) & 15;
}

/* Goes to the begin of a row. */
void ksig_mq_begin_row(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, unsigned row);

/* Adds bytes to a sum, little-endian words, from its byte `filled` on. */
void ksig_mq_add(uint32_t *sum, size_t filled, const uint8_t *data, size_t length);

static inline void ksig_mq_add_4_words(uint32_t *sum, const uint8_t *data) {
    const uint32_t a = ksig_load32(data), b = ksig_load32(data + 4), c = ksig_load32(data + 8),
                   d = ksig_load32(data + 12);
    const uint32_t s = sum[0], t = sum[1], u = sum[2], v = sum[3];
    sum[0] = s ^ a;
    sum[1] = t ^ b;
    sum[2] = u ^ c;
    sum[3] = v ^ d;
}

/* Adds a whole column. For a constant number of words the loops are gone. */
static inline void ksig_mq_add_column(uint32_t *sum, const uint8_t *data, unsigned words) {
    for (; words >= 8; words -= 8, data += 32, sum += 8) {
        ksig_mq_add_4_words(sum, data);
        ksig_mq_add_4_words(sum + 4, data + 16);
    }
    for (; words >= 4; words -= 4, data += 16, sum += 4)
        ksig_mq_add_4_words(sum, data);
    for (; words > 0; words--, data += 4)
        *sum++ ^= ksig_load32(data);
}

/* Takes the next bytes of the map, at most those that are left of it. sums: those of value 1, 2, ... one behind the other. */
static inline void ksig_mq_take(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, uint32_t *sums,
                                const uint8_t *data, size_t length) {
    const unsigned words = shape->column_words, bytes = 4 * words;
    unsigned column = place->column;
    while (length > 0) {
        size_t part = length;
        if (place->products[1] == 0) {
            /* x_row = 0: the rest of the row at once. */
            const size_t missing = (size_t)bytes * (shape->variables - column) - place->filled;
            part = part < missing ? part : missing;
            size_t filled = place->filled + part;
            for (; filled >= bytes; filled -= bytes)
                column++;
            place->filled = (uint8_t)filled;
        } else if (place->filled == 0 && length >= bytes) {
            /* Whole columns: the bulk of the time is spent here. */
            const uint8_t *const begin = data, *const last = data + length - bytes;
            do {
                const unsigned value = place->products[ksig_mq_variable(shape, x, column)];
                if (value != 0)
                    ksig_mq_add_column(sums + (value - 1) * words, data, words);
                data += bytes;
            } while (++column < shape->variables && data <= last);
            part = (size_t)(data - begin);
            data = begin;
        } else {
            const size_t missing = bytes - (size_t)place->filled;
            const unsigned value = place->products[ksig_mq_variable(shape, x, column)];
            part = part < missing ? part : missing;
            if (value != 0)
                ksig_mq_add(sums + (value - 1) * words, place->filled, data, part);
            column += part == missing;
            place->filled = (uint8_t)(part == missing ? 0 : place->filled + part);
        }
        data += part;
        length -= part;
        if (column == shape->variables) {
            ksig_mq_begin_row(place, shape, x, place->row + 1u);
            column = place->row;
        }
    }
    place->column = (uint8_t)column;
}

#endif
