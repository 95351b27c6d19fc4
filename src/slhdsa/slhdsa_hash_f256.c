/* F of all SHA-2 sets, and H with n = 16: SHA-256(PK.seed | 0... | ADRSc | x), one compression from
 * a midstate (FIPS 205 section 11.2). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/slhdsa_hash_sha2.h"
#include "util/bytes.h"
#include "util/memory.h"

void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v) {
    ksig_sha256_chain *const s = ksig_slhdsa_chain_of(v);
    memset(s->block, 0, sizeof s->block);
    memcpy(s->block, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    memcpy(s->seed, ksig_sha256_initial, sizeof s->seed);
    KSIG_SHA256_COMPRESS(s->seed, s->block);
}

/* Puts a node and its neighbour side by side, for H, and zeroes the neighbour: if a fault takes F
 * for H, the sender's bytes must not remain as the result of F. Not inlined, to save stack. */
static KSIG_NOINLINE void side_by_side(ksig_slhdsa_state *v, unsigned n, unsigned right) {
    uint8_t *place = v->node + n;
    if (right) {
        ksig_copy(place, v->node, n);
        place = v->node;
    }
    ksig_copy(place, v->input, n);
    ksig_wipe_words(v->input, n);
}

/* F and chain (FIPS 205 Algorithm 5), and H with n = 16. */
void ksig_slhdsa_f256(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3) {
    ksig_sha256_chain *const s = ksig_slhdsa_chain_of(v);
    const unsigned steps = ksig_slhdsa_steps(v, type, w3), right = w3 % 2;
    const unsigned pair = type != KSIG_SLHDSA_WOTS_HASH && type < KSIG_SLHDSA_WOTS_PRF && w2 != 0;
    if (steps == 0)
        return;
    w3 >>= pair;
    ksig_slhdsa_address_compressed(v, type, w2, w3);
    if (pair)
        side_by_side(v, ksig_slhdsa_params_of(v)->n, right);
    ksig_sha256_chain_begin(s);
    ksig_sha256_chain_steps(s, pair ? v->node : v->input,
                            (unsigned)ksig_slhdsa_params_of(v)->n << pair, steps);
    /* Counted in memory, step by step: a chain that ends too early does not count in full. */
    v->done += (((const uint8_t *)s->prefix)[KSIG_SLHDSA_ADRSC_BYTES - 1] - w3) & 255u;
}
