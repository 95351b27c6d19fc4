/* Signing with SLH-DSA (FIPS 205 Algorithm 19): the order of the stream.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * R, then for each FORS tree the secret of its leaf and the path, then for each layer the WOTS+
 * signature of the root below and the path: in the order in which they can be made. In a tree, the
 * leaf that signs comes first; then the subtrees next to its way to the root, the smallest first.
 * Their roots are the path. So each leaf is formed once, and only one node is kept on the way up.
 *
 * If a wrong root were signed, it would be the second one under that WOTS+ key. Only the secret key
 * determines the right one, and a verifier accepts the wrong one. So each root is formed again, as
 * in key generation, before it is signed; except the top one, which is compared with PK.root. */
#include "slhdsa/slhdsa_sign.h"

#include "guard/guard.h"
#include "slhdsa/slhdsa_digits.h"
#include "stream/verdict.h"
#include "util/memory.h"

enum stage {
    STAGE_MESSAGE = KSIG_WORK_FEED,
    STAGE_SECRET = KSIG_SLHDSA_DIGEST + 1, /* of a FORS leaf, which is output */
    STAGE_LEAF,
    STAGE_CHAIN, /* a node of a WOTS+ signature, which is output */
    STAGE_END_OF_CHAIN,
    STAGE_PATH,
    STAGE_CLIMB,
    STAGE_AGAIN,
};

static void fail(ksig_slhdsa_work *w) { w->head.work.reason = KSIG_REJECT_FAULT; }

static uint8_t *slot(ksig_slhdsa_work *w, unsigned number) {
    return ksig_slhdsa_nodes(w) + number * (unsigned)ksig_slhdsa_params_of(&w->v)->n;
}

/* The largest subtree needs a - 1 nodes, the whole tree a. */
static uint8_t *path_of(ksig_slhdsa_work *w) {
    return slot(w, ksig_slhdsa_params_of(&w->v)->a - 1u);
}
static uint8_t *kept_of(ksig_slhdsa_work *w) { return slot(w, ksig_slhdsa_params_of(&w->v)->a); }

/* 0 if both nodes are equal. */
static KSIG_NOINLINE uint32_t differ(const ksig_slhdsa_work *w, const uint8_t *a,
                                     const uint8_t *b) {
    const unsigned n = ksig_slhdsa_params_of(&w->v)->n;
    const ksig_tally tally = ksig_compare(a, b, n);
    return tally.bad | (tally.good ^ n);
}

/* layer: 0 for FORS, else one more than that of the tree. */
static int is_fors(const ksig_slhdsa_work *w) { return w->layer == 0; }
static unsigned type_of(const ksig_slhdsa_work *w) {
    return is_fors(w) ? KSIG_SLHDSA_FORS_TREE : KSIG_SLHDSA_TREE;
}
static unsigned height_of(const ksig_slhdsa_work *w) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    return is_fors(w) ? p->a : p->height;
}

/* Compares the nodes of the signature before FORS tree or chain `index` with the bytes output: if a
 * tree or layer were counted twice, a key would sign twice. */
static KSIG_NOINLINE void check_place(ksig_slhdsa_work *w) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    uint32_t nodes = 1u + w->v.index;
    if (is_fors(w))
        nodes += w->v.index * (uint32_t)p->a;
    else
        nodes += p->k * (1u + p->a) + (w->layer - 1u) * (ksig_slhdsa_chains(p) + p->height);
    if (w->head.given != nodes * p->n)
        fail(w);
}

/* ht_sign (FIPS 205 Algorithm 12): finds the tree and the leaf of the layer from the digest. */
static KSIG_NOINLINE void locate(ksig_slhdsa_work *w) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    ksig_slhdsa_find_leaf(&w->v, p);
    for (; w->v.layer + 1u < w->layer; w->v.layer++)
        ksig_slhdsa_next_leaf(&w->v, p);
}

/* wots_sign (FIPS 205 Algorithm 7), the checksum; ht_sign's next layer, which signs v.node. */
static KSIG_NOINLINE void begin_signer(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    /* Public: each root that is signed: the signature reveals it. */
    KSIG_DECLASSIFY_BYTES(v->node, p->n);
    w->head.work.stage = STAGE_CHAIN;
    w->layer++;
    v->index = 0;
    locate(w);
    const uint32_t low = v->tree[0], high = v->tree[1];
    const unsigned leaf = (unsigned)v->leaf;
    w->leaf = (uint16_t)v->leaf;
    ksig_slhdsa_set_checksum(v, ksig_slhdsa_checksum(v, p->n));
    if (w->checks) {
        const ksig_slhdsa_state *signed_again = v;
        locate(w);
        KSIG_RELOAD(signed_again);
        if (((v->tree[0] ^ low) | (v->tree[1] ^ high) | (v->leaf ^ leaf)) != 0 || w->leaf != leaf)
            fail(w);
        if (ksig_slhdsa_checksum(signed_again, p->n) != ksig_slhdsa_checksum_of(v))
            fail(w);
    }
}

static void begin_secret(ksig_slhdsa_work *w) {
    w->head.work.stage = STAGE_SECRET;
    w->leaf = (uint16_t)ksig_slhdsa_fors_leaf(&w->v, ksig_slhdsa_params_of(&w->v));
}

/* fors_sign (FIPS 205 Algorithm 16) begins; the digest is ready. */
static KSIG_NOINLINE void begin_forest(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    w->layer = 0;
    v->index = 0;
    locate(w);
    p->hash->open_t(v, KSIG_SLHDSA_FORS_ROOTS);
    begin_secret(w);
}

/* fors_skGen, or wots_sign's part of a chain (FIPS 205 Algorithms 14 and 7). Makes the secret of a
 * FORS leaf, or a node of a chain. */
static KSIG_NOINLINE void make_secret(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    if (is_fors(w)) {
        const uint32_t place = ((uint32_t)v->index << p->a) + ksig_slhdsa_fors_leaf(v, p);
        ksig_slhdsa_prf(w, w->head.work.key.secret, KSIG_SLHDSA_FORS_PRF, place);
        return;
    }
    v->leaf = w->leaf;
    ksig_slhdsa_prf(w, w->head.work.key.secret, KSIG_SLHDSA_WOTS_PRF, v->index);
    v->stop[0] = (uint8_t)(ksig_slhdsa_last(v) - ksig_slhdsa_wots_digit(v, p->n));
    p->hash->f(v, KSIG_SLHDSA_WOTS_HASH, v->index, 0);
}

/* Made twice and compared: a wrong value could contain part of SK.seed (all of SK.seed is never
 * output, checked or not). The second time starts with new midstates, as a fault may have changed
 * those in memory. */
static KSIG_NOINLINE void give_secret(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    w->head.work.stage++;
    check_place(w);
    make_secret(w);
    if (w->checks) {
        (void)ksig_copy(slot(w, 0), v->input, n);
        ksig_slhdsa_params_of(v)->hash->begin(v);
        make_secret(w);
        /* Public: it is the same both times, unless a fault struck. */
        if (KSIG_DECLASSIFY(differ(w, slot(w, 0), v->input) != 0))
            fail(w);
    }
    /* Public: a hash never equals its input, unless a fault struck. */
    if (KSIG_DECLASSIFY(differ(w, v->input, w->head.work.key.secret) == 0))
        fail(w);
    ksig_work_ready(&w->head, v->input, n);
}

/* xmss_sign or fors_sign (FIPS 205 Algorithms 10 and 16), a node of the path: begins the subtree
 * below it. */
static void begin_path(ksig_slhdsa_work *w, unsigned height) {
    w->head.work.stage = STAGE_PATH;
    ksig_slhdsa_subtree(w, (((unsigned)w->leaf >> height) ^ 1u) << height, height);
}

/* Makes the FORS leaf from the secret that was output. */
static KSIG_NOINLINE void revealed_leaf(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    p->hash->f(v, KSIG_SLHDSA_FORS_TREE, 0, ((uint32_t)v->index << p->a) + w->leaf);
    (void)ksig_copy(path_of(w), v->input, p->n);
    begin_path(w, 0);
}

/* wots_pkFromSig (FIPS 205 Algorithm 8), one chain: the rest of the chain from the node that was
 * output. */
static KSIG_NOINLINE void end_of_chain(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    if (v->index == 0)
        p->hash->open_t(v, KSIG_SLHDSA_WOTS_KEY);
    v->stop[0] = 0;
    p->hash->f(v, KSIG_SLHDSA_WOTS_HASH, v->index, ksig_slhdsa_wots_digit(v, p->n));
    (void)p->hash->absorb(v, v->input, p->n);
    w->head.work.stage = STAGE_CHAIN;
    if (++v->index < ksig_slhdsa_chains(p))
        return;
    v->index = 0;
    p->hash->end_t(v);
    (void)ksig_copy(path_of(w), v->node, p->n);
    begin_path(w, 0);
}

/* Does one chain, or several FORS leaves, which take less time each. 1 when the root of the subtree
 * is in v.node. */
static KSIG_NOINLINE int form(ksig_slhdsa_work *w) {
    unsigned count = is_fors(w) ? 4 : 1;
    do {
        if (ksig_slhdsa_subtree_step(w, w->head.work.key.secret, type_of(w)))
            return 1;
    } while (--count > 0);
    return 0;
}

static void neighbour(ksig_slhdsa_work *w) {
    if (!form(w))
        return;
    ksig_work_ready(&w->head, w->v.node, ksig_slhdsa_params_of(&w->v)->n);
    w->head.work.stage = STAGE_CLIMB;
}

static void begin_again(ksig_slhdsa_work *w) {
    w->head.work.stage = STAGE_AGAIN;
    ksig_slhdsa_subtree(w, 0, height_of(w));
}

/* ht_sign (FIPS 205 Algorithm 12), the end of a layer: v.node is what the next layer signs, or
 * PK.root. second: v.node was formed again. */
static KSIG_NOINLINE void next_root(ksig_slhdsa_work *w, int second) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    if (w->layer == p->d) {
        if (differ(w, v->node, v->head.anchor + p->n) != 0)
            fail(w);
        w->head.work.stage = KSIG_WORK_DONE;
        return;
    }
    if (w->checks && !second) {
        (void)ksig_copy(kept_of(w), v->node, p->n);
        if (is_fors(w))
            p->hash->open_t(v, KSIG_SLHDSA_FORS_ROOTS);
        begin_again(w);
        return;
    }
    /* Public: it is the same both times, unless a fault struck. */
    if (w->checks && KSIG_DECLASSIFY(differ(w, v->node, kept_of(w)) != 0))
        fail(w);
    begin_signer(w);
}

/* v.node is the root of a FORS tree. Returns 1 after the last one. */
static KSIG_NOINLINE int end_of_fors_tree(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    (void)p->hash->absorb(v, v->node, p->n);
    if (++v->index < p->k)
        return 0;
    v->index = 0;
    p->hash->end_t(v);
    return 1;
}

/* xmss_pkFromSig or fors_pkFromSig (FIPS 205 Algorithms 11 and 17), one level: v.node is a node of
 * the path, which was output. */
static KSIG_NOINLINE void climb(ksig_slhdsa_work *w) {
    ksig_slhdsa_state *const v = &w->v;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const unsigned height = v->height + 1u;
    uint32_t place = ((unsigned)w->leaf >> v->height) ^ 1u;
    if (is_fors(w))
        place += (uint32_t)v->index << (p->a - v->height);
    (void)ksig_copy(v->input, path_of(w), p->n);
    p->hash->h(v, type_of(w), height, place);
    if (height < height_of(w)) {
        (void)ksig_copy(path_of(w), v->node, p->n);
        begin_path(w, height);
    } else if (!is_fors(w) || end_of_fors_tree(w)) {
        next_root(w, 0);
    } else {
        begin_secret(w);
    }
}

static void again(ksig_slhdsa_work *w) {
    if (!form(w))
        return;
    if (!is_fors(w) || end_of_fors_tree(w))
        next_root(w, 1);
    else
        begin_again(w);
}

ksig_verdict ksig_slhdsa_sign_open(void *state, const ksig_sign_args *args) {
    ksig_slhdsa_work *const w = state;
    w->v.head.scheme = w->head.work.scheme.sign->params;
    w->v.head.anchor = args->secret_key + 2 * ksig_slhdsa_params_of(&w->v)->n;
    w->checks = KSIG_ENABLE_SIGN_CHECK && !(args->flags & KSIG_SIGN_UNCHECKED);
    const ksig_verdict verdict = ksig_slhdsa_sign_message_open(w, args);
    if (verdict == KSIG_PENDING)
        ksig_slhdsa_sign_message_begin(w);
    ksig_slhdsa_sign_operations_of(w)->wipe();
    return verdict;
}

size_t ksig_slhdsa_sign_take(void *state, const uint8_t *message, size_t length) {
    ksig_slhdsa_work *const w = state;
    if (w->head.work.mode != KSIG_MODE_PURE)
        return ksig_slhdsa_sign_prehash_take(w, message, length);
    ksig_slhdsa_sign_message_take(w, message, length);
    ksig_slhdsa_sign_operations_of(w)->wipe();
    return length;
}

/* One step of the message's end; when all are done, outputs R. */
static void message(ksig_slhdsa_work *w) {
    if (ksig_slhdsa_sign_message_step(w)) {
        ksig_work_ready(&w->head, w->v.node, ksig_slhdsa_params_of(&w->v)->n);
        begin_forest(w);
    }
}

/* slh_sign_internal (FIPS 205 Algorithm 19), a step. */
void ksig_slhdsa_sign_step(void *state) {
    ksig_slhdsa_work *const w = state;
    switch (w->head.work.stage) {
    case STAGE_MESSAGE:
    case KSIG_SLHDSA_PREHASHED:
    case KSIG_SLHDSA_AGAIN:
    case KSIG_SLHDSA_DIGEST:
        message(w);
        break;
    case STAGE_SECRET:
    case STAGE_CHAIN:
        give_secret(w);
        break;
    case STAGE_LEAF:
        revealed_leaf(w);
        break;
    case STAGE_END_OF_CHAIN:
        end_of_chain(w);
        break;
    case STAGE_PATH:
        neighbour(w);
        break;
    case STAGE_CLIMB:
        climb(w);
        break;
    case STAGE_AGAIN:
        again(w);
        break;
    default:
        fail(w);
        break;
    }
}
