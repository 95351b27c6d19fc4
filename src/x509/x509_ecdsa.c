/* ECDSA (RFC 5480, RFC 5758) in certificates, as a scheme of the reader.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_hash.h"
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "x509/x509_classical.h"

enum { STAGE_MESSAGE, STAGE_SIGNATURE };

typedef struct ecdsa {
    ksig_x509_alone alone;
    uint32_t signature_length; /* encoded */
    uint64_t room[(sizeof(ksig_x509_classical_room) + 7) / 8];
} ecdsa;
KSIG_ASSERT(sizeof(ecdsa) <= KSIG_X509_ECDSA_BYTES, x509_ecdsa_bytes);

/* A curve and its hash. */
typedef struct curve {
    const struct ksig_composite_hash *hash;
    uint8_t number, algorithm, integer_bytes;
    uint8_t identifier; /* the last byte of ecdsa-with-SHA256 or -SHA384 */
    uint8_t key_algorithm_bytes;
    uint8_t key_algorithm[19]; /* id-ecPublicKey, and the curve */
} curve;

static ksig_x509_classical_room *room_of(ecdsa *e) {
    return (ksig_x509_classical_room *)(void *)e->room;
}

static const curve *curve_of(const ecdsa *e) { return e->alone.head.scheme->params; }

/* ---- Operations --------------------------------------------------------------------------- */

static void open(void *state, const ksig_verify_args *args) {
    ecdsa *const e = state;
    if (!ksig_x509_alone_open(&e->alone, room_of(e)->key, args))
        return;
    e->signature_length = args->signature_length;
    curve_of(e)->hash->init(&room_of(e)->room.hashing);
    ksig_want_message(&e->alone.head, STAGE_MESSAGE);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ecdsa *const e = state;
    ksig_composite_room *const room = &room_of(e)->room;
    if (e->alone.head.stage == STAGE_MESSAGE)
        return curve_of(e)->hash->update(&room->hashing, data, length);
    const uint32_t at = e->alone.head.offset;
    if (length > sizeof room->encoded || at > sizeof room->encoded - length)
        return 0;
    return ksig_copy(room->encoded + at, data, length) + ksig_is_message(&e->alone.head);
}

/* A ksig_x509_form. */
static uint32_t form_input(ksig_x509_alone *a, ksig_classical_input *input) {
    ecdsa *const e = (ecdsa *)(void *)a;
    const curve *const is = curve_of(e);
    ksig_x509_classical_room *const room = room_of(e);
    input->key = room->key;
    input->message = room->room.digest;
    input->message_length = is->hash->bytes;
    input->signature = room->room.integers;
    input->algorithm = is->algorithm;
    return ksig_composite_read_integers(room->room.encoded, (size_t)e->signature_length,
                                        room->room.integers, is->integer_bytes);
}

static void next(void *state) {
    ecdsa *const e = state;
    const ksig_x509 *const c = ksig_x509_around(&e->alone.head);
    ksig_composite_room *const room = &room_of(e)->room;
    if (e->alone.head.stage == STAGE_MESSAGE) {
        ksig_taken(&e->alone.head, curve_of(e)->hash->final(&room->hashing, room->digest),
                   c->layout.tbs_end - c->layout.tbs_at);
        ksig_want_part(&e->alone.head, KSIG_PART_SIGNATURE, 0, e->signature_length);
        ksig_want_piece(&e->alone.head, STAGE_SIGNATURE, e->signature_length);
        return;
    }
    ksig_x509_alone_ask(&e->alone, form_input);
}

static ksig_verdict close(void *state) {
    ecdsa *const e = state;
    return ksig_x509_alone_close(&e->alone, 0);
}

/* ---- Names -------------------------------------------------------------------------------- */

static unsigned algorithm_bytes(const ksig_x509_algorithm *algorithm, uint8_t *out) {
    static const uint8_t front[9] = {KSIG_DER_OID, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03};
    const curve *const is = algorithm->scheme->params;
    if (algorithm->number != is->number)
        return 0;
    memcpy(out, front, sizeof front);
    out[sizeof front] = is->identifier;
    return sizeof front + 1;
}

static int is_algorithm(const ksig_x509_algorithm *algorithm, int of_key, const uint8_t *content,
                        unsigned length) {
    const curve *const is = algorithm->scheme->params;
    uint8_t expected[KSIG_X509_ALGORITHM_BYTES];
    if (of_key)
        return length == is->key_algorithm_bytes &&
               ksig_x509_equal(is->key_algorithm, content, length);
    return length == algorithm_bytes(algorithm, expected) &&
           ksig_x509_equal(expected, content, length);
}

static const struct ksig_x509_operations operations = {
    .verify = {.open = open, .take = take, .next = next, .close = close},
    .algorithm_bytes = algorithm_bytes,
    .is_algorithm = is_algorithm,
    .take_key = ksig_x509_alone_take_key,
    .trust = ksig_x509_alone_trust,
    /* Where the signature and values derived from it will be. */
    .idle_at = offsetof(ecdsa, room) + offsetof(ksig_x509_classical_room, room.encoded),
};
KSIG_ASSERT(offsetof(ksig_x509_classical_room, room.encoded) % 8 == 0, x509_ecdsa_idle);
KSIG_ASSERT(sizeof(ksig_composite_room) - offsetof(ksig_composite_room, encoded) >= KSIG_IDLE_BYTES,
            x509_ecdsa_room);

/* ---- Schemes ------------------------------------------------------------------------------ */

/* check: 1 + 2 * 32 == 65 */
/* check: 1 + 2 * 48 == 97 */
#define EC_KEY KSIG_DER_OID, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, KSIG_DER_OID
static const curve p256 = {
    .hash = &ksig_composite_sha256,
    .number = KSIG_X509_ECDSA_P256,
    .algorithm = KSIG_CLASSICAL_ECDSA_P256,
    .integer_bytes = 32,
    .identifier = 2,
    .key_algorithm_bytes = 19,
    .key_algorithm = {EC_KEY, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07}};
static const curve p384 = {.hash = &ksig_composite_sha384,
                           .number = KSIG_X509_ECDSA_P384,
                           .algorithm = KSIG_CLASSICAL_ECDSA_P384,
                           .integer_bytes = 48,
                           .identifier = 3,
                           .key_algorithm_bytes = 16,
                           .key_algorithm = {EC_KEY, 5, 0x2b, 0x81, 0x04, 0x00, 0x22}};

#define SCHEME(id, spelled, its_curve, key, most)                   \
    static const char id##_name[] = spelled;                        \
    const ksig_scheme ksig_x509_##id = {                            \
        .name = id##_name,                                          \
        .anchor_bytes = KSIG_X509_TR_BYTES, /* the key is longer */ \
        .state_bytes = KSIG_X509_ECDSA_BYTES,                       \
        .key_bytes = key,                                           \
        .signature_bytes = most,                                    \
        .signature_least = 8,                                       \
        .verify = &operations.verify,                               \
        .params = &(its_curve),                                     \
    };
SCHEME(ecdsa_p256, "ecdsa-p256", p256, 65, 72)
SCHEME(ecdsa_p384, "ecdsa-p384", p384, 97, 104)
