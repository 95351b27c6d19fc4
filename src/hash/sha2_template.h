/* The common part of SHA-256 and SHA-512 (FIPS 180-4).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Included once by each, which first defines SHA2_WORD, SHA2_CONTEXT, SHA2_NAME(function),
 * SHA2_COMPRESS, SHA2_PARTS (1: with ksig_sha256_end), SHA2_FROM (1: ksig_sha256_compress_from),
 * SHA2_ASSEMBLY and, if that is 0, SHA2_ROUNDS, the four sigmas and round_constants. */
#include "guard/guard.h"
#include "hash/hooks.h"
#include "util/bytes.h"
#include "util/memory.h"

/* The bits of the message are counted in the last two words. */
enum {
    BLOCK_BITS = 4 + (sizeof(SHA2_WORD) == 4 ? 2 : 3),
    BLOCK_BYTES = 1 << BLOCK_BITS,
    LENGTH_AT = BLOCK_BYTES - 2 * sizeof(SHA2_WORD)
};

#if !SHA2_ASSEMBLY

static SHA2_WORD rotate(SHA2_WORD x, unsigned n) { return x >> n | x << (8 * sizeof x - n); }

/* Converts a word of four or eight big-endian bytes in memory. */
static SHA2_WORD from_big_endian(SHA2_WORD word) {
#if KSIG_HAS_SWAP
    return (SHA2_WORD)(sizeof word == 4 ? KSIG_SWAP32((uint32_t)word) : KSIG_SWAP64(word));
#else
    const uint8_t *const p = (const uint8_t *)&word;
    SHA2_WORD x = 0;
    for (unsigned i = 0; i < sizeof x; i++)
        x = x << 8 | p[i];
    return x;
#endif
}

/* Word t of the next 16 words of the message schedule, in place. */
#define SCHEDULE(t)                                                                        \
    (block[(t) % 16] += SHA2_SMALL_SIGMA0(block[((t) + 1) % 16]) + block[((t) + 9) % 16] + \
                        SHA2_SMALL_SIGMA1(block[((t) + 14) % 16]))

static void schedule(SHA2_WORD block[16]) {
#if SHA2_UNROLLED && !KSIG_COMPACT_HASH
    SCHEDULE(0), SCHEDULE(1), SCHEDULE(2), SCHEDULE(3);
    KSIG_KEEP_ORDER();
    SCHEDULE(4), SCHEDULE(5), SCHEDULE(6), SCHEDULE(7);
    KSIG_KEEP_ORDER();
    SCHEDULE(8), SCHEDULE(9), SCHEDULE(10), SCHEDULE(11);
    KSIG_KEEP_ORDER();
    SCHEDULE(12), SCHEDULE(13), SCHEDULE(14), SCHEDULE(15);
#else
    for (unsigned t = 0; t < 16; t++)
        SCHEDULE(t);
#endif
}

/* One round. The caller rotates the names of the working variables instead of moving their values.
 */
#define ROUND(a, b, c, d, e, f, g, h, i)                                         \
    do {                                                                         \
        h += SHA2_BIG_SIGMA1(e) + (g ^ (e & (f ^ g))) + constants[i] + words[i]; \
        d += h;                                                                  \
        h += SHA2_BIG_SIGMA0(a) + ((a & b) | (c & (a | b)));                     \
    } while (0)

/* The rounds of one iteration. */
#if KSIG_COMPACT_HASH
enum { STEP = 1 };
#define ROUNDS()                          \
    do {                                  \
        ROUND(a, b, c, d, e, f, g, h, 0); \
        const SHA2_WORD last = h;         \
        h = g, g = f, f = e, e = d;       \
        d = c, c = b, b = a, a = last;    \
    } while (0)
#else
enum { STEP = 8 };
#define ROUNDS()                          \
    do {                                  \
        ROUND(a, b, c, d, e, f, g, h, 0); \
        ROUND(h, a, b, c, d, e, f, g, 1); \
        ROUND(g, h, a, b, c, d, e, f, 2); \
        ROUND(f, g, h, a, b, c, d, e, 3); \
        KSIG_KEEP_ORDER();                \
        ROUND(e, f, g, h, a, b, c, d, 4); \
        ROUND(d, e, f, g, h, a, b, c, 5); \
        ROUND(c, d, e, f, g, h, a, b, 6); \
        ROUND(b, c, d, e, f, g, h, a, 7); \
    } while (0)
#endif

/* All rounds. Their number is tested twice: after 16 rounds, words could be solved for any result.
 * With few registers, as on Cortex-M0, it is better not to keep two pointers. */
#if KSIG_COMPACT_HASH
#define ALL_ROUNDS()                                              \
    const SHA2_WORD *constants = round_constants, *words = block; \
    do {                                                          \
        for (;;) {                                                \
            ROUNDS();                                             \
            constants += STEP;                                    \
            words += STEP;                                        \
            if (words != block + 16)                              \
                continue;                                         \
            if (constants == round_constants + SHA2_ROUNDS)       \
                break;                                            \
            schedule(block);                                      \
            words = block;                                        \
        }                                                         \
        KSIG_BARRIER(constants);                                  \
    } while (constants != round_constants + SHA2_ROUNDS)
#elif defined(__thumb2__)
#define ALL_ROUNDS()                                                 \
    const SHA2_WORD *constants = round_constants;                    \
    do {                                                             \
        for (;;) {                                                   \
            for (const SHA2_WORD *words = block; words < block + 16; \
                 words += STEP, constants += STEP)                   \
                ROUNDS();                                            \
            if (constants == round_constants + SHA2_ROUNDS)          \
                break;                                               \
            schedule(block);                                         \
        }                                                            \
        KSIG_BARRIER(constants);                                     \
    } while (constants != round_constants + SHA2_ROUNDS)
#else
#define ALL_ROUNDS()                                                                               \
    unsigned t = 0;                                                                                \
    do {                                                                                           \
        for (; t < SHA2_ROUNDS; t += STEP) {                                                       \
            const SHA2_WORD *const constants = round_constants + t, *const words = block + t % 16; \
            if (t % 16 == 0 && t != 0)                                                             \
                schedule(block);                                                                   \
            ROUNDS();                                                                              \
        }                                                                                          \
        KSIG_BARRIER(t);                                                                           \
    } while (t != SHA2_ROUNDS)
#endif

/* Adds the result of the rounds on `chain` and the message words in `block` to `chain`. */
static KSIG_INLINE void rounds(SHA2_WORD chain[8], SHA2_WORD block[16]) {
    SHA2_WORD a = chain[0], b = chain[1], c = chain[2], d = chain[3];
    SHA2_WORD e = chain[4], f = chain[5], g = chain[6], h = chain[7];
    ALL_ROUNDS();
    chain[0] += a;
    chain[1] += b;
    chain[2] += c;
    chain[3] += d;
    chain[4] += e;
    chain[5] += f;
    chain[6] += g;
    chain[7] += h;
}

#if SHA2_FROM
/* Loads the message words. A separate function: inlined with the rounds, gcc would run out of
 * registers. */
static KSIG_NOINLINE void load(SHA2_WORD block[16], const uint8_t *bytes) {
#define LOAD_4(i)                                                                                 \
    do {                                                                                          \
        const SHA2_WORD w0 = ksig_load32(bytes + 4 * (i)), w1 = ksig_load32(bytes + 4 * (i) + 4); \
        const SHA2_WORD w2 = ksig_load32(bytes + 4 * (i) + 8),                                    \
                        w3 = ksig_load32(bytes + 4 * (i) + 12);                                   \
        block[i] = from_big_endian(w0);                                                           \
        block[(i) + 1] = from_big_endian(w1);                                                     \
        block[(i) + 2] = from_big_endian(w2);                                                     \
        block[(i) + 3] = from_big_endian(w3);                                                     \
        KSIG_KEEP_ORDER();                                                                        \
    } while (0)
    LOAD_4(0);
    LOAD_4(4);
    LOAD_4(8);
    LOAD_4(12);
}

KSIG_NOINLINE void SHA2_NAME(compress_from)(SHA2_WORD chain[8], SHA2_WORD block[16],
                                            const void *data) {
    load(block, data);
    rounds(chain, block);
}
#else
KSIG_NOINLINE void SHA2_NAME(compress)(SHA2_WORD chain[8], SHA2_WORD block[16]) {
    for (unsigned i = 0; i < 16; i++)
        block[i] = from_big_endian(block[i]);
    rounds(chain, block);
}
#endif

#if SHA2_PARTS /* Without assembly, only for the test of the assembly: not optimized. */
void SHA2_NAME(end)(const SHA2_WORD variables[8], SHA2_WORD block[16]) {
    for (unsigned i = 5; i < 16; i++)
        block[i] = from_big_endian(block[i]);
    /* a is the fourth: five rounds have rotated the names. */
    SHA2_WORD a = variables[3], b = variables[4], c = variables[5], d = variables[6];
    SHA2_WORD e = variables[7], f = variables[0], g = variables[1], h = variables[2];
    for (unsigned t = 5; t < SHA2_ROUNDS; t++) {
        const SHA2_WORD *const constants = round_constants + t, *const words = block + t % 16;
        if (t % 16 == 0)
            schedule(block);
        ROUND(a, b, c, d, e, f, g, h, 0);
        const SHA2_WORD last = h;
        h = g, g = f, f = e, e = d;
        d = c, c = b, b = a, a = last;
    }
    const SHA2_WORD end[8] = {a, b, c, d, e, f, g, h};
    memcpy(block, end, sizeof end);
}
#endif

#endif

/* Writes the first bytes of the chaining value without leaving a copy in the state: if a fault
 * gives a comparison of the digest a wrong pointer, it must not find the same bytes there. Words
 * are loaded before they are overwritten: the digest may be where the chaining value is. */
static KSIG_NOINLINE void store_chain(const SHA2_WORD *chain, uint8_t *digest, size_t length) {
    const uint8_t *const end = digest + length;
    do {
        SHA2_WORD x = *chain++;
        unsigned n = sizeof x;
        do {
            *digest++ = (uint8_t)(x >> (8 * sizeof x - 8));
            x <<= 8;
        } while (--n > 0 && digest < end);
    } while (digest < end);
}

void SHA2_NAME(init)(SHA2_CONTEXT *h, const SHA2_WORD initial[8]) {
    memcpy(h->chain, initial, sizeof h->chain);
    h->length = 0;
}

void SHA2_NAME(advance)(SHA2_CONTEXT *h, size_t length) {
    h->length += length;
    if (ksig_low_bits((uint32_t)h->length, BLOCK_BITS) == 0)
        SHA2_COMPRESS(h->chain, h->block);
}

/* Counts both the bytes read and the bytes hashed: if these differ, the result is neither. One
 * number counts for all, which needs fewer registers: twice the bytes read, less the bytes hashed,
 * and what is beyond the block, where no byte may be written. */
size_t SHA2_NAME(take)(SHA2_CONTEXT *h, const uint8_t *data, size_t length) {
    const uint8_t *const end = data + length;
    size_t count = (size_t)h->length - 2 * (size_t)(uintptr_t)data;
    while (data < end) {
        size_t filled = (size_t)ksig_low_bits((uint32_t)h->length, BLOCK_BITS);
        KSIG_BARRIER(filled);
        count += filled - (size_t)ksig_low_bits((uint32_t)filled, BLOCK_BITS);
        const size_t room = BLOCK_BYTES - filled, left = (size_t)(end - data);
        size_t part = left < room ? left : room;
        count -= part; /* or a copy that lost a step would be taken for a shorter one */
        KSIG_BARRIER(count);
        part = ksig_copy((uint8_t *)h->block + filled, data, part);
        count += part;
        data += part;
        KSIG_EMPTY_ARGUMENT(); /* of the block: ksig_copy left there where the next one begins */
        KSIG_RELOAD(h);        /* the stored length counts */
        SHA2_NAME(advance)(h, part);
        KSIG_RELOAD(h);
    }
    return count + 2 * (size_t)(uintptr_t)data - (size_t)h->length + (size_t)(uintptr_t)h;
}

uint32_t SHA2_NAME(final)(SHA2_CONTEXT *h, uint8_t *digest, size_t length) {
    uint8_t *const bytes = (uint8_t *)h->block;
    size_t filled = (size_t)(h->length % BLOCK_BYTES);
    bytes[filled++] = 0x80;
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE
    for (; filled != LENGTH_AT; bytes[filled++] = 0)
        if (filled == BLOCK_BYTES) {
            SHA2_COMPRESS(h->chain, h->block);
            filled = 0;
        }
    if (LENGTH_AT != BLOCK_BYTES - 8)
        memset(bytes + LENGTH_AT, 0, 8);
#else
    if (filled > LENGTH_AT) {
        memset(bytes + filled, 0, BLOCK_BYTES - filled);
        SHA2_COMPRESS(h->chain, h->block);
        filled = 0;
    }
    memset(bytes + filled, 0, BLOCK_BYTES - filled);
#endif
    ksig_store32_big_endian(bytes + BLOCK_BYTES - 8, (uint32_t)(h->length >> 29)); /* in bits */
    ksig_store32_big_endian(bytes + BLOCK_BYTES - 4, (uint32_t)h->length << 3);
    const uint32_t before = (uint32_t)h->chain[0], before1 = (uint32_t)h->chain[1];
    SHA2_COMPRESS(h->chain, h->block);
    /* If this compression were skipped, a message that ends with another message's padding would
     * have that message's digest. */
    /* Public: the compression always changes the chaining value, unless a fault struck. */
    const uint32_t unchanged = KSIG_DECLASSIFY(
        (((uint32_t)h->chain[0] ^ before) | ((uint32_t)h->chain[1] ^ before1)) == 0);

    store_chain(h->chain, digest, length);
    return unchanged;
}
