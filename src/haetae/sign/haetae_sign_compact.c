/* Signing with a compact secret key: how it is expanded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A compact key is the seed of key generation and the counter of the attempt that became the key.
 * s1, and at level 5 s2, are sampled again whenever they are needed: one permutation each, next to
 * the 33 of a y_p. At levels 2 and 3, s2 lacks the bits that the public key dropped; there all of
 * s2 is made once.
 *
 * The public key comes from the caller and may not be trustworthy. So nothing secret is ever
 * computed from it: b is made from the seed alone, as in key generation, and only then compared
 * with the given one. If s2 were computed from the given b, an attacker who changes b and sees what
 * is rejected would learn its coefficients one by one. */
#include "guard/guard.h"
#include "haetae/common/haetae_pack.h"
#include "haetae/common/haetae_public_row.h"
#include "haetae/common/haetae_secret.h"
#include "haetae/common/haetae_wipe.h"
#include "haetae/sign/haetae_sign_state.h"
#include "ring/ntt16.h"
#include "util/memory.h"

enum { N = KSIG_HAETAE_N, S2_BYTES = 96 };

/* At the end of the state. */
typedef struct expanded {
    uint8_t sigma[KSIG_HAETAE_SIGMA_BYTES];
    uint8_t sampled[64];     /* the polynomial requested last */
    uint8_t s2[1][S2_BYTES]; /* k of them at levels 2 and 3, none at level 5 */
} expanded;

static expanded *expanded_of(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned bytes = KSIG_HAETAE_SIGMA_BYTES + 64u + (unsigned)p->d * p->k * S2_BYTES;
    return (expanded *)((uint8_t *)s + s->head.scheme.sign->state_bytes - bytes);
}

/* Secret polynomial p as key generation sampled it. */
static void sample(ksig_haetae_sign_state *s, unsigned p, uint8_t *packed, unsigned bits) {
    const uint8_t *const compact = s->head.key.secret;
    const unsigned counter =
        compact[KSIG_HAETAE_SEED_BYTES] | (unsigned)compact[KSIG_HAETAE_SEED_BYTES + 1] << 8;
    ksig_haetae_sample_secret(&s->sponge, expanded_of(s)->sigma, counter + p, packed, bits);
}

static ksig_haetae_secret secret(ksig_haetae_sign_state *s, unsigned p) {
    const ksig_haetae_params *const level = ksig_haetae_sign_params_of(s);
    const unsigned m = level->l - 1u;
    expanded *const e = expanded_of(s);
    ksig_haetae_secret result = {e->sampled, 2, 1};
    if (p >= m && level->d == 1) {
        result.packed = e->s2[0] + S2_BYTES * (p - m);
        result.bits = 3;
        result.top = 2;
    } else {
        sample(s, p, e->sampled, 2);
    }
    return result;
}

/* Makes rho, sigma and the key, as in key generation. */
static const uint8_t *start(ksig_haetae_sign_state *s, uint8_t key[KSIG_HAETAE_KEY_BYTES]) {
    expanded *const e = expanded_of(s);
    uint8_t *const rho = e->sampled;
    unsigned different = 0;
    ksig_shake256_init(&s->sponge);
    ksig_keccak_absorb_seed(&s->sponge, s->head.key.secret, KSIG_HAETAE_SEED_BYTES);
    ksig_keccak_finish(&s->sponge);
    ksig_keccak_squeeze(&s->sponge, rho, KSIG_HAETAE_RHO_BYTES);
    ksig_keccak_squeeze(&s->sponge, e->sigma, KSIG_HAETAE_SIGMA_BYTES);
    ksig_keccak_squeeze(&s->sponge, key, KSIG_HAETAE_KEY_BYTES);
    for (unsigned i = 0; i < KSIG_HAETAE_RHO_BYTES; i++)
        different |= (unsigned)rho[i] ^ s->key[i];
    /* Public: whether the public key belongs to the seed. */
    return KSIG_DECLASSIFY(different == 0) ? key : NULL;
}

/* Adds column `column` of row i of A0 s1. */
static void add_column(ksig_haetae_sign_state *s, unsigned i, unsigned column) {
    uint16_t *const row = ksig_haetae_sign_row(s);
    if (column == 1)
        memset(row, 0, 2 * N);
    ksig_haetae_unpack_secret(s->operand, secret(s, column - 1).packed);
    ksig_ntt16(s->operand);
    ksig_haetae_sign_multiply(s, i, column, row, s->operand);
}

/* Makes row i of the public key from A0 s1 and s2, which at levels 2 and 3 becomes the s2 that
 * signing needs. 0 if the given row is the same. */
static unsigned compare_row(ksig_haetae_sign_state *s, unsigned i) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned m = p->l - 1u, bytes = 32 * ksig_haetae_b_bits(p);
    const uint8_t *const given = s->key + KSIG_HAETAE_RHO_BYTES + bytes * i;
    uint16_t *const row = ksig_haetae_sign_row(s);
    uint8_t *const packed = (uint8_t *)s->operand;
    unsigned different = 0;
    if (p->d == 1) {
        uint8_t *const s2 = expanded_of(s)->s2[0] + S2_BYTES * i;
        sample(s, m + i, s2, 3);
        ksig_haetae_split_row(&s->sponge, s->key, 256u * p->k + m + i, row, s2, packed);
    } else {
        ksig_haetae_whole_row(row, s->operand, secret(s, m + i).packed);
        ksig_haetae_pack_b(packed, row);
    }
    for (unsigned n = 0; n < bytes; n++)
        different |= (unsigned)packed[n] ^ given[n];
    KSIG_BARRIER(different); /* the comparison with 0 belongs to the caller's declassification */
    return different;
}

/* One step per column, and one to end a row. */
static ksig_haetae_progress expand(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index;
    if (++s->part < p->l) {
        add_column(s, i, s->part);
        return KSIG_SIGN_MORE;
    }
    s->part = 0;
    s->index++;
    /* Public: whether the public key belongs to the seed. */
    if (KSIG_DECLASSIFY(compare_row(s, i) != 0))
        return KSIG_SIGN_RETRY;
    return i + 1 < p->k ? KSIG_SIGN_MORE : KSIG_SIGN_NEXT;
}

const ksig_haetae_key_form ksig_haetae_compact_keys = {
    .operations = {.work = {.step = ksig_haetae_sign_step,
                            .wipe_stack = ksig_haetae_wipe_sign_stack},
                   .open = ksig_haetae_sign_open,
                   .take = ksig_haetae_sign_take},
    .start = start,
    .expand = expand,
    .secret = secret};
