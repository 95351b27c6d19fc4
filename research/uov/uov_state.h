/* Parameter sets and state of UOV. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_UOV_STATE_H
#define KSIG_UOV_STATE_H

#include "aes/aes_ctr.h"
#include "hash/keccak.h"
#include "stream/anchor.h"
#include "stream/operations.h"

/* Which columns: P1 has those of two vinegar variables, P2 of a vinegar and an oil variable, P3 of
 * two oil variables. */
enum { UOV_P1, UOV_P2, UOV_P3, UOV_END };

enum { UOV_PRODUCTS = 32 };
enum { UOV_SALT_BYTES = 16, UOV_SEED_BYTES = 16 };

typedef struct uov_set {
    uint16_t variables; /* n */
    uint16_t vinegar;   /* v; the others are oil */
    uint8_t bits;       /* of an element: 4 or 8 */
    uint8_t column_bytes;
    uint8_t column_words;
    uint8_t groups;     /* of a column */
    uint8_t made_words; /* blocks that a column of the expansion may touch; 0: the key is classic */
    uint8_t rate; /* columns of P1 and P2 for each of P3: then they are all made when that ends */
} uov_set;

/* Column (row, column). more: of the column that is arriving, how many bytes are there; beside the
 * one that is made, the product x_i x_j of that which is arriving. */
typedef struct uov_place {
    uint16_t row, column;
    uint8_t part, more;
} uov_place;

typedef struct uov_state {
    ksig_verify_head head;
    uint32_t columns;               /* that were added up, or are multiplied by zero */
    uint32_t position;              /* in P1 | P2, of the column `made`, in bytes */
    uov_place at;                   /* in the key that is streamed */
    uov_place made;                 /* in the expansion */
    uint16_t due;                   /* columns of it that may be made */
    uint16_t row;                   /* whose products are there */
    uint8_t products[UOV_PRODUCTS]; /* x_row times each nibble, and times x^4 times each */
    ksig_copied_key key;            /* the sponge lies over it and over planes */
    uint32_t room[];
} uov_state;

/* The room: planes, the wanted value, a group of a column of the stream, x, and for pkc the cipher
 * and its blocks. */
static inline const uov_set *uov_set_of(const uov_state *v) { return v->head.scheme->params; }

static inline uint32_t *uov_planes(uov_state *v) { return v->room; }

/* Words of a column that go to the planes together: it is a multiple of them, or a byte or two
 * less. */
enum { UOV_MOST_GROUP_WORDS = 6 };
static inline unsigned uov_group_words(const uov_set *set) { return set->bits == 8 ? 6 : 4; }

static inline uint32_t *uov_wanted(uov_state *v, const uov_set *set) {
    return v->room + (set->bits + 1u) * set->column_words;
}

static inline uint32_t *uov_group(uov_state *v, const uov_set *set) {
    return uov_wanted(v, set) + set->column_words;
}

static inline unsigned uov_x_bytes(const uov_set *set) {
    return (unsigned)set->variables * set->bits / 8;
}

static inline uint8_t *uov_x(uov_state *v, const uov_set *set) {
    return (uint8_t *)(uov_group(v, set) + uov_group_words(set));
}

static inline ksig_aes_ctr *uov_cipher(uov_state *v, const uov_set *set) {
    return (ksig_aes_ctr *)(uov_x(v, set) + (uov_x_bytes(set) + 3) / 4 * 4);
}

static inline uint32_t *uov_made(uov_state *v, const uov_set *set) {
    return (uint32_t *)(uov_cipher(v, set) + 1);
}

static inline ksig_keccak *uov_sponge(uov_state *v) { return (ksig_keccak *)(void *)&v->key; }

#endif
