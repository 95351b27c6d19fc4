/* ML-DSA key generation in bounded steps (FIPS 204 Algorithm 6). SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The secret key is the seed, so nothing but the public key is made: rho, then t1 row by row, each of which leaves
 * before the next is formed. An expanded secret key is made the same way, rho | K | tr | s1 | s2 | t0; but as tr is the
 * digest of the public key, the rows are formed for that first, and again for t0. */
#include "mldsa/mldsa_keygen.h"

#include "mldsa/mldsa_wipe.h"
#include "util/memory.h"

enum { SEED = KSIG_WORK_FEED, SECRETS, MULTIPLY };

static const ksig_mldsa_params *params_of(const ksig_mldsa_keygen_state *g) {
    return g->head.work.scheme.keygen->params;
}

static int expands(const ksig_mldsa_keygen_state *g) {
    return g->head.work.scheme.keygen->output_bytes != g->head.work.scheme.keygen->key_bytes;
}

static void keygen_open(void *state, const uint8_t *seed) {
    ksig_mldsa_keygen_state *const g = state;
    memcpy(g->seed, seed, KSIG_MLDSA_SEED_BYTES);
}

static void begin_rows(ksig_mldsa_keygen_state *g) {
    g->head.work.stage = MULTIPLY;
    g->row_index = g->column_index = 0;
}

/* rho for the public key; for the expanded one, rho and K, and tr begins. */
static void expand_seed(ksig_mldsa_keygen_state *g) {
    ksig_mldsa_expand_seed(params_of(g), &g->row.draw.sponge, g->seed, g->rho, g->sigma, g->key);
    if (expands(g)) {
        ksig_shake256_init(&g->tr);
        ksig_mldsa_absorb(&g->tr, g->rho, sizeof g->rho);
    } else {
        ksig_work_ready(&g->head, g->rho, sizeof g->rho);
    }
    begin_rows(g);
}

/* Behind the first pass: rho | K | tr. */
static void give_seeds(ksig_mldsa_keygen_state *g) {
    uint8_t *const out = g->row.bytes;
    ksig_keccak_finish(&g->tr);
    ksig_copy(out, g->rho, sizeof g->rho);
    ksig_copy(out + 32, g->key, sizeof g->key);
    ksig_keccak_squeeze(&g->tr, out + 64, KSIG_MLDSA_TR_BYTES);
    ksig_work_ready(&g->head, out, 64 + KSIG_MLDSA_TR_BYTES);
    g->head.work.stage = SECRETS;
    g->row_index = 0;
    g->second = 1;
}

/* s1 or s2, packed over its fields. */
static void give_secret(ksig_mldsa_keygen_state *g) {
    const ksig_mldsa_params *const p = params_of(g);
    const ksig_mldsa_secrets from = {NULL, g->sigma};
    uint8_t *const fields = g->row.bytes;
    (void)ksig_mldsa_secret_fields(p, &g->row.multiply.sponge, &from, g->row_index, fields);
    ksig_mldsa_pack_secret(p, fields, fields);
    ksig_work_ready(&g->head, fields, ksig_mldsa_s_bytes(p));
    if (++g->row_index == p->l + p->k)
        begin_rows(g);
}

/* Row i of t is complete. */
static void end_row(ksig_mldsa_keygen_state *g) {
    const ksig_mldsa_params *const p = params_of(g);
    if (g->second) {
        uint8_t *const t0 = (uint8_t *)g->row.end.row;
        ksig_mldsa_pack_t0(&g->row, t0);
        ksig_work_ready(&g->head, t0, KSIG_MLDSA_T0_BYTES);
    } else if (expands(g)) {
        ksig_mldsa_absorb(&g->tr, ksig_mldsa_pack_t1(&g->row), KSIG_MLDSA_T1_BYTES);
    } else {
        ksig_work_ready(&g->head, ksig_mldsa_pack_t1(&g->row), KSIG_MLDSA_T1_BYTES);
    }
    g->column_index = 0;
    if (++g->row_index < p->k)
        return;
    if (expands(g) && !g->second)
        give_seeds(g);
    else
        g->head.work.stage = KSIG_WORK_DONE;
}

static void multiply(ksig_mldsa_keygen_state *g) {
    const ksig_mldsa_params *const p = params_of(g);
    const ksig_mldsa_secrets from = {NULL, g->sigma};
    const unsigned left = g->row_index == 0 ? 0 : KSIG_MLDSA_FACTORS_LEFT;
    ksig_mldsa_add_t_column(p, &from, g->rho, g->row_index + left, g->column_index, &g->row);
    if (++g->column_index == p->l)
        end_row(g);
}

static void keygen_step(void *state) {
    ksig_mldsa_keygen_state *const g = state;
    if (g->head.work.stage == SEED)
        expand_seed(g);
    else if (g->head.work.stage == SECRETS)
        give_secret(g);
    else
        multiply(g);
}

const struct ksig_keygen_operations ksig_mldsa_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_mldsa_wipe_keygen_stack}, .open = keygen_open};

/* The size that the header announces. */
KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_mldsa_keygen_state) + 7) / 8 * 8, KSIG_ML_DSA_EXPAND_STATE_BYTES),
            mldsa_state_bytes_agree);
KSIG_ASSERT(KSIG_IS_STATED((offsetof(ksig_mldsa_keygen_state, tr) + 7) / 8 * 8, KSIG_ML_DSA_KEYGEN_STATE_BYTES),
            mldsa_short_state_bytes_agree);

/* check: 128 + 96 * (4 + 4) + 416 * 4 == 2560 */
/* check: 128 + 128 * (6 + 5) + 416 * 6 == 4032 */
/* check: 128 + 96 * (8 + 7) + 416 * 8 == 4896 */
#define DESCRIPTOR(id, spelled, level, state, key, secret, output) \
    const ksig_keygen_scheme ksig_ml_dsa_##id = {                  \
        .name = spelled,                                           \
        .state_bytes = state,                                      \
        .seed_bytes = KSIG_MLDSA_SEED_BYTES,                       \
        .key_bytes = key,                                          \
        .secret_key_bytes = secret,                                \
        .output_bytes = output,                                    \
        .streams = 1,                                              \
        .operations = &ksig_mldsa_keygen_steps,                    \
        .params = &ksig_mldsa_params_ml_dsa_##level,               \
    }
#define DESCRIPTORS(level, spelled, key, expanded)                                                               \
    DESCRIPTOR(level##_keygen, spelled, level, KSIG_ML_DSA_KEYGEN_STATE_BYTES, key, KSIG_MLDSA_SEED_BYTES, key); \
    DESCRIPTOR(level##_expanded_keygen, spelled, level, KSIG_ML_DSA_EXPAND_STATE_BYTES, key, expanded, expanded)

#if KSIG_ENABLE_ML_DSA_44
DESCRIPTORS(44, "ml-dsa-44", 1312, 2560);
#endif
#if KSIG_ENABLE_ML_DSA_65
DESCRIPTORS(65, "ml-dsa-65", 1952, 4032);
#endif
#if KSIG_ENABLE_ML_DSA_87
DESCRIPTORS(87, "ml-dsa-87", 2592, 4896);
#endif
