/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "uov/uov_map.h"

#include "gf16/gf16_nibbles.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_UOV

enum { AES_POLYNOMIAL = 0x11b, GF16_POLYNOMIAL = 0x13 };

KSIG_NOINLINE void ksig_uov_next_row(uov_place *place, const uov_set *set) {
    if (++place->row == (place->part == UOV_P3 ? set->variables : set->vinegar)) {
        place->part++;
        place->row = place->part == UOV_P2 ? 0 : set->vinegar;
    }
    place->column = place->part == UOV_P2 ? set->vinegar : place->row;
}

uint32_t ksig_uov_value(const uov_set *set, const uint32_t *planes, unsigned k) {
    const unsigned words = uov_group_words(set), bits = set->bits;
    uint32_t y = 0;
    for (; k >= words; k -= words) /* no division: small cores lack it */
        planes += words * (bits + 1);
    planes += k;
    for (unsigned bit = bits; bit-- > 0;) {
        if (bits == 4)
            y = ksig_nibbles_times_x(y);
        else
            y = (y & UINT32_C(0x7f7f7f7f)) << 1 ^
                (y >> 7 & UINT32_C(0x01010101)) * (AES_POLYNOMIAL & 0xff);
        y ^= planes[bit * words] ^ planes[bits * words];
    }
    return y;
}

/* The planes for four elements of GF(16), a byte each. */
static KSIG_INLINE uint32_t planes_of_4(uint32_t x) {
    const uint32_t both = x & x >> 1, any = x | x >> 1; /* of bits 0 and 1, 2 and 3 */
    const uint32_t heavy = ((both & any >> 2) | (both >> 2 & any)) & UINT32_C(0x01010101);
    return x ^ heavy * 31;
}

unsigned ksig_uov_begin_row(uov_state *v, const uov_set *set, unsigned row) {
    const unsigned high = set->bits - 1u, polynomial = high == 7 ? AES_POLYNOMIAL : GF16_POLYNOMIAL;
    const unsigned first = uov_variable(set->bits, uov_x(v, set), row);
    uint8_t *const products = v->stream.products;
    uint32_t power = first; /* x_row times 1, x, x^2 .. */
    v->row = (uint16_t)row;
    for (unsigned at = 0; at < 4u * set->bits; at += 16) {
        /* Four products in a word. */
        uint32_t word = power << 8 | power << 24;
        power = power << 1 ^ (power >> high) * polynomial;
        word ^= power << 16 ^ power << 24;
        const uint32_t square = power << 1 ^ (power >> high) * polynomial;
        const uint32_t cube = square << 1 ^ (square >> high) * polynomial;
        power = cube << 1 ^ (cube >> high) * polynomial;
        ksig_store32(products + at, word);
        ksig_store32(products + at + 4, word ^= square * UINT32_C(0x01010101));
        ksig_store32(products + at + 12, word ^= cube * UINT32_C(0x01010101));
        ksig_store32(products + at + 8, word ^ square * UINT32_C(0x01010101));
    }
    for (unsigned at = 0; high == 3 && at < 16; at += 4)
        ksig_store32(products + at, planes_of_4(ksig_load32(products + at)));
    return first;
}

/* ---- Expansion ---------------------------------------------------------------------------- */

/* Skips a row that is multiplied by zero: it is not made. */
static void skip_row(uov_state *v, const uov_set *set) {
    const unsigned count = uov_row_end(&v->made, set) - v->made.column;
    v->position += (uint32_t)count * set->column_bytes;
    ksig_aes_ctr_seek(uov_cipher(v, set), v->position / KSIG_AES_BLOCK_BYTES);
    uov_took(v, &v->made, count);
}

/* Makes `count` columns of one row and adds them. The first block is there if the previous column
 * used a part of it. */
static KSIG_INLINE void make_columns(uov_state *v, const uov_set *set, unsigned bits,
                                     unsigned count) {
    ksig_aes_ctr *const cipher = uov_cipher(v, set);
    uint32_t *const words = uov_made(v, set);
    uint8_t *const made = (uint8_t *)words;
    const unsigned bytes = set->column_bytes;
    unsigned from = (unsigned)v->position % KSIG_AES_BLOCK_BYTES, column = v->made.column;
    unsigned first = (unsigned)(cipher->next - v->position / KSIG_AES_BLOCK_BYTES);
    v->position += (uint32_t)count * bytes;
    uov_took(v, &v->made, count);
    for (; count > 0; count--, column++) {
        const uint8_t *const begin = made + from;
        from += bytes;
        ksig_aes_ctr_blocks(cipher, made + KSIG_AES_BLOCK_BYTES * first,
                            (from + KSIG_AES_BLOCK_BYTES - 1) / KSIG_AES_BLOCK_BYTES - first);
        uov_add(v, bits, begin, uov_product(v, set, bits, column), 0, set->groups);
        if (from % KSIG_AES_BLOCK_BYTES != 0) { /* by words: not every compiler inlines a copy */
            const uint32_t *const last = words + from / KSIG_AES_BLOCK_BYTES * 4;
            const uint32_t a = last[0], b = last[1], c = last[2], d = last[3];
            words[0] = a;
            words[1] = b;
            words[2] = c;
            words[3] = d;
        }
        from %= KSIG_AES_BLOCK_BYTES;
        first = from != 0;
    }
}

void ksig_uov_expand(uov_state *v) {
    const uov_set *const set = uov_set_of(v);
    while (v->due > 0 && v->made.part < UOV_P3) {
        if (v->made.row != v->row && ksig_uov_begin_row(v, set, v->made.row) == 0) {
            v->row = UOV_NO_ROW;
            v->due--;
            skip_row(v, set);
        } else {
            const unsigned left = uov_row_end(&v->made, set) - v->made.column;
            const unsigned count = left < v->due ? left : v->due;
            v->due = (uint16_t)(v->due - count);
            make_columns(v, set, set->bits, count);
        }
    }
}

#endif
