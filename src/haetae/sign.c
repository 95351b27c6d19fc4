/* Signing with HAETAE (specification 4): the order of the work. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

#include "haetae/sign_state.h"
#include "haetae/wipe.h"
#include "util/bytes.h"

typedef char state_bytes_agree
    [offsetof(ksig_haetae_sign_state, rows) == sizeof(ksig_sign_head) + 44 + 160 + 204 + 512 + 1024 ? 1 : -1];

static unsigned polynomials(const ksig_haetae_params *p) { return (unsigned)p->l + p->k; }

static ksig_verdict sign_open(void *state, const ksig_sign_args *args) {
    ksig_haetae_sign_state *const s = state;
    const ksig_haetae_scheme *const scheme = ksig_haetae_sign_scheme_of(s);
    if (!scheme->ksx && args->context_length != 0)
        return KSIG_REJECT_CONTEXT;
    if (args->rnd != NULL && scheme->ksx)
        for (unsigned i = 0; i < KSIG_HAETAE_RND_BYTES; i++)
            s->seed[i] = args->rnd[i];
    /* mu = SHAKE256(public key | len(context) | context | message) */
    ksig_shake256_init(&s->sponge);
    ksig_keccak_absorb(&s->sponge, s->head.secret_key, ksig_haetae_key_bytes(scheme->level));
    if (scheme->ksx) {
        const uint8_t length = (uint8_t)args->context_length;
        ksig_keccak_absorb(&s->sponge, &length, 1);
        ksig_keccak_absorb(&s->sponge, args->context, length);
    }
    return KSIG_PENDING;
}

static void sign_take(void *state, const uint8_t *message, size_t length) {
    ksig_haetae_sign_state *const s = state;
    ksig_keccak_absorb(&s->sponge, message, length);
}

static void begin(ksig_haetae_sign_state *s, unsigned stage) {
    s->head.stage = (uint8_t)stage;
    s->head.index = 0;
}

static void begin_attempt(ksig_haetae_sign_state *s) {
    ksig_wipe(&s->norm, sizeof s->norm);
    begin(s, KSIG_SIGN_NORM);
}

/* The seed of all polynomials: SHAKE256(key | rnd | mu), without rnd in the KpqC profile. */
static void derive_seed(ksig_haetae_sign_state *s) {
    const ksig_haetae_scheme *const scheme = ksig_haetae_sign_scheme_of(s);
    const uint8_t *const key = s->head.secret_key + s->head.scheme->secret_key_bytes - KSIG_HAETAE_KEY_BYTES;
    uint8_t *const mu = s->work.emit.symbols;
    ksig_keccak_finish(&s->sponge);
    ksig_keccak_squeeze(&s->sponge, mu, KSIG_HAETAE_MU_BYTES);
    ksig_shake256_init(&s->sponge);
    ksig_keccak_absorb_seed(&s->sponge, key, KSIG_HAETAE_KEY_BYTES);
    if (scheme->ksx)
        ksig_keccak_absorb_seed(&s->sponge, s->seed, KSIG_HAETAE_RND_BYTES);
    ksig_keccak_absorb_seed(&s->sponge, mu, KSIG_HAETAE_MU_BYTES);
    ksig_keccak_finish(&s->sponge);
    ksig_keccak_squeeze(&s->sponge, s->seed, sizeof s->seed);
    for (unsigned i = 0; i < sizeof s->mu; i++)
        s->mu[i] = mu[i];
    ksig_wipe(mu, KSIG_HAETAE_MU_BYTES);
}

/* The length of one polynomial, and after the last one the scale. */
static void step_norm(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->head.index++;
    /* Two more samples make the vector uniform in the ball. */
    ksig_haetae_add_norm(&s->sponge, s->seed, s->head.nonce + i, KSIG_HAETAE_N + (i < 2), &s->norm);
    if (s->head.index < polynomials(p))
        return;
    s->norm = ksig_haetae_scale_of(p, s->norm);
    s->y_norm = 0;
    begin(s, KSIG_SIGN_COLUMN);
}

static void end_column(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    s->head.stage = KSIG_SIGN_COLUMN;
    if (++s->head.index < polynomials(p))
        return;
    s->head.nonce += polynomials(p);
    if (s->y_norm > (uint64_t)p->b0_squared << 26)
        begin_attempt(s);
    else
        begin(s, KSIG_SIGN_CHALLENGE);
}

/* The byte of the nonce that the next attempt will use. */
static uint8_t random_byte(ksig_haetae_sign_state *s) {
    uint8_t byte;
    ksig_haetae_start_stream(&s->sponge, s->seed, s->head.nonce);
    ksig_keccak_squeeze(&s->sponge, &byte, 1);
    return byte;
}

static void step_decide(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    if (!ksig_haetae_sign_decide(s)) {
        begin_attempt(s);
        return;
    }
    begin(s, KSIG_SIGN_EMIT);
    s->head.index = (uint8_t)(polynomials(p) - 1);
    ksig_rans_start(&s->encoder, s->head.scheme->signature_bytes, KSIG_HAETAE_C_BYTES + UINT32_C(256) * p->l + 2);
}

static void step_emit(ksig_haetae_sign_state *s) {
    if (ksig_haetae_sign_emit(s))
        begin_attempt(s);
    else if (s->head.index == 0)
        s->head.stage = KSIG_SIGN_STAGE_DONE;
    else
        s->head.index--;
}

static void sign_step(void *state) {
    ksig_haetae_sign_state *const s = state;
    switch (s->head.stage) {
    case KSIG_SIGN_STAGE_FEED:
        derive_seed(s);
        begin_attempt(s);
        break;
    case KSIG_SIGN_NORM:
        step_norm(s);
        break;
    case KSIG_SIGN_COLUMN:
        ksig_haetae_sign_column(s);
        if (s->head.index < ksig_haetae_sign_params_of(s)->l)
            s->head.stage = KSIG_SIGN_MULTIPLY;
        else
            end_column(s);
        break;
    case KSIG_SIGN_MULTIPLY:
        ksig_haetae_sign_multiply(s);
        end_column(s);
        break;
    case KSIG_SIGN_CHALLENGE:
        ksig_haetae_sign_challenge(s);
        s->head.sign = random_byte(s);
        begin(s, KSIG_SIGN_DECIDE);
        break;
    case KSIG_SIGN_DECIDE:
        step_decide(s);
        break;
    case KSIG_SIGN_EMIT:
        step_emit(s);
        break;
    default:
        s->head.reason = KSIG_REJECT_FAULT;
    }
}

const struct ksig_sign_operations ksig_haetae_sign_operations = {
    .open = sign_open, .take = sign_take, .step = sign_step, .wipe_stack = ksig_haetae_wipe_sign_stack};

/* check: 992 + 3 * 64 + 2 * 96 + 32 == 1408 */
/* check: 1472 + 5 * 64 + 3 * 96 + 32 == 2112 */
/* check: 2080 + 6 * 64 + 4 * 64 + 32 == 2752 */
#define SIGN_SCHEME(level, spelled, rnd, secret, signature, scheme)                                           \
    {                                                                                                         \
        .name = spelled, .state_bytes = KSIG_HAETAE_##level##_SIGN_STATE_BYTES, .rnd_bytes = rnd,             \
        .secret_key_bytes = secret, .signature_bytes = signature, .operations = &ksig_haetae_sign_operations, \
        .params = &ksig_haetae_schemes[scheme]                                                                \
    }

#if KSIG_ENABLE_HAETAE_2
const ksig_sign_scheme ksig_haetae_2_sign = SIGN_SCHEME(2, "haetae-2", KSIG_HAETAE_RND_BYTES, 1408, 1474, 0);
const ksig_sign_scheme ksig_haetae_2_kpqc_sign = SIGN_SCHEME(2, "haetae-2-kpqc", 0, 1408, 1474, 3);
#endif
#if KSIG_ENABLE_HAETAE_3
const ksig_sign_scheme ksig_haetae_3_sign = SIGN_SCHEME(3, "haetae-3", KSIG_HAETAE_RND_BYTES, 2112, 2349, 1);
const ksig_sign_scheme ksig_haetae_3_kpqc_sign = SIGN_SCHEME(3, "haetae-3-kpqc", 0, 2112, 2349, 4);
#endif
#if KSIG_ENABLE_HAETAE_5
const ksig_sign_scheme ksig_haetae_5_sign = SIGN_SCHEME(5, "haetae-5", KSIG_HAETAE_RND_BYTES, 2752, 2948, 2);
const ksig_sign_scheme ksig_haetae_5_kpqc_sign = SIGN_SCHEME(5, "haetae-5-kpqc", 0, 2752, 2948, 5);
#endif
