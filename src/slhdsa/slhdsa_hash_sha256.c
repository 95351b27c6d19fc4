/* The hash functions of the SHA-2 sets with n = 16 (FIPS 205 section 11.2.1) and of round 3.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/slhdsa_hash_sha2.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { N = 16, BLOCK_BYTES = 64 };

typedef struct sha256_state {
    uint64_t common[sizeof(ksig_slhdsa_state) / 8];
    ksig_sha256_chain f;
    ksig_sha256 open;
} sha256_state;

/* KSIG_SLH_DSA_SHA2_128_STATE_BYTES agrees with the struct, and the open hash does not overlap what
 * the message needs. */
KSIG_ASSERT(KSIG_IS_STATED(sizeof(sha256_state), KSIG_SLH_DSA_SHA2_128_STATE_BYTES),
            state_bytes_agree);
KSIG_ASSERT(offsetof(ksig_slhdsa_state, digest) == offsetof(ksig_slhdsa_state, input) + 32,
            input_and_digest_adjoin);
KSIG_ASSERT(offsetof(sha256_state, open) >= KSIG_SLHDSA_MESSAGE_END(N), message_fits);

static ksig_sha256 *open_of(ksig_slhdsa_state *v) { return &((sha256_state *)(void *)v)->open; }

static void open_message(ksig_slhdsa_state *v) {
    ksig_sha256_init(open_of(v), ksig_sha256_initial);
}

static size_t absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_sha256_take(open_of(v), data, length);
    KSIG_RELOAD(v);
    return ksig_sha256_taken(open_of(v), shown);
}

/* MGF1-SHA-256(R | PK.seed | SHA-256(R | PK | M')); in round 3 MGF1-SHA-256(SHA-256(R | PK | M)).
 * The second of two blocks is made first, since the counter is where the first one goes. The setup
 * that follows overwrites its end. */
static void end_message(ksig_slhdsa_state *v) {
    uint8_t *const inner = (uint8_t *)v + offsetof(ksig_slhdsa_state, input), *const digest =
                                                                                  inner + 32;
    ksig_taken(&v->head, ksig_sha256_final(open_of(v), inner, 32), 0);
    for (unsigned counter = 2; counter-- > 0;) {
        open_message(v);
        if (ksig_slhdsa_params_of(v)->framing != NULL) {
            absorb(v, v->node, N);
            absorb(v, v->head.anchor, N);
        }
        digest[3] = (uint8_t)counter; /* after three zeros */
        absorb(v, inner, 32 + 4);
        ksig_sha256_final(open_of(v), digest + 32 * counter, 32);
    }
    ksig_slhdsa_f256_seed(v);
}

static void open_t(ksig_slhdsa_state *v, unsigned type) {
    ksig_sha256_chain *const f = ksig_slhdsa_chain_of(v);
    ksig_slhdsa_address_compressed(v, type, 0, 0);
    ksig_slhdsa_big_endian(f->prefix, 6);
    ksig_sha256_init(open_of(v), f->seed);
    open_of(v)->length = BLOCK_BYTES;
    absorb(v, (const uint8_t *)f->prefix, KSIG_SLHDSA_ADRSC_BYTES);
}

static void end_t(ksig_slhdsa_state *v) { ksig_sha256_final(open_of(v), v->node, N); }

const struct ksig_slhdsa_hash ksig_slhdsa_sha256 = {
    .open_message = open_message,
    .absorb = absorb,
    .end_message = end_message,
    .begin = ksig_slhdsa_f256_seed,
    .f = ksig_slhdsa_f256,
    .h = ksig_slhdsa_f256,
    .open_t = open_t,
    .end_t = end_t,
    .state_bytes = sizeof(sha256_state) - sizeof(ksig_slhdsa_state),
    .open_bytes = sizeof(sha256_state) - offsetof(sha256_state, open),
};
