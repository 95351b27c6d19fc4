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

#include "hash/hooks.h"
#include "uov/uov_state.h"

/* x_i. */
static inline unsigned uov_variable(unsigned bits, const uint8_t *x, unsigned i) {
    return bits == 8 ? x[i] : (unsigned)x[i / 2] >> 4 * (i % 2) & 15;
}

/* The planes for an element of GF(256): bit b is plane b. */
extern const uint32_t ksig_uov_heavy[8];
static inline unsigned uov_planes_of(unsigned product) {
    return (ksig_uov_heavy[product / 32] >> product % 32 & 1) != 0 ? (product ^ 255) | 256
                                                                   : product;
}

/* Adds groups of a column, whose last word is read whole, to the planes of `product`, which is not
 * 0: for GF(256), six words per group; for GF(16), the eight of a column. planes: those of the
 * first group. Assembly on ARMv7-M. */
void ksig_uov_add_256(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups);
void ksig_uov_add_16(uint32_t *planes, const uint8_t *column, unsigned product);

static inline void uov_add(uov_state *v, unsigned bits, const uint8_t *column, unsigned product,
                           unsigned first, unsigned groups) {
    if (product == 0)
        return;
    if (bits == 8)
        ksig_uov_add_256(uov_planes(v) + first * 9, column, product, groups);
    else
        ksig_uov_add_16(uov_planes(v), column, product);
}

/* Moves to the next row. uov_took: notes columns of a row that were added, or that are multiplied
 * by zero. */
void ksig_uov_next_row(uov_place *place, const uov_set *set);
static inline unsigned uov_row_end(const uov_place *place, const uov_set *set) {
    return place->part == UOV_P1 ? set->vinegar : set->variables;
}
static inline void uov_took(uov_state *v, uov_place *place, unsigned count) {
    const uov_set *const set = uov_set_of(v);
    const unsigned column = place->column + count;
    v->columns += count;
    place->column = (uint16_t)column;
    if (column == uov_row_end(place, set))
        ksig_uov_next_row(place, set);
}

/* Computes the products of a row. Returns x_row. */
enum { UOV_NO_ROW = 0x7fff };
unsigned ksig_uov_begin_row(uov_state *v, const uov_set *set, unsigned row);

/* The planes for x_row x_column in that row. */
static inline unsigned uov_product_of(unsigned bits, const uint8_t *products, unsigned variable) {
    return bits == 4 ? products[variable]
                     : uov_planes_of(products[variable & 15] ^ products[16 + (variable >> 4)]);
}
static inline unsigned uov_product(uov_state *v, const uov_set *set, unsigned bits,
                                   unsigned column) {
    return uov_product_of(bits, v->stream.products, uov_variable(bits, uov_x(v, set), column));
}

/* Hashes the block if it is full, and moves what is beyond to its begin. Returns how many bytes are
 * there, and 256 if it was hashed. */
static KSIG_INLINE unsigned uov_hash(uov_key *key, unsigned filled) {
    uint32_t *const block = key->words + UOV_KEY_BLOCK;
    if (filled < UOV_BLOCK_BYTES)
        return filled;
#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256
    KSIG_SHA256_COMPRESS(key->words, block);
#else
    (void)ksig_anchor_update(&key->anchor, (const uint8_t *)block, UOV_BLOCK_BYTES);
#endif
    for (unsigned k = 0; k < UOV_BEYOND_WORDS; k += 3) {
        const uint32_t *const from = block + UOV_BLOCK_BYTES / 4 + k;
        const uint32_t a = from[0], b = from[1], c = from[2];
        block[k] = a;
        block[k + 1] = b;
        block[k + 2] = c;
    }
    return filled - UOV_BLOCK_BYTES + 256;
}

/* Takes `count` > 0 whole columns of a row while they are copied into the block. range: count + 256
 * times the bytes in the block; for GF(256) + 65536 times the bytes of a column, and x is that of
 * the first column; for GF(16) + 65536 times the first column + UOV_FIELD_16. Returns the bytes in
 * the block after, and 256 for each block that was hashed. Assembly for SHA-256 on ARMv7-M. */
#define UOV_FIELD_16 (UINT32_C(1) << 31)
unsigned ksig_uov_take(uov_stream *s, const uint8_t *data, const uint8_t *x, uint32_t range);

/* Word k of y. */
uint32_t ksig_uov_value(const uov_set *set, const uint32_t *planes, unsigned k);

/* Makes the columns of P1 and P2 that are due. */
void ksig_uov_expand(uov_state *v);

#endif
