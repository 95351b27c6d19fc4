/* What key generation and signing with SLH-DSA share: the state, and how trees are made.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A tree is formed leaf by leaf, each leaf once, with one node kept per height. The state includes
 * that of verification, on which the hash functions work. The nodes follow the hash functions'
 * state. */
#ifndef KSIG_SLHDSA_WORK_H
#define KSIG_SLHDSA_WORK_H

#include <stddef.h>

#include "slhdsa/slhdsa_state.h"
#include "stream/work.h"

typedef struct ksig_slhdsa_work {
    ksig_stream_head head;
    uint32_t first; /* first leaf of the current subtree */
    uint16_t leaf;  /* the leaf that signs, or is revealed */
    uint16_t fed;   /* bytes of a digest */
    uint8_t layer;  /* of the current tree, as signing counts */
    uint8_t second; /* 1: the second pass over the message */
    uint8_t checks; /* 1: every signed root is formed twice */
    uint8_t unused; /* `v` is aligned to 8 bytes */
    ksig_slhdsa_state v;
} ksig_slhdsa_work;

static inline uint8_t *ksig_slhdsa_nodes(ksig_slhdsa_work *w) {
    return (uint8_t *)(&w->v + 1) + ksig_slhdsa_params_of(&w->v)->hash->state_bytes;
}

/* PRF, to v.input. secret: SK.seed. which: the chain (word 2 of the address) or the FORS leaf (word
 * 3); the other is 0. All arguments are in registers: callers' frames are on the stack during the
 * deepest call. */
void ksig_slhdsa_prf(ksig_slhdsa_work *w, const uint8_t *secret, unsigned type, uint32_t which);

/* `subtree` begins the subtree of a height from leaf `first` of its tree on. `step` does one step:
 * a leaf of a FORS tree, or one chain of a leaf. type: KSIG_SLHDSA_TREE, for the tree of v.layer
 * and v.tree, or _FORS_TREE, for FORS tree v.index. Returns 1 when the root is in v.node. */
void ksig_slhdsa_subtree(ksig_slhdsa_work *w, unsigned first, unsigned height);
int ksig_slhdsa_subtree_step(ksig_slhdsa_work *w, const uint8_t *secret, unsigned type);

#endif
