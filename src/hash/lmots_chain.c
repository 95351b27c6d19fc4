/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/lmots_chain.h"

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "hash/sha256_chain.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { BLOCK_BYTES = 64, X = KSIG_LMOTS_CHAIN_X };

#if KSIG_SHA256_PARTS

void ksig_lmots_chain_begin(ksig_lmots_chain *s) {
    uint32_t words[5];
    for (unsigned i = 0; i < 5; i++)
        words[i] = ksig_load32_big_endian((const uint8_t *)(s->prefix + i));
    ksig_sha256_first_rounds(ksig_sha256_initial, words, s->variables);
}

#else

void ksig_lmots_chain_begin(ksig_lmots_chain *s) { (void)s; }

#endif

#if !(KSIG_ASM_SHA256_CHAIN && KSIG_SHA256_PARTS)

/* For struct assignment, which takes more flash: a library's memcpy may copy byte by byte. */
struct prefix {
    uint32_t word[6];
};
struct variables {
    uint32_t word[8];
};

/* Fills the block except for x. Not inlined, so that its variables are not on the stack during the
 * compression. */
static KSIG_NOINLINE void fill(ksig_lmots_chain *s, unsigned n) {
    uint8_t *const bytes = (uint8_t *)s->block;
    const unsigned bits = 8 * (X + n);
#if KSIG_COMPACT_HASH
    memcpy(bytes, s->prefix, X);
#else
    const uint8_t first = bytes[X];
    *(struct prefix *)s->block = *(const struct prefix *)s->prefix;
    bytes[X] = first;
#endif
#if KSIG_SHA256_PARTS
    for (unsigned i = 0; i < 5; i++)
        s->block[i] = ksig_load32_big_endian(bytes + 4 * i);
#elif KSIG_COMPACT_HASH
    memcpy(s->variables, ksig_sha256_initial, sizeof s->variables);
#else
    *(struct variables *)s->variables = *(const struct variables *)ksig_sha256_initial;
#endif
    bytes[X + n] = 0x80;
    memset(bytes + X + n + 1, 0, BLOCK_BYTES - X - n - 3);
    bytes[BLOCK_BYTES - 2] = (uint8_t)(bits >> 8);
    bytes[BLOCK_BYTES - 1] = (uint8_t)bits;
}

/* Stores a step's result, at least 24 bytes whatever n is after a fault, and counts the step: a
 * step that stores nothing does not count. Last word first: words of the result in the block are
 * then read before x overwrites them. */
static KSIG_NOINLINE void store(ksig_lmots_chain *s, unsigned n) {
    uint8_t *const x = (uint8_t *)s->block + X;
    for (unsigned i = n == 32 ? 8 : 6; i-- > 0;)
        ksig_store32_big_endian(x + 4 * i, KSIG_SHA256_PARTS ? s->block[i] + ksig_sha256_initial[i]
                                                             : s->variables[i]);
    ((uint8_t *)s->prefix)[KSIG_LMOTS_CHAIN_STEP]++;
}

void ksig_lmots_chain_steps(ksig_lmots_chain *s, unsigned n, unsigned steps) {
    do {
        fill(s, n);
#if KSIG_SHA256_PARTS
        ksig_sha256_end(s->variables, s->block);
#else
        KSIG_SHA256_COMPRESS(s->variables, s->block);
#endif
        store(s, n);
    } while (--steps > 0);
}

#endif
