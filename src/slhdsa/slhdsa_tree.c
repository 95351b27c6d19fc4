/* The trees of XMSS and FORS (FIPS 205 Algorithms 6, 9 and 15).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_work.h"

#include "guard/guard.h"
#include "util/bytes.h"

/* PRF, and so fors_skGen (FIPS 205 Algorithm 14). */
void ksig_slhdsa_prf(ksig_slhdsa_work *w, const uint8_t *secret, unsigned type, uint32_t which) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    const uint32_t chain = type == KSIG_SLHDSA_WOTS_PRF ? which : 0;
    (void)ksig_copy(w->v.input, secret, p->n);
    p->hash->f(&w->v, type, chain, which - chain);
}

void ksig_slhdsa_subtree(ksig_slhdsa_work *w, unsigned first, unsigned height) {
    w->first = first;
    w->v.height = (uint8_t)height;
    w->v.place = 0;
}

/* wots_pkGen (FIPS 205 Algorithm 6): one whole chain of a WOTS+ key. Returns 1 when the public key
 * is in v.node. */
static KSIG_NOINLINE int whole_chain(ksig_slhdsa_work *w, const uint8_t *secret) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    v->leaf = (uint16_t)(w->first + v->place);
    if (v->index == 0)
        p->hash->open_t(v, KSIG_SLHDSA_WOTS_KEY);
    ksig_slhdsa_prf(w, secret, KSIG_SLHDSA_WOTS_PRF, v->index);
    v->stop[0] = 0;
    p->hash->f(v, KSIG_SLHDSA_WOTS_HASH, v->index, 0);
    (void)p->hash->absorb(v, v->input, p->n);
    if (++v->index < ksig_slhdsa_chains(p))
        return 0;
    v->index = 0;
    p->hash->end_t(v);
    return 1;
}

/* fors_node (FIPS 205 Algorithm 15), a leaf. The secret must not become the leaf: F was skipped if
 * it was not called twice, or if the secret is unchanged. */
static KSIG_NOINLINE void secret_leaf(ksig_slhdsa_work *w, const uint8_t *secret, uint32_t place) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const uint32_t due = v->done + 2;
    ksig_slhdsa_prf(w, secret, KSIG_SLHDSA_FORS_PRF, place);
    const uint32_t low = ksig_load32(v->input), high = ksig_load32(v->input + 4);
    p->hash->f(v, KSIG_SLHDSA_FORS_TREE, 0, place);
    uint32_t other = (ksig_load32(v->input) ^ low) | (ksig_load32(v->input + 4) ^ high);
    KSIG_BARRIER(other);
    /* Public: a hash never equals its input, unless a fault struck. */
    if (KSIG_DECLASSIFY(other == 0) || v->done != due) {
        ksig_wipe(v->input, sizeof v->input);
        w->head.work.reason = KSIG_REJECT_FAULT;
    }
    (void)ksig_copy(v->node, v->input, p->n);
}

/* xmss_node and fors_node (FIPS 205 Algorithms 9 and 15), without recursion. */
int ksig_slhdsa_subtree_step(ksig_slhdsa_work *w, const uint8_t *secret, unsigned type) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    uint32_t place = w->first + v->place;
    if (type == KSIG_SLHDSA_FORS_TREE) {
        place += (uint32_t)v->index << p->a;
        secret_leaf(w, secret, place);
    } else if (!whole_chain(w, secret)) {
        return 0;
    }
    uint8_t *node = ksig_slhdsa_nodes(w);
    uint32_t among = v->place;
    unsigned height = 0;
    for (; among & 1; among >>= 1, place >>= 1, node += p->n) { /* the left node is kept */
        (void)ksig_copy(v->input, node, p->n);
        p->hash->h(v, type, ++height, place);
    }
    if (height == v->height)
        return 1;
    (void)ksig_copy(node, v->node, p->n);
    v->place++;
    return 0;
}
