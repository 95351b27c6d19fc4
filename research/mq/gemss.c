/* Streaming verification of BROKEN GeMSS-128. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature | key, four times. Pass t evaluates p at V, which the first three replace by
 * (p(V) + D) | X; the last must give D_1. So each pass depends on the previous one, and the same
 * key must be streamed in all:
 *
 *   without a secret: the digest of each pass is compared with the anchor;
 *   with a secret:    the digest of the first pass; and a universal hash, at a secret point, of
 *                     every pass equals that of the first. Variant FAST keeps one for each row, so
 *                     that later passes want only rows with x_row = 1.
 *
 * docs/schemes/multivariate.md has the bound. The only output that depends on the point is whether
 * all values agreed. */
#include "guard/guard.h"
#include "hash/keccak.h"
#include "mq/mq_columns.h"
#include "mq/mq_equation.h"
#include "mq/mq_map.h"
#include "stream/anchor.h"
#include "stream/brwhash.h"
#include "stream/operations.h"
#include "stream/plain_message.h"
#include "stream/verdict.h"
#include "util/memory.h"

#if KSIG_ENABLE_GEMSS_128

/* check: 20 + 186 * 187 / 2 * 20 + 2 * 2174 == 352188 */
#define KEY_BYTES UINT32_C(352188)
enum { VARIABLES = 186, EQUATIONS = 162, PASSES = 4 };
enum { X_BITS = VARIABLES - EQUATIONS, V_BYTES = 24, SIGNATURE_BYTES = 33 };
enum { EQUATION_BYTES = 2174, COLUMN_BYTES = 20 /* of equations 0 .. 159 */ };
enum { H_BYTES = 32 /* of SHA3-256 */, D_BYTES = 21 /* EQUATIONS bits */, SHA3_256_RATE = 136 };

enum stage { STAGE_MESSAGE, STAGE_SIGNATURE, STAGE_CONSTANT, STAGE_ROW, STAGE_EQUATION };

typedef struct gemss_state {
    ksig_verify_head head;
    union {
        ksig_keccak sponge; /* used before the passes */
        struct {
            ksig_copied_key key; /* also a buffer for bytes that it does not take */
            ksig_brwhash tag;
        } of;
    } hash;
    uint32_t sum[6]; /* p(V) */
    uint8_t d[PASSES][D_BYTES];
    uint8_t x[V_BYTES + 4]; /* V, and zeros; before the signature, the secret */
    uint8_t signature[SIGNATURE_BYTES + 3];
    ksig_mq_place place;
    ksig_mq_equation equation;
    uint8_t pass;
    uint8_t bound; /* there is a secret */
    uint8_t unused[2];
#if KSIG_GEMSS_128_VARIANT == KSIG_VARIANT_FAST
    uint32_t constants[5];
    ksig_tally rows; /* with compared tags */
    uint64_t tags[VARIABLES + 1];
#else
    uint32_t first[4]; /* tag of the first pass */
#endif
} gemss_state;

KSIG_ASSERT(sizeof(ksig_copied_key) >= 2 * KSIG_BRWHASH_GROUP_BYTES, room_is_enough);
KSIG_ASSERT(KSIG_IS_STATED(sizeof(gemss_state), KSIG_GEMSS_128_STATE_BYTES), state_bytes_agree);

static const ksig_mq_shape shape = {
    .variables = VARIABLES,
    .column_words = COLUMN_BYTES / 4,
    .bits = 1,
    .add_columns = KSIG_MQ_COLUMNS(ksig_mq_add_columns_gemss),
};

static void open(void *state, const ksig_verify_args *args) {
    gemss_state *const v = state;
    memset(v->x, 0, sizeof v->x);
    v->bound = args->secret != NULL;
    if (v->bound)
        (void)ksig_copy(v->x, args->secret, KSIG_BRWHASH_KEY_BYTES);
    KSIG_RELOAD(args);
    /* Reloaded: no later check would notice a change. */
    if (args->secret != NULL)
        ksig_counted(&v->head, ksig_compare(v->x, args->secret, KSIG_BRWHASH_KEY_BYTES),
                     KSIG_BRWHASH_KEY_BYTES, KSIG_REJECT_FAULT);
    else
        ksig_checked(&v->head, v->bound, KSIG_REJECT_FAULT);
    ksig_keccak_init(&v->hash.sponge, SHA3_256_RATE, KSIG_SHA3_SUFFIX);
    /* Checks that these are the arguments, and so the secret is theirs. */
    ksig_taken(&v->head, args->message_length, v->head.unhashed);
    ksig_want_plain_message(&v->head, args, STAGE_MESSAGE);
}

/* ---- Authentication of the passes -------------------------------------------------------- */

static int digested(const gemss_state *v) { return v->pass == 0 || !v->bound; }

#if KSIG_GEMSS_128_VARIANT == KSIG_VARIANT_FAST

static uint32_t row_bytes(unsigned row) { return COLUMN_BYTES * (uint32_t)(VARIABLES - row); }

/* The constants are not reread. */
static int tagged(const gemss_state *v) { return v->bound && v->head.stage != STAGE_CONSTANT; }

/* A row (VARIABLES: the last equations) is complete. Its tag is the low 64 bits. */
static void end_row(gemss_state *v, unsigned row) {
    uint32_t value[4];
    if (!v->bound)
        return;
    ksig_brwhash_final(&v->hash.of.tag, value);
    const uint64_t tag = value[0] + ((uint64_t)value[1] << 29) + ((uint64_t)value[2] << 58);
    if (v->pass == 0)
        v->tags[row] = tag;
    else
        ksig_count(&v->rows, v->tags[row] != tag);
}

static void end_constants(gemss_state *v) { memcpy(v->constants, v->sum, sizeof v->constants); }

static void end_tags(gemss_state *v) {
    uint32_t rows = 1;
    for (unsigned row = 0; row < VARIABLES; row++)
        rows += ksig_mq_variable(&shape, v->x, row);
    if (v->pass != 0)
        ksig_counted(&v->head, v->rows, rows, KSIG_REJECT_RESTREAM);
    memset(&v->rows, 0, sizeof v->rows);
}

/* Begins a row. With tags to compare, rows with x_row = 0 are skipped: wants the others up to the
 * next such row. */
static void want_row(gemss_state *v) {
    if (v->head.length == 0) {
        unsigned row = v->place.row;
        uint32_t offset = v->head.offset, length = 0;
        for (; row < VARIABLES && !ksig_mq_variable(&shape, v->x, row); row++)
            offset += row_bytes(row);
        ksig_mq_begin_row(&v->place, &shape, v->x, v->sum, row);
        for (; row < VARIABLES && ksig_mq_variable(&shape, v->x, row); row++)
            length += row_bytes(row);
        if (row == VARIABLES)
            length += 2 * EQUATION_BYTES;
        ksig_want_part(&v->head, KSIG_PART_KEY, offset, length);
    }
    if (v->place.row < VARIABLES)
        ksig_want_piece(&v->head, STAGE_ROW, row_bytes(v->place.row));
    else
        ksig_want_piece(&v->head, STAGE_EQUATION, EQUATION_BYTES);
}

static void begin_pass(gemss_state *v) {
    memset(v->sum, 0, sizeof v->sum);
    ksig_mq_begin_row(&v->place, &shape, v->x, v->sum, 0);
    if (digested(v)) {
        ksig_anchor_init(&v->hash.of.key.anchor);
        ksig_want_part(&v->head, KSIG_PART_KEY, 0, KEY_BYTES);
        ksig_want_piece(&v->head, STAGE_CONSTANT, COLUMN_BYTES);
    } else {
        memcpy(v->sum, v->constants, sizeof v->constants);
        ksig_want_part(&v->head, KSIG_PART_KEY, COLUMN_BYTES, 0);
        want_row(v);
    }
}

#else

static int tagged(const gemss_state *v) { return v->bound; }

static void end_row(gemss_state *v, unsigned row) {
    (void)v;
    (void)row;
}

static void end_constants(gemss_state *v) { (void)v; }

static void end_tags(gemss_state *v) {
    uint32_t value[4];
    ksig_brwhash_final(&v->hash.of.tag, value);
    if (v->pass == 0) {
        memcpy(v->first, value, sizeof v->first);
        return;
    }
    ksig_counted(&v->head,
                 ksig_compare((const uint8_t *)value, (const uint8_t *)v->first, sizeof value),
                 sizeof value, KSIG_REJECT_RESTREAM);
}

/* All rows are one piece. */
static void want_row(gemss_state *v) {
    if (v->place.row < VARIABLES)
        ksig_want_piece(&v->head, STAGE_ROW, KEY_BYTES - COLUMN_BYTES - 2 * EQUATION_BYTES);
    else
        ksig_want_piece(&v->head, STAGE_EQUATION, EQUATION_BYTES);
}

static void begin_pass(gemss_state *v) {
    memset(v->sum, 0, sizeof v->sum);
    ksig_mq_begin_row(&v->place, &shape, v->x, v->sum, 0);
    if (digested(v))
        ksig_anchor_init(&v->hash.of.key.anchor);
    ksig_want_part(&v->head, KSIG_PART_KEY, 0, KEY_BYTES);
    ksig_want_piece(&v->head, STAGE_CONSTANT, COLUMN_BYTES);
}

#endif

/* One check for each pass, by digest or by tags. */
static KSIG_NOINLINE void end_authentication(gemss_state *v) {
    if (digested(v)) {
        ksig_counted(&v->head, ksig_anchor_compare(&v->hash.of.key.anchor, v->head.anchor),
                     KSIG_ANCHOR_BYTES, KSIG_REJECT_KEY);
    }
    if (v->bound)
        end_tags(v);
}

/* ---- The stream -------------------------------------------------------------------------- */

/* A separate function: inlined in take, its loop would share the registers with the code that
 * follows. */
static KSIG_NOINLINE void take_columns(gemss_state *v, const uint8_t *data, size_t length) {
    ksig_mq_take(&v->place, &shape, v->x, v->sum, data, length);
}

/* Uses and hashes bytes of the key from the buffer. `before`: bytes of this call already taken from
 * the piece. Returns how many the digest took. */
static size_t use(gemss_state *v, uint32_t before, const uint8_t *room, size_t length) {
    switch (v->head.stage) {
    case STAGE_CONSTANT:
        ksig_mq_add(v->sum, (size_t)(uint32_t)(COLUMN_BYTES - v->head.piece + before), room,
                    length);
        break;
    case STAGE_ROW:
        take_columns(v, room, length);
        break;
    case STAGE_EQUATION:
        ksig_mq_equation_take(&v->equation, v->x, room, length);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        return 0;
    }
    if (tagged(v))
        ksig_brwhash_update(&v->hash.of.tag, room, length);
    return digested(v) ? ksig_copied_key_take(&v->hash.of.key, length) : length;
}

/* The most bytes for one copy of the key: the block of its digest or, without a digest, up to the
 * end of a group. */
static size_t room_left(const gemss_state *v) {
    return digested(v) ? ksig_copied_key_left(&v->hash.of.key)
                       : 2u * KSIG_BRWHASH_GROUP_BYTES - v->hash.of.tag.filled;
}

static uint8_t *room_of(gemss_state *v) {
    return digested(v) ? ksig_copied_key_room(&v->hash.of.key) : (uint8_t *)&v->hash.of.key;
}

static size_t take_key(gemss_state *v, const uint8_t *data, size_t length) {
    size_t taken = 0, at = 0;
    while (at < length) {
        size_t part = room_left(v);
        part = part < length - at ? part : length - at;
        uint8_t *const room = room_of(v);
        (void)ksig_copy(room, data + at, part);
        taken += use(v, (uint32_t)at, room, part);
        at += part;
    }
    return taken;
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    gemss_state *const v = state;
    if (v->head.stage == STAGE_MESSAGE)
        return ksig_keccak_absorb(&v->hash.sponge, data, length);
    if (v->head.stage == STAGE_SIGNATURE)
        return ksig_copy(v->signature + SIGNATURE_BYTES - v->head.piece, data, length) +
               ksig_is_message(&v->head);
    return take_key(v, data, length) + ksig_is_message(&v->head);
}

/* D_1 .. D_4 and, with a secret, the point: SHAKE256(secret | H_1 | signature, 16). D_i is the
 * beginning of H_i, which extends into D_i+1 until D_i+1 is derived from it. */
static KSIG_NOINLINE void hash_message(gemss_state *v) {
    ksig_keccak *const sponge = &v->hash.sponge;
    uint8_t *const point = (uint8_t *)v->sum; /* not in use yet */
    const gemss_state *again = v;             /* secret and point are reread */
    KSIG_RELOAD(again);
    ksig_wipe(v->sum, sizeof v->sum); /* so that a point that was not squeezed is noticed */
    for (unsigned i = 0;; i++) {
        uint8_t *const h = v->d[i];
        ksig_taken(&v->head, ksig_keccak_end(sponge), 0);
        ksig_keccak_squeeze(sponge, h, i == PASSES - 1 ? D_BYTES : H_BYTES);
        if (i == 0) {
            ksig_shake256_init(sponge);
            ksig_keccak_absorb_seed(sponge, v->x, KSIG_BRWHASH_KEY_BYTES);
            for (unsigned n = 0; n < KSIG_BRWHASH_KEY_BYTES; n++)
                ksig_taken(&v->head, ksig_keccak_rate_byte(&again->hash.sponge, n), again->x[n]);
            ksig_keccak_absorb_seed(sponge, h, H_BYTES);
            ksig_keccak_absorb_seed(sponge, v->signature, SIGNATURE_BYTES);
            ksig_taken(&v->head, sponge->position,
                       KSIG_BRWHASH_KEY_BYTES + H_BYTES + SIGNATURE_BYTES);
            ksig_taken(&v->head, ksig_keccak_end(sponge), 0);
            ksig_keccak_squeeze(sponge, point, KSIG_BRWHASH_KEY_BYTES);
        }
        if (i == PASSES - 1)
            break;
        ksig_keccak_init(sponge, SHA3_256_RATE, KSIG_SHA3_SUFFIX);
        ksig_keccak_absorb_seed(sponge, h, H_BYTES);
        ksig_taken(&v->head, sponge->position, H_BYTES);
    }
    for (unsigned i = 0; i < PASSES; i++)
        v->d[i][D_BYTES - 1] &= 3; /* check: 162 - 8 * 20 == 2 */
    ksig_taken(&v->head, (again->sum[0] | again->sum[1] | again->sum[2] | again->sum[3]) == 0, 0);
    ksig_brwhash_init(&v->hash.of.tag, point);
    ksig_taken(&v->head, ksig_brwhash_point(&v->hash.of.tag),
               ksig_load32((const uint8_t *)again->sum) & KSIG_BRWHASH_POINT_MASK);
}

/* p(V) is complete. */
static void end_pass(gemss_state *v) {
    const uint32_t x_bits = ksig_load32(v->signature + (VARIABLES + X_BITS * v->pass) / 8) >>
                            (VARIABLES + X_BITS * v->pass) % 8; /* X_4-t, and more */
    const uint8_t *const d = v->d[PASSES - 1 - v->pass];
    end_authentication(v);
    for (unsigned k = 0; k < D_BYTES; k++)
        v->x[k] = (uint8_t)(((const uint8_t *)v->sum)[KSIG_LE_INDEX(k)] ^ d[k]);
    if (++v->pass == PASSES) {
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        return;
    }
    /* From bit 162 on, bit 2 of byte 20, the 24 bits of X. */
    const uint32_t word = v->x[D_BYTES - 1] | (x_bits & 0xffffff) << 2;
    for (unsigned k = 0; k < 4; k++)
        v->x[D_BYTES - 1 + k] = (uint8_t)(word >> 8 * k);
    begin_pass(v);
}

static void next(void *state) {
    gemss_state *const v = state;
    unsigned last = SIGNATURE_BYTES - 1;
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, SIGNATURE_BYTES);
        ksig_want_piece(&v->head, STAGE_SIGNATURE, SIGNATURE_BYTES);
        break;
    case STAGE_SIGNATURE:
        hash_message(v);
        /* Bits 258 .. 263 must be zero: otherwise each signature would have 64 forms. The address
         * is formed twice (guard/guard.h). */
        KSIG_BARRIER(last);
        ksig_checked(&v->head, (v->signature[SIGNATURE_BYTES - 1] | v->signature[last]) >> 2,
                     KSIG_REJECT_ENCODING);
        memcpy(v->x, v->signature, V_BYTES);
        v->x[V_BYTES - 1] &= 3; /* check: 186 - 8 * 23 == 2 */
        v->pass = 0;
        memset(&v->equation, 0, sizeof v->equation);
        begin_pass(v);
        break;
    case STAGE_CONSTANT:
        end_constants(v);
        want_row(v);
        break;
    case STAGE_ROW:
        end_row(v, v->place.row - 1u);
        want_row(v);
        break;
    case STAGE_EQUATION:
        if (v->head.offset != KEY_BYTES) {
            v->sum[5] = ksig_mq_equation_end(&v->equation);
            ksig_want_piece(&v->head, STAGE_EQUATION, EQUATION_BYTES);
        } else {
            v->sum[5] |= (uint32_t)ksig_mq_equation_end(&v->equation) << 1;
            end_row(v, VARIABLES);
            end_pass(v);
        }
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

static ksig_verdict close(void *state) {
    gemss_state *const v = state;
    /* x is p(V) + D_1. */
    ksig_tally tally = {0, 0};
    for (unsigned k = 0; k < D_BYTES; k++)
        ksig_count(&tally, v->x[k] != 0);
    ksig_counted(&v->head, tally, D_BYTES, KSIG_REJECT_SIGNATURE);
    /* The secret, the unused bits, four passes, the value. */
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * (2 + PASSES + 1));
}

static const struct ksig_verify_operations gemss_verify = {
    .open = open, .take = take, .next = next, .close = close};

#define KSIG_SCHEME_GEMSS(ID, id, ...) \
    KSIG_DESCRIPTOR(&gemss_verify, NULL, KSIG_BRWHASH_KEY_BYTES, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#endif
