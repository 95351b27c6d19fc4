/* The state of an XMSS or XMSS^MT verification, and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A chain's end is a leaf of the L-tree, which is joined with its neighbours as soon as they are
 * complete. So only waiting nodes are kept, and one hash is in use at a time. */
#ifndef KSIG_XMSS_STATE_H
#define KSIG_XMSS_STATE_H

#include "hash/keccak.h"
#include "hash/sha2.h"
#include "kilosig/kilosig.h"
#include "xmss/xmss_sets.h"

enum { KSIG_XMSS_W = 16, KSIG_XMSS_CHECKSUM_DIGITS = 3, KSIG_XMSS_ADDRESS_BYTES = 32 };

typedef struct ksig_xmss_state {
    ksig_verify_head head;
    uint32_t done, due; /* calls of F and H: made so far, and to be made */
    uint32_t tree[2];   /* index of the tree in its layer, the low half first */
    uint32_t leaf;      /* in its tree: the key pair */
    uint16_t checksum;  /* of the node that is signed */
    uint8_t chain;      /* the next one */
    uint8_t layer;
    uint8_t rank;  /* of the node in its tree */
    uint8_t nodes; /* waiting */
    uint8_t unused[2];
    ksig_xmss_set set;
    uint32_t address[8];                 /* as in memory */
    uint32_t node[KSIG_XMSS_MAX_N / 4];  /* signed by the WOTS+ key; later the node of the tree */
    uint32_t input[KSIG_XMSS_MAX_N / 4]; /* the incoming node */
    uint32_t mask[KSIG_XMSS_MAX_N /
                  4]; /* or a key of F and H; with SHA-256, n = 32, the chaining value after SEED */
    uint32_t waiting[KSIG_XMSS_NODES * KSIG_XMSS_MAX_N /
                     4]; /* nodes of the L-tree; before that, index and R */
    union {
        ksig_sha256 sha256;
#if KSIG_ENABLE_XMSS_RFC8391
        ksig_sha512 sha512;
#endif
#if KSIG_ENABLE_XMSS_SHAKE || KSIG_ENABLE_XMSS_RFC8391
        ksig_keccak sponge;
        uint64_t bytes[26];
#endif
    } hash;
} ksig_xmss_state;

/* Address types (RFC 8391 section 2.5). */
enum { KSIG_XMSS_OTS, KSIG_XMSS_L_TREE, KSIG_XMSS_TREE };

/* x of toByte(x, pad), which precedes the input. */
enum { KSIG_XMSS_F, KSIG_XMSS_H, KSIG_XMSS_MESSAGE, KSIG_XMSS_PRF };

/* xmss_hash.c. Opens a hash; takes bytes and returns how many, as counted by the hash; ends the
 * hash. */
void ksig_xmss_open(ksig_xmss_state *v, unsigned function);
size_t ksig_xmss_absorb(ksig_xmss_state *v, const uint8_t *data, size_t length);
void ksig_xmss_end(ksig_xmss_state *v, uint32_t *out);
/* Sets the address: the state's layer and tree, a type and three words. */
void ksig_xmss_address(ksig_xmss_state *v, unsigned type, uint32_t a, uint32_t b, uint32_t c);
/* Must be called once before the next two. */
void ksig_xmss_functions_begin(ksig_xmss_state *v);
/* Walks a chain, starting with the input, from a digit to the end. */
void ksig_xmss_chain(ksig_xmss_state *v, unsigned digit);
/* out = H(left, right) for the current address; both inputs are overwritten, and out may be one of
 * them.
 */
void ksig_xmss_h(ksig_xmss_state *v, uint32_t *left, uint32_t *right, uint32_t *out);

/* xmss_sha256.c: the same for SHA-256 and n = 32; f is a step in place. F and H count themselves:
 * a call that is skipped does not count, and what the sender put in its place is noticed. */
void ksig_xmss_sha256_begin(ksig_xmss_state *v);
void ksig_xmss_sha256_f(ksig_xmss_state *v);
void ksig_xmss_sha256_h(ksig_xmss_state *v, uint32_t *left, uint32_t *right, uint32_t *out);

static inline const uint8_t *ksig_xmss_root(const ksig_xmss_state *v) {
    return v->head.anchor + KSIG_XMSS_OID_BYTES;
}
static inline const uint8_t *ksig_xmss_seed(const ksig_xmss_state *v) {
    return ksig_xmss_root(v) + v->set.n;
}

/* The step of a chain: the low byte of its word of the address. */
static inline uint8_t *ksig_xmss_step(ksig_xmss_state *v) {
    return (uint8_t *)v->address + KSIG_XMSS_ADDRESS_BYTES - 5;
}
static inline void ksig_xmss_count_step(ksig_xmss_state *v) { ++*ksig_xmss_step(v); }

/* keyAndMask. */
static inline void ksig_xmss_address_mask(ksig_xmss_state *v, unsigned mask) {
    ((uint8_t *)v->address)[KSIG_XMSS_ADDRESS_BYTES - 1] = (uint8_t)mask;
}

#endif
