/* SHA-256, FIPS 180-4. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/sha2.h"

#include <string.h>

#include "hash/hooks.h"

const uint32_t ksig_sha224_initial[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};
const uint32_t ksig_sha256_initial[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static uint32_t load_big_endian(const uint8_t *p) {
    uint32_t x = 0;
    for (unsigned i = 0; i < 4; i++)
        x = x << 8 | p[i];
    return x;
}

static void store_big_endian(uint8_t *p, uint32_t x) {
    for (unsigned i = 4; i-- > 0; x >>= 8)
        p[i] = (uint8_t)x;
}

/* Word t of the message schedule, t >= 16, in place: block[t % 16] holds word t - 16 until then. */
static uint32_t schedule(uint32_t block[16], unsigned t) {
    const uint32_t w15 = block[(t + 1) % 16], w2 = block[(t + 14) % 16];
    const uint32_t s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ w15 >> 3;
    const uint32_t s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ w2 >> 10;
    return block[t % 16] += s0 + block[(t + 9) % 16] + s1;
}

/* One round. The caller rotates the names of the working variables instead of moving their values. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                                                 \
    do {                                                                                                 \
        h += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + round_constants[t] + \
             ((t) < 16 ? block[(t) % 16] : schedule(block, t));                                          \
        d += h;                                                                                          \
        h += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));                 \
    } while (0)

void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16]) {
    for (unsigned i = 0; i < 16; i++)
        block[i] = load_big_endian((const uint8_t *)&block[i]);
    uint32_t a = chain[0], b = chain[1], c = chain[2], d = chain[3];
    uint32_t e = chain[4], f = chain[5], g = chain[6], h = chain[7];
#if KSIG_COMPACT_HASH
    for (unsigned t = 0; t < 64; t++) {
        ROUND(a, b, c, d, e, f, g, h, t);
        const uint32_t last = h;
        h = g;
        g = f;
        f = e;
        e = d;
        d = c;
        c = b;
        b = a;
        a = last;
    }
#else
    for (unsigned t = 0; t < 64; t += 8) {
        ROUND(a, b, c, d, e, f, g, h, t);
        ROUND(h, a, b, c, d, e, f, g, t + 1);
        ROUND(g, h, a, b, c, d, e, f, t + 2);
        ROUND(f, g, h, a, b, c, d, e, t + 3);
        ROUND(e, f, g, h, a, b, c, d, t + 4);
        ROUND(d, e, f, g, h, a, b, c, t + 5);
        ROUND(c, d, e, f, g, h, a, b, t + 6);
        ROUND(b, c, d, e, f, g, h, a, t + 7);
    }
#endif
    chain[0] += a;
    chain[1] += b;
    chain[2] += c;
    chain[3] += d;
    chain[4] += e;
    chain[5] += f;
    chain[6] += g;
    chain[7] += h;
}

void ksig_sha256_init(ksig_sha256 *h, const uint32_t initial[8]) {
    memcpy(h->chain, initial, sizeof h->chain);
    h->length = 0;
}

void ksig_sha256_update(ksig_sha256 *h, const uint8_t *data, size_t length) {
    while (length > 0) {
        const size_t filled = (size_t)(h->length % 64);
        const size_t part = length < 64 - filled ? length : 64 - filled;
        memcpy((uint8_t *)h->block + filled, data, part);
        h->length += part;
        data += part;
        length -= part;
        if (filled + part == 64)
            KSIG_SHA256_COMPRESS(h->chain, h->block);
    }
}

void ksig_sha256_final(ksig_sha256 *h, uint8_t *digest, size_t length) {
    uint8_t *const bytes = (uint8_t *)h->block;
    size_t filled = (size_t)(h->length % 64);
    bytes[filled++] = 0x80;
    if (filled > 56) {
        memset(bytes + filled, 0, 64 - filled);
        KSIG_SHA256_COMPRESS(h->chain, h->block);
        filled = 0;
    }
    memset(bytes + filled, 0, 64 - filled);
    for (unsigned i = 0; i < 8; i++)
        bytes[63 - i] = (uint8_t)(h->length << 3 >> (8 * i));
    KSIG_SHA256_COMPRESS(h->chain, h->block);

    for (unsigned i = 0; i < 8; i++)
        store_big_endian(bytes + 4 * i, h->chain[i]);
    memcpy(digest, bytes, length);
}
