/* The hash functions of the SHA-2 sets with n = 24 and 32: SHA-512 for all except F (FIPS 205
 * section 11.2.2). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/slhdsa_hash_sha2.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { BLOCK_BYTES = 128 };

typedef struct sha512_state {
    uint64_t common[sizeof(ksig_slhdsa_state) / 8];
    union {
        ksig_sha256_chain f;
        struct {
            uint32_t f_seed[8];
            uint64_t chain[8], block[16];
        } h;
    } u;
    uint64_t seed[8]; /* SHA-512 after the block PK.seed | 0... */
    ksig_sha512 open;
} sha512_state;

/* KSIG_SLH_DSA_SHA2_256_STATE_BYTES agrees with the struct, and the open hash does not overlap what
 * the message needs. */
KSIG_ASSERT(KSIG_IS_STATED(sizeof(sha512_state), KSIG_SLH_DSA_SHA2_256_STATE_BYTES),
            state_bytes_agree);
KSIG_ASSERT(offsetof(sha512_state, open) >= KSIG_SLHDSA_MESSAGE_END(KSIG_SLHDSA_MAX_N),
            message_fits);

static sha512_state *sha512_of(ksig_slhdsa_state *v) { return (sha512_state *)(void *)v; }

static void open_message(ksig_slhdsa_state *v) {
    ksig_sha512_init(&sha512_of(v)->open, ksig_sha512_initial);
}

static size_t absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_sha512_take(&sha512_of(v)->open, data, length);
    KSIG_RELOAD(v);
    return ksig_sha512_taken(&sha512_of(v)->open, shown);
}

static void begin(ksig_slhdsa_state *v) {
    sha512_state *const s = sha512_of(v);
    ksig_slhdsa_f256_seed(v);
    memset(s->u.h.block, 0, sizeof s->u.h.block);
    memcpy(s->u.h.block, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    memcpy(s->seed, ksig_sha512_initial, sizeof s->seed);
    KSIG_SHA512_COMPRESS(s->seed, s->u.h.block);
}

/* MGF1-SHA-512(R | PK.seed | SHA-512(R | PK | M')): one block is enough. */
static void end_message(ksig_slhdsa_state *v) {
    sha512_state *const s = sha512_of(v);
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    uint8_t *const inner = (uint8_t *)s->u.h.block;
    static const uint8_t counter[4] = {0};
    memset(inner, 0, 64);
    ksig_taken(&v->head, ksig_sha512_final(&s->open, inner, 64), 0);
    open_message(v);
    absorb(v, v->node, p->n);
    absorb(v, v->head.anchor, p->n);
    absorb(v, inner, 64);
    absorb(v, counter, sizeof counter);
    ksig_sha512_final(&s->open, v->digest, ksig_slhdsa_digest_bytes(p));
    begin(v);
}

/* The compressed address. */
static KSIG_NOINLINE const uint8_t *address(ksig_slhdsa_state *v, unsigned type, uint32_t w2,
                                            uint32_t w3) {
    uint32_t *const words = ksig_slhdsa_chain_of(v)->prefix;
    ksig_slhdsa_address_compressed(v, type, w2, w3);
    ksig_slhdsa_big_endian(words, 6);
    return (const uint8_t *)words;
}

static void h(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t child) {
    sha512_state *const s = sha512_of(v);
    const unsigned n = ksig_slhdsa_params_of(v)->n, right = child & 1u;
    const unsigned end = KSIG_SLHDSA_ADRSC_BYTES + 2 * n, bits = 8 * (BLOCK_BYTES + end);
    uint8_t *const block = (uint8_t *)s->u.h.block, *const x = block + KSIG_SLHDSA_ADRSC_BYTES;
    memset(block, 0, BLOCK_BYTES);
    ksig_copy(block, address(v, type, w2, child >> 1), KSIG_SLHDSA_ADRSC_BYTES);
    ksig_copy(x + (right ? n : 0), v->node, n);
    ksig_copy(x + (right ? 0 : n), v->input, n);
    block[end] = 0x80;
    block[BLOCK_BYTES - 2] = (uint8_t)(bits >> 8);
    block[BLOCK_BYTES - 1] = (uint8_t)bits;
    ksig_copy(s->u.h.chain, s->seed, sizeof s->u.h.chain);
    KSIG_SHA512_COMPRESS(s->u.h.chain, s->u.h.block);
    for (unsigned i = 0; i < n; i += 8) {
        ksig_store32_big_endian(v->node + i, (uint32_t)(s->u.h.chain[i / 8] >> 32));
        ksig_store32_big_endian(v->node + i + 4, (uint32_t)s->u.h.chain[i / 8]);
    }
    v->done++;
}

static void open_t(ksig_slhdsa_state *v, unsigned type) {
    sha512_state *const s = sha512_of(v);
    ksig_sha512_init(&s->open, s->seed);
    s->open.length = BLOCK_BYTES;
    absorb(v, address(v, type, 0, 0), KSIG_SLHDSA_ADRSC_BYTES);
}

static void end_t(ksig_slhdsa_state *v) {
    ksig_sha512_final(&sha512_of(v)->open, v->node, ksig_slhdsa_params_of(v)->n);
}

const struct ksig_slhdsa_hash ksig_slhdsa_sha512 = {
    .open_message = open_message,
    .absorb = absorb,
    .end_message = end_message,
    .begin = begin,
    .f = ksig_slhdsa_f256,
    .h = h,
    .open_t = open_t,
    .end_t = end_t,
    .state_bytes = sizeof(sha512_state) - sizeof(ksig_slhdsa_state),
    .open_bytes = sizeof(sha512_state) - offsetof(sha512_state, open),
};
