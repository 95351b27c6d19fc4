/* HAETAE key generation in bounded steps. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Attempt: sample s1, s2. Levels 2 and 3 (d = 1): b = A0 s1 + s2 + a, split into b1 and b0, s2 - b0
 * becomes s2; then the singular value of (s1, s2) accepts or rejects the attempt. Level 5 (d = 0):
 * the singular value first; then NTT(-2 (A0 s1 + s2)) is the public key. The time shows what the
 * samplers reject, the number of attempts and which one is accepted; the secrets of rejected
 * attempts are independent of the key's.
 *
 * The accepted attempt is made again from the seed, next to the finished key, and compared: a
 * secret of zeros, or a public key that does not belong to the secret, would be in use for
 * years. */
#include "haetae/keygen/haetae_keygen.h"

#include "guard/guard.h"
#include "haetae/common/haetae_pack.h"
#include "haetae/common/haetae_public_row.h"
#include "haetae/common/haetae_secret.h"
#include "haetae/common/haetae_uniform.h"
#include "haetae/common/haetae_wipe.h"
#include "ring/ntt16.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { SEED = KSIG_WORK_FEED, SAMPLE, MULTIPLY, CHECK, END };
enum { MADE = KSIG_WORK_TWICE ? END : KSIG_WORK_DONE };

static const ksig_haetae_params *params_of(const ksig_haetae_keygen_state *g) {
    return g->head.scheme.keygen->params;
}

static int is_second(const ksig_haetae_keygen_state *g) { return KSIG_WORK_TWICE && g->second; }

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

/* Polynomial j < m of s1, m <= j < m + k of s2: in the secret key or, if that is compact, at the
 * end of the state. */
static uint8_t *secret(ksig_haetae_keygen_state *g, unsigned j) {
    const ksig_haetae_params *const p = params_of(g);
    const unsigned m = columns_of(p);
    uint8_t *s1 = behind_key(g);
    if (is_compact(g))
        s1 = (uint8_t *)g + KSIG_HAETAE_KEYGEN_STATE_BYTES;
    return j < m ? s1 + 64u * j : s1 + 64u * m + 32u * ksig_haetae_s2_bits(p) * (j - m);
}

static unsigned all_secrets(const ksig_haetae_params *p) { return columns_of(p) + p->k; }

/* Where the seed is: the last bytes of a whole key, until K replaces it; or its place in a compact
 * one. */
static uint8_t *seed_of(const ksig_haetae_keygen_state *g) {
    if (is_compact(g))
        return behind_key(g);
    return g->head.output + g->head.scheme.keygen->secret_key_bytes - KSIG_HAETAE_KEY_BYTES;
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

static KSIG_WORK_APART void sample(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    if (is_compact(g)) { /* the counter, final if this attempt is accepted */
        behind_key(g)[KSIG_HAETAE_SEED_BYTES] = (uint8_t)g->nonce;
        behind_key(g)[KSIG_HAETAE_SEED_BYTES + 1] = (uint8_t)(g->nonce >> 8);
    }
    for (unsigned j = 0; j < all_secrets(p); j++, g->nonce++)
        ksig_haetae_sample_secret(&g->work.product.sponge, g->sigma, g->nonce, secret(g, j),
                                  secret_bits(p, j));
    if (p->d == 1)
        begin_row(g, 0);
    else
        begin_check(g);
}

/* Samples secret polynomial j of the accepted attempt again, in the operand's place. */
static KSIG_WORK_APART uint8_t *sample_again(ksig_haetae_keygen_state *g, unsigned j) {
    uint8_t *const room = (uint8_t *)g->work.product.operand;
    ksig_haetae_sample_secret(&g->work.product.sponge, g->sigma, g->nonce + j, room,
                              secret_bits(params_of(g), j));
    return room;
}

/* The nonces of an attempt follow those of the previous one. */
static KSIG_WORK_APART void begin_second(ksig_haetae_keygen_state *g) {
    const unsigned all = all_secrets(params_of(g));
    unsigned before = g->nonce -= (uint16_t)all;
    while (before >= all)
        before -= all;
    if (before != 0)
        g->head.reason = KSIG_REJECT_FAULT;
    g->second = 1;
    g->head.stage = SAMPLE;
}

/* Confirms secret polynomial j in the key; a compact key does not contain it. */
static KSIG_WORK_APART void confirm_secret(ksig_haetae_keygen_state *g, const uint8_t *again,
                                           unsigned j) {
    const unsigned bytes = 32 * secret_bits(params_of(g), j);
    if (is_compact(g))
        ksig_work_compare(&g->head, again, secret(g, j), bytes);
    else
        ksig_work_confirm(&g->head, again, secret(g, j), bytes);
}

/* At levels 2 and 3, s2 has changed by now: it is compared after its row. */
static KSIG_WORK_APART void compare_secrets(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    for (unsigned j = 0; j < (p->d == 1 ? columns_of(p) : all_secrets(p)); j++)
        confirm_secret(g, sample_again(g, j), j);
    begin_row(g, 0);
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

/* Makes row i of b, and at levels 2 and 3 the final s2 from the sampled one. */
static KSIG_WORK_APART void make_row(ksig_haetae_keygen_state *g, uint8_t *s2, uint8_t *b) {
    const ksig_haetae_params *const p = params_of(g);
    uint16_t *const sum = g->work.product.sum;
    if (p->d == 1) {
        ksig_haetae_split_row(&g->work.product.sponge, g->head.output,
                              256u * p->k + columns_of(p) + g->row, sum, s2, b);
    } else {
        ksig_haetae_whole_row(sum, g->work.product.operand, s2);
        ksig_haetae_pack_b(b, sum);
    }
}

/* Makes the row again from the sum and s2, and compares. At levels 2 and 3, b1 is packed over the
 * sum. */
static KSIG_WORK_APART void compare_row(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    const unsigned j = columns_of(p) + g->row;
    uint8_t *s2 = secret(g, j), *b = (uint8_t *)g->work.product.operand;
    if (p->d == 1) {
        s2 = sample_again(g, j);
        b = (uint8_t *)g->work.product.sum;
    }
    make_row(g, s2, b);
    ksig_work_confirm(&g->head, b, b_row(g, g->row), 32 * ksig_haetae_b_bits(p));
    if (p->d == 1)
        confirm_secret(g, s2, j);
}

static KSIG_WORK_APART void end_row(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    if (is_second(g))
        compare_row(g);
    else
        make_row(g, secret(g, columns_of(p) + g->row), b_row(g, g->row));
    if (g->row + 1u < p->k)
        begin_row(g, g->row + 1u);
    else if (p->d == 1 || is_second(g))
        begin_check(g);
    else if (KSIG_WORK_TWICE)
        begin_second(g);
    else
        g->head.stage = MADE;
}

static void multiply(ksig_haetae_keygen_state *g) {
    if (g->column < columns_of(params_of(g))) {
        add_product(g);
        g->column++;
        return;
    }
    end_row(g);
}

/* The attempt is accepted. */
static void pass(ksig_haetae_keygen_state *g) {
    if (params_of(g)->d != 1 && !is_second(g))
        begin_row(g, 0);
    else if (KSIG_WORK_TWICE && !g->second)
        begin_second(g);
    else
        g->head.stage = MADE;
}

static void check(ksig_haetae_keygen_state *g) {
    const ksig_haetae_params *const p = params_of(g);
    uint32_t *const sums = g->work.check.sums, *const largest = g->work.check.largest;
    memset(sums, 0, sizeof g->work.check.sums);
    for (unsigned j = 0; j < all_secrets(p); j++) {
        ksig_haetae_transform(g->work.check.transform, secret(g, j), secret_bits(p, j), g->row);
        ksig_haetae_add_squares(sums, g->work.check.transform);
    }
    ksig_haetae_keep_largest(largest, p->sv_count, sums);
    if (++g->row < KSIG_HAETAE_RESIDUES)
        return;
    /* Public: the specification rejects the candidate or the attempt here. */
    if (KSIG_DECLASSIFY(ksig_haetae_singular_value(p, largest) <= p->sv_limit))
        pass(g);
    else if (is_second(g))
        g->head.reason = KSIG_REJECT_FAULT;
    else
        g->head.stage = SAMPLE;
}

static KSIG_WORK_APART void expand(ksig_haetae_keygen_state *g, uint8_t *rho, uint8_t *sigma,
                                   uint8_t *key) {
    ksig_keccak *const sponge = &g->work.product.sponge;
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, seed_of(g), KSIG_HAETAE_SEED_BYTES);
    ksig_keccak_finish(sponge);
    ksig_keccak_squeeze(sponge, rho, KSIG_HAETAE_RHO_BYTES);
    /* Public: rho is a part of the public key. */
    KSIG_DECLASSIFY_BYTES(rho, KSIG_HAETAE_RHO_BYTES);
    ksig_keccak_squeeze(sponge, sigma, KSIG_HAETAE_SIGMA_BYTES);
    ksig_keccak_squeeze(sponge, key, KSIG_HAETAE_KEY_BYTES);
}

/* Makes rho and sigma. */
static KSIG_WORK_APART void expand_seed(ksig_haetae_keygen_state *g) {
    uint8_t *key = (uint8_t *)g->work.product.operand;
    if (!KSIG_WORK_TWICE && !is_compact(g))
        key = seed_of(g); /* the seed is not needed again */
    expand(g, g->head.output, g->sigma, key);
    g->head.stage = SAMPLE;
}

#if KSIG_ENABLE_SIGN_CHECK

/* Expands the seed again and compares with what was used. Returns where K is. */
static KSIG_WORK_APART const uint8_t *expand_again(ksig_haetae_keygen_state *g, uint8_t *room) {
    uint8_t *const sigma = room + KSIG_HAETAE_RHO_BYTES, *const key =
                                                             sigma + KSIG_HAETAE_SIGMA_BYTES;
    expand(g, room, sigma, key);
    ksig_work_compare(&g->head, sigma, g->sigma, KSIG_HAETAE_SIGMA_BYTES);
    return key;
}

/* The end of a compact key: the seed, from which the rest was expanded again, and the counter. */
static KSIG_WORK_APART void confirm_compact(ksig_haetae_keygen_state *g) {
    const uint8_t *const seed = behind_key(g), *const counter = seed + KSIG_HAETAE_SEED_BYTES;
    const uint8_t again[] = {(uint8_t)g->nonce, (uint8_t)(g->nonce >> 8)};
    ksig_work_confirm(&g->head, seed, seed, KSIG_HAETAE_SEED_BYTES);
    ksig_work_confirm(&g->head, again, counter, sizeof again);
}

/* In a whole key, K takes the seed's place. */
static KSIG_WORK_APART void end(ksig_haetae_keygen_state *g) {
    uint8_t *const room = (uint8_t *)g->work.product.sum;
    const uint8_t *const key = expand_again(g, room);
    const uint8_t *const again = expand_again(g, (uint8_t *)g->work.product.operand);
    ksig_work_confirm(&g->head, room, g->head.output, KSIG_HAETAE_RHO_BYTES);
    if (is_compact(g)) {
        confirm_compact(g);
    } else {
        (void)ksig_copy(seed_of(g), key, KSIG_HAETAE_KEY_BYTES);
        ksig_work_confirm(&g->head, again, seed_of(g), KSIG_HAETAE_KEY_BYTES);
    }
    g->head.stage = KSIG_WORK_DONE;
}

#endif

static const uint8_t *keygen_open(void *state, const uint8_t *seed) {
    const ksig_haetae_keygen_state *again = state;
    KSIG_RELOAD(again);
    (void)ksig_copy(seed_of(state), seed, KSIG_HAETAE_SEED_BYTES);
    return seed_of(again);
}

static void keygen_step(void *state) {
    ksig_haetae_keygen_state *const g = state;
    switch (g->head.stage) {
    case SEED:
        expand_seed(g);
        break;
    case SAMPLE:
        if (is_second(g))
            compare_secrets(g);
        else
            sample(g);
        break;
    case MULTIPLY:
        multiply(g);
        break;
    case CHECK:
        check(g);
        break;
#if KSIG_ENABLE_SIGN_CHECK
    case END:
        end(g);
        break;
#endif
    default:
        g->head.reason = KSIG_REJECT_FAULT;
        break;
    }
}

const struct ksig_keygen_operations ksig_haetae_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_haetae_wipe_keygen_stack},
    .open = keygen_open};

/* kilosig.h states these sizes. */
KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_haetae_keygen_state) + 7) / 8 * 8,
                           KSIG_HAETAE_KEYGEN_STATE_BYTES),
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
#define DESCRIPTORS(level, k, m, d)                                                      \
    DESCRIPTOR(level, level, KSIG_HAETAE_##level##_KEYGEN_STATE_BYTES, KEY_BYTES(k, d),  \
               SECRETS_BYTES(k, m, d) + KSIG_HAETAE_KEY_BYTES);                          \
    DESCRIPTOR(level##_compact, level, KSIG_HAETAE_##level##_COMPACT_KEYGEN_STATE_BYTES, \
               KEY_BYTES(k, d), KSIG_HAETAE_COMPACT_KEY_BYTES);                          \
    KSIG_ASSERT(KSIG_HAETAE_##level##_COMPACT_KEYGEN_STATE_BYTES ==                      \
                    KSIG_HAETAE_KEYGEN_STATE_BYTES + SECRETS_BYTES(k, m, d),             \
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
