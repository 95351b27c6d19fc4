/* F of all SHA-2 sets: SHA-256(PK.seed | 0... | ADRSc | x), one compression from a midstate (FIPS 205 section 11.2).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/hash_sha2.h"
#include "util/bytes.h"

/* Of the address: the lowest byte of word w3. */
enum { STEP = KSIG_SLHDSA_ADRSC_BYTES - 1, BLOCK_BYTES = 64 };

void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v) {
    ksig_slhdsa_f256 *const s = ksig_slhdsa_f256_of(v);
    memset(s->block, 0, sizeof s->block);
    memcpy(s->block, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    memcpy(&s->seed, ksig_sha256_initial, sizeof s->seed);
    KSIG_SHA256_COMPRESS(s->seed.word, s->block);
}

/* The block ADRSc | x | padding; a compression uses it up. x is zeroed: were the result not stored, what the sender sent must
 * not stay in its place. */
static KSIG_NOINLINE void fill(ksig_slhdsa_f256 *s, uint8_t *x, unsigned n) {
    const unsigned end = KSIG_SLHDSA_ADRSC_BYTES + n, bits = 8 * (BLOCK_BYTES + end);
    uint8_t *const block = (uint8_t *)s->block;
    *(ksig_slhdsa_address256 *)s->block = s->address;
    for (unsigned i = 0; i < n; i += 4) {
        __builtin_memcpy(block + KSIG_SLHDSA_ADRSC_BYTES + i, x + i, 4);
        __builtin_memset(x + i, 0, 4);
    }
    block[end] = 0x80;
    block[end + 1] = 0;
    for (unsigned i = (end + 2) / 4; i < 16; i++)
        s->block[i] = 0;
    block[BLOCK_BYTES - 2] = (uint8_t)(bits >> 8);
    block[BLOCK_BYTES - 1] = (uint8_t)bits;
}

KSIG_NOINLINE void ksig_slhdsa_f256_store(ksig_slhdsa_state *v, uint8_t *node, unsigned n) {
    const ksig_slhdsa_f256 *const s = ksig_slhdsa_f256_of(v);
    for (unsigned i = 0; i < n / 4; i++)
        ksig_store32_big_endian(node + 4 * i, s->chain.word[i]);
    v->done++;
}

void ksig_slhdsa_f256_walk(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3) {
    ksig_slhdsa_f256 *const s = ksig_slhdsa_f256_of(v);
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, w2, w3, (uint8_t *)&s->address);
    for (unsigned steps = ksig_slhdsa_steps(type, w3); steps > 0; steps--) {
        fill(s, v->input, n);
        s->chain = s->seed;
        KSIG_SHA256_COMPRESS(s->chain.word, s->block);
        ksig_slhdsa_f256_store(v, v->input, n);
        /* In a chain, the step is below 16. */
        ((uint8_t *)&s->address)[STEP]++;
    }
}
