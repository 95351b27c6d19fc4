/* Ed25519 (RFC 8410) in certificates, as a scheme of the reader.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The verification equation needs the message only in k = SHA-512(R | A | M) (RFC 8032 section
 * 5.1.7), so R is wanted before tbsCertificate, and once more with S after it. Given k, anybody can
 * choose an R for any S: so both R must be equal. */
#include "composite/composite_hash.h"
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "x509/x509_classical.h"

enum { STAGE_R, STAGE_MESSAGE, STAGE_SIGNATURE };
enum { R_BYTES = 32, KEY_BYTES = 32, SIGNATURE_BYTES = 64, K_BYTES = 64 };

typedef struct ed25519 {
    ksig_x509_alone alone;
    uint8_t r[R_BYTES]; /* as hashed */
    uint8_t key[KEY_BYTES];
    ksig_composite_hashing hashing;
    /* Used by the reader while the message arrives. */
    uint8_t signature[SIGNATURE_BYTES];
    uint8_t k[K_BYTES];
    uint8_t idle[KSIG_IDLE_BYTES - SIGNATURE_BYTES - K_BYTES];
} ed25519;
KSIG_ASSERT(sizeof(ed25519) <= KSIG_X509_ED25519_BYTES, x509_ed25519_bytes);
KSIG_ASSERT(sizeof(ksig_composite_hashing) % 8 == 0, x509_ed25519_idle);

/* ---- Operations --------------------------------------------------------------------------- */

static void open(void *state, const ksig_verify_args *args) {
    ed25519 *const e = state;
    if (!ksig_x509_alone_open(&e->alone, e->key, args))
        return;
    ksig_want_part(&e->alone.head, KSIG_PART_SIGNATURE, 0, R_BYTES);
    ksig_want_piece(&e->alone.head, STAGE_R, R_BYTES);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ed25519 *const e = state;
    const uint32_t at = e->alone.head.offset;
    uint8_t *to = e->signature;
    size_t room = SIGNATURE_BYTES;
    if (e->alone.head.stage == STAGE_MESSAGE)
        return ksig_composite_sha512.update(&e->hashing, data, length);
    if (e->alone.head.stage == STAGE_R) {
        to = e->r;
        room = R_BYTES;
    }
    if (length > room || at > room - length)
        return 0;
    return ksig_copy(to + at, data, length) + ksig_is_message(&e->alone.head);
}

/* R | A. */
static void begin_message(ed25519 *e) {
    size_t taken;
    ksig_composite_sha512.init(&e->hashing);
    taken = ksig_composite_sha512.update(&e->hashing, e->r, R_BYTES);
    taken += ksig_composite_sha512.update(&e->hashing, e->key, KEY_BYTES);
    ksig_taken(&e->alone.head, taken, R_BYTES + KEY_BYTES);
    ksig_want_message(&e->alone.head, STAGE_MESSAGE);
}

static void end_message(ed25519 *e) {
    const ksig_x509 *const c = ksig_x509_around(&e->alone.head);
    ksig_taken(&e->alone.head, ksig_composite_sha512.final(&e->hashing, e->k),
               c->layout.tbs_end - c->layout.tbs_at + R_BYTES + KEY_BYTES);
    ksig_want_part(&e->alone.head, KSIG_PART_SIGNATURE, 0, SIGNATURE_BYTES);
    ksig_want_piece(&e->alone.head, STAGE_SIGNATURE, SIGNATURE_BYTES);
}

/* A ksig_x509_form. */
static uint32_t form_input(ksig_x509_alone *a, ksig_classical_input *input) {
    const ed25519 *const e = (const ed25519 *)(const void *)a;
    input->key = e->key;
    input->message = input->challenge = e->k;
    input->message_length = K_BYTES;
    input->signature = e->signature;
    input->algorithm = KSIG_CLASSICAL_ED25519_DIGEST;
    return 0;
}

static void next(void *state) {
    ed25519 *const e = state;
    if (e->alone.head.stage == STAGE_R) {
        begin_message(e);
    } else if (e->alone.head.stage == STAGE_MESSAGE) {
        end_message(e);
    } else {
        ksig_counted(&e->alone.head, ksig_compare(e->signature, e->r, R_BYTES), R_BYTES,
                     KSIG_REJECT_SIGNATURE);
        ksig_x509_alone_ask(&e->alone, form_input);
    }
}

static ksig_verdict close(void *state) {
    ed25519 *const e = state;
    return ksig_x509_alone_close(&e->alone, 1);
}

/* ---- Names -------------------------------------------------------------------------------- */

/* 1.3.101.112, without parameters: RFC 8410 section 3. */
static const uint8_t identifier[] = {KSIG_DER_OID, 3, 0x2b, 0x65, 0x70};

static unsigned algorithm_bytes(const ksig_x509_algorithm *algorithm, uint8_t *out) {
    if (algorithm->number != KSIG_X509_ED25519)
        return 0;
    memcpy(out, identifier, sizeof identifier);
    return sizeof identifier;
}

static int is_algorithm(const ksig_x509_algorithm *algorithm, int of_key, const uint8_t *content,
                        unsigned length) {
    (void)algorithm;
    (void)of_key; /* the same for both */
    return length == sizeof identifier && ksig_x509_equal(identifier, content, length);
}

static const struct ksig_x509_operations operations = {
    .verify = {.open = open, .take = take, .next = next, .close = close},
    .algorithm_bytes = algorithm_bytes,
    .is_algorithm = is_algorithm,
    .take_key = ksig_x509_alone_take_key,
    .trust = ksig_x509_alone_trust,
    .idle_at = offsetof(ed25519, signature),
};

static const char ed25519_name[] = "ed25519";
const ksig_scheme ksig_x509_ed25519 = {
    .name = ed25519_name,
    .anchor_bytes = KEY_BYTES,
    .state_bytes = KSIG_X509_ED25519_BYTES,
    .key_bytes = KEY_BYTES,
    .signature_bytes = SIGNATURE_BYTES,
    .signature_least = SIGNATURE_BYTES,
    .verify = &operations.verify,
};
