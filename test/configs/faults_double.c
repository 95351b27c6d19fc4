/* KSIG_FAULTS_DOUBLE: a streamed verification is accepted by two runs, and by nothing else.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "../unit/check.h"
#include "../unit/example_44.h"
#include "kilosig/kilosig.h"

static ksig_verify_ml_dsa_44 state;
static uint8_t anchor[64];
static ksig_verify_args args;

/* What the sender sends in one run. */
typedef struct sent {
    const uint8_t *key, *message, *signature;
} sent;
static const sent genuine = {example_key, (const uint8_t *)example_message, example_signature};

/* One run, a few bytes at a time. */
static void feed(sent s) {
    for (ksig_want want; (want = ksig_verify_want(&state)).length != 0;) {
        const uint8_t *const part = want.part == KSIG_PART_KEY       ? s.key
                                    : want.part == KSIG_PART_MESSAGE ? s.message
                                                                     : s.signature;
        const uint32_t n = want.length < 97 ? want.length : 97;
        (void)ksig_verify_feed(&state, part + want.offset, (size_t)n);
    }
}

static void open(void) {
    CHECK(ksig_verify_open(&state, sizeof state, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
}

static ksig_verdict again(void) {
    return ksig_verify_again(&state, sizeof state, &ksig_ml_dsa_44, &args);
}

static ksig_verdict two(sent first, sent second) {
    open();
    feed(first);
    const ksig_verdict verdict = again();
    if (verdict != KSIG_PENDING)
        return verdict;
    feed(second);
    return ksig_verify_close(&state);
}

static void test_streamed(void) {
    static uint8_t message[sizeof example_message], key[sizeof example_key],
        signature[sizeof example_signature];
    memcpy(message, example_message, sizeof message);
    memcpy(key, example_key, sizeof key);
    memcpy(signature, example_signature, sizeof signature);
    message[3] ^= 1;
    key[700] ^= 1;
    signature[5] ^= 1;
    sent other_message = genuine, other_key = genuine, other_signature = genuine;
    other_message.message = message;
    other_key.key = key;
    other_signature.signature = signature;

    CHECK(two(genuine, genuine) == KSIG_ACCEPT);
    CHECK(two(genuine, other_message) == KSIG_REJECT_SIGNATURE);
    CHECK(two(other_message, genuine) == KSIG_REJECT_SIGNATURE);
    CHECK(two(genuine, other_key) == KSIG_REJECT_KEY);
    CHECK(two(other_key, genuine) == KSIG_REJECT_KEY);
    CHECK(two(genuine, other_signature) == KSIG_REJECT_SIGNATURE);
    CHECK(two(other_signature, genuine) == KSIG_REJECT_SIGNATURE);
}

/* One run, whatever is left out or done twice. */
static void test_once(void) {
    open();
    feed(genuine);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_INCOMPLETE);
    CHECK(again() == KSIG_REJECT_ARGUMENT);
    open(); /* opened again in place of ksig_verify_again */
    feed(genuine);
    open();
    feed(genuine);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_INCOMPLETE);
    open(); /* again before anything was fed */
    CHECK(again() == KSIG_REJECT_INCOMPLETE);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_ARGUMENT);
    open(); /* the second run is not fed */
    feed(genuine);
    CHECK(again() == KSIG_PENDING);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_INCOMPLETE);
    open(); /* a third run */
    feed(genuine);
    CHECK(again() == KSIG_PENDING);
    feed(genuine);
    CHECK(again() == KSIG_REJECT_FAULT);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_ARGUMENT);
    open(); /* by another key's anchor, and by another scheme */
    feed(genuine);
    ksig_verify_args other = args;
    uint8_t same[64];
    memcpy(same, anchor, sizeof same);
    other.anchor = same;
    CHECK(ksig_verify_again(&state, sizeof state, &ksig_ml_dsa_44, &other) == KSIG_REJECT_ARGUMENT);
    open();
    feed(genuine);
    CHECK(ksig_verify_again(&state, sizeof state, &ksig_dilithium2_r3, &args) ==
          KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_ARGUMENT);
}

/* In memory both runs are made at once. */
static void test_in_memory(void) {
    static uint8_t message[sizeof example_message];
    memcpy(message, example_message, sizeof message);
    const uint8_t *const s = example_signature, *const k = example_key;
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        const ksig_verdict right = wrong ? KSIG_REJECT_SIGNATURE : KSIG_ACCEPT;
        const ksig_scheme *const scheme = &ksig_ml_dsa_44;
        CHECK(ksig_verify(&state, sizeof state, scheme, &args, k, message, s) == right);
        CHECK(ksig_verify_twice(&state, sizeof state, scheme, &args, k, message, s) == right);
        CHECK(ksig_verify_with_key(&state, sizeof state, scheme, &args, k, message, s) == right);
        message[1] ^= 1;
    }
    CHECK(ksig_verify(&state, sizeof state - 8, &ksig_ml_dsa_44, &args, k, message, s) ==
          KSIG_REJECT_STATE_SIZE);
}

/* Pushed, in the order of wants, twice. */
static void test_pushed(void) {
    static uint8_t stream[sizeof example_key + sizeof example_message + sizeof example_signature];
    size_t length = 0;
    open();
    for (ksig_want want; (want = ksig_verify_want(&state)).length != 0;) {
        const uint8_t *const part = want.part == KSIG_PART_KEY       ? genuine.key
                                    : want.part == KSIG_PART_MESSAGE ? genuine.message
                                                                     : genuine.signature;
        memcpy(stream + length, part + want.offset, want.length);
        length += want.length;
        (void)ksig_verify_feed(&state, part + want.offset, want.length);
    }
    CHECK(again() == KSIG_PENDING);
    CHECK(ksig_verify_push(&state, stream, length) == KSIG_PENDING);
    CHECK(ksig_verify_close(&state) == KSIG_ACCEPT);
}

int main(void) {
    CHECK(ksig_key_anchor(&ksig_ml_dsa_44, example_key, sizeof example_key, anchor) == KSIG_DONE);
    args.anchor = anchor;
    args.context = (const uint8_t *)example_context;
    args.context_length = strlen(example_context);
    args.message_length = (uint32_t)strlen(example_message);
    args.signature_length = sizeof example_signature;
    args.key_length = sizeof example_key;
    test_streamed();
    test_once();
    test_in_memory();
    test_pushed();
    return check_end();
}
