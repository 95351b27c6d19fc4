/* The hash functions of the SHA-2 sets with n = 16 (FIPS 205 section 11.2.1), and those of round 3.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/hash_sha2.h"
#include "util/bytes.h"

enum { N = 16, BLOCK_BYTES = 64 };

typedef struct sha256_state {
    uint64_t common[KSIG_SLHDSA_ROOM / 8];
    ksig_slhdsa_f256 f;
    ksig_slhdsa_chain256 seed;
    ksig_sha256 open;
} sha256_state;

/* KSIG_SLH_DSA_SHA2_128_STATE_BYTES is what the struct says, and what is open is apart from what the message needs. */
typedef char state_bytes_agree[sizeof(sha256_state) == KSIG_SLH_DSA_SHA2_128_STATE_BYTES ? 1 : -1];
typedef char message_fits[offsetof(sha256_state, open) >= sizeof(ksig_slhdsa_state) ? 1 : -1];

static sha256_state *sha256_of(ksig_slhdsa_state *v) { return (sha256_state *)(void *)v; }

static void open_message(ksig_slhdsa_state *v) { ksig_sha256_init(&sha256_of(v)->open, ksig_sha256_initial); }

static void absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    ksig_sha256_update(&sha256_of(v)->open, data, length);
}

/* MGF1-SHA-256(R | PK.seed | SHA-256(R | PK | M')); in round 3 MGF1-SHA-256(SHA-256(R | PK | M)). */
static uint32_t end_message(ksig_slhdsa_state *v, uint64_t total) {
    sha256_state *const s = sha256_of(v);
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const unsigned length = ksig_slhdsa_digest_bytes(p);
    const uint32_t bad = s->open.length != total;
    uint8_t *const inner = v->u.run.input;
    uint8_t counter[4] = {0};
    ksig_sha256_final(&s->open, inner, 32);
    for (unsigned done = 0; done < length; done += 32) {
        ksig_sha256_init(&s->open, ksig_sha256_initial);
        if (!p->round3) {
            ksig_sha256_update(&s->open, v->u.message.r, N);
            ksig_sha256_update(&s->open, v->head.anchor, N);
        }
        ksig_sha256_update(&s->open, inner, 32);
        ksig_sha256_update(&s->open, counter, sizeof counter);
        ksig_sha256_final(&s->open, v->u.run.digest + done, length - done < 32 ? length - done : 32);
        counter[3]++;
    }
    ksig_slhdsa_seed256(v, &s->f, &s->seed);
    return bad;
}

static void f(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned count) {
    sha256_state *const s = sha256_of(v);
    ksig_slhdsa_f256_chain(v, &s->seed, &s->f, type, w2, w3, count);
}

static void h(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned right) {
    sha256_state *const s = sha256_of(v);
    uint8_t *const block = (uint8_t *)&s->f.work, *const x = block + KSIG_SLHDSA_ADRSC_BYTES;
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, w2, w3, block);
    memcpy(x + (right ? N : 0), v->u.run.node, N);
    memcpy(x + (right ? 0 : N), v->u.run.input, N);
    /* check: 8 * (64 + 22 + 2 * 16) == 3 * 256 + 176 */
    static const uint8_t padding[] = {0x80, 0, 0, 0, 0, 0, 0, 0, 3, 176};
    memcpy(x + 2 * N, padding, sizeof padding);
    s->f.chain = s->seed;
    KSIG_SHA256_COMPRESS(s->f.chain.word, s->f.work.word);
    for (unsigned i = 0; i < N / 4; i++)
        ksig_store32_big_endian(v->u.run.node + 4 * i, s->f.chain.word[i]);
    v->done++;
}

static void open_t(ksig_slhdsa_state *v, unsigned type) {
    sha256_state *const s = sha256_of(v);
    uint8_t address[KSIG_SLHDSA_ADRSC_BYTES];
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, 0, 0, address);
    ksig_sha256_init(&s->open, s->seed.word);
    s->open.length = BLOCK_BYTES;
    ksig_sha256_update(&s->open, address, sizeof address);
}

static void end_t(ksig_slhdsa_state *v) { ksig_sha256_final(&sha256_of(v)->open, v->u.run.node, N); }

const struct ksig_slhdsa_hash ksig_slhdsa_sha256 = {open_message, absorb, end_message, f, h, open_t, end_t};
