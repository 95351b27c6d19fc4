/* Streaming verification of UOV (round 3 of NIST's additional signatures). CANDIDATE.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature: x, salt | key. y = sum of x_i x_j times column (i, j) must be
 * SHAKE256(M | salt), and the digest of the key must be the anchor: otherwise a column with x_i x_j
 * = 0 could be chosen freely. A compressed key, seed | P3, is hashed in its compressed form. P1 and
 * P2 follow from the seed; they are made while P3 arrives, `rate` columns for each of P3, so that
 * the time of a call is bounded by its number of bytes. docs/schemes/candidates.md. */
#include "stream/plain_message.h"
#include "stream/verdict.h"
#include "uov/uov_map.h"
#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_UOV

enum stage { STAGE_MESSAGE, STAGE_X, STAGE_SALT, STAGE_SEED, STAGE_KEY };

static void open(void *state, const ksig_verify_args *args) {
    uov_state *const v = state;
    ksig_shake256_init(uov_sponge(v));
    ksig_want_plain_message(&v->head, args, STAGE_MESSAGE);
}

/* ---- The key ------------------------------------------------------------------------------ */

/* x_i x_j for the arriving column. */
static KSIG_INLINE unsigned arriving_product(uov_state *v, const uov_set *set, unsigned bits) {
    const uint8_t *const x = uov_x(v, set);
    if (set->made_words != 0) /* the products are those of the expansion */
        return ksig_uov_multiply(bits, uov_variable(bits, x, v->at.row),
                                 uov_variable(bits, x, v->at.column));
    if (v->at.row != v->row)
        (void)ksig_uov_begin_row(v, set, v->at.row);
    return uov_product(v, set, bits, v->at.column);
}

/* Takes the next bytes of columns: a whole column, or the available part of a group of one.
 * What arrives whole is added without copying. Returns how many bytes were taken. */
static KSIG_INLINE size_t take_piece_of(uov_state *v, const uov_set *set, unsigned bits,
                                        const uint8_t *data, size_t length) {
    const unsigned group_bytes = bits == 8 ? 24 : 16, filled = v->at.more;
    size_t part = set->column_bytes;
    if (filled == 0)
        v->made.more = (uint8_t)arriving_product(v, set, bits);
    if (filled == 0 && length >= part) {
        uov_add(v, bits, data, v->made.more, 0, set->groups);
    } else {
        /* 171 / 4096 is slightly more than 1 / 24: exact enough below 96. Not every core can
         * divide. */
        const unsigned group = bits == 8 ? 171 * filled >> 12 : filled >> 4;
        const unsigned at = filled - group * group_bytes;
        const size_t left = part - filled, end = group_bytes - at;
        const size_t missing = left < end ? left : end;
        part = missing < length ? missing : length;
        if (at != 0 || part != missing) {
            uint8_t *const gathered = (uint8_t *)uov_group(v, set);
            (void)ksig_copy(gathered + at, data, part);
            data = gathered;
        }
        if (part == missing)
            uov_add(v, bits, data, v->made.more, group, 1);
        if (filled + part != set->column_bytes) {
            v->at.more = (uint8_t)(filled + part);
            return part;
        }
    }
    v->at.more = 0;
    v->columns++;
    uov_advance(&v->at, set);
    return part;
}

static KSIG_INLINE size_t take_piece(uov_state *v, const uint8_t *data, size_t length) {
    const uov_set *const set = uov_set_of(v);
#if KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE
    if (set->bits == 8)
        return take_piece_of(v, set, 8, data, length);
#endif
    return take_piece_of(v, set, set->bits, data, length);
}

/* Hashes and uses bytes of the key from one copy, in the hash's buffer. */
static KSIG_NOINLINE size_t take_key(uov_state *v, const uint8_t *data, size_t length) {
    size_t taken = 0, at = 0;
    while (at < length) {
        size_t part = ksig_copied_key_left(&v->key);
        part = part < length - at ? part : length - at;
        uint8_t *const room = ksig_copied_key_room(&v->key);
        (void)ksig_copy(room, data + at, part);
        if (v->head.stage == STAGE_SEED) {
            (void)ksig_copy((uint8_t *)uov_made(v, uov_set_of(v)) + UOV_SEED_BYTES - v->head.piece +
                                at,
                            room, part);
        } else {
            for (size_t used = 0; used < part;)
                used += take_piece(v, room + used, part - used);
        }
        taken += ksig_copied_key_take(&v->key, part);
        at += part;
    }
    return taken + ksig_is_message(&v->head);
}

/* Makes the columns due while these bytes arrive. It does not need the bytes: it runs first, so
 * that the stack frames do not add up. */
static KSIG_NOINLINE void make_for(uov_state *v, size_t length) {
    const uov_set *const set = uov_set_of(v);
    if (set->made_words == 0)
        return;
    for (length += v->at.more; length >= set->column_bytes; length -= set->column_bytes)
        v->due = (uint16_t)(v->due + set->rate);
    ksig_uov_expand(v);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    uov_state *const v = state;
    const uov_set *const set = uov_set_of(v);
    switch (v->head.stage) {
    case STAGE_X:
        return ksig_copy(uov_x(v, set) + uov_x_bytes(set) - v->head.piece, data, length) +
               ksig_is_message(&v->head);
    case STAGE_KEY:
        make_for(v, length);
        return take_key(v, data, length);
    case STAGE_SEED:
        return take_key(v, data, length);
    default:
        return ksig_keccak_absorb(uov_sponge(v), data, length);
    }
}

/* ---- Between the parts -------------------------------------------------------------------- */

/* t = SHAKE256(M | salt), compared with the sponge: leftover zeros would be the value of x = 0. */
static KSIG_NOINLINE void make_wanted(uov_state *v, const uov_set *set) {
    ksig_keccak *const sponge = uov_sponge(v);
    uint8_t *const wanted = (uint8_t *)uov_wanted(v, set);
    ksig_tally tally = {0, 0};
    ksig_taken(&v->head, ksig_keccak_end(sponge), 0);
    ksig_keccak_squeeze(sponge, wanted, set->column_bytes);
    const uov_state *again = v;
    KSIG_RELOAD(again);
    for (unsigned i = 0; i < set->column_bytes; i++)
        ksig_count(&tally, ((const uint8_t *)uov_wanted(v, set))[i] !=
                               ksig_keccak_rate_byte(uov_sponge((uov_state *)again), i));
    ksig_counted(&v->head, tally, set->column_bytes, KSIG_REJECT_FAULT);
}

static void begin_key(uov_state *v, const uov_set *set) {
    ksig_anchor_init(&v->key.anchor);
    memset(uov_planes(v), 0, (set->bits + (size_t)1) * set->column_words * 4);
    memset(&v->at, 0, sizeof v->at);
    memset(&v->made, 0, sizeof v->made);
    v->columns = v->position = 0;
    v->due = 0;
    v->row = UOV_NO_ROW;
    ksig_want_part(&v->head, KSIG_PART_KEY, 0, v->head.scheme->key_bytes);
    if (set->made_words != 0) {
        v->at.part = UOV_P3;
        v->at.row = v->at.column = set->vinegar;
        ksig_want_piece(&v->head, STAGE_SEED, UOV_SEED_BYTES);
    } else {
        ksig_want_piece(&v->head, STAGE_KEY, v->head.length);
    }
}

static void next(void *state) {
    uov_state *const v = state;
    const uov_set *const set = uov_set_of(v);
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, v->head.scheme->signature_bytes);
        ksig_want_piece(&v->head, STAGE_X, uov_x_bytes(set));
        break;
    case STAGE_X:
        ksig_want_piece(&v->head, STAGE_SALT, UOV_SALT_BYTES);
        break;
    case STAGE_SALT:
        make_wanted(v, set);
        begin_key(v, set);
        break;
    case STAGE_SEED:
        ksig_aes_ctr_init(uov_cipher(v, set), (const uint8_t *)uov_made(v, set), NULL);
        ksig_want_piece(&v->head, STAGE_KEY, v->head.length);
        break;
    case STAGE_KEY:
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* ---- The verdict -------------------------------------------------------------------------- */

static KSIG_NOINLINE ksig_tally compare_y(uov_state *v, const uov_set *set) {
    ksig_tally tally = {0, 0};
    const uint8_t *const wanted = (const uint8_t *)uov_wanted(v, set);
    uint32_t y = 0;
    for (unsigned k = 0; k < set->column_bytes; k++) {
        y = k % 4 == 0 ? ksig_uov_value(set, uov_planes(v), k / 4) : y >> 8;
        ksig_count(&tally, (y & 0xff) != wanted[k]);
    }
    return tally;
}

static ksig_verdict close(void *state) {
    uov_state *const v = state;
    const uov_set *const set = uov_set_of(v);
    const uint32_t n = set->variables;
    ksig_counted(&v->head, ksig_anchor_compare(&v->key.anchor, v->head.anchor), KSIG_ANCHOR_BYTES,
                 KSIG_REJECT_KEY);
    ksig_counted(&v->head, compare_y(v, set), set->column_bytes, KSIG_REJECT_SIGNATURE);
    ksig_taken(&v->head, v->columns, n * (n + 1) / 2);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * 3);
}

static const struct ksig_verify_operations uov_verify = {
    .open = open, .take = take, .next = next, .close = close};

/* ---- Parameter sets ------------------------------------------------------------------------- */

#define UOV_WORDS(bytes) (((bytes) + 3) / 4)
#define UOV_GROUP_WORDS(bits) ((bits) == 8 ? 6 : 4)
#define UOV_STATE_OF(n, bits, bytes, made)                                                   \
    (sizeof(uov_state) + 4u * UOV_WORDS(bytes) * ((bits) + 2) + 4u * UOV_GROUP_WORDS(bits) + \
     4u * UOV_WORDS((n) * (bits) / 8) + ((made) ? sizeof(ksig_aes_ctr) + 4u * (made) : 0))
#define UOV_ROUNDED(bytes) (((bytes) + 7) / 8 * 8)

/* made: from the place in the first block on, which is a multiple of the greatest common divisor of
 * 16 and the bytes of a column. */
#define UOV_SET(ID, id, n, v, width, bytes, made, speed)                                           \
    static const uov_set set_##id = {.variables = n,                                               \
                                     .vinegar = v,                                                 \
                                     .bits = width,                                                \
                                     .column_bytes = bytes,                                        \
                                     .column_words = UOV_WORDS(bytes),                             \
                                     .groups = UOV_WORDS(bytes) / UOV_GROUP_WORDS(width),          \
                                     .made_words = made,                                           \
                                     .rate = speed};                                               \
    KSIG_ASSERT(                                                                                   \
        KSIG_IS_STATED(UOV_ROUNDED(UOV_STATE_OF(n, width, bytes, made)), KSIG_##ID##_STATE_BYTES), \
        state_of_##id##_agrees);                                                                   \
    KSIG_ASSERT((made) == 0 || (uint32_t)(speed) * (n - v) * (n - v + 1) / 2 >=                    \
                                   (uint32_t)(v) * (v + 1) / 2 + (uint32_t)(v) * (n - v),          \
                rate_of_##id##_is_enough)

UOV_SET(UOV_1P_R3, uov_1p_r3, 119, 74, 8, 45, 0, 0);
UOV_SET(UOV_1P_PKC_R3, uov_1p_pkc_r3, 119, 74, 8, 45, 16, 6);
UOV_SET(UOV_1S_R3, uov_1s_r3, 160, 96, 4, 32, 0, 0);
UOV_SET(UOV_1S_PKC_R3, uov_1s_pkc_r3, 160, 96, 4, 32, 8, 6);
UOV_SET(UOV_3_R3, uov_3_r3, 193, 121, 8, 72, 0, 0);
UOV_SET(UOV_3_PKC_R3, uov_3_pkc_r3, 193, 121, 8, 72, 20, 7);
UOV_SET(UOV_5_R3, uov_5_r3, 259, 163, 8, 96, 0, 0);
UOV_SET(UOV_5_PKC_R3, uov_5_pkc_r3, 259, 163, 8, 96, 24, 7);

/* The sponge overlaps the hash of the key and the planes, which are smallest for Is. */
KSIG_ASSERT(sizeof(ksig_copied_key) + 4 * 8 * 4 >= sizeof(ksig_keccak), sponge_has_room);

#define KSIG_SCHEME_UOV(ID, id, ...) KSIG_DESCRIPTOR(&uov_verify, &set_##id, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#endif
