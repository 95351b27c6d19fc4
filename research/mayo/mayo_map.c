/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mayo/mayo_map.h"

#include "gf16/gf16_nibbles.h"
#include "mayo/mayo_words.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_MAYO

/* Element j of each vector. */
static void elements_of(uint8_t *elements, mayo_state *v, const mayo_set *set, unsigned j) {
    const uint8_t *s = mayo_s(v, set) + j / 2, *const end = s + mayo_s_bytes(set);
    const unsigned step = set->variables / 2u;
    if (j % 2 == 0) {
        for (; s < end; s += step)
            *elements++ = *s & 15;
    } else {
        for (; s < end; s += step)
            *elements++ = *s >> 4;
    }
}

static unsigned multiply(unsigned a, unsigned b) { return ksig_nibbles_multiply(a, b) & 15; }

/* How many bytes of a column are in its word w. */
static unsigned bytes_in(const mayo_set *set, unsigned w) {
    const unsigned left = set->column_bytes - 4 * w;
    return left < 4 ? left : 4;
}

/* ---- P3 ----------------------------------------------------------------------------------- */

/* The coefficients of column (i, j) of P3 in Y, in the order of set->powers. */
static KSIG_NOINLINE void coefficients_of(uint8_t *to, mayo_state *v, const mayo_set *set) {
    uint8_t at_i[MAYO_MOST_VECTORS] = {0}, at_j[MAYO_MOST_VECTORS] = {0};
    const unsigned vinegar = (unsigned)set->variables - set->oil;
    elements_of(at_i, v, set, vinegar + v->at_row);
    elements_of(at_j, v, set, vinegar + v->at_column);
    for (unsigned a = 0; a < set->vectors; a++) {
        for (unsigned b = 0; b < a; b++)
            *to++ = (uint8_t)(multiply(at_i[a], at_j[b]) ^ multiply(at_i[b], at_j[a]));
        *to++ = (uint8_t)multiply(at_i[a], at_j[a]);
    }
}

void mayo_take_columns(mayo_state *v, const uint8_t *data, size_t length) {
    const mayo_set *const set = mayo_set_of(v);
    const unsigned pairs = (unsigned)set->vectors * (set->vectors + 1u) / 2;
    uint8_t *const coefficients = mayo_coefficients(v, set);
    int known = 0;
    for (; length > 0; length--) {
        const unsigned filled = v->at_filled, w = filled / 4;
        v->gathered |= (uint32_t)*data++ << filled % 4 * 8;
        v->at_filled++;
        if (filled + 1 != 4 * w + bytes_in(set, w))
            continue;
        if (!known)
            coefficients_of(coefficients, v, set);
        known = 1;
        ksig_mayo_add_shifted(mayo_y(v, set) + w, v->gathered, coefficients, set->powers, pairs);
        v->gathered = 0;
        if (v->at_filled == set->column_bytes) {
            known = 0;
            v->at_filled = 0;
            v->columns++;
            if (++v->at_column == set->oil)
                v->at_column = ++v->at_row;
        }
    }
}

/* ---- P1, P2, lambda ----------------------------------------------------------------------- */

static void seek(mayo_state *v, const mayo_set *set, uint32_t position) {
    ksig_aes_ctr *const cipher = mayo_cipher(v, set);
    v->position = position;
    ksig_aes_ctr_seek(cipher, position / KSIG_AES_BLOCK_BYTES);
    if (position % KSIG_AES_BLOCK_BYTES != 0)
        ksig_aes_ctr_blocks(cipher, mayo_made(v, set), 1);
}

/* Makes the next column of the keystream; returns where it is. Of the first block, only what is
 * after the column before is left. */
static const uint8_t *make_column(mayo_state *v, const mayo_set *set, unsigned *to) {
    const unsigned from = (unsigned)v->position % KSIG_AES_BLOCK_BYTES;
    const unsigned first = from == 0 ? 0 : KSIG_AES_BLOCK_BYTES;
    *to = from + set->column_bytes;
    ksig_aes_ctr_blocks(mayo_cipher(v, set), mayo_made(v, set) + first,
                        (*to - first + KSIG_AES_BLOCK_BYTES - 1) / KSIG_AES_BLOCK_BYTES);
    return mayo_made(v, set) + from;
}

/* The last word of a column, zeros above its last byte. */
static uint32_t last_word(const mayo_set *set, const uint8_t *column) {
    const unsigned w = set->column_words - 1u;
    return ksig_load32(column + 4 * w) & UINT32_C(0xffffffff) >> (32 - 8 * bytes_in(set, w));
}

/* The row is complete. */
static void end_row(mayo_state *v, const mayo_set *set) {
    const unsigned k = set->vectors;
    uint8_t *const elements = mayo_coefficients(v, set), *const powers = elements + k;
    elements_of(elements, v, set, v->row);
    for (unsigned a = 0; a < k; a++) {
        for (unsigned b = 0; b < k; b++)
            powers[b] = set->powers[a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b];
        for (unsigned w = 0; w < set->column_words; w++)
            ksig_mayo_add_shifted(mayo_y(v, set) + w, mayo_sums(v)[w * k + a], elements, powers, k);
    }
    memset(mayo_sums(v), 0, (size_t)k * set->column_words * 4);
}

/* To the next column of P1 and P2, or lambda. Row i of P2 follows row i of P1, so that both are
 * one in the sums. */
static KSIG_NOINLINE void advance(mayo_state *v, const mayo_set *set) {
    const unsigned n = set->variables, vinegar = n - set->oil;
    const uint32_t p1 = (uint32_t)vinegar * (vinegar + 1u) / 2;
    v->columns++;
    v->column++;
    if (v->part == MAYO_LAMBDA) {
        v->part = (uint8_t)(v->part + (v->column == n));
    } else if (v->column == vinegar) {
        seek(v, set, (p1 + (uint32_t)set->oil * v->row) * set->column_bytes);
    } else if (v->column == n) {
        end_row(v, set);
        const uint32_t row = ++v->row;
        v->column = v->row;
        if (row < vinegar) {
            seek(v, set, (row * vinegar - row * (row - 1) / 2) * set->column_bytes);
        } else {
            const uint8_t *const l = mayo_target(v, set) + set->column_bytes;
            ksig_aes_ctr_init(mayo_cipher(v, set), l, l + KSIG_AES_KEY_BYTES);
            v->position = 0;
            v->column = 0;
            v->part = MAYO_LAMBDA;
        }
    }
}

/* Adds a column of P1 or P2 to the sums. */
static void add_to_sums(mayo_state *v, const mayo_set *set, const uint8_t *column,
                        const uint8_t *elements) {
    const unsigned k = set->vectors, whole = set->column_bytes / 4;
    ksig_mayo_add_multiples(mayo_sums(v), column, elements, k, whole);
    if (whole != set->column_words) {
        const uint32_t last = last_word(set, column);
        uint8_t bytes[4];
        ksig_store32(bytes, last);
        ksig_mayo_add_multiples(mayo_sums(v) + whole * k, bytes, elements, k, 1);
    }
}

/* Adds lambda_r to Y. */
static void add_lambda(mayo_state *v, const mayo_set *set, const uint8_t *column,
                       const uint8_t *elements) {
    uint8_t *const powers = (uint8_t *)mayo_sums(v); /* of no more use */
    for (unsigned b = 0; b < set->vectors; b++)
        powers[b] = set->powers[b * (b + 1) / 2];
    for (unsigned w = 0; w < set->column_words; w++) {
        const uint32_t word =
            w + 1 < set->column_words ? ksig_load32(column + 4 * w) : last_word(set, column);
        ksig_mayo_add_shifted(mayo_y(v, set) + w, word, elements, powers, set->vectors);
    }
}

/* Makes a column, and adds it. A function of its own: its variables do not lie below those of the
 * end of a row. */
static KSIG_NOINLINE void add_column(mayo_state *v, const mayo_set *set) {
    uint8_t elements[MAYO_MOST_VECTORS];
    unsigned to;
    const uint8_t *const column = make_column(v, set, &to);
    elements_of(elements, v, set, v->column);
    if (v->part == MAYO_ROWS)
        add_to_sums(v, set, column, elements);
    else
        add_lambda(v, set, column, elements);
    v->position += set->column_bytes;
    if (to % KSIG_AES_BLOCK_BYTES != 0)
        KSIG_COPY_FEW(mayo_made(v, set),
                      mayo_made(v, set) + to / KSIG_AES_BLOCK_BYTES * KSIG_AES_BLOCK_BYTES,
                      KSIG_AES_BLOCK_BYTES);
}

void mayo_make_columns(mayo_state *v) {
    for (; v->due > 0 && v->part != MAYO_MADE; v->due--) {
        add_column(v, mayo_set_of(v));
        advance(v, mayo_set_of(v));
    }
}

/* ---- The end ------------------------------------------------------------------------------ */

static inline unsigned nibble_of(const uint32_t *words, unsigned i) {
    return (unsigned)(words[i / 8] >> i % 8 * 4) & 15;
}

void mayo_reduce(mayo_state *v) {
    const mayo_set *const set = mayo_set_of(v);
    uint32_t *const y = mayo_y(v, set);
    const unsigned m = set->equations, pairs = (unsigned)set->vectors * (set->vectors + 1u) / 2;
    for (unsigned degree = m + pairs - 1; degree-- > m;) {
        const unsigned c = nibble_of(y, degree);
        y[degree / 8] ^= (uint32_t)c << degree % 8 * 4;
        for (unsigned e = 0; e < 4; e++) {
            const unsigned to = degree - m + e;
            y[to / 8] ^= (uint32_t)multiply(c, set->modulus >> 4 * e & 15) << to % 8 * 4;
        }
    }
}

#endif
