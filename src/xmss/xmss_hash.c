/* The functions F, H, H_msg and PRF (RFC 8391 section 5.1, NIST SP 800-208 sections 5 and 6).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "hash/hooks.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "xmss/xmss_state.h"

/* Sets whose core is not compiled are rejected. */
#define HAS_SHAKE (KSIG_ENABLE_XMSS_SHAKE || KSIG_ENABLE_XMSS_RFC8391)
#define HAS_SHA512 KSIG_ENABLE_XMSS_RFC8391

#if HAS_SHAKE
static unsigned is_shake(const ksig_xmss_state *v) { return v->set.core >= KSIG_XMSS_SHAKE128; }
#endif

#if HAS_SHA512
static unsigned is_sha512(const ksig_xmss_state *v) { return v->set.core == KSIG_XMSS_SHA512; }
#endif

static unsigned is_sha256_32(const ksig_xmss_state *v) {
    return v->set.core == KSIG_XMSS_SHA256_32;
}

/* Rereads which hash it is: bytes absorbed by the wrong one do not count as taken. */
size_t ksig_xmss_absorb(ksig_xmss_state *v, const uint8_t *data, size_t length) {
    const ksig_xmss_state *again = v;
    size_t taken;
    KSIG_RELOAD(again);
#if HAS_SHAKE
    if (is_shake(v)) {
        taken = ksig_keccak_take(&v->hash.sponge, data, length) + 1;
        return ksig_keccak_taken(&again->hash.sponge, taken) - is_shake(again);
    }
#endif
#if HAS_SHA512
    if (is_sha512(v)) {
        taken = ksig_sha512_take(&v->hash.sha512, data, length) + 1;
        return ksig_sha512_taken(&again->hash.sha512, taken) - is_sha512(again);
    }
#endif
    taken = ksig_sha256_take(&v->hash.sha256, data, length);
    taken = ksig_sha256_taken(&again->hash.sha256, taken);
#if HAS_SHAKE
    taken += is_shake(again);
#endif
#if HAS_SHA512
    taken += is_sha512(again);
#endif
    return taken;
}

static void absorb(ksig_xmss_state *v, const void *data, size_t length) {
    ksig_taken(&v->head, ksig_xmss_absorb(v, data, length), length);
}

void ksig_xmss_open(ksig_xmss_state *v, unsigned function) {
    static const uint8_t zeros[KSIG_XMSS_MAX_N - 1];
    const uint8_t last = (uint8_t)function;
#if HAS_SHAKE
    if (is_shake(v))
        ksig_keccak_init(&v->hash.sponge,
                         v->set.core == KSIG_XMSS_SHAKE128 ? KSIG_SHAKE128_RATE
                                                           : KSIG_SHAKE256_RATE,
                         KSIG_SHAKE_SUFFIX);
    else
#endif
#if HAS_SHA512
        if (is_sha512(v))
        ksig_sha512_init(&v->hash.sha512, ksig_sha512_initial);
    else
#endif
        ksig_sha256_init(&v->hash.sha256, ksig_sha256_initial);
    absorb(v, zeros, v->set.pad - 1u);
    absorb(v, &last, 1);
}

/* The result is zeroed first: if it were not written, the old bytes must not remain. */
void ksig_xmss_end(ksig_xmss_state *v, uint32_t *out) {
    uint32_t doubt;
    memset(out, 0, v->set.n);
#if HAS_SHAKE
    if (is_shake(v)) {
        doubt = ksig_keccak_end(&v->hash.sponge);
        ksig_keccak_squeeze(&v->hash.sponge, (uint8_t *)out, v->set.n);
    } else
#endif
#if HAS_SHA512
        if (is_sha512(v))
        doubt = ksig_sha512_final(&v->hash.sha512, (uint8_t *)out, v->set.n);
    else
#endif
        doubt = ksig_sha256_final(&v->hash.sha256, (uint8_t *)out, v->set.n);
    ksig_taken(&v->head, doubt, 0);
}

KSIG_NOINLINE void ksig_xmss_address(ksig_xmss_state *v, unsigned type, uint32_t a, uint32_t b,
                                     uint32_t c) {
    const uint32_t words[8] = {v->layer, v->tree[1], v->tree[0], type, a, b, c, 0};
    for (unsigned i = 0; i < 8; i++)
        ksig_store32_big_endian((uint8_t *)(v->address + i), words[i]);
}

/* The mask becomes PRF(SEED, address). */
static KSIG_NOINLINE void prf(ksig_xmss_state *v, unsigned mask) {
    ksig_xmss_address_mask(v, mask);
    ksig_xmss_open(v, KSIG_XMSS_PRF);
    absorb(v, ksig_xmss_seed(v), v->set.n);
    absorb(v, v->address, sizeof v->address);
    ksig_xmss_end(v, v->mask);
}

static KSIG_NOINLINE void add_mask(ksig_xmss_state *v, unsigned mask, uint32_t *node) {
    prf(v, mask);
    for (unsigned i = 0; i < v->set.n / 4u; i++)
        node[i] ^= v->mask[i];
}

/* Opens the hash with a key derived from the address. */
static KSIG_NOINLINE void open_keyed(ksig_xmss_state *v, unsigned function) {
    prf(v, 0);
    ksig_xmss_open(v, function);
    absorb(v, v->mask, v->set.n);
}

/* Zeroes the sender's bytes, which are absorbed, here too: if ksig_xmss_end were not called, they
 * must not remain as the result. */
static void end_node(ksig_xmss_state *v, uint32_t *out) {
    memset(out, 0, v->set.n);
    ksig_xmss_end(v, out);
}

static KSIG_NOINLINE void f(ksig_xmss_state *v) {
    add_mask(v, 1, v->input);
    open_keyed(v, KSIG_XMSS_F);
    absorb(v, v->input, v->set.n);
    ksig_xmss_count_step(v);
    end_node(v, v->input);
}

/* RAND_HASH (RFC 8391 Algorithm 7). */
void ksig_xmss_h(ksig_xmss_state *v, uint32_t *left, uint32_t *right, uint32_t *out) {
    if (is_sha256_32(v)) {
        ksig_xmss_sha256_h(v, left, right, out);
    } else {
        add_mask(v, 1, left);
        add_mask(v, 2, right);
        open_keyed(v, KSIG_XMSS_H);
        absorb(v, left, v->set.n);
        absorb(v, right, v->set.n);
        v->done++;
        end_node(v, out);
    }
}

void ksig_xmss_functions_begin(ksig_xmss_state *v) {
    if (is_sha256_32(v))
        ksig_xmss_sha256_begin(v);
}

/* chain (RFC 8391 Algorithm 2). F counts its steps in memory: a walk that ends too early, or
 * without one of the calls, does not count as complete. */
void ksig_xmss_chain(ksig_xmss_state *v, unsigned digit) {
    ksig_xmss_address(v, KSIG_XMSS_OTS, v->leaf, v->chain, digit);
    for (unsigned left = KSIG_XMSS_W - 1u - digit; left > 0; left--) {
        if (is_sha256_32(v))
            ksig_xmss_sha256_f(v);
        else
            f(v);
    }
    v->done += (*ksig_xmss_step(v) - digit) & 255u;
}
