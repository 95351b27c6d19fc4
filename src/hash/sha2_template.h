/* What SHA-256 and SHA-512 have in common (FIPS 180-4): included once by each, which defines before it SHA2_WORD,
 * SHA2_CONTEXT, SHA2_NAME(function), SHA2_COMPRESS, SHA2_PARTS (1: with ksig_sha256_end),
 * SHA2_ASSEMBLY and, if that is 0, SHA2_ROUNDS, the four sigmas and round_constants.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "util/bytes.h"

enum { BLOCK_BYTES = 16 * sizeof(SHA2_WORD) };

#if !SHA2_ASSEMBLY

static SHA2_WORD rotate(SHA2_WORD x, unsigned n) { return x >> n | x << (8 * sizeof x - n); }

/* One round. The caller rotates the names of the working variables instead of moving their values. */
#define ROUND(a, b, c, d, e, f, g, h, i)                                         \
    do {                                                                         \
        h += SHA2_BIG_SIGMA1(e) + (g ^ (e & (f ^ g))) + constants[i] + words[i]; \
        d += h;                                                                  \
        h += SHA2_BIG_SIGMA0(a) + ((a & b) | (c & (a | b)));                     \
    } while (0)

/* Rounds of one turn of the loop. */
enum { STEP = KSIG_COMPACT_HASH ? 1 : 8 };

/* A word of four or eight bytes as they lie in memory. */
static SHA2_WORD from_big_endian(SHA2_WORD word) {
#if KSIG_FAST_UNALIGNED
    return (SHA2_WORD)(sizeof word == 4 ? __builtin_bswap32((uint32_t)word) : __builtin_bswap64(word));
#else
    const uint8_t *const p = (const uint8_t *)&word;
    SHA2_WORD x = 0;
    for (unsigned i = 0; i < sizeof x; i++)
        x = x << 8 | p[i];
    return x;
#endif
}

/* One copy for all callers. */
#if SHA2_PARTS
#define ROUNDS_LINKAGE KSIG_NOINLINE
#else
#define ROUNDS_LINKAGE inline
#endif

/* Word t of the next 16 words of the message schedule, in place. */
#define SCHEDULE(t)     \
    (block[(t) % 16] += \
     SHA2_SMALL_SIGMA0(block[((t) + 1) % 16]) + block[((t) + 9) % 16] + SHA2_SMALL_SIGMA1(block[((t) + 14) % 16]))

static void schedule(SHA2_WORD block[16]) {
#if SHA2_UNROLLED && !KSIG_COMPACT_HASH
    SCHEDULE(0), SCHEDULE(1), SCHEDULE(2), SCHEDULE(3), SCHEDULE(4), SCHEDULE(5), SCHEDULE(6), SCHEDULE(7);
    SCHEDULE(8), SCHEDULE(9), SCHEDULE(10), SCHEDULE(11), SCHEDULE(12), SCHEDULE(13), SCHEDULE(14), SCHEDULE(15);
#else
    for (unsigned t = 0; t < 16; t++)
        SCHEDULE(t);
#endif
}

/* Rounds t to the last: out = base + the working variables. t: 0 or 8. */
static ROUNDS_LINKAGE void rounds(const SHA2_WORD *start, const SHA2_WORD *base, SHA2_WORD *out, SHA2_WORD block[16],
                                  unsigned t) {
    SHA2_WORD a = start[0], b = start[1], c = start[2], d = start[3];
    SHA2_WORD e = start[4], f = start[5], g = start[6], h = start[7];
    for (; t < SHA2_ROUNDS; t += STEP) {
        const SHA2_WORD *const constants = round_constants + t, *const words = block + t % 16;
        if (t % 16 == 0 && t != 0)
            schedule(block);
        ROUND(a, b, c, d, e, f, g, h, 0);
#if KSIG_COMPACT_HASH
        const SHA2_WORD last = h;
        h = g;
        g = f;
        f = e;
        e = d;
        d = c;
        c = b;
        b = a;
        a = last;
#else
        ROUND(h, a, b, c, d, e, f, g, 1);
        ROUND(g, h, a, b, c, d, e, f, 2);
        ROUND(f, g, h, a, b, c, d, e, 3);
        ROUND(e, f, g, h, a, b, c, d, 4);
        ROUND(d, e, f, g, h, a, b, c, 5);
        ROUND(c, d, e, f, g, h, a, b, 6);
        ROUND(b, c, d, e, f, g, h, a, 7);
#endif
    }
    out[0] = base[0] + a;
    out[1] = base[1] + b;
    out[2] = base[2] + c;
    out[3] = base[3] + d;
    out[4] = base[4] + e;
    out[5] = base[5] + f;
    out[6] = base[6] + g;
    out[7] = base[7] + h;
}

void SHA2_NAME(compress)(SHA2_WORD chain[8], SHA2_WORD block[16]) {
    for (unsigned i = 0; i < 16; i++)
        block[i] = from_big_endian(block[i]);
    rounds(chain, chain, chain, block, 0);
}

#if SHA2_PARTS
void SHA2_NAME(end)(const SHA2_WORD variables[8], SHA2_WORD block[16]) {
    static const SHA2_WORD zero[8];
    const SHA2_WORD *const constants = round_constants, *const words = block;
    for (unsigned i = 5; i < 16; i++)
        block[i] = from_big_endian(block[i]);
    SHA2_WORD a = variables[0], b = variables[1], c = variables[2], d = variables[3];
    SHA2_WORD e = variables[4], f = variables[5], g = variables[6], h = variables[7];
    ROUND(d, e, f, g, h, a, b, c, 5);
    ROUND(c, d, e, f, g, h, a, b, 6);
    ROUND(b, c, d, e, f, g, h, a, 7);
    const SHA2_WORD start[8] = {a, b, c, d, e, f, g, h};
    rounds(start, zero, block, block, 8);
}
#endif

#endif

static void store_big_endian(uint8_t *p, SHA2_WORD x) {
    for (unsigned i = sizeof x; i-- > 0; x >>= 8)
        p[i] = (uint8_t)x;
}

void SHA2_NAME(init)(SHA2_CONTEXT *h, const SHA2_WORD initial[8]) {
    memcpy(h->chain, initial, sizeof h->chain);
    h->length = 0;
}

void SHA2_NAME(update)(SHA2_CONTEXT *h, const uint8_t *data, size_t length) {
    while (length > 0) {
        const size_t filled = (size_t)(h->length % BLOCK_BYTES);
        const size_t part = length < BLOCK_BYTES - filled ? length : BLOCK_BYTES - filled;
        ksig_copy((uint8_t *)h->block + filled, data, part);
        h->length += part;
        data += part;
        length -= part;
        if (h->length % BLOCK_BYTES == 0)
            SHA2_COMPRESS(h->chain, h->block);
    }
}

void SHA2_NAME(final)(SHA2_CONTEXT *h, uint8_t *digest, size_t length) {
    uint8_t *const bytes = (uint8_t *)h->block;
    size_t filled = (size_t)(h->length % BLOCK_BYTES);
    bytes[filled++] = 0x80;
    if (filled > BLOCK_BYTES - 2 * sizeof(SHA2_WORD)) {
        memset(bytes + filled, 0, BLOCK_BYTES - filled);
        SHA2_COMPRESS(h->chain, h->block);
        filled = 0;
    }
    memset(bytes + filled, 0, BLOCK_BYTES - filled);
    for (unsigned i = 0; i < 8; i++)
        bytes[BLOCK_BYTES - 1 - i] = (uint8_t)(h->length << 3 >> (8 * i));
    SHA2_COMPRESS(h->chain, h->block);

    for (unsigned i = 0; i < 8; i++)
        store_big_endian(bytes + sizeof(SHA2_WORD) * i, h->chain[i]);
    memcpy(digest, bytes, length);
}
