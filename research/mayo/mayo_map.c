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

/* Element j of each vector, packed from the low nibble on. */
static uint64_t packed_elements(mayo_state *v, const mayo_set *set, unsigned j) {
    const unsigned at = j * set->vectors, bits = 4u * set->vectors;
    const uint8_t *const from = mayo_s(v, set) + at / 2;
    uint32_t low = ksig_load32(from), high = ksig_load32(from + 4);
    if (at % 2 != 0) {
        low = low >> 4 | high << 28;
        high >>= 4;
    }
    if (bits >= 32) {
        high &= (UINT32_C(1) << (bits - 32)) - 1;
    } else {
        low &= (UINT32_C(1) << bits) - 1;
        high = 0;
    }
    return (uint64_t)high << 32 | low;
}

/* The same in two words. */
static inline void load_elements(uint32_t words[2], mayo_state *v, const mayo_set *set,
                                 unsigned j) {
    const uint64_t packed = packed_elements(v, set, j);
    words[0] = (uint32_t)packed;
    words[1] = (uint32_t)(packed >> 32);
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
    load_elements(at_i, v, set, vinegar + v->at_row);
    load_elements(at_j, v, set, vinegar + v->at_column);
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
        ksig_mayo_add_shifted(mayo_y(v, set) + w, v->gathered, coefficients, set->places, pairs);
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
static KSIG_INLINE const uint8_t *make_column(const mayo_state *v, const mayo_set *set,
                                              ksig_aes_ctr *cipher, uint8_t *made) {
    const unsigned from = (unsigned)v->position % KSIG_AES_BLOCK_BYTES;
    const unsigned first = from == 0 ? 0 : KSIG_AES_BLOCK_BYTES;
    ksig_aes_ctr_blocks(cipher, made + first,
                        (from + set->column_bytes - first + KSIG_AES_BLOCK_BYTES - 1) /
                            KSIG_AES_BLOCK_BYTES);
    return made + from;
}

/* Keeps the block in which the next column begins. */
static KSIG_INLINE void keep_block(mayo_state *v, const mayo_set *set, uint8_t *made) {
    const unsigned to = (unsigned)v->position % KSIG_AES_BLOCK_BYTES + set->column_bytes;
    v->position += set->column_bytes;
    if (to % KSIG_AES_BLOCK_BYTES != 0) {
        uint32_t *const words = (uint32_t *)(void *)made;
        const uint32_t *const from = words + to / KSIG_AES_BLOCK_BYTES * 4;
        const uint32_t a = from[0], b = from[1], c = from[2], d = from[3];
        words[0] = a;
        words[1] = b;
        words[2] = c;
        words[3] = d;
    }
}

/* The mask of the bytes of word w that belong to the column. */
static uint32_t mask_of(const mayo_set *set, unsigned w) {
    return UINT32_C(0xffffffff) >> (32 - 8 * bytes_in(set, w));
}

/* Element j of each vector as an item of ksig_mayo_add_row, with the vector's number; those below 8
 * first. */
static KSIG_NOINLINE void begin_items(uint32_t *items, mayo_state *v, const mayo_set *set,
                                      unsigned j) {
    uint32_t packed[2];
    unsigned low = 0, high = set->vectors;
    load_elements(packed, v, set, j);
    for (unsigned b = 0; b < set->vectors; b++) {
        const unsigned element = nibble_of(packed, b);
        items[element < 8 ? low++ : --high] = KSIG_MAYO_ITEM(element) | KSIG_MAYO_ITEM_NUMBER(b);
    }
    if (low != 0)
        items[low - 1] |= KSIG_MAYO_LAST_BELOW_8;
    items[set->vectors - 1u] |= KSIG_MAYO_LAST;
}

/* The places of the items for vector a. */
static KSIG_NOINLINE void place_items(uint32_t *items, const mayo_set *set, unsigned a) {
    const uint16_t *const pairs_of_a = set->places + a * (a + 1) / 2;
    for (unsigned i = 0; i < set->vectors; i++) {
        const uint32_t item = items[i] & ~KSIG_MAYO_ITEM_PLACE(0xffff);
        const unsigned b = KSIG_MAYO_NUMBER_OF(item);
        const uint16_t place = a < b ? set->places[b * (b + 1) / 2 + a] : pairs_of_a[b];
        items[i] = item | KSIG_MAYO_ITEM_PLACE(place);
    }
}

/* The row is complete: adds its sums, times the elements of the row, to Y; or lambda_r, which is in
 * the place of one. The last word also includes bytes beyond the columns. */
static KSIG_NOINLINE void end_row(mayo_state *v, const mayo_set *set) {
    const int is_row = v->part == MAYO_ROWS;
    const unsigned k = set->vectors, words = set->column_words, last = (words - 1) * k;
    uint32_t *const items = (uint32_t *)(void *)mayo_coefficients(v, set);
    uint32_t *const sums = mayo_sums(v);
    begin_items(items, v, set, is_row ? v->row : v->column - 1u);
    for (unsigned i = 0; is_row && i <= last; i += k)
        ksig_mayo_transpose(sums + i, k);
    for (unsigned a = 0; a < (is_row ? k : 1); a++) {
        sums[last + a] &= mask_of(set, words - 1);
        place_items(items, set, a);
        ksig_mayo_add_row(mayo_y(v, set), sums + a, items, k, words / 2);
    }
    for (unsigned i = 0; is_row && i < last + k; i++)
        sums[i] = 0;
}

/* A column is complete: moves to where the next one is, if it does not follow. Row i of P2 follows
 * row i of P1, so that both share the sums. */
static KSIG_NOINLINE void advance(mayo_state *v, const mayo_set *set) {
    const unsigned n = set->variables, vinegar = n - set->oil;
    const uint32_t p1 = (uint32_t)vinegar * (vinegar + 1u) / 2;
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

/* Makes those columns of the row of P1 or P2 that are due, and adds them to the sums; or makes one
 * of lambda, in the place of a sum. Returns whether the sums are complete. */
static KSIG_NOINLINE int add_columns(mayo_state *v, const mayo_set *set) {
    ksig_aes_ctr *const cipher = mayo_cipher(v, set);
    uint8_t *const made = mayo_made(v, set);
    do {
        const uint8_t *const column = make_column(v, set, cipher, made);
        if (v->part == MAYO_ROWS) {
            const uint64_t packed = packed_elements(v, set, v->column);
            ksig_mayo_add_column(mayo_sums(v), column, (uint32_t)packed, (uint32_t)(packed >> 32),
                                 set->column_words, set->vectors);
        } else {
            for (unsigned w = 0; w < set->column_words; w++)
                mayo_sums(v)[w * set->vectors] = ksig_load32(column + 4 * w);
        }
        keep_block(v, set, made);
        v->columns++;
        v->column++;
        v->due--;
    } while (v->due > 0 && v->part == MAYO_ROWS && v->column != set->variables &&
             v->column != set->variables - set->oil);
    return v->part == MAYO_LAMBDA || v->column == set->variables;
}

void ksig_mayo_make_columns(mayo_state *v) {
    const mayo_set *const set = mayo_set_of(v);
    while (v->due > 0 && v->part != MAYO_MADE) {
        if (add_columns(v, set))
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
