/* Evaluates a quadratic map that is streamed column by column.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A map of n variables over GF(2) or GF(16): for i = 0 .. n-1, for j = i .. n-1, a column holds the
 * coefficients of x_i x_j in all equations, packed from the low bits on. The columns with the same
 * value of x_i x_j are accumulated in one sum, so a column costs one addition and no
 * multiplication; the q - 1 sums are combined at the end. Only the position in a column is kept:
 * its byte k is added to byte k of a sum. Columns with x_i x_j = 0 are skipped, whole rows at once.
 *
 * In memory the sums for values 1, 2, ... follow each other. Over GF(16) four words precede them:
 * x_row times every element, a byte each, from the low byte of the first word on.
 *
 * The shape is a constant in the caller, which inlines ksig_mq_take: lengths and field are then
 * constants in the loops, and add_columns is called directly. */
#ifndef KSIG_MQ_MAP_H
#define KSIG_MQ_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "arch/armv7m/research_gates.h"
#include "kilosig/config.h"
#include "mq/mq_gf16.h"
#include "util/bytes.h"

typedef struct ksig_mq_shape {
    uint8_t variables;    /* n <= 255 */
    uint8_t column_words; /* of 4 bytes */
    uint8_t bits;         /* of an element: 1 or 4 */
    /* Assembly, or null for ksig_mq_add_columns: adds whole columns of a row with x_row != 0; range
     * is column + 256 count, count > 0. */
    void (*add_columns)(uint32_t *sums, const uint8_t *x, const uint8_t *data, unsigned range);
} ksig_mq_shape;

enum { KSIG_MQ_PRODUCT_WORDS = 4 };

/* A position in the stream: byte `filled` of the column of x_row x_column. */
typedef struct ksig_mq_place {
    uint8_t row, column;
    uint8_t filled;
    uint8_t variable; /* x_row; 0 after the last row */
} ksig_mq_place;

/* x_i, from the variables packed from the low bits on. */
static inline unsigned ksig_mq_variable(const ksig_mq_shape *shape, const uint8_t *x, unsigned i) {
    return shape->bits == 1 ? (unsigned)x[i / 8] >> i % 8 & 1
                            : (unsigned)x[i / 2] >> 4 * (i % 2) & 15;
}

/* GF(16): writes the four words before the sums. */
void ksig_mq_write_products(uint32_t *sums, unsigned variable);

/* Moves to the beginning of a row. */
static inline void ksig_mq_begin_row(ksig_mq_place *place, const ksig_mq_shape *shape,
                                     const uint8_t *x, uint32_t *sums, unsigned row) {
    place->row = (uint8_t)row;
    place->column = (uint8_t)row;
    place->filled = 0;
    place->variable = (uint8_t)(row == shape->variables ? 0 : ksig_mq_variable(shape, x, row));
    if (shape->bits == 4)
        ksig_mq_write_products(sums, place->variable);
}

/* x_row x_column, where x_row is not 0. */
static inline unsigned ksig_mq_product(const ksig_mq_shape *shape, const uint8_t *x,
                                       const uint32_t *sums, unsigned column) {
    const unsigned variable = ksig_mq_variable(shape, x, column);
    return shape->bits == 1 ? variable : (unsigned)(sums[variable / 4] >> variable % 4 * 8 & 15);
}

/* The sum for a nonzero value. */
static inline uint32_t *ksig_mq_sum(const ksig_mq_shape *shape, uint32_t *sums, unsigned value) {
    return sums + (shape->bits == 1 ? 0 : KSIG_MQ_PRODUCT_WORDS) +
           (value - 1) * shape->column_words;
}

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

/* Adds a whole column. If the number of words is a constant, the loops disappear. */
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

/* Adds `count` > 0 whole columns of a row with x_row != 0. */
static inline void ksig_mq_add_columns(const ksig_mq_shape *shape, uint32_t *sums, const uint8_t *x,
                                       const uint8_t *data, unsigned column, unsigned count) {
    for (; count > 0; count--, column++, data += 4 * shape->column_words) {
        const unsigned value = ksig_mq_product(shape, x, sums, column);
        if (value != 0)
            ksig_mq_add_column(ksig_mq_sum(shape, sums, value), data, shape->column_words);
    }
}

/* How many columns there are in `bytes` of one row. Not every core can divide: 3277 / 2^16 is
 * slightly more than 1 / 20, which is exact enough below 2^14 bytes. */
static inline unsigned ksig_mq_columns_in(size_t bytes, unsigned words) {
    return (unsigned)(words == 5 ? (uint32_t)bytes * 3277 >> 16 : bytes / (4 * words));
}

/* Takes the next bytes of the map, at most its rest. */
static inline void ksig_mq_take(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x,
                                uint32_t *sums, const uint8_t *data, size_t length) {
    const unsigned words = shape->column_words, bytes = 4 * words;
    unsigned column = place->column;
    while (length > 0) {
        const size_t left = (size_t)bytes * (shape->variables - column) - place->filled;
        size_t part = length < left ? length : left;
        if (place->variable == 0) {
            /* The rest of the row at once. */
            const size_t filled = place->filled + part;
            const unsigned count = ksig_mq_columns_in(filled, words);
            column += count;
            place->filled = (uint8_t)(filled - bytes * count);
        } else if (place->filled == 0 && part >= bytes) {
            /* Whole columns: most of the time is spent here. */
            const unsigned count = ksig_mq_columns_in(part, words);
            if (KSIG_ASM_MQ && shape->add_columns != NULL)
                shape->add_columns(sums, x, data, column + 256 * count);
            else
                ksig_mq_add_columns(shape, sums, x, data, column, count);
            column += count;
            part = (size_t)bytes * count;
        } else {
            const size_t missing = bytes - (size_t)place->filled;
            const unsigned value = ksig_mq_product(shape, x, sums, column);
            part = part < missing ? part : missing;
            if (value != 0)
                ksig_mq_add(ksig_mq_sum(shape, sums, value), place->filled, data, part);
            column += part == missing;
            place->filled = (uint8_t)(part == missing ? 0 : place->filled + part);
        }
        data += part;
        length -= part;
        if (column == shape->variables) {
            ksig_mq_begin_row(place, shape, x, sums, place->row + 1u);
            column = place->row;
        }
    }
    place->column = (uint8_t)column;
}

#endif
