/* The hash functions of the SHA-2 sets with n = 16 (FIPS 205 section 11.2.1), and those of round 3.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/hash_sha2.h"
#include "util/bytes.h"

enum { N = 16, BLOCK_BYTES = 64 };

typedef struct sha256_state {
    uint64_t common[sizeof(ksig_slhdsa_state) / 8];
    ksig_slhdsa_f256 f;
    uint8_t unused[16]; /* of the message */
    ksig_sha256 open;
} sha256_state;

/* KSIG_SLH_DSA_SHA2_128_STATE_BYTES is what the struct says, and what is open is apart from what the message needs. */
typedef char state_bytes_agree[sizeof(sha256_state) == KSIG_SLH_DSA_SHA2_128_STATE_BYTES ? 1 : -1];
typedef char message_fits[offsetof(sha256_state, open) >= KSIG_SLHDSA_MESSAGE_END(N) ? 1 : -1];

static ksig_sha256 *open_of(ksig_slhdsa_state *v) { return &((sha256_state *)(void *)v)->open; }

static void open_message(ksig_slhdsa_state *v) { ksig_sha256_init(open_of(v), ksig_sha256_initial); }

static void absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    ksig_sha256_update(open_of(v), data, length);
}

static uint32_t check_message(const ksig_slhdsa_state *v, uint64_t total) {
    return ((const sha256_state *)(const void *)v)->open.length != total;
}

/* MGF1-SHA-256(R | PK.seed | SHA-256(R | PK | M')); in round 3 MGF1-SHA-256(SHA-256(R | PK | M)). */
static void end_message(ksig_slhdsa_state *v) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const unsigned length = ksig_slhdsa_digest_bytes(p);
    uint8_t *const inner = v->input;
    uint8_t counter[4] = {0};
    ksig_sha256_final(open_of(v), inner, 32);
    for (unsigned done = 0; done < length; done += 32) {
        open_message(v);
        if (!p->round3) {
            absorb(v, v->node, N);
            absorb(v, v->head.anchor, N);
        }
        absorb(v, inner, 32);
        absorb(v, counter, sizeof counter);
        ksig_sha256_final(open_of(v), v->digest + done, length - done < 32 ? length - done : 32);
        counter[3]++;
    }
    ksig_slhdsa_f256_seed(v);
}

static void h(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t child) {
    ksig_slhdsa_f256 *const f = ksig_slhdsa_f256_of(v);
    uint8_t *const block = (uint8_t *)f->block, *const x = block + KSIG_SLHDSA_ADRSC_BYTES;
    const unsigned right = child & 1u;
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, w2, child >> 1, block);
    /* Inline: a library's memcpy may go byte by byte. */
    __builtin_memcpy(x + (right ? N : 0), v->node, N);
    __builtin_memcpy(x + (right ? 0 : N), v->input, N);
    /* check: 8 * (64 + 22 + 2 * 16) == 3 * 256 + 176 */
    static const uint8_t padding[] = {0x80, 0, 0, 0, 0, 0, 0, 0, 3, 176};
    __builtin_memcpy(x + 2 * N, padding, sizeof padding);
    f->chain = f->seed;
    KSIG_SHA256_COMPRESS(f->chain.word, f->block);
    ksig_slhdsa_f256_store(v, v->node, N);
}

static void open_t(ksig_slhdsa_state *v, unsigned type) {
    ksig_slhdsa_f256 *const f = ksig_slhdsa_f256_of(v);
    ksig_sha256_init(open_of(v), f->seed.word);
    open_of(v)->length = BLOCK_BYTES;
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, 0, 0, (uint8_t *)&f->address);
    absorb(v, (const uint8_t *)&f->address, KSIG_SLHDSA_ADRSC_BYTES);
}

static void end_t(ksig_slhdsa_state *v) { ksig_sha256_final(open_of(v), v->node, N); }

const struct ksig_slhdsa_hash ksig_slhdsa_sha256 = {
    open_message, absorb, check_message, end_message, ksig_slhdsa_f256_walk, h, open_t, end_t,
};
