/* Parameter sets and state of MAYO. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MAYO_STATE_H
#define KSIG_MAYO_STATE_H

#include "aes/aes_ctr.h"
#include "hash/keccak.h"
#include "stream/anchor.h"
#include "stream/operations.h"

enum { MAYO_SEED_BYTES = 16, MAYO_MOST_VECTORS = 12 };

typedef struct mayo_set {
    uint8_t variables, equations, oil, vectors; /* n, m, o, k */
    uint8_t salt_bytes, digest_bytes;
    uint8_t column_bytes;   /* m / 2 */
    uint8_t column_words;   /* of a column; the last one may be incomplete */
    uint8_t y_words;        /* m + k (k + 1) / 2 - 1 nibbles, and those that a shift may reach */
    uint8_t rate;           /* columns made for each byte of P3: all are made when P3 ends */
    uint8_t made_bytes;     /* of the cipher's blocks, and of what shares their room */
    uint16_t modulus;       /* z^m: the coefficients of z^0 .. z^3, a nibble each */
    const uint16_t *places; /* KSIG_MAYO_PLACE of z's power for the pairs (a, b), b <= a */
} mayo_set;

/* What is being made: the rows of P1, each with that of P2, then lambda. */
enum { MAYO_ROWS, MAYO_LAMBDA, MAYO_MADE };

typedef struct mayo_state {
    ksig_verify_head head;
    uint32_t columns;  /* added so far */
    uint32_t due;      /* columns that may be made */
    uint32_t position; /* in the keystream, of the next column, in bytes */
    uint32_t gathered; /* the word of P3 that is arriving */
    uint8_t row, column, part, unused;
    uint8_t at_row, at_column, at_filled, unused_too; /* position in P3, or vector and byte of s */
    ksig_copied_key key;                              /* the sponge overlaps it and the sums */
    uint32_t room[];
} mayo_state;

/* The room: sums, Y, target, cipher, s, the cipher's blocks. */
static inline const mayo_set *mayo_set_of(const mayo_state *v) { return v->head.scheme->params; }

/* k words for each word of a column, in the form of ksig_mayo_add_column. */
static inline uint32_t *mayo_sums(mayo_state *v) { return v->room; }

/* The unreduced polynomial. */
static inline uint32_t *mayo_y(mayo_state *v, const mayo_set *set) {
    return v->room + (unsigned)set->vectors * set->column_words;
}

/* t, m / 2 bytes; L and J, 16 bytes each. */
enum { MAYO_L_AND_J_BYTES = 32 };
static inline uint8_t *mayo_target(mayo_state *v, const mayo_set *set) {
    return (uint8_t *)(mayo_y(v, set) + set->y_words);
}

static inline ksig_aes_ctr *mayo_cipher(mayo_state *v, const mayo_set *set) {
    return (ksig_aes_ctr *)(mayo_y(v, set) + set->y_words + set->column_words +
                            MAYO_L_AND_J_BYTES / 4);
}

/* The vectors: n times k nibbles, those of one variable together, as they are used. Bytes after
 * them may be read. */
static inline unsigned mayo_s_bytes(const mayo_set *set) {
    return (unsigned)set->variables * set->vectors / 2;
}
static inline uint8_t *mayo_s(mayo_state *v, const mayo_set *set) {
    return (uint8_t *)(mayo_cipher(v, set) + 1);
}

/* The blocks of the keystream that a column touches; at first, the seed. Between two columns only
 * the first block is needed, and after it there is room for the coefficients of a column of P3. */
static inline uint8_t *mayo_made(mayo_state *v, const mayo_set *set) {
    return mayo_s(v, set) + (mayo_s_bytes(set) + 3) / 4 * 4;
}
static inline uint8_t *mayo_coefficients(mayo_state *v, const mayo_set *set) {
    return mayo_made(v, set) + KSIG_AES_BLOCK_BYTES;
}

static inline ksig_keccak *mayo_sponge(mayo_state *v) { return (ksig_keccak *)(void *)&v->key; }

#endif
