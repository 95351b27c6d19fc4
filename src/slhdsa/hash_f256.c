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

/* The padding behind a block's first `end` bytes; the bytes before are an even number. */
static inline void pad(uint32_t block[16], unsigned end) {
    uint8_t *const bytes = (uint8_t *)block;
    const unsigned bits = 8 * (BLOCK_BYTES + end);
    bytes[end] = 0x80;
    bytes[end + 1] = 0;
    for (unsigned i = (end + 2) / 4; i < 16; i++)
        block[i] = 0;
    bytes[BLOCK_BYTES - 2] = (uint8_t)(bits >> 8);
    bytes[BLOCK_BYTES - 1] = (uint8_t)bits;
}

KSIG_NOINLINE void ksig_slhdsa_f256_block(ksig_slhdsa_state *v, unsigned end, uint8_t *node, unsigned n) {
    ksig_slhdsa_f256 *const s = ksig_slhdsa_f256_of(v);
    pad(s->block, end);
    s->chain = s->seed;
    KSIG_SHA256_COMPRESS(s->chain.word, s->block);
    for (unsigned i = 0; i < n; i += 4)
        ksig_store32_big_endian(node + i, s->chain.word[i / 4]);
    v->done++;
}

/* The block ADRSc | x; a compression uses it up. x is zeroed: were the result not stored, what the sender sent must not stay in
 * its place. Inline: a library's memcpy may go byte by byte. */
static inline void fill(ksig_slhdsa_f256 *s, uint8_t *x, unsigned n) {
    uint8_t *const place = (uint8_t *)s->block + KSIG_SLHDSA_ADRSC_BYTES;
    *(ksig_slhdsa_address256 *)s->block = s->address;
    for (unsigned i = 0; i < n; i += 8) {
        __builtin_memcpy(place + i, x + i, 8);
        __builtin_memset(x + i, 0, 8);
    }
}

#if KSIG_SHA256_PARTS

/* In a chain the block begins with the same five words: what they do is done once, to `chain`. */
static void begin(ksig_slhdsa_f256 *s) {
    ksig_sha256_begin(s->seed.word, s->address.word, s->chain.word);
    ksig_slhdsa_big_endian(s->address.word + 5, 1);
}

/* As ksig_slhdsa_f256_block. */
static inline void hash(ksig_slhdsa_state *v, ksig_slhdsa_f256 *s, unsigned n) {
    pad(s->block, KSIG_SLHDSA_ADRSC_BYTES + n);
    ksig_sha256_end(s->chain.word, s->block);
    for (unsigned i = 0; i < n / 4; i += 2) {
        ksig_store32_big_endian(v->input + 4 * i, s->block[i] + s->seed.word[i]);
        ksig_store32_big_endian(v->input + 4 * i + 4, s->block[i + 1] + s->seed.word[i + 1]);
    }
    v->done++;
}

#else

static void begin(ksig_slhdsa_f256 *s) { ksig_slhdsa_big_endian(s->address.word, 6); }

static inline void hash(ksig_slhdsa_state *v, ksig_slhdsa_f256 *s, unsigned n) {
    (void)s;
    ksig_slhdsa_f256_block(v, KSIG_SLHDSA_ADRSC_BYTES + n, v->input, n);
}

#endif

void ksig_slhdsa_f256_walk(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3) {
    ksig_slhdsa_f256 *const s = ksig_slhdsa_f256_of(v);
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    unsigned steps = ksig_slhdsa_steps(type, w3);
    if (steps == 0)
        return;
    ksig_slhdsa_address_compressed(v, type, w2, w3, s->address.word);
    begin(s);
    do {
        fill(s, v->input, n);
        hash(v, s, n);
        /* In a chain, the step is below 16. */
        ((uint8_t *)&s->address)[STEP]++;
    } while (--steps > 0);
}
