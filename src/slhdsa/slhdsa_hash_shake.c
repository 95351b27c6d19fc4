/* The hash functions of the SHAKE sets: SHAKE256(PK.seed | ADRS | x) (FIPS 205 section 11.1).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/keccak.h"
#include "slhdsa/slhdsa_address.h"
#include "util/memory.h"

typedef struct shake_state {
    uint64_t common[sizeof(ksig_slhdsa_state) / 8];
    ksig_keccak sponge; /* for F and H */
    ksig_keccak open;
} shake_state;

/* KSIG_SLH_DSA_SHAKE_STATE_BYTES agrees with the struct, and the open hash does not overlap what
 * the message needs. */
KSIG_ASSERT(KSIG_IS_STATED(sizeof(shake_state), KSIG_SLH_DSA_SHAKE_STATE_BYTES), state_bytes_agree);
KSIG_ASSERT(offsetof(shake_state, open) >= KSIG_SLHDSA_MESSAGE_END(KSIG_SLHDSA_MAX_N),
            message_fits);

static ksig_keccak *sponge_of(ksig_slhdsa_state *v) { return &((shake_state *)(void *)v)->sponge; }

static ksig_keccak *open_of(ksig_slhdsa_state *v) { return &((shake_state *)(void *)v)->open; }

static void open_message(ksig_slhdsa_state *v) { ksig_shake256_init(open_of(v)); }

static size_t absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_keccak_take(open_of(v), data, length);
    KSIG_RELOAD(v);
    return ksig_keccak_taken(open_of(v), shown);
}

static void squeeze(ksig_keccak *k, uint8_t *out, size_t length) {
    ksig_keccak_finish(k);
    ksig_keccak_squeeze(k, out, length);
}

/* Makes the result of F or H. First clears the sender's bytes, wherever the result goes: they must
 * not remain as that of F. Counts the call if n bytes were squeezed, whatever `length` was. */
static KSIG_NOINLINE void end(ksig_slhdsa_state *v, uint8_t *out, size_t length) {
    memset(v->input, 0, length);
    squeeze(sponge_of(v), out, length);
    v->done += sponge_of(v)->position == ksig_slhdsa_params_of(v)->n;
}

/* SHAKE256(R | PK | M'). */
static void end_message(ksig_slhdsa_state *v) {
    ksig_taken(&v->head, ksig_keccak_end(open_of(v)), 0);
    ksig_keccak_squeeze(open_of(v), v->digest, ksig_slhdsa_digest_bytes(ksig_slhdsa_params_of(v)));
}

/* SHAKE has nothing to set up. */
static void no_midstates(ksig_slhdsa_state *v) { (void)v; }

/* PK.seed | ADRS. */
static KSIG_NOINLINE void begin(const ksig_slhdsa_state *v, ksig_keccak *k, unsigned type,
                                uint32_t w2, uint32_t w3) {
    uint32_t address[KSIG_SLHDSA_ADRS_BYTES / 4];
    ksig_slhdsa_address(v, type, w2, w3, address);
    ksig_slhdsa_big_endian(address, KSIG_SLHDSA_ADRS_BYTES / 4);
    ksig_keccak_init_seed(k, KSIG_SHAKE256_RATE);
    ksig_keccak_absorb_seed(k, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    ksig_keccak_absorb_seed(k, (const uint8_t *)address, sizeof address);
}

/* F and chain (FIPS 205 Algorithm 5). */
static void f(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3) {
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    for (unsigned steps = ksig_slhdsa_steps(v, type, w3); steps > 0; steps--) {
        begin(v, sponge_of(v), type, w2, w3++);
        ksig_keccak_absorb_seed(sponge_of(v), v->input, n);
        end(v, v->input, n);
    }
}

static void h(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t child) {
    const unsigned n = ksig_slhdsa_params_of(v)->n, right = child & 1u;
    begin(v, sponge_of(v), type, w2, child >> 1);
    ksig_keccak_absorb_seed(sponge_of(v), right ? v->input : v->node, n);
    ksig_keccak_absorb_seed(sponge_of(v), right ? v->node : v->input, n);
    end(v, v->node, n);
}

static void open_t(ksig_slhdsa_state *v, unsigned type) { begin(v, open_of(v), type, 0, 0); }

static void end_t(ksig_slhdsa_state *v) {
    squeeze(open_of(v), v->node, ksig_slhdsa_params_of(v)->n);
}

const struct ksig_slhdsa_hash ksig_slhdsa_shake = {
    .open_message = open_message,
    .absorb = absorb,
    .end_message = end_message,
    .begin = no_midstates,
    .f = f,
    .h = h,
    .open_t = open_t,
    .end_t = end_t,
    .state_bytes = sizeof(shake_state) - sizeof(ksig_slhdsa_state),
    .open_bytes = sizeof(shake_state) - offsetof(shake_state, open),
};
