/* F of all SHA-2 sets: SHA-256(PK.seed | 0... | ADRSc | x), one compression from a midstate (FIPS 205 section 11.2).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/hash_sha2.h"
#include "util/bytes.h"

void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v) {
    ksig_sha256_chain *const s = ksig_slhdsa_f256_of(v);
    memset(s->block, 0, sizeof s->block);
    memcpy(s->block, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    memcpy(s->seed, ksig_sha256_initial, sizeof s->seed);
    KSIG_SHA256_COMPRESS(s->seed, s->block);
}

void ksig_slhdsa_f256_run(ksig_slhdsa_state *v, uint8_t *x, unsigned n, unsigned steps) {
    ksig_sha256_chain *const s = ksig_slhdsa_f256_of(v);
    const uint32_t first = s->prefix[5] >> 16;
    ksig_sha256_chain_begin(s);
    ksig_sha256_chain_steps(s, x, n, steps);
    /* As counted in memory, step by step: a walk that ends too early does not count as a whole. */
    v->done += (((const uint8_t *)s->prefix)[KSIG_SLHDSA_ADRSC_BYTES - 1] - first) & 255u;
}

void ksig_slhdsa_f256_walk(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3) {
    const unsigned steps = ksig_slhdsa_steps(type, w3);
    if (steps == 0)
        return;
    ksig_slhdsa_address_compressed(v, type, w2, w3, ksig_slhdsa_f256_of(v)->prefix);
    ksig_slhdsa_f256_run(v, v->input, ksig_slhdsa_params_of(v)->n, steps);
}
