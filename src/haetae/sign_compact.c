/* Signing with a compact secret key: what follows from it. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A compact key is the seed of key generation and the counter of the attempt that became the key. s1, and at level 5
 * s2, are sampled again whenever they are needed: a permutation each, beside the 33 of a y_p. At levels 2 and 3 s2
 * lacks the bits that the public key dropped. There all of it is made once, from (A | 2) (1, s1, s2) = 0 mod q. */
#include "haetae/pack.h"
#include "haetae/secret.h"
#include "haetae/sign_state.h"
#include "haetae/wipe.h"
#include "ring/ntt_64513.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N, S2_BYTES = 96 };

/* At the end of the state. */
typedef struct expanded {
    uint8_t sigma[KSIG_HAETAE_SIGMA_BYTES];
    uint8_t sampled[64];     /* the polynomial asked for last */
    uint8_t s2[1][S2_BYTES]; /* k of them at levels 2 and 3, none at level 5 */
} expanded;

static expanded *expanded_of(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned bytes = KSIG_HAETAE_SIGMA_BYTES + 64u + p->d * p->k * (unsigned)S2_BYTES;
    return (expanded *)((uint8_t *)s + s->head.scheme->state_bytes - bytes);
}

static ksig_haetae_secret secret(ksig_haetae_sign_state *s, unsigned p) {
    const ksig_haetae_params *const level = ksig_haetae_sign_params_of(s);
    const uint8_t *const compact = s->head.secret_key;
    const unsigned m = level->l - 1u;
    expanded *const e = expanded_of(s);
    ksig_haetae_secret result = {e->sampled, 2, 1};
    if (p >= m && level->d == 1) {
        result.packed = e->s2[0] + S2_BYTES * (p - m);
        result.bits = 3;
        result.top = 2;
    } else {
        const unsigned counter = compact[KSIG_HAETAE_SEED_BYTES] | (unsigned)compact[KSIG_HAETAE_SEED_BYTES + 1] << 8;
        ksig_haetae_sample_secret(&s->sponge, e->sigma, counter + p, e->sampled, 2);
    }
    return result;
}

/* rho, sigma and the key, as key generation has them. */
static const uint8_t *start(ksig_haetae_sign_state *s, uint8_t key[KSIG_HAETAE_KEY_BYTES]) {
    expanded *const e = expanded_of(s);
    uint8_t *const rho = e->sampled;
    unsigned different = 0;
    ksig_shake256_init(&s->sponge);
    ksig_keccak_absorb_seed(&s->sponge, s->head.secret_key, KSIG_HAETAE_SEED_BYTES);
    ksig_keccak_finish(&s->sponge);
    ksig_keccak_squeeze(&s->sponge, rho, KSIG_HAETAE_RHO_BYTES);
    ksig_keccak_squeeze(&s->sponge, e->sigma, KSIG_HAETAE_SIGMA_BYTES);
    ksig_keccak_squeeze(&s->sponge, key, KSIG_HAETAE_KEY_BYTES);
    for (unsigned i = 0; i < KSIG_HAETAE_RHO_BYTES; i++)
        different |= (unsigned)rho[i] ^ s->key[i];
    return different == 0 ? key : NULL;
}

/* row = -2 s2 modulo q. Packs 2 - s2; 1 if it is not within 0 .. 4 everywhere. */
static uint32_t pack_s2(uint8_t *packed, const uint16_t row[N]) {
    ksig_haetae_packer to = {packed, 0, 0};
    uint32_t bad = 0;
    for (unsigned n = 0; n < N; n++) {
        const uint32_t half = (row[n] + (KSIG_Q16 & (0u - (row[n] & 1u)))) >> 1, field = ksig_add16(half, 2);
        bad |= (4 - field) >> 31;
        ksig_haetae_put(&to, field & 7, 3);
    }
    return bad;
}

/* A row in a step, at levels 2 and 3. */
static ksig_haetae_progress expand(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->head.index++;
    if (p->d == 0)
        return KSIG_SIGN_NEXT;
    uint16_t *const row = ksig_haetae_sign_row(s), *const operand = s->operand;
    for (unsigned n = 0; n < N; n++)
        operand[n] = 1; /* the transform of 1 */
    ksig_haetae_sign_multiply(s, i, 0, row, operand);
    for (unsigned column = 1; column < p->l; column++) {
        ksig_haetae_unpack_secret(operand, secret(s, column - 1).packed);
        ksig_ntt16(operand);
        for (unsigned n = 0; n < N; n++)
            operand[n] = (uint16_t)ksig_add16(operand[n], operand[n]); /* the matrix has 2 A0 */
        ksig_haetae_sign_multiply(s, i, column, row, operand);
    }
    ksig_inverse_ntt16(row);
    if (pack_s2(expanded_of(s)->s2[0] + S2_BYTES * i, row) != 0)
        return KSIG_SIGN_RETRY;
    return s->head.index < p->k ? KSIG_SIGN_MORE : KSIG_SIGN_NEXT;
}

const ksig_haetae_key_form ksig_haetae_compact_keys = {.operations = {.open = ksig_haetae_sign_open,
                                                                      .take = ksig_haetae_sign_take,
                                                                      .step = ksig_haetae_sign_step,
                                                                      .wipe_stack = ksig_haetae_wipe_sign_stack},
                                                       .start = start,
                                                       .expand = expand,
                                                       .secret = secret};
