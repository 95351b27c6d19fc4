/* The state of an SLH-DSA verification and what its source files share. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Nothing of the signature is kept but one node: a WOTS+ key and the FORS roots are absorbed into a hash that stays open (T)
 * while chains are walked and trees are climbed with F and H. A state has a beginning that is common to all sets and an end
 * that belongs to the hash functions of the set; the hash that is open lies behind what a context or a pre-hash needs while
 * the message comes. */
#ifndef KSIG_SLHDSA_STATE_H
#define KSIG_SLHDSA_STATE_H

#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "slhdsa/params.h"

typedef struct ksig_slhdsa_state {
    ksig_verify_head head;
    uint64_t tree;          /* index of the tree in its layer */
    uint32_t done, due;     /* calls of F and H: made, and to be made */
    uint32_t message_bytes; /* as streamed */
    uint16_t leaf;          /* in its tree: the key pair */
    uint16_t checksum;      /* of the node that is signed */
    uint8_t layer;
    uint8_t index;         /* FORS tree or WOTS+ chain */
    uint8_t height;        /* of the node, in its tree */
    uint8_t context_bytes; /* of the context */
    union {
        struct {
            uint8_t r[KSIG_SLHDSA_MAX_N]; /* where the node will be: it is used up when there is one */
            union {
                uint8_t context[255]; /* until R is there: hashed behind it */
                struct {
                    ksig_prehash prehash;
                    uint8_t digest[64];
                } pre;
            } u;
        } message;
        struct {
            uint8_t node[KSIG_SLHDSA_MAX_N];  /* the tree's highest so far, or the one that the WOTS+ key signs */
            uint8_t input[KSIG_SLHDSA_MAX_N]; /* the node that comes */
            uint8_t
                digest[KSIG_SLHDSA_MAX_DIGEST]; /* of the message; behind it, at KSIG_SLHDSA_ROOM, the hash's room */
        } run;
    } u;
} ksig_slhdsa_state;

/* Where a hash's part of the state begins. The members before are accessed by ksig_slhdsa_state alone. */
#define KSIG_SLHDSA_ROOM (offsetof(ksig_slhdsa_state, u) + 120)

/* Address types (FIPS 205 section 4.2). */
enum {
    KSIG_SLHDSA_WOTS_HASH,
    KSIG_SLHDSA_WOTS_KEY,
    KSIG_SLHDSA_TREE,
    KSIG_SLHDSA_FORS_TREE,
    KSIG_SLHDSA_FORS_ROOTS,
};

/* The tweakable hash functions of FIPS 205 section 11, with their state behind the common one. An address is the state's
 * layer, tree and leaf with a type and two words. */
struct ksig_slhdsa_hash {
    /* Opens the hash for a message; takes bytes of what was opened last. */
    void (*open_message)(ksig_slhdsa_state *v);
    void (*absorb)(ksig_slhdsa_state *v, const uint8_t *data, size_t length);
    /* H_msg: the message's digest. Returns 0 if `total` bytes have been absorbed. Then sets up F, H and T. */
    uint32_t (*end_message)(ksig_slhdsa_state *v, uint64_t total);
    /* F, `count` times on `input` from address word w3 on. */
    void (*f)(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned count);
    /* H of `node` and `input`, which is the left one where `right` is 1, to `node`. */
    void (*h)(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned right);
    /* T: opens it; ends it, to `node`. */
    void (*open_t)(ksig_slhdsa_state *v, unsigned type);
    void (*end_t)(ksig_slhdsa_state *v);
};

extern const struct ksig_slhdsa_hash ksig_slhdsa_sha256, ksig_slhdsa_sha512, ksig_slhdsa_shake;
extern const struct ksig_verify_operations ksig_slhdsa_verify;

static inline const ksig_slhdsa_params *ksig_slhdsa_params_of(const ksig_slhdsa_state *v) {
    return v->head.scheme->params;
}

/* message.c: M' by mode. open leaves a reason in the head if the arguments do not go together; begin has R; end returns 0
 * if the whole message was hashed. */
void ksig_slhdsa_message_open(ksig_slhdsa_state *v, const ksig_verify_args *args);
void ksig_slhdsa_message_begin(ksig_slhdsa_state *v);
void ksig_slhdsa_message_take(ksig_slhdsa_state *v, const uint8_t *data, size_t length);
uint32_t ksig_slhdsa_message_end(ksig_slhdsa_state *v);

#endif
