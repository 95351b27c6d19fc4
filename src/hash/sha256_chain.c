/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/sha256_chain.h"

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { BLOCK_BYTES = 64, PREFIX_BYTES = KSIG_SHA256_CHAIN_PREFIX_BYTES };

/* The first words of the prefix that are the same in all steps. */
enum { SAME = KSIG_SHA256_PARTS ? 5 : 0 };

#if KSIG_SHA256_PARTS

static uint32_t rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

void ksig_sha256_first_rounds(const uint32_t seed[8], const uint32_t words[5],
                              uint32_t variables[8]) {
    static const uint32_t constants[] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
                                         0x3956c25b};
    uint32_t a = seed[0], b = seed[1], c = seed[2], d = seed[3], e = seed[4], f = seed[5],
             g = seed[6], h = seed[7];
    for (unsigned t = 0; t < 5; t++) {
        h += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + constants[t] +
             words[t];
        const uint32_t next_e = d + h;
        const uint32_t next_a =
            h + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));
        h = g;
        g = f;
        f = e;
        e = next_e;
        d = c;
        c = b;
        b = a;
        a = next_a;
    }
    variables[0] = f;
    variables[1] = g;
    variables[2] = h;
    variables[3] = a;
    variables[4] = b;
    variables[5] = c;
    variables[6] = d;
    variables[7] = e;
}

static void same_rounds(ksig_sha256_chain *s) {
    ksig_sha256_first_rounds(s->seed, s->prefix, s->chain);
}

#else

static void same_rounds(ksig_sha256_chain *s) { (void)s; }

#endif

void ksig_sha256_chain_begin(ksig_sha256_chain *s) {
    same_rounds(s);
    for (unsigned i = SAME; i < 6; i++)
        ksig_store32_big_endian((uint8_t *)(s->prefix + i), s->prefix[i]);
}

#if !(KSIG_ASM_SHA256_CHAIN && KSIG_SHA256_PARTS)

/* For struct assignment: a library's memcpy may copy byte by byte. */
struct prefix {
    uint32_t word[6];
};
struct chain {
    uint32_t word[8];
};

/* Moves four bytes from a multiple of four to a multiple of two, and zeroes the source. Compilers
 * for cores that require aligned addresses would call functions for this. */
static inline void move_word(uint8_t *to, uint8_t *from) {
#if KSIG_GNU_C && !KSIG_FAST_UNALIGNED
    typedef uint16_t KSIG_MAY_ALIAS half;
    typedef uint32_t KSIG_MAY_ALIAS word;
    ((half *)(void *)to)[0] = ((const half *)(void *)from)[0];
    ((half *)(void *)to)[1] = ((const half *)(void *)from)[1];
    *(word *)(void *)from = 0;
#else
    KSIG_COPY_FEW(to, from, 4);
    KSIG_ZERO_FEW(from, 4);
#endif
}

/* At least this many bytes are hashed and replaced whatever n is after a fault, as in the assembly:
 * bytes from the sender must not remain as the result. */
enum { LEAST_N = 16 };

/* Not inlined, so that their variables are not on the stack during the compression. */
static KSIG_NOINLINE void fill(ksig_sha256_chain *s, uint8_t *x, unsigned n) {
    uint8_t *const bytes = (uint8_t *)s->block;
    *(struct prefix *)s->block = *(const struct prefix *)s->prefix;
    ksig_wipe_words(s->block + 6, sizeof s->block - sizeof s->prefix);
    unsigned i = 0;
    do
        move_word(bytes + PREFIX_BYTES + i, x + i);
    while ((i += 4) < LEAST_N || i < n);
    bytes[PREFIX_BYTES + n] = 0x80;
    ksig_store32_big_endian(bytes + BLOCK_BYTES - 4, 8 * (BLOCK_BYTES + PREFIX_BYTES + n));
    if (!KSIG_SHA256_PARTS)
        *(struct chain *)s->chain = *(const struct chain *)s->seed;
}

static KSIG_NOINLINE void store(const ksig_sha256_chain *s, uint8_t *x, unsigned n) {
    unsigned i = 0;
    do
        ksig_store32_big_endian(x + 4 * i,
                                KSIG_SHA256_PARTS ? s->block[i] + s->seed[i] : s->chain[i]);
    while (++i < LEAST_N / 4 || i < n / 4);
}

void ksig_sha256_chain_steps(ksig_sha256_chain *s, uint8_t *x, unsigned n, unsigned steps) {
    do {
        fill(s, x, n);
#if KSIG_SHA256_PARTS
        ksig_sha256_end(s->chain, s->block);
#else
        KSIG_SHA256_COMPRESS(s->chain, s->block);
#endif
        store(s, x, n);
        ((uint8_t *)s->prefix)[PREFIX_BYTES - 1]++;
    } while (--steps > 0);
}

#endif
