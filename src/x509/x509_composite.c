/* Composite ML-DSA in certificates, as a scheme of the reader.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Like src/composite, without a context, in 256 bytes less: tbsCertificate is the message; then
 * comes the classical signature; then ML-DSA's verification begins in the same memory. */
#include "composite/composite_message.h"
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "x509/x509_classical.h"

#if KSIG_ENABLE_ML_DSA_44 || KSIG_ENABLE_ML_DSA_65 || KSIG_ENABLE_ML_DSA_87

enum { STAGE_MESSAGE, STAGE_CLASSICAL, STAGE_ML_DSA };
enum { ROOM_BYTES = (sizeof(ksig_x509_classical_room) + 7) / 8 * 8 };

static const ksig_composite_scheme *pair_of(const ksig_x509_pair *p) {
    return p->head.scheme->params;
}

/* The state of ML-DSA, and what precedes it in the same place. Aligned, as the whole is. */
static ksig_verify_head *inner_of(ksig_x509_pair *p) {
    return (ksig_verify_head *)(void *)((uint8_t *)p + KSIG_X509_PAIR_BYTES);
}
static ksig_x509_classical_room *room_of(ksig_x509_pair *p) {
    return (ksig_x509_classical_room *)(void *)((uint8_t *)p + KSIG_X509_PAIR_BYTES);
}

/* Spoils the trail if something is wrong. */
static void doubt(ksig_x509_pair *p, uint32_t bad) { ksig_taken(&p->head, bad, 0); }

static void same(ksig_x509_pair *p, const void *one, const void *other, size_t length) {
    doubt(p, ksig_compare_packed(one, other, length) ^ KSIG_TALLY_ALL((uint32_t)length));
}

/* ---- M', without a context, and the classical half ------------------------------------------ */

static void end_prime(ksig_x509_pair *p) {
    const ksig_composite_scheme *const pair = pair_of(p);
    const ksig_x509 *const c = ksig_x509_around(&p->head);
    const uint32_t bytes = ksig_composite_prime_bytes(pair);
    if (bytes > sizeof p->prime) { /* no pair needs more */
        ksig_reject(&p->head, KSIG_REJECT_FAULT);
        return;
    }
    ksig_taken(
        &p->head,
        pair->prehash->final(&room_of(p)->room.hashing, p->prime + (bytes - pair->prehash->bytes)),
        c->layout.tbs_end - c->layout.tbs_at);
}

/* Forms the classical verifier's input, anew for each of the two calls. */
static KSIG_NOINLINE void form_input(ksig_x509_pair *p, ksig_classical_input *input) {
    ksig_x509_classical_room *const kept = room_of(p);
    input->key = kept->key;
    input->message = p->prime;
    input->message_length = (uint16_t)ksig_composite_prime_bytes(pair_of(p));
    doubt(p, ksig_composite_form_input(pair_of(p), &kept->room, p->classical_length, input));
}

/* One call. The result is in a register: if the call is skipped, it is an address. */
static KSIG_NOINLINE ksig_verdict ask_once(ksig_x509_pair *p) {
    const ksig_x509 *const c = ksig_x509_around(&p->head);
    ksig_classical_input input;
    input.signature = NULL;
    form_input(p, &input);
    if (input.signature == NULL)
        return KSIG_REJECT_ENCODING;
    return c->args->algorithms[c->issuer].classical(&input);
}

static void ask(ksig_x509_pair *p) {
    p->answers[0] = ask_once(p);
    p->answers[1] = ask_once(p);
}

/* ---- ML-DSA ------------------------------------------------------------------------------- */

/* Feeds bytes to ML-DSA's verification. Returns the address of their end. */
static KSIG_NOINLINE uint32_t give(ksig_x509_pair *p, const uint8_t *data, size_t length) {
    ksig_x509_pair *again = p;
    const uint32_t answer = ksig_feed_given(inner_of(p), data, length);
    KSIG_RELOAD(again);
    return ksig_fed_end(inner_of(again), answer, ksig_verify_feed(inner_of(again), NULL, 0));
}

/* Feeds M' as the message, and counts its bytes. */
static void give_prime(ksig_x509_pair *p) {
    ksig_x509_pair *again = p;
    const ksig_verify_head *head = inner_of(p);
    const uint8_t *const data = p->prime + head->offset;
    const size_t length = (size_t)head->length;
    const uint32_t end = give(p, data, length);
    KSIG_RELOAD(again);
    ksig_taken(&p->head, end, ksig_word(data + length));
    p->head.trail += ksig_word(data + length) - ksig_word(again->prime);
}

/* Continues until external bytes are wanted. */
static KSIG_NOINLINE void follow(ksig_x509_pair *p) {
    const ksig_verify_head *const inner = inner_of(p);
    while (inner->reason == KSIG_PENDING) {
        if (inner->length == 0) {
            ksig_want_part(&p->head, KSIG_PART_NONE, 0, 0);
            ksig_want_piece(&p->head, KSIG_STAGE_DONE, 0);
            return;
        }
        if (inner->part != KSIG_PART_MESSAGE) {
            ksig_want_part(&p->head, inner->part, inner->offset, inner->length);
            ksig_want_piece(&p->head, STAGE_ML_DSA, inner->length);
            return;
        }
        give_prime(p);
    }
    ksig_reject(&p->head, inner->reason);
}

static KSIG_NOINLINE void form_arguments(const ksig_x509_pair *p, ksig_verify_args *args) {
    ksig_composite_form_arguments(pair_of(p), 0, args);
    args->anchor = p->head.anchor;
    args->secret = ksig_x509_around(&p->head)->args->secret;
}

/* The classical half is done, whatever its result: ML-DSA begins, in the same memory. */
static KSIG_NOINLINE void begin_ml_dsa(ksig_x509_pair *p) {
    const ksig_scheme *const ml_dsa = pair_of(p)->ml_dsa;
    ksig_verify_args args, again;
    form_arguments(p, &args);
    const uint32_t answer = ksig_open_given(inner_of(p), ml_dsa->state_bytes, ml_dsa, &args);
    const ksig_verdict opened = answer ^ ksig_open_word(inner_of(p), pair_of(p)->ml_dsa, &args);
    if (opened >> 8 != 0) { /* not a reason: it was not opened */
        ksig_reject(&p->head, KSIG_REJECT_FAULT);
        return;
    }
    form_arguments(p, &again);
    same(p, &args, &again, sizeof args);
    follow(p);
}

/* ---- Operations --------------------------------------------------------------------------- */

static void open(void *state, const ksig_verify_args *args) {
    ksig_x509_pair *const p = state;
    const ksig_composite_scheme *const pair = pair_of(p);
    const ksig_x509 *const c = ksig_x509_around(&p->head);
    const size_t bytes = (size_t)pair->anchor_bytes - KSIG_X509_TR_BYTES;
    if (args->signature_length < pair->signature_least ||
        args->signature_length > pair->signature_bytes) {
        ksig_reject(&p->head, KSIG_REJECT_SIG_LENGTH);
        return;
    }
    p->classical_length = args->signature_length - pair->ml_dsa->signature_bytes;
    p->answers[0] = p->answers[1] = KSIG_REJECT_FAULT;
    doubt(p, ksig_composite_begin_prime(pair, p->prime)); /* then a zero: no context */
    doubt(p, (uint32_t)(ksig_copy(room_of(p)->key, ksig_x509_kept_key(c), bytes) ^ bytes));
    same(p, room_of(p)->key, ksig_x509_kept_key(c), bytes);
    pair->prehash->init(&room_of(p)->room.hashing);
    ksig_want_message(&p->head, STAGE_MESSAGE);
}

static size_t take_classical(ksig_x509_pair *p, const uint8_t *data, size_t length) {
    const uint32_t at = p->head.offset - pair_of(p)->ml_dsa->signature_bytes;
    if (length > KSIG_COMPOSITE_CLASSICAL_BYTES || at > KSIG_COMPOSITE_CLASSICAL_BYTES - length)
        return 0;
    return ksig_copy(room_of(p)->room.encoded + at, data, length);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_x509_pair *const p = state;
    if (p->head.stage == STAGE_MESSAGE)
        return pair_of(p)->prehash->update(&room_of(p)->room.hashing, data, length);
    if (p->head.stage == STAGE_CLASSICAL)
        return take_classical(p, data, length) + ksig_is_message(&p->head);
    ksig_verify_head *const inner = inner_of(p);
    inner->anchor = p->head.anchor; /* the state may have moved */
    doubt(p, (inner->offset ^ p->head.offset) | ((uint32_t)inner->part ^ p->head.part));
    return (size_t)(give(p, data, length) - ksig_word(data)) + ksig_is_message(&p->head);
}

static void next(void *state) {
    ksig_x509_pair *const p = state;
    if (p->head.stage == STAGE_MESSAGE) {
        end_prime(p);
        ksig_want_part(&p->head, KSIG_PART_SIGNATURE, pair_of(p)->ml_dsa->signature_bytes,
                       p->classical_length);
        ksig_want_piece(&p->head, STAGE_CLASSICAL, p->classical_length);
    } else if (p->head.stage == STAGE_CLASSICAL) {
        ask(p);
        begin_ml_dsa(p);
    } else {
        follow(p);
    }
}

/* Both answers become an additional check of the ML-DSA verification; its verdict is then the only
 * check of the whole. Any error in the trail of the whole spoils both. */
static ksig_verdict close(void *state) {
    ksig_x509_pair *const p = state;
    ksig_verify_head *const inner = inner_of(p);
    const uint32_t prime = ksig_composite_prime_bytes(pair_of(p));
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    ksig_judge(inner, p->answers[0] ^ KSIG_ACCEPT, p->answers[1] ^ KSIG_ACCEPT,
               KSIG_REJECT_SIGNATURE);
    inner->trail -= KSIG_TRAIL_STEP;
    ksig_taken(inner, p->head.trail, prime);
    inner->anchor = p->head.anchor;
    verdict = ksig_verify_close(inner);
    ksig_judge(&p->head, verdict ^ KSIG_ACCEPT, 0, verdict);
    return ksig_conclude(&p->head, KSIG_TRAIL_STEP + (KSIG_GUARDED ? prime : 0));
}

static size_t take_key(ksig_x509 *c, const uint8_t *data, size_t length) {
    const ksig_composite_scheme *const pair =
        c->args->algorithms[c->reading.algorithm].scheme->params;
    const uint32_t at = c->reading.key_length - c->reading.run, split = pair->ml_dsa->key_bytes;
    const size_t n = at >= split ? 0 : split - at < length ? (size_t)(split - at) : length;
    size_t taken = 0;
    if (n != 0)
        taken = ksig_keccak_absorb(&ksig_x509_room_of(c)->key, data, n);
    if (n != length)
        taken += ksig_x509_keep_key(c, at + (uint32_t)n - split, data + n, length - n);
    return taken;
}

static void trust(ksig_x509 *c) {
    const ksig_composite_scheme *const pair = c->args->algorithms[0].scheme->params;
    const size_t bytes = (size_t)pair->anchor_bytes - KSIG_X509_TR_BYTES;
    ksig_x509_doubt(
        c,
        (uint32_t)(ksig_x509_keep_key(c, 0, c->args->anchor + KSIG_X509_TR_BYTES, bytes) ^ bytes));
}

/* 1.3.6.1.5.5.7.6.arc */
static unsigned algorithm_bytes(const ksig_x509_algorithm *algorithm, uint8_t *out) {
    static const uint8_t front[9] = {KSIG_DER_OID, 8, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x06};
    const ksig_composite_scheme *const pair = algorithm->scheme->params;
    if (algorithm->number != 64 + pair->oid_arc)
        return 0;
    memcpy(out, front, sizeof front);
    out[sizeof front] = pair->oid_arc;
    return sizeof front + 1;
}

static int is_algorithm(const ksig_x509_algorithm *algorithm, int of_key, const uint8_t *content,
                        unsigned length) {
    uint8_t expected[KSIG_X509_ALGORITHM_BYTES];
    (void)of_key; /* the same for both */
    return length == algorithm_bytes(algorithm, expected) &&
           ksig_x509_equal(expected, content, length);
}

static const struct ksig_x509_operations operations = {
    .verify = {.open = open, .take = take, .next = next, .close = close},
    .algorithm_bytes = algorithm_bytes,
    .is_algorithm = is_algorithm,
    .take_key = take_key,
    .trust = trust,
    .idle_at = KSIG_X509_PAIR_BYTES + ROOM_BYTES,
};

/* ---- Schemes ------------------------------------------------------------------------------ */

#define SCHEME(id, spelled, key, signature, other, least, most, state)      \
    KSIG_ASSERT(ROOM_BYTES + KSIG_IDLE_BYTES <= (state), x509_##id##_room); \
    static const char x509_##id##_name[] = spelled;                         \
    const ksig_scheme ksig_x509_##id = {                                    \
        .name = x509_##id##_name,                                           \
        .anchor_bytes = KSIG_X509_TR_BYTES,                                 \
        .state_bytes = KSIG_X509_PAIR_BYTES + (state),                      \
        .key_bytes = (key) + (other),                                       \
        .signature_bytes = (signature) + (most),                            \
        .signature_least = (signature) + (least),                           \
        .flags = KSIG_IS_DRAFT,                                             \
        .anchor_hash = KSIG_HASH_SHAKE256,                                  \
        .verify = &operations.verify,                                       \
        .params = &ksig_composite_##id,                                     \
    };

/* check: 1 + 2 * 32 == 65 */
/* check: 1 + 2 * 48 == 97 */
#if KSIG_ENABLE_ML_DSA_44
SCHEME(ml_dsa_44_ed25519, "ml-dsa-44-ed25519", 1312, 2420, 32, 64, 64, KSIG_ML_DSA_44_STATE_BYTES)
SCHEME(ml_dsa_44_ecdsa_p256, "ml-dsa-44-ecdsa-p256", 1312, 2420, 65, 8, 72,
       KSIG_ML_DSA_44_STATE_BYTES)
#endif
#if KSIG_ENABLE_ML_DSA_65
SCHEME(ml_dsa_65_ecdsa_p256, "ml-dsa-65-ecdsa-p256", 1952, 3309, 65, 8, 72,
       KSIG_ML_DSA_65_STATE_BYTES)
SCHEME(ml_dsa_65_ecdsa_p384, "ml-dsa-65-ecdsa-p384", 1952, 3309, 97, 8, 104,
       KSIG_ML_DSA_65_STATE_BYTES)
SCHEME(ml_dsa_65_ed25519, "ml-dsa-65-ed25519", 1952, 3309, 32, 64, 64, KSIG_ML_DSA_65_STATE_BYTES)
#endif
#if KSIG_ENABLE_ML_DSA_87
SCHEME(ml_dsa_87_ecdsa_p384, "ml-dsa-87-ecdsa-p384", 2592, 4627, 97, 8, 104,
       KSIG_ML_DSA_87_STATE_BYTES)
#endif

#endif
