/* The state of an SLH-DSA verification and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Only one node of the signature is kept: a WOTS+ key and the FORS roots are absorbed into a hash
 * that stays open (T) while chains are walked and trees are climbed with F and H. The beginning of
 * a state is common to all sets; its end belongs to the hash functions of the set. Until the
 * message has been hashed, most of the state holds what that needs: R, where the node will be, and
 * after it the context, then a pre-hash. Only the open hash is separate. */
#ifndef KSIG_SLHDSA_STATE_H
#define KSIG_SLHDSA_STATE_H

#include "kilosig/kilosig.h"
#include "slhdsa/slhdsa_params.h"
#include "stream/message.h"

typedef struct ksig_slhdsa_state {
    ksig_verify_head head;
    uint32_t tree[2];   /* index of the tree in its layer, the low half first */
    uint32_t done, due; /* calls of F and H: made, and required */
#if KSIG_SLHDSA_LIMITED
    uint32_t leaf; /* index of the key pair in its tree */
#else
    uint16_t leaf;     /* index of the key pair in its tree */
    uint16_t checksum; /* of the signed node */
#endif
    uint8_t layer;
    uint8_t index;                             /* FORS tree or WOTS+ chain */
    uint8_t height;                            /* of the node in its tree */
    uint8_t stop[sizeof(void *) == 4 ? 1 : 5]; /* stop[0]: how many steps before its end a chain
                                                  stops; a signer's. The rest: a pre-hash, from
                                                  `node` on, needs 8-byte alignment */
    uint32_t place; /* index of the node at its height; with KSIG_SLHDSA_LIMITED also the checksum,
                       as chains and paths are never walked at the same time */
    uint8_t node[KSIG_SLHDSA_MAX_N];  /* R; then the highest node of the tree so far, or the node
                                         that the WOTS+ key signs */
    uint8_t input[KSIG_SLHDSA_MAX_N]; /* the arriving node */
    uint8_t digest[(KSIG_SLHDSA_MAX_DIGEST + 7) / 8 *
                   8]; /* of the message; keeps the alignment of `node` */
} ksig_slhdsa_state;

/* After R, n bytes from state.node, while the message arrives. */
typedef union ksig_slhdsa_message {
    uint8_t context[KSIG_CONTEXT_BYTES]; /* until R has arrived: it is hashed after R */
    ksig_prehash prehash;                /* then also its digest */
} ksig_slhdsa_message;

/* The end of that union for n bytes: the open hash begins there or later. */
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

/* The tweakable hash functions of FIPS 205 section 11, whose state follows the common one. An
 * address is the state's layer, tree and leaf with a type and two words. */
struct ksig_slhdsa_hash {
    /* Opens the hash for a message. */
    void (*open_message)(ksig_slhdsa_state *v);
    /* Absorbs bytes into the hash opened last. Returns how many, as the hash counts them. */
    size_t (*absorb)(ksig_slhdsa_state *v, const uint8_t *data, size_t length);
    /* H_msg: makes the message's digest. Includes `begin`. */
    void (*end_message)(ksig_slhdsa_state *v);
    /* Sets up F, H and T. */
    void (*begin)(ksig_slhdsa_state *v);
    /* F of `input` in place: once, or from step w3 to the end of a WOTS+ chain. PRF is F of
     * SK.seed. */
    void (*f)(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);
    /* H of `node`, which has index `child` below height w2, and its neighbour `input`; the result
     * replaces `node`. */
    void (*h)(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t child);
    /* T: opens it; ends it, with the result in `node`. */
    void (*open_t)(ksig_slhdsa_state *v, unsigned type);
    void (*end_t)(ksig_slhdsa_state *v);
    /* Bytes of their state, and of the hash at its end that stays open. */
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

/* chain (FIPS 205 Algorithm 5): how many times F is applied. */
static inline unsigned ksig_slhdsa_steps(const ksig_slhdsa_state *v, unsigned type, uint32_t w3) {
    const unsigned last = ksig_slhdsa_last(v);
    return type == KSIG_SLHDSA_WOTS_HASH ? (last - v->stop[0] - (unsigned)w3) & last : 1u;
}

static inline ksig_slhdsa_message *ksig_slhdsa_message_of(ksig_slhdsa_state *v) {
    return (ksig_slhdsa_message *)(void *)(v->node + ksig_slhdsa_params_of(v)->n);
}

/* slhdsa_message.c: absorb bytes into the hash opened last: all of them; or as ksig_absorb. */
void ksig_slhdsa_absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length);
size_t ksig_slhdsa_absorb_message(void *state, const uint8_t *data, size_t length);

/* M' by mode. open leaves a reason in the head if the arguments do not fit together; begin needs
 * R. */
void ksig_slhdsa_message_open(ksig_slhdsa_state *v, const ksig_verify_args *args);
void ksig_slhdsa_message_begin(ksig_slhdsa_state *v);
size_t ksig_slhdsa_message_take(ksig_slhdsa_state *v, const uint8_t *data, size_t length);

#endif
