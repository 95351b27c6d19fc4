/* SLH-DSA verification (FIPS 205 Algorithm 20): the order of the stream and the walk from FORS to
 * the root. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The stream is R, the message, and then the rest of the signature node by node; each node is
 * consumed when it is complete. The public key is the anchor. */
#include "stream/operations.h"

#include "slhdsa/slhdsa_digits.h"
#include "stream/verdict.h"
#include "util/memory.h"

enum stage {
    STAGE_R,
    STAGE_MESSAGE,
    STAGE_HASHED,
    STAGE_DIGEST,
    STAGE_FORS,
    STAGE_FORS_SECRET,
    STAGE_FORS_PATH,
    STAGE_FORS_ROOT, /* must directly follow its path */
    STAGE_CHAIN,
    STAGE_PATH,
    STAGE_ROOT,
};

static void open(void *state, const ksig_verify_args *args) {
    ksig_slhdsa_state *const v = state;
    ksig_slhdsa_message_open(v, args);
    ksig_checked(&v->head, args->signature_length ^ v->head.scheme->signature_bytes,
                 KSIG_REJECT_SIG_LENGTH);
    const uint32_t n = ksig_slhdsa_params_of(v)->n;
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, n);
    ksig_want_piece(&v->head, STAGE_R, n);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_slhdsa_state *const v = state;
    if (v->head.stage == STAGE_MESSAGE)
        return ksig_slhdsa_message_take(v, data, length);
    uint8_t *const end =
        (v->head.stage == STAGE_R ? v->node : v->input) + ksig_slhdsa_params_of(v)->n;
    return ksig_copy(end - v->head.piece, data, length) + ksig_is_message(&v->head);
}

static void begin_layer(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    ksig_slhdsa_set_checksum(v, ksig_slhdsa_checksum(v, p->n));
    v->index = 0;
    p->hash->open_t(v, KSIG_SLHDSA_WOTS_KEY);
    ksig_want_piece(&v->head, STAGE_CHAIN, p->n);
}

/* The message and its pre-hash are complete. */
static KSIG_NOINLINE void end_message(ksig_slhdsa_state *v) {
    ksig_message_digest(&v->head, &ksig_slhdsa_message_of(v)->prehash, ksig_slhdsa_absorb_message,
                        v);
    /* The sender may have chosen what is left there; it must not become the digest if something
     * fails. */
    memset(v->input, 0, sizeof *v - offsetof(ksig_slhdsa_state, input));
    ksig_want_piece(&v->head, STAGE_DIGEST, 0);
}

/* The digest is made. */
static KSIG_NOINLINE void begin_fors(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    ksig_slhdsa_find_leaf(v, p);
    v->done = v->due = 0;
    v->index = v->stop[0] = 0;
    p->hash->open_t(v, KSIG_SLHDSA_FORS_ROOTS);
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, p->n, v->head.scheme->signature_bytes - p->n);
    ksig_want_piece(&v->head, STAGE_FORS_SECRET, p->n);
}

/* fors_pkFromSig (FIPS 205 Algorithm 17), a leaf: `input` is the secret of a FORS leaf. */
static KSIG_NOINLINE void fors_secret(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    v->place = ((uint32_t)v->index << p->a) + ksig_slhdsa_fors_leaf(v, p);
    p->hash->f(v, KSIG_SLHDSA_FORS_TREE, 0, v->place);
    ksig_copy(v->node, v->input, p->n);
    v->height = 0;
    ksig_want_piece(&v->head, STAGE_FORS_PATH, p->n);
}

/* wots_pkFromSig (FIPS 205 Algorithm 8), one chain: `input` is the node of a WOTS+ chain at the
 * signer's digit. */
static KSIG_NOINLINE void chain(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    v->head.piece = p->n;
    p->hash->f(v, KSIG_SLHDSA_WOTS_HASH, v->index, ksig_slhdsa_wots_digit(v, p->n));
    ksig_slhdsa_absorb(v, v->input, p->n);
    const unsigned index = v->index + 1u;
    v->index = (uint8_t)index;
    if (index < ksig_slhdsa_chains(p))
        return;
    /* Recomputed: with a checksum that is too low, a different node could be signed by walking
     * on. */
    const unsigned sum = ksig_slhdsa_checksum(v, p->n);
    ksig_checked(&v->head, sum ^ ksig_slhdsa_checksum_of(v), KSIG_REJECT_FAULT);
    v->due += ksig_slhdsa_all_steps(v, sum) + p->height;
    p->hash->end_t(v);
    v->height = 0;
    v->place = v->leaf;
    v->head.stage = STAGE_PATH;
}

/* xmss_pkFromSig or fors_pkFromSig (FIPS 205 Algorithms 11 and 17), one level: `input` is a node of
 * the path. */
static KSIG_NOINLINE void path(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const int fors = v->head.stage == STAGE_FORS_PATH;
    v->head.piece = p->n;
    v->height++;
    p->hash->h(v, fors ? KSIG_SLHDSA_FORS_TREE : KSIG_SLHDSA_TREE, v->height, v->place);
    v->place >>= 1;
    if (v->height == (fors ? p->a : p->height))
        ksig_want_piece(&v->head, v->head.stage + 1u, 0);
}

/* fors_pkFromSig (FIPS 205 Algorithm 17), the end of a tree: `node` is a FORS root. */
static KSIG_NOINLINE void fors_root(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    ksig_want_piece(&v->head, STAGE_FORS_SECRET, p->n);
    ksig_slhdsa_absorb(v, v->node, p->n);
    const unsigned index = v->index + 1u;
    v->index = (uint8_t)index;
    if (index < p->k)
        return;
    p->hash->end_t(v);
    v->due += p->k * (1u + p->a);
    begin_layer(v, p);
}

/* ht_verify (FIPS 205 Algorithm 13), the end of a layer: `node` is a layer's root. */
static KSIG_NOINLINE void layer_root(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    ksig_slhdsa_next_leaf(v, p);
    const unsigned layer = v->layer + 1u;
    v->layer = (uint8_t)layer;
    if (layer < p->d)
        begin_layer(v, p);
    else
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
}

/* slh_verify_internal (FIPS 205 Algorithm 20): the next stage when a node is complete. */
static void next(void *state) {
    ksig_slhdsa_state *const v = state;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    switch (v->head.stage) {
    case STAGE_R:
        ksig_want_message(&v->head, STAGE_MESSAGE);
        ksig_slhdsa_message_begin(v);
        break;
    case STAGE_MESSAGE: /* the last call has nothing after it, to save stack */
        ksig_want_piece(&v->head, STAGE_HASHED, 0);
        ksig_message_end(&v->head, &ksig_slhdsa_message_of(v)->prehash);
        break;
    case STAGE_HASHED:
        end_message(v);
        break;
    case STAGE_DIGEST:
        ksig_want_piece(&v->head, STAGE_FORS, 0);
        p->hash->end_message(v);
        break;
    case STAGE_FORS:
        begin_fors(v, p);
        break;
    case STAGE_FORS_SECRET:
        fors_secret(v, p);
        break;
    case STAGE_CHAIN:
        chain(v, p);
        break;
    case STAGE_FORS_PATH:
    case STAGE_PATH:
        path(v, p);
        break;
    case STAGE_FORS_ROOT:
        fors_root(v, p);
        break;
    case STAGE_ROOT:
        layer_root(v, p);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* The length, the message's arguments, each layer's checksum, the calls of F and H, the root. */
static uint32_t checks(const ksig_slhdsa_params *p) { return 1u + KSIG_MESSAGE_CHECKS + p->d + 2u; }

/* slh_verify_internal and ht_verify (FIPS 205 Algorithms 20 and 13): the comparison with PK.root.
 */
static ksig_verdict close(void *state) {
    ksig_slhdsa_state *const v = state;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    ksig_checked(&v->head, v->done ^ v->due, KSIG_REJECT_FAULT);
    ksig_counted(&v->head, ksig_compare(v->node, v->head.anchor + p->n, p->n), p->n,
                 KSIG_REJECT_SIGNATURE);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * checks(p));
}

const struct ksig_verify_operations ksig_slhdsa_verify = {
    .open = open, .take = take, .next = next, .close = close};

/* While a message arrives, only a pre-hash is there. */
KSIG_ASSERT(KSIG_SLH_DSA_IDLE_AT >= offsetof(ksig_slhdsa_state, input), input_is_behind);
KSIG_ASSERT(KSIG_SLHDSA_MESSAGE_END(16) >= /* the least n */
                KSIG_SLH_DSA_IDLE_AT + KSIG_IDLE_BYTES,
            input_is_idle);
KSIG_ASSERT(KSIG_SLH_DSA_IDLE_AT % KSIG_ALIGNMENT == 0, idle_is_aligned);
