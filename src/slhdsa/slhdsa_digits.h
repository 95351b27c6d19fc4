/* What a message's digest, and a node that is signed, say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_DIGITS_H
#define KSIG_SLHDSA_DIGITS_H

#include "slhdsa/slhdsa_state.h"

enum { KSIG_SLHDSA_CHECKSUM_DIGITS = 3 };

/* toInt (FIPS 205 Algorithm 2) of idx_tree and idx_leaf. The digest is there: where its key pair is
 * in the hypertree. The tree's index has more than 32 bits. */
static inline void ksig_slhdsa_find_leaf(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const uint8_t *byte = v->digest + p->md_bytes;
    uint32_t low = 0, high = 0;
    for (unsigned i = p->tree_bytes; i > 0; i--) {
        high = high << 8 | low >> 24;
        low = low << 8 | *byte++;
    }
    v->tree[0] = low;
    v->tree[1] = high & UINT32_MAX >> (64 - p->height * (p->d - 1u));
    uint32_t leaf = byte[0];
    if (p->height > 8)
        leaf = leaf << 8 | byte[1];
    v->leaf = (uint16_t)(leaf & ((1u << p->height) - 1u));
    v->layer = 0;
}

/* The key pair of the next layer, which signs the root of this one's tree. */
static inline void ksig_slhdsa_next_leaf(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const uint32_t low = v->tree[0], shifted = low >> p->height;
    v->leaf = (uint16_t)(low - (shifted << p->height));
    v->tree[0] = shifted | v->tree[1] << (32 - p->height);
    v->tree[1] >>= p->height;
}

/* base_2b (FIPS 205 Algorithm 4) for b = a. Index of the revealed leaf of the current FORS tree:
 * bits a i to a i + a - 1 of the digest, the first the highest; in round 3 the first the lowest,
 * and bits of a byte likewise. Of three bytes: a is at most 14. */
static inline uint32_t ksig_slhdsa_fors_leaf(const ksig_slhdsa_state *v,
                                             const ksig_slhdsa_params *p) {
    const unsigned bit = v->index * (unsigned)p->a;
    const uint8_t *const bytes = v->digest + bit / 8;
    const uint32_t high_first = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
    const uint32_t leaf =
        p->framing == NULL ? ksig_load24(bytes) >> bit % 8 : high_first >> (24u - p->a - bit % 8);
    return leaf & ((1u << p->a) - 1u);
}

/* Of the node that is signed: the sum of W - 1 = 15 less each digit. */
static KSIG_NOINLINE unsigned ksig_slhdsa_checksum(const ksig_slhdsa_state *v, unsigned n) {
    unsigned sum = 2 * n * (KSIG_SLHDSA_W - 1);
    for (unsigned i = 0; i < n; i++)
        sum -= (v->node[i] >> 4) + (v->node[i] & 15u);
    return sum;
}

/* base_2b (FIPS 205 Algorithm 4) for b = 4. Digit `index` of the node, high halves of bytes first,
 * or of its checksum. */
static inline unsigned ksig_slhdsa_wots_digit(const ksig_slhdsa_state *v, unsigned n) {
    unsigned place = 2 * n + KSIG_SLHDSA_CHECKSUM_DIGITS - 1 - v->index, value = v->checksum;
    if (place >= KSIG_SLHDSA_CHECKSUM_DIGITS) {
        value = v->node[v->index / 2];
        place = ~(unsigned)v->index & 1u;
    }
    return value >> 4 * place & 15u;
}

#endif
