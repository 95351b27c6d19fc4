/* Parameter sets and state of UOV. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_UOV_STATE_H
#define KSIG_UOV_STATE_H

#include "aes/aes_ctr.h"
#include "hash/keccak.h"
#include "stream/anchor.h"
#include "stream/operations.h"

/* The parts of the key: P1 has the columns of two vinegar variables, P2 those of a vinegar and an
 * oil variable, P3 those of two oil variables. */
enum { UOV_P1, UOV_P2, UOV_P3, UOV_END };

enum { UOV_PRODUCTS = 32, UOV_BLOCK_BYTES = 64, UOV_BEYOND_WORDS = 6 };
enum { UOV_SALT_BYTES = 16, UOV_SEED_BYTES = 16 };

typedef struct uov_set {
    uint16_t variables; /* n */
    uint16_t vinegar;   /* v; the others are oil */
    uint8_t bits;       /* of an element: 4 or 8 */
    uint8_t column_bytes;
    uint8_t column_words;
    uint8_t groups;     /* of a column */
    uint16_t inverse;   /* 2^18 / column_bytes, rounded up: not every core can divide */
    uint8_t made_words; /* blocks that a column of the expansion may touch; 0: the key is classic */
    uint8_t rate;       /* columns of P1 and P2 for each of P3, so that all are made when P3 ends */
} uov_set;

/* Column (row, column). */
typedef struct uov_place {
    uint16_t row, column;
    uint8_t part;
    uint8_t filled; /* in `at`: bytes of the arriving column; in `made`: bytes in the key's block */
} uov_place;

/* The hash of the key: its block holds bytes as they arrive, until all of them are hashed and all
 * groups of a column's words that begin there are added. The last group may end beyond it, so that
 * every group lies there as a whole. */
#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256
enum { UOV_KEY_BLOCK = 8 };
typedef union uov_key {
    ksig_anchor anchor; /* begins with chain, block; its length is written when the key ends */
    uint32_t words[8 + 16 + UOV_BEYOND_WORDS];
} uov_key;
#else
enum { UOV_KEY_BLOCK = 0 };
typedef struct uov_key {
    ksig_anchor anchor;
    uint32_t words[16 + UOV_BEYOND_WORDS];
} uov_key;
#endif

/* Followed by the planes. research/arch/armv7m/uov knows where everything is. */
typedef struct uov_stream {
    uint8_t products[UOV_PRODUCTS]; /* GF(256): x_row times each nibble, and x^4 times these.
                                     * GF(16): the planes of x_row times each nibble */
    uov_key key;                    /* the sponge overlaps it and the planes */
} uov_stream;

typedef struct uov_state {
    ksig_verify_head head;
    uint32_t columns;  /* added so far, or multiplied by zero */
    uint32_t position; /* of the column `made` in P1 | P2, in bytes */
    uov_place at;      /* in the streamed key */
    uov_place made;    /* in the expansion */
    uint16_t due;      /* columns of the expansion that may be made */
    uint16_t row;      /* the row of `products` */
    uint16_t planes;   /* of the arriving column */
    uint16_t blocks;   /* of the key, hashed */
    uov_stream stream;
    uint32_t room[];
} uov_state;

/* The room: planes, the wanted value, x, and for pkc the cipher and its blocks. */
static inline const uov_set *uov_set_of(const uov_state *v) { return v->head.scheme->params; }

static inline uint32_t *uov_planes(uov_state *v) { return v->room; }

static inline uint8_t *uov_block(uov_key *key) { return (uint8_t *)(key->words + UOV_KEY_BLOCK); }

/* Words of a column that are added to the planes together: a column is a whole number of
 * such groups, or up to three bytes less. */
enum { UOV_MOST_GROUP_WORDS = 8 };
static inline unsigned uov_group_words(const uov_set *set) { return set->bits == 8 ? 6 : 8; }

static inline uint32_t *uov_wanted(uov_state *v, const uov_set *set) {
    return uov_planes(v) + (set->bits + 1u) * set->column_words;
}

static inline unsigned uov_x_bytes(const uov_set *set) {
    return (unsigned)set->variables * set->bits / 8;
}

static inline uint8_t *uov_x(uov_state *v, const uov_set *set) {
    return (uint8_t *)(uov_wanted(v, set) + set->column_words);
}

static inline ksig_aes_ctr *uov_cipher(uov_state *v, const uov_set *set) {
    return (ksig_aes_ctr *)(uov_x(v, set) + (uov_x_bytes(set) + 3) / 4 * 4);
}

static inline uint32_t *uov_made(uov_state *v, const uov_set *set) {
    return (uint32_t *)(uov_cipher(v, set) + 1);
}

static inline ksig_keccak *uov_sponge(uov_state *v) {
    return (ksig_keccak *)(void *)&v->stream.key;
}

#endif
