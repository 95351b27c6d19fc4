/* Streaming verification of MAYO (round 3 of NIST's additional signatures). CANDIDATE.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature: s, salt | key: seed, P3. The map of mayo_map.h must give t, where t | L | J
 * = SHAKE256(SHAKE256(M) | salt), and the digest of the key must be the anchor. P1 and P2 follow
 * from the seed, lambda from L and J; they are made while P3 arrives, `rate` columns per byte, so
 * that the time of a call is bounded by its number of bytes. docs/schemes/candidates.md. */
#include "guard/guard.h"
#include "guard/tally.h"
#include "mayo/mayo_map.h"
#include "mayo/mayo_words.h"
#include "stream/plain_message.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_MAYO

enum stage { STAGE_MESSAGE, STAGE_S, STAGE_SALT, STAGE_SEED, STAGE_P3 };

static void open(void *state, const ksig_verify_args *args) {
    mayo_state *const v = state;
    ksig_shake256_init(mayo_sponge(v));
    ksig_want_plain_message(&v->head, args, STAGE_MESSAGE);
}

/* Stores bytes of s, which come vector by vector, where they will be used. Returns how many were
 * taken. */
static KSIG_NOINLINE size_t take_s(mayo_state *v, const uint8_t *data, size_t length) {
    const mayo_set *const set = mayo_set_of(v);
    uint8_t *const s = mayo_s(v, set);
    size_t taken = 0;
    for (; taken < length; taken++) {
        const unsigned byte = data[taken], first = 2u * v->at_column * set->vectors + v->at_row;
        const unsigned second = first + set->vectors;
        s[first / 2] = (uint8_t)(s[first / 2] | (byte & 15) << 4 * (first % 2));
        s[second / 2] = (uint8_t)(s[second / 2] | (byte >> 4) << 4 * (second % 2));
        if (++v->at_column == set->variables / 2) {
            v->at_column = 0;
            v->at_row++;
        }
    }
    return taken;
}

/* Hashes and uses bytes of the key from one copy, in the hash's buffer. */
static KSIG_NOINLINE size_t take_key(mayo_state *v, const uint8_t *data, size_t length) {
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
            ksig_mayo_take_columns(v, room, part);
        }
        taken += ksig_copied_key_take(&v->key, part);
        at += part;
    }
    return taken + ksig_is_message(&v->head);
}

static size_t take_message(mayo_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_keccak_take(mayo_sponge(v), data, length);
    KSIG_RELOAD(v);
    return ksig_keccak_taken(mayo_sponge(v), shown);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    mayo_state *const v = state;
    switch (v->head.stage) {
    case STAGE_S:
        return take_s(v, data, length) + ksig_is_message(&v->head);
    case STAGE_P3: /* expansion needs nothing of P3: first, so that their stack frames do not add up
                    */
        v->due += (uint32_t)length * mayo_set_of(v)->rate;
        ksig_mayo_make_columns(v);
        return take_key(v, data, length);
    case STAGE_SEED:
        return take_key(v, data, length);
    default:
        return take_message(v, data, length);
    }
}

/* ---- Between the parts -------------------------------------------------------------------- */

/* Of the digest of the message, or of t, L and J. */
static unsigned target_bytes(const mayo_state *v) {
    const mayo_set *const set = mayo_set_of(v);
    return v->head.stage == STAGE_MESSAGE ? set->digest_bytes
                                          : (unsigned)set->column_bytes + MAYO_L_AND_J_BYTES;
}

static KSIG_NOINLINE ksig_tally compare_target(mayo_state *v) {
    const uint8_t *const target = mayo_target(v, mayo_set_of(v));
    const unsigned length = target_bytes(v);
    ksig_tally tally = {0, 0};
    for (unsigned i = 0; i < length; i++)
        ksig_count(&tally, target[i] != ksig_keccak_rate_byte(mayo_sponge(v), i));
    return tally;
}

/* Squeezes to the target, and clears `sums` words of sums and Y. Only then the target is compared
 * with the sponge, which begins below the sums: zeros in its place would be the value of s = 0. The
 * parameters are looked up separately for the copy, the comparison and its number of bytes. */
static KSIG_NOINLINE void squeeze(mayo_state *v, size_t sums) {
    ksig_keccak *const sponge = mayo_sponge(v);
    ksig_taken(&v->head, ksig_keccak_end(sponge), 0);
    ksig_keccak_squeeze(sponge, mayo_target(v, mayo_set_of(v)), target_bytes(v));
    memset(mayo_sums(v), 0, 4 * sums);
    const ksig_tally found = compare_target(v);
    KSIG_RELOAD(v);
    ksig_counted(&v->head, found, target_bytes(v), KSIG_REJECT_FAULT);
}

/* Ends SHAKE256(M), and begins the hash of it and the salt. */
static KSIG_NOINLINE void end_message(mayo_state *v) {
    squeeze(v, 0);
    ksig_shake256_init(mayo_sponge(v));
    const size_t absorbed =
        ksig_keccak_absorb(mayo_sponge(v), mayo_target(v, mayo_set_of(v)), target_bytes(v));
    KSIG_RELOAD(v);
    ksig_taken(&v->head, absorbed, target_bytes(v));
}

static KSIG_NOINLINE void end_salt(mayo_state *v, const mayo_set *set) {
    squeeze(v, (size_t)set->vectors * set->column_words + set->y_words);
    ksig_anchor_init(&v->key.anchor);
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
        end_message(v);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, v->head.scheme->signature_bytes);
        memset(mayo_s(v, set), 0, mayo_s_bytes(set));
        v->at_row = v->at_column = 0;
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

/* Looks up the parameters separately for the addresses of value and target: a fault in one lookup
 * makes the comparison fail. One item more than bytes: the target is not zero. What zeroed it, and
 * Y too, would make any signature valid. */
static KSIG_NOINLINE ksig_tally compare_y(mayo_state *v) {
    const uint8_t *const target = mayo_target(v, mayo_set_of(v));
    KSIG_RELOAD(v);
    const mayo_set *const set = mayo_set_of(v);
    ksig_tally tally = ksig_compare((const uint8_t *)mayo_y(v, set), target, set->column_bytes);
    unsigned any = 0;
    for (unsigned i = 0; i < set->column_bytes; i++)
        any |= target[i];
    ksig_count(&tally, any == 0);
    return tally;
}

static ksig_verdict close(void *state) {
    mayo_state *v = state;
    const uint32_t n = mayo_set_of(v)->variables;
    ksig_counted(&v->head, ksig_anchor_compare(&v->key.anchor, v->head.anchor), KSIG_ANCHOR_BYTES,
                 KSIG_REJECT_KEY);
    ksig_mayo_reduce(v);
    /* Twice: one wrong address compares zeros with zeros, or the value with itself. */
    for (unsigned i = 0; i < 2; i++) {
        const ksig_tally found = compare_y(v);
        KSIG_RELOAD(v);
        ksig_counted(&v->head, found, mayo_set_of(v)->column_bytes + 1u, KSIG_REJECT_SIGNATURE);
    }
    ksig_taken(&v->head, v->columns, n * (n + 1) / 2 + n);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * 5);
}

static const struct ksig_verify_operations mayo_verify = {
    .open = open, .take = take, .next = next, .close = close};

/* ---- Parameter sets ------------------------------------------------------------------------- */

#define P(power) KSIG_MAYO_PLACE(power)
static const uint16_t ksig_mayo_places_1[] = {
    P(10), P(25), P(6), P(7),  P(45), P(51), P(44), P(50), P(16), P(15), P(40), P(19), P(42), P(39),
    P(22), P(24), P(0), P(30), P(26), P(33), P(13), P(12), P(11), P(53), P(48), P(1),  P(46), P(36),
    P(32), P(14), P(8), P(54), P(35), P(17), P(20), P(38), P(5),  P(37), P(21), P(23), P(41), P(2),
    P(49), P(29), P(3), P(27), P(52), P(4),  P(34), P(18), P(47), P(43), P(9),  P(31), P(28),
};
static const uint16_t ksig_mayo_places_2[] = {
    P(11), P(13), P(0), P(3), P(14), P(8), P(4), P(10), P(1), P(12), P(6), P(2), P(5), P(9), P(7),
};
static const uint16_t ksig_mayo_places_3[] = {
    P(35), P(13), P(55), P(39), P(42), P(6),  P(32), P(11), P(15), P(18), P(4),
    P(63), P(57), P(5),  P(38), P(7),  P(19), P(47), P(21), P(0),  P(22), P(40),
    P(58), P(16), P(28), P(56), P(27), P(37), P(14), P(49), P(34), P(10), P(29),
    P(61), P(45), P(26), P(43), P(36), P(44), P(51), P(54), P(3),  P(30), P(52),
    P(25), P(62), P(12), P(46), P(24), P(60), P(48), P(1),  P(59), P(9),  P(53),
    P(64), P(20), P(50), P(31), P(23), P(8),  P(17), P(41), P(2),  P(65), P(33),
};
static const uint16_t ksig_mayo_places_5[] = {
    P(62), P(30), P(7),  P(52), P(37), P(64), P(53), P(55), P(26), P(61), P(24), P(43), P(76),
    P(16), P(41), P(0),  P(70), P(45), P(60), P(27), P(63), P(25), P(31), P(54), P(5),  P(6),
    P(22), P(14), P(12), P(47), P(10), P(18), P(2),  P(49), P(29), P(58), P(71), P(35), P(40),
    P(42), P(4),  P(23), P(44), P(67), P(33), P(20), P(9),  P(34), P(17), P(51), P(1),  P(65),
    P(59), P(73), P(28), P(57), P(69), P(11), P(8),  P(68), P(21), P(77), P(39), P(36), P(46),
    P(50), P(32), P(15), P(19), P(75), P(38), P(48), P(72), P(56), P(74), P(3),  P(13), P(66),
};
#undef P

#define MAYO_WORDS(bytes) (((bytes) + 3) / 4)
#define MAYO_PAIRS(k) ((k) * ((k) + 1) / 2)
#define MAYO_Y_WORDS(m, k) (((m) + 7) / 8 + (MAYO_PAIRS(k) - 1) / 8 + 1)
#define MAYO_STATE_OF(n, m, k, made)                                                            \
    ((sizeof(mayo_state) +                                                                      \
      4u * ((k)*MAYO_WORDS((m) / 2) + MAYO_Y_WORDS(m, k) + MAYO_WORDS((m) / 2)) +               \
      MAYO_L_AND_J_BYTES + sizeof(ksig_aes_ctr) + (made) + MAYO_WORDS((n) * (k) / 2) * 4 + 7) / \
     8 * 8)

/* made: a column of the keystream begins at a multiple of the greatest common divisor of 16 and its
 * length. f: the value of z^m, from the coefficient of z^0 on. */
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
                                      .places = ksig_mayo_places_##level};               \
    KSIG_ASSERT(sizeof ksig_mayo_places_##level == 2 * MAYO_PAIRS(k), places_of_##id);   \
    KSIG_ASSERT(made >= KSIG_AES_BLOCK_BYTES + MAYO_PAIRS(k), made_of_##id##_is_enough); \
    KSIG_ASSERT(made >= KSIG_AES_BLOCK_BYTES + 4 * (k), items_of_##id##_fit);            \
    KSIG_ASSERT(MAYO_WORDS((m) / 2) % 2 == 0, words_of_##id##_are_pairs);                \
    KSIG_ASSERT(KSIG_IS_STATED(MAYO_STATE_OF(n, m, k, made), KSIG_##ID##_STATE_BYTES),   \
                state_of_##id##_agrees);                                                 \
    KSIG_ASSERT((uint32_t)(speed) * (MAYO_PAIRS(o) * (uint32_t)(m) / 2) >=               \
                    MAYO_PAIRS((uint32_t)(n) - (o)) + ((uint32_t)(n) - (o)) * (o) + (n), \
                rate_of_##id##_is_enough)

MAYO_SET(MAYO_1_R3, mayo_1_r3, 1, 88, 80, 8, 10, 24, 32, 3, 72, 0x2402);
MAYO_SET(MAYO_2_R3, mayo_2_r3, 2, 86, 64, 13, 5, 24, 32, 2, 36, 0x8208);
MAYO_SET(MAYO_3_R3, mayo_3_r3, 3, 118, 108, 10, 11, 32, 48, 3, 84, 0x7108);
MAYO_SET(MAYO_5_R3, mayo_5_r3, 5, 154, 142, 12, 12, 40, 64, 3, 96, 0x1804);

/* The sponge overlaps the hash of the key and the sums, which are smallest for MAYO-2; what is
 * squeezed lies below the sums. */
KSIG_ASSERT(sizeof(ksig_copied_key) >= 71 + MAYO_L_AND_J_BYTES, target_is_below_the_sums);
KSIG_ASSERT(sizeof(ksig_copied_key) + 5 * 8 * 4 >= sizeof(ksig_keccak), sponge_has_room);

#define KSIG_SCHEME_MAYO(ID, id, ...) \
    KSIG_DESCRIPTOR(&mayo_verify, &set_##id, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#endif
