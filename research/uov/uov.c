/* Streaming verification of UOV (round 3 of NIST's additional signatures). CANDIDATE.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature: x, salt | key. y = sum of x_i x_j times column (i, j) must be
 * SHAKE256(M | salt), and the digest of the key must be the anchor: otherwise a column with x_i x_j
 * = 0 could be chosen freely. A compressed key, seed | P3, is hashed in its compressed form. P1 and
 * P2 follow from the seed; they are made while P3 arrives, `rate` columns for each of P3, so that
 * the time of a call is bounded by its number of bytes. docs/schemes/candidates.md. */
#include "arch/armv7m/research_gates.h"
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

/* After the hash: how many bytes are in the block, and 256 for each that was hashed. */
static KSIG_INLINE void note_hashed(uov_state *v, unsigned after) {
    v->made.filled = (uint8_t)after;
    v->blocks = (uint16_t)(v->blocks + after / 256);
}

/* The products of the arriving column's row: the expansion needs those of its own. */
static KSIG_INLINE void begin_arriving(uov_state *v, const uov_set *set) {
    if (v->at.row != v->row)
        (void)ksig_uov_begin_row(v, set, v->at.row);
}

/* Whole columns of a row. Returns how many bytes were taken. */
static KSIG_INLINE size_t take_columns(uov_state *v, const uint8_t *data, size_t length) {
    const uov_set *const set = uov_set_of(v);
    const unsigned left = uov_row_end(&v->at, set) - v->at.column, bytes = set->column_bytes;
    unsigned count = (unsigned)((uint32_t)(length < 4096 ? length : 4096) * set->inverse >> 18);
    count = left < count ? left : count;
    if (count == 0)
        return 0;
    begin_arriving(v, set);
    const unsigned column = v->at.column;
    const uint32_t range = count | (uint32_t)v->made.filled << 8;
    const uint8_t *const x = uov_x(v, set);
    note_hashed(
        v, set->bits == 8
               ? ksig_uov_take(&v->stream, data, x + column, range | (uint32_t)bytes << 16)
               : ksig_uov_take(&v->stream, data, x, range | (uint32_t)column << 16 | UOV_FIELD_16));
    uov_took(v, &v->at, count);
    return (size_t)count * bytes;
}

#if KSIG_ASM_UOV_TAKE || KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE

/* The available part of a group of a column. Returns how many bytes were taken. */
static KSIG_NOINLINE size_t take_piece(uov_state *v, const uint8_t *data, size_t length) {
    const uov_set *const set = uov_set_of(v);
    const unsigned group_bytes = 4 * uov_group_words(set);
    unsigned filled = v->at.filled, begin = 0, end;
    while ((end = begin + group_bytes) <= filled)
        begin = end;
    if (end > set->column_bytes)
        end = set->column_bytes;
    const size_t part = end - filled < length ? end - filled : length;
    if (filled == 0) {
        begin_arriving(v, set);
        v->planes = (uint16_t)uov_product(v, set, set->bits, v->at.column);
    }
    v->made.filled = (uint8_t)(v->made.filled +
                               ksig_copy(uov_block(&v->stream.key) + v->made.filled, data, part));
    filled += (unsigned)part;
    if (filled == end) {
        uov_add(v, set->bits, uov_block(&v->stream.key) + v->made.filled - (end - begin), v->planes,
                begin / 4, 1);
        note_hashed(v, uov_hash(&v->stream.key, v->made.filled));
        if (end == set->column_bytes) {
            filled = 0;
            uov_took(v, &v->at, 1);
        }
    }
    v->at.filled = (uint8_t)filled;
    return part;
}

#else

/* Fills the block, or completes the group that goes beyond it, and adds the groups that are there.
 * Returns how many bytes were taken. */
static KSIG_INLINE size_t fill_block(uov_state *v, const uov_set *set, unsigned bits,
                                     const uint8_t *data, size_t length) {
    const unsigned group_bytes = bits == 8 ? 24 : 32, bytes = bits == 8 ? set->column_bytes : 32;
    unsigned filled = v->at.filled, at = v->made.filled, begin = 0, end;
    while ((end = begin + group_bytes) <= filled)
        begin = end;
    end = end < bytes ? end : bytes;
    /* Copies begin aligned: a part of the next group may come with a group that goes beyond. */
    size_t part = (at < UOV_BLOCK_BYTES ? UOV_BLOCK_BYTES : (at + end - filled + 3) / 4 * 4) - at;
    part = part < length ? part : length;
    unsigned left = (unsigned)ksig_copy(uov_block(&v->stream.key) + at, data, part);
    for (; left >= end - filled; filled = begin, end = end < bytes ? end : bytes) {
        at += end - filled;
        left -= end - filled;
        if (begin == 0) {
            begin_arriving(v, set);
            v->planes = (uint16_t)uov_product(v, set, bits, v->at.column);
        }
        uov_add(v, bits, uov_block(&v->stream.key) + at - (end - begin), v->planes, begin / 4, 1);
        begin = end;
        if (end == bytes) {
            begin = 0;
            uov_took(v, &v->at, 1);
        }
        end = begin + group_bytes;
    }
    filled += left;
    at += left;
    v->at.filled = (uint8_t)filled;
    note_hashed(v, at - (filled - begin) >= UOV_BLOCK_BYTES ? uov_hash(&v->stream.key, at) : at);
    return part;
}

static KSIG_NOINLINE size_t take_piece(uov_state *v, const uint8_t *data, size_t length) {
    const uov_set *const set = uov_set_of(v);
    return set->bits == 8 ? fill_block(v, set, 8, data, length)
                          : fill_block(v, set, 4, data, length);
}

#endif

/* The key's bytes as counted by their hash. */
static size_t counted(const uov_state *v) {
    KSIG_RELOAD(v);
    return (size_t)v->blocks * UOV_BLOCK_BYTES + v->made.filled;
}

/* Hashes and uses bytes of the key from one copy, in the hash's block. */
static KSIG_NOINLINE size_t take_key(uov_state *v, const uint8_t *data, size_t length) {
    const uov_set *const set = uov_set_of(v);
    const size_t before = counted(v);
    if (v->head.stage == STAGE_SEED) {
        uint8_t *const room = uov_block(&v->stream.key) + v->made.filled;
        v->made.filled = (uint8_t)(v->made.filled + ksig_copy(room, data, length));
        (void)ksig_copy((uint8_t *)uov_made(v, set) + UOV_SEED_BYTES - v->head.piece, room, length);
        length = 0;
    }
    for (size_t part; length > 0; data += part, length -= part) {
        part = KSIG_ASM_UOV_TAKE && v->at.filled == 0 ? take_columns(v, data, length) : 0;
        if (part == 0)
            part = take_piece(v, data, length);
    }
    return counted(v) - before + ksig_is_message(&v->head);
}

/* Makes the columns due while these bytes arrive. It does not need the bytes: it runs first, so
 * that the stack frames do not add up. */
static KSIG_NOINLINE void make_for(uov_state *v, size_t length) {
    const uov_set *const set = uov_set_of(v);
    if (set->made_words == 0)
        return;
    for (length += v->at.filled; length >= set->column_bytes; length -= set->column_bytes)
        v->due = (uint16_t)(v->due + set->rate);
    ksig_uov_expand(v);
}

static size_t take_message(uov_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_keccak_take(uov_sponge(v), data, length);
    KSIG_RELOAD(v);
    return ksig_keccak_taken(uov_sponge(v), shown);
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
        return take_message(v, data, length);
    }
}

/* ---- Between the parts -------------------------------------------------------------------- */

static KSIG_NOINLINE ksig_tally compare_wanted(uov_state *v) {
    const uov_set *const set = uov_set_of(v);
    const uint8_t *const wanted = (const uint8_t *)uov_wanted(v, set);
    ksig_tally tally = {0, 0};
    for (unsigned i = 0; i < set->column_bytes; i++)
        ksig_count(&tally, wanted[i] != ksig_keccak_rate_byte(uov_sponge(v), i));
    return tally;
}

/* t = SHAKE256(M | salt), and zeros in the planes. Only then t is compared with the sponge, which
 * begins below the planes: zeros in its place would be the value of x = 0. The parameters are
 * looked up separately for the copy, the comparison and its number of bytes. */
static KSIG_NOINLINE void make_wanted(uov_state *v) {
    ksig_taken(&v->head, ksig_keccak_end(uov_sponge(v)), 0);
    const uov_set *const set = uov_set_of(v);
    ksig_keccak_squeeze(uov_sponge(v), (uint8_t *)uov_wanted(v, set), set->column_bytes);
    memset(uov_planes(v), 0, (set->bits + (size_t)1) * set->column_words * 4);
    const ksig_tally found = compare_wanted(v);
    KSIG_RELOAD(v);
    ksig_counted(&v->head, found, uov_set_of(v)->column_bytes, KSIG_REJECT_FAULT);
}

static void begin_key(uov_state *v, const uov_set *set) {
    ksig_anchor_init(&v->stream.key.anchor);
    memset(&v->at, 0, sizeof v->at);
    memset(&v->made, 0, sizeof v->made);
    v->columns = v->position = 0;
    v->due = 0;
    v->blocks = 0;
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

/* What is left in the block belongs to the hash. */
static void end_key(uov_state *v) {
#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256
    v->stream.key.anchor.length = (uint64_t)v->blocks * UOV_BLOCK_BYTES + v->made.filled;
#else
    (void)ksig_anchor_update(&v->stream.key.anchor, uov_block(&v->stream.key), v->made.filled);
#endif
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
        make_wanted(v);
        begin_key(v, set);
        break;
    case STAGE_SEED:
        ksig_aes_ctr_init(uov_cipher(v, set), (const uint8_t *)uov_made(v, set), NULL);
        ksig_want_piece(&v->head, STAGE_KEY, v->head.length);
        break;
    case STAGE_KEY:
        end_key(v);
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* ---- The verdict -------------------------------------------------------------------------- */

/* One item more than bytes: the wanted value is not zero. What zeroed it, and x or the planes too,
 * would make any signature valid. */
static KSIG_NOINLINE ksig_tally compare_y(uov_state *v) {
    const uov_set *const set = uov_set_of(v);
    ksig_tally tally = {0, 0};
    const uint8_t *const wanted = (const uint8_t *)uov_wanted(v, set);
    uint32_t y = 0, any = 0;
    for (unsigned k = 0; k < set->column_bytes; k++) {
        y = k % 4 == 0 ? ksig_uov_value(set, uov_planes(v), k / 4) : y >> 8;
        ksig_count(&tally, (y & 0xff) != wanted[k]);
        any |= wanted[k];
    }
    ksig_count(&tally, any == 0);
    return tally;
}

static ksig_verdict close(void *state) {
    uov_state *v = state;
    const uint32_t n = uov_set_of(v)->variables;
    ksig_counted(&v->head, ksig_anchor_compare(&v->stream.key.anchor, v->head.anchor),
                 KSIG_ANCHOR_BYTES, KSIG_REJECT_KEY);
    /* Twice: one wrong address compares zeros with zeros, or the value with itself. */
    for (unsigned i = 0; i < 2; i++) {
        const ksig_tally found = compare_y(v);
        KSIG_RELOAD(v);
        ksig_counted(&v->head, found, uov_set_of(v)->column_bytes + 1u, KSIG_REJECT_SIGNATURE);
    }
    ksig_taken(&v->head, v->columns, n * (n + 1) / 2);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * 4);
}

static const struct ksig_verify_operations uov_verify = {
    .open = open, .take = take, .next = next, .close = close};

/* ---- Parameter sets ------------------------------------------------------------------------- */

#define UOV_WORDS(bytes) (((bytes) + 3) / 4)
#define UOV_GROUP_WORDS(bits) ((bits) == 8 ? 6 : 8)
#define UOV_STATE_OF(n, bits, bytes, made)                                                         \
    (sizeof(uov_state) + 4u * UOV_WORDS(bytes) * ((bits) + 2) + 4u * UOV_WORDS((n) * (bits) / 8) + \
     ((made) ? sizeof(ksig_aes_ctr) + 4u * (made) : 0))
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
                                     .inverse = ((UINT32_C(1) << 18) + (bytes)-1) / (bytes),       \
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

/* The sponge overlaps the hash of the key and the planes, which are smallest for Is; what is
 * squeezed lies below the planes. */
KSIG_ASSERT(sizeof(uov_key) >= 96, wanted_value_is_below_the_planes);
KSIG_ASSERT(sizeof(uov_key) + 4 * 8 * 4 >= sizeof(ksig_keccak), sponge_has_room);

#define KSIG_SCHEME_UOV(ID, id, ...) KSIG_DESCRIPTOR(&uov_verify, &set_##id, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#endif
