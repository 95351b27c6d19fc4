/* M' of Composite ML-DSA, and the classical half, which gets M' as a whole.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_reader.h"
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { PREFIX_BYTES = 32, ED25519_BYTES = 32 /* R, or a key */ };
static const uint8_t prefix[PREFIX_BYTES + 1] = "CompositeAlgorithmSignatures2025";

static size_t label_bytes(const ksig_composite_scheme *scheme) {
    size_t length = 0;
    while (scheme->label[length] != '\0') {
        length++;
        KSIG_KEEP_LOOP();
    }
    return length;
}

uint32_t ksig_composite_prime_bytes(const ksig_composite *c) {
    return (uint32_t)(PREFIX_BYTES + label_bytes(c->scheme) + 1 + c->args.context_length +
                      c->scheme->prehash->bytes);
}

/* Writes `length` bytes to M' and compares them: no later check would notice a difference. */
static size_t put(ksig_composite *c, size_t at, const void *data, size_t length) {
    memcpy(c->prime + at, data, length);
    ksig_composite_same(c, c->prime + at, data, length);
    return at + length;
}

void ksig_composite_begin_prime(ksig_composite *c, const uint8_t *context) {
    const uint8_t length = (uint8_t)c->args.context_length;
    size_t at = put(c, 0, prefix, PREFIX_BYTES);
    at = put(c, at, c->scheme->label, label_bytes(c->scheme));
    at = put(c, at, &length, 1);
    /* The application's bytes are loaded once. */
    const size_t taken = ksig_copy(c->prime + at, context, c->args.context_length);
    ksig_composite_doubt(c, (uint32_t)taken ^ (uint32_t)c->args.context_length);
    at += taken;
    c->prime_length = (uint16_t)(at + c->scheme->prehash->bytes);
    ksig_composite_doubt(c, c->prime_length ^ ksig_composite_prime_bytes(c));
}

void ksig_composite_end_prime(ksig_composite *c) {
    const struct ksig_composite_hash *const hash = c->scheme->prehash;
    uint8_t *const digest = c->prime + (c->prime_length - hash->bytes);
    ksig_composite_doubt(c, hash->final(&ksig_composite_room_of(c)->hashing, digest) ^
                                c->args.message_length);
}

/* Hashes `length` bytes, and returns how many were taken. */
static uint32_t hash_part(ksig_composite *c, const uint8_t *data, size_t length) {
    return (uint32_t)c->scheme->digest->update(&ksig_composite_room_of(c)->hashing, data, length);
}

/* Forms the classical verifier's input, anew for each of the two calls. Returns 0, or a nonzero
 * value if the signature is not valid DER. */
static KSIG_NOINLINE uint32_t form_input(ksig_composite *c, ksig_classical_input *input) {
    ksig_composite_room *const room = ksig_composite_room_of(c);
    const struct ksig_composite_hash *const hash = c->scheme->digest;
    const int ecdsa = c->scheme->integer_bytes != 0;
    uint32_t taken = 0, bad = 0;
    input->key = c->args.anchor + KSIG_COMPOSITE_TR_BYTES;
    input->algorithm = c->scheme->algorithm;
    memset(room->digest, 0, sizeof room->digest);
    hash->init(&room->hashing);
    if (!ecdsa)
        taken =
            hash_part(c, room->encoded, ED25519_BYTES) + hash_part(c, input->key, ED25519_BYTES);
    taken += hash_part(c, c->prime, c->prime_length);
    const uint32_t expected = ksig_composite_prime_bytes(c) + (ecdsa ? 0 : 2 * ED25519_BYTES);
    ksig_composite_doubt(c, taken ^ expected);
    ksig_composite_doubt(c, hash->final(&room->hashing, room->digest) ^ expected);
    if (ecdsa) {
        bad = ksig_composite_read_integers(room->encoded, (size_t)c->classical_length,
                                           room->integers, c->scheme->integer_bytes);
        input->message = room->digest;
        input->message_length = hash->bytes;
        input->signature = room->integers;
    } else {
        input->message = c->prime;
        input->message_length = c->prime_length;
        input->signature = room->encoded;
        input->challenge = room->digest;
    }
    return bad;
}

/* One call. The result is in a register: if the call is skipped, it is an address. */
static KSIG_NOINLINE ksig_verdict ask_once(ksig_composite *c) {
    ksig_classical_input input;
    memset(&input, 0, sizeof input);
    if (form_input(c, &input) != 0)
        return KSIG_REJECT_ENCODING;
    return c->args.classical(&input);
}

void ksig_composite_ask(ksig_composite *c) {
    c->answers[0] = ask_once(c);
    c->answers[1] = ask_once(c);
}
