/* The state of an SLH-DSA verification and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Nothing of the signature is kept but one node: a WOTS+ key and the FORS roots are absorbed into a
 * hash that stays open (T) while chains are walked and trees are climbed with F and H. A state has
 * a beginning that is common to all sets and an end that belongs to the hash functions of the set.
 * Until the message has been hashed, most of it holds what is needed for that: R, where the node
 * will be, and after it the context, then a pre-hash. Only the open hash lies apart from them. */
#ifndef KSIG_SLHDSA_STATE_H
#define KSIG_SLHDSA_STATE_H

#include "kilosig/kilosig.h"
#include "slhdsa/slhdsa_params.h"
#include "stream/message.h"

typedef struct ksig_slhdsa_state {
    ksig_verify_head head;
    uint32_t tree[2];   /* index of the tree in its layer, the low half first */
    uint32_t done, due; /* calls of F and H: made, and to be made */
#if KSIG_SLHDSA_LIMITED
    uint32_t leaf; /* in its tree: the key pair */
#else
    uint16_t leaf;     /* in its tree: the key pair */
    uint16_t checksum; /* of the node that is signed */
#endif
    uint8_t layer;
    uint8_t index;                             /* FORS tree or WOTS+ chain */
    uint8_t height;                            /* of the node, in its tree */
    uint8_t stop[sizeof(void *) == 4 ? 1 : 5]; /* the first: how many steps before its end a chain
                                                * ends; a signer's. The rest: a pre-hash, in `node`
                                                * and after, needs 8 bytes' alignment */
    uint32_t place;                            /* of the node: among those of its height; with
                                                * KSIG_SLHDSA_LIMITED the checksum, too: where
                                                * chains are walked, nothing climbs */
    uint8_t node[KSIG_SLHDSA_MAX_N];  /* R; then the tree's highest so far, or what the WOTS+ key
                                         signs */
    uint8_t input[KSIG_SLHDSA_MAX_N]; /* the node that comes */
    uint8_t digest[(KSIG_SLHDSA_MAX_DIGEST + 7) / 8 *
                   8]; /* of the message; what is after is aligned as `node` */
} ksig_slhdsa_state;

/* Behind R, n bytes from state.node, while the message comes. */
typedef union ksig_slhdsa_message {
    uint8_t context[KSIG_CONTEXT_BYTES]; /* until R is there: hashed after it */
    ksig_prehash prehash;                /* then the digest too */
} ksig_slhdsa_message;

/* What they need, for n bytes: a hash's open part begins there or later. */
#define KSIG_SLHDSA_MESSAGE_END(n) \
    (offsetof(ksig_slhdsa_state, node) + (n) + sizeof(ksig_slhdsa_message))

/* Address types (FIPS 205 section 4.2). */
enum {
    KSIG_SLHDSA_WOTS_HASH,
    KSIG_SLHDSA_WOTS_KEY,
    KSIG_SLHDSA_TREE,
    KSIG_SLHDSA_FORS_TREE,
    KSIG_SLHDSA_FORS_ROOTS,
    KSIG_SLHDSA_WOTS_PRF,
    KSIG_SLHDSA_FORS_PRF,
};

#if KSIG_SLHDSA_LIMITED
typedef uint32_t ksig_slhdsa_leaf;
#else
typedef uint16_t ksig_slhdsa_leaf;
#endif

/* The tweakable hash functions of FIPS 205 section 11, with their state after the common one. An
 * address is the state's layer, tree and leaf with a type and two words. */
struct ksig_slhdsa_hash {
    /* Opens the hash for a message. */
    void (*open_message)(ksig_slhdsa_state *v);
    /* Takes bytes of what was opened last. Returns how many, as the hash counts. */
    size_t (*absorb)(ksig_slhdsa_state *v, const uint8_t *data, size_t length);
    /* H_msg: the message's digest. Then `begin`. */
    void (*end_message)(ksig_slhdsa_state *v);
    /* Sets up F, H and T. */
    void (*begin)(ksig_slhdsa_state *v);
    /* F of `input` in place: once, or from step w3 to the end of a WOTS+ chain. Of SK.seed it is
     * PRF. */
    void (*f)(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);
    /* H of `node`, which has index `child` below height w2, and its neighbour `input`, to `node`.
     */
    void (*h)(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t child);
    /* T: opens it; ends it, to `node`. */
    void (*open_t)(ksig_slhdsa_state *v, unsigned type);
    void (*end_t)(ksig_slhdsa_state *v);
    /* Bytes of their state, and of its end that is the hash which stays open. */
    uint16_t state_bytes, open_bytes;
};

extern const struct ksig_slhdsa_hash ksig_slhdsa_sha256, ksig_slhdsa_sha512, ksig_slhdsa_shake;
extern const struct ksig_verify_operations ksig_slhdsa_verify;

static inline const ksig_slhdsa_params *ksig_slhdsa_params_of(const ksig_slhdsa_state *v) {
    return v->head.scheme->params;
}

/* lg_w: bits of a digit. */
static inline unsigned ksig_slhdsa_lg_w(const ksig_slhdsa_state *v) {
#if KSIG_SLHDSA_LIMITED
    return ksig_slhdsa_params_of(v)->lg_w;
#else
    return (void)v, 4u;
#endif
}

/* w - 1: the greatest digit. */
static inline unsigned ksig_slhdsa_last(const ksig_slhdsa_state *v) {
    return (1u << ksig_slhdsa_lg_w(v)) - 1u;
}

/* chain (FIPS 205 Algorithm 5): how often F is applied. */
static inline unsigned ksig_slhdsa_steps(const ksig_slhdsa_state *v, unsigned type, uint32_t w3) {
    const unsigned last = ksig_slhdsa_last(v);
    return type == KSIG_SLHDSA_WOTS_HASH ? (last - v->stop[0] - (unsigned)w3) & last : 1u;
}

static inline ksig_slhdsa_message *ksig_slhdsa_message_of(ksig_slhdsa_state *v) {
    return (ksig_slhdsa_message *)(void *)(v->node + ksig_slhdsa_params_of(v)->n);
}

/* slhdsa_message.c: absorbs bytes of what was opened last: all of them; or as ksig_absorb. */
void ksig_slhdsa_absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length);
size_t ksig_slhdsa_absorb_message(void *state, const uint8_t *data, size_t length);

/* M' by mode. open leaves a reason in the head if the arguments do not go together; begin has R. */
void ksig_slhdsa_message_open(ksig_slhdsa_state *v, const ksig_verify_args *args);
void ksig_slhdsa_message_begin(ksig_slhdsa_state *v);
size_t ksig_slhdsa_message_take(ksig_slhdsa_state *v, const uint8_t *data, size_t length);

#endif
