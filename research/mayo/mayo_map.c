/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mayo/mayo_map.h"

#include "gf16/gf16_nibbles.h"
#include "mayo/mayo_words.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_MAYO

/* Element i of a polynomial or of packed vectors. */
static inline unsigned nibble_of(const uint32_t *words, unsigned i) {
    return (unsigned)(words[i / 8] >> i % 8 * 4) & 15;
}

/* Element j of each vector, packed from the low nibble of the first word on. */
static void packed_elements(uint32_t packed[2], mayo_state *v, const mayo_set *set, unsigned j) {
    const unsigned at = j * set->vectors, bits = 4u * set->vectors;
    const uint8_t *const from = mayo_s(v, set) + at / 2;
    packed[0] = ksig_load32(from);
    packed[1] = ksig_load32(from + 4);
    if (at % 2 != 0) {
        packed[0] = packed[0] >> 4 | packed[1] << 28;
        packed[1] >>= 4;
    }
    if (bits >= 32) {
        packed[1] &= (UINT32_C(1) << (bits - 32)) - 1;
    } else {
        packed[0] &= (UINT32_C(1) << bits) - 1;
        packed[1] = 0;
    }
}

/* The same, one byte per element. */
static KSIG_NOINLINE void elements_of(uint8_t *elements, mayo_state *v, const mayo_set *set,
                                      unsigned j) {
    uint32_t packed[2];
    packed_elements(packed, v, set, j);
    for (unsigned a = 0; a < set->vectors; a++)
        elements[a] = (uint8_t)nibble_of(packed, a);
}

static unsigned multiply(unsigned a, unsigned b) { return ksig_nibbles_multiply(a, b) & 15; }

/* How many bytes of a column are in its word w. */
static unsigned bytes_in(const mayo_set *set, unsigned w) {
    const unsigned left = set->column_bytes - 4 * w;
    return left < 4 ? left : 4;
}

/* ---- P3 ----------------------------------------------------------------------------------- */

/* The coefficients of column (i, j) of P3 in Y, in the order of set->places: s_a[i] s_b[j] and
 * s_b[i] s_a[j], eight b at once. */
static KSIG_NOINLINE void coefficients_of(uint8_t *to, mayo_state *v, const mayo_set *set) {
    uint32_t at_i[2], at_j[2];
    const unsigned vinegar = (unsigned)set->variables - set->oil;
    packed_elements(at_i, v, set, vinegar + v->at_row);
    packed_elements(at_j, v, set, vinegar + v->at_column);
    for (unsigned a = 0; a < set->vectors; a++) {
        const unsigned i = nibble_of(at_i, a), j = nibble_of(at_j, a);
        uint32_t products = 0;
        for (unsigned b = 0; b < a; b++, products >>= 4) {
            if (b % 8 == 0)
                products =
                    ksig_nibbles_multiply(at_j[b / 8], i) ^ ksig_nibbles_multiply(at_i[b / 8], j);
            *to++ = products & 15;
        }
        *to++ = (uint8_t)multiply(i, j);
    }
}

void ksig_mayo_take_columns(mayo_state *v, const uint8_t *data, size_t length) {
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
        ksig_mayo_add_shifted(mayo_y(v, set) + w, &v->gathered, coefficients, set->places, pairs,
                              1);
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

/* Makes the next column of the keystream and returns its address. The first block may be partly
 * used by the previous column. */
static KSIG_NOINLINE const uint8_t *make_column(mayo_state *v, const mayo_set *set) {
    const unsigned from = (unsigned)v->position % KSIG_AES_BLOCK_BYTES;
    const unsigned first = from == 0 ? 0 : KSIG_AES_BLOCK_BYTES;
    ksig_aes_ctr_blocks(mayo_cipher(v, set), mayo_made(v, set) + first,
                        (from + set->column_bytes - first + KSIG_AES_BLOCK_BYTES - 1) /
                            KSIG_AES_BLOCK_BYTES);
    return mayo_made(v, set) + from;
}

/* Keeps the block in which the next column begins. */
static KSIG_INLINE void keep_block(mayo_state *v, const mayo_set *set) {
    const unsigned to = (unsigned)v->position % KSIG_AES_BLOCK_BYTES + set->column_bytes;
    v->position += set->column_bytes;
    if (to % KSIG_AES_BLOCK_BYTES != 0)
        KSIG_COPY_FEW(mayo_made(v, set),
                      mayo_made(v, set) + to / KSIG_AES_BLOCK_BYTES * KSIG_AES_BLOCK_BYTES,
                      KSIG_AES_BLOCK_BYTES);
}

/* The mask of the bytes of word w that belong to the column. */
static uint32_t mask_of(const mayo_set *set, unsigned w) {
    return UINT32_C(0xffffffff) >> (32 - 8 * bytes_in(set, w));
}

/* The row is complete: adds its sums, times the elements of the row, to Y. The last word of sums
 * also includes bytes beyond the columns. */
static KSIG_NOINLINE void end_row(mayo_state *v, const mayo_set *set) {
    const unsigned k = set->vectors, last = set->column_words - 1u;
    uint8_t *const elements = mayo_coefficients(v, set);
    uint16_t *const places = (uint16_t *)(void *)(elements + (k + 1) / 2 * 2);
    uint32_t *const sums = mayo_sums(v);
    elements_of(elements, v, set, v->row);
    for (unsigned w = 0; w <= last; w++)
        ksig_mayo_transpose(sums + w * k, k);
    for (unsigned a = 0; a < k; a++) {
        sums[last * k + a] &= mask_of(set, last);
        for (unsigned b = 0; b < k; b++)
            places[b] = set->places[a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b];
        ksig_mayo_add_shifted(mayo_y(v, set), sums + a, elements, places, k, last + 1);
    }
    for (unsigned i = 0; i < (last + 1) * k; i++)
        sums[i] = 0;
}

/* Moves to the next column of P1 and P2, or of lambda. Row i of P2 follows row i of P1, so that
 * both share the sums. */
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

/* Makes lambda_r, and adds it to Y. */
static KSIG_NOINLINE void add_lambda(mayo_state *v, const mayo_set *set) {
    uint8_t *const elements = (uint8_t *)mayo_sums(v); /* no longer needed */
    uint16_t *const places = (uint16_t *)(void *)(elements + MAYO_MOST_VECTORS);
    const uint8_t *const column = make_column(v, set);
    elements_of(elements, v, set, v->column);
    for (unsigned b = 0; b < set->vectors; b++)
        places[b] = set->places[b * (b + 1) / 2];
    for (unsigned w = 0; w < set->column_words; w++) {
        const uint32_t word = ksig_load32(column + 4 * w) & mask_of(set, w);
        ksig_mayo_add_shifted(mayo_y(v, set) + w, &word, elements, places, set->vectors, 1);
    }
    keep_block(v, set);
}

/* Makes a column of P1 or P2, and adds it to the sums. */
static KSIG_NOINLINE void add_column(mayo_state *v, const mayo_set *set) {
    uint32_t packed[2];
    const uint8_t *const column = make_column(v, set);
    packed_elements(packed, v, set, v->column);
    ksig_mayo_add_column(mayo_sums(v), column, packed[0], packed[1], set->column_words,
                         set->vectors);
    keep_block(v, set);
}

void ksig_mayo_make_columns(mayo_state *v) {
    const mayo_set *const set = mayo_set_of(v);
    for (; v->due > 0 && v->part != MAYO_MADE; v->due--) {
        if (v->part == MAYO_ROWS)
            add_column(v, set);
        else
            add_lambda(v, set);
        if (v->part == MAYO_ROWS && v->column + 1u == set->variables)
            end_row(v, set);
        advance(v, set);
    }
}

/* ---- The end ------------------------------------------------------------------------------ */

void ksig_mayo_reduce(mayo_state *v) {
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
#if KSIG_BIG_ENDIAN
    for (unsigned i = 0; i < set->column_words; i++)
        y[i] = ksig_load32((const uint8_t *)&y[i]);
#endif
}

#endif
