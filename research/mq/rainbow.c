/* Streaming verification of Rainbow-I classic (round 3). BROKEN: research only.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature: z, salt | key. y = sum of z_i z_j times column (i, j) must be
 * SHA-256(SHA-256(M) | salt), and the digest of the key must be the anchor: otherwise a column with
 * z_i z_j = 0 could be chosen freely. */
#include "hash/sha2.h"
#include "mq/mq_columns.h"
#include "mq/mq_gf16.h"
#include "mq/mq_map.h"
#include "stream/anchor.h"
#include "stream/operations.h"
#include "stream/plain_message.h"
#include "stream/verdict.h"
#include "util/memory.h"

#if KSIG_ENABLE_RAINBOW_1_CLASSIC

/* check: 100 * 101 / 2 * 32 == 161600 */
#define KEY_BYTES UINT32_C(161600)
enum {
    VARIABLES = 100,
    COLUMN_BYTES = 32,
    Z_BYTES = 50,
    SALT_BYTES = 16,
    DIGEST_BYTES = 32,
    VALUES = 15, /* nonzero values of z_i z_j */
};

enum stage { STAGE_MESSAGE, STAGE_Z, STAGE_SALT, STAGE_KEY };

typedef struct rainbow_state {
    ksig_verify_head head;
    union {
        ksig_sha256 sha256; /* of the message, then of its digest and the salt */
        ksig_copied_key key;
    } hash;
    uint32_t sums[KSIG_MQ_PRODUCT_WORDS + VALUES * COLUMN_BYTES / 4];
    uint8_t z[Z_BYTES + 2]; /* two nibbles per byte */
    uint8_t wanted[DIGEST_BYTES];
    ksig_mq_place place;
} rainbow_state;

KSIG_ASSERT(KSIG_IS_STATED(sizeof(rainbow_state), KSIG_RAINBOW_1_CLASSIC_STATE_BYTES),
            state_bytes_agree);

static const ksig_mq_shape shape = {
    .variables = VARIABLES,
    .column_words = COLUMN_BYTES / 4,
    .bits = 4,
    .add_columns = KSIG_MQ_COLUMNS(ksig_mq_add_columns_rainbow),
};

static void open(void *state, const ksig_verify_args *args) {
    rainbow_state *const v = state;
    ksig_sha256_init(&v->hash.sha256, ksig_sha256_initial);
    ksig_want_plain_message(&v->head, args, STAGE_MESSAGE);
}

/* A separate function: inlined in take, its loop would share the registers with the code that
 * follows. */
static KSIG_NOINLINE void take_columns(rainbow_state *v, const uint8_t *data, size_t length) {
    ksig_mq_take(&v->place, &shape, v->z, v->sums, data, length);
}

/* Hashes and uses bytes of the key from one copy, in the hash's buffer. */
static size_t take_key(rainbow_state *v, const uint8_t *data, size_t length) {
    size_t taken = 0;
    while (length > 0) {
        size_t part = ksig_copied_key_left(&v->hash.key);
        part = part < length ? part : length;
        uint8_t *const room = ksig_copied_key_room(&v->hash.key);
        (void)ksig_copy(room, data, part);
        take_columns(v, room, part);
        taken += ksig_copied_key_take(&v->hash.key, part);
        data += part;
        length -= part;
    }
    return taken;
}

static size_t hash(rainbow_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_sha256_take(&v->hash.sha256, data, length);
    KSIG_RELOAD(v);
    return ksig_sha256_taken(&v->hash.sha256, shown);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    rainbow_state *const v = state;
    if (v->head.stage == STAGE_Z)
        return ksig_copy(v->z + Z_BYTES - v->head.piece, data, length) + ksig_is_message(&v->head);
    if (v->head.stage == STAGE_KEY)
        return take_key(v, data, length) + ksig_is_message(&v->head);
    return hash(v, data, length);
}

static void next(void *state) {
    rainbow_state *const v = state;
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        ksig_taken(&v->head, ksig_sha256_final(&v->hash.sha256, v->wanted, DIGEST_BYTES), 0);
        ksig_sha256_init(&v->hash.sha256, ksig_sha256_initial);
        ksig_taken(&v->head, hash(v, v->wanted, DIGEST_BYTES), DIGEST_BYTES);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, Z_BYTES + SALT_BYTES);
        ksig_want_piece(&v->head, STAGE_Z, Z_BYTES);
        break;
    case STAGE_Z:
        ksig_want_piece(&v->head, STAGE_SALT, SALT_BYTES);
        break;
    case STAGE_SALT:
        ksig_taken(&v->head, ksig_sha256_final(&v->hash.sha256, v->wanted, DIGEST_BYTES), 0);
        ksig_anchor_init(&v->hash.key.anchor);
        memset(v->sums, 0, sizeof v->sums);
        ksig_mq_begin_row(&v->place, &shape, v->z, v->sums, 0);
        ksig_want_part(&v->head, KSIG_PART_KEY, 0, KEY_BYTES);
        ksig_want_piece(&v->head, STAGE_KEY, KEY_BYTES);
        break;
    case STAGE_KEY:
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* Makes y, the sum over v of v times sum number v, in the order of the stream and in the place of
 * sum number 1. A separate function, so that its variables are not on the stack during the hash of
 * the key. */
static KSIG_NOINLINE const uint8_t *make_y(rainbow_state *v) {
    uint32_t *const place = ksig_mq_sum(&shape, v->sums, 1);
    for (unsigned k = 0; k < COLUMN_BYTES / 4; k++) {
        uint32_t y = 0;
        for (unsigned value = 1; value <= VALUES; value++)
            y ^= ksig_gf16_multiply(ksig_mq_sum(&shape, v->sums, value)[k], value);
        ksig_store32((uint8_t *)(place + k), y);
    }
    return (const uint8_t *)place;
}

static ksig_verdict close(void *state) {
    rainbow_state *const v = state;
    ksig_counted(&v->head, ksig_anchor_compare(&v->hash.key.anchor, v->head.anchor),
                 KSIG_ANCHOR_BYTES, KSIG_REJECT_KEY);
    ksig_counted(&v->head, ksig_compare(make_y(v), v->wanted, DIGEST_BYTES), DIGEST_BYTES,
                 KSIG_REJECT_SIGNATURE);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * 2);
}

static const struct ksig_verify_operations rainbow_verify = {
    .open = open, .take = take, .next = next, .close = close};

#define KSIG_SCHEME_RAINBOW(ID, id, ...) \
    KSIG_DESCRIPTOR(&rainbow_verify, NULL, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#endif
