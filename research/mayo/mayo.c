/* Streaming verification of MAYO (round 3 of NIST's additional signatures). CANDIDATE.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature: s, salt | key: seed, P3. The map of mayo_map.h must be t, where t | L | J =
 * SHAKE256(SHAKE256(M) | salt), and the digest of the key the anchor. P1 and P2 follow from the
 * seed, lambda from L and J; they are made while P3 arrives, `rate` columns for each byte, so no
 * call takes longer than the bytes that it is given ask for. docs/schemes/candidates.md. */
#include "mayo/mayo_map.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_MAYO

enum stage { STAGE_MESSAGE, STAGE_S, STAGE_SALT, STAGE_SEED, STAGE_P3 };

static void open(void *state, const ksig_verify_args *args) {
    mayo_state *const v = state;
    if (args->signature_length != v->head.scheme->signature_bytes)
        ksig_reject(&v->head, KSIG_REJECT_SIG_LENGTH);
    else if (args->mode != KSIG_MODE_PURE)
        ksig_reject(&v->head, KSIG_REJECT_ARGUMENT);
    else if (args->context_length != 0)
        ksig_reject(&v->head, KSIG_REJECT_CONTEXT);
    ksig_shake256_init(mayo_sponge(v));
    ksig_want_message(&v->head, STAGE_MESSAGE);
}

/* Bytes of the key, hashed and used from a copy: where the hash has it. */
static size_t take_key(mayo_state *v, const uint8_t *data, size_t length) {
    const mayo_set *const set = mayo_set_of(v);
    size_t taken = 0, at = 0;
    while (at < length) {
        size_t part = ksig_copied_key_left(&v->key);
        part = part < length - at ? part : length - at;
        uint8_t *const room = ksig_copied_key_room(&v->key);
        (void)ksig_copy(room, data + at, part);
        if (v->head.stage == STAGE_SEED) {
            (void)ksig_copy(mayo_made(v, set) + MAYO_SEED_BYTES - v->head.piece + at, room, part);
        } else {
            mayo_take_columns(v, room, part);
            v->due += (uint32_t)(part * set->rate);
        }
        taken += ksig_copied_key_take(&v->key, part);
        at += part;
        if (v->due != 0)
            mayo_make_columns(v);
    }
    return taken;
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    mayo_state *const v = state;
    const mayo_set *const set = mayo_set_of(v);
    switch (v->head.stage) {
    case STAGE_S:
        return ksig_copy(mayo_s(v, set) + mayo_s_bytes(set) - v->head.piece, data, length) +
               ksig_is_message(&v->head);
    case STAGE_SEED:
    case STAGE_P3:
        return take_key(v, data, length) + ksig_is_message(&v->head);
    default:
        return ksig_keccak_absorb(mayo_sponge(v), data, length);
    }
}

/* ---- Between the parts -------------------------------------------------------------------- */

/* Squeezes to the target, and compares with the sponge: zeros that were left there would be the
 * value of s = 0. */
static void squeeze(mayo_state *v, const mayo_set *set, unsigned length) {
    ksig_keccak *const sponge = mayo_sponge(v);
    ksig_tally tally = {0, 0};
    ksig_taken(&v->head, ksig_keccak_end(sponge), 0);
    ksig_keccak_squeeze(sponge, mayo_target(v, set), length);
    mayo_state *again = v;
    KSIG_RELOAD(again);
    for (unsigned i = 0; i < length; i++)
        ksig_count(&tally, mayo_target(v, set)[i] != ksig_keccak_rate_byte(mayo_sponge(again), i));
    ksig_counted(&v->head, tally, length, KSIG_REJECT_FAULT);
}

/* SHAKE256(M), and the begin of what it is hashed with. */
static KSIG_NOINLINE void end_message(mayo_state *v, const mayo_set *set) {
    squeeze(v, set, set->digest_bytes);
    ksig_shake256_init(mayo_sponge(v));
    ksig_taken(&v->head, ksig_keccak_absorb(mayo_sponge(v), mayo_target(v, set), set->digest_bytes),
               set->digest_bytes);
}

static KSIG_NOINLINE void end_salt(mayo_state *v, const mayo_set *set) {
    squeeze(v, set, (unsigned)set->column_bytes + MAYO_L_AND_J_BYTES);
    ksig_anchor_init(&v->key.anchor);
    memset(mayo_sums(v), 0, 4 * ((size_t)set->vectors * set->column_words + set->y_words));
    v->columns = v->due = v->position = v->gathered = 0;
    v->row = v->column = v->part = 0;
    v->at_row = v->at_column = v->at_filled = 0;
    ksig_want_part(&v->head, KSIG_PART_KEY, 0, v->head.scheme->key_bytes);
    ksig_want_piece(&v->head, STAGE_SEED, MAYO_SEED_BYTES);
}

static void next(void *state) {
    mayo_state *const v = state;
    const mayo_set *const set = mayo_set_of(v);
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        end_message(v, set);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, v->head.scheme->signature_bytes);
        ksig_want_piece(&v->head, STAGE_S, mayo_s_bytes(set));
        break;
    case STAGE_S:
        ksig_want_piece(&v->head, STAGE_SALT, set->salt_bytes);
        break;
    case STAGE_SALT:
        end_salt(v, set);
        break;
    case STAGE_SEED:
        ksig_aes_ctr_init(mayo_cipher(v, set), mayo_made(v, set), NULL);
        ksig_want_piece(&v->head, STAGE_P3, v->head.length);
        break;
    case STAGE_P3:
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* ---- The verdict -------------------------------------------------------------------------- */

static KSIG_NOINLINE ksig_tally compare_y(mayo_state *v, const mayo_set *set) {
    ksig_tally tally = {0, 0};
    const uint32_t *const y = mayo_y(v, set);
    const uint8_t *const wanted = mayo_target(v, set);
    mayo_reduce(v);
    for (unsigned i = 0; i < set->column_bytes; i++)
        ksig_count(&tally, (y[i / 4] >> i % 4 * 8 & 0xff) != wanted[i]);
    return tally;
}

static ksig_verdict close(void *state) {
    mayo_state *const v = state;
    const mayo_set *const set = mayo_set_of(v);
    const uint32_t n = set->variables;
    ksig_counted(&v->head, ksig_anchor_compare(&v->key.anchor, v->head.anchor), KSIG_ANCHOR_BYTES,
                 KSIG_REJECT_KEY);
    ksig_counted(&v->head, compare_y(v, set), set->column_bytes, KSIG_REJECT_SIGNATURE);
    ksig_taken(&v->head, v->columns, n * (n + 1) / 2 + n);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * 4);
}

static const struct ksig_verify_operations mayo_verify = {
    .open = open, .take = take, .next = next, .close = close};

/* ---- Parameter sets ------------------------------------------------------------------------- */

static const uint8_t ksig_mayo_powers_1[] = {
    10, 25, 6,  7,  45, 51, 44, 50, 16, 15, 40, 19, 42, 39, 22, 24, 0,  30, 26,
    33, 13, 12, 11, 53, 48, 1,  46, 36, 32, 14, 8,  54, 35, 17, 20, 38, 5,  37,
    21, 23, 41, 2,  49, 29, 3,  27, 52, 4,  34, 18, 47, 43, 9,  31, 28,
};
static const uint8_t ksig_mayo_powers_2[] = {
    11, 13, 0, 3, 14, 8, 4, 10, 1, 12, 6, 2, 5, 9, 7,
};
static const uint8_t ksig_mayo_powers_3[] = {
    35, 13, 55, 39, 42, 6,  32, 11, 15, 18, 4,  63, 57, 5,  38, 7,  19, 47, 21, 0, 22, 40,
    58, 16, 28, 56, 27, 37, 14, 49, 34, 10, 29, 61, 45, 26, 43, 36, 44, 51, 54, 3, 30, 52,
    25, 62, 12, 46, 24, 60, 48, 1,  59, 9,  53, 64, 20, 50, 31, 23, 8,  17, 41, 2, 65, 33,
};
static const uint8_t ksig_mayo_powers_5[] = {
    62, 30, 7,  52, 37, 64, 53, 55, 26, 61, 24, 43, 76, 16, 41, 0,  70, 45, 60, 27,
    63, 25, 31, 54, 5,  6,  22, 14, 12, 47, 10, 18, 2,  49, 29, 58, 71, 35, 40, 42,
    4,  23, 44, 67, 33, 20, 9,  34, 17, 51, 1,  65, 59, 73, 28, 57, 69, 11, 8,  68,
    21, 77, 39, 36, 46, 50, 32, 15, 19, 75, 38, 48, 72, 56, 74, 3,  13, 66,
};

#define MAYO_WORDS(bytes) (((bytes) + 3) / 4)
#define MAYO_PAIRS(k) ((k) * ((k) + 1) / 2)
#define MAYO_Y_WORDS(m, k) (((m) + 7) / 8 + (MAYO_PAIRS(k) - 1) / 8 + 1)
#define MAYO_STATE_OF(n, m, k, made)                                              \
    ((sizeof(mayo_state) +                                                        \
      4u * ((k)*MAYO_WORDS((m) / 2) + MAYO_Y_WORDS(m, k) + MAYO_WORDS((m) / 2)) + \
      MAYO_L_AND_J_BYTES + sizeof(ksig_aes_ctr) + (made) + (n) * (k) / 2 + 7) /   \
     8 * 8)

/* made: a column of the keystream begins at a multiple of the greatest common divisor of 16 and its
 * bytes. f: what z^m is, from the coefficient of z^0 on. */
#define MAYO_SET(ID, id, level, n, m, o, k, salt, digest, speed, made, f)                \
    static const mayo_set set_##id = {.variables = n,                                    \
                                      .equations = m,                                    \
                                      .oil = o,                                          \
                                      .vectors = k,                                      \
                                      .salt_bytes = salt,                                \
                                      .digest_bytes = digest,                            \
                                      .column_bytes = (m) / 2,                           \
                                      .column_words = MAYO_WORDS((m) / 2),               \
                                      .y_words = MAYO_Y_WORDS(m, k),                     \
                                      .rate = speed,                                     \
                                      .made_bytes = made,                                \
                                      .modulus = f,                                      \
                                      .powers = ksig_mayo_powers_##level};               \
    KSIG_ASSERT(sizeof ksig_mayo_powers_##level == MAYO_PAIRS(k), powers_of_##id);       \
    KSIG_ASSERT(made >= KSIG_AES_BLOCK_BYTES + MAYO_PAIRS(k), made_of_##id##_is_enough); \
    KSIG_ASSERT(KSIG_IS_STATED(MAYO_STATE_OF(n, m, k, made), KSIG_##ID##_STATE_BYTES),   \
                state_of_##id##_agrees);                                                 \
    KSIG_ASSERT((uint32_t)(speed) * (MAYO_PAIRS(o) * (uint32_t)(m) / 2) >=               \
                    MAYO_PAIRS((uint32_t)(n) - (o)) + ((uint32_t)(n) - (o)) * (o) + (n), \
                rate_of_##id##_is_enough)

MAYO_SET(MAYO_1_R3, mayo_1_r3, 1, 88, 80, 8, 10, 24, 32, 3, 72, 0x2402);
MAYO_SET(MAYO_2_R3, mayo_2_r3, 2, 86, 64, 13, 5, 24, 32, 2, 32, 0x8208);
MAYO_SET(MAYO_3_R3, mayo_3_r3, 3, 118, 108, 10, 11, 32, 48, 3, 84, 0x7108);
MAYO_SET(MAYO_5_R3, mayo_5_r3, 5, 154, 142, 12, 12, 40, 64, 3, 96, 0x1804);

/* The sponge lies over the hash of the key and the sums, of which MAYO-2 has least. */
KSIG_ASSERT(sizeof(ksig_copied_key) + 5 * 8 * 4 >= sizeof(ksig_keccak), sponge_has_room);

#define KSIG_SCHEME_MAYO(ID, id, ...) \
    KSIG_DESCRIPTOR(&mayo_verify, &set_##id, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#endif
