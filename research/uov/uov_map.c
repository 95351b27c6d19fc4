/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "uov/uov_map.h"

#include "gf16/gf16_nibbles.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_UOV

/* The set of bytes with more than four bits set. */
const uint32_t ksig_uov_heavy[8] = {
    0x80000000, 0xe8808000, 0xe8808000, 0xfee8e880, 0xe8808000, 0xfee8e880, 0xfee8e880, 0xfffefee8,
};

enum { AES_POLYNOMIAL = 0x11b, GF16_POLYNOMIAL = 0x13 };

unsigned ksig_uov_multiply(unsigned bits, unsigned a, unsigned b) {
    const unsigned polynomial = bits == 8 ? AES_POLYNOMIAL : GF16_POLYNOMIAL;
    unsigned product = 0;
    for (unsigned bit = bits; bit-- > 0;) {
        product <<= 1;
        product ^= (product >> bits) * polynomial ^ (b >> bit & 1) * a;
    }
    return product;
}

void ksig_uov_next_row(uov_place *place, const uov_set *set) {
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

unsigned ksig_uov_begin_row(uov_state *v, const uov_set *set, unsigned row) {
    const unsigned polynomial = set->bits == 8 ? AES_POLYNOMIAL : GF16_POLYNOMIAL;
    unsigned variable = uov_variable(set->bits, uov_x(v, set), row);
    const unsigned first = variable;
    uint8_t *half = v->products;
    v->row = (uint16_t)row;
    for (unsigned bits = set->bits; bits > 0; bits -= 4, half += 16) {
        half[0] = 0;
        for (unsigned power = 1; power < 16; power *= 2) {
            for (unsigned i = 0; i < power; i++)
                half[power + i] = (uint8_t)(half[i] ^ variable);
            variable = variable << 1 ^ (variable >> (set->bits - 1)) * polynomial;
        }
    }
    return first;
}

/* ---- Expansion ---------------------------------------------------------------------------- */

/* Skips a row that is multiplied by zero: it is not made. */
static void skip_row(uov_state *v, const uov_set *set) {
    const unsigned end = uov_row_end(&v->made, set), count = end - v->made.column;
    ksig_aes_ctr *const cipher = uov_cipher(v, set);
    v->position += (uint32_t)count * set->column_bytes;
    v->columns += count;
    ksig_aes_ctr_seek(cipher, v->position / KSIG_AES_BLOCK_BYTES);
    if (v->position % KSIG_AES_BLOCK_BYTES != 0)
        ksig_aes_ctr_blocks(cipher, (uint8_t *)uov_made(v, set), 1);
    v->made.column = (uint16_t)(end - 1);
    uov_advance(&v->made, set);
}

/* Makes `count` columns of one row and adds them. The first block may be partly used by the
 * previous column. */
static KSIG_INLINE void make_columns(uov_state *v, const uov_set *set, unsigned bits,
                                     unsigned count) {
    ksig_aes_ctr *const cipher = uov_cipher(v, set);
    uint8_t *const made = (uint8_t *)uov_made(v, set);
    const unsigned bytes = set->column_bytes;
    unsigned from = (unsigned)v->position % KSIG_AES_BLOCK_BYTES, column = v->made.column;
    v->columns += count;
    v->position += (uint32_t)count * bytes;
    v->made.column = (uint16_t)(column + count - 1);
    for (; count > 0; count--, column++) {
        const unsigned first = from == 0 ? 0 : KSIG_AES_BLOCK_BYTES;
        const uint8_t *const begin = made + from;
        from += bytes;
        ksig_aes_ctr_blocks(cipher, made + first,
                            (from - first + KSIG_AES_BLOCK_BYTES - 1) / KSIG_AES_BLOCK_BYTES);
        uov_add(v, bits, begin, uov_product(v, set, bits, column), 0, set->groups);
        if (from % KSIG_AES_BLOCK_BYTES != 0)
            KSIG_COPY_FEW(made, made + from / KSIG_AES_BLOCK_BYTES * KSIG_AES_BLOCK_BYTES,
                          KSIG_AES_BLOCK_BYTES);
        from %= KSIG_AES_BLOCK_BYTES;
    }
    uov_advance(&v->made, set);
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
