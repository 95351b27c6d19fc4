/* M' of Composite ML-DSA, and what a classical verifier gets of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_message.h"

#include "guard/guard.h"
#include "guard/tally.h"
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

uint32_t ksig_composite_prime_bytes(const ksig_composite_scheme *scheme) {
    return (uint32_t)(PREFIX_BYTES + label_bytes(scheme) + 1 + scheme->prehash->bytes);
}

uint32_t ksig_composite_begin_prime(const ksig_composite_scheme *scheme, uint8_t *prime) {
    const size_t label = label_bytes(scheme);
    uint8_t *const second = prime + PREFIX_BYTES;
    memcpy(prime, prefix, PREFIX_BYTES);
    memcpy(second, scheme->label, label);
    uint32_t good = ksig_compare_packed(prime, prefix, PREFIX_BYTES);
    good += ksig_compare_packed(second, (const uint8_t *)scheme->label, label);
    return good - KSIG_TALLY_ALL(KSIG_TALLY_ALL(PREFIX_BYTES) + (uint32_t)label);
}

uint32_t ksig_composite_form_input(const ksig_composite_scheme *scheme, ksig_composite_room *room,
                                   uint32_t length, ksig_classical_input *input) {
    const struct ksig_composite_hash *const hash = scheme->digest;
    const size_t bytes = scheme->integer_bytes;
    const uint32_t prime = input->message_length;
    uint32_t taken = 0, expected = prime;
    input->algorithm = scheme->algorithm;
    input->signature = input->challenge = NULL;
    hash->init(&room->hashing);
    if (bytes == 0) {
        expected += 2 * ED25519_BYTES;
        taken = (uint32_t)hash->update(&room->hashing, room->encoded, ED25519_BYTES);
        taken += (uint32_t)hash->update(&room->hashing, input->key, ED25519_BYTES);
    }
    taken += (uint32_t)hash->update(&room->hashing, input->message, (size_t)prime);
    const uint32_t bad =
        (taken ^ expected) | (hash->final(&room->hashing, room->digest) ^ expected);
    if (bytes == 0) {
        input->signature = room->encoded;
        input->challenge = room->digest;
        return bad;
    }
    input->message = room->digest;
    input->message_length = hash->bytes;
    if (ksig_composite_read_integers(room->encoded, (size_t)length, room->integers, bytes) == 0)
        input->signature = room->integers;
    return bad;
}

void ksig_composite_form_arguments(const ksig_composite_scheme *scheme, uint32_t context_length,
                                   ksig_verify_args *args) {
    memset(args, 0, sizeof *args);
    args->context = (const uint8_t *)scheme->label;
    args->context_length = label_bytes(scheme);
    args->message_length = (uint32_t)(PREFIX_BYTES + args->context_length + 1) + context_length +
                           scheme->prehash->bytes;
    args->signature_length = scheme->ml_dsa->signature_bytes;
    args->key_length = scheme->ml_dsa->key_bytes;
    args->mode = KSIG_MODE_PURE;
}
