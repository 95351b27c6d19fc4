/* The hash functions of SLH-DSA on LANES messages at once: included by an engine's file, once,
 * behind its number of lanes and its target. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A vector has LANES words of 32 bits or half as many of 64. What works on 64 bits is done for the
 * lower and the upper word of each pair of lanes, one after the other: no lane changes its place.
 */
#include "slh24.h"

/* What passes vectors is static, so no caller of another compiler meets it. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

typedef uint32_t words __attribute__((vector_size(4 * LANES)));
typedef uint64_t longs __attribute__((vector_size(4 * LANES)));

/* n bytes for each lane: big-endian words of SHA-2, or little-endian ones of Keccak, of which [0]
 * is that of the lanes in the lower halves. */
typedef union {
    words w[KSIG_SLH24_MOST_N / 4];
    longs d[KSIG_SLH24_MOST_N / 8][2];
} node;

/* Which half a lane's words of 64 bits are in: its 32 bits lie there in a vector of `longs`. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HALF_OF(lane) (1 - (lane) % 2)
#else
#define HALF_OF(lane) ((lane) % 2)
#endif

/* Type and last three words of an address; layer and tree are 0 in these sets. */
typedef struct {
    uint32_t kind;
    words a, b, c;
} address;

#ifndef ROTATE_32
#define ROTATE_32(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define ROTATE_64(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define XOR_32(x, y, z) ((x) ^ (y) ^ (z))
#define XOR_64(x, y, z) ((x) ^ (y) ^ (z))
#define CHOOSE_32(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define CHOOSE_64(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define MAJORITY_32(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))
#define MAJORITY_64(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))
#define CHI(x, y, z) ((x) ^ (~(y) & (z)))
#endif

static inline words same(uint32_t value) { return (words){0} + value; }

/* ---- Words of 32 bits as those of 64 */

#define LOWER UINT64_C(0xFFFFFFFF)

/* From the halves of each lane's word of 64 bits. */
static inline void widen(longs out[2], const words *upper, const words *lower) {
    const longs high = (longs)*upper, low = (longs)*lower;
    out[0] = high << 32 | (low & LOWER);
    out[1] = (high & ~LOWER) | low >> 32;
}

/* And back. */
static inline void narrow(words *upper, words *lower, const longs in[2]) {
    *upper = (words)(in[0] >> 32 | (in[1] & ~LOWER));
    *lower = (words)((in[0] & LOWER) | in[1] << 32);
}

/* ---- SHA-2 (FIPS 180-4 sections 4.1, 6.2.2, 6.4.2) */

#define BIG_0_32(x) XOR_32(ROTATE_32(x, 2), ROTATE_32(x, 13), ROTATE_32(x, 22))
#define BIG_1_32(x) XOR_32(ROTATE_32(x, 6), ROTATE_32(x, 11), ROTATE_32(x, 25))
#define SMALL_0_32(x) XOR_32(ROTATE_32(x, 7), ROTATE_32(x, 18), (x) >> 3)
#define SMALL_1_32(x) XOR_32(ROTATE_32(x, 17), ROTATE_32(x, 19), (x) >> 10)
#define BIG_0_64(x) XOR_64(ROTATE_64(x, 28), ROTATE_64(x, 34), ROTATE_64(x, 39))
#define BIG_1_64(x) XOR_64(ROTATE_64(x, 14), ROTATE_64(x, 18), ROTATE_64(x, 41))
#define SMALL_0_64(x) XOR_64(ROTATE_64(x, 1), ROTATE_64(x, 8), (x) >> 7)
#define SMALL_1_64(x) XOR_64(ROTATE_64(x, 19), ROTATE_64(x, 61), (x) >> 6)

#define ROUND(bits, a, b, c, d, e, f, g, h, i)                                   \
    h += BIG_1_##bits(e) + CHOOSE_##bits(e, f, g) + (CONSTANT_##bits(i) + w[i]); \
    d += h;                                                                      \
    h += BIG_0_##bits(a) + MAJORITY_##bits(a, b, c)
#define ROUNDS_8(bits, i)                               \
    ROUND(bits, s0, s1, s2, s3, s4, s5, s6, s7, i);     \
    ROUND(bits, s7, s0, s1, s2, s3, s4, s5, s6, i + 1); \
    ROUND(bits, s6, s7, s0, s1, s2, s3, s4, s5, i + 2); \
    ROUND(bits, s5, s6, s7, s0, s1, s2, s3, s4, i + 3); \
    ROUND(bits, s4, s5, s6, s7, s0, s1, s2, s3, i + 4); \
    ROUND(bits, s3, s4, s5, s6, s7, s0, s1, s2, i + 5); \
    ROUND(bits, s2, s3, s4, s5, s6, s7, s0, s1, i + 6); \
    ROUND(bits, s1, s2, s3, s4, s5, s6, s7, s0, i + 7)
#define NEXT(bits, i) \
    w[i] += SMALL_1_##bits(w[(i + 14) % 16]) + w[(i + 9) % 16] + SMALL_0_##bits(w[(i + 1) % 16])
#define NEXT_4(bits, i) \
    NEXT(bits, i);      \
    NEXT(bits, i + 1);  \
    NEXT(bits, i + 2);  \
    NEXT(bits, i + 3)
#define CONSTANT_32(i) (uint32_t)(key->k[at + (i)] >> 32)
#define CONSTANT_64(i) key->k[at + (i)]

#define BLOCK(bits, type, rounds)                                                     \
    type s0 = h[0], s1 = h[1], s2 = h[2], s3 = h[3], s4 = h[4], s5 = h[5], s6 = h[6]; \
    type s7 = h[7];                                                                   \
    for (unsigned at = 0; at < (rounds); at += 16) {                                  \
        if (at != 0) {                                                                \
            NEXT_4(bits, 0);                                                          \
            NEXT_4(bits, 4);                                                          \
            NEXT_4(bits, 8);                                                          \
            NEXT_4(bits, 12);                                                         \
        }                                                                             \
        ROUNDS_8(bits, 0);                                                            \
        ROUNDS_8(bits, 8);                                                            \
    }                                                                                 \
    h[0] += s0, h[1] += s1, h[2] += s2, h[3] += s3;                                   \
    h[4] += s4, h[5] += s5, h[6] += s6, h[7] += s7

/* Changes the block. */
static void block_256(const ksig_slh24_key *key, words h[8], words w[16]);

#ifndef OWN_SHA_256
static void block_256(const ksig_slh24_key *key, words h[8], words w[16]) { BLOCK(32, words, 64); }
#endif

static void half_512(const ksig_slh24_key *key, longs h[8], longs w[16]) { BLOCK(64, longs, 80); }

/* h: [0] of the even lanes. block: 32 halves of words, upper ones first. */
static void block_512(const ksig_slh24_key *key, longs h[2][8], const words block[32]) {
    longs w[2][16];
    for (unsigned i = 0; i < 16; i++) {
        longs pair[2];
        widen(pair, &block[2 * i], &block[2 * i + 1]);
        w[0][i] = pair[0], w[1][i] = pair[1];
    }
    half_512(key, h[0], w[0]);
    half_512(key, h[1], w[1]);
}

/* A message behind the block of PK.seed. `before`: the last word, whose lower half is still to
 * come, since the address has 22 bytes. */
typedef struct {
    const ksig_slh24_key *key;
    words before, block[32], h_256[8];
    longs h_512[2][8];
    unsigned used, size;
} sha2;

static inline void sha2_put(sha2 *s, words word) {
    s->block[s->used++] = s->before << 16 | word >> 16;
    s->before = word;
    if (s->used < s->size)
        return;
    s->used = 0;
    if (s->size == 16)
        block_256(s->key, s->h_256, s->block);
    else
        block_512(s->key, s->h_512, s->block);
}

/* F, PRF (SHA-256), H and T (SHA-512 if large) of FIPS 205 section 11.2. out may be in. */
static void hash_sha2(const ksig_slh24_key *key, int large, const address *at, const node *in,
                      unsigned count, node *out) {
    sha2 s; /* an initializer would clear what is not used, in a tenth of the time */
    s.key = key;
    s.size = large ? 32 : 16;
    const unsigned each = key->n / 4, words_of_length = s.size / 8;
    for (unsigned i = 0; i < 8; i++) {
        if (large)
            s.h_512[0][i] = s.h_512[1][i] = (longs){0} + key->state_512[i];
        else
            s.h_256[i] = same(key->state_256[i]);
    }
    s.block[0] = s.block[1] = same(0); /* layer and tree */
    s.used = 2;
    s.before = same(at->kind);
    sha2_put(&s, at->a);
    sha2_put(&s, at->b);
    sha2_put(&s, at->c);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < each; j++)
            sha2_put(&s, in[i].w[j]);
    sha2_put(&s, same(0x80000000));
    while (s.used != s.size - words_of_length)
        sha2_put(&s, same(0));
    for (unsigned i = 1; i < words_of_length; i++)
        sha2_put(&s, same(0));
    s.before = same(0);
    const uint32_t bits = 8 * (4 * s.size + 22 + count * key->n);
    s.block[s.size - 1] = same(bits);
    if (large) {
        block_512(key, s.h_512, s.block);
        for (unsigned i = 0; i < each; i += 2) {
            const longs pair[2] = {s.h_512[0][i / 2], s.h_512[1][i / 2]};
            narrow(&out->w[i], &out->w[i + 1], pair);
        }
        return;
    }
    block_256(key, s.h_256, s.block);
    for (unsigned i = 0; i < each; i++)
        out->w[i] = s.h_256[i];
}

/* The states behind PK.seed and the zeros that fill its block. */
static void states_behind_seed(ksig_slh24_key *key) {
    words block[32] = {same(0)}, h[8];
    longs long_h[2][8];
    for (unsigned i = 0; i < 32; i++)
        block[i] = same(0);
    for (unsigned i = 0; i < 8; i++) {
        h[i] = same((uint32_t)(key->initial[i] >> 32));
        long_h[0][i] = long_h[1][i] = (longs){0} + key->initial[i];
    }
    for (unsigned i = 0; i < key->n; i++)
        block[i / 4] |= same((uint32_t)key->public_seed[i] << (24 - 8 * (i % 4)));
    block_512(key, long_h, block);
    block_256(key, h, block);
    for (unsigned i = 0; i < 8; i++) {
        key->state_256[i] = h[i][0];
        key->state_512[i] = long_h[0][i][0];
    }
}

/* ---- SHAKE256 (FIPS 202 section 3.2) */

#define KECCAK_RATE 17 /* words: 136 bytes */
#define THETA_C(x) XOR_64(XOR_64(s[x], s[(x) + 5], s[(x) + 10]), s[(x) + 15], s[(x) + 20])
#define LEFT_64(x, n) ROTATE_64(x, (64 - (n)))
#define THETA_D(x) (c##x)
#define MOVE(to, from, by, d) const longs b##to = LEFT_64(s[from] ^ (d), by)
#define CHI_ROW(y, p, q, r, t, u) \
    s[y] = CHI(p, q, r);          \
    s[y + 1] = CHI(q, r, t);      \
    s[y + 2] = CHI(r, t, u);      \
    s[y + 3] = CHI(t, u, p);      \
    s[y + 4] = CHI(u, p, q)

static void keccak(const ksig_slh24_key *key, longs s[25]) {
    for (unsigned round = 0; round < 24; round++) {
        const longs c0 = THETA_C(0), c1 = THETA_C(1), c2 = THETA_C(2), c3 = THETA_C(3);
        const longs c4 = THETA_C(4);
        const longs d0 = c4 ^ LEFT_64(c1, 1), d1 = c0 ^ LEFT_64(c2, 1), d2 = c1 ^ LEFT_64(c3, 1);
        const longs d3 = c2 ^ LEFT_64(c4, 1), d4 = c3 ^ LEFT_64(c0, 1);
        const longs b0 = s[0] ^ d0;
        MOVE(1, 6, 44, d1), b2 = LEFT_64(s[12] ^ d2, 43), b3 = LEFT_64(s[18] ^ d3, 21);
        MOVE(4, 24, 14, d4), b5 = LEFT_64(s[3] ^ d3, 28), b6 = LEFT_64(s[9] ^ d4, 20);
        MOVE(7, 10, 3, d0), b8 = LEFT_64(s[16] ^ d1, 45), b9 = LEFT_64(s[22] ^ d2, 61);
        MOVE(10, 1, 1, d1), b11 = LEFT_64(s[7] ^ d2, 6), b12 = LEFT_64(s[13] ^ d3, 25);
        MOVE(13, 19, 8, d4), b14 = LEFT_64(s[20] ^ d0, 18), b15 = LEFT_64(s[4] ^ d4, 27);
        MOVE(16, 5, 36, d0), b17 = LEFT_64(s[11] ^ d1, 10), b18 = LEFT_64(s[17] ^ d2, 15);
        MOVE(19, 23, 56, d3), b20 = LEFT_64(s[2] ^ d2, 62), b21 = LEFT_64(s[8] ^ d3, 55);
        MOVE(22, 14, 39, d4), b23 = LEFT_64(s[15] ^ d0, 41), b24 = LEFT_64(s[21] ^ d1, 2);
        CHI_ROW(0, b0, b1, b2, b3, b4);
        CHI_ROW(5, b5, b6, b7, b8, b9);
        CHI_ROW(10, b10, b11, b12, b13, b14);
        CHI_ROW(15, b15, b16, b17, b18, b19);
        CHI_ROW(20, b20, b21, b22, b23, b24);
        s[0] ^= key->iota[round];
    }
}

static inline words swapped(words x) {
    x = (x & 0x00FF00FF) << 8 | (x >> 8 & 0x00FF00FF);
    return x << 16 | x >> 16;
}

/* A sponge; halves as in `node`. */
typedef struct {
    const ksig_slh24_key *key;
    longs s[2][25];
    unsigned used;
} sponge;

static void shake_put(sponge *sp, longs even, longs odd) {
    sp->s[0][sp->used] ^= even;
    sp->s[1][sp->used] ^= odd;
    if (++sp->used < KECCAK_RATE)
        return;
    sp->used = 0;
    keccak(sp->key, sp->s[0]);
    keccak(sp->key, sp->s[1]);
}

/* F, PRF, H and T of FIPS 205 section 11.1. */
static void hash_shake(const ksig_slh24_key *key, const address *at, const node *in, unsigned count,
                       node *out) {
    sponge sp = {.key = key};
    const unsigned each = key->n / 8;
    const longs zero = {0};
    for (unsigned i = 0; i < each; i++) {
        uint64_t seed = 0;
        for (unsigned j = 8; j-- > 0;)
            seed = seed << 8 | key->public_seed[8 * i + j];
        shake_put(&sp, zero + seed, zero + seed);
    }
    shake_put(&sp, zero, zero);
    shake_put(&sp, zero, zero);
    longs pair[2];
    words first = swapped(same(at->kind)), second = swapped(at->a);
    widen(pair, &second, &first);
    shake_put(&sp, pair[0], pair[1]);
    first = swapped(at->b), second = swapped(at->c);
    widen(pair, &second, &first);
    shake_put(&sp, pair[0], pair[1]);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < each; j++)
            shake_put(&sp, in[i].d[j][0], in[i].d[j][1]);
    for (unsigned half = 0; half < 2; half++) {
        sp.s[half][sp.used] ^= UINT64_C(0x1F);
        sp.s[half][KECCAK_RATE - 1] ^= UINT64_C(1) << 63;
        keccak(key, sp.s[half]);
        for (unsigned j = 0; j < each; j++)
            out->d[j][half] = sp.s[half][j];
    }
}

static inline void hashed(const ksig_slh24_key *key, int large, const address *at, const node *in,
                          unsigned count, node *out) {
    if (key->shake != 0)
        hash_shake(key, at, in, count, out);
    else
        hash_sha2(key, large, at, in, count, out);
}
