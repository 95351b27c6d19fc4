/* The readers of COSE_Sign1 and CWT on any machine: objects that this program signs itself. What is
 * refused, and why, is in test/library/test_cose.py. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/cose.h"

#include <string.h>

#include "check.h"
#include "cose/cose_cbor.h"

enum { KEY = 1312, SIGNATURE = 2420, MOST = 1500 };

static const uint8_t seed[32] = {7};
static uint8_t key[KEY], anchor[64], object[MOST + SIGNATURE + 32], payload[MOST];
static uint32_t object_length;
static ksig_cwt_ml_dsa_44 state;

static size_t put(uint8_t *out, size_t at, const void *data, size_t length) {
    memcpy(out + at, data, length);
    return at + length;
}

/* object: a COSE_Sign1 of the payload under that protected header. */
static void sign_object(const uint8_t *header, size_t header_length, size_t length) {
    static const uint8_t begin[] = {0x84, 0x6a, 'S', 'i', 'g', 'n', 'a', 't', 'u', 'r', 'e', '1'};
    static uint8_t message[MOST + 64], signature[SIGNATURE];
    static ksig_sign_ml_dsa signing;
    uint8_t head[KSIG_CBOR_HEAD_BYTES];
    const size_t head_length = ksig_cbor_write(head, KSIG_CBOR_BYTES, (uint32_t)length);
    size_t at = put(message, 0, begin, sizeof begin);
    message[at++] = (uint8_t)(0x40 | header_length);
    at = put(message, at, header, header_length);
    message[at++] = 0x40;
    at = put(message, at, head, head_length);
    at = put(message, at, payload, length);
    const ksig_sign_args args = {.secret_key = seed, .flags = KSIG_SIGN_DETERMINISTIC};
    CHECK(ksig_sign(&signing, sizeof signing, &ksig_ml_dsa_44_sign, &args, message, at,
                    signature) == KSIG_DONE);

    at = 0;
    object[at++] = 0xd2;
    object[at++] = 0x84;
    object[at++] = (uint8_t)(0x40 | header_length);
    at = put(object, at, header, header_length);
    object[at++] = 0xa0;
    at = put(object, at, head, head_length);
    at = put(object, at, payload, length);
    at = put(object, at, "\x59\x09\x74", 3);
    object_length = (uint32_t)put(object, at, signature, SIGNATURE);
}

static const ksig_cose_args *arguments(void) {
    static ksig_cose_args args;
    memset(&args, 0, sizeof args);
    args.anchor = anchor;
    args.secret = anchor; /* of variant small; nobody attacks here */
    args.object_length = object_length;
    args.key_length = KEY;
    args.algorithm = KSIG_COSE_ML_DSA_44;
    return &args;
}

static void stream(size_t chunk) {
    for (;;) {
        const ksig_want w = ksig_cose_want(&state);
        if (w.length == 0)
            return;
        const uint8_t *const part = w.part == KSIG_PART_KEY ? key : object;
        (void)ksig_cose_feed(&state, part + w.offset, w.length < chunk ? (size_t)w.length : chunk);
    }
}

static ksig_verdict verdict_of(size_t chunk) {
    if (ksig_cose_open(&state, sizeof state, &ksig_ml_dsa_44, arguments()) != KSIG_PENDING)
        return KSIG_REJECT_ARGUMENT;
    stream(chunk);
    return ksig_cose_close(&state);
}

static void test_objects(void) {
    static const uint8_t header[] = {0xa1, 0x01, 0x38, 0x2f};
    static const size_t lengths[] = {0, 23, 24, 300};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        check_random_bytes(payload, sizeof payload);
        sign_object(header, sizeof header, lengths[i]);
        CHECK(verdict_of(1 + 97 * i) == KSIG_ACCEPT);
        CHECK(ksig_cose_verify(&state, sizeof state, &ksig_ml_dsa_44, arguments(), object, key,
                               NULL) == KSIG_ACCEPT);
        object[8 + (i != 0)] ^= 1;
        CHECK(verdict_of(64) != KSIG_ACCEPT);
    }
    sign_object(header, sizeof header, 10);
    object_length--;
    CHECK(verdict_of(64) == KSIG_COSE_REJECT_LENGTH || verdict_of(64) == KSIG_REJECT_SIG_LENGTH);
    CHECK(ksig_cose_open(&state, KSIG_COSE_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES) - 1,
                         &ksig_ml_dsa_44, arguments()) == KSIG_REJECT_STATE_SIZE);
}

/* The key names itself: what counts is the anchor that comes of it. */
static void test_delegation(void) {
    static const uint8_t header[] = {0xa2, 0x01, 0x38, 0x2f, 0x03, 0x18, 0x3d};
    static const uint8_t claims[] = {0xa2, 0x06, 0x1a, 0x65, 0x53, 0xf1, 0x00, 0x08, 0xa1, 0x01,
                                     0xa3, 0x01, 0x07, 0x03, 0x38, 0x2f, 0x20, 0x59, 0x05, 0x20};
    static const ksig_cwt_args cwt = {.scheme = &ksig_ml_dsa_44,
                                      .oldest = 1700000000,
                                      .algorithm = KSIG_COSE_ML_DSA_44,
                                      .key_type = KSIG_COSE_KEY_AKP};
    ksig_cwt_claims found;
    size_t length = put(payload, 0, claims, sizeof claims);
    length = put(payload, length, key, KEY);
    sign_object(header, sizeof header, length);
    for (size_t chunk = 1; chunk < 2000; chunk = 3 * chunk + 1) {
        CHECK(ksig_cwt_open(&state, sizeof state, &ksig_ml_dsa_44, arguments(), &cwt) ==
              KSIG_PENDING);
        stream(chunk);
        CHECK(ksig_cwt_close(&state, &found) == KSIG_ACCEPT);
        CHECK(memcmp(found.anchor, anchor, sizeof anchor) == 0 && found.issued == 1700000000 &&
              found.expires == 0);
    }
    CHECK(verdict_of(64) == KSIG_COSE_REJECT_CONTENT_TYPE);
    object[length] ^= 1; /* of the key that is named */
    CHECK(ksig_cwt_open(&state, sizeof state, &ksig_ml_dsa_44, arguments(), &cwt) == KSIG_PENDING);
    stream(64);
    CHECK(ksig_cwt_close(&state, &found) == KSIG_REJECT_SIGNATURE);
    CHECK(found.issued == 0 && found.key_length == 0 &&
          memcmp(found.anchor, anchor, sizeof anchor) != 0);
}

static void test_heads(void) {
    static const uint32_t numbers[] = {0, 23, 24, 255, 256, 65535, 65536, UINT32_MAX};
    static const uint8_t lengths[] = {1, 1, 2, 2, 3, 3, 5, 5};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint8_t bytes[KSIG_CBOR_HEAD_BYTES] = {0};
        CHECK(ksig_cbor_write(bytes, KSIG_CBOR_BYTES, numbers[i]) == lengths[i]);
        ksig_cbor r = {bytes, lengths[i], 0, 0, 0};
        CHECK(ksig_cbor_head(&r, KSIG_CBOR_BYTES) == numbers[i] && r.at == lengths[i] &&
              ksig_cbor_reads(&r));
        ksig_cbor shorter = {bytes, (uint8_t)(lengths[i] - 1), 0, 0, 0};
        CHECK(ksig_cbor_head(&shorter, KSIG_CBOR_BYTES) == 0 && shorter.missing != 0);
    }
}

int main(void) {
    static ksig_keygen_ml_dsa making;
    CHECK(ksig_keygen(&making, sizeof making, &ksig_ml_dsa_44_keygen, seed, key) == KSIG_DONE);
    CHECK(ksig_key_anchor(&ksig_ml_dsa_44, key, KEY, anchor) == KSIG_DONE);
    test_heads();
    test_objects();
    test_delegation();
    return check_end();
}
