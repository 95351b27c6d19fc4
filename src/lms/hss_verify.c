/* HSS verification (RFC 8554 section 6.3, NIST SP 800-208).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A signature is Nspk | (signature of level i | key of level i + 1) for all levels but the last |
 * signature. A key is the message of the level above, and a message is hashed before the chains: so
 * the key is wanted between the beginning and the rest of the signature that precedes it. Nothing
 * of a level is used before the signature above it has been verified, except for its type codes,
 * which determine its length. */
#include "kilosig/config.h"

#if KSIG_ENABLE_HSS

#include "stream/operations.h"

#include "lms/lms_state.h"
#include "stream/message.h"
#include "stream/verdict.h"
#include "util/bytes.h"

enum { STAGE_LEVELS = KSIG_LMS_STAGES, STAGE_KEY };

enum { LEVELS_BYTES = 4, MOST_LEVELS = 8 };

typedef struct hss_state {
    ksig_lms_state lms;
    uint32_t begin; /* of the level's signature */
    uint32_t end;   /* of the whole */
    uint8_t level;
    uint8_t unused[3];
    uint8_t root[KSIG_LMS_MAX_N];
    uint8_t key[KSIG_LMS_MAX_KEY_BYTES]; /* of the next level */
} hss_state;

KSIG_ASSERT(KSIG_IS_STATED(sizeof(hss_state), KSIG_HSS_STATE), state_bytes_agree);

/* L, at least 1. */
static uint32_t levels(const hss_state *v) { return ksig_load32_big_endian(v->lms.head.anchor); }

static unsigned is_last(const hss_state *v, unsigned level) { return level + 1u == levels(v); }

static uint32_t key_bytes(const uint8_t *key, size_t readable) {
    ksig_lms_set set;
    if (readable < LEVELS_BYTES + KSIG_LMS_TYPES_BYTES)
        return 0;
    return ksig_lms_set_of(key + LEVELS_BYTES, &set) == KSIG_REJECT_SET
               ? 0
               : LEVELS_BYTES + ksig_lms_key_bytes(&set);
}

/* What remains from the beginning of a level is its signature alone, if it is the last, or more
 * than its signature and the next key. */
static void check_length(hss_state *v, const ksig_lms_set *set, uint32_t begin, unsigned level) {
    const uint32_t length = ksig_lms_signature_bytes(set), left = v->end - begin;
    const unsigned wrong =
        is_last(v, level) ? left != length : left <= length + ksig_lms_key_bytes(set);
    ksig_checked(&v->lms.head, wrong | (v->end < begin), KSIG_REJECT_SIG_LENGTH);
}

static void begin_level(hss_state *v, const uint8_t *key) {
    const unsigned n = ksig_lms_n(&v->lms.set);
    ksig_taken(&v->lms.head, ksig_copy(v->root, key + KSIG_LMS_ROOT, n), n);
    ksig_lms_level_begin(&v->lms, key, v->begin);
}

static void open(void *state, const ksig_verify_args *args) {
    hss_state *const v = state;
    const uint8_t *const key = args->anchor + LEVELS_BYTES;
    const ksig_verdict reason = ksig_lms_set_of(key, &v->lms.set);
    if (reason != KSIG_PENDING)
        ksig_reject(&v->lms.head, reason);
    else if (args->key_length != LEVELS_BYTES + ksig_lms_key_bytes(&v->lms.set))
        ksig_reject(&v->lms.head, KSIG_REJECT_KEY_LENGTH);
    if (args->signature_length < v->lms.head.scheme->signature_least ||
        args->signature_length > v->lms.head.scheme->signature_bytes)
        ksig_reject(&v->lms.head, KSIG_REJECT_SIG_LENGTH);
    if (levels(v) - 1 >= MOST_LEVELS)
        ksig_reject(&v->lms.head, KSIG_REJECT_LEVELS);
    if (v->lms.head.reason != KSIG_PENDING)
        return; /* the anchor need not be longer than its type codes */
    ksig_message_open_unframed(&v->lms.head, args, NULL);
    v->begin = LEVELS_BYTES;
    v->end = args->signature_length;
    check_length(v, &v->lms.set, v->begin, 0);
    begin_level(v, key);
    const uint32_t length = LEVELS_BYTES + ksig_lms_begin_bytes(&v->lms.set);
    ksig_want_part(&v->lms.head, KSIG_PART_SIGNATURE, 0, length);
    ksig_want_piece(&v->lms.head, STAGE_LEVELS, LEVELS_BYTES);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    hss_state *const v = state;
    const uint32_t missing = v->lms.head.piece;
    switch (v->lms.head.stage) {
    case KSIG_LMS_STAGE_MESSAGE:
        return ksig_lms_absorb(&v->lms, data, length);
    case STAGE_LEVELS:
        return ksig_copy(v->key + LEVELS_BYTES - missing, data, length) +
               ksig_is_message(&v->lms.head);
    case STAGE_KEY:
        return ksig_copy(v->key + ksig_lms_key_bytes(&v->lms.set) - missing, data, length) +
               ksig_is_message(&v->lms.head);
    default:
        return ksig_lms_take(&v->lms, data, length);
    }
}

/* Nspk has arrived. */
static void count_levels(hss_state *v) {
    ksig_lms_expect(&v->lms, v->key, levels(v) - 1, KSIG_REJECT_LEVELS);
    ksig_lms_expect(&v->lms, v->key, levels(v) - 1, KSIG_REJECT_LEVELS);
    ksig_want_piece(&v->lms.head, KSIG_LMS_STAGE_BEGIN, ksig_lms_begin_bytes(&v->lms.set));
}

/* The beginning of a level's signature has been hashed: its message comes next. */
static void want_message(hss_state *v) {
    ksig_verify_head *const head = &v->lms.head;
    if (is_last(v, v->level)) {
        ksig_want_message(head, KSIG_LMS_STAGE_MESSAGE);
        return;
    }
    const uint32_t length = ksig_lms_key_bytes(&v->lms.set);
    ksig_want_part(head, KSIG_PART_SIGNATURE, v->begin + ksig_lms_signature_bytes(&v->lms.set),
                   length);
    ksig_want_piece(head, STAGE_KEY, length);
}

/* The next level's key has arrived. */
static KSIG_NOINLINE void take_key(hss_state *v) {
    ksig_verify_head *const head = &v->lms.head;
    const uint32_t length = ksig_lms_key_bytes(&v->lms.set);
    const uint32_t begin = v->begin + ksig_lms_signature_bytes(&v->lms.set) + length;
    ksig_lms_set set;
    const ksig_verdict reason = ksig_lms_set_of(v->key, &set);
    if (reason != KSIG_PENDING)
        ksig_reject(head, reason);
    else if (ksig_lms_n(&set) != ksig_lms_n(&v->lms.set) ||
             ksig_lms_is_shake(&set) != ksig_lms_is_shake(&v->lms.set))
        ksig_reject(head, KSIG_REJECT_SET_MIX);
    check_length(v, &set, begin, v->level + 1u);
    ksig_taken(head, ksig_lms_absorb(&v->lms, v->key, (size_t)length), length);
    ksig_want_piece(head, KSIG_LMS_STAGE_MESSAGE, 0);
}

/* The node must be the root of the level. */
static KSIG_NOINLINE void root(hss_state *v) {
    if (is_last(v, v->level)) {
        ksig_want_piece(&v->lms.head, KSIG_STAGE_DONE, 0);
        return;
    }
    ksig_lms_compare(&v->lms, v->root);
    v->begin += ksig_lms_signature_bytes(&v->lms.set) + ksig_lms_key_bytes(&v->lms.set);
    (void)ksig_lms_set_of(v->key, &v->lms.set);
    v->level++;
    begin_level(v, v->key);
}

static void next(void *state) {
    hss_state *const v = state;
    const unsigned stage = v->lms.head.stage;
    switch (stage) {
    case STAGE_LEVELS:
        count_levels(v);
        break;
    case STAGE_KEY:
        take_key(v);
        break;
    case KSIG_LMS_STAGE_ROOT:
        root(v);
        break;
    default:
        ksig_lms_level_next(&v->lms, v->begin + ksig_lms_begin_bytes(&v->lms.set));
        if (stage == KSIG_LMS_STAGE_BEGIN)
            want_message(v);
        break;
    }
}

/* The checks: those of all levels, the number of levels, the message's arguments, the count of
 * hashes, and once more the end of the last level. */
static ksig_verdict close(void *state) {
    hss_state *const v = state;
    ksig_checked(&v->lms.head, v->lms.done ^ v->lms.due, KSIG_REJECT_FAULT);
    ksig_checked(&v->lms.head, (v->begin + ksig_lms_signature_bytes(&v->lms.set)) ^ v->end,
                 KSIG_REJECT_SIG_LENGTH);
    ksig_lms_compare(&v->lms, v->root);
    const uint32_t checks =
        levels(v) * KSIG_LMS_LEVEL_CHECKS + KSIG_LMS_NUMBER_CHECKS + KSIG_MESSAGE_CHECKS + 2u;
    return ksig_conclude(&v->lms.head, KSIG_TRAIL_STEP * checks);
}

static const struct ksig_verify_operations hss_verify = {
    .open = open, .take = take, .next = next, .close = close, .key_bytes = key_bytes};

#define KSIG_SCHEME_HSS(ID, id, ...) KSIG_DESCRIPTOR(&hss_verify, NULL, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#else
typedef int ksig_hss_is_left_out; /* ISO C forbids an empty file. */
#endif
