/* LMS, HSS, XMSS and XMSS^MT verification of every enabled scheme, and the lengths that keys name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * States, anchors and what is fed have exactly their size and are freed, so that sanitizers see
 * what leaves them. Runs in the project's directory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kilosig/kilosig.h"
#include "lms/lms_sets.h"
#include "xmss/xmss_sets.h"

enum { MESSAGE_BYTES = 33, LARGEST = 60 + MESSAGE_BYTES + 5076 };

/* bench/inputs: key | message | signature. on: whether the set is enabled. */
typedef struct input {
    const char *file, *scheme;
    size_t key_bytes, signature_bytes;
    int on;
} input;

enum {
    W4 = KSIG_ENABLE_LMS_W4,
    W8 = KSIG_ENABLE_LMS_W8,
    N24 = KSIG_ENABLE_LMS_N24,
    SHAKE = KSIG_ENABLE_LMS_SHAKE,
};

static const input inputs[] = {
    {"lms-sha256-h10-w8", "lms", 56, 1452, W8},
    {"lms-sha256-h10-w4", "lms", 56, 2508, W4},
    {"lms-sha256-192-h10-w8", "lms", 48, 900, W8 &&N24},
    {"lms-shake-h10-w4", "lms", 56, 2508, W4 &&SHAKE},
    {"hss-sha256-h10-w8-x2", "hss", 60, 2964, W8},
    {"hss-sha256-h10-w4-x2", "hss", 60, 5076, W4},
    {"xmss-sha2-10-256", "xmss", 68, 2500, 1},
    {"xmss-sha2-10-192", "xmss", 52, 1492, KSIG_ENABLE_XMSS_N24},
    {"xmss-shake256-10-256", "xmss", 68, 2500, KSIG_ENABLE_XMSS_SHAKE},
    {"xmssmt-sha2-20-2-256", "xmssmt", 68, 4963, 1},
};

static uint8_t record[LARGEST];

static int load(const input *in) {
    char path[100];
    snprintf(path, sizeof path, "bench/inputs/%s.bin", in->file);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    const size_t got = fread(record, 1, sizeof record, file);
    fclose(file);
    return got == in->key_bytes + MESSAGE_BYTES + in->signature_bytes;
}

static void *copy_of(const void *data, size_t length) {
    void *const copy = malloc(length);
    if (copy == NULL)
        abort();
    return memcpy(copy, data, length);
}

/* Streams the record in chunks; before each of them the state moves to other memory. `key` bytes of
 * the record are the anchor. */
static ksig_verdict stream(const ksig_scheme *scheme, const input *in, size_t chunk) {
    const uint8_t *const message = record + in->key_bytes, *const signature =
                                                               message + MESSAGE_BYTES;
    uint8_t *const anchor = copy_of(record, in->key_bytes);
    const ksig_verify_args args = {
        .anchor = anchor,
        .message_length = MESSAGE_BYTES,
        .signature_length = (uint32_t)in->signature_bytes,
        .key_length = (uint32_t)in->key_bytes,
    };
    void *state = malloc(scheme->state_bytes);
    if (state == NULL)
        abort();
    ksig_verdict verdict = ksig_verify_open(state, scheme->state_bytes, scheme, &args);
    for (ksig_want want; (want = ksig_verify_want(state)).length != 0;) {
        const size_t n = want.length < chunk ? want.length : chunk;
        void *const moved = copy_of(state, scheme->state_bytes);
        free(state);
        state = moved;
        CHECK(want.part != KSIG_PART_KEY);
        void *const data =
            copy_of((want.part == KSIG_PART_MESSAGE ? message : signature) + want.offset, n);
        verdict = ksig_verify_feed(state, data, n);
        free(data);
    }
    verdict = ksig_verify_close(state);
    free(state);
    free(anchor);
    return verdict;
}

static void test_input(const ksig_scheme *scheme, const input *in) {
    static const size_t chunks[] = {1, 7, 64, 1000, LARGEST};
    uint8_t anchor[160];
    if (!load(in)) {
        CHECK(0);
        return;
    }
    if (!in->on) {
        CHECK(stream(scheme, in, LARGEST) == KSIG_REJECT_SET_OFF);
        return;
    }
    for (unsigned i = 0; i < sizeof chunks / sizeof *chunks; i++)
        CHECK(stream(scheme, in, chunks[i]) == KSIG_ACCEPT);
    const unsigned wrong = check_full() ? 24 : 8;
    for (unsigned i = 0; i < wrong; i++) {
        const size_t place = in->key_bytes + 80 + check_random() % (in->signature_bytes - 100);
        record[place] ^= (uint8_t)(1u << i % 8);
        const ksig_verdict verdict = stream(scheme, in, 400);
        CHECK(verdict != KSIG_ACCEPT && verdict != KSIG_PENDING && verdict < KSIG_REASON_COUNT);
        record[place] ^= (uint8_t)(1u << i % 8);
    }
    CHECK(scheme->anchor_bytes <= sizeof anchor && scheme->anchor_bytes >= in->key_bytes);
    memset(anchor, 0xff, sizeof anchor);
    CHECK(ksig_key_anchor(scheme, record, in->key_bytes, anchor) == KSIG_DONE);
    CHECK(memcmp(anchor, record, in->key_bytes) == 0);
    for (size_t i = in->key_bytes; i < scheme->anchor_bytes; i++)
        CHECK(anchor[i] == 0);
    CHECK(anchor[scheme->anchor_bytes] == 0xff);
    for (size_t length = 0; length < in->key_bytes;
         length += length < 16 ? 1 : in->key_bytes - 17) {
        uint8_t *const shorter = copy_of(record, length);
        CHECK(ksig_key_anchor(scheme, shorter, length, anchor) == KSIG_REJECT_KEY_LENGTH &&
              anchor[0] == 0);
        free(shorter);
    }
}

static void put(uint8_t *p, uint32_t x) {
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
}

/* Type codes from below those that exist to beyond, and large ones: sizes stay within the state. */
static void test_lms_sets(void) {
    static const uint32_t large[] = {0x100, 0x10005, 0x80000006, 0xffffffff};
    unsigned known = 0;
    for (uint32_t i = 0; i < 40 * 30; i++) {
        uint8_t types[8];
        ksig_lms_set set;
        const uint32_t lms = i % 40 < 36 ? i % 40 : large[i % 40 - 36],
                       ots = i / 40 < 26 ? i / 40 : large[i / 40 - 26];
        put(types, lms);
        put(types + 4, ots);
        const ksig_verdict verdict = ksig_lms_set_of(types, &set);
        const int exists = lms >= 5 && lms <= 0x18 && ots >= 1 && ots <= 0x10;
        CHECK((verdict == KSIG_REJECT_SET) == !exists);
        if (exists)
            CHECK((verdict == KSIG_REJECT_SET_MIX) == ((lms - 5) / 5 != (ots - 1) / 4));
        known += verdict == KSIG_PENDING;
        CHECK((set.n == 24 || set.n == 32) && set.height >= 5 && set.height <= 25 &&
              set.width_log <= 3);
        CHECK(set.chains >= 26 && set.chains <= 265);
    }
    const unsigned widths =
        KSIG_ENABLE_LMS_W1 + KSIG_ENABLE_LMS_W2 + KSIG_ENABLE_LMS_W4 + KSIG_ENABLE_LMS_W8;
    CHECK(known == 5 * widths * (1u + KSIG_ENABLE_LMS_N24) * (1u + KSIG_ENABLE_LMS_SHAKE));
}

static void test_xmss_sets(void) {
    for (unsigned multi = 0; multi < 2; multi++) {
        unsigned known = 0;
        for (uint32_t oid = 0; oid < 100; oid++) {
            uint8_t bytes[4];
            ksig_xmss_set set;
            put(bytes, oid == 99 ? 0x01000001 : oid == 98 ? 0xffffffff : oid);
            const ksig_verdict verdict = ksig_xmss_set_of(bytes, multi, &set);
            CHECK((verdict == KSIG_REJECT_SET) == (oid == 0 || oid > (multi ? 0x38u : 0x15u)));
            known += verdict == KSIG_PENDING;
            CHECK(set.n <= KSIG_XMSS_MAX_N && set.layer_height * set.layers == set.height &&
                  set.height <= 60);
        }
        const unsigned families = 1u + KSIG_ENABLE_XMSS_N24 + KSIG_ENABLE_XMSS_SHAKE +
                                  (KSIG_ENABLE_XMSS_N24 && KSIG_ENABLE_XMSS_SHAKE) +
                                  3 * KSIG_ENABLE_XMSS_RFC8391;
        CHECK(known == (multi ? 8u : 3u) * families);
    }
}

int main(void) {
    unsigned found = 0;
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        const ksig_scheme *const scheme = ksig_scheme_by_name(inputs[i].scheme);
        if (scheme != NULL) {
            test_input(scheme, &inputs[i]);
            found++;
        }
    }
    CHECK(found > 0);
    test_lms_sets();
    test_xmss_sets();
    return check_end();
}
