/* The hash functions of the SHA-2 sets with n = 24 and 32: SHA-512 for all but F (FIPS 205 section 11.2.2).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/hash_sha2.h"
#include "util/bytes.h"

enum { BLOCK_BYTES = 128 };

typedef struct sha512_state {
    uint64_t common[KSIG_SLHDSA_ROOM / 8];
    union {
        ksig_slhdsa_f256 f;
        struct {
            uint64_t block[16], chain[8];
        } h;
        uint8_t inner[64]; /* of the message */
    } u;
    ksig_slhdsa_chain256 seed256;
    uint64_t seed512[8];
    ksig_sha512 open;
} sha512_state;

/* KSIG_SLH_DSA_SHA2_256_STATE_BYTES is what the struct says, and what is open is apart from what the message needs. */
typedef char state_bytes_agree[sizeof(sha512_state) == KSIG_SLH_DSA_SHA2_256_STATE_BYTES ? 1 : -1];
typedef char message_fits[offsetof(sha512_state, open) >= sizeof(ksig_slhdsa_state) ? 1 : -1];

static sha512_state *sha512_of(ksig_slhdsa_state *v) { return (sha512_state *)(void *)v; }

static void open_message(ksig_slhdsa_state *v) { ksig_sha512_init(&sha512_of(v)->open, ksig_sha512_initial); }

static void absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    ksig_sha512_update(&sha512_of(v)->open, data, length);
}

/* MGF1-SHA-512(R | PK.seed | SHA-512(R | PK | M')): one block is enough. */
static uint32_t end_message(ksig_slhdsa_state *v, uint64_t total) {
    sha512_state *const s = sha512_of(v);
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const uint32_t bad = s->open.length != total;
    static const uint8_t counter[4] = {0};
    ksig_sha512_final(&s->open, s->u.inner, sizeof s->u.inner);
    ksig_sha512_init(&s->open, ksig_sha512_initial);
    ksig_sha512_update(&s->open, v->u.message.r, p->n);
    ksig_sha512_update(&s->open, v->head.anchor, p->n);
    ksig_sha512_update(&s->open, s->u.inner, sizeof s->u.inner);
    ksig_sha512_update(&s->open, counter, sizeof counter);
    ksig_sha512_final(&s->open, v->u.run.digest, ksig_slhdsa_digest_bytes(p));

    ksig_slhdsa_seed256(v, &s->u.f, &s->seed256);
    memset(s->u.h.block, 0, sizeof s->u.h.block);
    memcpy(s->u.h.block, v->head.anchor, p->n);
    memcpy(s->seed512, ksig_sha512_initial, sizeof s->seed512);
    KSIG_SHA512_COMPRESS(s->seed512, s->u.h.block);
    return bad;
}

static void f(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned count) {
    sha512_state *const s = sha512_of(v);
    ksig_slhdsa_f256_chain(v, &s->seed256, &s->u.f, type, w2, w3, count);
}

static void h(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned right) {
    sha512_state *const s = sha512_of(v);
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    uint8_t *const block = (uint8_t *)s->u.h.block, *const x = block + KSIG_SLHDSA_ADRSC_BYTES;
    memset(block, 0, sizeof s->u.h.block);
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, w2, w3, block);
    memcpy(x + (right ? n : 0), v->u.run.node, n);
    memcpy(x + (right ? 0 : n), v->u.run.input, n);
    x[2 * n] = 0x80;
    const uint32_t bits = 8 * (BLOCK_BYTES + KSIG_SLHDSA_ADRSC_BYTES + 2 * n);
    block[126] = (uint8_t)(bits >> 8);
    block[127] = (uint8_t)bits;
    memcpy(s->u.h.chain, s->seed512, sizeof s->u.h.chain);
    KSIG_SHA512_COMPRESS(s->u.h.chain, s->u.h.block);
    for (unsigned i = 0; i < n; i++)
        v->u.run.node[i] = (uint8_t)(s->u.h.chain[i / 8] >> (56 - 8 * (i % 8)));
    v->done++;
}

static void open_t(ksig_slhdsa_state *v, unsigned type) {
    sha512_state *const s = sha512_of(v);
    uint8_t address[KSIG_SLHDSA_ADRSC_BYTES];
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, 0, 0, address);
    ksig_sha512_init(&s->open, s->seed512);
    s->open.length = BLOCK_BYTES;
    ksig_sha512_update(&s->open, address, sizeof address);
}

static void end_t(ksig_slhdsa_state *v) {
    ksig_sha512_final(&sha512_of(v)->open, v->u.run.node, ksig_slhdsa_params_of(v)->n);
}

const struct ksig_slhdsa_hash ksig_slhdsa_sha512 = {open_message, absorb, end_message, f, h, open_t, end_t};
