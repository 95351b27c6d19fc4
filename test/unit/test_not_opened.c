/* States that open refused, because the memory is too small: whatever lay there, nothing accepts.
 * And memory that never was a state: all zeros. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "example_44.h"
#include "kilosig/kilosig.h"
#include "stream/keygen_operations.h"
#include "stream/operations.h"
#include "stream/sign_operations.h"

typedef union memory {
    uint64_t align;
    uint8_t bytes[4096];
} memory;

static memory state, before;
static unsigned calls; /* of what lay in the memory */

/* The head is closed, and no byte after it was written. */
static int only_head_written(size_t head) {
    return memcmp(state.bytes + head, before.bytes + head, sizeof state - head) == 0;
}

/* ---- Verification */

static void planted_open(void *v, const ksig_verify_args *args) {
    (void)v;
    (void)args;
    calls++;
}

static void planted_next(void *v) {
    (void)v;
    calls++;
}

static ksig_verdict planted_close(void *v) {
    (void)v;
    calls++;
    return KSIG_ACCEPT;
}

/* Heads everywhere of a scheme that accepts. */
static void plant_verification(size_t phase) {
    static const struct ksig_verify_operations operations = {
        .open = planted_open, .next = planted_next, .close = planted_close};
    static ksig_scheme planted;
    ksig_verify_head head;
    planted.verify = &operations;
    planted.state_bytes = sizeof head;
    memset(&head, 0, sizeof head);
    head.scheme = &planted;
    head.stage = KSIG_STAGE_DONE;
    memset(&state, 0x5a, sizeof state);
    for (size_t at = phase; at + sizeof head <= sizeof state; at += sizeof head)
        memcpy(state.bytes + at, &head, sizeof head);
    before = state;
}

#if KSIG_ENABLE_ML_DSA_44
static ksig_verify_args example_args(const uint8_t *anchor) {
    static const uint8_t secret[16] = {1, 2, 3};
    const ksig_verify_args args = {.anchor = anchor,
                                   .context = (const uint8_t *)example_context,
                                   .secret = secret,
                                   .context_length = sizeof example_context - 1,
                                   .message_length = sizeof example_message - 1,
                                   .signature_length = sizeof example_signature,
                                   .key_length = sizeof example_key};
    return args;
}

static void check_closed(void) {
    const uint8_t byte = 0;
    CHECK(ksig_verify_want(&state).length == 0);
    CHECK(ksig_verify_feed(&state, &byte, 1) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_feed(&state, NULL, 0) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_close(&state) == KSIG_REJECT_ARGUMENT);
}

/* Also the loop that closes whatever open answered, as examples are copied. */
static void test_verification(void) {
    uint8_t anchor[64];
    CHECK(ksig_key_anchor(&ksig_ml_dsa_44, example_key, sizeof example_key, anchor) == KSIG_DONE);
    const ksig_verify_args args = example_args(anchor);
    const size_t sizes[] = {sizeof(ksig_verify_head), sizeof(ksig_verify_head) + 1,
                            KSIG_ML_DSA_44_STATE_BYTES - 8, KSIG_ML_DSA_44_STATE_BYTES - 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t phase = 0; phase < sizeof(ksig_verify_head); phase += 8) {
            plant_verification(phase);
            CHECK(ksig_verify_open(&state, sizes[i], &ksig_ml_dsa_44, &args) ==
                  KSIG_REJECT_STATE_SIZE);
            CHECK(only_head_written(sizeof(ksig_verify_head)));
            check_closed();
            CHECK(only_head_written(sizeof(ksig_verify_head)));
        }
    }
    /* Smaller than a head, or not aligned: nothing is written. */
    plant_verification(0);
    CHECK(ksig_verify_open(&state, sizeof(ksig_verify_head) - 1, &ksig_ml_dsa_44, &args) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(ksig_verify_open(state.bytes + 4, sizeof state - 4, &ksig_ml_dsa_44, &args) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(only_head_written(0));
    CHECK(calls == 0);

    /* In one call nothing of it is seen. */
    plant_verification(0);
    CHECK(ksig_verify(&state, KSIG_ML_DSA_44_STATE_BYTES - 8, &ksig_ml_dsa_44, &args, example_key,
                      (const uint8_t *)example_message,
                      example_signature) == KSIG_REJECT_STATE_SIZE);
    check_closed();
}

#if KSIG_ENABLE_ML_DSA_87
/* A verification that has all its bytes and is not closed, and the next one is opened over it. */
static void test_finished(void) {
    static ksig_verify_ml_dsa_44 v;
    uint8_t anchor[64];
    CHECK(ksig_key_anchor(&ksig_ml_dsa_44, example_key, sizeof example_key, anchor) == KSIG_DONE);
    ksig_verify_args args = example_args(anchor);
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
    for (ksig_want want; (want = ksig_verify_want(&v)).length != 0;) {
        const uint8_t *const parts[] = {NULL, example_key, (const uint8_t *)example_message,
                                        example_signature};
        CHECK(ksig_verify_feed(&v, parts[want.part] + want.offset, want.length) == KSIG_PENDING);
    }
    /* As it is, it would accept: each copy of it would. */
    const ksig_verify_ml_dsa_44 copy = v;
    CHECK(ksig_verify_close(&v) == KSIG_ACCEPT);
    v = copy;
    args.signature_length = ksig_ml_dsa_87.signature_bytes;
    args.key_length = ksig_ml_dsa_87.key_bytes;
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_87, &args) == KSIG_REJECT_STATE_SIZE);
    CHECK(ksig_verify_close(&v) == KSIG_REJECT_ARGUMENT);
    /* And a copy taken before still does: whether it was used already, the application must know.
     */
    v = copy;
    CHECK(ksig_verify_close(&v) == KSIG_ACCEPT);
}
#endif
#endif

/* ---- Key generation and signing */

#if KSIG_ENABLE_HAETAE_2
/* Of `all` bytes the first ones are zeros and the others as they were filled. */
static int zeroed(const uint8_t *bytes, size_t zeros, size_t all, uint8_t filled) {
    for (size_t n = 0; n < all; n++)
        if (bytes[n] != (n < zeros ? 0 : filled))
            return 0;
    return 1;
}

/* What was given as a state has a closed head, and nothing after it of one that nobody closed. */
static int wiped(size_t size) {
    const ksig_work_head *const head = (const ksig_work_head *)(const void *)&state;
    return head->scheme.sign == NULL && head->output == NULL &&
           zeroed(state.bytes + sizeof *head, size - sizeof *head, sizeof state - sizeof *head,
                  0x5a);
}

static void test_keygen(void) {
    static uint8_t secret_key[4096];
    static const uint8_t seed[32] = {1};
    ksig_work_head head;
    const ksig_keygen_scheme *const scheme = &ksig_haetae_2_keygen;
    memset(&head, 0, sizeof head);
    head.scheme.keygen = scheme;
    head.output = secret_key; /* close would wipe it, or say that it is complete */
    head.stage = KSIG_WORK_DONE;
    for (size_t size = sizeof head; size < scheme->state_bytes; size += 8) {
        memset(secret_key, 0x77, sizeof secret_key);
        memset(&state, 0x5a, sizeof state);
        memcpy(&state, &head, sizeof head);
        CHECK(ksig_keygen_open(&state, size, scheme, seed, secret_key) == KSIG_REJECT_STATE_SIZE);
        CHECK(ksig_keygen_step(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_keygen_close(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(wiped(size) && zeroed(secret_key, scheme->output_bytes, sizeof secret_key, 0x77));
    }
    before = state;
    memset(secret_key, 0x77, sizeof secret_key);
    CHECK(ksig_keygen_open(&state, sizeof head - 1, scheme, seed, secret_key) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(zeroed(secret_key, scheme->output_bytes, sizeof secret_key, 0x77));
    memset(secret_key, 0x77, sizeof secret_key);
    CHECK(ksig_keygen_open(state.bytes + 4, sizeof state - 4, scheme, seed, secret_key) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(zeroed(secret_key, scheme->output_bytes, sizeof secret_key, 0x77) &&
          only_head_written(0));
    memset(secret_key, 0x77, sizeof secret_key);
    CHECK(ksig_keygen(&state, scheme->state_bytes - 8u, scheme, seed, secret_key) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(zeroed(secret_key, scheme->output_bytes, sizeof secret_key, 0x77));
}

static void test_sign(void) {
    static uint8_t signature[4096], secret_key[4096], rnd[64];
    ksig_work_head head;
    const ksig_sign_scheme *const scheme = &ksig_haetae_2_sign;
    ksig_sign_args args = {.secret_key = secret_key, .rnd = rnd};
    memset(&head, 0, sizeof head);
    head.scheme.sign = scheme;
    head.output = signature;
    head.stage = KSIG_WORK_DONE;
    const size_t most = scheme->state_bytes < sizeof state ? scheme->state_bytes : sizeof state;
    for (size_t size = sizeof head; size < most; size += 8) {
        memset(signature, 0x77, sizeof signature);
        memset(&state, 0x5a, sizeof state);
        memcpy(&state, &head, sizeof head);
        CHECK(ksig_sign_open(&state, size, scheme, &args, signature) == KSIG_REJECT_STATE_SIZE);
        CHECK(ksig_sign_feed(&state, secret_key, 1) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_sign_step(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_sign_close(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(wiped(size) && zeroed(signature, scheme->signature_bytes, sizeof signature, 0x77));
    }
    before = state;
    memset(signature, 0x77, sizeof signature);
    CHECK(ksig_sign_open(&state, sizeof head - 1, scheme, &args, signature) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(zeroed(signature, scheme->signature_bytes, sizeof signature, 0x77));
    memset(signature, 0x77, sizeof signature);
    CHECK(ksig_sign_open(state.bytes + 4, sizeof state - 4, scheme, &args, signature) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(zeroed(signature, scheme->signature_bytes, sizeof signature, 0x77) &&
          only_head_written(0));
    memset(signature, 0x77, sizeof signature);
    CHECK(ksig_sign(&state, most - 8, scheme, &args, rnd, 1, signature) == KSIG_REJECT_STATE_SIZE);
    CHECK(zeroed(signature, scheme->signature_bytes, sizeof signature, 0x77));
    if (scheme->state_bytes > sizeof state) /* variant FAST */
        return;

    /* Other arguments that open refuses: zeros, before close. */
    args.flags = 8;
    memset(signature, 0x77, sizeof signature);
    CHECK(ksig_sign_open(&state, sizeof state, scheme, &args, signature) == KSIG_REJECT_ARGUMENT);
    CHECK(zeroed(signature, scheme->signature_bytes, sizeof signature, 0x77));
}
#endif

/* ---- Memory that is all zeros is closed, and stays as it is. */

static int all_zeros(size_t from) {
    for (size_t i = from; i < sizeof state; i++)
        if (state.bytes[i] != 0)
            return 0;
    return 1;
}

static void test_zeros(void) {
    static const uint8_t byte = 0xa5;
    uint8_t out[4] = {1, 2, 3, 4};
    memset(&state, 0, sizeof state);
    for (unsigned round = 0; round < 2; round++) { /* no call opens it for the next one */
        const ksig_want want = ksig_verify_want(&state);
        CHECK(want.length == 0 && want.offset == 0 && want.part == KSIG_PART_NONE);
        CHECK(ksig_verify_feed(&state, &byte, 1) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_verify_feed(&state, NULL, 0) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_verify_push(&state, &byte, 1) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_verify_push(&state, NULL, 0) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_verify_close(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(all_zeros(0));

        CHECK(ksig_sign_want(&state) == KSIG_PART_NONE);
        CHECK(ksig_sign_feed(&state, &byte, 1) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_sign_feed(&state, NULL, 0) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_sign_step(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_sign_take(&state, out, sizeof out) == 0);
        CHECK(ksig_sign_close(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(all_zeros(0));

        CHECK(ksig_keygen_step(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(ksig_keygen_take(&state, out, sizeof out) == 0);
        CHECK(ksig_keygen_close(&state) == KSIG_REJECT_ARGUMENT);
        CHECK(all_zeros(0));
    }
    CHECK(out[0] == 1 && out[3] == 4);
}

int main(void) {
    test_zeros();
    plant_verification(0);
    CHECK(only_head_written(0));
    CHECK(ksig_verify_close(&state) == KSIG_ACCEPT && calls == 1); /* what lies there is live */
    calls = 0;
#if KSIG_ENABLE_ML_DSA_44
    test_verification();
#if KSIG_ENABLE_ML_DSA_87
    test_finished();
#endif
#endif
#if KSIG_ENABLE_HAETAE_2
    test_keygen();
    test_sign();
#endif
    return check_end();
}
