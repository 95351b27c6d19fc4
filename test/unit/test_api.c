/* The public interface: verdicts, misuse, relocation, fault behaviour.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "example_44.h"
#include "kilosig/kilosig.h"
#include "stream/verdict.h"

static unsigned distance(uint32_t a, uint32_t b) {
    unsigned n = 0;
    for (uint32_t x = a ^ b; x != 0; x &= x - 1)
        n++;
    return n;
}

/* No number of wrong items leaves the trail of a passed check, whatever branch a fault leaves out:
 * exhaustively. */
static void test_counted(void) {
    unsigned long cancelled = 0;
    for (uint32_t items = 1; items <= 1024; items++)
        for (uint32_t bad = 1; bad <= items; bad++)
            for (unsigned lost = 0; lost < 2; lost++) { /* good items that a fault does not count */
                ksig_verify_head head = {0};
                const ksig_tally tally = {lost ? 0 : bad, items - bad};
                ksig_counted(&head, tally, items, KSIG_REJECT_KEY);
                const uint32_t rejected = ~head.trail; /* before the branch to ksig_reject */
                cancelled += rejected == KSIG_TRAIL_STEP || head.trail == KSIG_TRAIL_STEP;
            }
    CHECK(cancelled == 0);
    ksig_verify_head head = {0};
    ksig_counted(&head, (ksig_tally){0, 32}, 32, KSIG_REJECT_KEY);
    CHECK(ksig_trail_is(&head, KSIG_TRAIL_STEP) && head.reason == KSIG_PENDING);
}

static void test_verdicts(void) {
    CHECK(distance(KSIG_ACCEPT, 0) >= 12);
    CHECK(distance(KSIG_ACCEPT, UINT32_MAX) >= 12);
    for (uint32_t reason = 0; reason < KSIG_REASON_COUNT; reason++) {
        CHECK(distance(KSIG_ACCEPT, reason) >= 12);
        for (uint32_t other = 0; other < reason; other++)
            CHECK(!KSIG_ENABLE_REASON_TEXT ||
                  strcmp(ksig_reason_text(reason), ksig_reason_text(other)) != 0);
        CHECK((strlen(ksig_reason_text(reason)) != 0) == (KSIG_ENABLE_REASON_TEXT != 0));
    }
    CHECK(strcmp(ksig_reason_text(KSIG_REASON_COUNT), ksig_reason_text(UINT32_C(0x12345678))) == 0);
}

/* Every way of not deserving acceptance, each bit of each input. */
static void test_conclude(void) {
    ksig_verify_head head;
    memset(&head, 0, sizeof head);
    const uint32_t trail = 3 * KSIG_TRAIL_STEP;
    for (int i = 0; i < 3; i++)
        ksig_checked(&head, 0, KSIG_REJECT_HINT);
    CHECK(ksig_conclude(&head, trail) == KSIG_ACCEPT);
    for (unsigned bit = 0; bit < 32; bit++) {
        const uint32_t x = UINT32_C(1) << bit;
        CHECK(!KSIG_GUARDED || ksig_conclude(&head, trail ^ x) == KSIG_REJECT_FAULT);
        head.reason = x;
        CHECK(ksig_conclude(&head, trail) != KSIG_ACCEPT);
        head.reason = KSIG_PENDING;
        head.unhashed = x;
        CHECK(ksig_conclude(&head, trail) == KSIG_REJECT_FAULT);
        head.unhashed = 0;
    }
    /* A failed check whose branch did not run leaves the trail wrong: one decision less is not
     * enough. */
    ksig_checked(&head, 1, KSIG_REJECT_HINT);
    CHECK(head.reason == KSIG_REJECT_HINT);
    head.reason = KSIG_PENDING;
    head.trail = ~head.trail;
    CHECK(!KSIG_GUARDED || ksig_conclude(&head, trail + KSIG_TRAIL_STEP) == KSIG_REJECT_FAULT);

    /* Of several items: bad ones, and missing good ones. */
    static const struct {
        ksig_tally tally;
        int passed;
    } tallies[] = {{{0, 7}, 1}, {{1, 6}, 0}, {{0, 6}, 0}, {{1, 7}, 0},
                   {{0, 0}, 0}, {{7, 0}, 0}, {{0, 8}, 0}};
    for (size_t i = 0; i < sizeof tallies / sizeof tallies[0]; i++) {
        memset(&head, 0, sizeof head);
        ksig_counted(&head, tallies[i].tally, 7, KSIG_REJECT_HINT);
        CHECK((head.reason == KSIG_PENDING) == tallies[i].passed);
        CHECK(!KSIG_GUARDED || (head.trail == KSIG_TRAIL_STEP) == tallies[i].passed);
        CHECK((ksig_conclude(&head, KSIG_TRAIL_STEP) == KSIG_ACCEPT) == tallies[i].passed);
    }
}

#if KSIG_ENABLE_ML_DSA_44

static uint8_t anchor[64];
static const uint8_t secret[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static ksig_verify_args example_args(void) {
    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = anchor;
    args.secret = secret;
    args.context = (const uint8_t *)example_context;
    args.context_length = strlen(example_context);
    args.message_length = (uint32_t)strlen(example_message);
    args.signature_length = sizeof example_signature;
    args.key_length = sizeof example_key;
    return args;
}

static const uint8_t *part_bytes(unsigned part) {
    return part == KSIG_PART_KEY       ? example_key
           : part == KSIG_PART_MESSAGE ? (const uint8_t *)example_message
                                       : example_signature;
}

static ksig_verdict feed_some(void *state, size_t most) {
    const ksig_want want = ksig_verify_want(state);
    return ksig_verify_feed(state, part_bytes(want.part) + want.offset,
                            want.length < most ? want.length : most);
}

static void test_example(void) {
    ksig_verify_ml_dsa_44 v;
    ksig_verify_args args = example_args();
    CHECK(ksig_ml_dsa_44.state_bytes == KSIG_ML_DSA_44_STATE_BYTES);
    CHECK(ksig_scheme_by_name("ml-dsa-44") == &ksig_ml_dsa_44);
    CHECK(ksig_scheme_by_name("ml-dsa-4") == NULL);
    CHECK(ksig_scheme_by_name("ml-dsa-444") == NULL);
    CHECK(ksig_scheme_by_name("") == NULL);
    CHECK(ksig_verify(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key,
                      (const uint8_t *)example_message, example_signature) == KSIG_ACCEPT);
    /* Nothing of the verification stays behind but the mark of a closed state. */
    unsigned kept = 0;
    for (size_t i = sizeof(ksig_verify_head); i < sizeof v; i++)
        kept |= v.bytes[i];
    CHECK(kept == 0);
    CHECK(ksig_verify_want(&v).length == 0);
    CHECK(ksig_verify_feed(&v, example_key, 1) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_close(&v) == KSIG_REJECT_ARGUMENT);

    CHECK(ksig_verify_twice(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key,
                            (const uint8_t *)example_message, example_signature) == KSIG_ACCEPT);

    args.context_length--;
    CHECK(ksig_verify(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key,
                      (const uint8_t *)example_message,
                      example_signature) == KSIG_REJECT_SIGNATURE);
    CHECK(ksig_verify_twice(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key,
                            (const uint8_t *)example_message,
                            example_signature) == KSIG_REJECT_SIGNATURE);
    CHECK(ksig_verify_twice(&v, sizeof v - 8, &ksig_ml_dsa_44, &args, example_key,
                            (const uint8_t *)example_message,
                            example_signature) == KSIG_REJECT_STATE_SIZE);
}

/* The example as a sender pushes it: the parts in the order of wants, one after another; its
 * length. */
static size_t example_stream(uint8_t *stream) {
    ksig_verify_ml_dsa_44 v;
    const ksig_verify_args args = example_args();
    size_t length = 0;
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
    for (;;) {
        const ksig_want want = ksig_verify_want(&v);
        if (want.length == 0)
            break;
        memcpy(stream + length, part_bytes(want.part) + want.offset, want.length);
        length += want.length;
        CHECK(ksig_verify_feed(&v, part_bytes(want.part) + want.offset, want.length) ==
              KSIG_PENDING);
    }
    CHECK(ksig_verify_close(&v) == KSIG_ACCEPT);
    return length;
}

static void test_push(void) {
    static uint8_t stream[40000]; /* variant SMALL wants z once for every row */
    static ksig_verify_ml_dsa_44 v;
    const ksig_verify_args args = example_args();
    const size_t length = example_stream(stream);
    CHECK(length < sizeof stream);
    for (size_t piece = 1; piece <= length; piece = piece * 3 + 4) {
        CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
        CHECK(ksig_verify_push(&v, NULL, 0) == KSIG_PENDING);
        for (size_t at = 0; at < length; at += piece)
            CHECK(ksig_verify_push(&v, stream + at, length - at < piece ? length - at : piece) ==
                  KSIG_PENDING);
        CHECK(ksig_verify_push(&v, NULL, 0) == KSIG_PENDING);
        CHECK(ksig_verify_close(&v) == KSIG_ACCEPT);
    }
    CHECK(ksig_verify_push(&v, stream, 1) == KSIG_REJECT_ARGUMENT); /* closed */

    /* All at once; and one byte too many, in one piece and in the next one. */
    for (size_t more = 0; more < 3; more++) {
        CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
        const ksig_verdict verdict = ksig_verify_push(&v, stream, length + (more == 1));
        CHECK(verdict == (more == 1 ? KSIG_REJECT_OVERFEED : KSIG_PENDING));
        if (more == 2)
            CHECK(ksig_verify_push(&v, stream, 1) == KSIG_REJECT_OVERFEED);
        CHECK(ksig_verify_close(&v) == (more == 0 ? KSIG_ACCEPT : KSIG_REJECT_OVERFEED));
    }
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
    CHECK(ksig_verify_push(&v, stream, length - 1) == KSIG_PENDING);
    CHECK(ksig_verify_close(&v) == KSIG_REJECT_INCOMPLETE);
}

static void test_with_key(void) {
    static ksig_verify_ml_dsa_44 v;
    static uint8_t other[sizeof example_key];
    const uint8_t *const message = (const uint8_t *)example_message;
    ksig_verify_args args = example_args();
    args.anchor = NULL;
    CHECK(ksig_verify_with_key(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key, message,
                               example_signature) == KSIG_ACCEPT);
    memcpy(other, example_key, sizeof other);
    other[700] ^= 1;
    args.anchor = anchor; /* of the genuine key: not read */
    CHECK(ksig_verify_with_key(&v, sizeof v, &ksig_ml_dsa_44, &args, other, message,
                               example_signature) == KSIG_REJECT_SIGNATURE);
    CHECK(ksig_verify_with_key(&v, sizeof v - 8, &ksig_ml_dsa_44, &args, example_key, message,
                               example_signature) == KSIG_REJECT_STATE_SIZE);
    args.key_length--;
    CHECK(ksig_verify_with_key(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key, message,
                               example_signature) == KSIG_REJECT_KEY_LENGTH);
}

/* Between any two feeds the state moves to another place, and a copy made there resumes as well. */
static void test_relocation(void) {
    static ksig_verify_ml_dsa_44 places[3];
    const ksig_verify_args args = example_args();
    for (size_t chunk = 1; chunk < 4000; chunk = chunk * 3 + 1) {
        unsigned at = 0;
        CHECK(ksig_verify_open(&places[at], sizeof places[at], &ksig_ml_dsa_44, &args) ==
              KSIG_PENDING);
        while (ksig_verify_want(&places[at]).length != 0) {
            CHECK(feed_some(&places[at], chunk) == KSIG_PENDING);
            const unsigned to = (at + 1) % 3;
            memcpy(&places[to], &places[at], sizeof places[to]);
            memset(&places[at], 0xee, sizeof places[at]);
            at = to;
        }
        memcpy(&places[(at + 1) % 3], &places[at], sizeof places[at]);
        CHECK(ksig_verify_close(&places[at]) == KSIG_ACCEPT);
        CHECK(ksig_verify_close(&places[(at + 1) % 3]) == KSIG_ACCEPT);
    }
}

#define CHECK_OPEN(expected)                                                                    \
    do {                                                                                        \
        CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == (expected));            \
        CHECK(ksig_verify_want(&v).length == 0 && ksig_verify_want(&v).part == KSIG_PART_NONE); \
        CHECK(ksig_verify_feed(&v, example_key, 1) == (expected));                              \
        CHECK(ksig_verify_close(&v) == (expected));                                             \
        args = example_args();                                                                  \
    } while (0)

static void test_misuse(void) {
    static ksig_verify_ml_dsa_44 v, after;
    static uint8_t long_context[300];
    ksig_verify_args args = example_args();
    args.anchor = NULL;
    CHECK_OPEN(KSIG_REJECT_ARGUMENT);
    args.mode = 4;
    CHECK_OPEN(KSIG_REJECT_ARGUMENT);
    args.mode = KSIG_MODE_PREHASH;
    args.hash = 13;
    CHECK_OPEN(KSIG_REJECT_ARGUMENT);
    args.mode = KSIG_MODE_DIGEST;
    args.hash = 0;
    CHECK_OPEN(KSIG_REJECT_ARGUMENT);
    args.mode = KSIG_MODE_DIGEST;
    args.hash = KSIG_HASH_SHA256;
    CHECK_OPEN(KSIG_REJECT_MSG_LENGTH);
    args.mode = KSIG_MODE_EXTERNAL_MU;
    args.context_length = 0;
    CHECK_OPEN(KSIG_REJECT_MSG_LENGTH);
    args.mode = KSIG_MODE_EXTERNAL_MU;
    args.message_length = 64;
    CHECK_OPEN(KSIG_REJECT_CONTEXT);
    args.context = long_context;
    args.context_length = 256;
    CHECK_OPEN(KSIG_REJECT_CONTEXT);
    args.context = NULL;
    CHECK_OPEN(KSIG_REJECT_CONTEXT);
    args.key_length++;
    CHECK_OPEN(KSIG_REJECT_KEY_LENGTH);
    args.signature_length--;
    CHECK_OPEN(KSIG_REJECT_SIG_LENGTH);
    args.signature_length = 0;
    CHECK_OPEN(KSIG_REJECT_SIG_LENGTH);
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
    args.secret = NULL;
    CHECK_OPEN(KSIG_REJECT_ARGUMENT);
#endif
#if KSIG_ENABLE_DILITHIUM2_R3
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_dilithium2_r3, &args) == KSIG_REJECT_CONTEXT);
    args.mode = KSIG_MODE_PREHASH;
    args.hash = KSIG_HASH_SHA256;
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_dilithium2_r3, &args) == KSIG_REJECT_ARGUMENT);
    args = example_args();
#endif

    /* Too small for the scheme, but not for a head: as closed. Smaller or misaligned: the memory is
     * not touched. */
    memset(&v, 0x5a, sizeof v);
    CHECK(ksig_verify_open(&v, KSIG_ML_DSA_44_STATE_BYTES - 1, &ksig_ml_dsa_44, &args) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(ksig_verify_want(&v).length == 0);
    CHECK(ksig_verify_feed(&v, anchor, 1) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_close(&v) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_verify_open(&v, sizeof(ksig_verify_head), &ksig_ml_dsa_44, &args) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(ksig_verify_close(&v) == KSIG_REJECT_ARGUMENT);
    memset(&v, 0, sizeof v); /* never opened */
    CHECK(ksig_verify_feed(&v, NULL, 0) == KSIG_REJECT_ARGUMENT);
    memset(&v, 0x5a, sizeof v);
    memset(&after, 0x5a, sizeof after);
    CHECK(ksig_verify_open(&v, sizeof(ksig_verify_head) - 1, &ksig_ml_dsa_44, &args) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(ksig_verify_open(v.bytes + 4, KSIG_ML_DSA_44_STATE_BYTES, &ksig_ml_dsa_44, &args) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(memcmp(&v, &after, sizeof v) == 0);

    /* More than wanted, in every stage. */
    for (size_t skip = 0; skip < 3800; skip += 100) {
        CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
        size_t fed = 0;
        while (ksig_verify_want(&v).length != 0 && fed < skip) {
            (void)feed_some(&v, 100);
            fed += 100;
        }
        const ksig_want want = ksig_verify_want(&v);
        static uint8_t zeros[5000];
        const ksig_verdict standing = ksig_verify_feed(&v, zeros, (size_t)want.length + 1);
        CHECK(standing == KSIG_REJECT_OVERFEED);
        CHECK(ksig_verify_want(&v).length == 0);
        CHECK(ksig_verify_close(&v) == KSIG_REJECT_OVERFEED);

        /* Closed early, and fed nothing. */
        CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
        fed = 0;
        while (ksig_verify_want(&v).length > 1 && fed < skip) {
            (void)feed_some(
                &v, ksig_verify_want(&v).length - 1 < 100 ? ksig_verify_want(&v).length - 1 : 100);
            fed += 100;
        }
        CHECK(ksig_verify_feed(&v, zeros, 0) == KSIG_PENDING);
        CHECK(ksig_verify_close(&v) == KSIG_REJECT_INCOMPLETE);
    }

    uint8_t digest[64];
    memset(digest, 0xff, sizeof digest);
    CHECK(ksig_key_anchor(&ksig_ml_dsa_44, example_key, sizeof example_key - 1, digest) ==
          KSIG_REJECT_KEY_LENGTH);
    unsigned all = 0;
    for (size_t i = 0; i < sizeof digest; i++)
        all |= digest[i];
    CHECK(all == 0);
}

/* A state that a fault damaged does not accept: every bit of the head and some of the rest, in the
 * middle and at the end. Pointers are left alone, and so are bits whose change keeps the meaning.
 */
static void test_damage(void) {
    static ksig_verify_ml_dsa_44 v, saved[2];
    const ksig_verify_args args = example_args();
    CHECK(ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING);
    for (unsigned n = 0; ksig_verify_want(&v).length != 0; n++) {
        if (n == 40)
            saved[0] = v;
        (void)feed_some(&v, 64);
    }
    saved[1] = v;
    for (unsigned moment = 0; moment < 2; moment++) {
        for (size_t bit = 8 * offsetof(ksig_verify_head, trail);
             bit < 8 * (offsetof(ksig_verify_head, trail) + 8); bit++) {
            v = saved[moment];
            v.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            while (ksig_verify_want(&v).length != 0)
                (void)feed_some(&v, 64);
            CHECK(!KSIG_GUARDED || ksig_verify_close(&v) != KSIG_ACCEPT);
        }
        v = saved[moment];
        while (ksig_verify_want(&v).length != 0)
            (void)feed_some(&v, 64);
        CHECK(ksig_verify_close(&v) == KSIG_ACCEPT);
    }
}

#endif

int main(void) {
    test_verdicts();
    test_counted();
    test_conclude();
    CHECK(ksig_version() == KSIG_VERSION_NUMBER);
#if KSIG_ENABLE_ML_DSA_44
    if (ksig_key_anchor(&ksig_ml_dsa_44, example_key, sizeof example_key, anchor) != KSIG_DONE)
        return 1;
    test_example();
    test_push();
    test_with_key();
    test_relocation();
    test_misuse();
    test_damage();
#endif
    return check_end();
}
