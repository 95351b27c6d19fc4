/* What lay in the memory of a verification, one that was never closed for example, is nothing that
 * it ever finds. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "hash/keccak.h"
#include "kilosig/kilosig.h"
#include "util/bytes.h"

typedef union memory {
    uint64_t align;
    uint8_t bytes[8192];
} memory;

static memory expected, state;
static const uint8_t anchor[64] = {0, 0, 0, 1}, secret[16] = {1, 2, 3};

static ksig_verdict open(memory *at, const ksig_scheme *scheme, uint8_t mode) {
    const ksig_verify_args args = {.anchor = anchor,
                                   .secret = secret,
                                   .message_length = 33,
                                   .signature_length = scheme->signature_bytes,
                                   .key_length = scheme->key_bytes,
                                   .mode = mode,
                                   .hash = mode == KSIG_MODE_PURE ? 0 : KSIG_HASH_SHAKE128};
    return ksig_verify_open(at, sizeof *at, scheme, &args);
}

static void test_scheme(const ksig_scheme *scheme, uint8_t mode) {
    memset(&expected, 0, sizeof expected);
    const ksig_verdict verdict = open(&expected, scheme, mode);
    CHECK(scheme->state_bytes <= sizeof state);
    for (unsigned kind = 0; kind < 3; kind++) {
        if (kind == 0)
            memset(&state, 0xff, sizeof state);
        else if (kind == 1)
            check_random_bytes(state.bytes, sizeof state);
        /* else what the verification before left, which was not closed */
        const memory before = state;
        CHECK(open(&state, scheme, mode) == verdict);
        CHECK(memcmp(state.bytes, expected.bytes, scheme->state_bytes) == 0);
        CHECK(memcmp(state.bytes + scheme->state_bytes, before.bytes + scheme->state_bytes,
                     sizeof state - scheme->state_bytes) == 0);
        check_random_bytes(state.bytes + sizeof(ksig_verify_head),
                           scheme->state_bytes - sizeof(ksig_verify_head));
    }
}

static void test_clear(void) {
    for (size_t length = 4; length <= 64; length += 4) {
        memset(&state, 0xa5, sizeof state);
        CHECK(ksig_clear(state.bytes + 8, length) == length);
        for (size_t n = 0; n < 80; n++)
            CHECK(state.bytes[n] == (n >= 8 && n < 8 + length ? 0 : 0xa5));
    }
}

/* A sponge that was used begins as one that was not. */
static void test_sponge(void) {
    union {
        ksig_keccak sponge;
        uint8_t bytes[sizeof(ksig_keccak)];
    } used, fresh;
    memset(&fresh, 0, sizeof fresh);
    check_random_bytes(used.bytes, sizeof used);
    ksig_keccak_init(&fresh.sponge, KSIG_SHAKE256_RATE, KSIG_SHAKE_SUFFIX);
    ksig_keccak_init(&used.sponge, KSIG_SHAKE256_RATE, KSIG_SHAKE_SUFFIX);
    CHECK(memcmp(&used, &fresh, sizeof used) == 0 && used.sponge.suffix == KSIG_SHAKE_SUFFIX);
    check_random_bytes(used.bytes, sizeof used);
    ksig_keccak_init_seed(&used.sponge, KSIG_SHAKE256_RATE);
    CHECK(memcmp(&used, &fresh, sizeof used) == 0);
    /* Nothing is equal to what is compared with itself. */
    CHECK(ksig_keccak_squeeze_compare(&used.sponge, (const uint8_t *)used.sponge.lanes, 32).bad !=
          0);
}

int main(void) {
    for (const ksig_scheme *const *scheme = ksig_schemes; *scheme != NULL; scheme++) {
        test_scheme(*scheme, KSIG_MODE_PURE);
        test_scheme(*scheme, KSIG_MODE_PREHASH);
    }
    test_clear();
    test_sponge();
    return check_end();
}
