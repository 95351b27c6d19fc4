/* The hash functions of the SHAKE sets: SHAKE256(PK.seed | ADRS | x) (FIPS 205 section 11.1).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/keccak.h"
#include "slhdsa/address.h"

typedef struct shake_state {
    uint64_t common[KSIG_SLHDSA_ROOM / 8];
    ksig_keccak sponge; /* of F and H */
    ksig_keccak open;
} shake_state;

/* KSIG_SLH_DSA_SHAKE_STATE_BYTES is what the struct says, and what is open is apart from what the message needs. */
typedef char state_bytes_agree[sizeof(shake_state) == KSIG_SLH_DSA_SHAKE_STATE_BYTES ? 1 : -1];
typedef char message_fits[offsetof(shake_state, open) >= sizeof(ksig_slhdsa_state) ? 1 : -1];

static shake_state *shake_of(ksig_slhdsa_state *v) { return (shake_state *)(void *)v; }

static void open_message(ksig_slhdsa_state *v) { ksig_shake256_init(&shake_of(v)->open); }

/* In parts shorter than the rate, so that one left out would show in the position. */
static void absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    while (length > 0) {
        const size_t part = length < KSIG_SHAKE256_RATE - 1 ? length : KSIG_SHAKE256_RATE - 1;
        ksig_keccak_absorb(&shake_of(v)->open, data, part);
        data += part;
        length -= part;
    }
}

/* SHAKE256(R | PK | M'). */
static uint32_t end_message(ksig_slhdsa_state *v, uint64_t total) {
    ksig_keccak *const open = &shake_of(v)->open;
    const uint32_t bad = open->position ^ ((uint32_t)((total - 1) % KSIG_SHAKE256_RATE) + 1);
    ksig_keccak_finish(open);
    ksig_keccak_squeeze(open, v->u.run.digest, ksig_slhdsa_digest_bytes(ksig_slhdsa_params_of(v)));
    return bad;
}

/* PK.seed | ADRS. */
static void begin(const ksig_slhdsa_state *v, ksig_keccak *k, unsigned type, uint32_t w2, uint32_t w3) {
    uint8_t address[KSIG_SLHDSA_ADRS_BYTES];
    ksig_slhdsa_address(v, KSIG_SLHDSA_FULL, type, w2, w3, address);
    ksig_shake256_init(k);
    ksig_keccak_absorb_seed(k, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    ksig_keccak_absorb_seed(k, address, sizeof address);
}

/* All that is absorbed fits into one block. */
static void end(ksig_slhdsa_state *v, uint8_t *out) {
    ksig_keccak *const k = &shake_of(v)->sponge;
    ksig_keccak_finish(k);
    ksig_keccak_squeeze(k, out, ksig_slhdsa_params_of(v)->n);
    v->done++;
}

static void f(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned count) {
    ksig_keccak *const k = &shake_of(v)->sponge;
    for (; count > 0; count--) {
        begin(v, k, type, w2, w3++);
        ksig_keccak_absorb_seed(k, v->u.run.input, ksig_slhdsa_params_of(v)->n);
        end(v, v->u.run.input);
    }
}

static void h(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3, unsigned right) {
    ksig_keccak *const k = &shake_of(v)->sponge;
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    begin(v, k, type, w2, w3);
    ksig_keccak_absorb_seed(k, right ? v->u.run.input : v->u.run.node, n);
    ksig_keccak_absorb_seed(k, right ? v->u.run.node : v->u.run.input, n);
    end(v, v->u.run.node);
}

static void open_t(ksig_slhdsa_state *v, unsigned type) { begin(v, &shake_of(v)->open, type, 0, 0); }

static void end_t(ksig_slhdsa_state *v) {
    ksig_keccak *const open = &shake_of(v)->open;
    ksig_keccak_finish(open);
    ksig_keccak_squeeze(open, v->u.run.node, ksig_slhdsa_params_of(v)->n);
}

const struct ksig_slhdsa_hash ksig_slhdsa_shake = {open_message, absorb, end_message, f, h, open_t, end_t};
