/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "uov/uov_map.h"

#include "gf16/gf16_nibbles.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_UOV

enum { AES_POLYNOMIAL = 0x11b, GF16_POLYNOMIAL = 0x13 };

unsigned uov_multiply(unsigned bits, unsigned a, unsigned b) {
    const unsigned polynomial = bits == 8 ? AES_POLYNOMIAL : GF16_POLYNOMIAL;
    unsigned product = 0;
    for (unsigned bit = bits; bit-- > 0;) {
        product <<= 1;
        product ^= (product >> bits) * polynomial ^ (b >> bit & 1) * a;
    }
    return product;
}

void uov_next_row(uov_place *place, const uov_set *set) {
    if (++place->row == (place->part == UOV_P3 ? set->variables : set->vinegar)) {
        place->part++;
        place->row = place->part == UOV_P2 ? 0 : set->vinegar;
    }
    place->column = place->part == UOV_P2 ? set->vinegar : place->row;
}

uint32_t uov_value(const uov_set *set, const uint32_t *planes, unsigned k) {
    uint32_t y = 0;
    for (unsigned bit = set->bits; bit-- > 0;) {
        if (set->bits == 4)
            y = ksig_nibbles_times_x(y);
        else
            y = (y & UINT32_C(0x7f7f7f7f)) << 1 ^
                (y >> 7 & UINT32_C(0x01010101)) * (AES_POLYNOMIAL & 0xff);
        y ^= planes[bit * set->column_words + k];
    }
    return y;
}

unsigned uov_begin_row(uov_state *v, const uov_set *set, unsigned row) {
    const unsigned polynomial = set->bits == 8 ? AES_POLYNOMIAL : GF16_POLYNOMIAL;
    unsigned variable = uov_variable(set, uov_x(v, set), row);
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

/* A row that is multiplied by zero: nothing of it is made. */
static void skip_row(uov_state *v, const uov_set *set) {
    const unsigned end = v->made.part == UOV_P1 ? set->vinegar : set->variables;
    const unsigned count = end - v->made.column;
    ksig_aes_ctr *const cipher = uov_cipher(v, set);
    v->position += (uint32_t)count * set->column_bytes;
    v->columns += count;
    ksig_aes_ctr_seek(cipher, v->position / KSIG_AES_BLOCK_BYTES);
    if (v->position % KSIG_AES_BLOCK_BYTES != 0)
        ksig_aes_ctr_blocks(cipher, (uint8_t *)uov_made(v, set), 1);
    v->made.column = (uint16_t)(end - 1);
    uov_advance(&v->made, set);
}

void uov_expand(uov_state *v) {
    const uov_set *const set = uov_set_of(v);
    ksig_aes_ctr *const cipher = uov_cipher(v, set);
    uint8_t *const made = (uint8_t *)uov_made(v, set);
    for (; v->due > 0 && v->made.part < UOV_P3; v->due--) {
        if (v->made.row != v->row && uov_begin_row(v, set, v->made.row) == 0) {
            v->row = UOV_NO_ROW;
            skip_row(v, set);
            continue;
        }
        /* Of the first block, only what is after the column before is left. */
        const unsigned from = (unsigned)v->position % KSIG_AES_BLOCK_BYTES;
        const unsigned to = from + set->column_bytes;
        const unsigned first = from == 0 ? 0 : KSIG_AES_BLOCK_BYTES;
        ksig_aes_ctr_blocks(cipher, made + first,
                            (to - first + KSIG_AES_BLOCK_BYTES - 1) / KSIG_AES_BLOCK_BYTES);
        const unsigned product = uov_product(v, set, v->made.column);
        if (product != 0)
            ksig_uov_add_column(uov_planes(v), made + from, product, set->column_words);
        v->columns++;
        v->position += set->column_bytes;
        if (to % KSIG_AES_BLOCK_BYTES != 0)
            KSIG_COPY_FEW(made, made + to / KSIG_AES_BLOCK_BYTES * KSIG_AES_BLOCK_BYTES,
                          KSIG_AES_BLOCK_BYTES);
        uov_advance(&v->made, set);
    }
}

#endif
