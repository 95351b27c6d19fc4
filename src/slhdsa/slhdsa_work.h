/* What key generation and signing with SLH-DSA share: the state and the making of trees.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A tree is formed leaf by leaf, each of them once, with one node kept for each height. What
 * verification has is in here too: the hash functions work on it. Behind the state of those lie the
 * nodes. */
#ifndef KSIG_SLHDSA_WORK_H
#define KSIG_SLHDSA_WORK_H

#include <stddef.h>

#include "slhdsa/slhdsa_state.h"
#include "stream/work.h"

typedef struct ksig_slhdsa_work {
    ksig_stream_head head;
    uint32_t first; /* leaf of the subtree in hand */
    uint16_t leaf;  /* the one that signs, or is revealed */
    uint16_t fed;   /* bytes of a digest */
    uint8_t layer;  /* of the tree in hand, as signing counts */
    uint8_t second; /* 1: the second pass over the message */
    uint8_t checks; /* 1: every root that is signed is formed twice */
    uint8_t unused; /* `v` is aligned to 8 bytes */
    ksig_slhdsa_state v;
} ksig_slhdsa_work;

static inline uint8_t *ksig_slhdsa_nodes(ksig_slhdsa_work *w) {
    return (uint8_t *)(&w->v + 1) + ksig_slhdsa_params_of(&w->v)->hash->state_bytes;
}

/* PRF, to v.input. secret: SK.seed. which: the chain (word 2 of the address) or the FORS leaf (word
 * 3); the other is 0. All arguments are in registers: callers' frames lie above the deepest call.
 */
void ksig_slhdsa_prf(ksig_slhdsa_work *w, const uint8_t *secret, unsigned type, uint32_t which);

/* Begins the subtree of a height with leaf `first` of its tree as the first; type: KSIG_SLHDSA_TREE
 * or _FORS_TREE, of the tree that v.layer and v.tree say, or of FORS tree v.index. Then one step of
 * it: a leaf of a FORS tree, or a chain of one. Returns 1 when the root is in v.node. */
void ksig_slhdsa_subtree(ksig_slhdsa_work *w, unsigned first, unsigned height);
int ksig_slhdsa_subtree_step(ksig_slhdsa_work *w, const uint8_t *secret, unsigned type);

#endif
