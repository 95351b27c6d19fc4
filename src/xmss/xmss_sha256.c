/* F and H with SHA-256 and n = 32, where the parts fill whole blocks. PRF is one compression that
 * continues a kept one, of toByte(3, 32) | SEED. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/hooks.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "xmss/xmss_state.h"

enum { WORDS = 8, PRF_BITS = 8 * 96, H_BITS = 8 * 128 };

#define PADDING UINT32_C(0x80000000)

static uint32_t *block_of(ksig_xmss_state *v) { return v->hash.sha256.block; }

static uint32_t *chain_of(ksig_xmss_state *v) { return v->hash.sha256.chain; }

static void compress(ksig_xmss_state *v) { KSIG_SHA256_COMPRESS(chain_of(v), block_of(v)); }

/* For struct assignment: a library's memcpy may copy byte by byte. */
struct words {
    uint32_t word[WORDS];
};

static void copy(uint32_t *to, const uint32_t *from) {
    *(struct words *)to = *(const struct words *)from;
}

/* Stores the chaining value as bytes. */
static void store(ksig_xmss_state *v, uint32_t *to) {
    for (unsigned i = 0; i < WORDS; i++)
        ksig_store32_big_endian((uint8_t *)(to + i), chain_of(v)[i]);
}

/* Fills half a block with zeros between the given first and last words, which are numbers. By
 * words, as above. */
static void fill(uint32_t *half, uint32_t first, uint32_t last) {
    ksig_store32_big_endian((uint8_t *)half, first);
    half[1] = half[2] = half[3] = half[4] = half[5] = half[6] = 0;
    ksig_store32_big_endian((uint8_t *)(half + WORDS - 1), last);
}

/* toByte(function, 32) in the block's first half. */
static void front(ksig_xmss_state *v, unsigned function) { fill(block_of(v), 0, function); }

static void pad(uint32_t *half, unsigned bits) { fill(half, PADDING, bits); }

void ksig_xmss_sha256_begin(ksig_xmss_state *v) {
    front(v, KSIG_XMSS_PRF);
    memcpy(block_of(v) + WORDS, ksig_xmss_seed(v), 4 * WORDS);
    copy(chain_of(v), ksig_sha256_initial);
    compress(v);
    copy(v->mask, chain_of(v));
}

/* The chaining value becomes PRF(SEED, address). */
static KSIG_NOINLINE void prf(ksig_xmss_state *v, unsigned mask) {
    ksig_xmss_address_mask(v, mask);
    copy(block_of(v), v->address);
    pad(block_of(v) + WORDS, PRF_BITS);
    copy(chain_of(v), v->mask);
    compress(v);
}

static KSIG_NOINLINE void add_mask(ksig_xmss_state *v, unsigned mask, uint32_t *node) {
    prf(v, mask);
    for (unsigned i = 0; i < WORDS; i++)
        ksig_store32_big_endian((uint8_t *)(node + i),
                                ksig_load32_big_endian((const uint8_t *)(node + i)) ^
                                    chain_of(v)[i]);
}

/* The chaining value after toByte(function, 32) and a key derived from the address. */
static KSIG_NOINLINE void begin_keyed(ksig_xmss_state *v, unsigned function) {
    prf(v, 0);
    front(v, function);
    store(v, block_of(v) + WORDS);
    copy(chain_of(v), ksig_sha256_initial);
    compress(v);
}

/* Moves a node and zeroes the source: if a result were not stored, the old node must not remain in
 * its place. */
static void move(uint32_t *to, uint32_t *node) {
    copy(to, node);
    fill(node, 0, 0);
}

void ksig_xmss_sha256_f(ksig_xmss_state *v) {
    add_mask(v, 1, v->input);
    begin_keyed(v, KSIG_XMSS_F);
    move(block_of(v), v->input);
    pad(block_of(v) + WORDS, PRF_BITS); /* the same length */
    compress(v);
    store(v, v->input);
    ksig_xmss_count_step(v);
}

/* RAND_HASH (RFC 8391 Algorithm 7). */
void ksig_xmss_sha256_h(ksig_xmss_state *v, uint32_t *left, uint32_t *right, uint32_t *out) {
    add_mask(v, 1, left);
    add_mask(v, 2, right);
    begin_keyed(v, KSIG_XMSS_H);
    move(block_of(v), left);
    move(block_of(v) + WORDS, right);
    compress(v);
    fill(block_of(v), PADDING, 0);
    fill(block_of(v) + WORDS, 0, H_BITS);
    compress(v);
    store(v, out);
    v->done++;
}
