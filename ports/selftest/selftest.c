/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "selftest.h"

enum { PIECE = 32, ANCHOR_BYTES = 68, KEY_BYTES = 1408, SIGNATURE_BYTES = 2420 };

/* Signing needs 3.7 kB for key and signature, beside the state. */
#ifndef SELFTEST_SIGNS
#define SELFTEST_SIGNS 1
#endif

/* One state, for whatever is under way. */
static union {
    uint64_t align;
#define KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, key_bytes, signature_least, \
                    signature_bytes, state, flags)                                       \
    ksig_verify_##id id;
#include "kilosig/schemes.def"
#if SELFTEST_SIGNS && KSIG_ENABLE_ML_DSA_44
    ksig_keygen_ml_dsa keygen_ml_dsa;
    ksig_sign_ml_dsa sign_ml_dsa;
#endif
#if SELFTEST_SIGNS && KSIG_ENABLE_HAETAE_2
    ksig_keygen_haetae_2 keygen_haetae;
    ksig_sign_haetae_2 sign_haetae;
#endif
} state;

static selftest_report *report_to;
static int wrong;

static void say(const char *name, const char *what, int right) {
    wrong += !right;
    report_to(name, what, right);
}

struct source {
    const SELFTEST_FLASH uint8_t *parts[4]; /* by KSIG_PART_*; null: nobody sends it */
    uint32_t lengths[4];
    uint8_t flip_part;
    uint32_t flip_at; /* of flip_part, this byte has one bit changed */
};

static ksig_verdict verify(const ksig_scheme *scheme, const uint8_t *anchor,
                           const struct source *from) {
    ksig_verify_args args = {0};
    static const uint8_t secret[16] = {90};
    args.anchor = anchor;
    args.secret = secret;
    args.message_length = from->lengths[KSIG_PART_MESSAGE];
    args.signature_length = from->lengths[KSIG_PART_SIGNATURE];
    args.key_length = from->lengths[KSIG_PART_KEY];
    if (ksig_verify_open(&state, sizeof state, scheme, &args) == KSIG_REJECT_STATE_SIZE)
        return KSIG_REJECT_STATE_SIZE;
    for (;;) {
        const ksig_want want = ksig_verify_want(&state);
        uint8_t piece[PIECE];
        const uint32_t n = want.length < PIECE ? want.length : PIECE;
        if (n == 0)
            break;
        for (uint32_t i = 0; i < n; i++) {
            piece[i] = from->parts[want.part][want.offset + i];
            if (want.part == from->flip_part && want.offset + i == from->flip_at)
                piece[i] ^= 1;
        }
        (void)ksig_verify_feed(&state, piece, n);
        report_to(NULL, NULL, 1);
    }
    return ksig_verify_close(&state);
}

/* Genuine is accepted; with one bit of message, signature or key changed it is not. */
static void check(const char *name, const ksig_scheme *scheme, const uint8_t *anchor,
                  struct source *from) {
    from->flip_part = KSIG_PART_NONE;
    int right = verify(scheme, anchor, from) == KSIG_ACCEPT;
    for (uint8_t part = KSIG_PART_KEY; part <= KSIG_PART_SIGNATURE; part++) {
        if (from->parts[part] == NULL)
            continue;
        from->flip_part = part;
        from->flip_at = from->lengths[part] / 2;
        right &= verify(scheme, anchor, from) != KSIG_ACCEPT;
    }
    say(name, "verified, forgeries rejected", right);
}

static void check_case(const struct selftest_case *test) {
    const ksig_scheme *const scheme = ksig_scheme_by_name(test->scheme);
    struct source from = {{0}, {0}, 0, 0};
    if (scheme == NULL) {
        say(test->scheme, "is in the image", 0);
        return;
    }
    const SELFTEST_FLASH uint8_t *data = test->data;
    uint8_t anchor[ANCHOR_BYTES];
    for (uint8_t i = 0; i < test->anchor_length; i++)
        anchor[i] = *data++;
    /* A key that is the anchor is not sent. */
    from.parts[KSIG_PART_KEY] = test->key_length != 0 ? data : NULL;
    from.lengths[KSIG_PART_KEY] = test->key_length != 0 ? test->key_length : test->anchor_length;
    data += test->key_length;
    from.parts[KSIG_PART_MESSAGE] = data;
    from.lengths[KSIG_PART_MESSAGE] = test->message_length;
    from.parts[KSIG_PART_SIGNATURE] = data + test->message_length;
    from.lengths[KSIG_PART_SIGNATURE] = test->signature_length;
    check(test->scheme, scheme, anchor, &from);
}

#if SELFTEST_SIGNS && (KSIG_ENABLE_ML_DSA_44 || KSIG_ENABLE_HAETAE_2)
static const uint8_t message[] = "kilosig signs here";
static uint8_t key[KEY_BYTES], signature[SIGNATURE_BYTES];

/* Makes a key and a signature in steps, and verifies the signature. */
static void check_signer(const ksig_keygen_scheme *keygen, const ksig_sign_scheme *sign,
                         const ksig_scheme *verifier) {
    static const uint8_t seed[32] = {1, 2, 3}, rnd[32] = {4, 5, 6};
    const int seed_is_key = sign->secret_key_bytes == keygen->seed_bytes;
    ksig_verdict verdict = ksig_keygen_open(&state, sizeof state, keygen, seed, key);
    while (verdict == KSIG_PENDING) {
        verdict = ksig_keygen_step(&state);
        report_to(NULL, NULL, 1);
    }
    int right = ksig_keygen_close(&state) == KSIG_DONE;
    say(keygen->name, "key made", right);

    ksig_sign_args args = {0};
    args.secret_key = seed_is_key ? seed : key;
    args.rnd = rnd;
    verdict = ksig_sign_open(&state, sizeof state, sign, &args, signature);
    while (verdict == KSIG_PENDING) {
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(&state, message, sizeof message);
        verdict = ksig_sign_step(&state);
        report_to(NULL, NULL, 1);
    }
    right &= ksig_sign_close(&state) == KSIG_DONE;
    say(sign->name, "signed", right);

    uint8_t anchor[64];
    if (!right || ksig_key_anchor(verifier, key, keygen->key_bytes, anchor) != KSIG_DONE)
        return;
    struct source from = {{0}, {0}, 0, 0};
    from.parts[KSIG_PART_KEY] = key; /* HAETAE's secret key begins with the public one */
    from.lengths[KSIG_PART_KEY] = keygen->key_bytes;
    from.parts[KSIG_PART_MESSAGE] = message;
    from.lengths[KSIG_PART_MESSAGE] = sizeof message;
    from.parts[KSIG_PART_SIGNATURE] = signature;
    from.lengths[KSIG_PART_SIGNATURE] = sign->signature_bytes;
    check(verifier->name, verifier, anchor, &from);
}
#endif

int selftest_run(selftest_report *report) {
    report_to = report;
    wrong = 0;
    for (const struct selftest_case *test = selftest_cases; test->scheme != NULL; test++)
        check_case(test);
#if SELFTEST_SIGNS && KSIG_ENABLE_ML_DSA_44
    check_signer(&ksig_ml_dsa_44_keygen, &ksig_ml_dsa_44_sign, &ksig_ml_dsa_44);
#endif
#if SELFTEST_SIGNS && KSIG_ENABLE_HAETAE_2
    check_signer(&ksig_haetae_2_keygen, &ksig_haetae_2_sign, &ksig_haetae_2);
#endif
    return wrong;
}
