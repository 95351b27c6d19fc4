/* HAETAE key generation in bounded steps. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Attempt: sample s1, s2. Levels 2 and 3 (d = 1): b = A0 s1 + s2 + a, split into b1 and b0, s2 - b0 becomes s2; then
 * the singular value of (s1, s2) accepts the attempt or not. Level 5 (d = 0): the singular value first; then
 * NTT(-2 (A0 s1 + s2)) is the public key.
 * Beside what the samplers reject, the number of attempts and which one is taken show in the time; rejected attempts'
 * secrets are independent of the key's. */
#include "haetae/keygen/haetae_keygen.h"

#include "haetae/common/haetae_pack.h"
#include "haetae/common/haetae_public_row.h"
#include "haetae/common/haetae_secret.h"
#include "haetae/common/haetae_uniform.h"
#include "haetae/common/haetae_wipe.h"
#include "ring/ntt16.h"
#include "util/memory.h"

enum { SEED = KSIG_WORK_FEED, SAMPLE, MULTIPLY, CHECK };

static const ksig_haetae_params *params_of(const ksig_haetae_keygen_state *g) { return g->head.scheme.keygen->params; }

static unsigned columns_of(const ksig_haetae_params *p) { return p->l - 1u; }

static int is_compact(const ksig_haetae_keygen_state *g) {
    const ksig_keygen_scheme *const scheme = g->head.scheme.keygen;
    return scheme->secret_key_bytes == scheme->key_bytes + KSIG_HAETAE_COMPACT_KEY_BYTES;
}

/* What follows the public key in the caller's memory. */
static uint8_t *behind_key(const ksig_haetae_keygen_state *g) {
    return g->head.output + g->head.scheme.keygen->key_bytes;
}

/* Row i of b in the public key. */
static uint8_t *b_row(const ksig_haetae_keygen_state *g, unsigned i) {
    return g->head.output + KSIG_HAETAE_RHO_BYTES + 32u * ksig_haetae_b_bits(params_of(g)) * i;
}

/* Polynomial j < m of s1, m <= j < m + k of s2: in the secret key, or if it is compact at the end of the state. */
static uint8_t *secret(ksig_haetae_keygen_state *g, unsigned j) {
    const ksig_haetae_params *const p = params_of(g);
    const unsigned m = columns_of(p);
    uint8_t *s1 = behind_key(g);
    if (is_compact(g))
        s1 = (uint8_t *)g + KSIG_HAETAE_KEYGEN_STATE_BYTES;
    return j < m ? s1 + 64u * j : s1 + 64u * m + 32u * ksig_haetae_s2_bits(p) * (j - m);
}

static unsigned secret_bits(const ksig_haetae_params *p, unsigned j) {
    return j < columns_of(p) ? 2u : ksig_haetae_s2_bits(p);
}

static void begin_row(ksig_haetae_keygen_state *g, unsigned row) {
    memset(g->work.product.sum, 0, sizeof g->work.product.sum);
    g->head.stage = MULTIPLY;
    g->row = (uint8_t)row;
    g->column = 0;
}

static void begin_check(ksig_haetae_keygen_state *g) {
    memset(g->work.check.largest, 0, sizeof g->work.check.largest);
    g->head.stage = CHECK;
    g->row = 0;
}

static void sample(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    if (is_compact(g)) { /* the counter, if this attempt is the one */
        behind_key(g)[KSIG_HAETAE_SEED_BYTES] = (uint8_t)g->nonce;
        behind_key(g)[KSIG_HAETAE_SEED_BYTES + 1] = (uint8_t)(g->nonce >> 8);
    }
    for (unsigned j = 0; j < columns_of(p) + p->k; j++, g->nonce++)
        ksig_haetae_sample_secret(&g->work.product.sponge, g->sigma, g->nonce, secret(g, j), secret_bits(p, j));
    if (p->d == 1)
        begin_row(g, 0);
    else
        begin_check(g);
}

/* Adds A0[i][j] NTT(s1_j) 2^-16. */
static void add_product(ksig_haetae_keygen_state *g) {
    uint16_t *const sum = g->work.product.sum, *const operand = g->work.product.operand;
    ksig_keccak *const sponge = &g->work.product.sponge;
    unsigned position = KSIG_SHAKE128_RATE;
    ksig_haetae_unpack_secret(operand, secret(g, g->column));
    ksig_ntt16(operand);
    ksig_haetae_start_uniform(sponge, g->head.output, 256u * g->row + g->column);
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++) {
        const uint32_t a = ksig_haetae_next_uniform(sponge, &position);
        sum[n] = (uint16_t)ksig_add16(sum[n], ksig_multiply16(a, operand[n]));
    }
}

static void multiply(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    if (g->column < columns_of(p)) {
        add_product(g);
        g->column++;
        return;
    }
    uint8_t *const s2 = secret(g, columns_of(p) + g->row);
    uint16_t *const sum = g->work.product.sum;
    if (p->d == 1) {
        ksig_haetae_split_row(&g->work.product.sponge, g->head.output, 256u * p->k + columns_of(p) + g->row, sum, s2,
                              b_row(g, g->row));
    } else {
        ksig_haetae_whole_row(sum, g->work.product.operand, s2);
        ksig_haetae_pack_b(b_row(g, g->row), sum);
    }
    if (g->row + 1u < p->k)
        begin_row(g, g->row + 1u);
    else if (p->d == 1)
        begin_check(g);
    else
        g->head.stage = KSIG_WORK_DONE;
}

static void check(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    uint32_t *const sums = g->work.check.sums, *const largest = g->work.check.largest;
    memset(sums, 0, sizeof g->work.check.sums);
    for (unsigned j = 0; j < columns_of(p) + p->k; j++) {
        ksig_haetae_transform(g->work.check.transform, secret(g, j), secret_bits(p, j), g->row);
        ksig_haetae_add_squares(sums, g->work.check.transform);
    }
    ksig_haetae_keep_largest(largest, p->sv_count, sums);
    if (++g->row < KSIG_HAETAE_RESIDUES)
        return;
    if (ksig_haetae_singular_value(p, largest) > p->sv_limit)
        g->head.stage = SAMPLE;
    else if (p->d == 1)
        g->head.stage = KSIG_WORK_DONE;
    else
        begin_row(g, 0);
}

/* rho, sigma and the key from the seed, which is where a compact key keeps it. */
static void expand_seed(ksig_haetae_keygen_state *g) {
    ksig_keccak *const sponge = &g->work.product.sponge;
    uint8_t *const sk = g->head.output;
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, behind_key(g), KSIG_HAETAE_SEED_BYTES);
    ksig_keccak_finish(sponge);
    ksig_keccak_squeeze(sponge, sk, KSIG_HAETAE_RHO_BYTES);
    ksig_keccak_squeeze(sponge, g->sigma, KSIG_HAETAE_SIGMA_BYTES);
    if (!is_compact(g))
        ksig_keccak_squeeze(sponge, sk + g->head.scheme.keygen->secret_key_bytes - KSIG_HAETAE_KEY_BYTES,
                            KSIG_HAETAE_KEY_BYTES);
    g->head.stage = SAMPLE;
}

static void keygen_open(void *state, const uint8_t *seed) { memcpy(behind_key(state), seed, KSIG_HAETAE_SEED_BYTES); }

static void keygen_step(void *state) {
    ksig_haetae_keygen_state *const g = state;
    if (g->head.stage == SEED)
        expand_seed(g);
    else if (g->head.stage == SAMPLE)
        sample(g);
    else if (g->head.stage == MULTIPLY)
        multiply(g);
    else
        check(g);
}

const struct ksig_keygen_operations ksig_haetae_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_haetae_wipe_keygen_stack}, .open = keygen_open};

/* The sizes that kilosig.h announces. */
KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_haetae_keygen_state) + 7) / 8 * 8, KSIG_HAETAE_KEYGEN_STATE_BYTES),
            state_bytes);

/* k rows of b, m = l - 1 polynomials of s1, k of s2. */
#define KEY_BYTES(k, d) (KSIG_HAETAE_RHO_BYTES + (k)*32 * (16 - (d)))
#define SECRETS_BYTES(k, m, d) ((m)*64 + (k)*32 * (2 + (d)))
#define DESCRIPTOR(id, level, state, key, secret)          \
    const ksig_keygen_scheme ksig_haetae_##id##_keygen = { \
        .name = "haetae-" #level,                          \
        .state_bytes = state,                              \
        .seed_bytes = KSIG_HAETAE_SEED_BYTES,              \
        .key_bytes = key,                                  \
        .secret_key_bytes = key + (secret),                \
        .output_bytes = key + (secret),                    \
        .operations = &ksig_haetae_keygen_steps,           \
        .params = &ksig_haetae_level_##level,              \
    }
#define DESCRIPTORS(level, k, m, d)                                                                       \
    DESCRIPTOR(level, level, KSIG_HAETAE_##level##_KEYGEN_STATE_BYTES, KEY_BYTES(k, d),                   \
               SECRETS_BYTES(k, m, d) + KSIG_HAETAE_KEY_BYTES);                                           \
    DESCRIPTOR(level##_compact, level, KSIG_HAETAE_##level##_COMPACT_KEYGEN_STATE_BYTES, KEY_BYTES(k, d), \
               KSIG_HAETAE_COMPACT_KEY_BYTES);                                                            \
    KSIG_ASSERT(KSIG_HAETAE_##level##_COMPACT_KEYGEN_STATE_BYTES ==                                       \
                    KSIG_HAETAE_KEYGEN_STATE_BYTES + SECRETS_BYTES(k, m, d),                              \
                compact_##level##_state_bytes)

#if KSIG_ENABLE_HAETAE_2
DESCRIPTORS(2, 2, 3, 1);
#endif
#if KSIG_ENABLE_HAETAE_3
DESCRIPTORS(3, 3, 5, 1);
#endif
#if KSIG_ENABLE_HAETAE_5
DESCRIPTORS(5, 4, 6, 0);
#endif
