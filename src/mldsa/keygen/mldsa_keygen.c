/* ML-DSA key generation in bounded steps (FIPS 204 Algorithm 6).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The secret key is the seed, so only the public key is made: rho, then t1 row by row; each row is
 * output before the next is formed. An expanded secret key is rho | K | tr | s1 | s2 | t0.
 *
 * Everything is made twice, by calls that share only the seed, and compared before it is output: a
 * row without one of its columns, or a rho that is the seed, could not be taken back. So the rows
 * are formed in two passes. The first keeps tags, and tr, which precedes the rows in an expanded
 * key; the second outputs the rows. Where keys are made once (KSIG_WORK_TWICE), only an expanded
 * key has a first pass. */
#include "mldsa/keygen/mldsa_keygen.h"

#include "guard/guard.h"
#include "mldsa/mldsa_wipe.h"
#include "util/bytes.h"

enum { SEED = KSIG_WORK_FEED, SECRETS, MULTIPLY };
enum { HEAD_BYTES = KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_KEY_BYTES + KSIG_MLDSA_TR_BYTES };

/* In the row: a sponge, the expanded seed, and the piece to output. */
enum {
    AGAIN_RHO = 256,
    AGAIN_SIGMA = AGAIN_RHO + KSIG_MLDSA_RHO_BYTES,
    AGAIN_KEY = AGAIN_SIGMA + KSIG_MLDSA_SIGMA_BYTES,
    PIECE = 768
};
KSIG_ASSERT(AGAIN_RHO >= sizeof(ksig_keccak) && AGAIN_KEY + KSIG_MLDSA_KEY_BYTES <= PIECE,
            mldsa_again_fits);
KSIG_ASSERT(PIECE == offsetof(ksig_mldsa_secret_row, end.row), mldsa_piece_is_the_row);

static const ksig_mldsa_params *params_of(const ksig_mldsa_keygen_head *head) {
    return head->stream.work.scheme.keygen->params;
}

static int expands(const ksig_mldsa_keygen_head *head) {
    return head->stream.work.scheme.keygen->output_bytes !=
           head->stream.work.scheme.keygen->key_bytes;
}

static const uint8_t *keygen_open(void *state, const uint8_t *seed) {
    ksig_mldsa_keygen_state *const g = state;
    const ksig_mldsa_keygen_state *again = g;
    KSIG_RELOAD(again);
    (void)ksig_copy(g->head.seed, seed, KSIG_MLDSA_SEED_BYTES);
    return again->head.seed;
}

static void begin_rows(ksig_mldsa_keygen_head *head) {
    head->stream.work.stage = MULTIPLY;
    head->row_index = head->column_index = 0;
}

static KSIG_WORK_APART void expand(ksig_mldsa_keygen_head *head, ksig_mldsa_secret_row *row) {
    ksig_mldsa_expand_seed(params_of(head), &row->draw.sponge, head->seed, head->rho, head->sigma,
                           NULL);
}

/* Expands the seed again, in the row and with K, and compares. */
static KSIG_NOINLINE void expand_again(ksig_mldsa_keygen_head *head, ksig_mldsa_secret_row *row) {
    uint8_t *const again = row->bytes;
    ksig_mldsa_expand_seed(params_of(head), &row->draw.sponge, head->seed, again + AGAIN_RHO,
                           again + AGAIN_SIGMA, again + AGAIN_KEY);
    if (KSIG_WORK_TWICE)
        ksig_work_compare(&head->stream.work, again + AGAIN_RHO, head->rho,
                          KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_SIGMA_BYTES);
}

static uint32_t tag_of(const uint8_t *bytes, size_t length) {
    return KSIG_WORK_TWICE ? ksig_work_tag(bytes, length) : 0;
}

/* Bytes of the piece that follows `given` bytes. *before: bytes of the pieces of other kinds before
 * it. */
static unsigned piece_bytes(const ksig_mldsa_keygen_head *head, uint32_t given, uint32_t *before) {
    const ksig_mldsa_params *const p = params_of(head);
    const uint32_t secrets = HEAD_BYTES + ksig_mldsa_s_bytes(p) * ((uint32_t)p->k + p->l);
    *before = 0;
    if (given == 0)
        return expands(head) ? HEAD_BYTES : KSIG_MLDSA_RHO_BYTES;
    *before = expands(head) ? HEAD_BYTES : KSIG_MLDSA_RHO_BYTES;
    if (!expands(head))
        return KSIG_MLDSA_T1_BYTES;
    if (given < secrets)
        return ksig_mldsa_s_bytes(p);
    *before = secrets;
    return KSIG_MLDSA_T0_BYTES;
}

/* Makes the piece of number row_index ready. tag: of the piece as first made. */
static KSIG_WORK_APART void give(ksig_mldsa_keygen_head *head, const uint8_t *piece, unsigned bytes,
                                 uint32_t tag) {
    uint32_t before;
    if (KSIG_WORK_TWICE && piece_bytes(head, head->stream.given, &before) * head->row_index !=
                               head->stream.given - before)
        head->stream.work.reason = KSIG_REJECT_FAULT;
    head->ready_tag = tag;
    ksig_work_ready(&head->stream, piece, bytes);
}

/* A part of the piece may have been taken already. */
static uint32_t keygen_check(void *state) {
    const ksig_mldsa_keygen_state *const g = state;
    const uint32_t taken =
        g->head.stream.ready_at - (uint32_t)offsetof(ksig_mldsa_keygen_state, row.bytes[PIECE]);
    uint32_t before;
    if (g->head.stream.ready == 0)
        return 0;
    const unsigned bytes = piece_bytes(&g->head, g->head.stream.given - taken, &before);
    return ((taken + g->head.stream.ready) ^ bytes) |
           (ksig_work_tag(g->row.bytes + PIECE, bytes) ^ g->head.ready_tag);
}

/* pkEncode or skEncode (FIPS 204 Algorithms 22 and 24), the beginning: rho, or rho | K before tr,
 * from the seed. Returns the tag of the piece. */
static KSIG_WORK_APART uint32_t make_head(ksig_mldsa_keygen_head *head, ksig_mldsa_secret_row *row,
                                          unsigned bytes) {
    uint8_t *const again = row->bytes + AGAIN_RHO, *const out = row->bytes + PIECE;
    if (KSIG_WORK_TWICE) {
        ksig_wipe(again, PIECE - AGAIN_RHO);
        ksig_wipe(out, KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_KEY_BYTES);
    }
    expand_again(head, row);
    (void)ksig_copy(out, again, KSIG_MLDSA_RHO_BYTES);
    (void)ksig_copy(out + KSIG_MLDSA_RHO_BYTES, again + (AGAIN_KEY - AGAIN_RHO),
                    KSIG_MLDSA_KEY_BYTES);
    return tag_of(out, bytes);
}

static KSIG_WORK_APART void make_tr(ksig_keccak *sponge, uint8_t tr[KSIG_MLDSA_TR_BYTES]) {
    ksig_keccak_finish(sponge);
    ksig_keccak_squeeze(sponge, tr, KSIG_MLDSA_TR_BYTES);
}

/* Compares tr with that of the first pass. */
static KSIG_WORK_APART void check_tr(ksig_mldsa_keygen_head *head, const uint8_t *tr,
                                     uint32_t tag) {
    uint32_t other = ksig_work_tag(tr, KSIG_MLDSA_TR_BYTES) ^ tag;
    KSIG_BARRIER(other);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(other != 0))
        head->stream.work.reason = KSIG_REJECT_FAULT;
}

static uint8_t *tr_in(ksig_mldsa_secret_row *row) {
    return row->bytes + PIECE + KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_KEY_BYTES;
}

/* All rows have been formed once. */
static KSIG_NOINLINE void begin_second(ksig_mldsa_keygen_state *g) {
    uint8_t *const tr = tr_in(&g->row);
    ksig_mldsa_keygen_state *later = g;
    unsigned bytes = KSIG_MLDSA_RHO_BYTES;
    begin_rows(&g->head);
    g->head.second = 1;
    if (expands(&g->head)) {
        make_tr(&g->tr, tr);
        g->tr_tag = tag_of(tr, KSIG_MLDSA_TR_BYTES);
        ksig_mldsa_begin_h(&g->tr, g->head.rho, sizeof g->head.rho);
        g->head.stream.work.stage = SECRETS;
        bytes = HEAD_BYTES;
    }
    const uint32_t tag = make_head(&g->head, &g->row, bytes);
    if (KSIG_WORK_TWICE) {
        (void)make_head(&g->head, &g->row, bytes);
        KSIG_RELOAD(later);
        if (expands(&later->head)) /* its address is formed twice */
            check_tr(&g->head, tr_in(&later->row), later->tr_tag);
    }
    give(&g->head, g->row.bytes + PIECE, bytes, tag);
}

static void expand_seed(ksig_mldsa_keygen_state *g) {
    expand(&g->head, &g->row);
    if (KSIG_WORK_TWICE)
        expand_again(&g->head, &g->row);
    begin_rows(&g->head);
    if (expands(&g->head))
        ksig_mldsa_begin_h(&g->tr, g->head.rho, sizeof g->head.rho);
    else if (!KSIG_WORK_TWICE)
        begin_second(g);
}

/* skEncode (FIPS 204 Algorithm 24): s1 or s2, packed over its fields. Returns the tag. */
static KSIG_WORK_APART uint32_t make_secret(const ksig_mldsa_keygen_head *head,
                                            ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = params_of(head);
    const ksig_mldsa_secrets from = {NULL, head->sigma};
    uint8_t *const fields = row->bytes + PIECE;
    (void)ksig_mldsa_secret_fields(p, &row->draw.sponge, &from, head->row_index, fields);
    ksig_mldsa_pack_secret(p, fields, fields);
    return tag_of(fields, ksig_mldsa_s_bytes(p));
}

static KSIG_WORK_APART void give_secret(ksig_mldsa_keygen_head *head, ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = params_of(head);
    const uint32_t tag = make_secret(head, row);
    if (KSIG_WORK_TWICE) {
        ksig_wipe(row->bytes + PIECE, KSIG_MLDSA_N);
        (void)make_secret(head, row);
    }
    give(head, row->bytes + PIECE, ksig_mldsa_s_bytes(p), tag);
    if (++head->row_index == p->l + p->k)
        begin_rows(head);
}

/* After the last row: checks that nothing has changed since the first. */
static KSIG_NOINLINE void end_second(ksig_mldsa_keygen_state *g) {
    uint8_t *const tr = g->row.bytes + AGAIN_RHO;
    g->head.stream.work.stage = KSIG_WORK_DONE;
    if (!KSIG_WORK_TWICE)
        return;
    expand_again(&g->head, &g->row);
    if (expands(&g->head)) {
        make_tr(&g->tr, tr);
        check_tr(&g->head, tr, g->tr_tag);
    }
}

/* pkEncode or skEncode (FIPS 204 Algorithms 22 and 24), the rest, with Power2Round. Row i of t is
 * complete: it becomes t1; or t0, and t1 goes to the factors' place. */
static KSIG_NOINLINE void end_row(ksig_mldsa_keygen_state *g) {
    uint8_t *const row = g->row.bytes + PIECE;
    unsigned bytes = KSIG_MLDSA_T1_BYTES;
    if (expands(&g->head)) {
        ksig_mldsa_pack_t1(g->row.end.row, g->row.bytes);
        ksig_mldsa_absorb(&g->tr, g->row.bytes, KSIG_MLDSA_T1_BYTES);
        ksig_mldsa_pack_t0(g->row.end.row, row);
        bytes = KSIG_MLDSA_T0_BYTES;
    } else {
        ksig_mldsa_pack_t1(g->row.end.row, row);
    }
    if (g->head.second)
        give(&g->head, row, bytes, g->head.tags[g->head.row_index]);
    else
        g->head.tags[g->head.row_index] = tag_of(row, bytes);
    g->head.column_index = 0;
    if (++g->head.row_index < params_of(&g->head)->k)
        return;
    if (g->head.second)
        end_second(g);
    else
        begin_second(g);
}

/* Adds a column; 1 after the last one. Every second row goes backwards and begins with the last
 * factors, unless t1 was packed over them. */
static KSIG_NOINLINE int multiply(ksig_mldsa_keygen_head *head, ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = params_of(head);
    const ksig_mldsa_secrets from = {NULL, head->sigma};
    const unsigned left = head->row_index == 0 || expands(head) ? 0 : KSIG_MLDSA_FACTORS_LEFT;
    ksig_mldsa_add_t_column(p, &from, head->rho, head->row_index + left, head->column_index, row);
    return ++head->column_index == p->l;
}

/* ML-DSA.KeyGen_internal (FIPS 204 Algorithm 6), a step. */
static void keygen_step(void *state) {
    ksig_mldsa_keygen_state *const g = state;
    if (g->head.stream.work.stage == SEED)
        expand_seed(g);
    else if (g->head.stream.work.stage == SECRETS)
        give_secret(&g->head, &g->row);
    else if (multiply(&g->head, &g->row))
        end_row(g);
}

const struct ksig_keygen_operations ksig_mldsa_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_mldsa_wipe_keygen_stack},
    .open = keygen_open,
    .check = KSIG_WORK_TWICE ? keygen_check : NULL};

/* The header states these sizes. */
KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_mldsa_keygen_state) + 7) / 8 * 8,
                           KSIG_ML_DSA_EXPAND_STATE_BYTES),
            mldsa_state_bytes_agree);
KSIG_ASSERT(KSIG_IS_STATED((offsetof(ksig_mldsa_keygen_state, tr) + 7) / 8 * 8,
                           KSIG_ML_DSA_KEYGEN_STATE_BYTES),
            mldsa_short_state_bytes_agree);

#define DESCRIPTOR(made, set, spelled, state, key, secret, output) \
    const ksig_keygen_scheme ksig_##made = {                       \
        .name = spelled,                                           \
        .state_bytes = state,                                      \
        .seed_bytes = KSIG_MLDSA_SEED_BYTES,                       \
        .key_bytes = key,                                          \
        .secret_key_bytes = secret,                                \
        .output_bytes = output,                                    \
        .streams = 1,                                              \
        .operations = &ksig_mldsa_keygen_steps,                    \
        .params = &ksig_mldsa_params_##set,                        \
    };
/* For both forms of the secret key. */
#define KSIG_SCHEME_MLDSA(ID, id, spelled, anchor, hash, key, ...)                     \
    DESCRIPTOR(id##_keygen, id, spelled, KSIG_ML_DSA_KEYGEN_STATE_BYTES, key,          \
               KSIG_MLDSA_SEED_BYTES, key)                                             \
    DESCRIPTOR(id##_expanded_keygen, id, spelled, KSIG_ML_DSA_EXPAND_STATE_BYTES, key, \
               KSIG_##ID##_EXPANDED_BYTES, KSIG_##ID##_EXPANDED_BYTES)
#include "kilosig/schemes.def"
