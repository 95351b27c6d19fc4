/* Composite ML-DSA on any machine: signatures that this program makes itself, with a classical half
 * of its own. The draft's vectors and real classical halves are in test/library/test_composite.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/composite.h"

#include <string.h>

#include "check.h"
#include "composite/composite_hash.h"

enum { ML_DSA_KEY = 1312, ML_DSA_SIGNATURE = 2420, MESSAGE = 300, CONTEXT = 255 };
/* After the state nothing may change. */
enum { BEHIND = 64, PAINT = 0xa5 };

static const uint8_t seed[32] = {9};
static uint8_t key[ML_DSA_KEY + 65], anchor[KSIG_COMPOSITE_ANCHOR_BYTES], message[MESSAGE],
    context[CONTEXT], signature[ML_DSA_SIGNATURE + 104];
static size_t key_length, signature_length, context_length, message_length;
static union {
    ksig_composite_ml_dsa_44_state state;
    uint8_t bytes[sizeof(ksig_composite_ml_dsa_44_state) + BEHIND];
} v;
static unsigned calls;
static int lie_in_call; /* 0: never; else that call says yes to everything, or no */
static ksig_verdict lie;

/* A classical half that anybody can sign with: SHA-256 of key | message, then SHA-256 of that. */
static void toy(const uint8_t *its_key, size_t its_length, const uint8_t *data, size_t length,
                uint8_t *out) {
    ksig_sha256 h;
    ksig_sha256_init(&h, ksig_sha256_initial);
    (void)ksig_sha256_update(&h, its_key, its_length);
    (void)ksig_sha256_update(&h, data, length);
    (void)ksig_sha256_final(&h, out, 32);
    ksig_sha256_init(&h, ksig_sha256_initial);
    (void)ksig_sha256_update(&h, out, 32);
    (void)ksig_sha256_final(&h, out + 32, 32);
    out[0] |= 0x80; /* so that both integers have a zero in front */
    out[32] |= 0x80;
}

static ksig_verdict classical(const ksig_classical_input *input) {
    uint8_t expected[64];
    calls++;
    if (lie_in_call != 0 && (int)calls == lie_in_call)
        return lie;
    CHECK(input->message_length >= 32 &&
          (input->challenge != NULL) == (input->algorithm == KSIG_CLASSICAL_ED25519));
    if (input->challenge != NULL) {
        ksig_sha512 h;
        ksig_sha512_init(&h, ksig_sha512_initial);
        (void)ksig_sha512_update(&h, input->signature, 32);
        (void)ksig_sha512_update(&h, input->key, 32);
        (void)ksig_sha512_update(&h, input->message, input->message_length);
        (void)ksig_sha512_final(&h, expected, 64);
        CHECK(memcmp(expected, input->challenge, 64) == 0);
    }
    toy(input->key, input->algorithm == KSIG_CLASSICAL_ED25519 ? 32 : 65, input->message,
        input->message_length, expected);
    return memcmp(expected, input->signature, sizeof expected) == 0 ? KSIG_ACCEPT
                                                                    : KSIG_REJECT_SIGNATURE;
}

/* Asks that half once for both calls (docs/composite.md). */
static int remembers;
static ksig_verdict once(const ksig_classical_input *input) {
    static ksig_verdict answer;
    static unsigned asked;
    if (++asked % 2 == 1)
        answer = classical(input);
    return answer;
}

/* M', and what ECDSA signs of it. Returns its length. */
static size_t make_prime(const ksig_composite_scheme *scheme, uint8_t *prime) {
    const struct ksig_composite_hash *const hash = scheme->prehash;
    ksig_composite_hashing h;
    const size_t label = strlen(scheme->label);
    memcpy(prime, "CompositeAlgorithmSignatures2025", 32);
    memcpy(prime + 32, scheme->label, label);
    prime[32 + label] = (uint8_t)context_length;
    memcpy(prime + 33 + label, context, context_length);
    hash->init(&h);
    (void)hash->update(&h, message, message_length);
    CHECK(hash->final(&h, prime + 33 + label + context_length) == message_length);
    return 33 + label + context_length + hash->bytes;
}

static void sign(const ksig_composite_scheme *scheme, const char *label) {
    static ksig_sign_ml_dsa signing;
    uint8_t prime[KSIG_COMPOSITE_MESSAGE_BYTES], digest[32], halves[64];
    const size_t length = make_prime(scheme, prime);
    const ksig_sign_args args = {.secret_key = seed,
                                 .context = (const uint8_t *)label,
                                 .context_length = strlen(label),
                                 .flags = KSIG_SIGN_DETERMINISTIC};
    CHECK(ksig_sign(&signing, sizeof signing, &ksig_ml_dsa_44_sign, &args, prime, length,
                    signature) == KSIG_DONE);
    signature_length = ML_DSA_SIGNATURE;
    if (scheme->integer_bytes == 0) {
        toy(key + ML_DSA_KEY, 32, prime, length, signature + signature_length);
        signature_length += 64;
        return;
    }
    ksig_composite_hashing h;
    scheme->digest->init(&h);
    (void)scheme->digest->update(&h, prime, length);
    (void)scheme->digest->final(&h, digest);
    toy(key + ML_DSA_KEY, 65, digest, sizeof digest, halves);
    static const uint8_t heads[2][5] = {{0x30, 70, 0x02, 33, 0}, {0x02, 33, 0}};
    memcpy(signature + signature_length, heads[0], 5);
    memcpy(signature + signature_length + 5, halves, 32);
    memcpy(signature + signature_length + 37, heads[1], 3);
    memcpy(signature + signature_length + 40, halves + 32, 32);
    signature_length += 72;
}

static ksig_composite_args arguments(void) {
    const ksig_composite_args args = {.anchor = anchor,
                                      .context = context,
                                      .secret = anchor, /* nobody attacks here */
                                      .classical = remembers ? once : classical,
                                      .context_length = context_length,
                                      .message_length = (uint32_t)message_length,
                                      .signature_length = (uint32_t)signature_length,
                                      .key_length = (uint32_t)key_length};
    return args;
}

static const uint8_t *part_of(ksig_want w) {
    return (w.part == KSIG_PART_KEY       ? key
            : w.part == KSIG_PART_MESSAGE ? message
                                          : signature) +
           w.offset;
}

static ksig_verdict streamed(const ksig_composite_scheme *scheme, size_t chunk, int push) {
    const ksig_composite_args args = arguments();
    calls = 0;
    const ksig_verdict opened = ksig_composite_open(&v, scheme->state_bytes, scheme, &args);
    for (;;) {
        const ksig_want w = ksig_composite_want(&v);
        if (w.length == 0)
            break;
        CHECK(opened == KSIG_PENDING && (w.part != KSIG_PART_KEY || w.offset < ML_DSA_KEY));
        const size_t n = w.length < chunk ? (size_t)w.length : chunk;
        if (push)
            (void)ksig_composite_push(&v, part_of(w), n);
        else
            (void)ksig_composite_feed(&v, part_of(w), n);
    }
    const ksig_verdict verdict = ksig_composite_close(&v);
    CHECK(opened == KSIG_PENDING || opened == verdict);
    CHECK(ksig_composite_close(&v) == KSIG_REJECT_ARGUMENT);
    return verdict;
}

static void make_key(const ksig_composite_scheme *scheme) {
    key_length = scheme->key_bytes;
    check_random_bytes(key + ML_DSA_KEY, sizeof key - ML_DSA_KEY);
    CHECK(ksig_composite_anchor(scheme, key, key_length, anchor) == KSIG_DONE);
    CHECK(memcmp(anchor + 64, key + ML_DSA_KEY, key_length - ML_DSA_KEY) == 0);
    CHECK(ksig_composite_anchor(scheme, key, key_length - 1, anchor) == KSIG_REJECT_KEY_LENGTH);
    CHECK(anchor[0] == 0 && anchor[scheme->anchor_bytes - 1] == 0);
    CHECK(ksig_composite_anchor(scheme, key, key_length, anchor) == KSIG_DONE);
}

static void test_accepts(const ksig_composite_scheme *scheme) {
    static const size_t lengths[] = {0, 1, 127, 128, MESSAGE}, contexts[] = {0, 1, 255};
    make_key(scheme);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        message_length = lengths[i];
        context_length = contexts[i % 3];
        check_random_bytes(message, sizeof message);
        check_random_bytes(context, sizeof context);
        sign(scheme, scheme->label);
        memset(v.bytes, PAINT, sizeof v.bytes);
        CHECK(streamed(scheme, 1 + 97 * i, i % 2 == 1) == KSIG_ACCEPT && calls == 2);
        for (size_t at = scheme->state_bytes; at < sizeof v.bytes; at++)
            CHECK(v.bytes[at] == PAINT);
        const ksig_composite_args args = arguments();
        CHECK(ksig_composite_verify(&v, sizeof v, scheme, &args, key, message, signature) ==
              KSIG_ACCEPT);
    }
}

/* Every byte counts, and both halves are computed whatever the first one says. */
static void test_rejects(const ksig_composite_scheme *scheme) {
    message_length = 33;
    context_length = 5;
    sign(scheme, scheme->label);
    CHECK(streamed(scheme, 64, 0) == KSIG_ACCEPT);
    for (size_t at = 0; at < signature_length; at += at < ML_DSA_SIGNATURE ? 211 : 1) {
        signature[at] ^= 1;
        CHECK(streamed(scheme, 500, 0) != KSIG_ACCEPT);
        signature[at] ^= 1;
    }
    for (size_t at = 0; at < ML_DSA_KEY; at += 101) {
        key[at] ^= 4;
        CHECK(streamed(scheme, 500, 0) == KSIG_REJECT_KEY);
        key[at] ^= 4;
    }
    anchor[64] ^= 1; /* the classical key */
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE && calls == 2);
    anchor[64] ^= 1;
    message[32] ^= 1;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE && calls == 2);
    message[32] ^= 1;
    context_length--;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE);
    context_length++;
    for (lie_in_call = 1; lie_in_call <= 2; lie_in_call++) {
        lie = KSIG_REJECT_SIGNATURE; /* one of both calls */
        CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE && calls == 2);
        signature[signature_length - 1] ^= 1;
        lie = KSIG_ACCEPT;
        CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE && calls == 2);
        signature[signature_length - 1] ^= 1;
    }
    lie_in_call = 0;
    remembers = 1;
    CHECK(streamed(scheme, 64, 0) == KSIG_ACCEPT && calls == 1);
    signature[signature_length - 1] ^= 1;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE && calls == 1);
    signature[signature_length - 1] ^= 1;
    remembers = 0;
    sign(scheme, ""); /* ML-DSA without its context */
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIGNATURE);
}

/* Neither half is a signature of the message, nor of M' without the label. */
static void test_halves(const ksig_composite_scheme *scheme) {
    static ksig_verify_ml_dsa_44 alone;
    message_length = 33;
    context_length = 0;
    sign(scheme, scheme->label);
    ksig_verify_args args = {.anchor = anchor,
                             .secret = anchor,
                             .message_length = 33,
                             .signature_length = ML_DSA_SIGNATURE,
                             .key_length = ML_DSA_KEY};
    CHECK(ksig_verify(&alone, sizeof alone, &ksig_ml_dsa_44, &args, key, message, signature) ==
          KSIG_REJECT_SIGNATURE);
    uint8_t prime[KSIG_COMPOSITE_MESSAGE_BYTES];
    args.message_length = (uint32_t)make_prime(scheme, prime);
    CHECK(ksig_verify(&alone, sizeof alone, &ksig_ml_dsa_44, &args, key, prime, signature) ==
          KSIG_REJECT_SIGNATURE);
    args.context = (const uint8_t *)scheme->label;
    args.context_length = strlen(scheme->label);
    CHECK(ksig_verify(&alone, sizeof alone, &ksig_ml_dsa_44, &args, key, prime, signature) ==
          KSIG_ACCEPT);
}

static void test_arguments(const ksig_composite_scheme *scheme) {
    message_length = 33;
    context_length = 0;
    sign(scheme, scheme->label);
    key_length--;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_KEY_LENGTH && calls == 0);
    key_length++;
    const size_t right = signature_length;
    signature_length = scheme->signature_bytes + 1;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIG_LENGTH);
    signature_length = scheme->signature_least - 1;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_SIG_LENGTH);
    signature_length = right;
    context_length = 256;
    CHECK(streamed(scheme, 64, 0) == KSIG_REJECT_CONTEXT);
    context_length = 0;
    ksig_composite_args args = arguments();
    CHECK(ksig_composite_open(&v, scheme->state_bytes - 1, scheme, &args) ==
          KSIG_REJECT_STATE_SIZE);
    args.classical = NULL;
    CHECK(ksig_composite_open(&v, sizeof v, scheme, &args) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_composite_close(&v) == KSIG_REJECT_ARGUMENT);
    args = arguments();
    CHECK(ksig_composite_open(&v, sizeof v, scheme, &args) == KSIG_PENDING);
    CHECK(ksig_composite_feed(&v, message, 34) == KSIG_REJECT_OVERFEED);
    CHECK(ksig_composite_close(&v) == KSIG_REJECT_OVERFEED);
    CHECK(ksig_composite_open(&v, sizeof v, scheme, &args) == KSIG_PENDING);
    CHECK(ksig_composite_feed(&v, message, 33) == KSIG_PENDING);
    CHECK(ksig_composite_close(&v) == KSIG_REJECT_INCOMPLETE);
    CHECK(ksig_composite_feed(&v, message, 1) == KSIG_REJECT_ARGUMENT);
}

/* One encoding of each pair of numbers. */
static void test_der(void) {
    static const struct {
        uint8_t length, good, der[12];
    } cases[] = {
        {8, 1, {0x30, 6, 2, 1, 1, 2, 1, 2}},
        {9, 1, {0x30, 7, 2, 2, 0, 0x80, 2, 1, 2}},
        {8, 0, {0x31, 6, 2, 1, 1, 2, 1, 2}},
        {8, 0, {0x30, 7, 2, 1, 1, 2, 1, 2}},
        {8, 0, {0x30, 6, 3, 1, 1, 2, 1, 2}},
        {8, 0, {0x30, 6, 2, 1, 1, 3, 1, 2}},
        {8, 0, {0x30, 6, 2, 1, 0, 2, 1, 2}},              /* r = 0 */
        {8, 0, {0x30, 6, 2, 1, 1, 2, 1, 0}},              /* s = 0 */
        {8, 0, {0x30, 6, 2, 1, 0x81, 2, 1, 2}},           /* negative */
        {9, 0, {0x30, 7, 2, 2, 0, 1, 2, 1, 2}},           /* a zero too many */
        {9, 0, {0x30, 7, 2, 1, 1, 2, 1, 2, 0}},           /* a byte after */
        {9, 0, {0x30, 0x81, 6, 2, 1, 1, 2, 1, 2}},        /* a length in two bytes */
        {9, 0, {0x30, 7, 2, 0x81, 1, 1, 2, 1, 2}},        /* of a number */
        {8, 0, {0x30, 6, 2, 4, 1, 2, 1, 2}},              /* one number */
        {8, 0, {0x30, 6, 2, 0, 2, 2, 1, 2}},              /* an empty one */
        {11, 0, {0x30, 9, 2, 1, 1, 2, 1, 2, 2, 1, 3}},    /* three numbers */
        {12, 0, {0x30, 10, 2, 1, 1, 2, 5, 1, 2, 3, 4, 5}} /* longer than 4 bytes */
    };
    uint8_t integers[8];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK((ksig_composite_read_integers(cases[i].der, cases[i].length, integers, 4) == 0) ==
              cases[i].good);
    CHECK(ksig_composite_read_integers(cases[1].der, 9, integers, 4) == 0);
    CHECK_HEX(integers, 8, "0000008000000002");
    for (unsigned length = 0; length < 8; length++)
        CHECK(ksig_composite_read_integers(cases[0].der, length, integers, 4) != 0);
}

int main(void) {
    static ksig_keygen_ml_dsa making;
    static const ksig_composite_scheme *const pairs[] = {&ksig_composite_ml_dsa_44_ed25519,
                                                         &ksig_composite_ml_dsa_44_ecdsa_p256};
    CHECK(ksig_keygen(&making, sizeof making, &ksig_ml_dsa_44_keygen, seed, key) == KSIG_DONE);
    test_der();
    for (size_t i = 0; i < 2; i++) {
        test_accepts(pairs[i]);
        test_rejects(pairs[i]);
        test_halves(pairs[i]);
        test_arguments(pairs[i]);
    }
    return check_end();
}
