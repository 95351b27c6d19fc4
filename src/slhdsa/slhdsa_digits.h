/* The parts of a message's digest and the digits of a signed node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_DIGITS_H
#define KSIG_SLHDSA_DIGITS_H

#include "slhdsa/slhdsa_state.h"

/* toInt (FIPS 205 Algorithm 2) of idx_tree and idx_leaf: locates the digest's key pair in the
 * hypertree. The tree's index has more than 32 bits. */
static inline void ksig_slhdsa_find_leaf(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const uint8_t *byte = v->digest + p->md_bytes;
    uint32_t low = 0, high = 0;
    for (unsigned i = p->tree_bytes; i > 0; i--) {
        high = high << 8 | low >> 24;
        low = low << 8 | *byte++;
    }
    v->tree[0] = low;
    /* A single tree has no index bits, and none to shift out. */
    const unsigned unused = 64 - p->height * (p->d - 1u);
    v->tree[1] = high & UINT32_MAX >> (KSIG_SLHDSA_LIMITED ? unused % 32 : unused);
    uint32_t leaf = byte[0];
    if (p->height > 8)
        leaf = leaf << 8 | byte[1];
    if (KSIG_SLHDSA_LIMITED && p->height > 16)
        leaf = leaf << 8 | byte[2];
    v->leaf = (ksig_slhdsa_leaf)(leaf & (((uint32_t)1 << p->height) - 1u));
    v->layer = 0;
}

/* The key pair of the next layer, which signs the root of this one's tree. */
static inline void ksig_slhdsa_next_leaf(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const uint32_t low = v->tree[0], shifted = low >> p->height;
    v->leaf = (ksig_slhdsa_leaf)(low - (shifted << p->height));
    v->tree[0] = shifted | v->tree[1] << (32 - p->height);
    v->tree[1] >>= p->height;
}

/* base_2b (FIPS 205 Algorithm 4) for b = a. Index of the revealed leaf of the current FORS tree:
 * bits a i to a i + a - 1 of the digest, highest first; in round 3 lowest first, also within a
 * byte. Read from three bytes, since a is at most 14; from four where it may be 25. */
static inline uint32_t ksig_slhdsa_fors_leaf(const ksig_slhdsa_state *v,
                                             const ksig_slhdsa_params *p) {
    const unsigned bit = v->index * (unsigned)p->a;
    const uint8_t *const bytes = v->digest + bit / 8;
#if KSIG_SLHDSA_LIMITED
    const uint32_t leaf = p->framing == NULL
                              ? ksig_load24(bytes) >> bit % 8
                              : ksig_load32_big_endian(bytes) >> (32u - p->a - bit % 8);
#else
    const uint32_t high_first = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
    const uint32_t leaf =
        p->framing == NULL ? ksig_load24(bytes) >> bit % 8 : high_first >> (24u - p->a - bit % 8);
#endif
    return leaf & (((uint32_t)1 << p->a) - 1u);
}

#if KSIG_SLHDSA_LIMITED
/* base_2b (FIPS 205 Algorithm 4) for b = lg_w. Digit `index` of the node, highest first. With lg_w
 * = 3 it may span two bytes. The second byte may be in `input`, after the node; then its bits are
 * shifted out. */
static inline unsigned ksig_slhdsa_node_digit(const ksig_slhdsa_state *v, unsigned index,
                                              unsigned lg_w) {
    const unsigned bit = index * lg_w;
    const uint8_t *const bytes = (const uint8_t *)v + offsetof(ksig_slhdsa_state, node) + bit / 8;
    const unsigned two = (unsigned)bytes[0] << 8 | bytes[1];
    return two >> (16u - lg_w - bit % 8) & ((1u << lg_w) - 1u);
}

/* Of the signed node: the sum over all digits of w - 1 minus the digit. */
static KSIG_NOINLINE unsigned ksig_slhdsa_checksum(const ksig_slhdsa_state *v, unsigned n) {
    const unsigned lg_w = ksig_slhdsa_lg_w(v), digits = ksig_slhdsa_params_of(v)->digits;
    unsigned sum = digits * ksig_slhdsa_last(v);
    for (unsigned i = 0; i < digits; i++)
        sum -= ksig_slhdsa_node_digit(v, i, lg_w);
    return (void)n, sum;
}

/* Digit `index` of the node or of its checksum. */
static inline unsigned ksig_slhdsa_wots_digit(const ksig_slhdsa_state *v, unsigned n) {
    const unsigned lg_w = ksig_slhdsa_lg_w(v);
    const unsigned place = ksig_slhdsa_chains(ksig_slhdsa_params_of(v)) - 1u - v->index;
    (void)n;
    if (place >= ksig_slhdsa_params_of(v)->sum_digits)
        return ksig_slhdsa_node_digit(v, v->index, lg_w);
    return (unsigned)v->place >> lg_w * place & ksig_slhdsa_last(v);
}

/* Steps of all chains; the checksum is the steps of the node's chains. */
static inline unsigned ksig_slhdsa_all_steps(const ksig_slhdsa_state *v, unsigned sum) {
    const unsigned lg_w = ksig_slhdsa_lg_w(v), last = ksig_slhdsa_last(v);
    unsigned steps = sum;
    for (unsigned i = ksig_slhdsa_params_of(v)->sum_digits; i > 0; i--) {
        steps += last - (sum & last);
        sum >>= lg_w;
    }
    return steps;
}

static inline unsigned ksig_slhdsa_checksum_of(const ksig_slhdsa_state *v) {
    return (unsigned)v->place;
}

static inline void ksig_slhdsa_set_checksum(ksig_slhdsa_state *v, unsigned sum) { v->place = sum; }
#else
/* Of the signed node: the sum over all digits of w - 1 = 15 minus the digit. */
static KSIG_NOINLINE unsigned ksig_slhdsa_checksum(const ksig_slhdsa_state *v, unsigned n) {
    unsigned sum = 2 * n * 15u;
    for (unsigned i = 0; i < n; i++)
        sum -= (v->node[i] >> 4) + (v->node[i] & 15u);
    return sum;
}

/* base_2b (FIPS 205 Algorithm 4) for b = 4. Digit `index` of the node, high half bytes first, or of
 * its checksum. */
static inline unsigned ksig_slhdsa_wots_digit(const ksig_slhdsa_state *v, unsigned n) {
    unsigned place = 2 * n + 3u - 1u - v->index, value = v->checksum;
    if (place >= 3u) {
        value = v->node[v->index / 2];
        place = ~(unsigned)v->index & 1u;
    }
    return value >> 4 * place & 15u;
}

/* Steps of all chains; the checksum is the steps of the node's chains. */
static inline unsigned ksig_slhdsa_all_steps(const ksig_slhdsa_state *v, unsigned sum) {
    return (void)v, sum + 3u * 15u - (sum & 15u) - (sum >> 4 & 15u) - (sum >> 8);
}

static inline unsigned ksig_slhdsa_checksum_of(const ksig_slhdsa_state *v) { return v->checksum; }

static inline void ksig_slhdsa_set_checksum(ksig_slhdsa_state *v, unsigned sum) {
    v->checksum = (uint16_t)sum;
}
#endif

#endif
