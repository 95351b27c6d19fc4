/* SLH-DSA verification (FIPS 205 Algorithm 20): the order of the stream and the walk from FORS to the root.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The stream is R, the message, and then the rest of the signature, one node after another; each is consumed when it is
 * complete. The public key is the anchor. */
#include "api/verify.h"

#include <string.h>

#include "api/verdict.h"
#include "slhdsa/state.h"

enum stage {
    STAGE_R,
    STAGE_MESSAGE,
    STAGE_HASHED,
    STAGE_DIGEST,
    STAGE_FORS,
    STAGE_FORS_SECRET,
    STAGE_FORS_PATH,
    STAGE_FORS_ROOT, /* behind its path, as the next one */
    STAGE_CHAIN,
    STAGE_PATH,
    STAGE_ROOT,
};

enum { W = KSIG_SLHDSA_W, CHECKSUM_DIGITS = 3 };

static void open(void *state, const ksig_verify_args *args) {
    ksig_slhdsa_state *const v = state;
    ksig_slhdsa_message_open(v, args);
    ksig_checked(&v->head, args->signature_length ^ v->head.scheme->signature_bytes, KSIG_REJECT_SIG_LENGTH);
    const uint32_t n = ksig_slhdsa_params_of(v)->n;
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, n);
    ksig_want_piece(&v->head, STAGE_R, n);
}

static void take(void *state, const uint8_t *data, size_t length) {
    ksig_slhdsa_state *const v = state;
    const uint32_t taken = ksig_slhdsa_params_of(v)->n - v->head.piece;
    switch (v->head.stage) {
    case STAGE_R:
        ksig_copy(v->node + taken, data, length);
        break;
    case STAGE_MESSAGE:
        ksig_slhdsa_message_take(v, data, length);
        break;
    default:
        ksig_copy(v->input + taken, data, length);
        break;
    }
}

/* The digest is there: where its key pair is in the hypertree. The tree's index has more than 32 bits. */
static void find_leaf(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
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

/* Index of the revealed leaf of the current FORS tree: bits a i to a i + a - 1 of the digest, the first the highest; in
 * round 3 the first the lowest, and bits of a byte likewise. Of three bytes: a is at most 14. */
static uint32_t fors_leaf(const ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const unsigned bit = v->index * (unsigned)p->a;
    const uint8_t *const bytes = v->digest + bit / 8;
    const uint32_t high_first = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
    const uint32_t leaf = p->round3 ? ksig_load24(bytes) >> bit % 8 : high_first >> (24 - p->a - bit % 8);
    return leaf & ((1u << p->a) - 1u);
}

/* Of the node that is signed: the sum of W - 1 less each digit. */
static KSIG_NOINLINE unsigned checksum(const ksig_slhdsa_state *v, unsigned n) {
    unsigned sum = 2 * n * (W - 1);
    for (unsigned i = 0; i < n; i++)
        sum -= (v->node[i] >> 4) + (v->node[i] & 15u);
    return sum;
}

/* Digit `index` of the node, high halves of bytes first, or of its checksum. */
static unsigned wots_digit(const ksig_slhdsa_state *v, unsigned n) {
    unsigned place = 2 * n + CHECKSUM_DIGITS - 1 - v->index, value = v->checksum;
    if (place >= CHECKSUM_DIGITS) {
        value = v->node[v->index / 2];
        place = ~v->index & 1u;
    }
    return value >> 4 * place & 15u;
}

static void begin_layer(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    v->checksum = (uint16_t)checksum(v, p->n);
    v->index = 0;
    p->hash->open_t(v, KSIG_SLHDSA_WOTS_KEY);
    ksig_want_piece(&v->head, STAGE_CHAIN, p->n);
}

/* The message is complete. */
static KSIG_NOINLINE void end_prehash(ksig_slhdsa_state *v) {
#if KSIG_ENABLE_PREHASH
    ksig_checked(&v->head, ksig_slhdsa_prehash_taken(v) ^ v->message_bytes, KSIG_REJECT_FAULT);
    ksig_slhdsa_prehash_end(v);
#else
    (void)v;
#endif
}

/* The message is complete, and its pre-hash. */
static KSIG_NOINLINE void end_message(ksig_slhdsa_state *v) {
    ksig_checked(&v->head, ksig_slhdsa_message_end(v), KSIG_REJECT_FAULT);
    /* What is left there may be the sender's choice, and must not become the digest if something fails. */
    memset(v->input, 0, sizeof *v - offsetof(ksig_slhdsa_state, input));
    ksig_want_piece(&v->head, STAGE_DIGEST, 0);
}

/* The digest is there. */
static KSIG_NOINLINE void begin_fors(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    find_leaf(v, p);
    v->done = v->due = 0;
    v->index = 0;
    p->hash->open_t(v, KSIG_SLHDSA_FORS_ROOTS);
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, p->n, v->head.scheme->signature_bytes - p->n);
    ksig_want_piece(&v->head, STAGE_FORS_SECRET, p->n);
}

/* `input` is the secret of a FORS leaf. */
static KSIG_NOINLINE void fors_secret(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    v->place = ((uint32_t)v->index << p->a) + fors_leaf(v, p);
    p->hash->f(v, KSIG_SLHDSA_FORS_TREE, 0, v->place);
    ksig_copy(v->node, v->input, p->n);
    v->height = 0;
    ksig_want_piece(&v->head, STAGE_FORS_PATH, p->n);
}

/* `input` is where a chain of the WOTS+ key begins for the signer's digit. */
static KSIG_NOINLINE void chain(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    v->head.piece = p->n;
    p->hash->f(v, KSIG_SLHDSA_WOTS_HASH, v->index, wots_digit(v, p->n));
    p->hash->absorb(v, v->input, p->n);
    const unsigned index = v->index + 1u;
    v->index = (uint8_t)index;
    if (index < ksig_slhdsa_chains(p))
        return;
    /* Anew: with a checksum too low, another node could be signed by walking on. */
    const unsigned sum = checksum(v, p->n);
    ksig_checked(&v->head, sum ^ v->checksum, KSIG_REJECT_FAULT);
    v->due += sum + CHECKSUM_DIGITS * (W - 1) - (sum & 15u) - (sum >> 4 & 15u) - (sum >> 8) + p->height;
    p->hash->end_t(v);
    v->height = 0;
    v->place = v->leaf;
    v->head.stage = STAGE_PATH;
}

/* `input` is a neighbour on the way to a root. */
static KSIG_NOINLINE void path(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const int fors = v->head.stage == STAGE_FORS_PATH;
    v->head.piece = p->n;
    v->height++;
    p->hash->h(v, fors ? KSIG_SLHDSA_FORS_TREE : KSIG_SLHDSA_TREE, v->height, v->place);
    v->place >>= 1;
    if (v->height == (fors ? p->a : p->height))
        ksig_want_piece(&v->head, v->head.stage + 1u, 0);
}

/* `node` is a FORS root. */
static KSIG_NOINLINE void fors_root(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    ksig_want_piece(&v->head, STAGE_FORS_SECRET, p->n);
    p->hash->absorb(v, v->node, p->n);
    const unsigned index = v->index + 1u;
    v->index = (uint8_t)index;
    if (index < p->k)
        return;
    p->hash->end_t(v);
    v->due += p->k * (1u + p->a);
    begin_layer(v, p);
}

/* `node` is a layer's root. */
static KSIG_NOINLINE void layer_root(ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    const uint32_t low = v->tree[0], shifted = low >> p->height;
    v->leaf = (uint16_t)(low - (shifted << p->height));
    v->tree[0] = shifted | v->tree[1] << (32 - p->height);
    v->tree[1] >>= p->height;
    const unsigned layer = v->layer + 1u;
    v->layer = (uint8_t)layer;
    if (layer < p->d)
        begin_layer(v, p);
    else
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
}

static void next(void *state) {
    ksig_slhdsa_state *const v = state;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    switch (v->head.stage) {
    case STAGE_R:
        ksig_want_part(&v->head, KSIG_PART_MESSAGE, 0, v->message_bytes);
        ksig_want_piece(&v->head, STAGE_MESSAGE, v->message_bytes);
        ksig_slhdsa_message_begin(v);
        break;
    case STAGE_MESSAGE: /* the last call of a stage, with nothing behind it: the stack is what counts */
        ksig_want_piece(&v->head, STAGE_HASHED, 0);
        if (ksig_slhdsa_has_prehash(v))
            end_prehash(v);
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

/* The length, the message and what its pre-hash took, each layer's checksum, the calls of F and H, the root. */
static uint32_t checks(const ksig_slhdsa_state *v, const ksig_slhdsa_params *p) {
    return 4u + p->d + (ksig_slhdsa_has_prehash(v) ? 1u : 0u);
}

static ksig_verdict close(void *state) {
    ksig_slhdsa_state *const v = state;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    ksig_checked(&v->head, v->done ^ v->due, KSIG_REJECT_FAULT);
    ksig_counted(&v->head, ksig_compare(v->node, v->head.anchor + p->n, p->n), p->n, KSIG_REJECT_SIGNATURE);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * checks(v, p));
}

const struct ksig_verify_operations ksig_slhdsa_verify = {open, take, next, close};
